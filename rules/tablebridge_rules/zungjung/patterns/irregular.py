"""Category 10: hands that are not four sets and a pair."""

from __future__ import annotations

from tablebridge_rules.decompose import Form
from tablebridge_rules.zungjung.patterns.case import Case

__all__ = ["qiduizi", "shisan_yaojiu"]


def shisan_yaojiu(case: Case) -> int:
    """十三么九: each terminal and honour, one of them twice. Clause ZJ-S43."""
    return case.reading.form is Form.THIRTEEN_ORPHANS


def qiduizi(case: Case) -> int:
    """七對子: seven pairs; four of a kind that were not declared may be two. Clause ZJ-S44."""
    return case.reading.form is Form.SEVEN_PAIRS
