"""A riichi table in the first turn of a hand, whose reports are made one by one."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    DiceShown,
    IndicatorSeen,
    Observation,
    ReadTile,
    RiverTileSeen,
    Sighting,
    StandingRow,
    WallRaised,
    Witness,
)
from tablebridge_rules.event import Discarded, HandEvent
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON

BOOK = read_rulebook("riichi-league-tw")


@dataclass
class Table:
    """A decoder at a table where B has the first turn; reports are made one by one."""

    decoder: Decoder = field(default_factory=lambda: Decoder(BOOK))
    now_ms: float = 0.0
    told: list[DecodedEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.see(DiceShown("dealer", Seat.A, (1, 1)), *(WallRaised(seat, 17) for seat in Seat))
        self.see(DiceShown("break", Seat.B, (2, 3)), IndicatorSeen(0, sure("1z")))
        self.see(*(StandingRow(seat, 13, False) for seat in Seat))
        self.told.clear()

    def see(self, *sightings: Sighting, track: int | None = None) -> None:
        for sighting in sightings:
            self.now_ms += 100
            seen = Observation(Witness.CAMERA, self.now_ms, NOON, sighting, track=track)
            self.told += self.decoder.observe(seen)

    def wait(self, ms: float) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms += 100
            self.told += self.decoder.tick(self.now_ms)

    def turn(self, seat: Seat, name: str, slot: int = 0) -> None:
        self.see(StandingRow(seat, 13, True))
        self.wait(800)
        self.see(RiverTileSeen(seat, slot, sure(name), False), StandingRow(seat, 13, False))
        self.wait(800)

    @property
    def events(self) -> list[HandEvent]:
        return [decoded.event for decoded in self.told]

    @property
    def fouls(self) -> list[tuple[str, Seat | None]]:
        return [(one.clause, one.seat) for decoded in self.told for one in decoded.violations]


def sure(name: str) -> ReadTile:
    return ReadTile(name, 0.98, ((name, 0.98),))


def discard(seat: Seat, name: str) -> Discarded:
    return Discarded(seat, Tile.parse(name))
