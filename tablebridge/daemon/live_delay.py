"""The broadcast delay of one table as it is set while the daemon runs, kept over its restart."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from tablebridge.errors import UsageError
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.setting import JournalSetting
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge.release import ReleaseGate

__all__ = ["LiveDelay", "delay_at_start"]

_log = logging.getLogger(__name__)

_NAME = "delay_s"


def delay_at_start(configured_s: float, journal: Journal, now: datetime) -> float:
    """The delay to begin with, in seconds: what was set last, unless the configuration has been changed since.

    Then what was set is forgotten, at `now` (aware UTC).
    """
    kept = journal.setting(_NAME)
    if kept is None:
        return configured_s
    if float(kept.instead_of) != configured_s:
        with suppress(JournalUnwritable):  # then it is forgotten at the next start
            journal.keep(_setting(configured_s, configured_s, "the configuration", now))
        return configured_s
    delay_s = float(kept.value)
    if delay_s != configured_s:
        line = "table %s: the delay is %g s, set by %s, and not %g s as configured"
        _log.info(line, journal.table, delay_s, kept.by, configured_s)
    return delay_s


class LiveDelay:
    """Changes the gate's delay and keeps it in the journal; may be used from several threads."""

    def __init__(self, configured_s: float, journal: Journal, gate: ReleaseGate, utc: Callable[[], datetime]) -> None:
        self._configured_s = configured_s
        self._journal = journal
        self._gate = gate
        self._utc = utc
        self._setting = threading.Lock()
        self.on_change: Callable[[float], None] = lambda _delay_s: None
        """Called with every new delay, in the thread that set it."""

    @property
    def present_s(self) -> float:
        """The delay in force."""
        return self._gate.delay_s

    def set(self, delay_s: float, by: str) -> float:
        """Sets it for `by`, who is noted, and returns it. With a disk that is full it holds until the daemon ends.

        Raises `UsageError` for a delay that is not possible.
        """
        with self._setting:
            try:
                self._gate.set_delay(delay_s)
            except ValueError as error:
                raise UsageError(str(error), f"table {self._journal.table}", "give another") from error
            delay_s = self._gate.delay_s
            self._keep(delay_s, by)
            self.on_change(delay_s)
        return delay_s

    def _keep(self, delay_s: float, by: str) -> None:
        try:
            self._journal.keep(_setting(delay_s, self._configured_s, by, self._utc()))
        except JournalUnwritable as error:
            _log.warning("table %s: the delay of %g s ends with this process: %s", self._journal.table, delay_s, error)
        else:
            _log.info("table %s: the delay is %g s, set by %s", self._journal.table, delay_s, by)


def _setting(delay_s: float, configured_s: float, by: str, at: datetime) -> JournalSetting:
    return JournalSetting(_NAME, repr(float(delay_s)), repr(float(configured_s)), by, at)
