"""Games of every rulebook, corrected and ruled on at random: what must hold after each act."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge.errors import UsageError
from tablebridge.game.journal.correction import Correction
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.projection import Projection
from tablebridge.game.journal.ruling_event import PenaltyApplied, PenaltyRevoked, Ruling
from tablebridge.game.ruling import (
    AcceptFlag,
    ApplyPenalty,
    DeferFlag,
    EnterEvent,
    InsertEvent,
    OverruleFlag,
    RefereeAct,
    RemoveEvent,
    ReplaceEvent,
    ResumeHand,
    RevokePenalty,
    VoidHand,
)
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Witness
from tablebridge_rules import play
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Discarded, Drawn, HandEvent, HandStarted, Settled
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tests.tablebridge.game.refereed import RefereedTable, game

BOOKS = tuple(shipped())


def any_event(chance: Random, table: RefereedTable) -> HandEvent:
    """One that could have happened: a discard, a draw, or one that did happen elsewhere in the game."""
    tiles = play.tradition(table.rulebook).tile_set(table.rulebook)
    acts = [entry.event for entry in table.entries if not isinstance(entry.event, RefereeEvent)]
    there = [act for act in acts if not isinstance(act, HandStarted | Settled)]
    seat = chance.choice(list(Seat))
    return chance.choice(
        [Discarded(seat, chance.choice(tiles)), Drawn(seat), *chance.sample(there, min(3, len(there)))]
    )


def any_act(chance: Random, table: RefereedTable) -> RefereeAct:
    event_id = chance.choice(table.entries).id
    flag_id = chance.choice([flag.id for flag in table.flags] or ["none"])
    correcting = [
        RemoveEvent(event_id),
        ReplaceEvent(event_id, any_event(chance, table)),
        InsertEvent(event_id, any_event(chance, table)),
        EnterEvent(any_event(chance, table)),
        VoidHand(),
        ResumeHand(),
    ]
    ruling = [
        AcceptFlag(flag_id, apply=chance.random() < 0.7),
        OverruleFlag(flag_id),
        DeferFlag(flag_id),
        ApplyPenalty(flag_id, chance.choice([None, (3, -1, -1, -1), (0, 500, -500, 0)])),
        RevokePenalty(flag_id),
    ]
    return chance.choice(chance.choice([correcting, ruling if table.flags else correcting]))


def followed(told: list[JournalEntry]) -> list[tuple[str, HandEvent]]:
    """What somebody has in hand who only hears the events and does as a correction says."""
    line: list[tuple[str, HandEvent]] = []
    for entry in told:
        match entry.event:
            case Correction(replaces=replaces, events=events):
                line = [one for one in line if one[0] not in replaces]
                for placed in events:
                    names = [name for name, _ in line]
                    at = 0 if placed.after is None else names.index(placed.after) + 1
                    line.insert(at, (placed.id, placed.event))
            case Ruling():
                pass
            case PenaltyRevoked(applied=applied):
                line = [one for one in line if one[0] != applied]
            case event:
                line.append((entry.id, event))  # type: ignore[arg-type]
    return line


def from_scratch(table: RefereedTable) -> PublicState:
    """The state of a game that was told rightly from the beginning."""
    rulings = [entry for entry in table.told if isinstance(entry.event, Ruling)]
    return Projection("t1", table.rulebook, [*table.entries, *rulings]).state()


def check(table: RefereedTable, money: int) -> None:
    assert table.money == money
    assert followed(table.told) == [(entry.id, entry.event) for entry in table.entries]
    assert msgspec.structs.replace(from_scratch(table), sequence=table.state.sequence) == table.state
    begun = [entry.event.points for entry in table.entries if isinstance(entry.event, HandStarted)]
    assert table.state.began_with == (begun[-1] if begun else None)
    check_settlements(table)
    there = {entry.id for entry in table.entries}
    found = {
        (told.entry.id, violation.clause, violation.name, violation.seat)
        for told in table.record.game.told
        for violation in told.violations
    }
    standing = {
        (flag.event_id, flag.clause, flag.name, flag.seat)
        for flag in table.flags
        if flag.state.value != "withdrawn" and flag.event_id in there
    }
    assert standing == found
    in_force = {entry.event.flag for entry in table.entries if isinstance(entry.event, PenaltyApplied)}
    assert in_force == {flag.id for flag in table.flags if flag.penalty is not None}


def check_settlements(table: RefereedTable) -> None:
    """Each is of a hand that is over, and what the rules make of it where they can; the next hand begins with it."""
    told = table.record.game.told
    for before, after in pairwise(told):
        if isinstance(after.entry.event, Settled):
            assert before.state.phase is Phase.ENDED
            assert not before.state.settled
            if after.entry.witnesses != (Witness.REFEREE,):
                with suppress(RulesError):
                    assert after.entry.event == play.settle(before.state, table.rulebook)
        if isinstance(after.entry.event, HandStarted):
            assert after.state.points == before.state.points
            assert before.state.settled or before.state.phase is not Phase.ENDED


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=4, deadline=None, phases=[Stage.explicit, Stage.generate])
@given(seed=st.integers(0, 1 << 32))
def test_the_game_stays_whole_whatever_the_referee_does(book: str, seed: int) -> None:
    chance = Random(seed)
    events = game(book, chance.randint(1, 3), 2)
    with TemporaryDirectory() as folder:
        table = RefereedTable(play.read_rulebook(book), Path(folder))
        table.tell(events[: chance.randint(len(events) // 4, len(events))], confidence=1.0)
        money = table.money
        for _ in range(6):
            before = (table.journal.last_sequence, table.state)
            try:
                table.act(any_act(chance, table))
            except UsageError:
                assert (table.journal.last_sequence, table.state) == before
            else:
                check(table, money)
        state, entries = table.state, table.entries
        table.restart()
        assert (table.state, table.entries) == (state, entries)
        check(table, money)
        table.journal.close()
