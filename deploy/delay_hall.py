"""A running daemon for deploy/probe_delay.py: a table whose hands are reported to it, and when each act was written."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # what a camera would tell is one of the tests' tools

from tablebridge.clock import FrameClock
from tablebridge.config import (
    CameraConfig,
    CommandsConfig,
    Config,
    ConsoleConfig,
    EvidenceConfig,
    HomeAssistantConfig,
    LinkConfig,
    MqttConfig,
    TableConfig,
    WebConfig,
)
from tablebridge.config.console_password import hash_password
from tablebridge.daemon import Daemon
from tablebridge.mqtt import BrokerAddress
from tablebridge.observation import SetComplete
from tablebridge.sim.foul_scripts import fouls_of
from tablebridge.sim.script import foul_hands, perform
from tablebridge.sim.timeline import Script
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.observations_of import Report
from tests.tablebridge.game.scene_reports import reports_of_script

__all__ = ["TABLE", "Hall", "hands"]

TABLE = "hall-1"
_BOOK = "riichi-league-tw"
_FOUL = "RL-C05"
_SEED = 4
_QUIET_MS = 15_000
"""Of table time after the last report: by then all is told."""


class Hall:
    """A daemon of one table without cable and camera; what they would report is put into its inbox."""

    def __init__(self, folder: Path, broker_port: int, delay_s: float) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        table = TableConfig(
            name=TABLE,
            rulebook=_BOOK,
            delay_s=delay_s,
            link=LinkConfig(port=str(folder / "no-cable")),
            camera=CameraConfig(address=str(folder / "no-camera.mp4"), frame_rate=15),
        )
        self._config = Config(
            table=(table,),
            data=str(folder),
            web=WebConfig(port=self.port),
            console=ConsoleConfig(port=0, referees={"lee": str(hash_password("east wind 25"))}),
            evidence=EvidenceConfig(enabled=False),
            mqtt=MqttConfig(
                commands=CommandsConfig(allow=("ping", "state", "resend", "set_delay")),
                home_assistant=HomeAssistantConfig(discovery="on"),
            ),
        )
        self._broker = BrokerAddress("127.0.0.1", broker_port)
        self.written_s: dict[int, float] = {}
        self.starts = 0
        self.start()

    def start(self) -> None:
        """Starts the daemon, for the first time or again."""
        self.starts += 1
        self._daemon = Daemon(self._config, broker=self._broker)
        self._table = self._daemon._tables[TABLE]
        journal = self._table._journal
        append = journal.append

        def dated(*arguments: Any, **more: Any) -> Any:
            at_s = time.monotonic()
            entries = append(*arguments, **more)
            self.written_s |= {entry.sequence: at_s for entry in entries}
            return entries

        journal.append = dated  # type: ignore[method-assign]
        self._daemon.start()

    def stop(self) -> None:
        """Ends it, with what still waits."""
        self._daemon.stop()

    @property
    def last(self) -> int:
        """The newest act's sequence."""
        return max(self.written_s, default=0)

    @property
    def flag(self) -> str:
        """The id of a flag, once there is one."""
        return next((flag.id for flag in self._table._session.flags), "none")

    def play(self, reports: Sequence[Report], seconds: float) -> None:
        """Feeds the reports within that time."""
        clock = self._table.clock
        assert isinstance(clock, FrameClock)
        from_ms, began_s = reports[0].arrives_ms, time.monotonic()
        pace = seconds / (reports[-1].arrives_ms + _QUIET_MS - from_ms)
        begin_ms = clock.now_ms()
        for report in reports:
            after_ms = report.arrives_ms - from_ms
            time.sleep(max(0.0, began_s + after_ms * pace - time.monotonic()))
            clock.advance_to(begin_ms + after_ms)
            at_ms = begin_ms + report.observation.at_ms - from_ms
            seen = replace(report.observation, at_ms=at_ms, captured_at=datetime.now(UTC))
            self._table._witnesses.inbox.put(seen)
        for _ in range(_QUIET_MS // 500):
            clock.advance_to(clock.now_ms() + 500)
            time.sleep(500 * pace)


def hands() -> list[list[Report]]:
    """What is reported of two hands with a foul in each."""
    book = read_rulebook(_BOOK)
    fouls = [foul for foul in fouls_of(book) if foul.clause == _FOUL]
    script = Script.join(perform(foul_hands(_SEED, 2, book, fouls), _SEED, book))
    told: list[list[Report]] = []
    for report in reports_of_script(script):
        if not told or (isinstance(report.sighting, SetComplete) and _has_set(told[-1])):
            told.append([])
        told[-1].append(report)
    return told[:2]  # behind them the next set comes up, and nobody plays with it


def _has_set(reports: Sequence[Report]) -> bool:
    return any(isinstance(report.sighting, SetComplete) for report in reports)
