"""An evening at a table without pictures: simulated hands, the decoder, the journal, the gate, the publisher, a broker.

The table's line is real (a virtual table on a port of its own, and the link that finds it), so are the journal on disk
and the broker; only the camera is left out: what it would have told is made from the script. Time is the table's: it
runs on from report to report, and waits wherever a message is on its way to the reader.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # what a camera would tell is one of the tests' tools

from evening_ear import Ear
from evening_play import Misread, Plan, played

from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.config.mqtt import MqttCommandName
from tablebridge.daemon.public_health import PublicHealth
from tablebridge.game.flag import FlagState
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.ruling import AcceptFlag, OverruleFlag, RefereeAct
from tablebridge.game.session import GameSession
from tablebridge.health import DiskSpace, Health
from tablebridge.link import LinkState, LinkStatus, Role, TableLink, TileNeed
from tablebridge.mqtt import BrokerAddress, CommandDesk, HomeAssistant, MqttPublisher, Pace, answers
from tablebridge.mqtt.commands import COMMANDS
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.violations import ViolationTopics
from tablebridge.observation import Observation
from tablebridge.release import Ledger, PublicState, Released, ReleaseGate, violation_flag
from tablebridge.sim.device import VirtualDevice
from tablebridge.sim.device_port import TcpPort
from tablebridge.sim.script import Script, perform
from tablebridge_rules.play import AnyRulebook, read_rulebook, tradition
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.scene_reports import reports_of_script

__all__ = ["Evening", "Plan"]

_TICK_MS = 250.0
_HEALTH_EVERY_MS = 30_000.0
_AFTER_MS = 12_000.0
"""So long the table is watched after its last report."""
_RULED_AFTER_MS = 6_000.0
"""So long after a settlement the referee has looked at the hand's flags."""


class Evening:
    """A table on a broker at `address`, for one evening. A context manager: leaving it, the table takes its leave.

    `ear` hears all that the broker passes on. `moment` is table time, aware UTC; `at` is told of it before anything is
    published. `session` is what ids begin with, by default different each time.
    """

    def __init__(
        self,
        plan: Plan,
        table: str,
        folder: Path,
        address: BrokerAddress,
        ear: Ear,
        *,
        session: str | None = None,
        at: Callable[[datetime], None] = lambda _moment: None,
    ) -> None:
        self._plan = plan
        self._table = table
        self._ear = ear
        self._at = at
        self._now_ms = 0.0
        self._health_ms = 0.0
        self._rule_ms: float | None = None  # when the referee rules on the hand that has ended
        self._book: AnyRulebook = read_rulebook(plan.rulebook)
        self._tiles = len(tradition(self._book).tile_set(self._book))
        self._journal = Journal(folder / f"{table}.db", table, now=NOON, session=session)
        self._session = GameSession(table, self._book, self._journal)
        self._health = Health()
        self._gate = ReleaseGate(table, utc=lambda: self.moment)
        self._public_health = PublicHealth(DiskSpace(table, folder), lambda: self._gate.delay_s)
        ledger = Ledger(self._journal, self._gate, "mqtt")
        commands: tuple[MqttCommandName, ...] = tuple(COMMANDS)
        self._device = VirtualDevice(TcpPort(), tiles=self._tiles, on_command=lambda _command: None)
        self._scene = "full"
        self._publisher = MqttPublisher(
            address,
            table,
            ledger.unacknowledged,
            ledger.acknowledge,
            pace=Pace(rate=10_000, wait_s=0),
            instance=self._journal.session,
            commands=CommandDesk(
                table,
                commands,
                {
                    **answers.reading(table, self._journal.session, lambda: self._gate.state, ledger.history),
                    **answers.delay(lambda delay_s: delay_s),
                    **answers.pages(self._show, lambda _what: None),
                    **answers.motors(lambda command: self._link.command(command, Role.REFEREE)),
                },
            ),
            home_assistant=HomeAssistant(table),
        )
        self._gate.subscribe(self._publish)
        self._flags_told = 0
        self._violations = ViolationTopics(table, self._tell_flag)

    @property
    def moment(self) -> datetime:
        """Table time."""
        return NOON + timedelta(milliseconds=self._now_ms)

    def __enter__(self) -> Evening:
        self._device.start()
        motors = [name for name in COMMANDS if name not in ("ping", "state", "resend", "scene", "replay", "set_delay")]
        self._link = TableLink(
            LinkConfig(port=self._device.url, allow_commands=tuple(motors)),  # type: ignore[arg-type]
            self._table,
            lambda _observation: None,  # what the table tells comes from the script, in table time
            self._tell_link,
            TableClock(),
            need=TileNeed(self._book.name, self._tiles),
        )
        self._publisher.publish_status("journal", {"status": "online", "line": "the journal is written"})
        self._publisher.publish_status("camera", {"status": "online", "line": "15 frames/s"})
        self._gate.restore((), self._session.state)
        self._publisher.start()
        self._link.start()
        self._ear.wait_for(lambda: self._ear.data("status/link").get("status") == "online")
        self._tell_health()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._link.stop()
        self._device.stop()
        self._publisher.stop()
        self._journal.close()

    def play(self) -> list[JournalEntry]:
        """All hands, what the referee says to them, and how the broker passed it on; returns the journal."""
        reports = reports_of_script(Script.join(perform(played(self._plan, self._book), self._plan.seed, self._book)))
        wrong = Misread.at(self._plan, reports) if self._plan.misread is not None else None
        for report in reports:
            while self._now_ms + _TICK_MS < report.arrives_ms:
                self._pass(self._now_ms + _TICK_MS)
            self._set_time(report.arrives_ms)
            self._hear(wrong.seen(report.observation) if wrong is not None else report.observation)
            if wrong is not None and (act := wrong.put_right(self._session)) is not None:
                self._admit(self._session.act(act, "referee"))
                wrong = None
        for _ in range(int(_AFTER_MS / _TICK_MS)):
            self._pass(self._now_ms + _TICK_MS)
        return self._journal.entries()

    def _set_time(self, at_ms: float) -> None:
        self._now_ms = at_ms
        self._at(self.moment)
        if self._rule_ms is not None and at_ms >= self._rule_ms:
            self._rule_ms = None
            self._rule()

    def _hear(self, observation: Observation) -> None:
        self._health.observations += 1
        self._admit(self._session.feed(observation))

    def _pass(self, at_ms: float) -> None:
        self._set_time(at_ms)
        self._admit(self._session.tick(at_ms))
        if at_ms >= self._health_ms + _HEALTH_EVERY_MS:
            self._tell_health()

    def _admit(self, entries: Sequence[JournalEntry]) -> None:
        """As the daemon's table does; then the reader is waited for, so that what it notes has its moment."""
        state = self._session.state
        for entry in entries:
            self._gate.admit(entry, state)
        told = self._flags_told
        self._violations.tell(violation_flag(flag, self._table) for flag in self._session.changed_flags())
        if not entries and state != self._gate.state:
            self._gate.admit(None, state)
        elif not entries and self._flags_told == told:
            return
        self._await(entries, state)
        if any(entry.type == "settled" for entry in entries):
            self._rule_ms = self._now_ms + _RULED_AFTER_MS

    def _rule(self) -> None:
        """The referee's word on the flags of the hand that has just ended: every second one does not stand."""
        for number, flag in enumerate(self._session.flags):
            if flag.state is FlagState.PENDING:
                act: RefereeAct = AcceptFlag(flag.id) if number % 2 == 0 else OverruleFlag(flag.id)
                self._admit(self._session.act(act, "referee"))

    def _await(self, entries: Sequence[JournalEntry], state: PublicState) -> None:
        """Until all of it has come to the reader: a state may overtake events, and a flag either."""
        last = entries[-1].sequence if entries else 0
        expected = msgspec.json.decode(msgspec.json.encode(state))
        self._ear.wait_for(
            lambda: (
                self._ear.last_sequence >= last
                and self._ear.flags >= self._flags_told
                and self._ear.data("state") == expected
            )
        )

    def _tell_flag(self, message: Message) -> None:
        self._flags_told += 1
        self._publisher.publish_message(message)

    def _publish(self, released: Released | None, state: PublicState) -> None:
        if released is not None:
            self._publisher.publish(released)
        self._publisher.publish_state(state)

    def _tell_link(self, status: LinkStatus) -> None:
        up = status.state is LinkState.UP
        self._publisher.publish_status("link", {"status": "online" if up else "offline", "line": status.line})

    def _tell_health(self) -> None:
        self._health_ms = self._now_ms
        link = self._link.health()
        moving = self._health.figures() | {"frames_a_second": 0.0, "waiting": 0, "unwritten": 0, "faults": 0}
        self._publisher.know_table(str(link["serial_number"]))
        before = len(self._ear.on("health"))
        self._publisher.publish_health(self._public_health.document(moving=moving, link=link, model=""))
        self._ear.wait_for(lambda: len(self._ear.on("health")) > before)

    def _show(self, scene: str) -> None:
        self._scene = scene
