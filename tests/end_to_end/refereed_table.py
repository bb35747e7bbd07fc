"""A running daemon with a referee's console, its table fed with what a virtual table's foul hand would report."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tablebridge.clock import FrameClock
from tablebridge.config import CameraConfig, Config, ConsoleConfig, LinkConfig, TableConfig, WebConfig
from tablebridge.config.console_password import hash_password
from tablebridge.daemon import Daemon
from tablebridge.daemon.table import RunningTable
from tablebridge.mqtt import BrokerAddress
from tablebridge.sim.foul_scripts import fouls_of
from tablebridge.sim.script import foul_hands, perform
from tablebridge.sim.timeline import Script
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.observations_of import Report
from tests.tablebridge.game.scene_reports import reports_of_script

__all__ = ["FOUL", "PASSWORD", "RefereedTable", "wait_until"]

PASSWORD = "east wind 25"
FOUL = "RL-C05"
"""Somebody takes a chi from a player who does not sit at the left."""
_SEED = 4
_QUIET_S = 15
"""Of table time after the last report: by then all is told."""
_BOOK = "riichi-league-tw"


def wait_until(condition: Callable[[], object], what: str, timeout_s: float = 60.0) -> Any:
    """What the condition gives once it holds."""
    deadline_s = time.monotonic() + timeout_s
    while not (found := condition()):
        if time.monotonic() > deadline_s:
            raise AssertionError(f"waited {timeout_s:.0f} s for {what}")
        time.sleep(0.002)
    return found


class RefereedTable:
    """The daemon of one table, `virtual`, without cable and camera: what they would report is put into its inbox."""

    def __init__(self, folder: Path, broker_port: int) -> None:
        table = TableConfig(
            name="virtual",
            rulebook=_BOOK,
            link=LinkConfig(port=str(folder / "no-cable")),
            # with a rate, time is told by frames, and so by whoever feeds the table
            camera=CameraConfig(address=str(folder / "no-camera.mp4"), frame_rate=15),
        )
        referees = {"lee": str(hash_password(PASSWORD))}
        config = Config(
            table=(table,), data=str(folder), web=WebConfig(port=0), console=ConsoleConfig(port=0, referees=referees)
        )
        self.daemon = Daemon(config, broker=BrokerAddress("127.0.0.1", broker_port))
        self.daemon.start()
        assert self.daemon.console is not None
        self.console = self.daemon.console.address
        self.public = self.daemon.web.address

    def play(self) -> None:
        """A whole hand with the foul in it; returns when it is settled and the foul is flagged."""
        book = read_rulebook(_BOOK)
        fouls = [foul for foul in fouls_of(book) if foul.clause == FOUL]
        script = Script.join(perform(foul_hands(_SEED, 1, book, fouls), _SEED, book))
        table = self.daemon._tables["virtual"]
        assert isinstance(table.clock, FrameClock)
        with patch("tablebridge.daemon.table_witnesses._FRAME_WAIT_S", 0.001):  # there is no camera to wait for
            self._feed(table, table.clock, reports_of_script(script))
        wait_until(lambda: self.state()["phase"] == "settled", "the settlement")
        wait_until(lambda: FOUL in {flag.clause for flag in table._session.flags}, "the flag")

    def _feed(self, table: RunningTable, clock: FrameClock, reports: Sequence[Report]) -> None:
        for report in reports:
            if report.arrives_ms > clock.now_ms():
                wait_until(table._witnesses.inbox.empty, "the table to take in its reports")
                clock.advance_to(report.arrives_ms)
            table._witnesses.inbox.put(report.observation)
        for _ in range(_QUIET_S):
            wait_until(table._witnesses.inbox.empty, "the table to take in its reports")
            clock.advance_to(clock.now_ms() + 1000)
            time.sleep(0.02)

    def state(self) -> dict[str, Any]:
        """The public state, as any page may ask for it."""
        with urllib.request.urlopen(f"{self.public}/api/state", timeout=20) as answer:
            state: dict[str, Any] = json.load(answer)
        return state

    def money(self) -> int:
        """All points of the table, those on it as sticks included."""
        state = self.state()
        return sum(seat["points"] for seat in state["seats"].values()) + 1000 * int(state["sticks"])
