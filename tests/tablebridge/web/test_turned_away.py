"""The log of those who found no place: one line a minute."""

from __future__ import annotations

import errno
import logging

import pytest

from tablebridge.web.turned_away import TurnedAway


def test_the_first_is_told_at_once_and_the_others_a_minute_later(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    turned_away = TurnedAway("web", lambda: now[0])

    def said() -> list[str]:
        lines = [record.getMessage().partition(" (")[0] for record in caplog.records]
        caplog.clear()
        return lines

    with caplog.at_level(logging.WARNING):
        turned_away.tell()
        assert said() == []
        turned_away.no_room("192.0.2.7", 900)
        assert said() == ["web: connections turned away: 1, of them from 192.0.2.7: 1; open: 900"]
        now[0] = 59.0
        for address in ("192.0.2.7", "192.0.2.8", "192.0.2.8"):
            turned_away.no_room(address, 901)
        assert said() == []
        now[0] = 60.0
        turned_away.tell()
        assert said() == ["web: connections turned away: 3, of them from 192.0.2.8: 2; open: 901"]
        now[0] = 120.0
        turned_away.tell()
        assert said() == []
        turned_away.cannot_accept(OSError(errno.EMFILE, "Too many open files"))
        assert said() == ["web: no connection can be accepted now, Too many open files"]
