"""When a claim becomes a violation: the clause's thresholds, the witness's own time, and hands that go on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.game.referee.clause_watch.claims import Claim, Claims
from tablebridge_rules.clause import Clause
from tablebridge_rules.event import HandStarted, TilesDealt
from tablebridge_rules.fact import RowCounted, SetCounted, WallTouched
from tablebridge_rules.play import AnyRulebook, begin, read_rulebook, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.table import AnyTable
from tests.tablebridge.game.observations_of import NOON

BOOK = read_rulebook("sichuan-bloody")
A, B, C, D = Seat


def dealt(book: AnyRulebook = BOOK) -> AnyTable:
    start = begin(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), book)
    return step(start, TilesDealt(), book).state


def with_thresholds(clause: str, percent: int, after_ms: int) -> Rulebook:
    def changed(one: Clause) -> Clause:
        return replace(one, flag_percent=percent, flag_after_ms=after_ms) if one.id == clause else one

    assert isinstance(BOOK, Rulebook)
    return replace(BOOK, clauses=tuple(changed(one) for one in BOOK.clauses))


def touch(*, at_ms: float = 1000.0, confidence: float = 0.8, seen_ms: float = 0.0, at_once: bool = False) -> Claim:
    fact = WallTouched(C)
    return Claim(fact=fact, at_ms=at_ms, captured_at=NOON, confidence=confidence, seen_ms=seen_ms, at_once=at_once)


@pytest.mark.parametrize(
    ("percent", "after_ms", "now_ms", "found"),
    [(50, 0, 1000, True), (90, 0, 9000, False), (80, 2000, 2999, False), (80, 2000, 3000, True)],
    ids=["SC-R14 at once", "not sure enough", "not long enough", "long enough"],
)
def test_a_clause_says_when(percent: int, after_ms: int, now_ms: float, found: bool) -> None:
    claims = Claims(with_thresholds("SC-R14", percent, after_ms))
    claims.hold("touch", touch())
    noticed = claims.noticed(dealt(), now_ms)
    assert [(one.violation.clause, one.violation.seat, one.at_ms) for one in noticed] == (
        [("SC-R14", C, 1000.0)] if found else []
    )


def test_nothing_is_told_sooner_than_its_witness_can_be_trusted() -> None:
    claims = Claims(BOOK)
    claims.hold("touch", touch(seen_ms=1500.0))
    assert claims.noticed(dealt(), 2400.0) == []
    assert len(claims.noticed(dealt(), 2600.0)) == 1


def test_a_violation_is_told_once_for_as_long_as_it_lasts() -> None:
    claims, state = Claims(BOOK), dealt()
    claims.hold("touch", touch())
    assert len(claims.noticed(state, 2000.0)) == 1
    claims.hold("touch", touch(at_ms=3000.0))
    assert claims.noticed(dealt(), 5000.0) == []
    claims.drop("touch", "none of that name")
    assert "touch" not in claims
    claims.hold("touch", touch(at_ms=6000.0))
    assert len(claims.noticed(state, 6000.0)) == 1


def test_what_the_hand_makes_wrong_later_is_seen_from_then_on() -> None:
    """A row that was right when it was counted: only the hand that went on makes it wrong."""
    book = read_rulebook("riichi-league-tw")
    claims, before = Claims(book), begin(HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), book)
    claim = Claim(fact=RowCounted(B, 0), at_ms=0.0, captured_at=NOON, confidence=1.0, seen_ms=1000.0)
    claims.hold("row", claim)
    assert claims.noticed(before, 60_000.0) == []
    later = before.with_seat(B, replace(before.at(B), concealed_count=13))
    due_ms = book.clause("RL-F07").flag_after_ms
    assert claims.noticed(later, 60_500.0) == []
    assert claims.noticed(later, 60_400.0 + due_ms) == []
    assert [one.violation.clause for one in claims.noticed(later, 60_500.0 + due_ms)] == ["RL-F07"]


def test_at_once_means_the_hand_as_it_was() -> None:
    claims, state = Claims(BOOK), dealt()
    claims.hold("once", touch(seen_ms=1000.0, at_once=True))
    claims.hold("on", touch(seen_ms=1000.0))
    assert claims.noticed(state, 1500.0) == []
    its_turn = replace(state, turn=C)
    assert len(claims.noticed(its_turn, 2500.0)) == 1


def test_without_a_hand_nothing_is_judged_and_a_new_hand_forgets() -> None:
    claims = Claims(BOOK)
    claims.hold("set", Claim(fact=SetCounted(107), at_ms=0.0, captured_at=NOON, confidence=1.0))
    assert claims.noticed(None, 1000.0) == []
    assert [one.violation.clause for one in claims.noticed(dealt(), 1000.0)] == ["SC-R04"]
    claims.clear()
    assert claims.noticed(dealt(), 2000.0) == []
