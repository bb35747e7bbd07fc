"""A table whose journal cannot be written tells nobody what is not on disk, says so once, and loses nothing."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.config import CameraConfig, LinkConfig, TableConfig
from tablebridge.daemon.public_health import PublicHealth
from tablebridge.daemon.table import RunningTable
from tablebridge.errors import UsageError
from tablebridge.game.journal.journal import Journal
from tablebridge.health import DiskSpace
from tablebridge.mqtt import BrokerAddress
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, Witness
from tablebridge.release import PublicState, Released
from tablebridge.vision.classifier import TileClassifier
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON, reports_of
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture
def make_table(tmp_path: Path, classifier: TileClassifier) -> Callable[[], RunningTable]:
    """A table without camera, cable and broker: it is fed through its inbox."""
    config = TableConfig(
        name="t1",
        link=LinkConfig(port=str(tmp_path / "no-cable")),
        camera=CameraConfig(address=str(tmp_path / "no-camera.mp4")),
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        broker = BrokerAddress("127.0.0.1", probe.getsockname()[1])
    return lambda: RunningTable(config, tmp_path, classifier, broker)


@pytest.fixture
def table(make_table: Callable[[], RunningTable]) -> Iterator[RunningTable]:
    made = make_table()
    yield made
    made.close()


@pytest.fixture
def statuses(table: RunningTable, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What the table gives the broker as `status/journal`."""
    told: list[tuple[str, Any]] = []

    def note(part: str, status: dict[str, Any]) -> None:
        if part == "journal":
            told.append((status["status"], status["line"]))

    monkeypatch.setattr(table._mqtt, "publish_status", note)
    return told


def wait_until(condition: Callable[[], object]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it never came about")


def test_events_wait_for_a_full_disk_and_come_in_order(
    table: RunningTable, statuses: list[tuple[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    public: list[int] = []
    states: list[PublicState] = []

    def hear(released: Released | None, state: PublicState) -> None:
        states.append(state)
        if released is not None:
            assert table._journal.entries(after=released.sequence - 1)[0].id == released.id
            public.append(released.sequence)

    table.gate.subscribe(hear)
    caplog.set_level(logging.INFO)
    table.start()
    table._journal._connection.execute("PRAGMA max_page_count = 1")
    reports = reports_of([tuple(hand) for hand in play_game(BOOK, 1, 1, calls=0.8)], 1)
    for report in reports:
        table._witnesses.inbox.put(report.observation)
    wait_until(lambda: table._witnesses.inbox.empty() and not table.gate.state.in_step)
    wait_until(lambda: table._health()["unwritten"])

    assert states[-1].out_of_step == "the journal cannot be written: database or disk is full"
    told = table._journal.last_sequence
    assert public == list(range(1, told + 1))

    table._journal._connection.execute("PRAGMA max_page_count = 1000000")
    wait_until(lambda: len(statuses) == 3)
    assert table.gate.state.in_step
    last = table._journal.last_sequence
    assert last > told
    assert public == list(range(1, last + 1))
    assert (table._health()["unwritten"], table._health()["faults"]) == (0, 0)

    path = table._journal.path
    full = (
        f"the journal cannot be written, database or disk is full: {path} (free space on its disk); "
        "until then events wait in memory and nothing is told"
    )
    again = f"the journal is written again: {path} (all events that waited are in it)"
    assert statuses == [("online", f"the journal is {path}"), ("offline", full), ("online", again)]
    about = [record.getMessage() for record in caplog.records if "journal" in record.getMessage()]
    assert about == [f"table t1: {full}", f"table t1: {again}"]
    assert not [record for record in caplog.records if record.exc_info]


def test_events_that_still_wait_at_the_end_are_counted_as_lost(
    make_table: Callable[[], RunningTable], caplog: pytest.LogCaptureFixture
) -> None:
    table = make_table()
    table.start()
    table._journal._connection.execute("PRAGMA max_page_count = 1")
    for report in reports_of([tuple(hand) for hand in play_game(BOOK, 1, 1, calls=0.8)], 1):
        table._witnesses.inbox.put(report.observation)
    wait_until(lambda: table._witnesses.inbox.empty() and not table.gate.state.in_step)
    table.close()
    lost = table._health()["unwritten"]
    assert f"table t1: {lost} events are lost, the journal cannot be written, database or disk is full" in caplog.text


def test_a_fault_of_ours_is_logged_counted_and_gone_on_from(
    table: RunningTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faults = iter([ValueError("a bug")])
    rest = table._step

    def step() -> None:
        for fault in faults:
            raise fault
        rest()

    monkeypatch.setattr(table, "_step", step)
    table.start()
    wait_until(lambda: table._health()["faults"] == 1)
    for report in reports_of([tuple(hand) for hand in play_game(BOOK, 1, 1, calls=0.8)], 1)[:20]:
        table._witnesses.inbox.put(report.observation)
    wait_until(lambda: table._journal.last_sequence)
    assert "a bug" in caplog.text


def test_a_journal_in_use_is_refused(tmp_path: Path, make_table: Callable[[], RunningTable]) -> None:
    with (
        Journal(tmp_path / "t1.db", "t1", now=NOON),
        pytest.raises(UsageError, match="the journal is in use by another tablebridge"),
    ):
        make_table()


def test_tiles_that_the_rulebook_does_not_have_are_told_with_the_camera(
    table: RunningTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Which they are is for the referee and the log: the line is public, and has no delay."""
    told: list[dict[str, Any]] = []
    to_referee: list[dict[str, object]] = []
    monkeypatch.setattr(
        table._mqtt, "publish_status", lambda part, status: told.append(status) if part == "camera" else None
    )
    monkeypatch.setattr(table._parts, "_to_referee", lambda _part, status: to_referee.append(status))
    caplog.set_level(logging.WARNING)
    for slot, face in enumerate(("1f", "2g", "3f")):
        seen = RiverTileSeen(Seat.A, slot, ReadTile(face, 0.99), sideways=False)
        table._witnesses.inbox.put(Observation(Witness.CAMERA, 10.0 * slot, NOON, seen))
    table._step()
    assert [status["status"] for status in told] == ["online"]
    assert "the camera reads tiles that riichi-league-tw is not played with" in told[0]["line"]
    assert not any(face in told[0]["line"] for face in ("1f", "2g", "3f"))
    (shown,) = to_referee
    assert (shown["status"], "(1f, 2g)" in str(shown["line"])) == ("online", True)
    assert str(shown["line"]) in caplog.text


def test_figures_that_move_with_the_play_are_as_old_as_the_delay(table: RunningTable, tmp_path: Path) -> None:
    now_s = 100.0
    disk = DiskSpace("t1", tmp_path)
    table._public_health = PublicHealth(disk, lambda: table.gate.delay_s, lambda: now_s)
    table.gate.set_delay(30)
    table.health.frame_seen(5.0, 7)
    health = table._health()
    assert (health["frames"], health["observations"], health["delay_s"]) == (0, 0, 30)
    now_s = 129.9
    assert table._health()["observations"] == 0
    table.health.frame_seen(5.0, 1)
    now_s = 130.0
    assert [table._health()[name] for name in ("frames", "observations")] == [1, 7]
    table.gate.set_delay(60)
    now_s = 150.0
    assert table._health()["observations"] == 7
    table.gate.set_delay(0)
    assert table._health()["observations"] == 8
