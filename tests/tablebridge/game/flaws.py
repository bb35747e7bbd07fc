"""The ways in which real witnesses fall short of perfect ones: each takes their reports and spoils them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

from tablebridge.observation import (
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    MeldGone,
    MeldSeen,
    ReadTile,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    WallRaised,
    WallStacks,
    Witness,
)
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import ALL_TILES, Tile
from tests.tablebridge.game.observations_of import Report, with_sighting

FLOWERS = tuple(str(tile) for tile in ALL_TILES if tile.kind.is_flower)
Flaw = Callable[[list[Report], Random], list[Report]]


def late(reports: list[Report], random: Random, *, most_ms: float = 300.0) -> list[Report]:
    """Zones of the camera settle on their own: each report comes up to 300 ms after the act, neighbours overtake."""
    moved = [replace(report, arrives_ms=report.arrives_ms + random.uniform(0, most_ms)) for report in reports]
    return sorted(moved, key=lambda report: report.arrives_ms)


def late_rows(reports: list[Report], random: Random) -> list[Report]:
    """Standing rows settle long after the tile was discarded, and are dated so."""
    moved = []
    for report in reports:
        if isinstance(report.sighting, StandingRow) and not report.sighting.drawn:
            report = delayed(report, random.uniform(0, 900))
        moved.append(report)
    return sorted(moved, key=lambda report: report.arrives_ms)


def rows_unseen(reports: list[Report], random: Random) -> list[Report]:
    """An arm lies over half of the standing rows."""
    return [one for one in reports if not isinstance(one.sighting, StandingRow) or random.random() < 0.5]


def no_rows(reports: list[Report], random: Random) -> list[Report]:
    """The camera sees no standing row at all: it hangs too low, or the players lean over their tiles."""
    return [one for one in reports if not isinstance(one.sighting, StandingRow)]


def draws_hidden(reports: list[Report], random: Random) -> list[Report]:
    """No drawn tile is ever seen to stand apart: players put it into the row, or discard it at once."""
    return [one for one in reports if not (isinstance(one.sighting, StandingRow) and one.sighting.drawn)]


def walls_unseen(reports: list[Report], random: Random) -> list[Report]:
    """Two thirds of what the camera counts at the walls is missing, a wall that came up included."""
    return [one for one in reports if not isinstance(one.sighting, WallStacks) or random.random() < 1 / 3]


def out_of_order(reports: list[Report], random: Random) -> list[Report]:
    """Reports of the camera of a whole second come in any order, each with its own moment."""
    moved = [
        replace(report, arrives_ms=report.arrives_ms + random.uniform(0, 1000))
        if report.observation.witness is Witness.CAMERA
        else report
        for report in reports
    ]
    return sorted(moved, key=lambda report: report.arrives_ms)


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
        elif isinstance(sighting, FlowerSeen) and random.random() < 0.25:
            right = sighting.reading.tile
            wrong = ReadTile(random.choice([name for name in FLOWERS if name != right]), 0.45, ((right, 0.4),))
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
    """Whether a meld comes with it, and not the machine's sweep."""
    near = [report.sighting for report in reports[place + 1 : place + 8]]
    gone = sum(isinstance(sighting, RiverTileGone) for sighting in near)
    return gone < 3 and any(isinstance(sighting, MeldSeen) for sighting in near)


def _is_seen(sighting: Sighting, gone: RiverTileGone) -> bool:
    return isinstance(sighting, RiverTileSeen) and (sighting.seat, sighting.slot) == (gone.seat, gone.slot)


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


FLAWS: dict[str, Flaw] = {
    "late": late,
    "late_rows": late_rows,
    "rows_unseen": rows_unseen,
    "no_rows": no_rows,
    "draws_hidden": draws_hidden,
    "walls_unseen": walls_unseen,
    "out_of_order": out_of_order,
    "repeated": repeated,
    "misread": misread,
    "occluded": occluded,
    "taken_unread": taken_unread,
}
"""Those that any table's reports can have, by name."""
