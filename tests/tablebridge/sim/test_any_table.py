"""Every rulebook's hands on the cloth: at the moment of each truth row it shows what the rules say, no tile is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from tablebridge.sim.disturbance import DISTURBANCES
from tablebridge.sim.meld_rows import as_seen, manner_of
from tablebridge.sim.scene import Scene
from tablebridge.sim.timeline import Script
from tablebridge.sim.truth import row
from tablebridge_protocol.messages import (
    DealerLamp,
    Dice,
    DicePurpose,
    ModeApplies,
    Points,
    SetComplete,
    TileCountMode,
    WallRaised,
)
from tablebridge_rules.event import (
    Discarded,
    Drawn,
    FlowersShown,
    HandEvent,
    HandStarted,
    Settled,
    TilesDealt,
    VoidSuitDeclared,
    Won,
)
from tablebridge_rules.play import begin, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.state import SichuanPlace
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.taiwan.state import TaiwanPlace
from tablebridge_rules.tile import Tile

from .tables import (
    BOOKS,
    before,
    book,
    corner,
    lying,
    names,
    overlapping,
    perform,
    played,
    river,
    scenes,
    set_size,
    tiles,
    wall_tiles,
)

OTHERS = tuple(name for name in BOOKS if not name.startswith("riichi"))
CASES: tuple[tuple[int, tuple[str, ...]], ...] = ((1, ()), (2, DISTURBANCES))


def named(held: Iterable[Tile]) -> Counter[str]:
    return Counter(map(str, held))


def check_cloth(scene: Scene, state: AnyTable) -> None:
    """What lies there is what the rules say after the same events."""
    for seat in Seat:
        part = state.at(seat)
        assert river(scene, seat) == lying(state, seat)
        has_won = isinstance(part, SichuanPlace) and part.has_won
        if isinstance(part, SichuanPlace) and has_won:
            shown = names(before(scene, seat, "up", (325, 345), 225))
            assert shown == named((*(part.concealed or ()), *part.taken))
        elif state.phase is not Phase.ENDED:
            assert len(before(scene, seat, "standing", (380, 420))) == part.concealed_count
        if state.phase is not Phase.ENDED:
            assert corner(scene, seat) == sum(len(meld.tiles) for meld in part.melds)
        if isinstance(part, TaiwanPlace):
            assert names(before(scene, seat, "up", (285, 315), 225)) == named(part.flowers)


def check_hand(name: str, events: Sequence[HandEvent], script: Script) -> None:
    state: AnyTable | None = None
    for order, scene in scenes(script):
        event, facts = events[order], script.truth[order]
        assert facts == row(as_seen(event, manner_of(book(name))), facts["at_ms"], facts["hand"], order)
        state = begin(event, book(name)) if isinstance(event, HandStarted) else step(state, event, book(name)).state
        # a Sichuan dealer takes the first draw with the deal (SC-R11)
        if not state.dealt or (isinstance(event, TilesDealt) and name.startswith("sichuan")):
            continue
        check_cloth(scene, state)
        assert overlapping(scene) == []
        assert len(tiles(scene)) == set_size(name)
        if not name.startswith("riichi"):
            assert wall_tiles(scene) == state.wall_left
    assert len(script.truth) == len(events)


@pytest.mark.parametrize(("seed", "disturb"), CASES, ids=["clean", "disturbed"])
@pytest.mark.parametrize("name", BOOKS)
def test_the_cloth_shows_what_the_truth_says(name: str, seed: int, disturb: tuple[str, ...]) -> None:
    hands = played(name, seed, 2)
    for events, script in zip(hands, perform(name, seed, hands, disturb), strict=True):
        check_hand(name, events, script)
        end = Scene()
        for motion in script.motions:
            end.apply(motion)
        assert end.objects == {}


@pytest.mark.parametrize("name", BOOKS)
def test_the_table_reports_its_set_and_its_walls(name: str) -> None:
    first, second = perform(name, 1, played(name, 1, 2))
    told = [report.message for report in first.reports]
    size = set_size(name)
    assert first.tiles == size
    assert isinstance(told[0], TileCountMode)
    assert (told[0].tiles, told[0].applies) == (size, ModeApplies.NOW)
    assert [one.tiles for one in told if isinstance(one, SetComplete)] == [size, size]
    for script in (first, second):
        raised = [one.message.stacks for one in script.reports if isinstance(one.message, WallRaised)]
        assert 2 * sum(raised) == size
        built = next(facts for facts in script.truth if facts["type"] == "wall_built")
        assert raised == built["stacks"]


def throws(script: Script) -> list[tuple[DicePurpose, int]]:
    return [(one.message.purpose, len(one.message.values)) for one in script.reports if isinstance(one.message, Dice)]


def test_which_dice_are_thrown() -> None:
    """RL-D03, RL-D04; TW-R06, TW-R08: three dice, the first of them names the dealer; SC-R08, SC-R09: two throws."""
    dealer, wall = DicePurpose.DEALER, DicePurpose.WALL_BREAK
    wanted = {
        "riichi-league-tw": [[(dealer, 2), (wall, 2)], [(wall, 2)]],
        "taiwan16-ntuee-2009": [[(dealer, 3)], [(wall, 3)]],
        "sichuan-bloody": [[(dealer, 2), (wall, 2)], [(dealer, 2), (wall, 2)]],
        "zungjung-wsom-1.03": [[(dealer, 2), (wall, 2)], [(wall, 2)]],
    }
    for name, hands in wanted.items():
        scripts = perform(name, 1, played(name, 1, 2))
        assert [throws(script) for script in scripts] == hands, name
        lamps = [one for script in scripts for one in script.reports if isinstance(one.message, DealerLamp)]
        assert len(lamps) == (1 if name == "sichuan-bloody" else 0)


def test_only_riichi_has_sticks_and_indicators() -> None:
    for name in OTHERS:
        for script in perform(name, 1, played(name, 1, 2)):
            assert all(type(thing).__name__ == "SceneTile" for motion in script.motions for thing in motion.place)
            assert not {facts["type"] for facts in script.truth} & {"riichi", "riichi_accepted", "indicator"}


def test_sc_r02_a_hand_goes_on_after_a_win() -> None:
    events = next(
        events
        for seed in range(9)
        for events in played("sichuan-bloody", seed)
        if sum(isinstance(event, Won) for event in events) > 1
    )
    won = [place for place, event in enumerate(events) if isinstance(event, Won)]
    assert any(isinstance(event, Discarded) for event in events[won[0] :])
    assert sum(isinstance(event, VoidSuitDeclared) for event in events) == len(Seat)


def test_tw_r10_as_many_tiles_of_the_tail_follow_as_flowers_were_shown() -> None:
    shown = 0
    for seed in (1, 2):
        for events in played("taiwan16-ntuee-2009", seed, 2):
            for place, event in enumerate(events):
                if isinstance(event, FlowersShown):
                    shown += 1
                    drawn = events[place + 1 : place + 1 + len(event.tiles)]
                    assert all(isinstance(one, Drawn) and one.replacement for one in drawn)
                    assert {one.seat for one in drawn if isinstance(one, Drawn)} == {event.seat}
    assert shown


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_seed_gives_the_same_hands(name: str) -> None:
    hands = played(name, 3)
    played.cache_clear()
    assert played(name, 3) == hands
    assert played(name, 4) != hands
    assert perform(name, 3, hands) == perform(name, 3, hands)


def test_zj_x02_points_go_with_the_players_to_their_new_seats() -> None:
    hands = played("zungjung-wsom-1.03", 3, 5)
    script = perform("zungjung-wsom-1.03", 3, hands)[-1]
    before, started = hands[3][-1], hands[4][0]
    assert isinstance(before, Settled)
    assert isinstance(started, HandStarted)
    moved = {(seat.name, now) for seat, was, now in zip(Seat, before.points, started.points, strict=True) if was != now}
    reports = [one.message for one in script.reports]
    walls = next(place for place, report in enumerate(reports) if isinstance(report, WallRaised))
    shown = {(report.seat.name, report.points) for report in reports[:walls] if isinstance(report, Points)}
    assert moved
    assert shown == moved
