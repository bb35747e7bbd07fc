"""How fast events are sent after an outage, and how old one may be for viewers: no clock, no threads."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge.config import MqttConfig

__all__ = ["Pace", "Throttle"]


@dataclass(frozen=True, slots=True)
class Pace:
    """`rate` events a second of a backlog, after `wait_s` in which readers come back; viewers are told what is at
    most `live_s` old. Events confirmed less than `repeat_s` before the loss of a broker was noticed are sent once
    more: one that was killed may have confirmed what it passed on to nobody, and kept nowhere."""

    rate: float = 50.0
    wait_s: float = 2.0
    live_s: float = 10.0
    repeat_s: float = 20.0

    @classmethod
    def of(cls, config: MqttConfig) -> Pace:
        """From the configuration."""
        return cls(config.backlog_rate, config.backlog_wait_s, config.live_s)


class Throttle:
    """Lets one through every `1 / rate` seconds while there is a backlog, and anything at any time else."""

    def __init__(self, rate: float) -> None:
        self._step_s = 1 / rate
        self._next_s: float | None = None

    def begin(self, at_s: float) -> None:
        """There is a backlog; its first is let through at that moment."""
        self._next_s = at_s

    def end(self) -> None:
        """The backlog is through."""
        self._next_s = None

    @property
    def due_s(self) -> float | None:
        """When the next is let through; None for at once."""
        return self._next_s

    def passes(self, now_s: float) -> bool:
        """Whether one may pass now; if so, it has passed."""
        if self._next_s is None:
            return True
        if now_s < self._next_s:
            return False
        # counted from the plan, so that a late look does not slow the rate, but never so that a stall is caught up
        planned_s = self._next_s + self._step_s
        self._next_s = planned_s if planned_s > now_s else now_s + self._step_s
        return True
