"""Fouls that a camera or the referee tells of: calls taken back, tiles shown, hands not opened, draws too early.

`penalty` of each violation is the value of its option; what a penalty costs in points is `fine_of`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablebridge_rules.event import Won
from tablebridge_rules.notation import format_tiles
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation

__all__ = [
    "VIOLATION_POINT",
    "fine_of",
    "judge_dead_win",
    "judge_empty_call",
    "judge_exposed",
    "judge_eyeing",
    "judge_row_lengths",
    "judge_unopened_ron",
    "judge_unseparated",
    "judge_verification",
    "judge_withdrawn_riichi",
    "judge_wrong_meld_left",
]

VIOLATION_POINT = "violation_point"
_REFEREE = "referee"
_FINE = 1000


def fine_of(rulebook: Rulebook, seat: Seat, penalty: str) -> tuple[Delta, int]:
    """The points that a penalty takes at once, and the sticks that it puts on the table (RM-F01).

    A fine lies as a deposit for the next winner (option `early_draw_recipient`); other penalties move nothing now.
    """
    if penalty != "fine_1000":
        return (0, 0, 0, 0), 0
    a, b, c, d = (-_FINE * (one is seat) for one in Seat)
    return (a, b, c, d), _FINE // rulebook.payment.deposit


def judge_empty_call(rulebook: Rulebook, seat: Seat, call: str) -> tuple[Violation, ...]:
    """A call without a meld: no win in this hand (RL-F02)."""
    text = f"{seat.value} called {call} and laid no meld"
    return _found(rulebook, ("RL-F02",), "empty_call", seat, text, rulebook.foul.empty_call)


def judge_wrong_meld_left(rulebook: Rulebook, seat: Seat, *, disturbed: bool) -> tuple[Violation, ...]:
    """A wrong meld that still lay when the next player drew or its owner discarded: `disturbed` play (RL-F03).

    Until then it may be set right freely (option `meld_correction`).
    """
    if not disturbed:
        return ()
    text = f"{seat.value} left a wrong meld while play went on"
    return _found(rulebook, ("RL-F03",), "wrong_meld_disturbs", seat, text, "hand_dead")


def judge_dead_win(rulebook: Rulebook, won: Won, dead: Collection[Seat]) -> tuple[Violation, ...]:
    """A win of a seat whose hand is dead: a false one (RL-F02, RL-F09)."""
    if won.seat not in dead:
        return ()
    text = f"{won.seat.value} may not win in this hand: the win does not stand"
    return one_violation(rulebook.violations.false_win, "false_win", won.seat, text, rulebook.foul.false_win)


def judge_exposed(
    rulebook: Rulebook, seat: Seat, tiles: Sequence[Tile], *, deliberate: bool | None = None
) -> tuple[Violation, ...]:
    """Tiles of a standing hand that others could see; `deliberate` is the referee's word, None before it.

    A violation point is given for what was meant only (RL-F05); in the other book it is a notice (RM-C04).
    """
    penalty = "notice"
    if rulebook.foul.exposed_tile == "violation_point_if_deliberate" and deliberate is not None:
        penalty = VIOLATION_POINT if deliberate else "warning"
    text = f"{seat.value} showed {format_tiles(tiles)}"
    return _found(rulebook, ("RL-F05", "RM-C04"), "exposed_tile", seat, text, penalty)


def judge_eyeing(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The referee saw that seat look at tiles it may not see (RL-F10); no camera ever tells."""
    if rulebook.foul.eyeing_meaning == "off":
        return ()
    return _found(rulebook, ("RL-F10",), "eyeing", seat, f"{seat.value} looked at hidden tiles", VIOLATION_POINT)


def judge_withdrawn_riichi(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The sideways tile was turned upright, or the stick taken back: the declaration stands all the same (RL-R02)."""
    text = f"{seat.value} took a riichi back: it stands"
    return _found(rulebook, ("RL-R02",), "riichi_withdrawn", seat, text, _REFEREE)


def judge_unseparated(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The drawn tile was put into the row before the win was declared: the referee names the tile (RL-W04)."""
    text = f"{seat.value} put the winning tile into the hand before declaring"
    return _found(rulebook, ("RL-W04",), "unseparated_tsumo", seat, text, rulebook.foul.unseparated_tsumo)


def judge_unopened_ron(rulebook: Rulebook, seat: Seat, *, opened: bool) -> tuple[Violation, ...]:
    """A ron was declared and the hand not laid open in time (RL-W06)."""
    if opened:
        return ()
    text = f"{seat.value} declared ron and did not open the hand"
    return _found(rulebook, ("RL-W06",), "unopened_ron", seat, text, _REFEREE)


def judge_verification(rulebook: Rulebook, seat: Seat, *, mixed: bool) -> tuple[Violation, ...]:
    """The winning hand was mixed with others before it was confirmed (RL-W11)."""
    if not mixed:
        return ()
    text = f"{seat.value} mixed the winning hand before it was confirmed"
    return _found(rulebook, ("RL-W11",), "unverified_win", seat, text, _REFEREE)


def judge_row_lengths(
    rulebook: Rulebook, state: HandState, seen: tuple[int, int, int, int], *, in_play: bool = True
) -> tuple[Violation, ...]:
    """Whether the standing rows of A..D, counted by a camera, are as long as they should be (RL-D06, RL-F07).

    With open melds an error found while the hand is `in_play` costs a violation point, too.
    """
    found = []
    for seat, count in zip(Seat, seen, strict=True):
        part = state.at(seat)
        if count != part.concealed_count:
            what = "missing" if count < part.concealed_count else "surplus"
            text = f"{seat.value} has {count} standing tiles, expected {part.concealed_count}: a {what} tile"
            penalty = rulebook.foul.tile_count_error
            if penalty == "hand_dead_no_call_vp_with_melds" and not (in_play and part.melds):
                penalty = "hand_dead_no_call"
            found.append(Violation(rulebook.violations.tile_count, "tile_count", seat, text, penalty))
    return tuple(found)


def _found(
    rulebook: Rulebook, clauses: Sequence[str], name: str, seat: Seat, text: str, penalty: str
) -> tuple[Violation, ...]:
    """The violation by whichever of `clauses` the rulebook has; nothing where it has none of them."""
    known = {clause.id for clause in rulebook.clauses}
    cited = next((clause for clause in clauses if clause in known), None)
    return one_violation(cited, name, seat, text, penalty) if cited else ()
