"""Joining in mid-hand: a hand whose beginning nobody saw is taken up from what lies on the cloth.

Rivers, melds, indicators and flowers tell what was done, the rows whose turn it is, and `course_of_play` in which
order it can have come. Told that way it is all doubtful and accuses nobody; what comes after it is seen as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.course_of_play import LaidMeld, Move, Step, course_of_play
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import DOUBTFUL, FIRST_HAND, NEVER_MS
from tablebridge.game.decoder.meld_acts import added_tile
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View
from tablebridge.observation import DealerShown, MeldSeen, PointsShown, RiverTileSeen, StandingRow, Witness
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Called, Discarded, Drawn, HandEvent, HandStarted
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import begin, next_hand, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable, Phase

__all__ = ["join_act"]

_LOOKED_MS = 4000.0  # by then every zone of the cloth has been told of, and so has a throw or a new wall
_STILL_MS = 300.0  # a discard and the row that it left settle together
_MOST_DRAWS = 24  # before one act: replacements of flowers in turn


@dataclass(frozen=True)
class _Cloth:
    """What lies there: rivers and corners in seat order A..D, and who holds a tile too many."""

    rivers: tuple[tuple[Fact[RiverTileSeen], ...], ...]
    corners: tuple[tuple[Fact[MeldSeen], ...], ...]
    rows: tuple[Fact[StandingRow], ...]
    turn: Seat

    @property
    def facts(self) -> list[Fact[Any]]:
        """All of it."""
        return [*(one for part in (*self.rivers, *self.corners) for one in part), *self.rows]


def join_act(view: View) -> Iterator[Proposal]:
    """The hand that is in play though nobody saw it begin, from its deal to the draw of the seat in turn."""
    cloth = _cloth(view)
    if cloth is None or not _looked_at(view, cloth):
        return
    key = (join_act, *cloth.facts, max(fact.changed_ms for fact in cloth.facts))
    found = view.remember(key, lambda: _taken_up(view, cloth))
    if found is not None:
        yield found


def _cloth(view: View) -> _Cloth | None:
    """What lies there, if it is a hand in play: four rows, of which one holds a tile too many, and a tile laid."""
    since_ms = view.hypothesis.event_ms if view.table is not None else NEVER_MS
    lying = [[fact for fact in view.fresh_tiles(seat) if fact.lies and fact.at_ms > since_ms] for seat in Seat]
    melds = {key: fact for key, fact in view.facts.melds.items() if fact.lies and fact.at_ms > since_ms}
    corners = [[melds[key] for key in sorted(melds, key=lambda key: key[1]) if key[0] is seat] for seat in Seat]
    rows = [fact for seat in Seat if (fact := view.facts.rows.get(seat)) is not None and fact.at_ms > since_ms]
    if len(rows) < len(Seat) or not any(lying) or any(fact.lies for fact in view.facts.reveals.values()):
        return None
    if any([fact.latest.slot for fact in river] != list(range(len(river))) for river in lying):
        return None  # one of them is hidden just now
    turn = _in_turn(view, rows, corners)
    if turn is None:
        return None
    return _Cloth(tuple(map(tuple, lying)), tuple(map(tuple, corners)), tuple(rows), turn)


def _in_turn(view: View, rows: Sequence[Fact[StandingRow]], corners: Sequence[Sequence[Fact[MeldSeen]]]) -> Seat | None:
    """The one seat whose row has a tile more than a seat that waits has; None unless all others have just that."""
    more: list[Seat] = []
    for seat, row, corner in zip(Seat, rows, corners, strict=True):
        over = row.latest.tiles + row.latest.drawn - (view.setting.hand_tiles - 3 * len(corner))
        if over not in (0, 1):
            return None
        more += [seat] * over
    return more[0] if len(more) == 1 else None


def _looked_at(view: View, cloth: _Cloth) -> bool:
    """Whether everything has been told of that tells of a beginning, and nothing moves just now."""
    first_ms = min(fact.arrived_ms for fact in cloth.facts)
    last_ms = max(fact.changed_ms for fact in cloth.facts)
    return view.passed(first_ms, _LOOKED_MS) and view.passed(last_ms, _STILL_MS)


def _taken_up(view: View, cloth: _Cloth) -> Proposal | None:
    for started, known in _beginnings(view):
        retelling = _Retelling(view, started)
        if retelling.reaches(cloth):
            uses = tuple(fact for river in cloth.rivers for fact in river)
            since_ms = min(fact.at_ms for fact in (*cloth.facts, *view.facts.indicators.values()))
            return Proposal(
                tuple(retelling.told),
                uses,
                certain=True,
                since_ms=since_ms,
                joins=True,
                doubt=None
                if known
                else "this hand was joined in the middle: who deals, the round and the points are "
                "taken for what they were at the start of a game",
            )
    return None


def _beginnings(view: View) -> Iterator[tuple[HandStarted, bool]]:
    """How the hand may have begun, the likeliest way first, and whether that follows by the rules."""
    table = view.table
    if table is not None:
        following = next_hand(table, view.rulebook, view.hypothesis.first_dealer)
        if isinstance(following, HandStarted):
            yield following, True
        table = table if following is not None else None  # that game is over, this is another
    lamp = view.told(DealerShown)
    likely = lamp[-1].latest.seat if lamp else None
    number = FIRST_HAND if table is None else table.hand + 1
    wind = Wind.EAST if table is None else table.round_wind
    points = _points(view, table)
    for dealer in sorted(Seat, key=lambda seat: seat is not likely):
        yield HandStarted(number, wind, dealer, 0, 0, points), False


def _points(view: View, table: AnyTable | None) -> Delta:
    """What the displays show, if all four do and nothing of it is missing; else what is known."""
    opening: Delta = view.setting.tradition.opening_points(view.rulebook)
    known = opening if table is None else table.points
    shown = {fact.latest.seat: fact.latest.points for fact in view.told(PointsShown)}
    if len(shown) < len(Seat) or sum(shown.values()) != sum(known):
        return known
    return shown[Seat.A], shown[Seat.B], shown[Seat.C], shown[Seat.D]


class _Retelling:
    """The hand from its beginning on, act by act, each with the state after it."""

    def __init__(self, view: View, started: HandStarted) -> None:
        self._view = view
        self._state: AnyTable = begin(started, view.rulebook)
        self.told = [self._doubtful(started)]

    def reaches(self, cloth: _Cloth) -> bool:
        """Whether the hand can have come to be what lies there; `told` is how."""
        dealt = self._here().customs.joined(self._here())
        if dealt is None:
            return False
        for event in dealt:
            self._tell(event)
        melds = [[self._read(fact) for fact in corner] for corner in cloth.corners]
        if any(None in corner for corner in melds):
            return False
        corners = [[one for one in corner if one is not None] for corner in melds]
        times = [[fact.at_ms for fact in river] for river in cloth.rivers]
        moves = course_of_play(times, corners, self._state.dealer, cloth.turn)
        if moves is None and not cloth.rows[cloth.turn.number].latest.drawn:
            moves = course_of_play(times, corners, self._state.dealer, cloth.turn, drew=False)
        if moves is None:
            return False
        try:
            for move in moves:
                self._make(move, cloth, corners)
            self._draw(cloth.rows[cloth.turn.number])
        except (RulesError, LookupError):
            return False
        return self._state.phase is Phase.MUST_DISCARD and self._agrees(cloth)

    def _agrees(self, cloth: _Cloth) -> bool:
        """Whether it is the right seat's turn, and every row is as long as it is seen."""
        lengths = zip(Seat, cloth.rows, strict=True)
        rows = all(self._state.concealed_count(seat) == row.latest.tiles + row.latest.drawn for seat, row in lengths)
        return self._state.turn is cloth.turn and rows

    def _read(self, fact: Fact[MeldSeen]) -> LaidMeld | None:
        here = self._here()
        reading = next(iter(here.customs.read_meld(here, fact, None)), None)
        if reading is None:
            return None
        grown = reading.meld.kind is MeldKind.PON and len(fact.latest.tiles) == KAN_TILES
        # when the pon below was laid has gone with the fact of it
        return LaidMeld(reading.meld, NEVER_MS, fact.at_ms) if grown else LaidMeld(reading.meld, fact.at_ms)

    def _make(self, move: Move, cloth: _Cloth, corners: Sequence[Sequence[LaidMeld]]) -> None:
        seat, taker = move.seat, move.taker
        if move.step is Step.LAY:
            fact = cloth.rivers[seat.number][move.place]
            self._draw(fact)
            self._discard(fact)
            return
        assert taker is not None
        meld, fact_of_meld = corners[taker.number][move.place].meld, cloth.corners[taker.number][move.place]
        self._draw(fact_of_meld)
        match move.step:
            case Step.GIVE:
                assert meld.called is not None
                self._tell(Discarded(seat, meld.called))
                self._imply(fact_of_meld)
                self._tell(Called(taker, replace(meld, from_seat=seat)))
            case Step.KAN:
                self._tell(Called(seat, meld))
            case Step.ADD:
                pon = self._state.at(seat).melds[move.place]
                added = added_tile(self._here(), pon)
                self._tell(Called(seat, Meld(MeldKind.KAN_ADDED, (*pon.own, added), pon.called, pon.from_seat)))

    def _discard(self, fact: Fact[RiverTileSeen]) -> None:
        here = self._here()
        best = here.tiles_left().best(fact.latest.reading)
        if best is None:
            raise LookupError("a tile that nobody could read")
        discard = self._tell(Discarded(fact.latest.seat, best[0], here.customs.sideways(here, fact)[0]))
        for implied in self._here().customs.after_discard(self._here(), fact, discard):
            self._tell(implied.event)

    def _draw(self, act: Fact[Any]) -> None:
        """What has to come before the seat in turn can act: mostly its draw."""
        for _ in range(_MOST_DRAWS):
            if self._state.phase not in (Phase.CALLS_OPEN, Phase.MUST_DRAW):
                return
            self._imply(act)
            self._tell(Drawn(self._state.turn, replacement=self._state.replacement_pending))

    def _imply(self, act: Fact[Any]) -> None:
        for implied in self._here().customs.before_act(self._here(), act):
            self._tell(implied.event)

    def _tell(self, event: HandEvent) -> DecodedEvent:
        self._state = step(self._state, event, self._view.rulebook).state
        self.told.append(self._doubtful(event))
        return self.told[-1]

    def _doubtful(self, event: HandEvent) -> DecodedEvent:
        view = self._view
        return DecodedEvent(event, view.now_ms, view.captured_at, DOUBTFUL, (Witness.CAMERA,))

    def _here(self) -> View:
        """The facts as they are seen by whoever has followed the hand so far."""
        since_ms = NEVER_MS if self._view.table is None else self._view.hypothesis.event_ms
        hypothesis = replace(self._view.hypothesis, state=self._state, since_ms=since_ms, pending=())
        return replace(self._view, hypothesis=hypothesis, memory={})
