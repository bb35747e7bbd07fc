"""Watches one seat's corner: melds pushed there, one to the left of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import MeldGone, MeldSeen, MeldTile
from tablebridge.vision.fit import Fit, Window, fit_places
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.reading import BACK, NOT_A_TILE, TileReading
from tablebridge.vision.votes import Votes
from tablebridge_rules.seat import Seat

__all__ = ["LAYOUTS", "Layout", "MeldWatch"]

_MOST_MELDS = 5
"""Of a hand of sixteen; four of one of thirteen."""
_LEAST_SCORE = 0.55
_CLOSE_SCORE = 0.2
"""Layouts this much worse than the best are not read at all."""
_ROOM_MM = 104.0
_USUAL_LEFT_MM = 150.0
_SURELY = 0.8
"""Of each face of a concealed kan that is turned up and is none (SC-F03, TW-F26)."""
_UPRIGHT_DOUBT = 0.06
"""What three upright tiles lose against a row with a sideways one, as nearly all rulebooks want it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a meld lies: which tiles from left to right are turned, and whether a tile is added to the turned one."""

    turned: tuple[bool, ...]
    added: bool = False

    @property
    def is_kan_row(self) -> bool:
        """Four in a row: all of one kind."""
        return len(self.turned) == 4

    @property
    def is_upright(self) -> bool:
        """Whether no tile is turned."""
        return not any(self.turned)

    def places(self, cloth: Cloth, right_mm: float) -> list[Place]:
        """The row from left to right, then the added tile."""
        row = list(cloth.meld_places(right_mm, self.turned))
        return [*row, cloth.added_place(row[self.turned.index(True)])] if self.added else row

    def width_mm(self, cloth: Cloth) -> float:
        """Length of the row."""
        return sum(cloth.tile_long_mm if turned else cloth.tile_wide_mm for turned in self.turned)


def _layout(text: str) -> Layout:
    """`-||` is a sideways tile and two upright ones; `=` is a sideways one with a tile added."""
    return Layout(tuple(mark in "-=" for mark in text), "=" in text)


LAYOUTS = tuple(
    _layout(text) for text in ("-||", "|-|", "||-", "=||", "|=|", "||=", "-|||", "||-|", "|||-", "||||", "|||", "|-||")
)
"""Every way a chi, pon or kan may lie: RL-C05 to RL-C08; without a sideways tile where a rulebook asks for none."""


@dataclass(frozen=True, slots=True)
class _Guess:
    layout: Layout
    fit: Fit
    readings: tuple[TileReading, ...]

    @property
    def is_possible(self) -> bool:
        """False when a tile is none, a kan's tiles differ, or backs lie where none may."""
        names = [reading.tile for reading in self.readings]
        backs = names.count(BACK)
        if NOT_A_TILE in names:
            return False
        if self.layout.turned == (False,) * 4:
            # a concealed kan: two faces up (RL-C08), one or none (TW-R23), or all of them
            return backs != 1 and len({_kind(name) for name in names if name != BACK}) <= 1
        if backs:
            return False
        return not (self.layout.is_kan_row or self.layout.added) or len({_kind(name) for name in names}) == 1

    @property
    def is_false_kan(self) -> bool:
        """Whether four tiles lie there that are not the same, every face of them surely read."""
        sure = all(reading.is_face and reading.confidence >= _SURELY for reading in self.readings)
        return self.layout.turned == (False,) * 4 and not self.layout.added and sure

    @property
    def weight(self) -> float:
        """How well it fits and reads."""
        doubt = sum(1 - reading.confidence for reading in self.readings) / len(self.readings)
        across = sum(
            reading.quarter_turns is not None and reading.quarter_turns % 2 == 1 and reading.tile != "5z"
            for reading in self.readings
        ) / len(self.readings)
        plain = _UPRIGHT_DOUBT if self.layout.is_upright and len(self.readings) == 3 else 0.0
        return self.fit.score - 0.3 * doubt - 0.5 * across + (0.1 if len(self.readings) == 4 else 0.0) - plain


@dataclass(frozen=True, slots=True)
class _Meld:
    layout: Layout
    tiles: tuple[MeldTile, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tile.reading.tile for tile in self.tiles)

    @property
    def is_face_down(self) -> bool:
        return set(self.names) == {BACK}

    @property
    def confidence(self) -> float:
        return min(tile.reading.confidence for tile in self.tiles)


class MeldWatch:
    """One seat's melds. All of them are read again when something in the corner has changed and settled."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._cloth = cloth
        self._melds: list[_Meld] = []
        self._left_mm = self._room_left(cloth.meld_right_mm)
        self._gate = Gate()
        self._votes: dict[tuple[int, Layout], list[Votes]] = {}

    def look(self, look: Look) -> list[Sighted]:
        """Melds that came, grew or went."""
        cloth, left = self._cloth, self._left_mm
        middle, depth = (left + cloth.meld_right_mm) / 2, cloth.tile_long_mm + 16
        footprint = look.stillness.footprint(
            self._seat, middle, cloth.meld_out_mm - depth / 2, cloth.meld_right_mm - left, depth, cloth.tile_thick_mm
        )
        if not self._gate.due(look, footprint):
            return []
        moved_ms = look.stillness.moved_at_ms(footprint)
        guesses = self._parse(look)
        if guesses is None:
            self._gate.puzzled(look, footprint)
            return []
        melds = [self._vote(index, guess) for index, guess in enumerate(guesses)]
        if any(meld is None for meld in melds):
            return []
        self._gate.done(look)
        self._votes.clear()
        return [Sighted(*each) for each in self._changes([meld for meld in melds if meld is not None], moved_ms)]

    def _changes(self, melds: list[_Meld], moved_ms: float) -> list[tuple[MeldSeen | MeldGone, float, float]]:
        changes: list[tuple[MeldSeen | MeldGone, float, float]] = [
            (MeldGone(self._seat, index), moved_ms, 1.0) for index in range(len(melds), len(self._melds))
        ]
        for index, meld in enumerate(melds):
            known = self._melds[index] if index < len(self._melds) else None
            if known is None or (known.layout, known.names) != (meld.layout, meld.names):
                changes.append((MeldSeen(self._seat, index, meld.tiles), moved_ms, meld.confidence))
        self._melds = melds
        taken = sum(meld.layout.width_mm(self._cloth) + self._cloth.meld_gap_mm() for meld in melds)
        self._left_mm = self._room_left(self._cloth.meld_right_mm - taken)
        return changes

    def _room_left(self, right_mm: float) -> float:
        """How far to the left the corner is watched: the next meld fits in, and what lies beyond is none of its."""
        return min(right_mm - _ROOM_MM, _USUAL_LEFT_MM)

    def _parse(self, look: Look) -> list[_Guess] | None:
        """The melds from the corner on; None when something lies there that is none."""
        cloth = self._cloth
        guesses: list[_Guess] = []
        right = cloth.meld_right_mm
        known: list[Place] = []
        for _ in range(_MOST_MELDS + 1):
            # a little nearer than the next tile's middle, whichever way it lies
            if look.is_bare(self._seat, right - cloth.tile_wide_mm / 2, cloth.meld_out_mm - cloth.tile_wide_mm / 2, 8):
                return guesses
            guess = self._guess(look, right, known, was_down=self._lay_face_down(len(guesses)))
            if guess is None or len(guesses) == _MOST_MELDS:
                return None
            guesses.append(guess)
            known += guess.fit.places
            shift = sum(
                found.right_mm - asked.right_mm
                for found, asked in zip(guess.fit.places, guess.layout.places(cloth, right), strict=True)
            ) / len(guess.fit.places)
            right -= guess.layout.width_mm(cloth) + cloth.meld_gap_mm() - shift / 2
        return None

    def _lay_face_down(self, index: int) -> bool:
        """Whether a kan lay there of which no face was seen: it may turn out to be none."""
        return index < len(self._melds) and self._melds[index].is_face_down

    def _guess(self, look: Look, right_mm: float, known: Sequence[Place], *, was_down: bool) -> _Guess | None:
        cloth = self._cloth
        out = cloth.meld_out_mm - cloth.tile_long_mm / 2
        window = look.window(self._seat, right_mm - _ROOM_MM / 2 + 6, out, _ROOM_MM + 28, 68).without(known)
        fits = self._fits(look, window, right_mm)
        best = max(fit.score for fit in fits.values())
        if best < _LEAST_SCORE:
            return None
        near = {layout: fit for layout, fit in fits.items() if fit.score > best - _CLOSE_SCORE}
        readings = iter(look.read(self._seat, [place for fit in near.values() for place in fit.places]))
        guesses = [_Guess(layout, fit, tuple(next(readings) for _ in fit.places)) for layout, fit in near.items()]
        possible = [guess for guess in guesses if guess.is_possible or (was_down and guess.is_false_kan)]
        return max(possible, key=lambda guess: guess.weight, default=None)

    def _fits(self, look: Look, window: Window, right_mm: float) -> dict[Layout, Fit]:
        """Every layout fitted unturned, the best few also turned."""
        fits = {layout: self._fit(look, window, layout, right_mm, turns=False) for layout in LAYOUTS}
        best = max(fit.score for fit in fits.values())
        for layout in [layout for layout, fit in fits.items() if fit.score > best - _CLOSE_SCORE]:
            fits[layout] = self._fit(look, window, layout, right_mm, turns=True)
        return fits

    def _fit(self, look: Look, window: Window, layout: Layout, right_mm: float, *, turns: bool) -> Fit:
        alone = self._without_next(look, window, right_mm - layout.width_mm(self._cloth))
        return fit_places(alone, layout.places(self._cloth, right_mm), turns=turns)

    def _without_next(self, look: Look, window: Window, left_mm: float) -> Window:
        """The window without what lies to the left of a meld that ends at `left_mm`: there the next one begins."""
        cloth = self._cloth
        next_mm = left_mm - cloth.meld_gap_mm()
        if look.is_bare(self._seat, next_mm - cloth.tile_wide_mm / 2, cloth.meld_out_mm - cloth.tile_wide_mm / 2, 8):
            return window
        return window.right_of(left_mm - cloth.meld_gap_mm() / 2)

    def _vote(self, index: int, guess: _Guess) -> _Meld | None:
        """The meld once its tiles are read surely enough; None while another look would help."""
        votes = self._votes.setdefault((index, guess.layout), [Votes() for _ in guess.readings])
        for vote, reading in zip(votes, guess.readings, strict=True):
            vote.add(reading)
        if not all(vote.decided for vote in votes):
            return None
        row = len(guess.layout.turned)
        tiles = tuple(
            MeldTile(vote.result(), sideways=number >= row or guess.layout.turned[number], stacked=number >= row)
            for number, vote in enumerate(votes)
        )
        return _Meld(guess.layout, tiles)


def _kind(name: str) -> str:
    """A red five is a five."""
    return name.replace("0", "5")
