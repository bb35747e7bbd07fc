"""What is scored: a hand with its winning tile and the circumstances of the win."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.packed import UNITS, is_beyond, meld_code, pack
from tablebridge_rules.seat import Relation, Wind
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["PackedWin", "RiichiState", "Win"]


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
        return not self.melds or not any(meld.is_open for meld in self.melds)

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
        if not self.melds:
            return (*self.concealed, self.winning_tile)
        return (*self.concealed, self.winning_tile, *[tile for meld in self.melds for tile in meld.tiles])

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that makes this win impossible at a table, in words; empty when nothing does."""
        return tuple(_tile_problems(self, _counts(self)) + _circumstance_problems(self))

    def require_possible(self) -> None:
        """Raises `WinError` with all `problems` when there are any."""
        self.packed()

    def packed(self) -> PackedWin:
        """The tiles as whole numbers. Raises `WinError` with all `problems` when there are any."""
        holding = pack(self.concealed) + UNITS[self.winning_tile.kind.index]
        tiles, is_closed, is_sound = holding, True, True
        for meld in self.melds:
            meld_tiles = pack(meld.tiles)
            tiles += meld_tiles
            code = meld_code(meld, meld_tiles)
            if code is None:
                is_sound = False
            else:
                holding += code
            if meld.kind is not _CONCEALED:
                is_closed = False
        if (
            not is_sound
            or len(self.concealed) != 13 - 3 * len(self.melds)
            or is_beyond(tiles)
            or _circumstance_problems(self)
        ):
            raise WinError("this win cannot be: " + "; ".join(self.problems))
        return holding, tiles, is_closed


PackedWin = tuple[int, int, bool]
"""The standing tiles with the melds' codes, and all tiles (`riichi.packed`); whether all are concealed."""


def _counts(win: Win) -> list[int]:
    counts = [0] * _KINDS
    for tile in win.concealed:
        counts[tile.kind.index] += 1
    counts[win.winning_tile.kind.index] += 1
    for meld in win.melds:
        for tile in meld.tiles:
            counts[tile.kind.index] += 1
    return counts


def _tile_problems(win: Win, counts: list[int]) -> list[str]:
    problems: list[str] = []
    expected = 13 - 3 * len(win.melds)
    if len(win.concealed) != expected:
        held = f"{len(win.concealed)} concealed tiles with {len(win.melds)} melds"
        problems.append(f"{held}, expected {expected} besides the winning tile")
    if counts[_STANDARD:] != _NO_FLOWERS:
        problems += [f"{tile} is no tile of a hand" for tile in win.tiles if tile.kind.is_flower]
    for meld in win.melds:
        if not _is_set(meld):
            problems.append(f"{_meld_text(meld)} is no {meld.kind.value}")
    if max(counts) > _COPIES:
        many = [(TileKind(index), count) for index, count in enumerate(counts) if count > _COPIES]
        problems += [f"{count} copies of {kind}, a set has {_COPIES}" for kind, count in many]
    return problems


def _is_set(meld: Meld) -> bool:
    """True when the tiles are a run for chi, three of a kind for pon, four for a kan."""
    indices = [tile.kind.index for tile in meld.tiles]
    if meld.kind is _CHI:
        return tuple(sorted(indices)) in _RUNS
    return indices.count(indices[0]) == len(indices) == (3 if meld.kind is _PON else 4)


def _meld_text(meld: Meld) -> str:
    return "".join(str(tile) for tile in meld.tiles)


def _circumstance_problems(win: Win) -> list[str]:
    """Scoring asks for this at every hand; most hands have none of these circumstances."""
    problems = _counter_problems(win) if win.honba or win.sticks else []
    if win.ura_indicators or win.ippatsu or win.riichi is not _NO_RIICHI:
        problems += _riichi_problems(win)
    if win.haitei or win.houtei or win.rinshan or win.chankan:
        problems += _last_tile_problems(win)
    if win.first_turn:
        problems += _first_turn_problems(win)
    return problems


def _counter_problems(win: Win) -> list[str]:
    problems = []
    if win.honba < 0:
        problems.append(f"honba is {win.honba}, expected 0 or more")
    if win.sticks < 0:
        problems.append(f"sticks are {win.sticks}, expected 0 or more")
    return problems


def _riichi_problems(win: Win) -> list[str]:
    if win.riichi is not RiichiState.NONE:
        return [] if win.is_closed else ["riichi with an open meld"]
    problems = ["ippatsu without riichi"] if win.ippatsu else []
    return [*problems, "ura indicators without riichi"] if win.ura_indicators else problems


def _last_tile_problems(win: Win) -> list[str]:
    rules = (
        (win.haitei and not win.by_self_draw, "haitei is a self-draw, this is a ron"),
        (win.houtei and win.by_self_draw, "houtei is a ron, this is a self-draw"),
        (win.rinshan and not win.by_self_draw, "rinshan is a self-draw, this is a ron"),
        (win.rinshan and not any(meld.kind.is_kan for meld in win.melds), "rinshan without a kan"),
        (win.chankan and win.by_self_draw, "chankan is a ron, this is a self-draw"),
    )
    return [problem for wrong, problem in rules if wrong]


def _first_turn_problems(win: Win) -> list[str]:
    rules = (
        (bool(win.melds), "a win in the first turn with a meld"),
        (win.riichi is not RiichiState.NONE, "a win in the first turn after riichi"),
        (not win.by_self_draw and win.is_dealer, "the dealer cannot ron before the first discard"),
    )
    return [problem for wrong, problem in rules if wrong]


_KINDS, _STANDARD, _COPIES = 42, 34, 4
_NO_FLOWERS = [0] * (_KINDS - _STANDARD)
_RUNS = frozenset((first, first + 1, first + 2) for first in range(27) if first % 9 < 7)
"""The runs by index."""
_CHI, _PON, _CONCEALED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_CONCEALED
_NO_RIICHI = RiichiState.NONE
