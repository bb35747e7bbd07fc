"""A table's desk for the referee over a real game: what is told, in which order, and that money stays money."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tablebridge.daemon import referee_desk
from tablebridge.daemon.referee_desk import RefereeDesk
from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.session import GameSession
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, Witness
from tablebridge.release import PublicState
from tablebridge.web.console_messages import Change, ConsoleEvent, Snapshot
from tablebridge_rules.event import GameEvent
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.riichi.rulebook import load
from tests.tablebridge.game.observations_of import NOON, reports_of
from tests.tablebridge.game.played import play_game

T = TypeVar("T")

BOOK = load("riichi-league-tw")
STICK = 1000


def decoded(events: list[GameEvent], since_s: int = 0) -> list[DecodedEvent]:
    return [
        DecodedEvent(event, (since_s + number) * 1000.0, NOON + timedelta(seconds=since_s + number))
        for number, event in enumerate(events)
    ]


class Table:
    """The table's thread, worked by hand: three hands are told, the last of them to its middle."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / "t1.db", "t1", now=NOON, session="s")
        *played, newest = play_game(BOOK, 1, 3)
        events = [event for hand in played for event in hand] + newest[:40]
        self.rest = newest[40:]
        self.journal.append(decoded(events), new_game=BOOK.name)
        self.session = GameSession("t1", read_rulebook(BOOK.name), self.journal)
        self.clips: dict[str, Path] = {}
        self.desk = RefereeDesk("t1", BOOK, self.session, self.journal, self.clips.get)
        self.told: list[Snapshot | Change] = []
        self.admitted: list[str] = []
        self.desk.subscribe(self.told.append)

    def answer(self, asked: Future[T]) -> T:
        """Works as the thread does until that is answered."""
        for entries in self.desk.work():
            assert not asked.done()
            self.admitted += [entry.type for entry in entries]
            self.desk.tell(entries)
        return asked.result(0)

    def act(self, kind: str, **values: Any) -> tuple[str, ...]:
        made = self.answer(self.desk.act({"type": kind, **values}, "lee"))
        assert money(self.session.state) == 4 * 30_000
        return made

    def snapshot(self) -> Snapshot:
        return self.answer(self.desk.snapshot())

    def events(self, kind: str) -> list[ConsoleEvent]:
        """Those of the newest hand that count."""
        shown = self.snapshot().events
        return [one for one in shown if (one.type, one.hand, one.replaced_by) == (kind, 2, None)]

    def out_of_turn(self) -> str:
        """Enters a discard by somebody whose turn it is not; returns the flag's id."""
        turn = self.session.state.turn
        other = next(seat for seat in "ABCD" if seat not in (turn, self.session.game.entries[-1].event.seat))
        self.act("enter_event", event={"type": "discard", "seat": other, "tile": "5z"})
        return next(flag.id for flag in self.session.flags if flag.clause == "RL-T01")


def money(state: PublicState) -> int:
    return sum(seat.points for seat in state.seats.values()) + state.sticks * STICK


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.journal.close()


def test_a_snapshot_has_book_state_and_the_newest_hands(table: Table) -> None:
    snapshot = table.snapshot()
    assert snapshot.book.name == "riichi-league-tw"
    assert len(snapshot.book.tiles) == 37
    clause = next(clause for clause in snapshot.book.clauses if clause.id == "RL-S03")
    assert (clause.title["en"], clause.title["zh"]) == ("Rank points, 4th pays 1st 5000", "順位點")
    assert "ja" not in clause.says
    assert snapshot.state == table.session.state
    assert [hand.hand for hand in snapshot.hands] == [0, 1, 2]
    assert {event.hand for event in snapshot.events} == {1, 2}
    assert [event.sequence for event in snapshot.events] == list(range(snapshot.hands[1].first, 266))
    assert (snapshot.flags, snapshot.void) == ((), False)


def test_an_older_hand_is_told_when_asked_for(table: Table) -> None:
    events = table.answer(table.desk.hand_events(1, 0))
    assert [event.sequence for event in events] == list(range(1, table.snapshot().hands[1].first))
    assert table.answer(table.desk.hand_events(1, 9)) == ()


def test_a_correction_stands_behind_what_it_replaces_with_who_and_why(table: Table) -> None:
    wrong = table.events("discard")[0]
    (made,) = table.act(
        "replace_event", event_id=wrong.id, event=wrong.data | {"tile": "1z"}, reason="seen from the door"
    )
    assert table.admitted == ["correction"]
    snapshot = table.told[-1]
    assert isinstance(snapshot, Snapshot)
    place = next(place for place, event in enumerate(snapshot.events) if event.id == wrong.id)
    old, new, newest = snapshot.events[place], snapshot.events[place + 1], snapshot.events[-1]
    assert (old.replaced_by, old.data["tile"]) == (made, wrong.data["tile"])
    assert (new.replaced_by, new.data["tile"], new.witnesses) == (None, "1z", ("referee",))
    assert (new.by, new.reason) == (newest.by, newest.reason) == ("lee", "seen from the door")
    assert (newest.id, newest.type) == (made, "correction")


def test_events_put_in_and_taken_out_lie_where_they_happened(table: Table) -> None:
    discard = table.events("discard")[-2]
    table.act("insert_event", after=discard.id, event={"type": "riichi", "seat": discard.data["seat"]})
    events = [event for event in table.snapshot().events if event.hand == 2]
    place = [event.id for event in events].index(discard.id)
    inserted = events[place + 1]
    assert (inserted.type, inserted.by) == ("riichi", "lee")
    (made,) = table.act("remove_event", event_id=inserted.id)
    again = {event.id: event.replaced_by for event in table.snapshot().events}
    assert (again[inserted.id], again[discard.id]) == (made, None)
    table.act("insert_event", after=discard.id, event={"type": "riichi", "seat": discard.data["seat"]}, reason="again")
    types = [(event.type, event.reason) for event in table.snapshot().events if event.hand == 2]
    assert types[place : place + 3] == [("discard", None), ("riichi", None), ("riichi", "again")]


def test_a_voided_hand_can_be_resumed(table: Table) -> None:
    before = [event.id for event in table.snapshot().events if event.replaced_by is None]
    table.act("void_hand", reason="wall fell")
    voided = table.snapshot()
    assert voided.void
    assert [event.type for event in voided.events if event.hand == 2 and event.replaced_by is None] == [
        "hand_started",
        "correction",
    ]
    table.act("resume_hand")
    resumed = table.snapshot()
    assert not resumed.void
    assert [event.id for event in resumed.events if event.replaced_by is None and event.type != "correction"] == before


def test_a_flag_its_rulings_and_its_penalty(table: Table) -> None:
    flag_id = table.out_of_turn()

    def now() -> tuple[str, str, str, Any]:
        (found,) = [flag for flag in table.snapshot().flags if flag.id == flag_id]
        return found.state, found.by, found.reason, found.penalty and found.penalty.delta

    assert now() == ("pending", "", "", None)
    table.act("defer_flag", flag_id=flag_id, reason="after the hand")
    assert now() == ("deferred", "lee", "after the hand", None)
    table.act("accept_flag", flag_id=flag_id, reason="clear", apply=False)
    assert now() == ("accepted", "lee", "clear", None)
    before = {seat: one.points for seat, one in table.session.state.seats.items()}
    table.act("apply_penalty", flag_id=flag_id, delta=[-3000, 1000, 1000, 1000])
    assert now() == ("accepted", "lee", "clear", (-3000, 1000, 1000, 1000))
    assert table.session.state.seats["A"].points == before["A"] - 3000
    (applied,) = [event for event in table.snapshot().events if event.type == "penalty_applied"]
    table.act("revoke_penalty", flag_id=flag_id)
    assert now()[3] is None
    assert {seat: one.points for seat, one in table.session.state.seats.items()} == before
    (revoked,) = [event for event in table.snapshot().events if event.id == applied.id]
    assert revoked.replaced_by is not None
    table.act("overrule_flag", flag_id=flag_id, reason="seen again")
    assert now() == ("overruled", "lee", "seen again", None)
    rulings = [event for event in table.snapshot().events if event.type == "ruling"]
    assert [(event.data["decision"], event.by) for event in rulings] == [("accepted", "lee"), ("overruled", "lee")]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ({"type": "remove_event", "event_id": "s-999"}, "there is no such event in this game: s-999"),
        ({"type": "accept_flag", "flag_id": "x"}, "there is no such flag in this game"),
        ({"type": "dance"}, "see docs/console.md"),
        ({"type": "remove_event"}, "see docs/console.md"),
        ([], "see docs/console.md"),
        ({"type": "enter_event", "event": {"type": "flower", "seat": "A", "tiles": ["1f"]}}, "this cannot be told"),
    ],
    ids=["no-event", "no-flag", "no-act", "half-an-act", "no-object", "not-of-riichi"],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(act: object, why: str, table: Table) -> None:
    before, last = table.session.state, table.journal.last_sequence
    asked = table.desk.act(act, "lee")
    with pytest.raises(UsageError, match=why):
        table.answer(asked)
    assert (table.session.state, table.journal.last_sequence, table.told) == (before, last, [])


def test_new_events_are_told_as_they_are_journalled(table: Table) -> None:
    table.snapshot()
    table.session._waiting += decoded(table.rest[:2], 900)
    table.desk.tell(table.session.write())
    (change,) = table.told
    assert isinstance(change, Change)
    assert [event.data["type"] for event in change.events] == [event.TYPE for event in table.rest[:2]]
    assert change.state == table.session.state


def test_a_flag_and_its_clip_are_told_once_each(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee_desk, "_CLIP_EVERY_S", 0.0)
    flag_id = table.out_of_turn()
    table.told.clear()
    table.desk.follow()
    assert table.told == []  # the act has told the flag
    assert table.desk.clip(flag_id) is None
    table.clips[flag_id] = tmp_path / "clip.html"
    table.desk.follow()
    table.desk.follow()
    (change,) = table.told
    assert [(flag.id, flag.has_clip) for flag in change.flags] == [(flag_id, True)]
    assert table.desk.clip(flag_id) == tmp_path / "clip.html"


def test_a_question_that_was_given_up_is_not_carried_out(table: Table) -> None:
    asked = table.desk.act({"type": "void_hand"}, "lee")
    asked.cancel()
    assert list(table.desk.work()) == []
    assert table.session.state.phase == "playing"


def test_nobody_waits_for_a_table_that_is_closed(table: Table) -> None:
    waiting = table.desk.snapshot()
    table.desk.close()
    assert waiting.cancelled()
    assert table.desk.snapshot().cancelled()


def test_several_referees_are_answered_one_after_the_other(table: Table) -> None:
    wrong = table.events("discard")[0]
    document = {"type": "replace_event", "event_id": wrong.id}
    answers: dict[str, Future[tuple[str, ...]]] = {}

    def ask(name: str, tile: str) -> None:
        answers[name] = table.desk.act(document | {"event": wrong.data | {"tile": tile}}, name)

    threads = [threading.Thread(target=ask, args=pair) for pair in (("lee", "1z"), ("chen", "2z"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for entries in table.desk.work():
        table.desk.tell(entries)
    errors = [answer.exception(0) for answer in answers.values()]
    assert [type(error) for error in errors if error is not None] == [UsageError]
    assert "the event does not count any more" in str(next(error for error in errors if error is not None))


def test_a_bug_behind_a_question_is_told_to_who_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_document: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(referee_desk, "act_from_json", fails)
    asked = table.desk.act({}, "lee")
    with pytest.raises(ValueError, match="a bug"):
        table.answer(asked)


def test_what_looks_misread_is_told_once_with_what_it_may_be_and_a_correction_clears_it(tmp_path: Path) -> None:
    """A discard that has been told, and that the camera reads surely as another tile from then on."""
    reports = reports_of([play_game(BOOK, 1, 1)[0]], 1)
    discards = [at for at, one in enumerate(reports) if isinstance(one.sighting, RiverTileSeen)]
    with Journal(tmp_path / "t1.db", "t1", now=NOON, session="s") as journal:
        session = GameSession("t1", read_rulebook(BOOK.name), journal)
        desk = RefereeDesk("t1", BOOK, session, journal)
        told: list[Snapshot | Change] = []
        desk.subscribe(told.append)
        for one in reports[: discards[6] + 2]:
            desk.tell(session.feed(one.observation))
        lies = next(one for one in reversed(reports[: discards[6] + 2]) if isinstance(one.sighting, RiverTileSeen))
        now_ms = lies.arrives_ms + 1000
        desk.tell(session.tick(now_ms))
        desk.follow()
        assert isinstance(told[-1], Change)
        assert told[-1].suspects == ()

        assert isinstance(lies.sighting, RiverTileSeen)
        other = "9p" if lies.sighting.reading.tile != "9p" else "1p"
        reading = ReadTile(other, 0.99, ((other, 0.99),))
        session.feed(Observation(Witness.CAMERA, now_ms, NOON, dataclasses.replace(lies.sighting, reading=reading)))
        session.tick(now_ms + 1600)
        for _ in range(2):
            desk.follow()

        (suspect,) = told[-1].suspects
        misread = next(entry for entry in reversed(journal.entries()) if entry.type == "discard")
        assert (suspect.event_id, suspect.likely) == (misread.id, (other,))
        assert f"is read as {other} now" in suspect.reason
        assert [bool(one.suspects) for one in told].count(True) == 1

        event = {"type": "discard", "seat": str(misread.event.seat.value), "tile": other}
        asked = desk.act({"type": "replace_event", "event_id": misread.id, "event": event}, "lee")
        for entries in desk.work():
            desk.tell(entries)
        assert asked.result(0)
        assert isinstance(told[-1], Snapshot)
        assert told[-1].suspects == ()
