"""The public state of whole games of every rulebook, and how their hands ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import msgspec
import pytest

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Witness
from tablebridge.sim.table_play import play_game
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    RiichiAccepted,
    Settled,
    TilesDealt,
    VoidSuitDeclared,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON

SEEDS = (1, 3)


@cache
def game(book: str, seed: int) -> tuple[tuple[HandEvent, ...], ...]:
    return tuple(tuple(hand) for hand in play_game(seed, read_rulebook(book), 4))


def as_seen(event: HandEvent) -> HandEvent:
    """The event as the decoder tells it: nobody sees what is dealt and drawn."""
    match event:
        case Drawn():
            return replace(event, tile=None)
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case _:
            return event


def entries(hands: Sequence[Sequence[HandEvent]]) -> Iterator[JournalEntry]:
    sequence, number = 0, 0
    for hand in hands:
        for event in hand:
            sequence += 1
            number = event.hand if isinstance(event, HandStarted) else number
            told = as_seen(event)
            yield JournalEntry(
                sequence, f"e{sequence}", 1, number, event_type(event), told, 0.0, NOON, 0.9, (Witness.CAMERA,), (), ()
            )


@cache
def states(book: str, seed: int) -> tuple[tuple[HandEvent, PublicState], ...]:
    projection, told = Projection("t1", read_rulebook(book)), []
    for entry in entries(game(book, seed)):
        projection.apply(entry)
        told.append((entry.event, projection.state()))
    return tuple(told)  # type: ignore[return-value]


CASES = [pytest.param(book, seed, id=f"{book}-{seed}") for book in shipped() for seed in SEEDS]


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_what_lies_on_the_table_is_in_the_state(book: str, seed: int) -> None:
    flowers: dict[str, list[str]] = {}
    for event, state in states(book, seed):
        match event:
            case HandStarted():
                flowers = {seat.value: [] for seat in Seat}
                assert state.phase == "building"
            case Discarded(seat, tile):
                assert state.seats[seat.value].river[-1].tile == str(tile)
                assert state.seats[seat.value].river[-1].confidence == 0.9
            case FlowersShown(seat, tiles):
                flowers[seat.value] += map(str, tiles)
                assert list(state.seats[seat.value].flowers) == flowers[seat.value]
            case VoidSuitDeclared(seat, suit):
                assert state.seats[seat.value].void_suit == suit.value
            case Called(seat, meld):
                laid = state.seats[seat.value].melds
                shown = next(one for one in laid if one.kind == meld.kind.value and matches(one.tiles, meld.tiles))
                assert sum(tile.called for tile in shown.tiles) == (meld.called is not None)
            case _:
                pass
        if isinstance(event, Settled):
            assert msgspec.json.decode(msgspec.json.encode(state), type=PublicState) == state


def matches(shown: Sequence[object], tiles: Sequence[object]) -> bool:
    """Whether the faces that are shown are tiles of the meld."""
    faces = [one.tile for one in shown if one.tile != "back"]  # type: ignore[attr-defined]
    return all(faces.count(face) <= list(map(str, tiles)).count(face) for face in faces)


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_a_hand_has_a_result_once_it_is_over_and_its_payments_are_what_moved(book: str, seed: int) -> None:
    started = (0, 0, 0, 0)
    wins, put_down = 0, set[Seat]()
    for event, state in states(book, seed):
        if isinstance(event, HandStarted):
            started, wins, put_down = event.points, 0, set()
        if isinstance(event, RiichiAccepted):
            put_down.add(event.seat)
        wins += isinstance(event, Won | WonByFlowers)
        result = state.result
        if state.phase != "settled":
            assert result is None
            assert len(state.wins) == wins
            assert all(isinstance(win.value, int) for win in state.wins)
            continue
        assert result is not None
        assert state.wins == ()
        assert len(result.wins) == wins
        assert result.kind == ("win" if wins else "abortive_draw" if result.reason else "exhaustive_draw")
        if not isinstance(event, Settled):
            assert result.delta is None
            continue
        assert result.delta is not None
        change = [state.seats[seat.value].points - started[seat.number] for seat in Seat]
        sticks = [1000 * (seat in put_down) for seat in Seat]
        assert list(result.delta) == [one + put for one, put in zip(change, sticks, strict=True)]
        paid = {seat.value: 0 for seat in Seat}
        for one in result.payments:
            paid[one.receiver] += one.points
            if one.payer:
                paid[one.payer] -= one.points
            assert one.clauses
        assert list(paid.values()) == list(result.delta)


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_every_win_is_valued_and_explained(book: str, seed: int) -> None:
    unit = {"riichi": "han", "taiwan16": "tai", "zungjung": "points", "sichuan": "fan"}[book.split("-")[0]]
    for event, state in states(book, seed):
        if not isinstance(event, Settled) or state.result is None:
            continue
        for win in state.result.wins:
            assert win.unit == unit
            assert isinstance(win.explanation, str)
            assert win.explanation
            assert isinstance(win.points, dict)
            counted = [part.fu for part in win.fu_parts]
            assert bool(counted) == bool(win.fu)
            assert sum(counted) <= (win.fu or 0)
            values = [pattern.value for pattern in win.patterns]
            assert (
                sum(values) == win.value or win.limit == "sum" or win.yakuman or not values
            )  # ZJ-S62: no pattern is worth 1
            assert all(pattern.title["en"] and pattern.clauses for pattern in win.patterns)
            shown = state.seats[win.seat].revealed
            assert sorted(shown) == sorted((*win.concealed, *([win.tile] if win.tile else [])))
            assert state.seats[win.seat].won


def test_sichuan_winners_are_shown_while_the_others_play_on() -> None:
    shown = [
        {name for name, seat in state.seats.items() if seat.won and seat.revealed}
        for seed in SEEDS
        for _, state in states("sichuan-bloody", seed)
        if state.phase == "playing"
    ]
    assert any(len(winners) == 1 for winners in shown)
    assert any(len(winners) == 2 for winners in shown)


@pytest.mark.parametrize("book", ["sichuan-bloody", "riichi-league-tw"])
def test_hands_shown_at_the_end_are_in_the_state(book: str) -> None:
    seen = 0
    for seed in range(1, 6):
        for event, state in states(book, seed):
            if isinstance(event, ExhaustiveDraw | HandsRevealed):
                for seat, tiles in event.revealed:
                    seen += 1
                    assert state.seats[seat.value].revealed[: len(tiles)] == tuple(map(str, tiles))
    assert seen


def test_an_abortive_draw_names_its_reason() -> None:
    hand = game("riichi-league-tw", 1)[0][:4]
    projection = Projection("t1", read_rulebook("riichi-league-tw"))
    for entry in entries([[*hand, AbortiveDraw("four_winds")]]):
        projection.apply(entry)
    result = projection.state().result
    assert result is not None
    assert (result.kind, result.reason) == ("abortive_draw", "four_winds")


def test_entries_without_the_beginning_of_their_hand_only_move_the_sequence() -> None:
    projection = Projection("t1", read_rulebook("taiwan16-ntuee-2009"))
    rows = list(entries(game("taiwan16-ntuee-2009", 1)))
    for entry in rows[2:5]:
        projection.apply(entry)
    assert (projection.state().sequence, projection.state().phase, projection.hand) == (5, "idle", None)


@pytest.mark.parametrize("book", shipped())
def test_the_same_entries_give_the_same_state(book: str) -> None:
    rows = list(entries(game(book, 2)))
    step_by_step = Projection("t1", read_rulebook(book))
    for entry in rows:
        step_by_step.apply(entry)
    assert Projection("t1", read_rulebook(book), rows).state() == step_by_step.state()
