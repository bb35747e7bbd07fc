"""What the seat in turn may do with its tiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import AbortiveDraw, Called, Discarded, GameEvent, HandStarted, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.own_turn import own_turn_events, without
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase, Riichi, SeatState, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
PLAYED = River((Discard(Tile.parse("9m"), sideways=False),))
PON = Meld(MeldKind.PON, parse_tiles("55z"), Tile.parse("5z"), A)
IN_RIICHI = Riichi(declared=True, accepted=True)


def turn(hand: str, drawn: str | None = None, *, points: int = 30000, **fields: Any) -> HandState:
    """B's turn with `hand`, the tile of `drawn` just drawn; B has discarded before and the wall is long."""
    standing = parse_tiles(hand) + (parse_tiles(drawn) if drawn else ())
    part = {"concealed": standing, "concealed_count": len(standing), "river": PLAYED, "holds_draw": drawn is not None}
    part["drawn"] = Tile.parse(drawn) if drawn else None
    here = {
        name: fields.pop(name) for name in list(fields) if name in {field.name for field in dataclass_fields(SeatState)}
    }
    began = start(HandStarted(0, Wind.EAST, A, 0, 0, (30000, points, 30000, 30000)))
    began = began.with_seat(B, SeatState(**{**part, **here}))
    given = {"phase": Phase.MUST_DISCARD, "turn": B, "wall_left": 40, "uninterrupted": False, **fields}
    return replace(began, indicators=parse_tiles("4z"), **given)


def names(events: Iterable[GameEvent]) -> dict[str, list[str]]:
    """What is offered, by kind: wins, kans, riichi and plain discards by tile, draws by reason."""
    offered: dict[str, list[str]] = {"win": [], "kan": [], "riichi": [], "discard": [], "abort": []}
    for event in events:
        match event:
            case Won():
                offered["win"].append(str(event.tile))
            case Called():
                offered["kan"].append(f"{event.meld.kind.value} {event.meld.own[-1]}")
            case Discarded(sideways=True):
                offered["riichi"].append(str(event.tile))
            case Discarded():
                offered["discard"].append(str(event.tile))
            case AbortiveDraw():
                offered["abort"].append(event.reason)
    return offered


def offered(state: HandState, rulebook: Rulebook) -> dict[str, list[str]]:
    return names(own_turn_events(state, rulebook))


def test_tiles_without_some() -> None:
    assert without(parse_tiles("1m2m1m"), Tile.parse("1m")) == parse_tiles("21m")
    with pytest.raises(ValueError, match="not in list"):
        without(parse_tiles("1m"), Tile.parse("2m"))


def test_a_hidden_hand_offers_nothing(league: Rulebook) -> None:
    assert own_turn_events(turn("1m", concealed=None), league) == ()


def test_rl_w02_a_complete_hand_may_win_and_each_face_may_be_discarded_once(league: Rulebook) -> None:
    given = offered(turn("234m456p678s55p23s", "4s"), league)
    assert given["win"] == ["4s"]
    assert given["discard"] == ["2m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "8s", "2s", "3s", "4s"]


@pytest.mark.parametrize(
    ("hand", "drawn", "fields"),
    [
        ("23456m789s99p", "9p", {"melds": (replace(PON, own=parse_tiles("22z"), called=Tile.parse("2z")),)}),
        ("234m678p345s99p", None, {"melds": (PON,)}),
        ("147m258p369s1234z", "5z", {}),
    ],
    ids=["another shape", "nothing drawn", "far from complete"],
)
def test_no_win(hand: str, drawn: str | None, fields: dict[str, Any], league: Rulebook) -> None:
    assert offered(turn(hand, drawn, **fields), league)["win"] == []


def test_rl_y01_a_complete_hand_without_a_yaku_does_not_win(league: Rulebook) -> None:
    chi = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("1m"), A)
    assert offered(turn("456p678s55p78m", "9m", melds=(chi,)), league)["win"] == []
    assert offered(turn("456p678s55p78m", "9m", melds=(PON,)), league)["win"] == ["9m"]


@pytest.mark.parametrize(
    ("fields", "rule", "reasons"),
    [
        ({"river": River(), "uninterrupted": True}, "nine_kinds", ["nine_terminals"]),
        ({"river": River(), "uninterrupted": False}, "nine_kinds", []),
        ({"uninterrupted": True}, "nine_kinds", []),
        ({"river": River(), "uninterrupted": True}, "off", []),
        ({"river": River(), "uninterrupted": True, "holds_draw": False}, "nine_kinds", []),
    ],
    ids=["first draw", "after a call", "after the own discard", "not played", "nothing drawn"],
)
def test_rl_x01_nine_terminals(fields: dict[str, Any], rule: Any, reasons: list[str], league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, nine_kinds=rule))
    assert offered(turn("19m19p19s123z4567m", "8p", **fields), book)["abort"] == reasons
    assert offered(turn("19m19p19s12z45678m", "8p", **fields), book)["abort"] == []


@pytest.mark.parametrize(
    ("hand", "rule", "reasons"),
    [
        ("111999m11p111z34s", "nine_kinds", []),
        ("111999m11p111z34s", "ten_tiles", ["nine_terminals"]),
        ("11199m11p11z347s", "ten_tiles", []),
    ],
    ids=["RM-X04 kinds", "RM-X04 eleven tiles", "RM-X04 nine tiles"],
)
def test_terminals_may_be_counted_as_tiles(hand: str, rule: Any, reasons: list[str], league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, nine_kinds=rule))
    assert offered(turn(hand, "6s", river=River(), uninterrupted=True), book)["abort"] == reasons


def test_kans_of_the_own_hand(league: Rulebook) -> None:
    state = turn("5z1111m5558p", "8p", melds=(PON, replace(PON, own=parse_tiles("66z"), called=Tile.parse("6z"))))
    assert offered(state, league)["kan"] == ["kan_concealed 1m", "kan_added 5z"]
    assert offered(turn("5558p1111m258s79s", "9p"), league)["kan"] == ["kan_concealed 1m"]
    chi = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("1m"), A)
    assert offered(turn("1m5558p258s79s", "9p", melds=(chi,)), league)["kan"] == []


@pytest.mark.parametrize(
    "fields",
    [
        {"wall_left": 0},
        {"holds_draw": False},
        {"melds": (Meld(MeldKind.KAN_CONCEALED, parse_tiles("2222s")),) * 4},
    ],
    ids=["RL-D05 no live tile", "right after a call", "RL-X09 fifth kan"],
)
def test_no_kan(fields: dict[str, Any], league: Rulebook) -> None:
    assert offered(turn("1111m5558p258s79s", "9p", **fields), league)["kan"] == []


@pytest.mark.parametrize(
    ("hand", "drawn", "rule", "kans"),
    [
        ("111m456p789s1122z", "1m", "wait_and_shape", ["kan_concealed 1m"]),
        ("111m456p789s1122z", "1m", "forbidden", []),
        ("1111m56p789s1122z", "7p", "wait_and_shape", []),
        ("2223m456p789s555z", "2m", "wait_and_shape", []),
        ("3334445556p111z", "3p", "wait_only", []),
        ("111222333m1567p", "1m", "wait_only", ["kan_concealed 1m"]),
        ("111222333m1567p", "1m", "wait_and_shape", []),
    ],
    ids=[
        "same waits",
        "forbidden",
        "not with the drawn tile",
        "the wait changes",
        "fewer waits",
        "shape may change",
        "a run would be gone",
    ],
)
def test_rl_r04_concealed_kan_in_riichi(hand: str, drawn: str, rule: Any, kans: list[str], league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, ankan_after_riichi=rule))
    state = turn(hand, drawn, riichi=IN_RIICHI)
    assert offered(state, book)["kan"] == kans


def test_rl_r04_in_riichi_only_the_drawn_tile_may_go(league: Rulebook) -> None:
    sideways = River((Discard(Tile.parse("9m"), sideways=True),))
    state = turn("123m456p789s1122z", "9m", riichi=IN_RIICHI, river=sideways)
    assert offered(state, league)["discard"] == ["9m"]
    assert offered(state, league)["riichi"] == []


def test_after_the_riichi_tile_was_called_the_next_discard_is_laid_sideways(league: Rulebook) -> None:
    called = River((Discard(Tile.parse("9m"), sideways=True, claimed_by=C),))
    state = turn("123m456p789s1122z", "9m", riichi=IN_RIICHI, river=called)
    assert own_turn_events(state, league) == (Discarded(B, Tile.parse("9m"), sideways=True, drawn=True),)


READY = "123m456p789s1122z"


@pytest.mark.parametrize(
    ("fields", "change", "riichi"),
    [
        ({}, {}, ["9p"]),
        ({"melds": (Meld(MeldKind.CHI, parse_tiles("12s"), Tile.parse("3s"), A),)}, {}, []),
        ({"points": 900}, {}, []),
        ({"points": 1000}, {}, ["9p"]),
        ({"wall_left": 3}, {"riichi_min_live_tiles": 4}, []),
        ({"wall_left": 0}, {}, ["9p"]),
        ({"river": River((Discard(Tile.parse("1z")),))}, {}, ["9p"]),
        ({"river": River((Discard(Tile.parse("1z")),))}, {"furiten_riichi": "forbidden"}, []),
        ({}, {"furiten_riichi": "forbidden"}, ["9p"]),
    ],
    ids=[
        "RL-R01 ready",
        "RL-R01 open",
        "RL-R01 too few points",
        "RL-R01 just enough",
        "too late",
        "last tile",
        "RL-R06 furiten",
        "furiten forbidden",
        "not furiten",
    ],
)
def test_riichi(fields: dict[str, Any], change: dict[str, Any], riichi: list[str], league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, **change))
    state = turn(READY if "melds" not in fields else "456p789s1122z", "9p", **fields)
    assert offered(state, book)["riichi"] == riichi


def test_rl_c02_the_called_kind_may_not_be_discarded(league: Rulebook) -> None:
    state = turn("55p0p123s11z", swap_forbidden=frozenset({Tile.parse("5p").kind}), melds=(PON, PON))
    assert offered(state, league)["discard"] == ["1s", "2s", "3s", "1z"]
