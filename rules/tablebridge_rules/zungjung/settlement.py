"""Who pays whom at the end of a hand, and who is responsible for a winning discard. Every payment cites its clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge_rules.payment import Delta, Payment, delta_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.score import Score

__all__ = ["Responsibility", "responsible_for", "settle_exhaustive_draw", "settle_win", "win_payments"]

NOTHING: Delta = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Responsibility:
    """Who answers for a winning discard, and by which clause; `seat` None is nobody (ZJ-P05)."""

    seat: Seat | None
    clause: str


def responsible_for(
    rulebook: Rulebook,
    winner: Seat,
    tile: Tile,
    from_seat: Seat,
    discards: Sequence[tuple[Seat, Tile]] = (),
    *,
    robbed: bool = False,
) -> Responsibility:
    """Who is responsible for `from_seat`'s `tile` that `winner` won on.

    `discards` are those of the hand so far in their order, claimed ones included; the winning one may be among them.
    With `robbed` the tile was being added to a kan (ZJ-P06). The go-round is counted from the winner's last discard,
    or from the start of the hand when there is none: the winner's own discard of the tile frees everybody (ZJ-P05),
    the first other one of it takes the responsibility (ZJ-P04).

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> one, five = parse_tiles("1m5p")
    >>> passed = [(Seat.B, one), (Seat.C, five)]
    >>> responsible_for(load("zungjung-wsom-1.03"), Seat.B, five, Seat.D, passed)
    Responsibility(seat=<Seat.C: 'C'>, clause='ZJ-P04')
    """
    feeder = Responsibility(from_seat, "ZJ-P06" if robbed else "ZJ-P03")
    if rulebook.payment.immunity_window == "off":
        return feeder
    own = [place for place, (seat, _) in enumerate(discards) if seat is winner]
    if own and discards[own[-1]][1] == tile:
        return Responsibility(None, "ZJ-P05")
    go_round = discards[own[-1] + 1 :] if own else discards
    first = next((seat for seat, discard in go_round if discard == tile), from_seat)
    return feeder if first is from_seat else Responsibility(first, "ZJ-P04")


def settle_win(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    responsibility: Responsibility | None = None,
) -> Delta:
    """What A..D gain or lose by a win.

    `from_seat` is who discarded or added to the robbed kan, None for a self-draw; `responsibility` is what
    `responsible_for` said of the discard, the discarder's when it is left out.

    Raises `ValueError` when the score does not fit the seats.
    """
    return delta_of(win_payments(rulebook, score, winner, from_seat, responsibility))


def win_payments(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    responsibility: Responsibility | None = None,
) -> tuple[Payment, ...]:
    """The single payments of a win, each with its clause; see `settle_win`."""
    if from_seat is winner:
        raise ValueError(f"{winner.value} cannot win on its own discard; a self-draw has no discarder (from_seat=None)")
    if (from_seat is None) != score.by_self_draw:
        scored = "self-draw" if score.by_self_draw else "win on a discard"
        raise ValueError(f"the score is of a {scored}, from_seat is {from_seat}: score and settle the same win")
    payers = [winner.after(steps) for steps in (1, 2, 3)]
    if from_seat is None:
        return tuple(Payment(payer, winner, score.value, "ZJ-P01") for payer in payers)
    answers = responsibility or Responsibility(from_seat, "ZJ-P03")
    if answers.seat is winner:
        raise ValueError(f"{winner.value} cannot be responsible for its own win; nobody is Responsibility(None, …)")
    share = rulebook.payment.share_limit
    if score.value <= share:
        return tuple(Payment(payer, winner, score.value, "ZJ-P02") for payer in payers)
    if answers.seat is None:
        return tuple(Payment(payer, winner, score.value, answers.clause) for payer in payers)
    rest = 3 * score.value - 2 * share
    return tuple(Payment(payer, winner, rest if payer is answers.seat else share, answers.clause) for payer in payers)


def settle_exhaustive_draw() -> Delta:
    """A drawn hand moves no points: only a winning hand is scored (ZJ-X03, ZJ-S60)."""
    return NOTHING
