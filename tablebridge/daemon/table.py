"""One running table: its witnesses, its game, its gate and its output, wired together."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tablebridge.clock import Clock, FrameClock, TableClock
from tablebridge.config import MqttConfig, TableConfig
from tablebridge.daemon.live_delay import LiveDelay, delay_at_start
from tablebridge.daemon.public_health import PublicHealth
from tablebridge.daemon.referee_desk import RefereeDesk
from tablebridge.daemon.table_evidence import TableEvidence
from tablebridge.daemon.table_mqtt import publisher_of
from tablebridge.daemon.table_parts import TableParts
from tablebridge.daemon.table_witnesses import TableWitnesses
from tablebridge.errors import UsageError
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.journal.states import JournalStates
from tablebridge.game.session import GameSession
from tablebridge.health import DiskSpace, Health
from tablebridge.link import Role
from tablebridge.mqtt import BrokerAddress, BrokerStatus
from tablebridge.mqtt.violations import ViolationTopics
from tablebridge.release import Ledger, PublicState, Released, ReleaseGate, violation_flag
from tablebridge.vision.classifier import TileClassifier
from tablebridge.web import ConsoleServer, StaffBoard, Stages, WebServer
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.play import read_rulebook

__all__ = ["RunningTable", "journal_path"]

_log = logging.getLogger(__name__)

_HEALTH_EVERY_S = 5.0


def journal_path(config: TableConfig, folder: Path) -> Path:
    """Where the table's journal is; `folder` is that of the daemon's data."""
    return Path(config.journal) if config.journal else folder / f"{config.name}.db"


class RunningTable:
    """One table: its witnesses, its game, its gate and its output.

    `evidence` keeps pictures of its cloth for the referee; None keeps none. `mqtt` says what may be had over the broker
    besides: commands, Home Assistant, the flags that the referee has not ruled on.
    """

    def __init__(
        self,
        config: TableConfig,
        folder: Path,
        classifier: TileClassifier,
        broker: BrokerAddress,
        evidence: TableEvidence | None = None,
        *,
        mqtt: MqttConfig | None = None,
    ) -> None:
        mqtt = mqtt or MqttConfig()
        self._config = config
        self.clock: Clock = FrameClock() if config.camera.frame_rate else TableClock(config.time_scale)
        try:
            rulebook = read_rulebook(config.rulebook)
        except RulebookError as error:
            raise UsageError(
                f"cannot use the rulebook: {error}", f"table {config.name}", "correct table.rulebook"
            ) from error
        self._rulebook = rulebook
        path = journal_path(config, folder)
        self._journal = Journal(path, config.name, now=self.clock.utc())
        self._session = GameSession(config.name, rulebook, self._journal)
        self.health = Health()
        self.gate = ReleaseGate(config.name, delay_at_start(config.delay_s, self._journal, self.clock.utc()))
        self.delay = LiveDelay(config.delay_s, self._journal, self.gate, self.clock.utc)
        self._public_health = PublicHealth(DiskSpace(config.name, path.parent), lambda: self.gate.delay_s)
        self._ledger = Ledger(self._journal, self.gate, "mqtt")
        self._parts = TableParts(config.name, lambda: self._mqtt, lambda: self.gate.delay_s)
        self._mqtt = publisher_of(
            config,
            mqtt,
            broker,
            self._journal.session,
            self.gate,
            self._ledger,
            ask=lambda command: self._witnesses.link.command(command, Role.REFEREE),
            set_delay=lambda delay_s: self.delay.set(delay_s, "a command over MQTT"),
            scene=lambda scene: self._stages.choose(config.name, scene),
            replay=lambda what: self._stages.replay(config.name, what),
            utc=self.clock.utc,
            on_status=self._broker_status,
        )
        self.gate.subscribe(self._to_mqtt)
        self._violations = ViolationTopics(config.name, self._mqtt.publish_message if mqtt.violations else None)
        self._broker_is_back = threading.Event()
        self._witnesses = TableWitnesses(config, rulebook, self.clock, classifier, self._parts, self.health, evidence)
        self.evidence = evidence
        find_clip = evidence.clip if evidence is not None else lambda _flag: None
        self.desk = RefereeDesk(config.name, rulebook, self._session, self._journal, find_clip)
        self._stages = Stages((config.name,), lambda _table, _message: None)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"table {config.name}", daemon=True)
        self._out_of_step: str | None = None
        self._trouble: UsageError | None = None
        self._faults = 0  # of ours, each logged with its traceback

    def show_on(self, web: WebServer, console: ConsoleServer | None = None, staff: StaffBoard | None = None) -> None:
        """Lets the pages hear of this table too, and the referee's console and the staff of its parts."""
        self.gate.subscribe(web.publish)
        if staff is not None:
            self.gate.subscribe(staff.hear)
        if console is not None:
            self.delay.on_change = partial(console.publish_delay, self._config.name)
        self._stages = web.stages
        self._parts.show_on(web, console, staff)

    def start(self) -> None:
        """Starts the witnesses, the game and the output."""
        states = JournalStates(self._journal, self._config.name, self._rulebook)
        self.gate.restore(
            self._journal.unacknowledged("mqtt"),
            self._session.state,
            age_s=self._journal.age_s,
            state_after=states.after,
        )
        self.gate.start()
        # a broker may still keep what an earlier process said of a full disk
        self._parts.publish("journal", True, f"the journal is {self._journal.path}")
        self._mqtt.start()
        self._witnesses.start()
        if self.evidence is not None:
            self.evidence.start(self._session.flags)
        self._thread.start()

    def close(self) -> None:
        """Ends this table: first the witnesses, then the game, last the output and the journal."""
        self._stopping.set()
        if self._thread.is_alive():
            self._witnesses.stop()
            self._thread.join()
            self.desk.close()
            self._write_the_last()
            if self.evidence is not None:
                self.evidence.close()
            self.gate.stop()
            self._mqtt.stop()
        self._journal.close()

    def _run(self) -> None:
        """The table's one thread of work: look, decode, journal, let out."""
        health_due_s = time.monotonic() + _HEALTH_EVERY_S
        while not self._stopping.is_set():
            try:
                self._step()
                if time.monotonic() >= health_due_s:
                    health_due_s += _HEALTH_EVERY_S
                    self._parts.measure(self._health())
            except Exception:  # noqa: BLE001 - the task's edge: a bug costs one step, not the evening's record
                self._faults += 1
                _log.exception("table %s: unexpected error, going on", self._config.name)
                self._stopping.wait(0.5)

    def _step(self) -> None:
        for observation in self._witnesses.look():
            self.desk.likely.observe(observation)
            self._admit(self._session.feed(observation))
        now_ms = self.clock.now_ms()
        self._admit(self._session.tick(now_ms))
        for entries in self.desk.work():
            self._admit(entries)
        self.desk.follow()
        self._tell_flags()
        self._parts.tell_what_is_due()
        if self.evidence is not None:
            self.evidence.follow(self._session.flags)
            self.evidence.tick(now_ms)
            self._parts.tell_of_evidence(self.evidence.trouble)

    def _tell_flags(self) -> None:
        if self._broker_is_back.is_set():
            self._broker_is_back.clear()
            self._violations.repeat()
        self._violations.tell(violation_flag(flag, self._config.name) for flag in self._session.changed_flags())

    def _admit(self, entries: Sequence[JournalEntry]) -> None:
        """What is on disk goes to the gate; a change of being in step does too, though it is no event."""
        for entry in entries:
            self.gate.admit(entry, self._session.state)
        if entries:
            self.desk.tell(entries)
        troubled = self._session.trouble is not None or self._trouble is not None
        self._tell_of_journal()
        if self._session.out_of_step != self._out_of_step:
            self._out_of_step = self._session.out_of_step
            if troubled:
                pass  # the journal's own line has said why
            elif self._out_of_step:
                _log.warning("table %s is out of step: %s", self._config.name, self._out_of_step)
            else:
                _log.info("table %s is in step again", self._config.name)
            self.gate.admit(None, self._session.state)
            self.desk.tell([])

    def _tell_of_journal(self) -> None:
        """Says once that the journal cannot be written, and once that it can be again."""
        if self._session.trouble is self._trouble:
            return
        self._trouble = self._session.trouble
        if self._trouble is not None:
            line = f"{self._trouble}; until then events wait in memory and nothing is told"
            _log.error("table %s: %s", self._config.name, line)
        else:
            line = f"the journal is written again: {self._journal.path} (all events that waited are in it)"
            _log.info("table %s: %s", self._config.name, line)
        # to MQTT only: the pages are told why by the state, which is out of step meanwhile
        self._parts.publish("journal", self._trouble is None, line)

    def _write_the_last(self) -> None:
        """One last try for events that wait for the journal: with this process they end."""
        self._admit(self._session.write())
        if self._session.waiting:
            _log.error(
                "table %s: %d events are lost, %s", self._config.name, self._session.waiting, self._session.trouble
            )

    def _to_mqtt(self, released: Released | None, state: PublicState) -> None:
        if released is not None:
            self._mqtt.publish(released)
        self._mqtt.publish_state(state)

    def _health(self) -> dict[str, object]:
        witnesses = self._witnesses
        link = witnesses.link.health()
        if link["serial_number"] is not None:
            self._mqtt.know_table(str(link["serial_number"]))
        moving = self.health.figures() | {
            "frames_a_second": round(witnesses.frames_a_second, 1),
            "waiting": witnesses.waiting,
            "unwritten": self._session.waiting,
            "faults": self._faults,
        }
        return self._public_health.document(moving=moving, link=link, model=witnesses.model)

    def _broker_status(self, status: BrokerStatus) -> None:
        if status.connected:
            self._broker_is_back.set()
        self._parts.tell_of_broker(status.connected, status.line)
