"""What perfect witnesses report of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    DiceShown,
    Evidence,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
    Sighting,
    StandingRow,
    WallRaised,
    Witness,
)
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
_TABLE = (DiceShown, WallRaised, SetComplete)


@dataclass(frozen=True)
class Report:
    """An observation, and when it reaches the decoder (table ms): after it was made, by more or less."""

    arrives_ms: float
    observation: Observation

    @property
    def sighting(self) -> Sighting:
        return self.observation.sighting


@dataclass
class Witnesses:
    """Perfect ones: everything is reported at once, in order, surely read."""

    random: Random
    at_ms: float = 0.0
    reports: list[Report] = field(default_factory=list)
    state: HandState | None = None
    tiles_drawn: int = 0

    def see(self, events: Iterable[GameEvent]) -> list[Report]:
        for event in events:
            before = self.state
            self.state = start(event) if isinstance(event, HandStarted) else step(self.hand, event).state
            self.at_ms += self.random.uniform(700, 2500)
            self._report(before, event)
        return self.reports

    @property
    def hand(self) -> HandState:
        assert self.state is not None
        return self.state

    def _say(self, *sightings: Sighting, apart_ms: float = 60.0) -> None:
        for sighting in sightings:
            witness = Witness.TABLE if isinstance(sighting, _TABLE) else Witness.CAMERA
            captured_at = NOON + timedelta(milliseconds=self.at_ms)
            evidence = (Evidence("frame", str(int(self.at_ms // 40))),) if witness is Witness.CAMERA else ()
            observation = Observation(witness, self.at_ms, captured_at, sighting, 1.0, evidence)
            self.reports.append(Report(self.at_ms, observation))
            self.at_ms += apart_ms

    def _report(self, before: HandState | None, event: GameEvent) -> None:
        match event:
            case HandStarted(hand, _, dealer):
                if hand == 0:
                    thrower, steps = dealer.after(-1), self.random.choice((2, 6, 10))
                    first = max(1, steps - 6)
                    self._say(DiceShown("dealer", thrower, (first, steps - first)))
            case WallBuilt(stacks):
                self._say(*(WallRaised(seat, stacks[seat.number]) for seat in Seat))
            case DiceRolled(seat, dice):
                self._say(DiceShown("break", seat, dice))
            case Dealt(indicator):
                self.tiles_drawn = 0
                self._say(IndicatorSeen(0, read(indicator)), *(StandingRow(seat, 13, False) for seat in Seat))
            case Drawn(seat):
                self.tiles_drawn += 1
                self._row(seat, drawn=True)
            case Discarded(seat, tile, sideways):
                slot = len(self.hand.at(seat).river.lying) - 1
                self._say(RiverTileSeen(seat, slot, read(tile), sideways))
                self._row(seat)
            case RiichiAccepted(seat):
                self._say(RiichiStickSeen(seat, True))
            case Called(seat, meld):
                self._call(before, seat, meld)
            case IndicatorTurned(tile):
                self._say(IndicatorSeen(len(self.hand.indicators) - 1, read(tile)))
            case Won(seat, tile, concealed, from_seat, ura):
                self._say(
                    HandRevealed(seat, tuple(map(read, concealed)), None if from_seat else read(tile)),
                    *(IndicatorSeen(index, read(below), ura=True) for index, below in enumerate(ura)),
                )
            case ExhaustiveDraw(revealed):
                self._say(*(HandRevealed(seat, tuple(map(read, tiles))) for seat, tiles in revealed), apart_ms=500)
            case AbortiveDraw(reason, seat):
                assert before is not None
                if reason == "nine_terminals" and seat is not None:
                    part = before.at(seat)
                    assert part.concealed is not None
                    self._say(HandRevealed(seat, tuple(map(read, part.concealed[:-1])), read(part.concealed[-1])))
            case Settled():
                self._clear()

    def _row(self, seat: Seat, *, drawn: bool = False) -> None:
        self._say(StandingRow(seat, self.hand.concealed_count(seat) - drawn, drawn))

    def _call(self, before: HandState | None, seat: Seat, meld: Meld) -> None:
        if meld.kind not in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED):
            assert before is not None
            assert meld.from_seat is not None
            slot = len(before.at(meld.from_seat).river.lying) - 1
            self._say(RiverTileGone(meld.from_seat, slot), apart_ms=self.random.uniform(100, 900))
        melds = self.hand.at(seat).melds
        self._say(MeldSeen(seat, melds.index(meld), laid(seat, meld)))
        self._row(seat)

    def _clear(self) -> None:
        """The players push everything into the table some seconds after the hand was opened."""
        self.at_ms += self.random.uniform(8000, 12000)
        for seat in Seat:
            part = self.hand.at(seat)
            self._say(*(RiverTileGone(seat, slot) for slot in range(len(part.river.lying))), apart_ms=5)
            self._say(*(MeldGone(seat, index) for index in range(len(part.melds))), apart_ms=5)
            self._say(RevealedHandGone(seat), RiichiStickSeen(seat, False), StandingRow(seat, 0, False), apart_ms=5)
        self._say(*(IndicatorGone(index) for index in range(len(self.hand.indicators))), apart_ms=5)
        self._say(SetComplete(136))


def read(tile: Tile) -> ReadTile:
    """A sure reading."""
    return ReadTile(str(tile), 0.98, ((str(tile), 0.98),))


def laid(seat: Seat, meld: Meld) -> tuple[MeldTile, ...]:
    """The meld as it lies in its owner's corner (RL-C05 to RL-C08), seen by the owner from left to right."""
    if meld.kind is MeldKind.KAN_CONCEALED:
        back = MeldTile(ReadTile("back", 0.98))
        return (back, MeldTile(read(meld.own[-1])), MeldTile(read(meld.own[-2])), back)
    assert meld.called is not None
    assert meld.from_seat is not None
    own = [MeldTile(read(tile)) for tile in meld.own]
    stacked = own.pop() if meld.kind is MeldKind.KAN_ADDED else None
    relation = seat.relation_to(meld.from_seat)
    place = {Relation.LEFT: 0, Relation.ACROSS: len(own) - 1, Relation.RIGHT: len(own)}[relation]
    row = [*own[:place], MeldTile(read(meld.called), sideways=True), *own[place:]]
    if stacked is not None:
        row.insert(place + 1, MeldTile(stacked.reading, sideways=True, stacked=True))
    return tuple(row)


def reports_of(hands: Iterable[Iterable[GameEvent]], seed: int) -> list[Report]:
    """What perfect witnesses report of several hands of one game."""
    witnesses = Witnesses(Random(seed))
    for events in hands:
        witnesses.see(events)
    return witnesses.reports


def lying_at(reports: list[Report]) -> list[Sighting]:
    """What lies on the cloth after these reports: what a camera tells that is switched on now."""
    lying: dict[object, Sighting] = {}
    for report in reports:
        match report.sighting:
            case RiverTileSeen(seat, slot):
                lying["river", seat, slot] = report.sighting
            case RiverTileGone(seat, slot):
                lying.pop(("river", seat, slot), None)
            case MeldSeen(seat, index):
                lying["meld", seat, index] = report.sighting
            case MeldGone(seat, index):
                lying.pop(("meld", seat, index), None)
            case IndicatorSeen(index, _, ura):
                lying["indicator", index, ura] = report.sighting
            case IndicatorGone(index, ura):
                lying.pop(("indicator", index, ura), None)
            case StandingRow(seat):
                lying["row", seat] = report.sighting
            case RiichiStickSeen(seat):
                lying["stick", seat] = report.sighting
            case HandRevealed(seat):
                lying["open", seat] = report.sighting
            case RevealedHandGone(seat):
                lying.pop(("open", seat), None)
            case _:
                pass
    return list(lying.values())


def with_sighting(report: Report, sighting: Sighting) -> Report:
    return replace(report, observation=replace(report.observation, sighting=sighting))


# --- listening -------------------------------------------------------------------------------------------------


def follow(
    decoder: Decoder, reports: Iterable[Report], *, frame_ms: float = 100.0, after_frames: int = 120
) -> list[DecodedEvent]:
    """Feeds the reports to the decoder as they arrive, with a tick for each frame between them."""
    told: list[DecodedEvent] = []
    now_ms: float | None = None
    for report in reports:
        now_ms = report.arrives_ms if now_ms is None else now_ms
        while now_ms + frame_ms < report.arrives_ms:
            now_ms += frame_ms
            told += decoder.tick(now_ms)
        told += decoder.observe(report.observation)
    for _ in range(after_frames):
        now_ms += frame_ms
        told += decoder.tick(now_ms)
    return told


def public(event: GameEvent) -> GameEvent:
    """The event as far as anyone at the table can see it, melds and hands in the order of their tiles."""
    match event:
        case Dealt(indicator):
            return Dealt(indicator)
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case Called(seat, meld):
            return Called(seat, replace(meld, own=tuple(sorted(meld.own))))
        case Won():
            return replace(event, concealed=tuple(sorted(event.concealed)))
        case ExhaustiveDraw(revealed):
            return ExhaustiveDraw(tuple((seat, tuple(sorted(tiles))) for seat, tiles in revealed))
        case _:
            return event
