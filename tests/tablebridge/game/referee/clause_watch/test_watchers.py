"""Each watcher for itself: what is seen, and the fact of the rules that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.referee.clause_watch import ClauseWatch, Noticed
from tablebridge.game.referee.clause_watch.end_watch import stacks_left_at
from tablebridge.game.referee.clause_watch.wall_watch import breaks_that_fit, stacks_left_after
from tablebridge.observation import (
    ButtonPressed,
    FlowerSeen,
    HandRevealed,
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
    ViewHeld,
    WallStacks,
    Witness,
)
from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    FlowersShown,
    HandEvent,
    HandStarted,
    RiichiDeclared,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
from tablebridge_rules.tile import Suit, Tile
from tests.tablebridge.game.observations_of import NOON

A, B, C, D = Seat
RIICHI, SICHUAN, TAIWAN, ZUNG_JUNG = "riichi-league-tw", "sichuan-bloody", "taiwan16-ntuee-2009", "zungjung-wsom-1.03"


@dataclass
class Table:
    """A table of that rulebook under the watch; time is table time in ms."""

    book: str | AnyRulebook
    now_ms: float = 0.0
    noticed: list[Noticed] = field(default_factory=list)

    def __post_init__(self) -> None:
        book = read_rulebook(self.book) if isinstance(self.book, str) else self.book
        self.watch = ClauseWatch(book)

    def told(self, *events: HandEvent) -> Table:
        for event in events:
            self.noticed += self.watch.told(DecodedEvent(event, self.now_ms, _utc(self.now_ms)))
        return self

    def seen(self, *sightings: Sighting, wait_ms: float = 0.0) -> Table:
        for sighting in sightings:
            observation = Observation(Witness.CAMERA, self.now_ms, _utc(self.now_ms), sighting)
            self.noticed += self.watch.observe(observation)
        return self.wait(wait_ms)

    def seen_late(self, sighting: Sighting, by_ms: float) -> Table:
        """A report of something that was seen `by_ms` ago."""
        then_ms = self.now_ms - by_ms
        self.noticed += self.watch.observe(Observation(Witness.CAMERA, then_ms, _utc(then_ms), sighting))
        return self

    def wait(self, ms: float) -> Table:
        for _ in range(int(ms // 500)):
            self.now_ms += 500
            self.noticed += self.watch.tick(self.now_ms)
        return self

    @property
    def found(self) -> list[tuple[str, Seat | None]]:
        return [(one.violation.clause, one.violation.seat) for one in self.noticed]


def _utc(at_ms: float) -> datetime:
    return NOON + timedelta(milliseconds=at_ms)


def dealt(book: str, dealer: Seat = A) -> Table:
    """A table at which the dealer holds its first draw."""
    table = Table(book).told(HandStarted(0, Wind.EAST, dealer, 0, 0, (0, 0, 0, 0)))
    table.told(Dealt(tile("1z")) if book == RIICHI else TilesDealt()).told(Drawn(dealer))
    if book == SICHUAN:
        table.told(*(VoidSuitDeclared(seat, Suit.DOTS) for seat in Seat))
    return table


def tile(name: str) -> Tile:
    return Tile.parse(name)


def row(names: str, sideways: int | None = None) -> tuple[MeldTile, ...]:
    return tuple(MeldTile(ReadTile(name, 0.97), sideways=place == sideways) for place, name in enumerate(names.split()))


def hand(text: str) -> tuple[ReadTile, ...]:
    return tuple(ReadTile(str(one), 0.97) for one in parse_tiles(text))


# --- the wall ----------------------------------------------------------------------------------------------------


def test_stacks_go_clockwise_from_the_break() -> None:
    assert stacks_left_after((17, 17, 17, 17), A, 5, 52) == (5, 17, 17, 3)
    assert stacks_left_after((14, 13, 14, 13), A, 6, 53) == (6, 13, 9, 0)
    assert sum(stacks_left_after((14, 13, 14, 13), B, 2, 53)) == 54 - 26


@pytest.mark.parametrize("side", Seat)
@pytest.mark.parametrize("stacks", [0, 2, 8, 12])
def test_every_break_is_found_again(side: Seat, stacks: int) -> None:
    raised = (17, 17, 17, 17)
    assert (side, stacks) in breaks_that_fit(raised, stacks_left_after(raised, side, stacks, 52), 52)


@pytest.mark.parametrize(
    ("live", "tail", "left"),
    [(52, 0, (5, 17, 17, 3)), (52, 1, (5, 17, 17, 3)), (52, 2, (4, 17, 17, 3)), (52, 10, (0, 17, 17, 3))],
)
def test_the_tail_goes_the_other_way_round(live: int, tail: int, left: tuple[int, ...]) -> None:
    assert stacks_left_at((17, 17, 17, 17), A, 5, live, tail) == left
    assert stacks_left_at((17, 17, 17, 17), A, 5, 52, 12) == (0, 16, 17, 3)


def seen_walls(table: Table, *stacks: int) -> Table:
    return table.seen(*(WallStacks(seat, count) for seat, count in zip(Seat, stacks, strict=True)))


def drawn_from(*left: int) -> Table:
    """A Taiwanese hand in which the dealer has taken two flowers' replacements, and the walls after the next draw."""
    table = Table(TAIWAN).told(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), WallBuilt((18, 18, 18, 18)))
    seen_walls(table, *stacks_left_at((18, 18, 18, 18), A, 6, 64, 0)).told(TilesDealt()).wait(1000)
    table.told(Drawn(A))
    table.wait(3000).told(FlowersShown(A, (tile("1f"),))).wait(1000)
    return seen_walls(table, *left).told(Drawn(A, replacement=True)).wait(3000)


@pytest.mark.parametrize(
    ("live", "tail", "found"),
    [
        pytest.param(65, 1, [], id="the upper tile of the tail"),
        pytest.param(66, 0, [("TW-F03", A)], id="the last tile of a stack at the live end"),
        pytest.param(68, 1, [], id="walls that tell of other draws"),
    ],
)
def test_tw_f03_a_replacement_from_the_live_end(live: int, tail: int, found: list[tuple[str, Seat]]) -> None:
    assert drawn_from(*stacks_left_at((18, 18, 18, 18), A, 6, live, tail)).found == found


def test_tw_f01_flowers_shown_before_a_seat_whose_turn_came_first() -> None:
    table = Table(TAIWAN).told(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt())
    table.seen(FlowerSeen(C, 0, ReadTile("1f", 0.97))).wait(2000)
    assert table.found == []
    table.seen(FlowerSeen(D, 0, ReadTile("2f", 0.97)), FlowerSeen(B, 0, ReadTile("3f", 0.97)))
    assert table.found == [("TW-F01", C)]


def test_tw_f01_a_flower_that_came_for_a_kan_of_the_opening_accuses_nobody() -> None:
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, ()))
    table = Table(TAIWAN).told(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt(), Drawn(A), kan)
    table.seen(FlowerSeen(C, 0, ReadTile("1f", 0.97))).wait(2000)
    table.seen(FlowerSeen(A, 0, ReadTile("2f", 0.97))).wait(2000)
    assert table.found == []
    table.seen(FlowerSeen(B, 0, ReadTile("3f", 0.97)))
    assert table.found == [("TW-F01", C)]


# --- the table ---------------------------------------------------------------------------------------------------


def test_sc_r04_a_set_with_a_tile_missing() -> None:
    assert dealt(SICHUAN).seen(SetComplete(107)).found == [("SC-R04", None)]
    assert dealt(SICHUAN).seen(SetComplete(108)).found == []


def test_sc_r24_a_win_by_button_and_no_hand() -> None:
    assert dealt(SICHUAN).seen(ButtonPressed(B, "win"), wait_ms=9000).found == []
    assert dealt(SICHUAN).seen(ButtonPressed(B, "win"), wait_ms=11_000).found == [("SC-R24", B)]
    table = dealt(SICHUAN).seen(ButtonPressed(B, "win"), wait_ms=3000)
    assert table.seen(HandRevealed(B, hand("123m456m789m2255s")), wait_ms=2500).found == []


# --- melds -------------------------------------------------------------------------------------------------------

PON = Meld(MeldKind.PON, parse_tiles("77s"), tile("7s"), A)


def called(book: str, *seen: Sighting) -> Table:
    table = dealt(book).told(Discarded(A, tile("7s")), Called(C, PON))
    return table.seen(*seen)


def test_rl_c08_a_sideways_tile_at_the_wrong_place() -> None:
    assert called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 1))).wait(2000).found == []
    assert called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 0))).wait(1000).found == []
    assert called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 0))).wait(2000).found == [("RL-C08", C)]


def test_a_meld_put_straight_at_once_was_not_laid_wrongly() -> None:
    table = called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 0))).wait(1000)
    assert table.seen(MeldSeen(C, 0, row("7s 7s 7s", 1)), wait_ms=3000).found == []


@pytest.mark.parametrize("change", [MeldSeen(C, 0, row("7s 7s")), MeldGone(C, 0)], ids=["ZJ-R16", "ZJ-R16 whole"])
def test_a_set_is_locked(change: Sighting) -> None:
    table = called(ZUNG_JUNG, MeldSeen(C, 0, row("7s 7s 7s", 1))).wait(2000)
    assert table.seen(change, wait_ms=2000).found == [("ZJ-R16", C)]


def test_zj_r25_a_tile_added_beside_the_sideways_one() -> None:
    pon = replace(PON, from_seat=B)
    table = dealt(ZUNG_JUNG, B).told(Discarded(B, tile("7s")), Called(C, pon))
    table.seen(MeldSeen(C, 0, row("7s 7s 7s", 0)), wait_ms=2000)
    table.seen(MeldSeen(C, 0, row("7s 7s 7s 7s", 1)), wait_ms=2000)
    assert ("ZJ-R25", C) in table.found


@pytest.mark.parametrize(("giver", "sideways"), [(B, 0), (A, 1), (D, 2)])
def test_zj_r25_a_meld_that_is_told_again_has_not_grown(giver: Seat, sideways: int) -> None:
    table = dealt(ZUNG_JUNG, giver).told(Discarded(giver, tile("7s")), Called(C, replace(PON, from_seat=giver)))
    seen = MeldSeen(C, 0, row("7s 7s 7s", sideways))
    assert ("ZJ-R25", C) not in table.seen(seen, seen, wait_ms=2000).found


def test_sc_f03_a_kong_turned_up_that_is_none() -> None:
    table = dealt(SICHUAN).told(Called(A, Meld(MeldKind.KAN_CONCEALED, ())))
    table.seen(MeldSeen(A, 0, row("back back back back")), wait_ms=1000)
    assert table.seen(MeldSeen(A, 0, row("2m 2m 2m 5s")), wait_ms=1000).found == [("SC-F03", A)]


# --- hands -------------------------------------------------------------------------------------------------------


def test_rl_f07_a_tile_too_many_that_stays() -> None:
    table = dealt(RIICHI).seen(StandingRow(C, 13, True))
    assert table.wait(10_000).found == []
    assert table.wait(3000).found == [("RL-F07", C)]


def test_a_row_that_is_too_long_for_the_rest_of_the_hand_is_told_once() -> None:
    table = dealt(RIICHI).seen(StandingRow(B, 14, False), wait_ms=13_000)
    assert table.found == [("RL-F07", B)]
    table.told(Discarded(A, tile("1m")), Drawn(B), Discarded(B, tile("2m"))).seen(StandingRow(B, 14, False))
    assert table.wait(20_000).found == [("RL-F07", B)]


def test_hands_laid_down_together_are_the_end_of_a_hand_that_was_told_wrongly() -> None:
    table = dealt(RIICHI).seen(HandRevealed(B, hand("123456789m1234p")), StandingRow(C, 0, False))
    assert table.wait(15_000).found == []


def test_melds_that_go_with_the_rivers_are_put_back_into_the_table() -> None:
    gone = [MeldGone(C, 0), *(RiverTileGone(A, slot) for slot in range(3))]
    table = called(ZUNG_JUNG, MeldSeen(C, 0, row("7s 7s 7s", 1)))
    assert table.seen(*gone).wait(5000).found == []


def test_a_row_that_its_owner_has_changed_since_tells_nothing() -> None:
    table = dealt(RIICHI).seen(StandingRow(A, 13, True), wait_ms=3000)
    assert table.told(Discarded(A, tile("1m"))).wait(20_000).found == []


def test_rl_f05_a_hand_that_lies_open_and_does_not_win() -> None:
    table = dealt(RIICHI).seen(HandRevealed(C, hand("123m456m789m1155s")))
    assert table.wait(6500).found == []
    assert table.wait(1000).found == [("RL-F05", C)]
    again = dealt(RIICHI).seen(HandRevealed(C, hand("123m456m789m1155s")), wait_ms=2000)
    assert again.seen(RevealedHandGone(C), wait_ms=9000).found == []


LATE = HandRevealed(A, hand("123m456m789m1155s"), ReadTile("5s", 0.97))
WON = Won(A, tile("5s"), parse_tiles("123m456m789m1155s"))


def test_rl_f05_a_win_told_late_because_its_hand_was_reported_late_is_none() -> None:
    table = dealt(RIICHI).wait(3000).seen_late(LATE, 1500)
    assert table.wait(6500).told(WON).wait(8000).found == []
    assert dealt(RIICHI).wait(3000).seen_late(LATE, 1500).wait(7500).found == [("RL-F05", A)]


def test_rl_f05_a_win_told_late_because_its_hand_was_read_anew_is_none() -> None:
    doubtful = replace(LATE, apart=ReadTile("8s", 0.9))
    table = dealt(RIICHI).seen(doubtful, wait_ms=4000).seen(LATE)
    assert table.wait(6500).told(WON).wait(8000).found == []
    assert dealt(RIICHI).seen(doubtful, wait_ms=4000).seen(LATE, wait_ms=7500).found == [("RL-F05", A)]


def test_rl_w04_the_winning_tile_among_the_others() -> None:
    won = Won(A, tile("5s"), parse_tiles("123m456m789m1155s"))
    table = dealt(RIICHI).seen(HandRevealed(A, hand("123m456m789m11555s")), wait_ms=1000)
    assert table.told(won).found == [("RL-W04", A)]
    apart = HandRevealed(A, hand("123m456m789m1155s"), ReadTile("5s", 0.97))
    assert dealt(RIICHI).seen(apart, wait_ms=1000).told(won).found == []


# --- rivers and sticks -------------------------------------------------------------------------------------------


def in_riichi() -> Table:
    table = dealt(RIICHI).seen(RiverTileSeen(A, 0, ReadTile("1m", 0.97), True))
    return table.told(Discarded(A, tile("1m"), sideways=True), RiichiDeclared(A)).seen(RiichiStickSeen(A, True))


def test_rl_r02_a_stick_taken_back() -> None:
    assert in_riichi().seen(RiichiStickSeen(A, False), wait_ms=2500).found == [("RL-R02", A)]
    moved = in_riichi().seen(RiichiStickSeen(A, False), wait_ms=1000)
    assert moved.seen(RiichiStickSeen(A, True), wait_ms=3000).found == []


@pytest.mark.parametrize("stick_first", [True, False])
def test_rl_r02_a_stick_that_goes_as_the_cloth_is_cleared_is_none(stick_first: bool) -> None:
    table = in_riichi().seen(*(RiverTileSeen(B, slot, ReadTile("9p", 0.97), False) for slot in range(3))).wait(1000)
    cleared: list[Sighting] = [RiverTileGone(B, slot) for slot in range(3)]
    cleared.insert(0 if stick_first else 3, RiichiStickSeen(A, False))
    assert table.seen(*cleared, wait_ms=4000).found == []


def test_rl_r02_a_riichi_tile_turned_upright() -> None:
    turned = in_riichi().wait(1000).seen(RiverTileSeen(A, 0, ReadTile("1m", 0.97), False), wait_ms=2500)
    assert turned.found == [("RL-R02", A)]


@pytest.mark.parametrize("told_sideways", [False, True])
def test_rl_r02_another_tile_of_a_riichi_hand_that_was_dropped_and_is_put_straight_is_none(told_sideways: bool) -> None:
    table = in_riichi().wait(1000).told(Drawn(A)).seen(RiverTileSeen(A, 1, ReadTile("9p", 0.97), True))
    table.told(Discarded(A, tile("9p"), sideways=told_sideways)).wait(1000)
    table.seen(RiverTileSeen(A, 1, ReadTile("9p", 0.97), False), wait_ms=4000)
    assert table.found == []


def test_rl_r02_the_mark_that_moved_on_because_its_tile_was_called_is_turned_upright() -> None:
    pon = Meld(MeldKind.PON, parse_tiles("11m"), tile("1m"), A)
    table = in_riichi().told(Called(C, pon), Discarded(C, tile("8s")), Drawn(D), Discarded(D, tile("8s")), Drawn(A))
    table.seen(RiverTileSeen(A, 0, ReadTile("9p", 0.97), True)).told(Discarded(A, tile("9p"), sideways=True))
    table.wait(1000).seen(RiverTileSeen(A, 0, ReadTile("9p", 0.97), False), wait_ms=2500)
    assert ("RL-R02", A) in table.found


# --- time, and what is not to be trusted -------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "found"), [("turn_start", [("TW-R42", A)]), ("counted", [])])
def test_tw_r42_fifteen_seconds_from_when_the_book_counts_them(clock: str, found: list[tuple[str, Seat]]) -> None:
    book = read_rulebook(TAIWAN)
    assert isinstance(book, TaiwanRulebook)
    table = Table(replace(book, play=replace(book.play, think_clock_start=clock)))
    table.told(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt(), Drawn(A))
    assert table.wait(14_000).found == []
    assert table.wait(26_000).found == found


def test_nothing_is_told_while_the_view_is_held() -> None:
    table = called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 0)), ViewHeld(True, "the camera was knocked"))
    assert table.wait(9000).found == []
    assert table.seen(ViewHeld(False, "steady again"), wait_ms=500).found == [("RL-C08", C)]


def test_a_game_taken_up_again_claims_nothing_of_before() -> None:
    table = called(RIICHI, MeldSeen(C, 0, row("7s 7s 7s", 0)))
    start = HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0))
    table.watch.resume([start, Dealt(tile("1z")), Drawn(A), Discarded(A, tile("7s")), Called(C, PON)])
    assert table.wait(5000).found == []
    assert table.seen(MeldSeen(C, 0, row("7s 7s 7s", 0)), wait_ms=2000).found == [("RL-C08", C)]
