"""Flags and what the referee makes of them: nothing before the ruling, then what the rulebook lays down, revocably."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag, FlagState
from tablebridge.game.journal.correction import Correction
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.note import ActNote
from tablebridge.game.journal.ruling_event import Decision, PenaltyApplied, PenaltyRevoked, Ruling
from tablebridge.game.ruling import (
    AcceptFlag,
    ApplyPenalty,
    ConfirmTable,
    DeferFlag,
    EnterEvent,
    OverruleFlag,
    RaiseFlag,
    RefereeAct,
    RevokePenalty,
    act_from_json,
    act_to_json,
)
from tablebridge_rules import play
from tablebridge_rules.event import (
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    HandEvent,
    HandStarted,
    Settled,
    TilesDealt,
    WallBuilt,
    Won,
)
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.refereed import RefereedTable

A, B, C, D = Seat
MJNET, LEAGUE, TAIWAN, ZUNG_JUNG = (
    "riichi-mjnet-2005",
    "riichi-league-tw",
    "taiwan16-ntuee-2009",
    "zungjung-wsom-1.03",
)
WIN = Won(B, Tile.parse("4z"), parse_tiles("123456789s44z55z"), D)
Make = Callable[[str], RefereedTable]


def opened(book: str) -> list[HandEvent]:
    """A hand until its dealer has drawn."""
    rulebook = play.read_rulebook(book)
    rules = play.tradition(rulebook)
    dealt: list[HandEvent] = [Dealt(Tile.parse("9m")) if rules.indicators else TilesDealt()]
    if rules.indicators:
        dealt = [WallBuilt((17,) * 4), DiceRolled(A, (3, 4)), *dealt]
    return [HandStarted(0, Wind.EAST, A, 0, 0, rules.opening_points(rulebook)), *dealt, Drawn(A)]


def turns(*discards: tuple[Seat, str]) -> list[HandEvent]:
    """What follows A's first draw."""
    events: list[HandEvent] = []
    for seat, name in discards:
        events += [Drawn(seat), Discarded(seat, Tile.parse(name))]
    return events[1:]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[RefereedTable] = []

    def table(book: str) -> RefereedTable:
        made.append(RefereedTable(play.read_rulebook(book), tmp_path))
        return made[-1]

    yield table
    for one in made:
        one.journal.close()


def fouled(make: Make, book: str) -> tuple[RefereedTable, Flag]:
    """C draws while A has still to discard."""
    table = make(book)
    table.tell([*opened(book), Drawn(C)])
    return table, table.flags[0]


def types(entries: list[JournalEntry]) -> list[str]:
    return [entry.type for entry in entries]


def test_a_flag_tells_what_where_and_when(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    entry = table.entries[-1]
    assert flag.id == f"{entry.id}.RM-F01.early_draw.C"
    assert (flag.clause, flag.name, flag.seat, flag.proposed_penalty) == ("RM-F01", "early_draw", C, "fine_1000")
    assert (flag.event_id, flag.sequence, flag.at_ms, flag.captured_at) == (
        entry.id,
        entry.sequence,
        entry.at_ms,
        entry.captured_at,
    )
    assert (flag.confidence, flag.state, flag.penalty, flag.witnessed) == (0.9, FlagState.PENDING, None, False)
    assert flag.text


def test_a_fine_is_paid_from_the_ruling_on_and_given_back_when_revoked_rm_f01(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    assert (table.points, table.state.sticks) == ((25000,) * 4, 0)
    told = table.act(AcceptFlag(flag.id, "seen from above"))
    assert types(told) == ["ruling", "penalty_applied"]
    ruling, applied = (entry.event for entry in told)
    assert ruling == Ruling(flag.id, flag.event_id, "RM-F01", C, Decision.ACCEPTED, flag.text, "fine_1000")
    assert isinstance(applied, PenaltyApplied)
    assert applied.points == table.points == (25000, 25000, 24000, 25000)
    assert table.state.sticks == 1
    (flag,) = table.flags
    assert (flag.state, flag.reason, flag.by) == (FlagState.ACCEPTED, "seen from above", "Lin")
    (entry,) = table.act(RevokePenalty(flag.id))
    assert entry.event == PenaltyRevoked(told[1].id, flag.id, "RM-F01", C, (25000,) * 4)
    assert (table.points, table.state.sticks) == ((25000,) * 4, 0)
    assert table.flags[0].state is FlagState.ACCEPTED


def test_overruling_what_was_accepted_takes_its_penalty_back(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    table.act(AcceptFlag(flag.id))
    told = table.act(OverruleFlag(flag.id, "it was his turn"))
    assert types(told) == ["ruling", "penalty_revoked"]
    assert told[0].event == Ruling(flag.id, flag.event_id, "RM-F01", C, Decision.OVERRULED)
    assert table.points == (25000,) * 4
    assert table.flags[0].state is FlagState.OVERRULED


def test_a_ruling_after_the_hand_settles_it_anew_rl_f06(make: Make) -> None:
    """B drew early, so its hand is dead once that stands: its win is a false one."""
    table = make(LEAGUE)
    table.tell([*opened(LEAGUE), Drawn(B)])
    early = table.flags[0]
    table.tell([*turns((A, "1m"))[0:1], Discarded(B, Tile.parse("2m")), *turns((C, "5m"))[-1:]])
    table.tell([Drawn(D), Discarded(D, Tile.parse("4z")), WIN])
    table.tell([Settled((0,) * 4, (0,) * 4, 0), HandStarted(1, Wind.EAST, B, 0, 0, (30000,) * 4)])
    assert table.points == (30000, 38000, 30000, 22000)
    told = table.act(AcceptFlag(early.id))
    assert types(told) == ["ruling", "penalty_applied", "correction"]
    correction = told[2].event
    assert isinstance(correction, Correction)
    assert [type(placed.event) for placed in correction.events] == [Settled, HandStarted]
    # the false win that follows is a flag of its own, and pending: nobody pays for it yet
    assert table.points == (30000,) * 4
    false = next(flag for flag in table.flags if flag.name == "false_win" and flag.state is FlagState.PENDING)
    table.act(AcceptFlag(false.id))
    assert table.points == (34000, 22000, 32000, 32000)
    assert table.money == 120000
    table.act(RevokePenalty(early.id))
    assert table.points == (30000, 38000, 30000, 22000)
    withdrawn = next(flag for flag in table.flags if flag.id == false.id)
    assert (withdrawn.state, withdrawn.penalty) == (FlagState.WITHDRAWN, None)


@pytest.mark.parametrize(
    ("book", "clause"),
    [pytest.param(TAIWAN, "TW-F19", id="TW-F19"), pytest.param(ZUNG_JUNG, "ZJ-X08", id="ZJ-X08")],
)
def test_a_hand_is_dead_from_the_ruling_on(make: Make, book: str, clause: str) -> None:
    table, flag = fouled(make, book)
    assert flag.clause == clause
    assert not table.record.game.state.dead  # type: ignore[union-attr]
    table.act(AcceptFlag(flag.id))
    assert table.record.game.state.dead  # type: ignore[union-attr]
    table.act(RevokePenalty(flag.id))
    assert not table.record.game.state.dead  # type: ignore[union-attr]


def test_points_set_by_the_referee_move_and_come_back(make: Make) -> None:
    table, flag = fouled(make, LEAGUE)
    table.act(AcceptFlag(flag.id, apply=False))
    assert table.flags[0].penalty is None
    (entry,) = table.act(ApplyPenalty(flag.id, (1000, 1000, -3000, 1000), violation_points=2))
    assert isinstance(entry.event, PenaltyApplied)
    assert (entry.event.by_rules, entry.event.points) == (False, (31000, 31000, 27000, 31000))
    assert table.points == (31000, 31000, 27000, 31000)
    penalty = table.flags[0].penalty
    assert penalty is not None
    assert (penalty.id, penalty.by_rules, penalty.violation_points) == (entry.id, False, 2)
    table.act(RevokePenalty(flag.id))
    assert table.points == (30000,) * 4


@pytest.mark.parametrize(
    ("penalty", "points"),
    [
        pytest.param("hand_dead_and_violation_point", 1, id="RL-F06"),
        pytest.param("violation_point", 1, id="RL-F01"),
        pytest.param("both", 1, id="RL-R05"),
        pytest.param("violation_point_if_deliberate", 0, id="RL-F05"),
        pytest.param("hand_dead_no_call_vp_with_melds", 0, id="RL-F07"),
        pytest.param("warning", 0, id="a warning"),
    ],
)
def test_violation_points_are_those_of_the_rulebooks_words(make: Make, penalty: str, points: int) -> None:
    table = make(LEAGUE)
    table.tell(opened(LEAGUE))
    table.act(RaiseFlag("RL-F01", A, "A did it", penalty=penalty))
    table.act(AcceptFlag(table.flags[0].id))
    applied = table.flags[0].penalty
    assert applied is not None
    assert applied.violation_points == points


def test_what_the_referee_alone_saw_has_the_consequences_of_the_rulebook_rm_f01(make: Make) -> None:
    table = make(MJNET)
    table.tell(opened(MJNET))
    table.act(RaiseFlag("RM-C04", B, "B said pon and did not call", penalty="fine_1000"))
    (flag,) = table.flags
    assert (flag.state, flag.witnessed, flag.event_id) == (FlagState.PENDING, True, table.entries[-1].id)
    table.act(AcceptFlag(flag.id))
    assert (table.points, table.state.sticks) == ((25000, 24000, 25000, 25000), 1)
    table.restart()
    assert (table.points, table.state.sticks) == ((25000, 24000, 25000, 25000), 1)
    table.act(RevokePenalty(flag.id))
    assert (table.points, table.state.sticks) == ((25000,) * 4, 0)


def test_a_chombo_in_the_middle_of_a_hand_is_paid_at_once_rm_r04(make: Make) -> None:
    table = make(MJNET)
    table.tell(opened(MJNET))
    table.act(RaiseFlag("RM-R04", B, "B changed its riichi hand", penalty="chombo_mangan"))
    (_, entry) = table.act(AcceptFlag(table.flags[0].id))
    assert isinstance(entry.event, PenaltyApplied)
    assert entry.event.delta == (4000, -8000, 2000, 2000)
    assert table.points == (29000, 17000, 27000, 27000)


def test_a_deferred_flag_is_still_to_be_ruled_on(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    assert table.act(DeferFlag(flag.id, "after the hand")) == []
    assert (table.flags[0].state, table.flags[0].reason) == (FlagState.DEFERRED, "after the hand")
    table.act(AcceptFlag(flag.id))
    assert table.flags[0].state is FlagState.ACCEPTED


def test_a_violation_is_flagged_once(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    table.act(EnterEvent(Discarded(A, Tile.parse("1m"))))
    table.restart()
    assert [one.id for one in table.flags] == [flag.id]


def test_who_did_what_is_in_the_journal(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    told = table.act(AcceptFlag(flag.id, "clear"), by="Wu")
    table.act(ConfirmTable("all well"), by="Lin")
    notes = [note for note in table.journal.notes() if isinstance(note.body, ActNote)]
    assert [note.body for note in notes] == [
        ActNote("Wu", AcceptFlag(flag.id, "clear"), tuple(entry.id for entry in told)),
        ActNote("Lin", ConfirmTable("all well")),
    ]
    assert [note.after for note in notes] == [table.journal.last_sequence] * 2


@pytest.mark.parametrize(
    ("before", "act", "says"),
    [
        pytest.param([], AcceptFlag("none"), "no such flag", id="unknown flag"),
        pytest.param([AcceptFlag("F")], AcceptFlag("F"), "is accepted already", id="accepted twice"),
        pytest.param([OverruleFlag("F")], OverruleFlag("F"), "is overruled already", id="overruled twice"),
        pytest.param([AcceptFlag("F")], DeferFlag("F"), "is accepted", id="deferred too late"),
        pytest.param([], ApplyPenalty("F"), "is pending, so it has no penalty", id="penalty before the ruling"),
        pytest.param([AcceptFlag("F")], ApplyPenalty("F"), "applied already", id="penalty twice"),
        pytest.param([], RevokePenalty("F"), "no penalty is applied", id="nothing to revoke"),
        pytest.param(
            [AcceptFlag("F", apply=False)], ApplyPenalty("F", (1, 0, 0, 0)), "sum to 1", id="points from nowhere"
        ),
        pytest.param(
            [AcceptFlag("F", apply=False)],
            ApplyPenalty("F", violation_points=-1),
            "less than none",
            id="negative violation points",
        ),
        pytest.param([], RaiseFlag("XX-1", A, "?"), "has no clause 'XX-1'", id="unknown clause"),
        pytest.param([], RaiseFlag("RM-F01", A, "?", "5e55-99"), "no such event", id="unknown event"),
    ],
)
def test_an_impossible_ruling_says_why_and_changes_nothing(
    make: Make, before: list[RefereeAct], act: RefereeAct, says: str
) -> None:
    table, flag = fouled(make, MJNET)
    for one in before:
        table.act(named(one, flag))
    at = (table.journal.last_sequence, len(table.journal.notes()), table.flags, table.state)
    with pytest.raises(UsageError, match=says):
        table.act(named(act, flag))
    assert (table.journal.last_sequence, len(table.journal.notes()), table.flags, table.state) == at


def named(act: RefereeAct, flag: Flag) -> RefereeAct:
    """The act on that flag, where it says `F`."""
    document = act_to_json(act)
    return act_from_json({key: flag.id if value == "F" else value for key, value in document.items()})


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"type": "forgive"}, "type: 'forgive' cannot be read: one of accept_flag"),
        ({"type": "accept_flag"}, "flag_id is missing"),
        ({"type": "apply_penalty", "flag_id": "F", "delta": [1, 2]}, "delta: .* a list of 4"),
        ({"type": "enter_event", "event": {"type": "discard", "seat": "E"}}, r"event\.seat: 'E'"),
        ([], "cannot be read: an object"),
    ],
)
def test_what_is_no_act_is_told_in_one_line(document: object, says: str) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        act_from_json(document)
    assert "\n" not in str(caught.value)


def test_a_flag_of_a_finished_game_can_be_ruled_on_in_the_next_and_moves_none_of_its_points(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    table.tell(opened(MJNET), new_game=True)
    assert [one.id for one in table.flags] == [flag.id]
    (ruling,) = table.act(AcceptFlag(flag.id, "seen again"))
    assert ruling.event == Ruling(flag.id, flag.event_id, "RM-F01", C, Decision.ACCEPTED, flag.text, "fine_1000")
    assert (ruling.game, table.points, table.flags[0].penalty) == (2, (25000,) * 4, None)
    with pytest.raises(UsageError, match="its game is over"):
        table.act(ApplyPenalty(flag.id))
    table.act(ApplyPenalty(flag.id, (0, 0, -1000, 1000)))
    assert table.points == (25000, 25000, 24000, 26000)
    table.restart()
    assert [(one.id, one.state) for one in table.flags] == [(flag.id, FlagState.ACCEPTED)]
    table.tell(opened(MJNET), new_game=True)
    assert table.flags == ()


def test_a_flag_that_was_left_open_is_there_after_a_restart_in_the_next_game(make: Make) -> None:
    table, flag = fouled(make, MJNET)
    table.act(DeferFlag(flag.id, "after the game"))
    table.tell(opened(MJNET), new_game=True)
    table.restart()
    assert [(one.id, one.state) for one in table.flags] == [(flag.id, FlagState.DEFERRED)]
    table.act(OverruleFlag(flag.id))
    assert table.flags[0].state is FlagState.OVERRULED
