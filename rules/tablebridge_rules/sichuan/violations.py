"""What a Sichuan rulebook says was done wrong, told from given facts: pure functions, one or more a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge_rules.meld import Meld
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Audit, Revealed
from tablebridge_rules.sichuan.claims import discard_kinds
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Suit, Tile
from tablebridge_rules.violation import Violation, one_violation

__all__ = [
    "PassedTile",
    "judge_audit",
    "judge_chi",
    "judge_discard",
    "judge_exposure",
    "judge_kept_void",
    "judge_kong_timing",
    "judge_passed_tile",
    "judge_pon",
    "judge_shown_kong",
    "judge_swap",
    "judge_wall_touch",
    "judge_winner_hand",
]


@dataclass(frozen=True, slots=True)
class PassedTile:
    """A tile that a seat did not win on: with which hand it stood there, and how many tiles the wall still had.

    `standing` is the hand as it was then, 13 tiles less 3 a meld. `from_seat` discarded the tile, or was adding it to a
    kong; None when the seat drew it itself.
    """

    seat: Seat
    tile: Tile
    standing: tuple[Tile, ...]
    wall_left: int
    from_seat: Seat | None = None
    melds: tuple[Meld, ...] = ()
    void: Suit | None = None


def judge_passed_tile(rulebook: Rulebook, passed: PassedTile) -> tuple[Violation, ...]:
    """Whether a win was passed that had to be taken: with the last four tiles, own draw or discard (SC-F01).

    The last four begin with the draw that finds four tiles, so that three are left after it.
    """
    if passed.wall_left >= rulebook.foul.forced_win_from:
        return ()
    relation = None if passed.from_seat is None else passed.seat.relation_to(passed.from_seat)
    win = Win(passed.standing, passed.tile, passed.melds, relation, passed.void)
    if win.problems() or score(rulebook, win) is None:
        return ()
    name, amount = passed.seat.value, rulebook.payment.pig_amount * rulebook.payment.base
    text = f"{name} could win on {passed.tile} with {passed.wall_left} tiles left and did not"
    return one_violation("SC-F01", "forced_win_passed", passed.seat, text, f"as_pig: {amount} to each non-pig")


def judge_audit(rulebook: Rulebook, found: Audit) -> tuple[Violation, ...]:
    """The pigs and the seats that were not ready at the end (SC-P04, SC-P05)."""
    amount = rulebook.payment.pig_amount * rulebook.payment.base
    pigs = tuple(
        Violation(
            "SC-P04",
            "flower_pig",
            seat,
            f"{seat.value} holds tiles of its void suit at the end",
            f"{amount} to each non-pig",
        )
        for seat in found.pigs
    )
    not_ready = tuple(
        Violation(
            "SC-P05",
            "not_ready",
            seat,
            f"{seat.value} is not ready at the end",
            "best win to each ready seat, kong income refunded",
        )
        for seat in found.not_ready
    )
    return (*pigs, *not_ready)


def judge_wall_touch(rulebook: Rulebook, seat: Seat, drawing: Seat | None) -> tuple[Violation, ...]:
    """Whether a hand touched the wall too early (SC-R14).

    `drawing` is the seat whose draw is due, None while somebody has still to discard.
    """
    if seat is drawing:
        return ()
    due = f"it is the draw of {drawing.value}" if drawing else "the upper seat has not discarded"
    text = f"{seat.value} touched the wall, {due}"
    return one_violation("SC-R14", "early_draw", seat, text, rulebook.foul.early_draw_penalty)


def judge_exposure(
    rulebook: Rulebook, seat: Seat, winners: Sequence[Seat], *, acknowledged: bool
) -> tuple[Violation, ...]:
    """Whether a seat laid down its tiles before the win of `winners` was acknowledged (SC-F02)."""
    if acknowledged or seat in winners or not winners:
        return ()
    names = ", ".join(winner.value for winner in winners)
    text = f"{seat.value} laid down tiles before the win of {names} was acknowledged"
    return one_violation("SC-F02", "premature_exposure", seat, text, rulebook.foul.premature_exposure_penalty)


def judge_shown_kong(rulebook: Rulebook, seat: Seat, shown: Sequence[Tile] | None) -> tuple[Violation, ...]:
    """Whether a concealed kong, turned up at the end, is four identical tiles (SC-F03); None: it was not turned up."""
    if shown is not None and len(shown) == 4 and len({tile.kind for tile in shown}) == 1:
        return ()
    what = "was not turned up" if shown is None else "shows " + " ".join(map(str, shown))
    text = f"the concealed kong of {seat.value} {what}"
    penalty = f"kong money returned, {rulebook.foul.false_kong_penalty}"
    return one_violation("SC-F03", "false_kong", seat, text, penalty)


def judge_discard(
    rulebook: Rulebook, hand: Revealed, drawn: Tile | None, discard: Tile, claimed: Tile | None = None
) -> tuple[Violation, ...]:
    """Whether that tile may be discarded: void suit first, a winner's hand stays, no swap where it is forbidden."""
    if discard.kind in discard_kinds(rulebook, hand, drawn, claimed):
        return ()
    name, seat = hand.seat.value, hand.seat
    if hand.has_won:
        text = f"{name} has won and discarded {discard}, not the tile just drawn"
        return one_violation("SC-R02", "winner_hand_changed", seat, text)
    if discard.kind not in {tile.kind for tile in (*hand.standing, *((drawn,) if drawn else ()))}:
        text = f"{name} discarded {discard}, which that hand does not hold"
        return one_violation("SC-R15", "tile_not_held", seat, text)
    if claimed is not None and discard.kind == claimed.kind and (swap := judge_swap(rulebook, seat, discard)):
        return swap
    text = f"{name} discarded {discard} while holding tiles of the void suit"
    return one_violation("SC-R01", "void_suit_first", seat, text)


def judge_swap(rulebook: Rulebook, seat: Seat, discard: Tile) -> tuple[Violation, ...]:
    """Whether the kind just claimed may be discarded (SC-R15)."""
    if rulebook.play.swap_call == "allowed":
        return ()
    return one_violation("SC-R15", "swap_call", seat, f"{seat.value} discarded {discard} right after claiming it")


def judge_kept_void(rulebook: Rulebook, hand: Revealed, discarded: Tile, held: Sequence[Tile]) -> tuple[Violation, ...]:
    """Whether a seat `discarded` a tile while it `held` one of its void suit, as tiles that are seen later tell.

    The void suit goes first where the rulebook says so (SC-R01).
    """
    kept = next((tile for tile in held if tile.kind.suit is hand.void), None)
    if kept is None or discarded.kind.suit is hand.void or not rulebook.play.must_discard_void_first:
        return ()
    text = f"{hand.seat.value} discarded {discarded} while holding {kept} of the void suit"
    return one_violation("SC-R01", "void_suit_first", hand.seat, text)


def judge_winner_hand(seat: Seat, before: Sequence[Tile], now: Sequence[Tile]) -> tuple[Violation, ...]:
    """Whether the open hand of a winner changed (SC-R02); kongs that leave the waits are told by `claims`."""
    if sorted(before) == sorted(now):
        return ()
    return one_violation("SC-R02", "winner_hand_changed", seat, f"{seat.value} changed its hand after winning")


def judge_pon(rulebook: Rulebook, hand: Revealed, tile: Tile) -> tuple[Violation, ...]:
    """Whether a pon of `tile` is one: two equal tiles in hand, not the void suit, no call after a win (SC-R16)."""
    name, seat = hand.seat.value, hand.seat
    if hand.has_won:
        return one_violation("SC-R02", "call_after_win", seat, f"{name} has won and called pon of {tile}")
    if sum(held.kind == tile.kind for held in hand.standing) < 2:
        return one_violation("SC-R16", "wrong_pon", seat, f"{name} called pon of {tile} without a pair of it")
    if tile.kind.suit is hand.void and not rulebook.play.pon_void_suit:
        return one_violation("SC-R16", "pon_void_suit", seat, f"{name} called pon of {tile}, its void suit")
    return ()


def judge_chi(seat: Seat, tile: Tile) -> tuple[Violation, ...]:
    """A chi is never allowed (SC-R17)."""
    return one_violation("SC-R17", "chi", seat, f"{seat.value} called chi of {tile}, chi is not played")


def judge_kong_timing(seat: Seat, kind: str, *, after_claim: bool) -> tuple[Violation, ...]:
    """Whether a kong from the own hand (`kind` for the text) was made in the turn of a claim (SC-R21)."""
    if not after_claim:
        return ()
    text = f"{seat.value} made a {kind} right after a claim; it waits for the next own draw"
    return one_violation("SC-R21", "kong_timing", seat, text)
