"""The performance of a hand: at the moment a truth row names, the cloth shows just what the fold says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from tablebridge.cloth import Cloth, cloth_to_seat
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.play import first_hand, play_game
from tablebridge.sim.scene import Scene, SceneTile, Stick
from tablebridge.sim.timeline import Script
from tablebridge.sim.truth import row
from tablebridge_protocol.messages import (
    DeadWall,
    Dice,
    DicePurpose,
    Points,
    Port,
    SetComplete,
    TileCountMode,
    WallRaised,
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
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.hand_end import settle
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
BOOK = load("riichi-league-tw")
CLOTH = Cloth()
SEEDS = range(1, 11)


@cache
def played(seed: int) -> tuple[list[GameEvent], Script]:
    events = next(iter(play_game(seed, BOOK, 1)))
    return events, Choreography(CLOTH, BOOK, seed).perform(events)


def scenes(script: Script) -> Iterator[tuple[int, Scene]]:
    """The number of each truth row, and the cloth at its moment."""
    scene, motions = Scene(), list(script.motions)
    for order, facts in enumerate(script.truth):
        while motions and motions[0].change_ms <= facts["at_ms"] + 0.1:
            scene.apply(motions.pop(0))
        yield order, scene


def tiles(scene: Scene, pose: str) -> list[SceneTile]:
    return [thing for thing in scene.objects.values() if isinstance(thing, SceneTile) and thing.pose == pose]


def before(scene: Scene, seat: Seat, pose: str, out_mm: tuple[float, float]) -> list[SceneTile]:
    """The tiles of that pose before a seat, from left to right, between two distances from the centre."""
    found = []
    for thing in tiles(scene, pose):
        right, out = cloth_to_seat(seat, thing.x_mm, thing.y_mm)
        if out_mm[0] <= out <= out_mm[1]:
            found.append((right, thing))
    return [thing for _, thing in sorted(found, key=lambda pair: pair[0])]


def check_cloth(scene: Scene, state: HandState) -> None:
    for seat in Seat:
        part = state.at(seat)
        river = [thing.name for thing in before(scene, seat, "up", (130, 225)) if _in_front(seat, thing)]
        assert sorted(river) == sorted(str(discard.tile) for discard in part.river.lying)
        if state.phase is not Phase.ENDED:
            assert len(before(scene, seat, "standing", (380, 420))) == part.concealed_count
    if state.phase is not Phase.ENDED:
        upper = [thing.name for thing in tiles(scene, "up") if thing.height_mm > 0]
        assert sorted(upper) == sorted(map(str, state.indicators))
    walls = sum(thing.name == "back" for thing in tiles(scene, "down"))
    if state.dealt and not state.ura_indicators:
        assert walls == 136 - 52 - (70 - state.wall_left) - len(state.indicators)
    sticks = [thing for thing in scene.objects.values() if isinstance(thing, Stick)]
    assert len(sticks) == sum(riichi.accepted for riichi in state.riichi)


def _in_front(seat: Seat, thing: SceneTile) -> bool:
    return abs(cloth_to_seat(seat, thing.x_mm, thing.y_mm)[0]) < 110


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cloth_shows_what_the_truth_says(seed: int) -> None:
    events, script = played(seed)
    started = events[0]
    assert isinstance(started, HandStarted)
    state = start(started)
    for order, scene in scenes(script):
        assert script.truth[order] == row(events[order], script.truth[order]["at_ms"], 0, order)
        state = step(state, events[order], BOOK).state
        if not isinstance(events[order], HandStarted | WallBuilt | DiceRolled | RiichiDeclared | Settled):
            check_cloth(scene, state)
    assert len(script.truth) == len(events)


@pytest.mark.parametrize("seed", SEEDS)
def test_time_goes_on_and_at_the_end_the_cloth_is_empty(seed: int) -> None:
    _, script = played(seed)
    scene, last_ms = Scene(), 0.0
    for motion in script.motions:
        assert last_ms <= motion.change_ms
        assert motion.start_ms <= motion.change_ms <= motion.end_ms <= script.duration_ms
        assert motion.seat is None or motion.touch_mm
        last_ms = motion.change_ms
        scene.apply(motion)
    assert scene.objects == {}
    for rows in ([facts["at_ms"] for facts in script.truth], [report.at_ms for report in script.reports]):
        assert rows == sorted(rows)
        assert rows[-1] <= script.duration_ms


@pytest.mark.parametrize("seed", SEEDS)
def test_no_tile_lies_on_another(seed: int) -> None:
    _, script = played(seed)
    for _, scene in scenes(script):
        lying = [(thing.x_mm, thing.y_mm) for thing in tiles(scene, "up") if thing.height_mm == 0]
        for index, (x, y) in enumerate(lying):
            for other_x, other_y in lying[index + 1 :]:
                assert max(abs(x - other_x), abs(y - other_y)) > 17


def kinds(script: Script) -> list[type]:
    """The reports in order, those of points left out."""
    return [type(report.message) for report in script.reports if not isinstance(report.message, Points)]


def test_the_displays_tell_the_points_that_moved() -> None:
    events, script = played(3)
    settled = events[-1]
    assert isinstance(settled, Settled)
    told = {one.message.seat: one.message.points for one in script.reports if isinstance(one.message, Points)}
    moved = {Port(seat.number + 1): settled.points[seat.number] for seat in Seat if settled.delta[seat.number]}
    assert told == moved != {}


def test_the_table_reports_walls_dice_and_dead_wall() -> None:
    events, script = played(3)
    assert kinds(script) == [
        TileCountMode, SetComplete, WallRaised, WallRaised, WallRaised, WallRaised, Dice, Dice, DeadWall, SetComplete
    ]  # fmt: skip
    for report in script.reports:
        assert report.message.at_ms == int(report.at_ms)
    throws = [report.message for report in script.reports if isinstance(report.message, Dice)]
    started, dice = events[0], events[2]
    assert isinstance(started, HandStarted)
    assert isinstance(dice, DiceRolled)
    assert (throws[0].purpose, throws[0].seat) == (DicePurpose.DEALER, Port.A)
    assert A.after(sum(throws[0].values) - 1) is started.dealer
    assert (throws[1].purpose, throws[1].values) == (DicePurpose.WALL_BREAK, dice.dice)


def test_from_the_second_hand_on_nobody_throws_for_the_dealer() -> None:
    stage = Choreography(CLOTH, BOOK, 2)
    first, second = [stage.perform(events) for events in play_game(2, BOOK, 2)]
    assert second.motions[0].start_ms >= first.duration_ms
    assert kinds(second) == [WallRaised, WallRaised, WallRaised, WallRaised, Dice, DeadWall, SetComplete]
    keys = [{thing.key for motion in script.motions for thing in motion.place} for script in (first, second)]
    assert keys[0].isdisjoint(keys[1])


def test_the_same_seed_gives_the_same_script() -> None:
    events, script = played(4)
    assert Choreography(CLOTH, BOOK, 4).perform(events) == script
    assert Choreography(CLOTH, BOOK, 5).perform(events) != script


def test_now_and_then_an_arm_reaches_over_the_cloth_for_nothing() -> None:
    idle = [
        motion
        for seed in SEEDS
        for motion in played(seed)[1].motions[20:]
        if motion.seat and not motion.place and not motion.remove
    ]
    assert idle


# -- endings that seldom happen --
HANDS = ("123m456p789s1122z", "147m258p369s1234z", "5567m77p34488s55z", "19m19p19s1234567z")
START = HandStarted(0, Wind.EAST, A, 0, 0, (30000, 30000, 30000, 30000))
OPENING: tuple[GameEvent, ...] = (
    START,
    WallBuilt((17, 17, 17, 17)),
    DiceRolled(A, (3, 4)),
    Dealt(Tile.parse("9s"), tuple(map(parse_tiles, HANDS))),
)


def perform(*events: GameEvent) -> tuple[Script, Scene]:
    """A hand of these events after the opening, and the cloth at its end before it is swept."""
    script = Choreography(CLOTH, BOOK, 0).perform([*OPENING, *events, Settled((0, 0, 0, 0), (0, 0, 0, 0), 0)])
    scene = Scene()
    for motion in script.motions[:-1]:
        scene.apply(motion)
    return script, scene


def turns(texts: str) -> Sequence[GameEvent]:
    events: list[GameEvent] = []
    for number, tile in enumerate(parse_tiles(texts)):
        seat = A.after(number)
        events += [Drawn(seat, tile), Discarded(seat, tile, drawn=True)]
    return events


def opened(scene: Scene) -> set[Seat]:
    return {seat for seat in Seat if len(before(scene, seat, "up", (325, 345))) >= 13}


def test_rl_x01_nine_terminals_are_shown() -> None:
    _, scene = perform(*turns("5m5m5m"), Drawn(D, Tile.parse("5s")), AbortiveDraw("nine_terminals", D))
    assert opened(scene) == {D}
    assert len(before(scene, D, "up", (325, 345))) == 14


@pytest.mark.parametrize(
    ("reason", "shown"),
    [("four_riichi", set(Seat)), ("triple_ron", {A, B, C}), ("four_winds", set()), ("four_kans", set())],
)
def test_what_an_abortive_draw_opens(reason: str, shown: set[Seat]) -> None:
    _, scene = perform(*turns("5m5m5m5m"), AbortiveDraw(reason))
    assert opened(scene) == shown


def test_two_winners_turn_the_ura_once() -> None:
    ura = parse_tiles("3p")
    wins = (
        Won(B, Tile.parse("5m"), parse_tiles(HANDS[1]), A, ura),
        Won(C, Tile.parse("5m"), parse_tiles(HANDS[2]), A, ura),
    )
    script, scene = perform(*turns("5m"), *wins)
    assert opened(scene) == {B, C}
    assert sum(thing.name == "3p" and thing.height_mm == 0 for thing in tiles(scene, "up")) >= 1
    assert len([facts for facts in script.truth if facts["type"] == "win"]) == 2


def test_rl_x13_only_ready_hands_are_opened() -> None:
    _, scene = perform(*turns("5m"), ExhaustiveDraw(((A, parse_tiles(HANDS[0])),)))
    assert opened(scene) == {A}
    assert all(len(before(scene, seat, "down", (390, 405))) == 13 for seat in (B, C, D))


def test_a_kan_turns_an_indicator_before_its_replacement() -> None:
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z")))
    turned = IndicatorTurned(Tile.parse("2p"))
    stage: list[GameEvent] = [Drawn(A, Tile.parse("1z")), kan, turned, Drawn(A, Tile.parse("9m"), True)]
    dealt = Dealt(Tile.parse("9s"), (parse_tiles("123m456p789s111z2z"), *map(parse_tiles, HANDS[1:])))
    events: list[GameEvent] = [*OPENING[:3], dealt, *stage]
    script = Choreography(CLOTH, BOOK, 0).perform(events)
    scene = Scene()
    for motion in script.motions[:-1]:
        scene.apply(motion)
    assert sorted(thing.name for thing in tiles(scene, "up") if thing.height_mm > 0) == ["2p", "9s"]
    assert [thing.name for thing in before(scene, A, "down", (395, 430))] == ["1z", "1z"]


# -- a choreography needs every tile --
@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "a hand begins with"),
        (OPENING[1:], "a hand begins with"),
        ([*OPENING[:3], Dealt(Tile.parse("9s"))], "dealt unseen"),
        ([*OPENING, Drawn(A)], "drew unseen"),
        ([*OPENING, OPENING[1]], "WallBuilt in the middle"),
    ],
)
def test_what_cannot_be_performed(events: Sequence[GameEvent], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Choreography(CLOTH, BOOK, 0).perform(events)


def test_settled_points_are_those_of_the_rules() -> None:
    events, _ = played(1)
    state = start(first_hand(1, BOOK))
    for event in events[1:-1]:
        state = step(state, event, BOOK).state
    assert events[-1] == settle(state, BOOK)
    assert not isinstance(events[-2], RiichiAccepted)
