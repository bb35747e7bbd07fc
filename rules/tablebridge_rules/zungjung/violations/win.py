"""Announced wins, and what the others do before one is confirmed: ZJ-R13, ZJ-R14, ZJ-S62, dead hands."""

from __future__ import annotations

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import TileKind
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.dead_hand import DEAD_HANDS
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import Win

__all__ = ["judge_revealed", "judge_win"]


def judge_win(
    rulebook: Rulebook,
    seat: Seat,
    win: Win,
    *,
    dead: Penalty | None = None,
    penalty_kinds: frozenset[TileKind] = frozenset(),
) -> tuple[Violation, ...]:
    """Whether a hand that was laid down wins; a tile once passed or discarded bars nothing (ZJ-R14).

    Raises `WinError` for a win that cannot be at a table.
    """
    what = f"{seat.value} announced a win on {win.winning_tile}"
    if not decompose(win):
        return foul(rulebook, "ZJ-R14", "false_win", seat, f"{what}; the hand is not complete")
    if dead:
        text = f"{what} with a {dead.value.replace('_', ' ')}"
        return foul(rulebook, DEAD_HANDS[dead], "dead_hand_win", seat, text, Penalty.REFUSED)
    if win.winning_tile.kind in penalty_kinds and rulebook.play.penalty_tile == "referee":
        return foul(rulebook, "ZJ-R14", "penalty_tile", seat, f"{what}, which the referee has barred")
    if score(rulebook, win) is None:
        text = f"{what}; the hand has fewer than {rulebook.scoring.minimum_points} points"
        return foul(rulebook, "ZJ-S62", "below_minimum", seat, text)
    return ()


def judge_revealed(rulebook: Rulebook, seat: Seat, winner: Seat, *, win_stands: bool | None) -> tuple[Violation, ...]:
    """A player other than the winner showed tiles before the win was confirmed (ZJ-R13).

    `win_stands` None: not yet known. Only when the win proves false does the player answer for the spoiled hand; the
    amount is the referee's.
    """
    if seat is winner:
        return ()
    text = f"{seat.value} showed tiles before the win of {winner.value} was confirmed"
    liable = win_stands is False and rulebook.foul.premature_exposure_penalty == "referee"
    if liable:
        return foul(
            rulebook, "ZJ-R13", "premature_exposure", seat, f"{text}, and it was false; the referee sets a fine"
        )
    return foul(rulebook, "ZJ-R13", "premature_exposure", seat, text, Penalty.WARNING)
