"""What is scored: a hand of sixteen tiles with its winning tile and its flowers, or a win by flowers alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Wind
from tablebridge_rules.tile import Tile

__all__ = ["HAND_TILES", "SETS", "FirstTurn", "FlowerWin", "Win"]

HAND_TILES = 16
"""Tiles held between two turns, each kan counted as three (TW-F02)."""
SETS = 5
"""Sets of a complete hand, beside the pair (TW-R25)."""


class FirstTurn(Enum):
    """A win before play was under way: with the opening hand, with the first draw, on a discard before that draw."""

    NONE = "none"
    HEAVENLY = "heavenly"
    EARTHLY = "earthly"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that claims to be complete.

    `concealed` are the standing tiles without the winning one, `flowers` those shown. `from_relation` is the discarder
    seen from the winner, None for a self-draw. `last_tile`: the tile was the last to be drawn, or discarded after it.
    `replacement`: it came from the tail. `robbing_kan`: it was being added to a triplet. The seat wind does not tell
    the dealer: it goes by the dice (TW-S31).

    The value can hold what cannot be: `problems` lists what is wrong with it.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    seat_wind: Wind
    round_wind: Wind
    melds: tuple[Meld, ...] = ()
    from_relation: Relation | None = None
    flowers: tuple[Tile, ...] = ()
    last_tile: bool = False
    replacement: bool = False
    robbing_kan: bool = False
    migi: bool = False
    first_turn: FirstTurn = FirstTurn.NONE

    @property
    def by_self_draw(self) -> bool:
        """True for a self-draw, False for a win on a discard."""
        return self.from_relation is None

    @property
    def is_closed(self) -> bool:
        """True when no meld but concealed kans is on the table (TW-S34)."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand without the flowers: concealed ones, the winning one, those of the melds."""
        return (*self.concealed, self.winning_tile, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that makes this win impossible at a table, in words; empty when nothing does."""
        return (*_tile_problems(self), *_flower_problems(self.flowers), *_circumstance_problems(self))

    def require_possible(self) -> None:
        """Raises `WinError` with all `problems` when there are any."""
        if self.problems:
            raise WinError("this win cannot be: " + "; ".join(self.problems))


@dataclass(frozen=True, slots=True)
class FlowerWin:
    """A win by flowers alone: seven on the holder of the eighth (`from_relation`), or all eight as a self-draw.

    Clause TW-S24, TW-S25.
    """

    flowers: tuple[Tile, ...]
    seat_wind: Wind
    from_relation: Relation | None = None

    @property
    def by_self_draw(self) -> bool:
        """True for eight flowers, which every other seat pays."""
        return self.from_relation is None

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that makes this win impossible, in words; empty when nothing does."""
        expected = 8 if self.by_self_draw else 7
        count = len(self.flowers)
        wrong = [f"{count} flowers, expected {expected}"] if count != expected else []
        return (*wrong, *_flower_problems(self.flowers))

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
    problems += [f"{tile} is no tile of a hand" for tile in win.tiles if tile.kind.is_flower or tile.red]
    problems += ["a concealed kan was not turned up" for meld in win.melds if meld.is_hidden]
    laid = [meld for meld in win.melds if not meld.is_hidden]
    problems += [f"{''.join(map(str, meld.tiles))} is no {meld.kind.value}" for meld in laid if not _is_set(meld)]
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


def _flower_problems(flowers: tuple[Tile, ...]) -> list[str]:
    problems = [f"{tile} is no flower" for tile in flowers if not tile.kind.is_flower]
    return problems + [
        f"{count} copies of {tile}, a set has 1" for tile, count in Counter(flowers).items() if count > 1
    ]


def _circumstance_problems(win: Win) -> list[str]:
    has_kan = any(meld.kind.is_kan for meld in win.melds)
    first = win.first_turn
    rules = (
        (win.replacement and not win.by_self_draw, "a replacement tile is a self-draw, this is a discard"),
        (win.replacement and not has_kan and not win.flowers, "a replacement without a kan or a flower"),
        (win.robbing_kan and win.by_self_draw, "robbing a kan is no self-draw"),
        (win.robbing_kan and win.last_tile, "no kan can be robbed at the last tile"),
        (win.migi and any(meld.is_open for meld in win.melds), "MIGI with an open meld"),
        (first is not FirstTurn.NONE and any(meld.is_open for meld in win.melds), f"{_FIRST[first]} win with a meld"),
        (first is FirstTurn.HUMAN and win.by_self_draw, "a human win is on a discard"),
        (first in (FirstTurn.HEAVENLY, FirstTurn.EARTHLY) and not win.by_self_draw, f"{_FIRST[first]} win is drawn"),
        (first is not FirstTurn.NONE and win.last_tile, f"{_FIRST[first]} win on the last tile"),
    )
    return [problem for wrong, problem in rules if wrong]


_FIRST = {
    FirstTurn.NONE: "no first",
    FirstTurn.HEAVENLY: "a heavenly",
    FirstTurn.EARTHLY: "an earthly",
    FirstTurn.HUMAN: "a human",
}
