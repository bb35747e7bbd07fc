"""How a win came about, read off the state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import HandStarted, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.circumstances import ready_waits, win_of
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, Riichi, SeatState, start
from tablebridge_rules.riichi.win import RiichiState
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
HAND = parse_tiles("123m456p789s1122z")
ONE = Tile.parse("1z")
PLAYED = River((Discard(Tile.parse("9m")),))
TSUMO, RON = Won(C, ONE, HAND), Won(C, ONE, HAND, B)


def state(part: SeatState | None = None, **changes: Any) -> HandState:
    """A hand dealt by B, south round, in which C has discarded once."""
    began = start(HandStarted(0, Wind.SOUTH, B, 2, 3, (30000, 30000, 30000, 30000)))
    began = began.with_seat(C, part or SeatState(river=PLAYED))
    fields = {"phase": Phase.MUST_DISCARD, "wall_left": 20, "indicators": parse_tiles("9p"), **changes}
    return replace(began, **fields)


def riichi(**fields: bool) -> SeatState:
    return SeatState(river=PLAYED, riichi=Riichi(declared=True, accepted=True, **fields))


def test_seats_winds_counters_and_indicators(league: Rulebook) -> None:
    win = win_of(state(), replace(RON, ura_indicators=parse_tiles("1p")), league)
    assert (win.seat_wind, win.round_wind, win.from_relation) == (Wind.SOUTH, Wind.SOUTH, Relation.LEFT)
    assert (win.honba, win.sticks, win.indicators, win.ura_indicators) == (2, 3, parse_tiles("9p"), parse_tiles("1p"))
    assert win_of(state(), TSUMO, league).from_relation is None


@pytest.mark.parametrize(
    ("given", "won", "flags"),
    [
        (state(), TSUMO, set()),
        (state(riichi(ippatsu=True)), RON, {"ippatsu"}),
        (state(SeatState(river=PLAYED, riichi=Riichi(ippatsu=True))), RON, set()),
        (state(wall_left=0), TSUMO, {"haitei"}),
        (state(wall_left=0), RON, {"houtei"}),
        (state(wall_left=0, drew_replacement=True), TSUMO, {"rinshan"}),
        (state(open_tile=OpenTile(B, ONE, MeldKind.KAN_ADDED), wall_left=0), RON, {"chankan"}),
        (state(SeatState()), TSUMO, {"first_turn"}),
        (state(SeatState()), RON, {"first_turn"}),
        (state(SeatState(), uninterrupted=False), TSUMO, set()),
        (state(SeatState(), open_tile=OpenTile(B, ONE, MeldKind.KAN_CONCEALED)), RON, {"chankan"}),
    ],
    ids=[
        "nothing",
        "RL-S05 ippatsu",
        "no riichi, no ippatsu",
        "haitei",
        "houtei",
        "rinshan on the last tile",
        "chankan",
        "chiihou",
        "renhou",
        "after a call",
        "chankan in the first turn",
    ],
)
def test_moments(given: HandState, won: Won, flags: set[str], league: Rulebook) -> None:
    win = win_of(given, won, league)
    names = ("ippatsu", "haitei", "houtei", "rinshan", "chankan", "first_turn")
    assert {name for name in names if getattr(win, name)} == flags


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (SeatState(), RiichiState.NONE),
        (riichi(), RiichiState.RIICHI),
        (riichi(double=True), RiichiState.DOUBLE),
    ],
)
def test_rl_r01_riichi(part: SeatState, expected: RiichiState, league: Rulebook) -> None:
    assert win_of(state(part), RON, league).riichi is expected


def test_where_calls_do_not_cancel_the_first_turn(league: Rulebook) -> None:
    off = replace(league, play=replace(league.play, chiihou_calls=False))
    assert win_of(state(SeatState(), uninterrupted=False), TSUMO, off).first_turn


PON_OF_SIXES = Meld(MeldKind.PON, parse_tiles("66m"), Tile.parse("6m"), B)
CHI = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("1m"), B)


@pytest.mark.parametrize(
    ("standing", "melds", "rule", "waiting"),
    [
        ("78m456p45699s", (CHI,), "noten", {"6m", "9m"}),
        ("456p45699s57m", (PON_OF_SIXES,), "noten", {"6m"}),
        ("456p45699s577m", (), "noten", set()),
        ("1112345678999m", (PON_OF_SIXES,), "noten", set()),
    ],
    ids=["RL-X14 no yaku needed", "RL-X14 one copy left", "not ready", "too many tiles"],
)
def test_ready(standing: str, melds: tuple[Meld, ...], rule: str, waiting: set[str], league: Rulebook) -> None:
    given = state(SeatState(melds=melds))
    assert {str(kind) for kind in ready_waits(given, C, parse_tiles(standing), league)} == waiting


def test_rl_x14_a_wait_of_which_the_own_melds_hold_all_copies(league: Rulebook) -> None:
    kan = Meld(MeldKind.KAN_EXPOSED, parse_tiles("666m"), Tile.parse("6m"), B)
    given, standing = state(SeatState(melds=(kan,))), parse_tiles("456p45699s57m")
    assert not ready_waits(given, C, standing, league)
    lenient = replace(league, play=replace(league.play, dead_wait_tenpai="tenpai"))
    assert {str(kind) for kind in ready_waits(given, C, standing, lenient)} == {"6m"}
