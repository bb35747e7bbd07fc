"""A daemon that is started anew while acts wait for the delay shows the table as it was, and goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.clock import Instant
from tablebridge.config import CameraConfig, LinkConfig, TableConfig
from tablebridge.daemon.table import RunningTable
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.projection import Projection
from tablebridge.mqtt import BrokerAddress
from tablebridge.release import PublicState, Released
from tablebridge.vision.classifier import TileClassifier
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.played import play_game

BOOK = read_rulebook("riichi-league-tw")
OLD = 20
"""So many acts were written down long ago, the others just now."""


@pytest.fixture
def states(tmp_path: Path) -> list[PublicState]:
    """A hand in the journal of `t1`, and the state after each of its acts, from before the first on."""
    now = datetime.now(UTC)  # not when this file was read: what is older than the delay is public
    moments = [now - timedelta(hours=1), now]
    projection = Projection("t1", BOOK)
    states = [projection.state()]
    with Journal(tmp_path / "t1.db", "t1", now=now, instant=lambda: Instant(moments[0])) as journal:
        journal.begin_game(BOOK.name, now)
        events = [DecodedEvent(event, 0.0, moments[0]) for event in play_game(BOOK, 1, 1)[0]]
        entries = journal.append(events[:OLD])
        moments.pop(0)
        entries += journal.append(events[OLD:])
    for entry in entries:
        projection.apply(entry)
        states.append(projection.state())
    return states


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture
def table_of(tmp_path: Path, classifier: TileClassifier) -> Callable[[float], RunningTable]:
    def make(delay_s: float) -> RunningTable:
        config = TableConfig(
            name="t1",
            rulebook=BOOK.name,
            delay_s=delay_s,
            link=LinkConfig(port=str(tmp_path / "no-cable")),
            camera=CameraConfig(address=str(tmp_path / "no-camera.mp4")),
        )
        return RunningTable(config, tmp_path, classifier, BrokerAddress("127.0.0.1", 1))

    return make


def test_what_was_public_is_shown_at_once_and_the_rest_when_its_delay_is_over(
    states: list[PublicState], table_of: Callable[[float], RunningTable]
) -> None:
    table = table_of(300)
    told: list[tuple[int | None, PublicState]] = []
    table.gate.subscribe(lambda released, state: told.append((released and released.sequence, state)))
    table.start()
    assert table.gate.state == states[OLD]
    assert [sequence for sequence, _ in told] == list(range(1, OLD + 1))

    table.delay.set(0, "lee")
    assert table.gate.state == states[-1]
    assert told[OLD:] == [(sequence, states[sequence]) for sequence in range(OLD + 1, len(states))]
    table.close()


def test_a_hand_of_another_rulebook_waits_as_a_whole(
    states: list[PublicState], table_of: Callable[[float], RunningTable], tmp_path: Path
) -> None:
    with Journal(tmp_path / "t1.db", "t1", now=datetime.now(UTC)) as journal:
        journal._connection.execute("UPDATE games SET rulebook = 'sichuan-bloody'")
        journal._connection.commit()
    table = table_of(300)
    told: list[Released | None] = []
    table.gate.subscribe(lambda released, _state: told.append(released))
    table.start()
    assert (told, table.gate.state.sequence) == ([], 0)
    table.close()
