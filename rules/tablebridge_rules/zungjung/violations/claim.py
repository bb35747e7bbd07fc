"""Claims that may not be made: too late, unannounced, without the tiles, out of the order.

Clause ZJ-R02, ZJ-R14, ZJ-R15, ZJ-R18, ZJ-R21, ZJ-R22, ZJ-R26, ZJ-R27, ZJ-X04, ZJ-X05, ZJ-X08, ZJ-F01, ZJ-F03.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.chi_step import ChiStep, may_act_on_discard, pon_and_kan_open
from tablebridge_rules.zungjung.claims import Claim, can_kan, can_pon, can_rob, chi_pairs
from tablebridge_rules.zungjung.dead_hand import DEAD_HANDS, may_call
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.shape import is_complete

__all__ = ["Situation", "judge_claim", "legal_claims"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A tile as one seat sees it that may be claimed, and what has happened that bears on that seat's rights.

    `relation` is the discarder seen from the claimant; `standing` and `melds` are the claimant's. `discards_since`
    counts those after this tile; `drawn` and `joined`: the next player has drawn, and put the tile into the hand.
    `dead` is the claimant's dead hand, `penalty_kinds` what the referee has barred. `kan`: the tile is no discard but
    part of that kan. With `hidden` nothing is said of the claimant's tiles, which nobody knows. `chi` is a chi of this
    tile under way at `at_ms`, `chi_before` one that this discard followed.
    """

    standing: tuple[Tile, ...]
    tile: Tile
    relation: Relation
    melds: tuple[Meld, ...] = ()
    announced: bool = True
    discards_since: int = 0
    drawn: bool = False
    joined: bool = False
    touched_wall: bool = False
    dead: Penalty | None = None
    penalty_kinds: frozenset[TileKind] = frozenset()
    kan: MeldKind | None = None
    hidden: bool = False
    chi: ChiStep | None = None
    chi_before: ChiStep | None = None
    at_ms: int = 0


def legal_claims(rulebook: Rulebook, at: Situation) -> frozenset[Claim]:
    """What a seat may claim (ZJ-R01); the draw is no claim.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> at = Situation(standing=parse_tiles("46p55p123m777s19m4z"), tile=Tile.parse("5p"), relation=Relation.LEFT)
    >>> sorted(claim.value for claim in legal_claims(load("zungjung-wsom-1.03"), at))
    ['chi', 'pon']
    """
    return frozenset(claim for claim in Claim if not judge_claim(rulebook, Seat.A, claim, at))


def judge_claim(rulebook: Rulebook, seat: Seat, claim: Claim, at: Situation) -> tuple[Violation, ...]:
    """What is wrong with a claim: the first reason that stands against it, none when it is legal."""
    for clause, name, text, penalty in _reasons(rulebook, claim, at):
        return foul(rulebook, clause, name, seat, f"{seat.value} claimed {claim.value} on {at.tile}: {text}", penalty)
    return ()


_Reason = tuple[str, str, str, Penalty | None]


def _reasons(rulebook: Rulebook, claim: Claim, at: Situation) -> Iterator[_Reason]:
    yield from _lost_rights(rulebook, at)
    if claim is Claim.WIN:
        yield from _against_a_win(rulebook, at)
    else:
        yield from _against_a_set(rulebook, claim, at)


def _lost_rights(rulebook: Rulebook, at: Situation) -> Iterator[_Reason]:
    if at.discards_since:
        yield "ZJ-R02", "dead_discard", "it is not the latest discard", None
    if at.drawn and (at.joined or rulebook.play.late_claim == "until_next_draw"):
        yield "ZJ-R02", "late_claim", "the next player has drawn and play goes on", None
    if at.touched_wall:
        yield "ZJ-X08", "touched_wall", "the hand had touched the wall", None
    if not at.announced and rulebook.play.oral_calls == "console":
        yield "ZJ-X04", "silent_claim", "an unannounced claim has no precedence", None


def _against_a_win(rulebook: Rulebook, at: Situation) -> Iterator[_Reason]:
    if at.dead:
        yield DEAD_HANDS[at.dead], "dead_hand_win", "a dead hand cannot win", Penalty.REFUSED
    if at.tile.kind in at.penalty_kinds and rulebook.play.penalty_tile == "referee":
        yield "ZJ-R14", "penalty_tile", "the referee has barred that tile", None
    if at.kan is not None and not can_rob(at.kan):
        yield "ZJ-X05", "robbed_kan", "only a tile that is being added to a triplet can be robbed", None
    if not at.hidden and not is_complete((*at.standing, at.tile), at.melds):
        yield "ZJ-R14", "incomplete_hand", "the hand is not complete", None


def _against_a_set(rulebook: Rulebook, claim: Claim, at: Situation) -> Iterator[_Reason]:
    if at.dead and not may_call(rulebook, at.dead):
        yield DEAD_HANDS[at.dead], "dead_hand_call", "a dead hand calls nothing here", Penalty.REFUSED
    if at.kan is not None:
        yield "ZJ-X05", "robbed_kan", "a tile of a kan can only be won on", None
    if at.chi_before is not None and not may_act_on_discard(at.chi_before, claim):
        yield "ZJ-R21", "chi_not_exposed", "it waits until the discarder's sequence is exposed", None
    if claim is not Claim.CHI and at.chi is not None and not pon_and_kan_open(rulebook, at.chi, at.at_ms):
        yield (
            "ZJ-R22",
            "after_chi",
            "the chi was announced, and exposed or followed by its discard after the pause",
            None,
        )
    yield from _without_tiles(claim, at)


def _without_tiles(claim: Claim, at: Situation) -> Iterator[_Reason]:
    if at.hidden:
        if claim is Claim.CHI and at.relation is not Relation.LEFT:
            yield "ZJ-R18", "wrong_chi", "it is not the upper seat's", None
        return
    if claim is Claim.CHI and not chi_pairs(at.standing, at.tile, at.relation):
        yield "ZJ-R18", "wrong_chi", "no sequence with it, or it is not the upper seat's", None
    if claim is Claim.PON and not can_pon(at.standing, at.tile):
        yield "ZJ-R15", "wrong_pon", "the hand holds no pair of it", None
    if claim is Claim.KAN and not can_kan(at.standing, at.tile):
        exposed = any(meld.kind is MeldKind.PON and meld.own[0] == at.tile for meld in at.melds)
        if exposed:
            yield "ZJ-R27", "kan_on_exposed_triplet", "a discard cannot be added to an exposed triplet", None
        yield "ZJ-R26", "wrong_kan", "the hand holds no triplet of it", None
