"""The dead hand plays on without a right."""

from __future__ import annotations

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.taiwan.settlement import settle_penalty, settle_win
from tablebridge_rules.taiwan.violations.call import Situation, judge_claim, legal_claims
from tablebridge_rules.taiwan.violations.dead_hand import dead_after, escalated
from tablebridge_rules.taiwan.violations.flowers import judge_flower_discard
from tablebridge_rules.taiwan.violations.setup import judge_walls
from tablebridge_rules.tile import Tile

E, S, W, N = Seat


def test_a_dead_hand_claims_nothing_and_a_pon_is_a_second_violation_tw_f16(book: Rulebook) -> None:
    dead = dead_after((), judge_flower_discard(book, S, Tile.parse("3g")))
    assert dead == {S}
    situation = Situation(
        standing=parse_tiles("77z"), tile=Tile.parse("7z"), relation=Relation.LEFT, wall_left=50, river=9, dead=True
    )
    assert legal_claims(book, situation) == frozenset()
    (found,) = judge_claim(book, S, Claim.PON, situation)
    assert (found.clause, found.penalty) == ("TW-F24", "full_liability")
    assert settle_penalty(book, found, dealer=E) == (13, -37, 12, 12)


def test_a_dead_hand_pays_like_any_other_tw_f16(book: Rulebook) -> None:
    assert settle_win(book, Score(3, (), by_self_draw=True), W, None, E) == (-8, -7, 22, -7)


def test_faults_of_the_set_up_make_no_hand_dead(book: Rulebook) -> None:
    found = judge_walls(book, (18, 18, 18, 17))
    assert dead_after([N], found) == {N}
    assert escalated(book, [N], found) == found
