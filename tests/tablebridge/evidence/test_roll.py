"""The roll gives out confirmed frames only, in order, and never holds more than it may."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tablebridge.evidence import ClothFrame, ClothRoll
from tests.tablebridge.evidence.cloths import utc

MOST_BYTES = 1000
LONGEST_WAIT_MS = 10_000.0


def frame(number: int, size: int = 100, at_ms: float | None = None) -> ClothFrame:
    at_ms = number * 100.0 if at_ms is None else at_ms
    return ClothFrame(str(number), at_ms, utc(at_ms), b"x" * size)


def refs(roll: ClothRoll) -> list[str]:
    return [one.ref for one in roll.between(0, 1e9)]


def filled(count: int, most_bytes: int = MOST_BYTES) -> ClothRoll:
    roll = ClothRoll(most_bytes)
    for number in range(count):
        roll.take(frame(number))
        roll.confirm(number * 100.0)
    return roll


def test_the_oldest_make_room() -> None:
    roll = filled(13)
    assert refs(roll) == [str(number) for number in range(3, 13)]
    assert roll.bytes == MOST_BYTES
    assert (roll.oldest_ms, roll.newest_ms) == (300, 1200)
    assert roll.pushed_out


def test_nothing_is_given_out_before_it_is_confirmed() -> None:
    roll = ClothRoll(MOST_BYTES)
    for number in range(4):
        roll.take(frame(number))
    assert (refs(roll), roll.newest_ms, roll.find("1")) == ([], None, None)
    roll.confirm(150)
    assert refs(roll) == ["0", "1"]
    assert roll.newest_ms == 100


def test_doubt_drops_what_waits_and_keeps_what_was_confirmed() -> None:
    roll = ClothRoll(MOST_BYTES)
    for number in range(4):
        roll.take(frame(number))
    roll.confirm(150)
    roll.doubt()
    roll.confirm(1000)
    assert refs(roll) == ["0", "1"]
    assert roll.bytes == 200


def test_what_nobody_confirms_is_let_go() -> None:
    roll = ClothRoll(MOST_BYTES)
    roll.take(frame(0, at_ms=0))
    roll.take(frame(1, at_ms=LONGEST_WAIT_MS))
    assert roll.expired == 0
    roll.take(frame(2, at_ms=LONGEST_WAIT_MS + 1))
    roll.confirm(1e6)
    assert refs(roll) == ["1", "2"]
    assert roll.expired == 1


def test_a_picture_larger_than_everything_is_not_held() -> None:
    roll = filled(3)
    roll.take(frame(3, size=MOST_BYTES + 1))
    roll.confirm(1000)
    assert (refs(roll), roll.bytes, roll.oldest_ms) == ([], 0, None)


def test_a_span_has_both_its_ends() -> None:
    assert [one.ref for one in filled(8).between(200, 500)] == ["2", "3", "4", "5"]


def test_a_frame_is_found_by_the_name_that_evidence_gives() -> None:
    roll = filled(13)
    found = roll.find("7")
    assert found is not None
    assert found.at_ms == 700
    assert roll.find("2") is None, "it was pushed out"


class RollMachine(RuleBasedStateMachine):
    """Against a plain list of everything that was ever taken."""

    def __init__(self) -> None:
        super().__init__()
        self.roll = ClothRoll(MOST_BYTES)
        self.now_ms = 0.0
        self.count = 0
        self.sizes: dict[str, int] = {}
        self.waiting: list[str] = []
        self.confirmed: list[str] = []
        self.moments: dict[str, float] = {}

    @rule(step_ms=st.integers(1, 4000), size=st.integers(1, 400))
    def take(self, step_ms: int, size: int) -> None:
        self.now_ms += step_ms
        one = frame(self.count, size, self.now_ms)
        self.count += 1
        self.sizes[one.ref], self.moments[one.ref] = size, self.now_ms
        self.waiting.append(one.ref)
        self.roll.take(one)

    @rule(back_ms=st.integers(0, 5000))
    def confirm(self, back_ms: int) -> None:
        until_ms = self.now_ms - back_ms
        self.confirmed += [ref for ref in self.waiting if self.moments[ref] <= until_ms]
        self.waiting = [ref for ref in self.waiting if self.moments[ref] > until_ms]
        self.roll.confirm(until_ms)

    @rule()
    def doubt(self) -> None:
        self.waiting = []
        self.roll.doubt()

    @invariant()
    def bounded(self) -> None:
        held = refs(self.roll)
        assert sum(self.sizes[ref] for ref in held) <= self.roll.bytes <= MOST_BYTES

    @invariant()
    def confirmed_and_in_order(self) -> None:
        held = refs(self.roll)
        assert set(held) <= set(self.confirmed)
        assert held == sorted(held, key=int)


TestRollMachine = RollMachine.TestCase
TestRollMachine.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
