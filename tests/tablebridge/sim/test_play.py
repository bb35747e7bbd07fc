"""Hands and games of the virtual players keep the rules, and everything that can happen does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tablebridge.sim.play import first_hand, play_game, play_hand, shuffled_set
from tablebridge_rules.event import Called, GameEvent, HandStarted, IndicatorTurned, Settled, Won, event_type
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

BOOK = load("riichi-league-tw")
SEEDS = range(1, 11)


@cache
def game(seed: int) -> list[list[GameEvent]]:
    return list(play_game(seed, BOOK, 3))


def end_of(events: list[GameEvent]) -> HandState:
    return replay(events, BOOK).state


def test_rl_s06_the_set_has_four_red_fives() -> None:
    counts = Counter(map(str, shuffled_set(Random(0), BOOK)))
    assert [counts[name] for name in ("0m", "0p", "0s", "5m", "5p", "5s", "1z")] == [1, 2, 1, 3, 2, 3, 4]
    assert counts.total() == 136


@pytest.mark.parametrize("seed", SEEDS)
def test_no_rule_is_broken_and_every_tile_is_one_of_the_set(seed: int) -> None:
    for events in game(seed):
        played = replay(events, BOOK)
        assert played.violations == ()
        assert not Counter(played.state.visible_tiles()) - Counter(shuffled_set(Random(0), BOOK))
        assert sum(played.state.points) + 1000 * played.state.sticks == 120000
        assert played.state.settled


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_goes_on_from_hand_to_hand(seed: int) -> None:
    hands = game(seed)
    assert hands[0][0] == first_hand(seed, BOOK)
    for before, after in pairwise(hands):
        settled, started = before[-1], after[0]
        assert isinstance(settled, Settled)
        assert isinstance(started, HandStarted)
        assert (started.points, started.sticks) == (settled.points, settled.sticks)


def test_over_ten_seeds_everything_happens() -> None:
    first = [event for seed in SEEDS for event in game(seed)[0]]
    every = {event_type(event) for event in first}
    assert {"chi", "pon", "kan", "riichi", "riichi_accepted", "win", "exhaustive_draw", "indicator"} <= every
    assert {won.from_seat is None for won in first if isinstance(won, Won)} == {True, False}


def test_the_same_seed_plays_the_same_hand_and_another_a_different_one() -> None:
    started = first_hand(1, BOOK)
    assert play_hand(started, 1, BOOK) == game(1)[0]
    assert play_hand(started, 2, BOOK) != game(1)[0]


def test_a_game_ends_with_the_rulebook() -> None:
    short = replace(BOOK, game=replace(BOOK.game, rounds=1))
    hands = list(play_game(5, short))
    assert len(hands) >= 4
    assert {events[0].round_wind for events in hands if isinstance(events[0], HandStarted)} == {Wind.EAST}


WITH_ADDED_KAN, WITH_CONCEALED_KAN = 4, 21  # seeds
LATE = replace(BOOK, table=replace(BOOK.table, kan_dora_timing="after_discard_open_kan"))


def after_the_kan(seed: int, rulebook: Rulebook) -> tuple[MeldKind, list[str]]:
    """The first kan of the first hand of that seed, and what comes after it."""
    events = play_hand(first_hand(seed, rulebook), seed, rulebook)
    assert replay(events, rulebook).violations == ()
    at, kan = next((at, one) for at, one in enumerate(events) if isinstance(one, Called) and one.meld.kind.is_kan)
    return kan.meld.kind, [event_type(one) for one in events[at + 1 : at + 4]]


@pytest.mark.parametrize(
    ("seed", "rulebook", "kan", "after"),
    [
        (WITH_ADDED_KAN, BOOK, MeldKind.KAN_ADDED, ["indicator", "draw", "discard"]),
        (WITH_CONCEALED_KAN, BOOK, MeldKind.KAN_CONCEALED, ["indicator", "draw", "discard"]),
        (WITH_ADDED_KAN, LATE, MeldKind.KAN_ADDED, ["draw", "discard", "indicator"]),
        (WITH_CONCEALED_KAN, LATE, MeldKind.KAN_CONCEALED, ["indicator", "draw", "discard"]),
    ],
    ids=["RL-S05 added", "RL-S05 concealed", "added, after the discard", "concealed, always at once"],
)
def test_a_kan_turns_an_indicator(seed: int, rulebook: Rulebook, kan: MeldKind, after: list[str]) -> None:
    assert after_the_kan(seed, rulebook) == (kan, after)


def test_a_riichi_winner_turns_the_ura_indicators() -> None:
    for seed in SEEDS:
        for events in game(seed):
            state = end_of(events)
            for won in state.wins:
                expected = len(state.indicators) if state.at(won.seat).riichi.declared else 0
                assert len(won.ura_indicators) == expected


def test_without_ura_nobody_turns_any() -> None:
    plain = replace(BOOK, scoring=replace(BOOK.scoring, ura_dora=False, kan_dora=False))
    for seed in (2, WITH_ADDED_KAN):
        events = play_hand(first_hand(seed, plain), seed, plain)
        assert not any(isinstance(one, Won) and one.ura_indicators for one in events)
        assert not any(isinstance(one, IndicatorTurned) for one in events)


def test_a_first_dealer_is_thrown() -> None:
    assert {first_hand(seed, BOOK).dealer for seed in range(40)} == set(Seat)
    assert Tile.parse("1m") in shuffled_set(Random(1), BOOK)
