"""Ends and openings that seldom happen, from events made for them: robbed kongs, flowers that win, a streak."""

from __future__ import annotations

from tablebridge.sim.scene import Scene
from tablebridge.sim.timeline import Script
from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    Settled,
    StreakAnnounced,
    TilesDealt,
    WallBuilt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

from .tables import before, corner, names, overlapping, perform, tiles

A, B, C, D = Seat
ZERO = (0, 0, 0, 0)
SICHUAN, TAIWAN = "sichuan-bloody", "taiwan16-ntuee-2009"
SICHUAN_HANDS = ("123456789m1234p", "11m23456789p12s5s", "23m456789s11p222p", "23m345678s99p777p")


def start(honba: int = 0) -> HandStarted:
    return HandStarted(1, Wind.EAST, A, honba, 0, ZERO)


def sichuan(*events: HandEvent) -> list[HandEvent]:
    hands = tuple(parse_tiles(text) for text in SICHUAN_HANDS)
    opening = [start(), WallBuilt((14, 13, 14, 13)), DiceRolled(A, (1, 1)), DiceRolled(B, (2, 2)), TilesDealt(hands)]
    return [*opening, Drawn(A, Tile.parse("9s")), *events, Settled(ZERO, ZERO, 0)]


def taiwan(
    hands: tuple[tuple[Tile, ...], ...], *events: HandEvent, honba: int = 0, announced: bool = False
) -> list[HandEvent]:
    said = [StreakAnnounced(A)] if announced else []
    opening = [start(honba), WallBuilt((18, 18, 18, 18)), DiceRolled(A, (1, 2, 3)), *said, TilesDealt(hands)]
    return [*opening, Drawn(A, Tile.parse("9s")), *events, Settled(ZERO, ZERO, 0)]


def at_the_end(script: Script) -> Scene:
    """The cloth before it is swept."""
    scene = Scene()
    for motion in script.motions[:-1]:
        scene.apply(motion)
    return scene


def test_sc_p09_the_first_winner_sets_a_robbed_tile_aside_and_the_pon_stays() -> None:
    one = Tile.parse("1m")
    pon = Meld(MeldKind.PON, (one, one), one, A)
    events = sichuan(
        Discarded(A, one),
        Called(B, pon),
        Discarded(B, Tile.parse("5s")),
        Drawn(C, Tile.parse("5s")),
        Discarded(C, Tile.parse("5s"), drawn=True),
        Drawn(D, Tile.parse("9s")),
        Discarded(D, Tile.parse("9s"), drawn=True),
        Drawn(A, Tile.parse("8s")),
        Discarded(A, Tile.parse("8s"), drawn=True),
        Drawn(B, one),
        Called(B, Meld(MeldKind.KAN_ADDED, (one, one, one), one, A), drawn=True),
        Won(C, one, parse_tiles(SICHUAN_HANDS[2]), B),
        Won(D, one, parse_tiles(SICHUAN_HANDS[3]), B),
    )
    scene = at_the_end(perform(SICHUAN, 1, [events])[0])
    assert corner(scene, B) == 3
    assert names(before(scene, C, "up", (325, 345), 225))["1m"] == 1
    assert [len(before(scene, seat, "up", (325, 345), 225)) for seat in (C, D)] == [14, 13]
    assert overlapping(scene) == []


def test_sc_f03_concealed_kongs_are_turned_up_when_hands_are_shown() -> None:
    two = Tile.parse("2p")
    kong = Called(C, Meld(MeldKind.KAN_CONCEALED, (two,) * 4))
    played = sichuan(Discarded(A, Tile.parse("9s"), drawn=True), Drawn(C, two), kong)
    shown = HandsRevealed(((C, parse_tiles("23m456789s11p")),))
    hidden, turned = (
        at_the_end(perform(SICHUAN, 1, [events])[0]) for events in (played, [*played[:-1], shown, played[-1]])
    )
    assert [len(before(scene, C, "up", (366, 430))) for scene in (hidden, turned)] == [0, 4]
    assert sum(tile.name == "2p" and tile.pose == "down" for tile in tiles(hidden)) == 4


FLOWERS = tuple(Tile.parse(name) for name in ("1f", "2f", "3f", "4f", "1g", "2g", "3g"))
HANDS = (
    parse_tiles("123456789m1234567p"),
    (*FLOWERS, *parse_tiles("123456789s")),
    parse_tiles("1122334455667788m"),
    parse_tiles("1122334455667788s"),
)


def test_tw_s37_flowers_that_were_kept_are_laid_open_when_they_win() -> None:
    scene = at_the_end(perform(TAIWAN, 1, [taiwan(HANDS, WonByFlowers(B, FLOWERS, A))])[0])
    assert names(before(scene, B, "up", (285, 315), 225)) == {str(tile): 1 for tile in FLOWERS}
    assert len(before(scene, B, "standing", (380, 420))) == 9


def test_tw_s24_flowers_that_lie_open_win_without_another_tile() -> None:
    shown = FlowersShown(B, FLOWERS)
    scene = at_the_end(perform(TAIWAN, 1, [taiwan(HANDS, shown, WonByFlowers(B, FLOWERS, A))])[0])
    assert names(before(scene, B, "up", (285, 315), 225)) == {str(tile): 1 for tile in FLOWERS}


def test_tw_s40_a_continuing_dealer_announces_the_streak_before_the_deal() -> None:
    silent, announced = (perform(TAIWAN, 1, [taiwan(HANDS, honba=1, announced=said)])[0] for said in (False, True))
    types = [row["type"] for row in announced.truth]
    assert types.index("dice_rolled") + 1 == types.index("streak_announced") == types.index("dealt") - 1
    assert len(announced.motions) == len(silent.motions) + 1
