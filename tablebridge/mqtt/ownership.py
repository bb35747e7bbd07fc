"""One daemon a table on a broker: who publishes, and who waits. No network, no clock, no threads.

Every daemon that wants to publish asks first, on `owner/ask`; the one that publishes restates its claim on `owner`,
where it is retained. Our own question comes back to us behind everything retained: so an unclaimed table is taken
at once, and one whose owner is only a retained memory after it did not answer in time. Of two that took it in the
same moment the elder claim wins, on both sides alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from tablebridge.mqtt.payloads import Ask, Owner

__all__ = ["Declare", "Ownership", "Place"]

_ANSWER_WITHIN_S = 3.0
_ECHO_WITHIN_S = 10.0
_ASK_AGAIN_S = 15.0
_MISSED_ANSWERS = 2
"""One who waits takes over after so many unanswered questions: an owner that lost the broker may be on its way back."""


class Place(Enum):
    """What we are to the table."""

    ASKING = auto()
    OWNER = auto()
    WAITING = auto()


@dataclass(frozen=True, slots=True)
class Declare:
    """Our claim is to be stated, retained."""

    owner: Owner


Act = Ask | Declare


class Ownership:
    """Our place on one table. Methods return what is to be sent; `now_s` are seconds of a monotonic clock.

    Who does not own the table must be connected without a last will, which would say that the table is offline. After
    a change of connection the claim is kept, and stated when the question has come back there.
    """

    def __init__(self, instance: str, host: str, version: str) -> None:
        self._instance = instance
        self._host = host
        self._version = version
        self._asked = 0
        self._claim: Owner | None = None
        self._dead: set[str] = set()  # that did not answer
        self.place = Place.ASKING
        self.other: Owner | None = None
        """Who publishes this table, or may still do so, instead of us."""
        self._due_s: float | None = None
        self._missed = 0
        self._echoed = True
        self.unheard = False
        """Our own question did not come back: the broker does not let us write or read there."""

    @property
    def due_s(self) -> float | None:
        """When `tick` has something to do; None for never."""
        return self._due_s

    def opened(self, now_s: float) -> list[Act]:
        """A new connection, with all topics subscribed."""
        self.unheard = self._echoed = False
        if self.place is not Place.WAITING:
            self.place = Place.ASKING
            self.other = None
            self._due_s = now_s + _ECHO_WITHIN_S
        return [self._ask(now_s)]

    def heard_ask(self, ask: Ask, now_s: float, now: datetime) -> list[Act]:
        """Somebody asks; `now` (aware UTC) dates a claim that begins."""
        if ask.instance != self._instance:
            return [Declare(self._claim)] if self.place is Place.OWNER and self._claim is not None else []
        if self.place is not Place.ASKING or ask.nonce != str(self._asked):
            return []
        self._echoed = True
        if self.other is None or (self._claim is not None and _elder(self._claim, self.other)):
            return [self._take(now)]
        self._due_s = now_s + _ANSWER_WITHIN_S
        return []

    def heard_owner(self, owner: Owner | None, now_s: float, *, retained: bool) -> list[Act]:
        """A claim, or None: whoever claimed the table has left it."""
        if owner is None:
            self._missed = _MISSED_ANSWERS
            return [self._ask(now_s)] if self.place is Place.WAITING else []
        if owner.instance == self._instance:
            return []
        if retained:
            if owner.instance not in self._dead:
                self.other = owner
            return []
        self._dead.discard(owner.instance)
        if self.place is Place.OWNER and self._claim is not None and _elder(self._claim, owner):
            return [Declare(self._claim)]
        self.other = owner
        self._claim = None
        self.place = Place.WAITING
        self._missed = 0
        self._due_s = now_s + _ASK_AGAIN_S
        return []

    def tick(self, now_s: float, now: datetime) -> list[Act]:
        """Time has passed."""
        if self._due_s is None or now_s < self._due_s:
            return []
        self._due_s = None
        if self.place is Place.ASKING:
            self.unheard = not self._echoed
            return [] if self.unheard else [self._take(now)]
        if self.place is Place.WAITING:
            self._missed += 1
            if self._missed > _MISSED_ANSWERS:
                return [self._take(now)]
            return [self._ask(now_s)]
        return []

    def line(self, where: str) -> str:
        """Why we publish nothing, in one line."""
        if self.other is None:
            return f"this table is published already: {where} (stop one of the two daemons)"
        since = self.other.since.strftime("%Y-%m-%d %H:%M:%S UTC")
        return (
            f"this table is published already, by the daemon on {self.other.host} since {since}: {where} "
            "(stop one of the two; this one publishes nothing until the other is gone)"
        )

    def _ask(self, now_s: float) -> Ask:
        self._asked += 1
        if self.place is Place.WAITING:
            self._due_s = now_s + (_ANSWER_WITHIN_S if self._missed >= _MISSED_ANSWERS else _ASK_AGAIN_S)
        return Ask(instance=self._instance, nonce=str(self._asked))

    def _take(self, now: datetime) -> Declare:
        if self.other is not None:
            self._dead.add(self.other.instance)
        self._due_s = None
        self.other = None
        self.place = Place.OWNER
        if self._claim is None:
            self._claim = Owner(instance=self._instance, host=self._host, since=now, version=self._version)
        return Declare(self._claim)


def _elder(ours: Owner, theirs: Owner) -> bool:
    return (ours.since, ours.instance) < (theirs.since, theirs.instance)
