"""Hands whose every tile is chosen: played by the rules, performed at the virtual table, told to a decoder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

from tablebridge.cloth import Cloth
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import Observation, Sighting, Witness
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.table_play import TablePlay
from tablebridge.sim.timeline import Script
from tablebridge_rules.event import Called, Discarded, Drawn, HandEvent, HandStarted
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import AnyRulebook, legal_events, tradition
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import Report
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt, moment

Change = Callable[[Sighting], Sighting | None]
"""What becomes of a sighting; None leaves it out."""


class RiggedTable(TablePlay):
    """A table whose wall gives these `hands` (A to D; what a hand lacks is dealt at random, without flowers), then the
    tiles of `live`, and those of `tail` from its other end; what is not named lies between."""

    def __init__(
        self,
        book: AnyRulebook,
        hands: Sequence[str],
        live: str = "",
        tail: str = "",
        started: HandStarted | None = None,
        *,
        opens: bool = True,
    ) -> None:
        begins = started or HandStarted(0, Wind.EAST, Seat.A, 0, 0, tradition(book).opening_points(book))
        super().__init__(begins, _Rigged(hands, live, tail, tradition(book).hand_tiles), book, opens=opens)

    def draw(self) -> None:
        """The seat in turn draws."""
        self.act([next(event for event in self._options() if isinstance(event, Drawn))])

    def discard(self, *names: str) -> None:
        """The seats in turn discard these tiles one after the other, each after its draw where one is due."""
        for name in names:
            if any(isinstance(event, Drawn) for event in self._options()):
                self.draw()
            tile = Tile.parse(name)
            part = self.state.at(self.state.turn)
            self.act([Discarded(self.state.turn, tile, drawn=tile == part.drawn)])

    def call(self, seat: Seat, kind: MeldKind) -> None:
        """The first legal call of that kind."""
        calls = [one for one in self._options(seat, Called) if isinstance(one, Called)]
        self.act([next(one for one in calls if one.meld.kind is kind)])

    def choose(self, kind: type[HandEvent], seat: Seat | None = None) -> None:
        """The first legal act of that kind, of that seat."""
        self.act([self._options(seat, kind)[0]])

    def end(self) -> list[HandEvent]:
        """Points move; all events of the hand."""
        self.close()
        return self.events

    def _options(self, seat: Seat | None = None, kind: type[HandEvent] | None = None) -> list[HandEvent]:
        found = legal_events(self.state, self.book, seat)
        return [event for event in found if kind is None or isinstance(event, kind)]


class _Rigged(Random):
    """A chance that shuffles to order."""

    def __init__(self, hands: Sequence[str], live: str, tail: str, size: int) -> None:
        super().__init__(1)
        self._hands = [list(parse_tiles(hand)) for hand in hands] + [[] for _ in range(len(Seat) - len(hands))]
        self._live, self._tail, self._size = parse_tiles(live), parse_tiles(tail), size

    def shuffle(self, x: list[Tile]) -> None:  # type: ignore[override]
        rest = Counter(x)
        rest.subtract([*self._live, *self._tail, *(tile for hand in self._hands for tile in hand)])
        assert min(rest.values()) >= 0, f"more of a tile than the set has: {-rest}"
        others = [tile for tile in rest.elements() if not tile.kind.is_flower]
        super().shuffle(others)
        for hand in self._hands:
            hand += [others.pop() for _ in range(self._size - len(hand))]
        flowers = [tile for tile in rest.elements() if tile.kind.is_flower]
        dealt = [tile for hand in self._hands for tile in hand]
        x[:] = [*self._tail, *flowers, *others, *reversed([*dealt, *self._live])]


def performed(book: AnyRulebook, *hands: Sequence[HandEvent]) -> Script:
    """The hands at one virtual table."""
    stage = Choreography(Cloth(), book, 1)
    return Script.join([stage.perform(events) for events in hands])


def told_of(book: AnyRulebook, script: Script, change: Change | None = None, decoder: Decoder | None = None) -> Trial:
    """What a decoder makes of it. The table is watched for a while after the last report."""
    reports = reports_of_script(script)
    return attempt(book, _changed(reports, change) if change else reports, script.truth, decoder=decoder)


def _changed(reports: Iterable[Report], change: Change) -> list[Report]:
    from dataclasses import replace

    kept = []
    for report in reports:
        sighting = change(report.sighting)
        if sighting is not None:
            kept.append(replace(report, observation=replace(report.observation, sighting=sighting)))
    return kept


def says(decoder: Decoder, *sightings: Sighting, at_ms: float = 1000.0, apart_ms: float = 50.0) -> list[DecodedEvent]:
    """What a decoder tells of these sightings, one after the other from `at_ms` on, with a tick after each."""
    found: list[DecodedEvent] = []
    for place, sighting in enumerate(sightings):
        now_ms = at_ms + place * apart_ms
        seen = Observation(Witness.CAMERA, now_ms, moment(now_ms), sighting)
        found += [*decoder.observe(seen), *decoder.tick(now_ms + apart_ms / 2)]
    return found


def waits(decoder: Decoder, until_ms: float, *, since_ms: float = 0.0) -> list[DecodedEvent]:
    """What a decoder tells when nothing is reported until then."""
    found: list[DecodedEvent] = []
    now_ms = since_ms
    while now_ms < until_ms:
        now_ms += 100.0
        found += decoder.tick(now_ms)
    return found


def told(trial: Trial, kind: type[HandEvent]) -> list[HandEvent]:
    """The events of that kind that the decoder told."""
    return [decoded.event for _, decoded in trial.told if isinstance(decoded.event, kind)]
