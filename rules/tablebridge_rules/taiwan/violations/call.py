"""Calls: claims that may not be made, calls not carried out, melds laid wrongly, swap calling.

Clause TW-R15, TW-R18 to TW-R20, TW-R22, TW-R23, TW-R39, TW-R42, TW-R44, TW-F05, TW-F07, TW-F10, TW-F11, TW-F14, TW-F15,
TW-F24.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.taiwan.claims import Claim, can_kan, can_pon, chi_pairs
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.passed_win import is_barred
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.waits import is_complete
from tablebridge_rules.taiwan.wall import may_take_call
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation

__all__ = [
    "OwnKan",
    "Situation",
    "judge_claim",
    "judge_laid_meld",
    "judge_own_kan",
    "judge_rights",
    "judge_swap",
    "judge_unfixed",
    "judge_withdrawn",
    "legal_claims",
    "wrong_call",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A discard as one seat sees it, and what has happened that bears on that seat's rights.

    `relation` is the discarder seen from the claimant; `standing` its tiles beside so many `melds`. `river` counts the
    discards of the whole table, this one included. `restricted`: by ruling it only draws and discards (TW-R42).
    `drawn_joined`: the next player has joined its draw to the row.
    `self_draw_declared`: the next player drew and declared a win. `barred` are the kinds that exposed tiles bar, with
    the clause; `missed` the winning tiles passed and not cleared.
    """

    standing: tuple[Tile, ...]
    tile: Tile
    relation: Relation
    wall_left: int
    river: int
    melds: int = 0
    dead: bool = False
    migi: bool = False
    touched_wall: bool = False
    drawn_joined: bool = False
    enquiry_unanswered: bool = False
    self_draw_declared: bool = False
    barred: Mapping[TileKind, str] = field(default_factory=dict)
    restricted: bool = False
    missed: frozenset[TileKind] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnKan:
    """A concealed or added kan in the own turn.

    `after_draw` is false for a turn that came by chi or pon, `delayed` true for a tile that was held before the draw.
    """

    kind: MeldKind
    wall_left: int
    after_draw: bool = True
    delayed: bool = False
    dead: bool = False
    restricted: bool = False
    migi: bool = False


def legal_claims(rulebook: Rulebook, at: Situation) -> frozenset[Claim]:
    """What a seat may claim; the draw is no claim.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> hand, nine = parse_tiles("999p123456m1122337s")[:16], Tile.parse("9p")
    >>> at = Situation(standing=hand, tile=nine, relation=Relation.LEFT, wall_left=60, river=9)
    >>> sorted(claim.value for claim in legal_claims(load("taiwan16-ntuee-2009"), at))
    ['pon']
    """
    return frozenset(claim for claim in Claim if not judge_claim(rulebook, Seat.A, claim, at))


def judge_claim(rulebook: Rulebook, seat: Seat, claim: Claim, at: Situation) -> tuple[Violation, ...]:
    """What is wrong with a claim of a discard: the first reason that stands against it, none when it is legal.

    A win that is claimed wrongly is a wrong call until the hand is laid down: see `violations.win.judge_win`.
    """
    for clause, name, text, penalty in _reasons(rulebook, claim, at):
        return foul(rulebook, clause, name, seat, f"{seat.value} claimed {claim.value} on {at.tile}: {text}", penalty)
    return ()


def judge_rights(rulebook: Rulebook, seat: Seat, claim: Claim, at: Situation) -> tuple[Violation, ...]:
    """Whether the right to claim the discard was lost, whatever the hand: by ruling, by touching the wall, by time."""
    for clause, name, text, penalty in _lost_rights(rulebook, claim, at):
        return foul(rulebook, clause, name, seat, f"{seat.value} claimed {claim.value} on {at.tile}: {text}", penalty)
    return ()


_Reason = tuple[str, str, str, Penalty | None]


def _reasons(rulebook: Rulebook, claim: Claim, at: Situation) -> Iterator[_Reason]:
    """Everything against a claim, the gravest first."""
    if at.dead:
        yield "TW-F24", "dead_hand_claim", "a dead hand claims nothing (TW-F16)", None
    yield from _lost_rights(rulebook, claim, at)
    if claim is Claim.WIN:
        yield from _against_a_win(rulebook, at)
    else:
        yield from _against_a_meld(rulebook, claim, at)


def _lost_rights(rulebook: Rulebook, claim: Claim, at: Situation) -> Iterator[_Reason]:
    if at.restricted:
        yield "TW-R42", "draw_and_discard", "the referee lets it only draw and discard", Penalty.REFUSED
    if at.touched_wall and claim.value in rulebook.play.touch_wall_forfeits:
        yield "TW-R15", "touched_wall", "the hand had touched the wall, so a draw is due", None
    if at.drawn_joined and claim is not Claim.CHI:
        yield "TW-R18", "late_claim", "the next player has joined the drawn tile to the hand", None
    if at.enquiry_unanswered and claim is not Claim.CHI and rulebook.play.enquiry_rule == "console_only":
        yield "TW-R19", "silent_at_enquiry", "the table was asked and nobody answered", None
    if at.self_draw_declared:
        yield "TW-R39", "self_draw_declared", "the next player has declared a self-draw", None


def _against_a_win(rulebook: Rulebook, at: Situation) -> Iterator[_Reason]:
    if not is_complete((*at.standing, at.tile), at.melds):
        yield "TW-F07", "wrong_call", "the hand is not complete", wrong_call(rulebook, Claim.WIN, at.river)
    if is_barred(rulebook, at.missed, at.tile.kind):
        yield "TW-F23", "win_after_pass", "a winning tile was passed and no other tile played since (TW-R28)", None
    if at.tile.kind in at.barred:
        yield "TW-F25", "win_on_exposed", f"the own tile had been seen ({at.barred[at.tile.kind]})", None


def _against_a_meld(rulebook: Rulebook, claim: Claim, at: Situation) -> Iterator[_Reason]:
    if at.tile.kind in at.barred:
        penalty = Penalty(rulebook.foul.xianpai_claim)
        yield at.barred[at.tile.kind], "exposed_tile", "the own tiles had been seen", penalty
    if not may_take_call(rulebook, at.wall_left):
        penalty = Penalty(rulebook.foul.late_call_penalty)
        yield "TW-R44", "late_call", f"{at.wall_left} tiles are left in the wall", penalty
    if at.migi:
        yield "TW-S23", "migi_locked", "after MIGI the hand only draws, discards and wins", None
    if not _holds(claim, at):
        text = "the hand cannot make it, or not from that player (TW-R16, TW-R17, TW-R20)"
        yield "TW-F07", "wrong_call", text, wrong_call(rulebook, claim, at.river)


def _holds(claim: Claim, at: Situation) -> bool:
    if claim is Claim.CHI:
        return bool(chi_pairs(at.standing, at.tile, at.relation))
    return can_pon(at.standing, at.tile) if claim is Claim.PON else can_kan(at.standing, at.tile, at.relation)


def wrong_call(rulebook: Rulebook, claim: Claim, river: int) -> Penalty | None:
    """What a wrong call costs, None for the clause's own penalty (TW-F07).

    It costs nothing within the first discards of the hand, or where the rulebook does not list it.
    """
    listed = claim.value in rulebook.foul.miscall_calls
    return None if listed and river > rulebook.foul.miscall_grace_discards else Penalty.REFUSED


def judge_withdrawn(rulebook: Rulebook, seat: Seat, claim: Claim, river: int) -> tuple[Violation, ...]:
    """A call that was not carried out: a tai to the discarder, nothing within the first four discards (TW-F07)."""
    if wrong_call(rulebook, claim, river) is Penalty.REFUSED:
        return ()
    text = f"{seat.value} called {claim.value} and did not carry it out"
    return foul(rulebook, "TW-F07", "call_withdrawn", seat, text)


def judge_own_kan(rulebook: Rulebook, seat: Seat, kan: OwnKan) -> tuple[Violation, ...]:
    """Whether a concealed or added kan may be made now (TW-R22, TW-R23, TW-R44, TW-S23, TW-F24)."""
    concealed = kan.kind is MeldKind.KAN_CONCEALED
    what = f"{seat.value} made {'a concealed' if concealed else 'an added'} kan"
    if kan.dead:
        return foul(rulebook, "TW-F24", "dead_hand_kan", seat, f"{what} with a dead hand (TW-F16)")
    if kan.restricted:
        text = f"{what}: the referee lets it only draw and discard"
        return foul(rulebook, "TW-R42", "draw_and_discard", seat, text, Penalty.REFUSED)
    if not kan.after_draw:
        clause = "TW-R23" if concealed else "TW-R22"
        return foul(rulebook, clause, "kan_without_draw", seat, f"{what} right after chi or pon")
    if kan.delayed and not concealed and not rulebook.play.added_kan_delayed:
        return foul(rulebook, "TW-R22", "kan_delayed", seat, f"{what} with a tile held before the draw")
    if not may_take_call(rulebook, kan.wall_left) and rulebook.play.no_kan_from_19 == "all_kans":
        text = f"{what} with {kan.wall_left} tiles left in the wall"
        return foul(rulebook, "TW-R44", "late_call", seat, text, Penalty(rulebook.foul.late_call_penalty))
    if kan.migi and not (concealed and rulebook.play.migi_lock == "concealed_kan_allowed"):
        return foul(rulebook, "TW-S23", "migi_locked", seat, f"{what} after MIGI")
    return ()


def judge_unfixed(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """A wrong meld was not put right before the next draw (TW-F05)."""
    return foul(rulebook, "TW-F05", "meld_left_wrong", seat, f"{seat.value} left a wrong meld until the next draw")


def judge_laid_meld(
    rulebook: Rulebook, seat: Seat, kind: MeldKind, laid: Sequence[Tile], *, next_has_drawn: bool
) -> tuple[Violation, ...]:
    """Whether the tiles laid for a call make the meld; they may be put right until the next draw (TW-F05)."""
    indices = sorted(tile.kind.index for tile in laid)
    if kind is MeldKind.CHI:
        suits = {tile.kind.suit for tile in laid}
        one_suit = len(suits) == 1 and laid[0].kind.is_suited
        fits = len(laid) == 3 and one_suit and indices == list(range(indices[0], indices[0] + 3))
    else:
        fits = len(laid) == (4 if kind.is_kan else 3) and len(set(indices)) == 1
    if fits or (not next_has_drawn and rulebook.foul.claim_fix_window == "until_next_draw"):
        return ()
    tiles = " ".join(map(str, laid))
    return foul(rulebook, "TW-F05", "wrong_meld", seat, f"{seat.value} laid {tiles} for {kind.value} and left it so")


def judge_swap(rulebook: Rulebook, seat: Seat, meld: Meld, discard: Tile) -> tuple[Violation, ...]:
    """Whether the discard right after a chi or pon swaps the claimed tile (TW-F14) or its other end (TW-F15)."""
    if meld.called is None or meld.kind.is_kan:
        return ()
    what = f"{seat.value} took {meld.called} by {meld.kind.value} and discarded {discard}"
    if discard == meld.called:
        return foul(rulebook, "TW-F14", "swap_same_tile", seat, what)
    if meld.kind is MeldKind.CHI and discard.kind == _other_end(meld.called.kind, meld.own):
        return foul(rulebook, "TW-F15", "swap_other_end", seat, what)
    return ()


def _other_end(called: TileKind, own: Sequence[Tile]) -> TileKind | None:
    """The other tile that a two-sided pair waited for beside the claimed one."""
    if len(own) != 2:  # tiles that were laid wrongly
        return None
    low, high = sorted(tile.kind for tile in own)
    if high.rank != low.rank + 1 or low.rank == 1 or high.rank == 9:
        return None
    return TileKind(high.index + 1 if called < low else low.index - 1)
