"""Category 8: ones, nines and honours."""

from __future__ import annotations

from tablebridge_rules.decompose import Form
from tablebridge_rules.zungjung.patterns.case import Case

__all__ = ["chun_quandaiyao", "hun_quandaiyao", "hun_yaojiu", "qing_yaojiu"]


def hun_quandaiyao(case: Case) -> int:
    """混全帶么: a terminal or an honour in every set and in the pair. Clause ZJ-S33."""
    return case.is_regular and all(group.has_outside for group in case.reading.groups)


def chun_quandaiyao(case: Case) -> int:
    """純全帶么: a terminal in every set and in the pair. Clause ZJ-S34."""
    return bool(hun_quandaiyao(case)) and all(kind.is_suited for kind in case.kinds)


def hun_yaojiu(case: Case) -> int:
    """混么九: terminals and honours only, as triplets or as seven pairs. Clause ZJ-S35."""
    has_groups = case.reading.form is not Form.THIRTEEN_ORPHANS
    return has_groups and not any(kind.is_simple for kind in case.kinds)


def qing_yaojiu(case: Case) -> int:
    """清么九: terminals only. Clause ZJ-S36."""
    return all(kind.is_terminal for kind in case.kinds)
