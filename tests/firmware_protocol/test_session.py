"""What both sides share: the table clock's wrap and the pause between naks."""

from __future__ import annotations

import pytest

from tablebridge_protocol.session import NAK_PAUSE_MS, NakPause, Turn, uptime_went_back

TOP_MS = 2**32


@pytest.mark.parametrize(
    ("before_ms", "now_ms", "restarted"),
    [
        (0, 0, False),
        (1000, 1500, False),
        (1500, 1000, True),
        (30 * 24 * 3600_000, 0, True),
        (TOP_MS - 1, 0, False),
        (TOP_MS - 59_000, 59_000, False),
        (TOP_MS - 61_000, 10, True),
        (TOP_MS - 1, 61_000, True),
    ],
)
def test_a_smaller_uptime_is_a_restart_unless_it_wrapped(before_ms: int, now_ms: int, restarted: bool) -> None:
    assert uptime_went_back(before_ms, now_ms) is restarted


def test_naks_keep_their_distance() -> None:
    pause = NakPause()
    granted = [pause.grant(now_ms) for now_ms in (0, 1, NAK_PAUSE_MS - 1, NAK_PAUSE_MS, NAK_PAUSE_MS + 1)]
    assert granted == [True, False, False, True, False]


def test_an_empty_turn_does_nothing() -> None:
    assert Turn() == Turn((), b"")
