"""The checks at the end of a hand: flower pigs, seats that are not ready, and false kongs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tablebridge_rules.meld import Meld
from tablebridge_rules.payment import Delta, Payment, delta_of
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.settlement import refunds
from tablebridge_rules.sichuan.shape import waits
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Suit, Tile

__all__ = ["Audit", "Revealed", "audit", "best_win", "false_kong_payments"]


@dataclass(frozen=True, slots=True)
class Revealed:
    """A seat's hand as it lies open at the end: standing tiles, melds, the void suit, and whether the seat has won."""

    seat: Seat
    standing: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    void: Suit | None = None
    has_won: bool = False

    @property
    def void_tiles(self) -> tuple[Tile, ...]:
        """The tiles of the void suit that are still held, melds included."""
        held = (*self.standing, *(tile for meld in self.melds for tile in meld.tiles))
        return tuple(tile for tile in held if tile.kind.suit is self.void)


@dataclass(frozen=True, slots=True)
class Audit:
    """What the checks found: pigs, seats that passed a win they had to take, ready seats with their best win, seats
    that are not ready; and what it all costs.
    """

    pigs: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    ready: tuple[tuple[Seat, Score], ...]
    not_ready: tuple[Seat, ...]
    payments: tuple[Payment, ...]

    @property
    def delta(self) -> Delta:
        """What A..D gain or lose."""
        return delta_of(self.payments)


def best_win(rulebook: Rulebook, hand: Revealed) -> Score | None:
    """The best win that a standing hand waits on, valued as a discard without any circumstance (SC-P05).

    None when the hand is not ready, holds its void suit, or cannot be a hand at all.
    """
    kinds = waits(hand.standing, hand.melds, hand.void, seven_pairs=rulebook.play.seven_pairs)
    wins = (Win(hand.standing, Tile(kind), hand.melds, Relation.LEFT, hand.void) for kind in sorted(kinds))
    found = [value for win in wins if not win.problems() and (value := score(rulebook, win)) is not None]
    return max(found, key=lambda value: value.fan, default=None)


def audit(
    rulebook: Rulebook,
    hands: Sequence[Revealed],
    kong_income: Sequence[Payment] = (),
    forced: Collection[Seat] = (),
    *,
    drawn: bool = True,
) -> Audit:
    """Checks the four `hands` at the end (SC-P04, SC-P05, SC-F01).

    `kong_income` are the kong payments of the hand that their receivers still own; `forced` the seats that passed a win
    among the last tiles, which pay like pigs. Pigs pay however the hand ended; readiness is checked only after a
    `drawn` hand, one whose wall is used up (SC-R23). A pig is paid nothing, and refunds no kong.

    Raises `ValueError` when the hands are not those of the four seats.
    """
    if sorted(hand.seat.number for hand in hands) != [0, 1, 2, 3]:
        raise ValueError("the check at the end needs the hand of each of the four seats, once")
    pigs = tuple(hand.seat for hand in hands if not hand.has_won and hand.void_tiles)
    passed = tuple(seat for seat in Seat if seat in forced and seat not in pigs)
    values = {hand.seat: best_win(rulebook, hand) for hand in hands if drawn and not hand.has_won}
    fined = (*pigs, *passed)
    ready = tuple((seat, value) for seat, value in values.items() if value and seat not in fined)
    not_ready = tuple(seat for seat, value in values.items() if not value and seat not in fined)
    payments = (
        *_pig_payments(rulebook, hands, pigs, passed),
        *_ready_payments(rulebook, (*not_ready, *_pigs_not_ready(rulebook, pigs, drawn)), ready),
        *refunds([one for one in kong_income if one.receiver in not_ready], rulebook.citations.not_ready),
    )
    return Audit(pigs, passed, ready, not_ready, payments)


def _pigs_not_ready(rulebook: Rulebook, pigs: tuple[Seat, ...], drawn: bool) -> tuple[Seat, ...]:
    """The pigs that pay for not being ready too."""
    return pigs if drawn and rulebook.payment.pig_and_dajiao == "both" else ()


def _pig_payments(
    rulebook: Rulebook, hands: Sequence[Revealed], pigs: tuple[Seat, ...], passed: tuple[Seat, ...]
) -> Iterator[Payment]:
    amount = rulebook.payment.pig_amount * rulebook.payment.base
    fined = (*pigs, *passed)
    receivers = [
        hand.seat
        for hand in hands
        if hand.seat not in fined and (rulebook.payment.pig_pays_winners or not hand.has_won)
    ]
    for seat in fined:
        clause = rulebook.citations.pig if seat in pigs else rulebook.citations.forced_win
        for receiver in receivers:
            yield Payment(seat, receiver, amount, clause)


def _ready_payments(
    rulebook: Rulebook, payers: Sequence[Seat], ready: Sequence[tuple[Seat, Score]]
) -> Iterator[Payment]:
    for payer in payers:
        for receiver, value in ready:
            yield Payment(payer, receiver, value.each, rulebook.citations.not_ready)


def false_kong_payments(rulebook: Rulebook, seat: Seat, income: Sequence[Payment]) -> tuple[Payment, ...]:
    """What a false kong of `seat` costs (SC-F03): its `income` goes back, and each other seat is paid as by a pig.

    With `false_kong_penalty = "referee"` only the income goes back; the rest is for the referee to rule.
    """
    clause = rulebook.citations.false_kong
    back = refunds([one for one in income if one.receiver is seat], clause)
    if rulebook.foul.false_kong_penalty == "referee":
        return back
    amount = rulebook.payment.pig_amount * rulebook.payment.base
    return (*back, *(Payment(seat, other, amount, clause) for other in Seat if other is not seat))
