"""No output of a running daemon is ahead of the broadcast delay: deploy/probe_delay.py, in a small part of its time."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tablebridge.release import ReleaseGate


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "deploy"))
    import probe_delay

    yield probe_delay
    for name in ("probe_delay", "delay_hall", "delay_ears", "mqtt_outage"):
        sys.modules.pop(name, None)


@pytest.mark.end_to_end
@pytest.mark.broker
def test_no_output_is_early_while_the_delay_changes_and_broker_and_daemon_are_started_anew(
    probe: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    code = probe.main(["--delays", "", "--scale", "0.04"])
    said = capsys.readouterr().out
    assert code == 0, said
    for output in ("MQTT events/#", "MQTT live/#", "MQTT state", "WebSocket", "HTTP /api/state", "MQTT reply to state"):
        (row,) = [line for line in said.splitlines() if f"| {output} |" in line]
        assert int(row.split("|")[4]) > 0, row  # it told of something, and was held against the delay


@pytest.mark.end_to_end
@pytest.mark.broker
def test_a_gate_that_stands_open_is_found_out(
    probe: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = ReleaseGate._wait_s
    monkeypatch.setattr(ReleaseGate, "_wait_s", lambda gate: None if honest(gate) is None else 0.0)
    assert probe.main(["--delays", "300", "--no-change", "--scale", "0.04"]) == 1
    said = capsys.readouterr().out
    assert "EARLY: MQTT events/#" in said
    assert "EARLY: WebSocket" in said


def test_what_might_be_out_is_told_by_the_delays_in_force_since(probe: ModuleType) -> None:
    force = probe.Force()
    force.begin(30, 0)
    assert [force.earliest_s(at_s) for at_s in (0, 10)] == [30, 40]
    force.begin(5, 20)  # under way from 20 to 21: either may be in force
    force.end_before(21)
    assert [force.earliest_s(at_s) for at_s in (0, 14, 15, 18)] == [20, 20, 20, 23]
    force.begin(60, 22)
    force.end_before(24)
    assert [force.earliest_s(at_s) for at_s in (18, 19, 19.5, 30)] == [23, 24, 79.5, 90]
    assert probe.rows([probe.Arrival("x", 23.5, 1), probe.Arrival("x", 23.0, 0)], {1: 18}, force) == [
        probe.Row("x", 2, 1, 0.5)
    ]
    assert probe.rows([probe.Arrival("x", 1e9, 2)], {1: 18}, force) == [probe.Row("x", 1, 1, -math.inf)]
