"""Tiles that were seen: which kinds a player who showed part of the hand may no longer claim."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind

__all__ = ["barred_kinds", "still_barred"]

EXPOSED_TILE = "TW-F10"
EXPOSED_PART = "TW-F11"


def barred_kinds(seen: Sequence[Tile]) -> dict[TileKind, str]:
    """The kinds that `seen` tiles bar, with the clause: each tile itself, and what two of a partial set need.

    Clause TW-F10, TW-F11.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> {str(kind): clause for kind, clause in barred_kinds(parse_tiles("45s")).items()}
    {'4s': 'TW-F10', '5s': 'TW-F10', '3s': 'TW-F11', '6s': 'TW-F11'}
    """
    kinds = [tile.kind for tile in seen]
    barred = dict.fromkeys(kinds, EXPOSED_TILE)
    for place, one in enumerate(kinds):
        for other in kinds[place + 1 :]:
            needed = (kind for kind in STANDARD_KINDS if _is_set(one, other, kind))
            barred |= {kind: EXPOSED_PART for kind in needed if kind not in barred}
    return barred


def still_barred(rulebook: Rulebook, own_discards_since: int) -> bool:
    """Whether the bar still holds: to the end of the hand, or to the next own discard (TW-F10)."""
    return rulebook.foul.xianpai_duration == "hand" or own_discards_since == 0


def _is_set(*kinds: TileKind) -> bool:
    low, middle, high = sorted(kinds)
    same = low == middle == high
    return same or (
        low.is_suited and low.suit is high.suit and (middle.rank, high.rank) == (low.rank + 1, low.rank + 2)
    )
