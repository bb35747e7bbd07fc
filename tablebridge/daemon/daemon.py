"""A running daemon: all tables of a configuration, with the broker and the pages they share."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tablebridge.config import Config, ConsoleConfig, TableConfig
from tablebridge.daemon.staff_report import staff_table
from tablebridge.daemon.table import RunningTable
from tablebridge.daemon.table_evidence import TableEvidence, open_archive
from tablebridge.mqtt import BrokerAddress
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import load_taught
from tablebridge.vision.model_file import load as load_model
from tablebridge.web import ConsoleServer, Room, StaffBoard, WebServer

__all__ = ["Daemon"]


class Daemon:
    """All tables of a configuration, with the broker and the pages they share.

    `broker` replaces the configured one (the embedded broker of the demo).
    Raises `UsageError` for what only the user can mend: a broken model, an unknown rulebook, a foreign journal,
    a folder of evidence that others may read, a token that is none.
    """

    def __init__(self, config: Config, *, broker: BrokerAddress | None = None) -> None:
        classifier = TileClassifier(load_model(Path(config.model) if config.model else None))
        broker = broker or BrokerAddress.of(config.mqtt)
        folder = Path(config.data)
        archive = open_archive(config.evidence, folder)
        with ExitStack() as opened:
            self._tables = {}
            for table in config.table:
                evidence = None if archive is None else TableEvidence(config.evidence, table, archive)
                running = RunningTable(table, folder, _reader(table, classifier), broker, evidence, mqtt=config.mqtt)
                opened.callback(running.close)
                self._tables[table.name] = running
            staff = self._staff(config)
            self.web = WebServer(
                config.web.host,
                config.web.port,
                list(self._tables),
                lambda name: self._tables[name].gate.state,
                None if config.web.sponsors is None else Path(config.web.sponsors),
                players={table.name: table.players for table in config.table if table.players is not None},
                trigger_token=config.web.trigger_token(),
                staff=staff,
                room=Room(config.web.connections, config.web.connections_per_address),
            )
            self.console = self._console(config.console)
            for running in self._tables.values():
                running.show_on(self.web, self.console, staff)
            self._opened = opened.pop_all()

    def start(self) -> None:
        """Starts everything; returns at once. Raises `UsageError` when the address of pages or console cannot be
        used."""
        self.web.start()
        self._opened.callback(self.web.stop)
        if self.console is not None:
            self.console.start()
            self._opened.callback(self.console.stop)
        for table in self._tables.values():
            table.start()

    def stop(self) -> None:
        """Stops everything in order; what was not published stays in the journals."""
        self._opened.close()

    def _staff(self, config: Config) -> StaffBoard | None:
        """What the staff's status page is told; None where the configuration wants none."""
        if not config.web.staff:
            return None
        tables = {table.name: staff_table(table, config.mqtt, self._tables[table.name].gate) for table in config.table}
        return StaffBoard(tables)

    def _console(self, config: ConsoleConfig) -> ConsoleServer | None:
        """The referee's console; None until a referee is named. Raises `UsageError` for passwords that are none."""
        if not config.is_on:
            return None
        desks = {name: table.desk for name, table in self._tables.items()}
        return ConsoleServer(config, desks, {name: table.delay for name, table in self._tables.items()})

    @property
    def frames(self) -> int:
        """Camera frames looked at so far, all tables together."""
        return sum(table.health.frames for table in self._tables.values())


def _reader(table: TableConfig, classifier: TileClassifier) -> TileClassifier:
    """The classifier as this table taught it. Raises `UsageError` for a broken taught set."""
    if table.taught is None:
        return classifier
    return classifier.taught_by(load_taught(Path(table.taught), classifier))
