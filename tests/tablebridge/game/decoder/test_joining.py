"""A daemon that is started in the middle of a hand: it takes the hand up as it lies and follows it from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.session import GameSession
from tablebridge.observation import HandRevealed, RiverTileSeen, StandingRow, WallRaised, Witness
from tablebridge.sim.script import Script, scripts
from tablebridge_rules.event import Discarded, HandEvent, HandStarted, Settled
from tablebridge_rules.play import begin, read_rulebook, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable
from tests.tablebridge.game.joined import joined_at
from tests.tablebridge.game.observations_of import NOON, Report
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt

BOOKS = ("riichi-league-tw", "taiwan16-ntuee-2009", "zungjung-wsom-1.03", "sichuan-bloody")
SEEDS = {"sichuan-bloody": 3}
HALF = 0.5


@dataclass(frozen=True)
class Played:
    """A virtual game: what its witnesses report, and what a decoder makes of it that saw all of it."""

    script: Script
    reports: list[Report]
    whole: Trial

    def moment(self, share: float, hand: int = 0) -> float:
        """Just after the discard at that share of a hand."""
        starts = [at for at, one in enumerate(self.whole.told) if isinstance(one[1].event, HandStarted)]
        told = self.whole.told[starts[hand] :]
        discards = [at_ms for at_ms, one in told if isinstance(one.event, Discarded)]
        return discards[int(len(discards) * share)] + 50


@cache
def played(book: str, hands: int = 1) -> Played:
    rulebook = read_rulebook(book)
    script = Script.join(scripts(SEEDS.get(book, 1), hands, rulebook))
    reports = reports_of_script(script)
    return Played(script, reports, attempt(rulebook, reports, script.truth))


def told_by(book: str, reports: Sequence[Report], played: Played) -> Trial:
    return attempt(read_rulebook(book), reports, played.script.truth)


def feed(session: GameSession, reports: Sequence[Report]) -> list[JournalEntry]:
    """With the ticks of the quiet times between the reports."""
    told: list[JournalEntry] = []
    now_ms = reports[0].arrives_ms
    for report in reports:
        while now_ms + 250 < report.arrives_ms:
            now_ms += 250
            told += session.tick(now_ms)
        told += session.feed(report.observation)
    return told


def split(trial: Trial) -> tuple[float, list[DecodedEvent], list[HandEvent]]:
    """When the hand was joined, what was told of before, and the events after it."""
    joined_ms = next(at_ms for at_ms, one in trial.told if isinstance(one.event, HandStarted))
    before = [one for at_ms, one in trial.told if at_ms == joined_ms]
    return joined_ms, before, [one.event for at_ms, one in trial.told if at_ms > joined_ms]


def state_of(book: str, events: Sequence[HandEvent]) -> AnyTable:
    rulebook = read_rulebook(book)
    assert isinstance(events[0], HandStarted)
    state: AnyTable = begin(events[0], rulebook)
    for event in events[1:]:
        state = step(state, event, rulebook).state
    return state


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_is_joined_in_its_middle_and_followed_to_its_end(book: str) -> None:
    game = played(book)
    at_ms = game.moment(HALF)
    trial = told_by(book, joined_at(game.reports, at_ms), game)
    joined_ms, before, after = split(trial)
    assert after == [one.event for told_ms, one in game.whole.told if told_ms > joined_ms]
    known = [one.event for told_ms, one in game.whole.told if told_ms <= joined_ms]
    mine, real = state_of(book, [one.event for one in before]), state_of(book, known)
    for what in ("turn", "phase", "wall_left"):
        assert getattr(mine, what) == getattr(real, what), what
    assert [river.lying for river in mine.rivers] == [river.lying for river in real.rivers]
    assert [sorted(map(str, melds)) for melds in mine.melds] == [sorted(map(str, melds)) for melds in real.melds]
    assert [mine.concealed_count(seat) for seat in Seat] == [real.concealed_count(seat) for seat in Seat]
    assert trial.violations == []


@pytest.mark.parametrize("book", BOOKS)
def test_what_came_before_is_doubtful_and_so_is_what_it_comes_to(book: str) -> None:
    game = played(book)
    at_ms = game.moment(HALF)
    trial = told_by(book, joined_at(game.reports, at_ms), game)
    _, before, _ = split(trial)
    assert {one.confidence for one in before} == {0.3}
    assert all(one.witnesses == (Witness.CAMERA,) for one in before)
    discards = [one.confidence for _, one in trial.told if isinstance(one.event, Discarded)]
    assert discards[-1] > 0.9
    settled = trial.told[-1][1]
    assert isinstance(settled.event, Settled)
    assert settled.confidence <= 0.3
    assert "joined in the middle" in trial.out_of_step[-1][1]


@pytest.mark.parametrize("book", ["riichi-league-tw", "zungjung-wsom-1.03"])
def test_the_hand_after_one_that_was_followed_has_its_dealer_and_its_points(book: str) -> None:
    game = played(book, 2)
    at_ms = game.moment(HALF, hand=1)
    ended_ms = next(told_ms for told_ms, one in game.whole.told if isinstance(one.event, Settled))
    walls = [one.arrives_ms for one in game.reports if isinstance(one.sighting, WallRaised)]
    cleared_ms = min(walls_ms for walls_ms in walls if walls_ms > ended_ms)
    first = [report for report in game.reports if report.arrives_ms < cleared_ms]
    trial = told_by(book, [*first, *joined_at(game.reports, at_ms)], game)
    starts = [one.event for _, one in trial.told if isinstance(one.event, HandStarted)]
    assert starts == [one.event for _, one in game.whole.told if isinstance(one.event, HandStarted)]
    assert [one.event for _, one in trial.told][-1] == [one.event for _, one in game.whole.told][-1]
    assert not any("joined" in line and "points" in line for _, line in trial.out_of_step)
    assert trial.violations == []


def test_a_joined_hand_is_in_the_journal_accuses_nobody_and_survives_a_restart(tmp_path: Path) -> None:
    book = "taiwan16-ntuee-2009"
    game = played(book)
    reports = joined_at(game.reports, game.moment(HALF))
    half = next(at for at, one in enumerate(reports) if one.arrives_ms > game.moment(0.75))
    with Journal(tmp_path / "t1.sqlite", "t1", now=NOON) as journal:
        told = feed(GameSession("t1", read_rulebook(book), journal), reports[:half])
    with Journal(tmp_path / "t1.sqlite", "t1", now=NOON) as journal:
        session = GameSession("t1", read_rulebook(book), journal)
        told += feed(session, reports[half:])
        assert (session.flags, session.state.in_step) == ((), True)
    joined_ms = told[0].at_ms
    after = [entry.event for entry in told if entry.at_ms != joined_ms]
    known = [one.event for told_ms, one in game.whole.told if told_ms > joined_ms]
    assert after == known[: len(after)]
    assert len(known) - len(after) <= 2  # the session was not watched until the points moved
    assert len({entry.id for entry in told}) == len(told)


def test_a_river_of_which_a_tile_is_hidden_is_waited_for() -> None:
    game = played("riichi-league-tw")
    at_ms = game.moment(HALF)
    hidden = [
        one
        for one in joined_at(game.reports, at_ms)
        if not (isinstance(one.sighting, RiverTileSeen) and (one.sighting.seat, one.sighting.slot) == (Seat.A, 0))
    ]
    decoder = Decoder(read_rulebook("riichi-league-tw"))
    for report in hidden[:150]:
        assert decoder.observe(report.observation) == []
    assert decoder.out_of_step is not None
    assert "the beginning of this hand was not seen" in decoder.out_of_step


def test_without_rows_nobody_knows_whose_turn_it_is() -> None:
    game = played("riichi-league-tw")
    reports = joined_at(game.reports, game.moment(HALF))
    without = [one for one in reports if not isinstance(one.sighting, StandingRow)]
    assert told_by("riichi-league-tw", without, game).told == []


def test_hands_that_lie_open_are_no_hand_in_play() -> None:
    game = played("riichi-league-tw")
    opened_ms = next(one.arrives_ms for one in game.reports if isinstance(one.sighting, HandRevealed))
    trial = told_by("riichi-league-tw", joined_at(game.reports, opened_ms), game)
    assert trial.told == []
    assert any("lies open" in line and "the next hand is followed" in line for _, line in trial.out_of_step)
