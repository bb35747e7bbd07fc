"""Wins and MIGI: hands laid down that are no win, and declarations that do not hold.

Clause TW-R21, TW-R24, TW-R26, TW-R28, TW-F08, TW-F17, TW-F21 to TW-F26, TW-S36.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.passed_win import is_barred
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.waits import is_complete, shape_waits
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation

__all__ = [
    "LaidDown",
    "judge_concealed_kan",
    "judge_false_migi",
    "judge_migi_declaration",
    "judge_migi_pass",
    "judge_win",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDown:
    """A hand laid down as a win: its standing tiles beside so many `melds`, the tile it claims, and what bears on it.

    `joined`: a self-drawn tile was joined to the row. `missed` are winning tiles passed and not cleared, `barred` the
    kinds that exposed tiles bar, with the clause.
    """

    standing: tuple[Tile, ...]
    tile: Tile
    melds: int = 0
    by_self_draw: bool = False
    dead: bool = False
    restricted: bool = False
    heavenly: bool = False
    joined: bool = False
    open_kan_replacement: bool = False
    missed: frozenset[TileKind] = frozenset()
    barred: Mapping[TileKind, str] = field(default_factory=dict)


def judge_win(rulebook: Rulebook, seat: Seat, laid: LaidDown) -> tuple[Violation, ...]:
    """What makes a hand that was laid down no win; empty for a valid one (TW-R25, TW-R26).

    A false win is one violation: TW-F08 when the hand was waiting and the tile is wrong, TW-F22 when it was not even
    waiting; without `false_win_single_penalty` the latter is both.
    """
    what = f"{seat.value} laid the hand down on {laid.tile}"
    if laid.dead:
        return foul(rulebook, "TW-F24", "dead_hand_win", seat, f"{what} with a dead hand (TW-F16)")
    if laid.restricted:
        text = f"{what}: the referee lets it only draw and discard"
        return foul(rulebook, "TW-R42", "draw_and_discard", seat, text, Penalty.REFUSED)
    if not is_complete((*laid.standing, laid.tile), laid.melds):
        return _false_win(rulebook, seat, what, waiting=_is_waiting(laid))
    if is_barred(rulebook, laid.missed, laid.tile.kind):
        text = f"{what} after a passed win that was not cleared (TW-R28)"
        return foul(rulebook, "TW-F23", "win_after_pass", seat, text)
    if laid.open_kan_replacement:
        text = f"{what}, the replacement of an open kan, which is a forced pass (TW-R21)"
        return foul(rulebook, "TW-F23", "win_on_open_kan", seat, text)
    if laid.joined and not (laid.heavenly and "tianhu" in rulebook.play.kaopai_exempt):
        text = f"{what}, a drawn tile that was joined to the hand: a forced pass (TW-R26)"
        return foul(rulebook, "TW-F23", "joined_self_draw", seat, text)
    if laid.tile.kind in laid.barred:
        text = f"{what}, for which its own tiles had been seen ({laid.barred[laid.tile.kind]})"
        return foul(rulebook, "TW-F25", "win_on_exposed", seat, text)
    return ()


def _is_waiting(laid: LaidDown) -> bool:
    return len(laid.standing) == HAND_TILES - 3 * laid.melds and bool(shape_waits(laid.standing))


def _false_win(rulebook: Rulebook, seat: Seat, what: str, *, waiting: bool) -> tuple[Violation, ...]:
    shape = foul(rulebook, "TW-F08", "false_win", seat, f"{what}: not five sets and a pair")
    if waiting:
        return shape
    not_waiting = foul(rulebook, "TW-F22", "wrong_win", seat, f"{what}: the hand was not even waiting")
    return not_waiting if rulebook.foul.false_win_single_penalty else shape + not_waiting


def judge_concealed_kan(rulebook: Rulebook, seat: Seat, turned_up: Sequence[Tile]) -> tuple[Violation, ...]:
    """Whether a concealed kan that was inspected after the hand is four of one tile (TW-R24, TW-F26)."""
    if len(turned_up) == 4 and len(set(turned_up)) == 1:
        return ()
    tiles = " ".join(map(str, turned_up))
    return foul(rulebook, "TW-F26", "wrong_concealed_kan", seat, f"the concealed kan of {seat.value} is {tiles}")


def judge_migi_declaration(
    rulebook: Rulebook, seat: Seat, *, between_draw_and_discard: bool, own_discards: int, calls: int
) -> tuple[Violation, ...]:
    """Whether MIGI was declared in time: after the draw and before the discard of one of the first two own turns.

    `calls` are those of the whole table so far. A mistimed declaration does not count. Clause TW-S23, TW-S36.
    """
    if not between_draw_and_discard:
        text = f"{seat.value} declared MIGI outside its turn between draw and discard"
    elif calls:
        text = f"{seat.value} declared MIGI after {calls} calls"
    elif own_discards >= rulebook.play.migi_turns:
        text = f"{seat.value} declared MIGI in its turn {own_discards + 1}"
    else:
        return ()
    return foul(rulebook, "TW-S36", "migi_mistimed", seat, text, Penalty(rulebook.foul.migi_mistimed))


def judge_false_migi(
    rulebook: Rulebook, seat: Seat, standing: Iterable[Tile], *, won: bool = False
) -> tuple[Violation, ...]:
    """Whether a hand under MIGI, revealed at the end, was waiting; for flowers it never is (TW-F21, TW-S37).

    `standing` are its tiles between two turns, `won` whether it is the winner's, which alone is asked after with
    `migi_check = "when_it_wins"`.
    """
    asked = won or rulebook.foul.migi_check == "end_of_hand"
    if not asked or shape_waits(standing):
        return ()
    return foul(rulebook, "TW-F21", "false_migi", seat, f"{seat.value} declared MIGI and was not waiting")


def judge_migi_pass(
    rulebook: Rulebook, seat: Seat, standing: Iterable[Tile], offered: Iterable[Tile]
) -> tuple[Violation, ...]:
    """Whether a seat under MIGI let a winning tile go by, known when its hand is revealed (TW-F17).

    `offered` are the tiles it could have won on since its declaration, drawn or discarded, and did not.
    """
    waiting = shape_waits(standing)
    passed = [tile for tile in offered if tile.kind in waiting]
    if not passed:
        return ()
    text = f"{seat.value} declared MIGI and passed {', '.join(map(str, passed))}"
    return foul(rulebook, "TW-F17", "migi_pass", seat, text)
