"""What is scored: a hand with its winning tile and the circumstances of the win."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Wind
from tablebridge_rules.tile import Tile

__all__ = ["RiichiState", "Win"]


class RiichiState(Enum):
    """What the winner declared; `DOUBLE` in the first uninterrupted go-round, `OPEN` with the hand laid open."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"
    OPEN = "open"
    DOUBLE_OPEN = "double_open"

    @property
    def is_double(self) -> bool:
        """True when it was declared in the first uninterrupted go-round."""
        return self in (RiichiState.DOUBLE, RiichiState.DOUBLE_OPEN)

    @property
    def is_open(self) -> bool:
        """True when the hand was laid open with it."""
        return self in (RiichiState.OPEN, RiichiState.DOUBLE_OPEN)


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that claims to be complete.

    `concealed` are the standing tiles without the winning one. `from_relation` is the discarder seen from the winner,
    None for a self-draw. `first_turn`: no call was made and the winner has not discarded yet; with a self-draw that
    is tenhou or chiihou, with a ron renhou. `haitei` and `houtei` are the last tile by self-draw and by ron.
    `indicators` are the tiles shown, the first one first and those of kans after it; `ura_indicators` those below
    them, empty without riichi. `honba` and `sticks` are what lies on the table (a riichi winner's stick included);
    they pay in the settlement and add nothing to the score.

    The value can hold what cannot be: `problems` lists what is wrong with it.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    seat_wind: Wind
    round_wind: Wind
    melds: tuple[Meld, ...] = ()
    from_relation: Relation | None = None
    riichi: RiichiState = RiichiState.NONE
    ippatsu: bool = False
    haitei: bool = False
    houtei: bool = False
    rinshan: bool = False
    chankan: bool = False
    first_turn: bool = False
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    sticks: int = 0

    @property
    def by_self_draw(self) -> bool:
        """True for a tsumo, False for a ron."""
        return self.from_relation is None

    @property
    def is_closed(self) -> bool:
        """True when no meld but concealed kans is on the table."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """True when the winner is east."""
        return self.seat_wind is Wind.EAST

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
    expected = 13 - 3 * len(win.melds)
    if len(win.concealed) != expected:
        held = f"{len(win.concealed)} concealed tiles with {len(win.melds)} melds"
        problems.append(f"{held}, expected {expected} besides the winning tile")
    problems += [f"{tile} is no tile of a hand" for tile in win.tiles if tile.kind.is_flower]
    problems += [f"{_meld_text(meld)} is no {meld.kind.value}" for meld in win.melds if not _is_set(meld)]
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


def _meld_text(meld: Meld) -> str:
    return "".join(str(tile) for tile in meld.tiles)


def _circumstance_problems(win: Win) -> list[str]:
    in_riichi = win.riichi is not RiichiState.NONE
    has_kan = any(meld.kind.is_kan for meld in win.melds)
    has_called = any(meld.kind is not MeldKind.KAN_CONCEALED for meld in win.melds)
    rules = (
        (in_riichi and not win.is_closed, "riichi with an open meld"),
        (win.ippatsu and not in_riichi, "ippatsu without riichi"),
        (bool(win.ura_indicators) and not in_riichi, "ura indicators without riichi"),
        (win.haitei and not win.by_self_draw, "haitei is a self-draw, this is a ron"),
        (win.houtei and win.by_self_draw, "houtei is a ron, this is a self-draw"),
        (win.rinshan and not win.by_self_draw, "rinshan is a self-draw, this is a ron"),
        (win.rinshan and not has_kan, "rinshan without a kan"),
        (win.chankan and win.by_self_draw, "chankan is a ron, this is a self-draw"),
        (win.first_turn and (has_called or has_kan), "a win in the first turn with a meld"),
        (win.first_turn and in_riichi, "a win in the first turn after riichi"),
        (win.first_turn and not win.by_self_draw and win.is_dealer, "the dealer cannot ron before the first discard"),
        (win.honba < 0, f"honba is {win.honba}, expected 0 or more"),
        (win.sticks < 0, f"sticks are {win.sticks}, expected 0 or more"),
    )
    return [problem for wrong, problem in rules if wrong]
