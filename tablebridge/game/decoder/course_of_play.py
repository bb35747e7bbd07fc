"""In which order a hand can have been played whose tiles lie there: rivers and melds tell nearly all of it.

Every river shows its own order, turns go round, and a call breaks the round: a discard that a meld holds was called
from the seat in turn. Pure search, without rules: a tradition's fold says afterwards what becomes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat

__all__ = ["LaidMeld", "Move", "Step", "course_of_play"]

_MOST_LOOKS = 50_000  # at positions; a hand of ninety discards with ten calls needs a few hundred


class Step(Enum):
    """What the seat in turn, which holds a tile too many, did."""

    LAY = "lay"  # a discard that lies in its river
    GIVE = "give"  # a discard that lies in another's meld
    KAN = "kan"  # a concealed kan
    ADD = "add"  # the fourth tile to a pon


@dataclass(frozen=True, slots=True)
class Move:
    """One step of `seat`: `place` is that of the tile in its river, or of the meld in the corner of `taker`."""

    step: Step
    seat: Seat
    place: int
    taker: Seat | None = None


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld in a corner and when it was first seen (table ms). Of a pon that has become a kan `meld` is the pon, and
    `grown_ms` when its fourth tile was first seen; None of any other."""

    meld: Meld
    at_ms: float
    grown_ms: float | None = None


@dataclass(frozen=True, slots=True)
class _Position:
    """Who is to discard, whether it has drawn, how much of every river and corner is explained, and which pons grew."""

    seat: Seat
    drew: bool
    laid: tuple[int, ...] = (0, 0, 0, 0)
    melded: tuple[int, ...] = (0, 0, 0, 0)
    grown: frozenset[tuple[Seat, int]] = frozenset()


_Ways: TypeAlias = Iterator[tuple[float, Move, _Position]]


def course_of_play(
    rivers: Sequence[Sequence[float]],
    melds: Sequence[Sequence[LaidMeld]],
    dealer: Seat,
    turn: Seat,
    *,
    drew: bool = True,
) -> list[Move] | None:
    """The moves from the dealer's first discard until `turn` holds a tile too many; None when there is no such course.

    `drew` says whether it has drawn that tile, or called. `rivers` are, in seat order A..D, when each lying discard was
    first seen (table ms), `melds` the corners. Of several courses one is taken that fits these times; of what was seen
    at the same time calls come as early as they can, so that what is judged next does not rest on them.
    """
    search = _Search(rivers, melds, turn, drew)
    return search.moves if search.leads_there(_Position(dealer, drew=True)) else None


class _Search:
    def __init__(
        self, rivers: Sequence[Sequence[float]], melds: Sequence[Sequence[LaidMeld]], turn: Seat, drew: bool
    ) -> None:
        self._rivers, self._melds = rivers, melds
        self._hopeless: set[_Position] = set()
        self.moves: list[Move] = []
        self._end = _Position(
            turn,
            drew=drew,
            laid=tuple(len(river) for river in rivers),
            melded=tuple(len(corner) for corner in melds),
            grown=frozenset(
                (seat, place)
                for seat in Seat
                for place, laid in enumerate(melds[seat.number])
                if laid.grown_ms is not None
            ),
        )

    def leads_there(self, position: _Position) -> bool:
        """Whether the position can become the one that lies there; `moves` are how."""
        if position == self._end:
            return True
        if position in self._hopeless or len(self._hopeless) >= _MOST_LOOKS:
            return False
        for _, move, after in sorted(self._ways(position), key=lambda way: way[0]):
            self.moves.append(move)
            if self.leads_there(after):
                return True
            self.moves.pop()
        self._hopeless.add(position)
        return False

    def _ways(self, position: _Position) -> _Ways:
        yield from self._give(position)
        if position.drew:
            yield from self._kan(position)
            yield from self._add(position)
        yield from self._lay(position)

    def _lay(self, position: _Position) -> _Ways:
        seat, place = position.seat, position.laid[position.seat.number]
        river = self._rivers[seat.number]
        if place < len(river):
            after = replace(position, seat=seat.after(), drew=True, laid=_counted(position.laid, seat))
            yield river[place], Move(Step.LAY, seat, place), after

    def _give(self, position: _Position) -> _Ways:
        giver = position.seat
        for taker in (giver.after(steps) for steps in (1, 2, 3)):
            place, laid = self._next_meld(position, taker)
            if laid is None or not laid.meld.is_open or laid.meld.from_seat not in (None, giver):
                continue
            if laid.meld.kind is not MeldKind.CHI or giver.after() is taker:
                drew = laid.meld.kind is MeldKind.KAN_EXPOSED
                after = replace(position, seat=taker, drew=drew, melded=_counted(position.melded, taker))
                yield laid.at_ms, Move(Step.GIVE, giver, place, taker), after

    def _kan(self, position: _Position) -> _Ways:
        seat = position.seat
        place, laid = self._next_meld(position, seat)
        if laid is not None and not laid.meld.is_open:
            after = replace(position, melded=_counted(position.melded, seat))
            yield laid.at_ms, Move(Step.KAN, seat, place, seat), after

    def _add(self, position: _Position) -> _Ways:
        seat = position.seat
        for place in range(position.melded[seat.number]):
            laid = self._melds[seat.number][place]
            if laid.grown_ms is not None and (seat, place) not in position.grown:
                after = replace(position, grown=position.grown | {(seat, place)})
                yield laid.grown_ms, Move(Step.ADD, seat, place, seat), after

    def _next_meld(self, position: _Position, seat: Seat) -> tuple[int, LaidMeld | None]:
        place, corner = position.melded[seat.number], self._melds[seat.number]
        return place, corner[place] if place < len(corner) else None


def _counted(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return tuple(count + (one is seat) for one, count in zip(Seat, counts, strict=True))
