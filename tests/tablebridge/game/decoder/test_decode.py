from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    DiceShown,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
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
    WallRaised,
    WallStacks,
    Witness,
)
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    RiichiAccepted,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import ALL_TILES
from tests.tablebridge.game import flaws
from tests.tablebridge.game import observations_of as seen
from tests.tablebridge.game.flaws import Flaw
from tests.tablebridge.game.observations_of import NOON, Report, follow, public, reports_of
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")
SEEDS = (1, 3, 5, 16, 25, 28, 45)


@cache
def game(seed: int) -> tuple[tuple[GameEvent, ...], ...]:
    return tuple(tuple(hand) for hand in play_game(BOOK, seed, 2, calls=0.8))


def wanted(seed: int) -> list[GameEvent]:
    return [public(event) for hand in game(seed) for event in hand]


def told(decoder: Decoder, reports: list[Report]) -> list[GameEvent]:
    return [public(decoded.event) for decoded in follow(decoder, reports)]


def flawed(seed: int, *flaws: Flaw) -> list[Report]:
    reports, random = reports_of(game(seed), seed), Random(seed)
    for flaw in flaws:
        reports = flaw(reports, random)
    return reports


FLAWS: dict[str, tuple[Flaw, ...]] = {
    "perfect witnesses": (),
    "overtaking": (flaws.late,),
    "late rows": (flaws.late_rows,),
    "half of the rows unseen": (flaws.rows_unseen,),
    "walls instead of rows": (flaws.walls_seen,),
    "repeated": (flaws.repeated,),
    "misread at first": (flaws.misread,),
    "arms over the cloth": (flaws.occluded,),
    "called tiles never read": (flaws.taken_unread,),
    "overtaking, repeated, rows unseen": (flaws.rows_unseen, flaws.late, flaws.repeated),
    "overtaking, misread": (flaws.misread, flaws.late),
    "called tiles never read, rows unseen": (flaws.taken_unread, flaws.rows_unseen, flaws.repeated),
    "arms, repeated, rows late": (flaws.late_rows, flaws.occluded, flaws.repeated),
}


@pytest.mark.parametrize("flaws", FLAWS.values(), ids=FLAWS)
def test_every_event_is_told_once_in_true_order(flaws: tuple[Flaw, ...]) -> None:
    for seed in SEEDS:
        decoder = Decoder(BOOK)
        assert told(decoder, flawed(seed, *flaws)) == wanted(seed), f"seed {seed}"
        assert decoder.out_of_step is None, f"seed {seed}"


def test_the_games_of_these_tests_hold_every_kind_of_event() -> None:
    events = [event for seed in SEEDS for hand in game(seed) for event in hand]
    assert {event.meld.kind for event in events if isinstance(event, Called)} == set(MeldKind)
    assert {type(event) for event in events} >= {Won, ExhaustiveDraw, AbortiveDraw, RiichiAccepted, Settled}
    wins = [event for event in events if isinstance(event, Won)]
    assert {win.from_seat is None for win in wins} == {True, False}
    assert any(win.ura_indicators for win in wins)


def test_without_flaws_nothing_is_doubted_and_everything_has_its_evidence() -> None:
    for decoded in follow(Decoder(BOOK), flawed(0)):
        assert decoded.confidence >= 0.9
        assert decoded.witnesses
        assert decoded.captured_at.tzinfo is not None
        on_the_table = isinstance(decoded.event, HandStarted) or Witness.CAMERA not in decoded.witnesses
        assert on_the_table or decoded.evidence


def test_moments_are_those_of_the_first_sighting() -> None:
    reports = flawed(0)
    tiles = iter([report for report in reports if isinstance(report.sighting, RiverTileSeen)])
    for decoded in follow(Decoder(BOOK), reports):
        if isinstance(decoded.event, Discarded):
            assert decoded.at_ms == next(tiles).observation.at_ms
            assert decoded.captured_at == NOON + timedelta(milliseconds=decoded.at_ms)


def test_a_settlement_cites_the_clauses_of_its_patterns() -> None:
    for seed in SEEDS:
        for decoded in follow(Decoder(BOOK), flawed(seed)):
            if isinstance(decoded.event, Settled) and any(decoded.event.delta):
                assert all(BOOK.clause(clause) for clause in decoded.clauses)
                assert decoded.clauses


# --- restarts --------------------------------------------------------------------------------------------------


def restarted(reports: list[Report], at: int, blind: int) -> tuple[list[DecodedEvent], Decoder]:
    """Follows with a restart after `at` reports, deaf for `blind` of them; then the camera tells what lies there."""
    before = follow(Decoder(BOOK), reports[:at], after_frames=0)
    again = Decoder(BOOK)
    again.resume(decoded.event for decoded in before)
    now = reports[at + blind]
    anew = [
        Report(now.arrives_ms, replace(now.observation, witness=Witness.CAMERA, sighting=sighting))
        for sighting in seen.lying_at(reports[: at + blind])
    ]
    return before + follow(again, [*anew, *reports[at + blind :]]), again


def _between_sightings(reports: list[Report], at: int) -> bool:
    """Not while the table tells of walls and dice: nobody tells those again."""
    return all(report.observation.witness is Witness.CAMERA for report in reports[at - 1 : at + 1])


def uncalled_seed() -> int:
    """A game that begins with a dozen discards of which none is called."""
    return next(seed for seed in SEEDS if not any(isinstance(event, Called) for event in game(seed)[0][:30]))


def test_a_hand_whose_walls_nobody_told_begins_with_the_throw_that_breaks_them() -> None:
    reports = flawed(1)
    last_wall = max(at for at, report in enumerate(reports) if isinstance(report.sighting, WallRaised))
    events = told(Decoder(BOOK), [*reports[:last_wall], *reports[last_wall + 1 :]])
    walls = [at for at, event in enumerate(wanted(1)) if isinstance(event, WallBuilt)]
    assert events == [event for at, event in enumerate(wanted(1)) if at != walls[-1]]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_in_the_middle_of_a_hand_loses_and_doubles_nothing(seed: int) -> None:
    reports = flawed(seed)
    random = Random(seed)
    for _ in range(3):
        at = random.choice([at for at in range(20, len(reports)) if _between_sightings(reports, at)])
        events, decoder = restarted(reports, at, 0)
        assert [public(decoded.event) for decoded in events] == wanted(seed), f"restart at {at}"
        assert decoder.out_of_step is None


def test_what_was_laid_while_nobody_watched_is_told_after_the_restart() -> None:
    seed = uncalled_seed()
    reports = flawed(seed)
    discards = [at for at, report in enumerate(reports) if isinstance(report.sighting, RiverTileSeen)]
    events, decoder = restarted(reports, discards[4] + 2, discards[9] - discards[4])
    assert [public(decoded.event) for decoded in events] == wanted(seed)
    assert decoder.out_of_step is None


def test_started_in_the_middle_of_a_hand_of_which_not_all_is_seen_it_says_so_and_tells_nothing() -> None:
    reports = flawed(1)
    middle = next(at for at, report in enumerate(reports) if isinstance(report.sighting, RiverTileSeen)) + 20
    decoder = Decoder(BOOK)
    assert not [event for report in reports[middle : middle + 30] for event in decoder.observe(report.observation)]
    assert decoder.out_of_step is not None
    assert decoder.out_of_step.startswith("the beginning of this hand was not seen")


# --- out of step -----------------------------------------------------------------------------------------------


def test_a_tile_out_of_turn_is_told_as_out_of_step_until_the_missing_one_is_seen() -> None:
    seed = uncalled_seed()
    reports = flawed(seed)
    discards = [at for at, report in enumerate(reports) if isinstance(report.sighting, RiverTileSeen)]
    hidden = discards[5]
    later = reports[discards[6]].arrives_ms + 2000
    moved = [report for at, report in enumerate(reports) if at != hidden and report.arrives_ms < later]
    decoder = Decoder(BOOK)
    events = [event for report in moved for event in decoder.observe(report.observation)]
    events += decoder.tick(later)
    before = reports[discards[6]].sighting
    assert isinstance(before, RiverTileSeen)
    assert decoder.out_of_step is not None
    assert f"{before.reading.tile} lies in {before.seat.value}'s river" in decoder.out_of_step
    events += decoder.observe(replace(reports[hidden].observation, at_ms=later))
    assert decoder.out_of_step is None
    count = len(events)
    assert [public(decoded.event) for decoded in events] == wanted(seed)[:count]


def test_what_keeps_lying_there_is_told_in_the_end_as_hardly_sure() -> None:
    seed = uncalled_seed()
    reports = flawed(seed)
    discards = [at for at, report in enumerate(reports) if isinstance(report.sighting, RiverTileSeen)]
    never = discards[5]
    short = [report for at, report in enumerate(reports) if at != never]
    decoder = Decoder(BOOK)
    events = follow(decoder, short)
    missed = reports[never].sighting
    assert isinstance(missed, RiverTileSeen)
    discarded = [decoded for decoded in events if isinstance(decoded.event, Discarded)]
    all_discards = [event for event in wanted(seed) if isinstance(event, Discarded)]
    # one discard was never seen by anyone; all others are told, and the hand is followed to its end
    assert sorted(repr(decoded.event) for decoded in discarded) == sorted(
        repr(event) for at, event in enumerate(all_discards) if at != 5
    )
    assert min(decoded.confidence for decoded in discarded) <= 0.3
    assert isinstance(events[-1].event, Settled)


def after_a_fourth_copy(reports: list[Report]) -> tuple[str, Report]:
    """A tile of which all four lie open, and the discard after that in the same hand."""
    counts: Counter[str] = Counter()
    full: str | None = None
    for report in reports:
        if isinstance(report.sighting, SetComplete):
            counts.clear()
            full = None
        if isinstance(report.sighting, RiverTileSeen | IndicatorSeen):
            name = report.sighting.reading.tile
            if full is not None and isinstance(report.sighting, RiverTileSeen) and name != full:
                return full, report
            counts[name] += 1
            full = name if counts[name] == 4 and name[0] not in "05" else full
    raise AssertionError("no tile lies open four times")


def test_a_fifth_copy_is_read_as_the_candidate_that_is_possible() -> None:
    reports = flawed(1)
    full, target = after_a_fourth_copy(reports)
    assert isinstance(target.sighting, RiverTileSeen)
    right = target.sighting.reading.tile
    wrong = replace(target.sighting, reading=ReadTile(full, 0.9, ((full, 0.9), (right, 0.08))))
    changed = [seen.with_sighting(one, wrong) if one is target else one for one in reports]
    events = follow(Decoder(BOOK), changed)
    assert [public(decoded.event) for decoded in events] == wanted(1)
    assert min(decoded.confidence for decoded in events) == 0.08


# --- anything at all -------------------------------------------------------------------------------------------

seats = st.sampled_from(Seat)
names = st.sampled_from([str(tile) for tile in ALL_TILES] + ["back", "?", "nonsense"])
sure = st.floats(0, 1)
faces = st.builds(ReadTile, names, sure, st.lists(st.tuples(names, sure), max_size=3).map(tuple))
meld_tiles = st.builds(MeldTile, faces, st.booleans(), st.booleans())
index = st.integers(0, 4)
slot = st.integers(0, 24)
sightings: st.SearchStrategy[Sighting] = st.one_of(
    st.builds(SetComplete, st.integers(0, 200)),
    st.builds(WallRaised, seats, st.integers(0, 18)),
    st.builds(DiceShown, st.sampled_from(["dealer", "break"]), seats, st.lists(st.integers(1, 6)).map(tuple)),
    st.builds(RiverTileSeen, seats, slot, faces, st.booleans()),
    st.builds(RiverTileGone, seats, slot),
    st.builds(MeldSeen, seats, index, st.lists(meld_tiles, max_size=5).map(tuple)),
    st.builds(MeldGone, seats, index),
    st.builds(IndicatorSeen, index, faces, st.booleans()),
    st.builds(IndicatorGone, index, st.booleans()),
    st.builds(RiichiStickSeen, seats, st.booleans()),
    st.builds(WallStacks, seats, st.integers(0, 18)),
    st.builds(StandingRow, seats, st.integers(0, 15), st.booleans()),
    st.builds(HandRevealed, seats, st.lists(faces, max_size=15).map(tuple), st.none() | faces),
    st.builds(RevealedHandGone, seats),
)


def check_money(events: list[DecodedEvent]) -> None:
    total = 4 * BOOK.game.starting_points
    for decoded in events:
        if isinstance(decoded.event, Settled | HandStarted):
            assert sum(decoded.event.points) + 1000 * decoded.event.sticks == total


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.floats(-500, 4000), sightings), max_size=60))
def test_no_reports_at_all_make_it_fail(steps: list[tuple[float, Sighting]]) -> None:
    decoder, now_ms, events = Decoder(BOOK), 0.0, []
    for after_ms, sighting in steps:
        now_ms += after_ms
        events += decoder.observe(Observation(Witness.CAMERA, now_ms, NOON, sighting))
        events += decoder.tick(now_ms)
        assert decoder.out_of_step is None or decoder.out_of_step
    check_money(events)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(SEEDS),
    st.integers(0, 1000),
    st.lists(st.tuples(st.integers(0, 2000), sightings), max_size=15),
)
def test_a_game_full_of_nonsense_is_followed_to_some_end(
    seed: int, losses: int, nonsense: list[tuple[int, Sighting]]
) -> None:
    reports, random = flawed(seed), Random(losses)
    for at, sighting in nonsense:
        place = at % len(reports)
        reports.insert(place, seen.with_sighting(reports[place], sighting))
    dropped = [report for report in reports if random.random() > 0.02]
    events = follow(Decoder(BOOK), dropped, frame_ms=400)
    check_money(events)
    hands = [decoded.event for decoded in events if isinstance(decoded.event, HandStarted)]
    assert [hand.hand for hand in hands] == sorted(hand.hand for hand in hands)


def test_a_wrong_tile_is_never_made_up_where_none_lies() -> None:
    """No event without a witness, save a draw: as many discards as tiles were reported, never one more."""
    for seed in SEEDS:
        reports = flaws.rows_unseen(flawed(seed), Random(seed))
        tiles = sum(isinstance(report.sighting, RiverTileSeen) for report in reports)
        events = follow(Decoder(BOOK), reports)
        assert sum(isinstance(decoded.event, Discarded) for decoded in events) == tiles
        unwitnessed = [decoded for decoded in events if decoded.confidence < 0.95]
        assert all(isinstance(decoded.event, Drawn | RiichiAccepted) for decoded in unwitnessed)
