"""What is scored: a hand of thirteen tiles with its winning tile and the circumstances of the win."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Wind
from tablebridge_rules.tile import Tile

__all__ = ["HAND_TILES", "FirstTurn", "Win"]

HAND_TILES = 13
"""Tiles held between two turns, each kan counted as three (ZJ-X01)."""


class FirstTurn(Enum):
    """A win before play was under way: East's opening hand, or on East's very first discard (ZJ-S41, ZJ-S42)."""

    NONE = "none"
    HEAVENLY = "heavenly"
    EARTHLY = "earthly"


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that claims to be complete.

    `concealed` are the standing tiles without the winning one. `from_relation` is the discarder seen from the winner,
    None for a self-draw; a robbed kan counts as a discard of its owner (ZJ-R12). `last_tile`: the tile was the last
    to be drawn, or discarded after it. `replacement`: it came from the tail after a kan. The round wind counts for
    nothing (ZJ-S07).

    The value can hold what cannot be: `problems` lists what is wrong with it.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    seat_wind: Wind
    melds: tuple[Meld, ...] = ()
    from_relation: Relation | None = None
    last_tile: bool = False
    replacement: bool = False
    robbing_kan: bool = False
    first_turn: FirstTurn = FirstTurn.NONE

    @property
    def by_self_draw(self) -> bool:
        """True for a self-draw, False for a win on a discard (ZJ-R11, ZJ-R12)."""
        return self.from_relation is None

    @property
    def is_closed(self) -> bool:
        """True when no meld but concealed kans is on the table (ZJ-S02)."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The concealed tiles and the winning one."""
        return (*self.concealed, self.winning_tile)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed ones, the winning one, those of the melds."""
        return (*self.standing, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that makes this win impossible at a table, in words; empty when nothing does."""
        return (*_tile_problems(self), *_circumstance_problems(self))

    def require_possible(self) -> None:
        """Raises `WinError` with all `problems` when there are any."""
        if self.problems:
            raise WinError("this win cannot be: " + "; ".join(self.problems))


def _tile_problems(win: Win) -> list[str]:
    problems = []
    expected = HAND_TILES - 3 * len(win.melds)
    if len(win.concealed) != expected:
        held = f"{len(win.concealed)} concealed tiles with {len(win.melds)} melds"
        problems.append(f"{held}, expected {expected} besides the winning tile")
    problems += [f"{tile} is none of the 136 tiles" for tile in win.tiles if tile.kind.is_flower or tile.red]
    problems += [f"{''.join(map(str, meld.tiles))} is no {meld.kind.value}" for meld in win.melds if not _is_set(meld)]
    counts = Counter(tile.kind for tile in win.tiles)
    problems += [f"{count} copies of {kind}, a set has 4" for kind, count in sorted(counts.items()) if count > 4]
    return problems


def _is_set(meld: Meld) -> bool:
    """True when the tiles are a run for chi, three of a kind for pon, four for a kan."""
    indices = sorted(tile.kind.index for tile in meld.tiles)
    if meld.kind is MeldKind.CHI:
        first = meld.tiles[0].kind
        same_suit = first.is_suited and all(tile.kind.suit is first.suit for tile in meld.tiles)
        return same_suit and indices == list(range(indices[0], indices[0] + 3))
    return len(set(indices)) == 1 and len(indices) == (4 if meld.kind.is_kan else 3)


def _circumstance_problems(win: Win) -> list[str]:
    drawn, first = win.by_self_draw, win.first_turn
    heavenly, earthly = first is FirstTurn.HEAVENLY, first is FirstTurn.EARTHLY
    rules = (
        (win.replacement and not drawn, "a replacement tile is a self-draw, this is a discard"),
        (win.replacement and not any(meld.kind.is_kan for meld in win.melds), "a replacement without a kan"),
        (win.robbing_kan and drawn, "robbing a kan is no self-draw"),
        (win.robbing_kan and first is not FirstTurn.NONE, "no kan is robbed before the first discard"),
        (first is not FirstTurn.NONE and bool(win.melds), "a win in the first turn with a meld"),
        (first is not FirstTurn.NONE and win.last_tile, "a win in the first turn on the last tile"),
        (heavenly and not drawn, "a heavenly win is drawn"),
        (heavenly and win.seat_wind is not Wind.EAST, "a heavenly win is East's"),
        (earthly and drawn, "an earthly win is on a discard"),
        (earthly and win.seat_wind is Wind.EAST, "an earthly win is on East's discard"),
    )
    return [problem for wrong, problem in rules if wrong]
