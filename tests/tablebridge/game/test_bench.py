"""The bench of the decoder: what it reports of a virtual table is what the truth says, for every rulebook."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tablebridge.observation import (
    FlowerSeen,
    HandRevealed,
    IndicatorSeen,
    MeldSeen,
    RiverTileSeen,
    Sighting,
    WallRaised,
    Witness,
)
from tablebridge.sim.script import scripts
from tablebridge.sim.timeline import Script
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.flaws import FLAWS
from tests.tablebridge.game.observations_of import Report
from tests.tablebridge.game.scene_reports import reports_of_script


def played(book: str, seed: int, *disturb: str) -> Script:
    return Script.join(scripts(seed, 2, read_rulebook(book), disturb=disturb))


def of_type(rows: tuple[dict[str, Any], ...], *kinds: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["type"] in kinds]


def sightings(reports: list[Report], kind: type[Sighting]) -> list[Any]:
    return [report.sighting for report in reports if isinstance(report.sighting, kind)]


@pytest.mark.parametrize("book", shipped())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_that_lies_open_is_reported_once_and_rightly(book: str, seed: int) -> None:
    script = played(book, seed)
    reports = reports_of_script(script)
    discards = Counter((row["seat"], row["tile"], row["sideways"]) for row in of_type(script.truth, "discard"))
    seen = sightings(reports, RiverTileSeen)
    assert Counter((one.seat.value, one.reading.tile, one.sideways) for one in seen) == discards
    calls = Counter(row["seat"] for row in of_type(script.truth, "chi", "pon", "kan"))
    turned_up = Counter(
        one.seat.value
        for one in sightings(reports, MeldSeen)
        if any(other.seat is one.seat and other.index == one.index for other in _before(reports, one))
        and not any(tile.stacked for tile in one.tiles)
    )
    laid = Counter(one.seat.value for one in sightings(reports, MeldSeen))
    assert calls <= laid <= calls + turned_up
    flowers = Counter(name for row in of_type(script.truth, "flower") for name in row["tiles"])
    assert flowers <= Counter(one.reading.tile for one in sightings(reports, FlowerSeen))
    assert len(sightings(reports, WallRaised)) == 4 * len(of_type(script.truth, "wall_built"))


def _before(reports: list[Report], sighting: MeldSeen) -> list[MeldSeen]:
    all_melds = sightings(reports, MeldSeen)
    return all_melds[: next(at for at, one in enumerate(all_melds) if one is sighting)]


@pytest.mark.parametrize("book", shipped())
def test_a_winner_shows_what_it_holds(book: str) -> None:
    for seed in range(1, 5):
        script = played(book, seed)
        hands = sightings(reports_of_script(script), HandRevealed)
        shown = [(one.seat.value, sorted(tile.tile for tile in one.tiles)) for one in hands]
        for win in of_type(script.truth, "win"):
            if win["tile"] is not None:
                assert (win["seat"], sorted(win["tiles"])) in shown


@pytest.mark.parametrize("book", shipped())
def test_reports_come_after_their_moment_and_in_order(book: str) -> None:
    reports = reports_of_script(played(book, 4))
    arrivals = [report.arrives_ms for report in reports]
    assert arrivals == sorted(arrivals)
    assert all(report.observation.at_ms <= report.arrives_ms for report in reports)
    assert {report.observation.witness for report in reports} == {Witness.TABLE, Witness.CAMERA}


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_indicators_of_riichi_are_numbered_and_those_below_them_told(seed: int) -> None:
    script = Script.join(scripts(seed, 6, read_rulebook("riichi-common")))
    seen = sightings(reports_of_script(script), IndicatorSeen)
    dealt = [row["tile"] for row in of_type(script.truth, "dealt")]
    assert [one.reading.tile for one in seen if not one.ura and one.index == 0] == dealt
    ura = [row["ura"] for row in of_type(script.truth, "win") if row["ura"]]
    assert sorted(one.reading.tile for one in seen if one.ura) == sorted(name for names in ura for name in names)


def test_a_sleeve_over_a_river_holds_back_its_tiles_alone() -> None:
    clean, covered = played("riichi-common", 3), played("riichi-common", 3, "sleeve")
    assert len(covered.motions) > len(clean.motions)
    seen = sightings(reports_of_script(covered), RiverTileSeen)
    assert len(seen) == len(of_type(covered.truth, "discard"))


@pytest.mark.parametrize("name", FLAWS)
def test_a_flaw_changes_the_reports_and_keeps_their_order(name: str) -> None:
    reports = reports_of_script(Script.join(scripts(5, 3, read_rulebook("taiwan16-ntuee-2009"))))
    spoiled = FLAWS[name](reports, Random(7))
    assert spoiled != reports
    arrivals = [report.arrives_ms for report in spoiled]
    assert arrivals == sorted(arrivals)
