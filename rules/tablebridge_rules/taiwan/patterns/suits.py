"""Patterns of one suit."""

from __future__ import annotations

from tablebridge_rules.taiwan.patterns.case import Case
from tablebridge_rules.tile import Suit

__all__ = ["hunyise", "qingyise"]


def hunyise(case: Case) -> int:
    """混一色: one suit and honours. Clause TW-S15."""
    return len(case.suits) == 2 and Suit.HONOURS in case.suits


def qingyise(case: Case) -> int:
    """清一色: one suit only. Clause TW-S19."""
    return len(case.suits) == 1 and Suit.HONOURS not in case.suits
