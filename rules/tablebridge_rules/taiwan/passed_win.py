"""The passed win: who could win and did not may not win until an own tile that is no winning tile is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import TileKind

__all__ = ["ConcealedKan", "Missed", "PassAct", "Played", "is_barred", "missed_after", "missed_by_touching"]


@dataclass(frozen=True, slots=True)
class Missed:
    """A winning tile that was not won on: let go by, drawn by an open kan, joined to the hand, or given up by reaching.

    Clause TW-R28, TW-R21, TW-R26, TW-R15.
    """

    kind: TileKind


@dataclass(frozen=True, slots=True)
class Played:
    """An own discard or a tile added to an own triplet; `waits` are the winning tiles of the hand at that time."""

    kind: TileKind
    waits: frozenset[TileKind] = frozenset()


@dataclass(frozen=True, slots=True)
class ConcealedKan:
    """An own concealed kan: no tile was really played (TW-R29)."""


PassAct = Missed | Played | ConcealedKan
"""What one seat does that begins or ends its passed win."""


def missed_after(rulebook: Rulebook, acts: Iterable[PassAct]) -> frozenset[TileKind]:
    """The winning tiles that a seat has passed and not cleared after these acts; empty: it may win (TW-R28, TW-R29).

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> from tablebridge_rules.tile import Tile
    >>> eight, red = Tile.parse("8s").kind, Tile.parse("7z").kind
    >>> missed_after(load("taiwan16-ntuee-2009"), [Missed(eight), Played(red, frozenset({eight}))])
    frozenset()
    """
    missed: frozenset[TileKind] = frozenset()
    for act in acts:
        match act:
            case Missed(kind):
                missed |= {kind}
            case Played(kind, waits):
                released = rulebook.play.guoshui_release == "own_discard" or kind not in waits
                missed = frozenset() if released else missed
            case ConcealedKan():
                pass
            case _:
                assert_never(act)
    return missed


def is_barred(rulebook: Rulebook, missed: frozenset[TileKind], kind: TileKind) -> bool:
    """Whether a seat that has passed `missed` may not win on `kind`, be it a discard or a draw (TW-R28).

    With `guoshui_scope = "missed_tile"` only the passed kinds are barred.
    """
    return bool(missed) if rulebook.play.guoshui_scope == "all_tiles_and_selfdraw" else kind in missed


def missed_by_touching(rulebook: Rulebook, kind: TileKind, waits: frozenset[TileKind]) -> tuple[Missed, ...]:
    """What a player passes by reaching for the wall while a winning tile lies in the river (TW-R15, TW-R28)."""
    gives_up = "win" in rulebook.play.touch_wall_forfeits and kind in waits
    return (Missed(kind),) if gives_up else ()
