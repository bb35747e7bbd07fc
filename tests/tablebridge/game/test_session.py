from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

import msgspec
import pytest

from tablebridge.errors import UsageError
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.game.session import GameSession
from tablebridge.game.shown.public import PublicState
from tablebridge_rules.event import Called, Discarded, GameEvent, HandStarted, Settled, Won
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON, Report, public, reports_of
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")
COMMON = load("riichi-common")


@cache
def game(seed: int) -> tuple[tuple[GameEvent, ...], ...]:
    return tuple(tuple(hand) for hand in play_game(BOOK, seed, 2, calls=0.8))


def journal(folder: Path) -> Journal:
    return Journal(folder / "t1.sqlite", "t1", now=NOON, session="5e55")


def feed(session: GameSession, reports: list[Report]) -> list[JournalEntry]:
    """With the ticks of the quiet times between the reports."""
    told: list[JournalEntry] = []
    now_ms = reports[0].arrives_ms if reports else 0.0
    for report in reports:
        while now_ms + 250 < report.arrives_ms:
            now_ms += 250
            told += session.tick(now_ms)
        told += session.feed(report.observation)
    return told


def test_events_are_on_disk_before_they_are_told(tmp_path: Path) -> None:
    reports = reports_of(game(1), 1)
    with journal(tmp_path) as book, closing(sqlite3.connect(book.path)) as reader:
        session = GameSession("t1", BOOK, book)
        told = []
        for report in reports[:60]:
            told += [(entry.sequence, entry.id, entry.type) for entry in session.feed(report.observation)]
            assert reader.execute("SELECT sequence, id, type FROM entries ORDER BY sequence").fetchall() == told
            assert session.state.sequence == len(told)
        assert told


def test_the_journal_holds_the_game_with_a_gapless_sequence(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        told = feed(GameSession("t1", BOOK, book), reports_of(game(1), 1))
        assert book.entries() == told
        assert book.rulebook == "riichi-league-tw"
    assert [entry.sequence for entry in told] == list(range(1, len(told) + 1))
    wanted = [public(event) for hand in game(1) for event in hand]
    assert [public(entry.event) for entry in told] == wanted
    hands = [entry.hand for entry in told]
    assert hands == sorted(hands)
    assert set(hands) == {0, 1}


@pytest.mark.parametrize("at", [40, 150, 260])
def test_a_restart_goes_on_in_the_middle_of_the_hand(tmp_path: Path, at: int) -> None:
    reports = reports_of(game(1), 1)
    with journal(tmp_path) as book:
        before = GameSession("t1", BOOK, book)
        told = feed(before, reports[:at])
        state = before.state
    with journal(tmp_path) as book:
        again = GameSession("t1", BOOK, book)
        assert again.state == state
        told += feed(again, reports[at:])
        assert book.entries() == told
    assert [public(entry.event) for entry in told] == [public(event) for hand in game(1) for event in hand]


def test_a_game_that_ended_is_followed_by_another(tmp_path: Path) -> None:
    short = replace(BOOK, game=replace(BOOK.game, rounds=1))
    last = play_game(short, 3, 99)
    first = play_game(short, 5, 1)
    reports = reports_of(last, 3)
    offset_ms = reports[-1].arrives_ms + 5000
    with journal(tmp_path) as book:
        session = GameSession("t1", short, book)
        feed(session, reports)
        games = {entry.game for entry in book.entries()}
        assert games == {1}
        feed(session, [_moved(report, offset_ms) for report in reports_of(first, 5)])
        second = book.entries(game=2)
    assert [public(entry.event) for entry in second] == [public(event) for hand in first for event in hand]
    assert second[0].hand == 0


def _moved(report: Report, by_ms: float) -> Report:
    observation = report.observation
    later = replace(
        observation,
        at_ms=observation.at_ms + by_ms,
        captured_at=observation.captured_at + timedelta(milliseconds=by_ms),
    )
    return Report(report.arrives_ms + by_ms, later)


def test_an_unfinished_hand_of_another_rulebook_is_refused_in_one_line(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        feed(GameSession("t1", BOOK, book), reports_of(game(1), 1)[:60])
        with pytest.raises(UsageError, match="unfinished hand under 'riichi-league-tw'"):
            GameSession("t1", COMMON, book)


def test_after_a_finished_hand_another_rulebook_begins_a_game_of_its_own(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        feed(GameSession("t1", BOOK, book), reports_of(game(1), 1))
        assert GameSession("t1", COMMON, book).state.phase == "idle"


@pytest.mark.parametrize("full_at", [0, 1, 150], ids=["before the first event", "in the opening", "in the play"])
def test_while_the_disk_is_full_events_wait_and_nobody_hears_of_them(tmp_path: Path, full_at: int) -> None:
    reports = reports_of(game(1), 1)
    with journal(tmp_path) as book:
        session = GameSession("t1", BOOK, book)
        told = feed(session, reports[:full_at])
        book._connection.execute("PRAGMA max_page_count = 1")
        told += feed(session, reports[full_at:])
        assert (session.state.sequence, len(book.entries())) == (len(told), len(told))
        assert session.waiting > 0
        assert session.trouble is not None
        assert session.out_of_step == "the journal cannot be written: database or disk is full"
        assert (session.state.in_step, session.state.out_of_step) == (False, session.out_of_step)

        trouble, now_ms = session.trouble, reports[-1].arrives_ms
        assert session.tick(now_ms) == []
        assert session.trouble is trouble

        book._connection.execute("PRAGMA max_page_count = 1000000")
        told += session.tick(now_ms + 250)
        assert (session.trouble, session.waiting, session.out_of_step, session.state.in_step) == (None, 0, None, True)
        assert book.entries() == told
        assert {entry.game for entry in told} == {1}
    assert [public(entry.event) for entry in told] == [public(event) for hand in game(1) for event in hand]


# --- the public state ------------------------------------------------------------------------------------------


def states(entries: list[JournalEntry]) -> list[tuple[JournalEntry, PublicState]]:
    projection, found = Projection("t1", BOOK), []
    for entry in entries:
        projection.apply(entry)
        found.append((entry, projection.state()))
    return found


Shown = list[tuple[JournalEntry, PublicState, HandState]]


@pytest.fixture(scope="module")
def shown_states(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    found = []
    for seed in (1, 3, 5, 25):
        with journal(tmp_path_factory.mktemp("game")) as book:
            entries = feed(GameSession("t1", BOOK, book), reports_of(game(seed), seed))
        hand: HandState | None = None
        for entry, state in states(entries):
            if isinstance(entry.event, HandStarted):
                hand = start(entry.event)
            else:
                assert hand is not None
                hand = step(hand, entry.event, BOOK).state
            found.append((entry, state, hand))
    return found


def test_the_public_state_says_what_lies_on_the_table(shown_states: Shown) -> None:
    kinds: set[str] = set()
    for entry, state, hand in shown_states:
        assert state.sequence == entry.sequence
        assert (state.hand, state.dealer, state.honba) == (hand.hand, hand.dealer.value, hand.honba)
        assert sum(seat.points for seat in state.seats.values()) + 1000 * state.sticks == 120_000
        for seat in Seat:
            shown, part = state.seats[seat.value], hand.at(seat)
            assert [one.tile for one in shown.river] == [str(one.tile) for one in part.river.discards]
            assert [one.claimed_by for one in shown.river] == [
                one.claimed_by and one.claimed_by.value for one in part.river.discards
            ]
            for meld, real in zip(shown.melds, part.melds, strict=True):
                kinds.add(meld.kind)
                faces = sorted(tile.tile for tile in meld.tiles if tile.tile != "back")
                whole = sorted(str(tile) for tile in real.tiles)
                assert faces == (whole if real.is_open else faces)
                assert len(meld.tiles) == len(real.tiles)
                assert sum(tile.sideways and not tile.stacked for tile in meld.tiles) == real.is_open
        json = msgspec.json.encode(state)
        assert msgspec.json.decode(json, type=PublicState) == state
    assert kinds == {kind.value for kind in MeldKind}


def test_nobody_sees_a_hand_before_it_is_opened(shown_states: Shown) -> None:
    for _, state, hand in shown_states:
        opened = {won.seat.value for won in hand.wins}
        if hand.exhaustive_draw is not None:
            opened |= {seat.value for seat, _ in hand.exhaustive_draw.revealed}
        assert {name for name, seat in state.seats.items() if seat.revealed} == opened


def test_phases_follow_each_other(shown_states: Shown) -> None:
    order = ["building", "playing", "settled"]
    phase = "settled"
    for _, state, _ in shown_states:
        assert state.phase in (phase, order[(order.index(phase) + 1) % 3])
        phase = state.phase


def test_a_win_is_shown_with_its_patterns_and_what_moved(shown_states: Shown) -> None:
    results = []
    for entry, state, hand in shown_states:
        if isinstance(entry.event, Settled) and hand.wins:
            assert state.result is not None
            assert state.result.delta == entry.event.delta
            results += [(won, shown) for won, shown in zip(hand.wins, state.result.wins, strict=True)]
    assert results
    for won, shown in results:
        assert isinstance(won, Won)
        assert (shown.seat, shown.tile) == (won.seat.value, str(won.tile))
        assert shown.patterns
        assert sum(pattern.value for pattern in shown.patterns) == shown.han
        assert all(pattern.title["en"] and pattern.clauses for pattern in shown.patterns)


def test_before_the_first_hand_the_table_is_idle_and_may_be_out_of_step() -> None:
    projection = Projection("t1", BOOK)
    assert (projection.state().phase, projection.state().in_step) == ("idle", True)
    doubtful = projection.state("5m lies in B's river")
    assert (doubtful.in_step, doubtful.out_of_step) == (False, "5m lies in B's river")


def test_entries_of_a_hand_whose_start_is_unknown_only_count(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        entries = feed(GameSession("t1", BOOK, book), reports_of(game(1), 1)[:80])
    middle = [entry for entry in entries if isinstance(entry.event, Discarded | Called)]
    state = Projection("t1", BOOK, middle).state()
    assert (state.phase, state.sequence) == ("idle", middle[-1].sequence)
