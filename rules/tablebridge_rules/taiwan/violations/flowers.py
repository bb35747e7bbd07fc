"""Flowers: replaced out of turn, replaced wrongly, discarded. TW-F01, TW-F03, TW-F13."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.flowers import next_to_replace
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["judge_flower_discard", "judge_opening_turn", "judge_replacement"]


def judge_opening_turn(
    rulebook: Rulebook, dealer: Seat, finished: Collection[Seat], seat: Seat
) -> tuple[Violation, ...]:
    """Whether `seat` took from the tail at the start before the seats that go first had `finished` (TW-F01).

    Nobody hears the players pass the turn on, so with `oral_calls = "referee_confirm"` the violation is a suspicion.
    """
    due = next_to_replace(dealer, finished)
    if due is seat:
        return ()
    waiting = f"{due.value} has not passed the turn on" if due else "the replacement was complete"
    doubt = "; the referee confirms" if rulebook.play.oral_calls == "referee_confirm" else ""
    text = f"{seat.value} replaced flowers, but {waiting}{doubt}"
    return foul(rulebook, "TW-F01", "replacement_out_of_turn", seat, text)


def judge_replacement(
    rulebook: Rulebook, seat: Seat, shown: Sequence[Tile], taken: int, *, from_tail: bool = True, seen: bool = True
) -> tuple[Violation, ...]:
    """Whether as many tiles were taken as flowers shown, and from the tail (TW-F03).

    Tiles whose faces were not seen can be put back (TW-F06); a tile that is shown and no flower has been seen by all.
    """
    wrong = [tile for tile in shown if not tile.kind.is_flower]
    if wrong:
        text = f"{seat.value} showed {', '.join(map(str, wrong))}, which is no flower"
    elif seen and taken != len(shown):
        text = f"{seat.value} showed {len(shown)} flowers and took {taken} tiles"
    elif seen and taken and not from_tail:
        text = f"{seat.value} replaced a flower from the live end"
    else:
        return ()
    return foul(rulebook, "TW-F03", "wrong_replacement", seat, text)


def judge_flower_discard(rulebook: Rulebook, seat: Seat, tile: Tile) -> tuple[Violation, ...]:
    """Whether a flower was discarded; keeping it hidden is allowed (TW-F13)."""
    if not tile.kind.is_flower:
        return ()
    return foul(rulebook, "TW-F13", "flower_discarded", seat, f"{seat.value} discarded the flower {tile}")
