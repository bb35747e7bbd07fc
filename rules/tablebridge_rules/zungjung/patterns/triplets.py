"""Category 4: triplets and kans. A kan counts as a triplet everywhere."""

from __future__ import annotations

from tablebridge_rules.waits import SETS
from tablebridge_rules.zungjung.patterns.case import Case

__all__ = ["duiduihe", "er_anke", "er_gang", "san_anke", "san_gang", "si_anke", "si_gang", "yi_gang"]


def duiduihe(case: Case) -> int:
    """對對和: four triplets and a pair. Clause ZJ-S15."""
    return len(case.same) == SETS


def er_anke(case: Case) -> int:
    """二暗刻: two concealed triplets. Clause ZJ-S16, ZJ-S65."""
    return case.concealed_same == 2


def san_anke(case: Case) -> int:
    """三暗刻: three concealed triplets. Clause ZJ-S17, ZJ-S65."""
    return case.concealed_same == 3


def si_anke(case: Case) -> int:
    """四暗刻: four concealed triplets. Clause ZJ-S18, ZJ-S65."""
    return case.concealed_same == SETS


def yi_gang(case: Case) -> int:
    """一槓: one kan, exposed or concealed. Clause ZJ-S19."""
    return case.quads == 1


def er_gang(case: Case) -> int:
    """二槓: two kans. Clause ZJ-S20."""
    return case.quads == 2


def san_gang(case: Case) -> int:
    """三槓: three kans. Clause ZJ-S21."""
    return case.quads == 3


def si_gang(case: Case) -> int:
    """四槓: four kans. Clause ZJ-S22."""
    return case.quads == SETS
