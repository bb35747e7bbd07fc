"""Who publishes a table: two and more daemons on a broker that is only a list here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.mqtt.ownership import Act, Declare, Ownership, Place
from tablebridge.mqtt.payloads import Ask, Owner

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Bus:
    """Delivers in order to all who are connected, keeps the last claim, and lets time pass."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.claim: Owner | None = None
        self.connected: dict[str, Ownership] = {}
        self.waiting: list[Act] = []

    def at(self) -> datetime:
        return NOON + timedelta(seconds=self.now_s)

    def join(self, name: str, daemon: Ownership | None = None) -> Ownership:
        """Connects a daemon; it says what it wants to say, but nobody has heard it yet."""
        daemon = daemon or Ownership(name, f"host-{name}", "1.0")
        self.connected[name] = daemon
        asks = daemon.opened(self.now_s)
        if self.claim is not None:
            self.waiting += daemon.heard_owner(self.claim, self.now_s, retained=True)
        self.waiting += asks
        return daemon

    def settle(self) -> None:
        """Everything that is said is heard."""
        for _ in range(100):
            if not self.waiting:
                return
            act = self.waiting.pop(0)
            if isinstance(act, Declare):
                self.claim = act.owner
            for daemon in list(self.connected.values()):
                self.waiting += self._tell(daemon, act)
        pytest.fail("they never stop talking")

    def _tell(self, daemon: Ownership, act: Act) -> list[Act]:
        if isinstance(act, Ask):
            return daemon.heard_ask(act, self.now_s, self.at())
        return daemon.heard_owner(act.owner, self.now_s, retained=False)

    def leave(self, name: str) -> None:
        """The daemon takes leave and its claim with it."""
        del self.connected[name]
        self.claim = None
        for daemon in self.connected.values():
            self.waiting += daemon.heard_owner(None, self.now_s, retained=False)
        self.settle()

    def wait(self, seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Time passes. Who has become the owner connects anew, as the publisher does."""
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s += 0.5
            for name, daemon in list(self.connected.items()):
                before = daemon.place
                acts = daemon.tick(self.now_s, self.at())
                if before is not Place.OWNER and daemon.place is Place.OWNER:
                    self.join(name, daemon)
                else:
                    self.waiting += acts
            self.settle()
            meanwhile()


def test_a_table_that_nobody_claims_is_taken_at_once() -> None:
    bus = Bus()
    first = bus.join("a")
    assert first.place is Place.ASKING
    bus.settle()
    assert first.place is Place.OWNER
    assert bus.claim == Owner(instance="a", host="host-a", since=NOON, version="1.0")
    assert first.due_s is None


def test_the_second_waits_and_says_who_was_there_before() -> None:
    bus = Bus()
    bus.join("a")
    bus.settle()
    bus.wait(10)
    second = bus.join("b")
    bus.settle()
    assert (bus.connected["a"].place, second.place) == (Place.OWNER, Place.WAITING)
    assert second.line("hall:1883") == (
        "this table is published already, by the daemon on host-a since 2026-05-01 12:00:00 UTC: hall:1883 "
        "(stop one of the two; this one publishes nothing until the other is gone)"
    )


def test_the_second_waits_for_hours_without_a_quarrel() -> None:
    bus = Bus()
    first = bus.join("a")
    bus.settle()
    second = bus.join("b")
    bus.settle()

    def both_stay() -> None:
        assert (first.place, second.place) == (Place.OWNER, Place.WAITING)

    bus.wait(3600, both_stay)


def test_after_a_restart_the_own_claim_is_no_hindrance() -> None:
    bus = Bus()
    bus.join("a")
    bus.settle()
    del bus.connected["a"]
    again = bus.join("a")
    bus.settle()
    assert again.place is Place.OWNER


def test_one_who_is_only_remembered_is_replaced_when_no_answer_comes() -> None:
    bus = Bus()
    bus.join("a")
    bus.settle()
    del bus.connected["a"]
    second = bus.join("b")
    bus.settle()
    assert second.place is Place.ASKING
    bus.wait(2.5)
    assert second.place is Place.ASKING
    bus.wait(1)
    assert second.place is Place.OWNER
    assert bus.claim is not None
    assert bus.claim.instance == "b"


def test_when_the_owner_takes_leave_the_next_takes_over_soon() -> None:
    bus = Bus()
    bus.join("a")
    bus.settle()
    second = bus.join("b")
    bus.settle()
    bus.leave("a")
    bus.wait(4)
    assert second.place is Place.OWNER


def test_when_the_owner_dies_the_next_takes_over_within_a_minute() -> None:
    bus = Bus()
    bus.join("a")
    bus.settle()
    second = bus.join("b")
    bus.settle()
    del bus.connected["a"]  # its claim stays
    bus.wait(25)
    assert second.place is Place.WAITING
    bus.wait(30)
    assert second.place is Place.OWNER


def test_an_owner_that_comes_back_gets_its_table_back() -> None:
    bus = Bus()
    first = bus.join("a")
    bus.settle()
    second = bus.join("b")
    bus.settle()
    del bus.connected["a"]
    bus.wait(60)
    assert second.place is Place.OWNER
    bus.join("a", first)
    bus.settle()
    assert (first.place, second.place) == (Place.OWNER, Place.WAITING)


@pytest.mark.parametrize("comes_first", ["a", "b"])
def test_after_a_broker_that_forgot_everything_the_owner_is_the_same(comes_first: str) -> None:
    bus = Bus()
    daemons = {name: bus.join(name) for name in "ab"}
    bus.settle()
    assert daemons["a"].place is Place.OWNER
    bus.connected.clear()
    bus.claim = None
    bus.now_s += 5
    for name in sorted("ab", key=lambda name: name != comes_first):
        bus.join(name, daemons[name])
        bus.settle()
    bus.wait(60)
    assert (daemons["a"].place, daemons["b"].place) == (Place.OWNER, Place.WAITING)


@given(
    order=st.permutations(["a", "b", "c"]),
    heard=st.lists(st.booleans(), min_size=3, max_size=3),
    pauses=st.lists(st.sampled_from([0.0, 0.5, 3.0, 20.0]), min_size=3, max_size=3),
)
def test_however_they_come_one_publishes_in_the_end(order: list[str], heard: list[bool], pauses: list[float]) -> None:
    bus = Bus()
    for name, hears, pause in zip(order, heard, pauses, strict=True):
        bus.join(name)
        if hears:
            bus.settle()
        bus.wait(pause)
    bus.wait(120)
    assert [daemon.place for daemon in bus.connected.values()].count(Place.OWNER) == 1
    assert [daemon.place for daemon in bus.connected.values()].count(Place.WAITING) == 2


def test_of_two_that_took_it_unheard_the_elder_stays() -> None:
    elder, younger = Ownership("a", "", ""), Ownership("b", "", "")
    claims = []
    for daemon, at in ((elder, NOON), (younger, NOON + timedelta(seconds=1))):
        (ask,) = daemon.opened(0.0)
        assert isinstance(ask, Ask)
        (claim,) = daemon.heard_ask(ask, 0.0, at)
        assert isinstance(claim, Declare)
        claims.append(claim.owner)
    assert elder.heard_owner(claims[1], 0.0, retained=False) == [Declare(claims[0])]
    assert younger.heard_owner(claims[0], 0.0, retained=False) == []
    assert (elder.place, younger.place) == (Place.OWNER, Place.WAITING)


def test_a_broker_that_swallows_the_question_is_found_out() -> None:
    daemon = Ownership("a", "", "")
    daemon.opened(0.0)
    assert daemon.due_s is not None
    assert daemon.tick(daemon.due_s - 0.1, NOON) == []
    assert not daemon.unheard
    assert daemon.tick(daemon.due_s, NOON) == []
    assert (daemon.unheard, daemon.place) == (True, Place.ASKING)


def test_the_echo_of_an_earlier_connection_says_nothing() -> None:
    daemon = Ownership("a", "", "")
    (old,) = daemon.opened(0.0)
    daemon.opened(1.0)
    assert isinstance(old, Ask)
    assert daemon.heard_ask(old, 1.0, NOON) == []
    assert daemon.place is Place.ASKING


def test_who_waits_for_one_it_does_not_know_says_so() -> None:
    assert "stop one of the two" in Ownership("a", "", "").line("hall:1883")
