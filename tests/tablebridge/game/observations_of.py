"""What perfect witnesses report of a hand; and the ways in which real ones fall short of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random

from tablebridge.game.decode import Decoder
from tablebridge.game.decoded import DecodedEvent
from tablebridge.observation import (
    DiceShown,
    Evidence,
    HandOverCloth,
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
    WallStacks,
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
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.state import HandState, start
from tablebridge_rules.step import step
from tablebridge_rules.tile import ALL_TILES, Tile

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
        self._say(StandingRow(seat, self.hand.concealed_count(seat), drawn))

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


# --- how real witnesses fall short -----------------------------------------------------------------------------

Flaw = Callable[[list[Report], Random], list[Report]]


def late(reports: list[Report], random: Random, *, most_ms: float = 300.0) -> list[Report]:
    """Zones of the camera settle on their own: each report comes up to 300 ms after the act, neighbours overtake."""
    moved = [replace(report, arrives_ms=report.arrives_ms + random.uniform(0, most_ms)) for report in reports]
    return sorted(moved, key=lambda report: report.arrives_ms)


def late_rows(reports: list[Report], random: Random) -> list[Report]:
    """Standing rows settle long after the tile was discarded, and are dated so."""
    moved = []
    for report in reports:
        if isinstance(report.sighting, StandingRow) and report.sighting.tiles < 13:
            report = delayed(report, random.uniform(0, 900))
        moved.append(report)
    return sorted(moved, key=lambda report: report.arrives_ms)


def rows_unseen(reports: list[Report], random: Random) -> list[Report]:
    """An arm lies over half of the standing rows."""
    return [one for one in reports if not isinstance(one.sighting, StandingRow) or random.random() < 0.5]


def repeated(reports: list[Report], random: Random) -> list[Report]:
    """Every third report comes again, at once or a little later."""
    again = [
        replace(report, arrives_ms=report.arrives_ms + random.choice((0.0, 150.0, 900.0)))
        for report in reports
        if random.random() < 0.3 and not isinstance(report.sighting, RiverTileGone | RiverTileSeen | MeldGone)
    ]
    seen_again = [
        replace(report, arrives_ms=report.arrives_ms + 1.0)
        for report in reports
        if random.random() < 0.3 and isinstance(report.sighting, RiverTileSeen)
    ]
    return sorted([*reports, *again, *seen_again], key=lambda report: report.arrives_ms)


def misread(reports: list[Report], random: Random) -> list[Report]:
    """One face in eight is hardly sure; half of those are wrong at first and read again rightly before long."""
    moved = []
    for report in reports:
        sighting = report.sighting
        if isinstance(sighting, RiverTileSeen) and random.random() < 0.125:
            right = sighting.reading.tile
            wrong = ReadTile(other_face(right, random), 0.4, ((right, 0.35),))
            moved.append(with_sighting(report, replace(sighting, reading=wrong)))
            moved.append(delayed(report, random.uniform(80, 400)))
        elif isinstance(sighting, HandRevealed):
            tiles = tuple(doubtful(tile, random) if random.random() < 0.08 else tile for tile in sighting.tiles)
            moved.append(with_sighting(report, replace(sighting, tiles=tiles)))
            moved.append(delayed(report, 300))
        elif isinstance(sighting, MeldSeen):
            tiles = tuple(
                replace(tile, reading=doubtful(tile.reading, random)) if place == 0 else tile
                for place, tile in enumerate(sighting.tiles)
            )
            moved.append(with_sighting(report, replace(sighting, tiles=tiles)))
        else:
            moved.append(report)
    return sorted(moved, key=lambda report: report.arrives_ms)


def occluded(reports: list[Report], random: Random) -> list[Report]:
    """Arms lie over the cloth for up to a second and a half: what happens below is reported when they are gone."""
    moved, until = [], 0.0
    for report in reports:
        if report.arrives_ms > until + 6000 and random.random() < 0.1:
            until = report.arrives_ms + random.uniform(300, 1500)
            seat = random.choice(list(Seat))
            moved.append(with_sighting(report, HandOverCloth(seat, True)))
        hidden = report.arrives_ms < until and report.observation.witness is Witness.CAMERA
        moved.append(replace(report, arrives_ms=until + random.uniform(0, 50)) if hidden else report)
    return sorted(moved, key=lambda report: report.arrives_ms)


def walls_seen(reports: list[Report], random: Random) -> list[Report]:
    """Rows are never seen; the camera counts the stacks of the wall instead."""
    walls = dict.fromkeys(Seat, 17)
    moved, drawn = [], 0
    for report in reports:
        sighting = report.sighting
        if isinstance(sighting, WallRaised):
            walls, drawn = dict.fromkeys(Seat, 17), 0
            moved.append(report)
        elif not isinstance(sighting, StandingRow):
            moved.append(report)
        elif sighting.tiles == 13 and not sighting.drawn and sum(walls.values()) == 68:
            walls = dict(zip(Seat, (2, 6, 17, 17), strict=True))  # the deal took 26 stacks
            moved += [with_sighting(report, WallStacks(seat, count)) for seat, count in walls.items()]
        elif sighting.drawn:
            drawn += 1
            if drawn % 2 == 0:
                side = max(walls, key=lambda seat: walls[seat])
                walls[side] -= 1
                moved.append(with_sighting(report, WallStacks(side, walls[side])))
    return moved


def taken_unread(reports: list[Report], random: Random) -> list[Report]:
    """Half of the called tiles are taken before their slot was read: only the meld shows them."""
    taken = {
        (place, slot): random.random() < 0.5
        for place, slot in ((at, one.sighting) for at, one in enumerate(reports))
        if isinstance(slot, RiverTileGone) and _called_at(reports, place)
    }
    dropped: set[int] = set()
    for (place, gone), unread in taken.items():
        assert isinstance(gone, RiverTileGone)
        seen = max(at for at in range(place) if _is_seen(reports[at].sighting, gone))
        sighting = reports[seen].sighting
        if unread and isinstance(sighting, RiverTileSeen) and not sighting.sideways:
            dropped |= {place, seen}
    return [report for at, report in enumerate(reports) if at not in dropped]


def _called_at(reports: list[Report], place: int) -> bool:
    return isinstance(reports[place + 1].sighting, MeldSeen)


def _is_seen(sighting: Sighting, gone: RiverTileGone) -> bool:
    return isinstance(sighting, RiverTileSeen) and (sighting.seat, sighting.slot) == (gone.seat, gone.slot)


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


def doubtful(reading: ReadTile, random: Random) -> ReadTile:
    """A wrong face, hardly sure, the right one among the candidates."""
    if reading.tile == "back":
        return reading
    return ReadTile(other_face(reading.tile, random), 0.45, ((reading.tile, 0.4),))


def other_face(name: str, random: Random) -> str:
    kind = Tile.parse(name).kind
    return str(random.choice([tile for tile in ALL_TILES if not tile.kind.is_flower and tile.kind != kind]))


def delayed(report: Report, by_ms: float) -> Report:
    observation = report.observation
    captured_at = observation.captured_at + timedelta(milliseconds=by_ms)
    moved = replace(observation, at_ms=observation.at_ms + by_ms, captured_at=captured_at)
    return Report(report.arrives_ms + by_ms, moved)


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
