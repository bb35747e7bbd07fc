"""Acts that break the order of play, and witnesses that see less than all: what the decoder makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    DiceShown,
    HandOverCloth,
    HandRevealed,
    MeldSeen,
    MeldTile,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
    ViewHeld,
    WallRaised,
)
from tablebridge_rules.event import Called, Drawn, RiichiAccepted, RiichiDeclared, Settled
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.rigged import says, waits
from tests.tablebridge.game.watched_table import Table, discard, sure


def test_a_tile_drawn_out_of_turn_is_a_foul_while_the_seat_in_turn_sits_still_RL_F06() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True), StandingRow(Seat.D, 13, True))
    table.wait(1000)
    assert table.events == [Drawn(Seat.B)]
    table.wait(3000)
    assert table.events[1:] == [Drawn(Seat.D)]
    assert ("RL-F06", Seat.D) in table.fouls
    assert table.decoder.out_of_step is None


def test_the_next_seat_that_has_drawn_accuses_nobody_while_the_discard_may_be_hidden() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True), StandingRow(Seat.C, 13, True))
    table.wait(3000)
    assert (table.events, table.fouls) == ([Drawn(Seat.B)], [])
    assert table.decoder.out_of_step == "C has drawn a tile, but B has to discard"
    table.see(RiverTileSeen(Seat.B, 0, sure("9p"), False), StandingRow(Seat.B, 13, False))
    assert table.events == [Drawn(Seat.B), discard(Seat.B, "9p"), Drawn(Seat.C)]
    assert (table.decoder.out_of_step, table.fouls) == (None, [])


@pytest.mark.parametrize("under_an_arm", [Seat.A, Seat.B, Seat.C])
def test_a_draw_out_of_turn_accuses_nobody_while_a_claim_of_any_other_seat_may_be_hidden(under_an_arm: Seat) -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    table.see(HandOverCloth(under_an_arm, True), StandingRow(Seat.D, 13, True))
    table.wait(5000)
    assert (table.events, table.fouls) == ([Drawn(Seat.B), discard(Seat.B, "4s")], [])
    table.see(HandOverCloth(under_an_arm, False))
    table.wait(8000)
    assert ("RL-T01", Seat.D) in table.fouls  # nothing was hidden


def test_a_run_from_the_wrong_seat_is_told_when_nothing_else_explains_it_RL_C05() -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    row = (MeldTile(sure("4s"), sideways=True), MeldTile(sure("5s")), MeldTile(sure("6s")))
    table.see(RiverTileGone(Seat.B, 0), MeldSeen(Seat.D, 0, row))
    table.wait(1000)
    assert not any(isinstance(event, Called) for event in table.events)
    table.wait(6000)
    call = table.events[-1]
    assert isinstance(call, Called)
    assert (call.seat, call.meld.from_seat) == (Seat.D, Seat.B)
    assert Seat.D in [seat for _, seat in table.fouls]


SICHUAN_DEALT = (
    *(WallRaised(seat, stacks) for seat, stacks in zip(Seat, (14, 13, 14, 13), strict=True)),
    DiceShown("dealer", Seat.A, (1, 1)),
    DiceShown("break", Seat.B, (2, 3)),
    *(StandingRow(seat, 13, False) for seat in Seat),
    StandingRow(Seat.A, 13, True),
)


@pytest.mark.parametrize("caller", [Seat.C, Seat.D])
@pytest.mark.parametrize("hidden_ms", [2000.0, 6000.0])
def test_a_call_is_not_given_to_a_seat_whose_own_discard_lies_under_an_arm(caller: Seat, hidden_ms: float) -> None:
    decoder = Decoder(read_rulebook("sichuan-bloody"))
    says(decoder, *SICHUAN_DEALT)
    waits(decoder, 3000, since_ms=1500)
    # A discards under its arm; B draws and discards, and another takes that tile before anybody has read it
    pon = MeldSeen(caller, 0, tuple(MeldTile(sure("2p")) for _ in range(3)))
    events = says(decoder, HandOverCloth(Seat.A, True), StandingRow(Seat.B, 13, False), pon, at_ms=3000)
    events += waits(decoder, 3000 + hidden_ms, since_ms=3200)
    assert events == [], "A's discard has not been seen yet"
    shown = (HandOverCloth(Seat.A, False), RiverTileSeen(Seat.A, 0, sure("8m"), False), StandingRow(Seat.A, 13, False))
    events = says(decoder, *shown, at_ms=3100 + hidden_ms)
    events += waits(decoder, 6000 + hidden_ms, since_ms=3300 + hidden_ms)
    told = [one.event for one in events]
    assert told[:3] == [discard(Seat.A, "8m"), Drawn(Seat.B), discard(Seat.B, "2p")]
    call = told[3]
    assert isinstance(call, Called)
    assert (call.seat, call.meld.from_seat) == (caller, Seat.B)
    assert not any(one.violations for one in events)


def test_a_tile_set_down_and_taken_back_for_another_is_in_doubt_and_play_goes_on() -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    table.see(RiverTileGone(Seat.B, 0), RiverTileSeen(Seat.B, 0, sure("9p"), False))
    table.wait(2000)
    assert table.events == [Drawn(Seat.B), discard(Seat.B, "4s")]
    assert table.decoder.out_of_step is not None
    assert "exchanged its discard: 9p lies there" in table.decoder.out_of_step
    (suspicion,) = table.decoder.suspicions
    assert (suspicion.event, suspicion.likely) == (discard(Seat.B, "4s"), (Tile.parse("9p"),))
    table.turn(Seat.C, "1m")
    assert table.events[2:] == [Drawn(Seat.C), discard(Seat.C, "1m")]
    assert table.fouls == []


def test_what_looks_like_a_foul_in_a_hand_in_doubt_has_no_consequences() -> None:
    table = Table()
    table.turn(Seat.B, "3m")
    table.see(RiverTileGone(Seat.B, 0), RiverTileSeen(Seat.B, 0, sure("5p"), False))
    table.wait(3000)
    assert table.decoder.out_of_step is not None
    winning = (
        *(sure(name) for name in ("4m", "5m", "1p", "1p", "1p", "2p", "2p", "2p", "6s", "7s", "8s", "9s", "9s")),
    )
    table.turn(Seat.C, "6m")
    table.see(StandingRow(Seat.B, 0, False), HandRevealed(Seat.B, winning))  # furiten by 3m, if it was discarded
    table.wait(12_000)
    settled = [event for event in table.events if isinstance(event, Settled)]
    assert [event.delta for event in settled] == [(0, 0, 0, 0)]
    assert all(decoded.confidence <= 0.3 for decoded in table.told if decoded.violations)


def test_a_tile_pushed_aside_is_the_same_tile_when_the_camera_followed_it() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), False), track=7)
    table.see(StandingRow(Seat.B, 13, False))
    table.see(RiverTileGone(Seat.B, 0), RiverTileSeen(Seat.B, 1, sure("4s"), False), track=7)
    table.wait(6000)
    assert (table.events, table.decoder.out_of_step) == ([Drawn(Seat.B), discard(Seat.B, "4s")], None)
    table.turn(Seat.C, "1m")
    assert table.events[2:] == [Drawn(Seat.C), discard(Seat.C, "1m")]


def test_a_time_in_which_the_view_is_held_counts_for_nothing() -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    table.see(RiverTileSeen(Seat.D, 0, sure("9p"), False), ViewHeld(True, "the camera was knocked"))
    table.wait(20_000)
    assert len(table.events) == 2
    table.see(ViewHeld(False, ""))
    table.wait(1000)
    assert len(table.events) == 2, "the tile that was missed may still be seen"
    table.see(StandingRow(Seat.C, 13, True), RiverTileSeen(Seat.C, 0, sure("1m"), False))
    table.wait(1000)
    assert table.events[2:] == [Drawn(Seat.C), discard(Seat.C, "1m"), Drawn(Seat.D), discard(Seat.D, "9p")]
    assert table.fouls == []


def test_a_discard_that_was_missed_for_good_leaves_doubt_and_accuses_nobody() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.wait(800)
    table.see(StandingRow(Seat.B, 13, False), StandingRow(Seat.C, 13, True))
    table.see(RiverTileSeen(Seat.C, 0, sure("1m"), False), StandingRow(Seat.C, 13, False))
    table.wait(12_000)
    assert table.events == [Drawn(Seat.B), Drawn(Seat.C), discard(Seat.C, "1m")]
    assert [decoded.confidence <= 0.3 for decoded in table.told] == [False, True, True]
    assert table.fouls == []
    assert table.decoder.out_of_step is not None
    assert table.decoder.out_of_step.startswith("a discard of B was not seen")


def test_a_tile_dropped_sideways_and_put_straight_declares_nothing() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), StandingRow(Seat.B, 13, False))
    table.wait(1300)
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), False))
    table.wait(3000)
    assert table.events == [Drawn(Seat.B), discard(Seat.B, "4s")]


@pytest.mark.parametrize("straight", [True, False])
def test_a_sideways_tile_declares_nothing_while_its_seat_reaches_in_and_may_put_it_straight(straight: bool) -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), StandingRow(Seat.B, 13, False), HandOverCloth(Seat.B, True))
    table.wait(8000)
    assert table.events == [Drawn(Seat.B)]
    table.see(HandOverCloth(Seat.B, False), *[RiverTileSeen(Seat.B, 0, sure("4s"), False)] * straight)
    table.wait(3000)
    declared = [replace(discard(Seat.B, "4s"), sideways=True), RiichiDeclared(Seat.B)]
    assert table.events[1:] == ([discard(Seat.B, "4s")] if straight else declared)


def test_an_arm_that_never_leaves_does_not_hold_a_sideways_tile_for_ever() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), StandingRow(Seat.B, 13, False), HandOverCloth(Seat.B, True))
    table.wait(26_000)
    assert RiichiDeclared(Seat.B) in table.events


@pytest.mark.parametrize("stick", [True, False])
def test_a_sideways_tile_declares_at_once_with_its_stick_or_else_when_it_stays(stick: bool) -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), StandingRow(Seat.B, 13, False))
    if stick:
        table.see(RiichiStickSeen(Seat.B, True))
    assert table.events[1:] == [replace(discard(Seat.B, "4s"), sideways=True), RiichiDeclared(Seat.B)][: 2 * stick]
    table.wait(2500)
    assert RiichiDeclared(Seat.B) in table.events


@pytest.mark.parametrize("stick", [True, False])
def test_a_tile_told_as_upright_that_was_turned_sideways_declares_with_its_stick_and_accuses_nobody(
    stick: bool,
) -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), *[RiichiStickSeen(Seat.B, True)] * stick)
    table.turn(Seat.C, "1m")
    declared = [RiichiDeclared(Seat.B), RiichiAccepted(Seat.B)]
    assert table.events == [
        Drawn(Seat.B),
        discard(Seat.B, "4s"),
        *declared[: 2 * stick],
        Drawn(Seat.C),
        discard(Seat.C, "1m"),
    ]
    assert all(decoded.confidence <= 0.3 for decoded in table.told if decoded.event == declared[0])
    assert (table.decoder.out_of_step is not None) == stick


def test_a_tile_turned_sideways_with_its_stick_when_play_has_gone_on_is_told_to_the_referee() -> None:
    table = Table()
    table.turn(Seat.B, "4s")
    table.turn(Seat.C, "1m")
    table.see(RiverTileSeen(Seat.B, 0, sure("4s"), True), RiichiStickSeen(Seat.B, True))
    table.wait(2000)
    assert RiichiDeclared(Seat.B) not in table.events
    assert table.decoder.out_of_step is not None
    assert table.decoder.out_of_step.startswith("a riichi stick lies before B")
