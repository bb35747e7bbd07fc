"""What each tradition shows to the public of a hand: one module a tradition, which do not know each other."""

from __future__ import annotations

from typing import Any

from tablebridge.game.shown import riichi, sichuan, taiwan, zungjung
from tablebridge.game.shown.shown import Ended, SeatMarks, Shown, TableMarks
from tablebridge_rules.play import AnyRulebook

__all__ = ["Ended", "SeatMarks", "Shown", "TableMarks", "shown_of"]

_SHOWN: dict[str, Shown[Any, Any]] = {
    "riichi": riichi.SHOWN,
    "taiwan": taiwan.SHOWN,
    "zungjung": zungjung.SHOWN,
    "sichuan": sichuan.SHOWN,
}


def shown_of(rulebook: AnyRulebook) -> Shown[Any, Any]:
    """What the tradition of that rulebook shows."""
    return _SHOWN[rulebook.TRADITION]
