"""How hands end when the witnesses do not show everything that they should."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import HandRevealed, IndicatorSeen, ReadTile
from tablebridge_rules.event import ExhaustiveDraw, GameEvent, Settled, Won
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.hand_end import scores, settle
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step
from tests.tablebridge.game.observations_of import Report, follow, public, reports_of, with_sighting
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")


@cache
def game(seed: int) -> tuple[tuple[GameEvent, ...], ...]:
    return tuple(tuple(hand) for hand in play_game(BOOK, seed, 2, calls=0.8))


def hand_with(kind: str) -> tuple[list[GameEvent], list[Report]]:
    """The first hand of some game that ends in that way, and the reports of it."""
    wanted = {
        "tsumo": lambda end: isinstance(end, Won) and end.from_seat is None,
        "ron": lambda end: isinstance(end, Won) and end.from_seat is not None and not end.ura_indicators,
        "ura": lambda end: isinstance(end, Won) and bool(end.ura_indicators),
        "draw": lambda end: isinstance(end, ExhaustiveDraw) and len(end.revealed) in (1, 2, 3),
    }[kind]
    for seed in range(60):
        events = list(game(seed)[0])
        if wanted(events[-2]):
            return events, reports_of([events], seed)
    raise AssertionError(f"no game begins with a hand that ends in {kind}")


def told(reports: list[Report], decoder: Decoder | None = None) -> list[GameEvent]:
    return [decoded.event for decoded in follow(decoder or Decoder(BOOK), reports)]


def before(events: list[GameEvent], end: GameEvent) -> HandState:
    assert events
    state = start(events[0])  # type: ignore[arg-type]
    for event in events[1 : events.index(end)]:
        state = step(state, event, BOOK).state
    return state


@pytest.mark.parametrize("kind", ["tsumo", "ron", "ura", "draw"])
def test_the_points_are_those_of_the_rules(kind: str) -> None:
    events, reports = hand_with(kind)
    assert [public(event) for event in told(reports)][-2:] == [public(event) for event in events][-2:]


def test_an_unseparated_winning_draw_counts_the_lowest_RL_W04() -> None:
    events, reports = hand_with("tsumo")
    changed = []
    for report in reports:
        hand = report.sighting
        if isinstance(hand, HandRevealed) and hand.apart is not None:
            report = with_sighting(report, HandRevealed(hand.seat, (*hand.tiles, hand.apart)))
        changed.append(report)
    found = told(changed)
    won, settled = found[-2:]
    assert isinstance(won, Won)
    assert isinstance(settled, Settled)
    real = events[-2]
    assert isinstance(real, Won)
    assert sorted((*won.concealed, won.tile)) == sorted((*real.concealed, real.tile))
    (value,) = scores(step(before(events, real), won, BOOK).state, BOOK)
    (most,) = scores(step(before(events, real), real, BOOK).state, BOOK)
    assert value is not None
    assert most is not None
    assert value.points.total <= most.points.total


def test_ura_indicators_that_nobody_turns_are_not_made_up_RL_S05() -> None:
    events, reports = hand_with("ura")
    seen = [one for one in reports if not (isinstance(one.sighting, IndicatorSeen) and one.sighting.ura)]
    won, settled = told(seen)[-2:]
    real = events[-2]
    assert isinstance(real, Won)
    assert isinstance(won, Won)
    assert public(won) == public(replace(real, ura_indicators=()))
    assert settled == settle(step(before(events, real), won, BOOK).state, BOOK)


def test_a_hand_that_stays_closed_at_the_draw_is_not_ready_RL_X13() -> None:
    events, reports = hand_with("draw")
    end = events[-2]
    assert isinstance(end, ExhaustiveDraw)
    hidden = end.revealed[0][0]
    seen = [one for one in reports if not (isinstance(one.sighting, HandRevealed) and one.sighting.seat is hidden)]
    drawn, settled = told(seen)[-2:]
    assert isinstance(drawn, ExhaustiveDraw)
    assert hidden not in dict(drawn.revealed)
    assert isinstance(settled, Settled)
    assert sum(settled.delta) == 0
    assert settled.delta[hidden.number] <= 0


@pytest.mark.parametrize(
    ("shown", "sure"),
    [
        pytest.param("123456789m1123p2z", 0.98, id="RL-F09 one tile off"),
        pytest.param("147m258p369s1357z", 0.6, id="RL-F09 far off and not plainly read"),
    ],
)
def test_an_open_hand_that_wins_nothing_for_one_tile_is_out_of_step_and_ends_nothing(shown: str, sure: float) -> None:
    _, reports = hand_with("ron")
    opened = next(at for at, report in enumerate(reports) if isinstance(report.sighting, HandRevealed))
    hand = reports[opened].sighting
    assert isinstance(hand, HandRevealed)
    nothing = tuple(ReadTile(str(tile), sure) for tile in parse_tiles(shown))
    changed = [
        *reports[:opened],
        with_sighting(reports[opened], HandRevealed(hand.seat, nothing[: len(hand.tiles)])),
    ]
    decoder = Decoder(BOOK)
    events = told(changed, decoder)
    assert not any(isinstance(event, Won | Settled) for event in events)
    decoder.tick(changed[-1].arrives_ms + 30_000)
    assert decoder.out_of_step is not None
    assert "open hand wins nothing" in decoder.out_of_step
