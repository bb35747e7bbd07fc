"""Who pays whom for wins and kongs while the hand goes on. Every payment cites its clause and sums to zero.

`won` are the seats that have won before in the same hand: in the blood battle they are out of it and pay nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.payment import Delta, Payment, delta_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import capped_value

__all__ = [
    "KongMade",
    "active_seats",
    "kong_payments",
    "payments_without",
    "refunds",
    "settle_discard_wins",
    "settle_kong",
    "settle_win",
    "transfer_payments",
    "win_payments",
]


@dataclass(frozen=True, slots=True)
class KongMade:
    """A kong laid by `seat`.

    `from_seat` is the discarder of a direct kong. `fresh`: the fourth tile of an added kong was drawn in this turn.
    `robbed`: another seat won on the tile being added.
    """

    seat: Seat
    kind: MeldKind
    from_seat: Seat | None = None
    fresh: bool = True
    robbed: bool = False

    def __post_init__(self) -> None:
        if not self.kind.is_kan:
            raise ValueError(f"a {self.kind.value} is no kong")
        if (self.kind is MeldKind.KAN_EXPOSED) != (self.from_seat is not None) or self.from_seat is self.seat:
            raise ValueError("a direct kong, and only that, has a discarder, who is another seat")
        if self.robbed and self.kind is not MeldKind.KAN_ADDED:
            raise ValueError("only an added kong can be robbed")


def active_seats(rulebook: Rulebook, won: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """The seats still in the hand: all that have not won, or everybody where winners play on (SC-R02)."""
    return tuple(seat for seat in Seat if seat not in won or rulebook.play.after_win == "xueliu")


def settle_win(
    rulebook: Rulebook, score: Score, winner: Seat, from_seat: Seat | None, won: Collection[Seat] = ()
) -> Delta:
    """What A..D gain or lose by one win; see `win_payments`."""
    return delta_of(win_payments(rulebook, score, winner, from_seat, won))


def win_payments(
    rulebook: Rulebook, score: Score, winner: Seat, from_seat: Seat | None, won: Collection[Seat] = ()
) -> tuple[Payment, ...]:
    """The single payments of a win: the discarder alone (SC-P06), or by self-draw every seat still in (SC-P07).

    `from_seat` is who discarded the tile or was adding it to a kong. Raises `ValueError` when the score does not fit
    the seats.
    """
    active = active_seats(rulebook, won)
    if from_seat is winner or not {winner, from_seat or winner} <= set(active):
        raise ValueError(f"{winner.value} cannot win from {from_seat and from_seat.value}: both must be in the hand")
    if (from_seat is None) != score.by_self_draw:
        scored = "self-draw" if score.by_self_draw else "win on another's tile"
        raise ValueError(f"the score is of a {scored}: score and settle the same win")
    if from_seat is not None:
        return (Payment(from_seat, winner, score.each, rulebook.citations.discard_win),)
    return tuple(_self_draw_payments(rulebook, score, winner, active))


def _self_draw_payments(rulebook: Rulebook, score: Score, winner: Seat, active: Sequence[Seat]) -> Iterator[Payment]:
    value = capped_value(rulebook, score.fan)
    for seat in active:
        if seat is not winner:
            yield Payment(seat, winner, value, rulebook.citations.self_draw)
            if score.each > value:
                yield Payment(seat, winner, score.each - value, rulebook.citations.self_draw_base)


def settle_discard_wins(
    rulebook: Rulebook, scores: Mapping[Seat, Score], from_seat: Seat, won: Collection[Seat] = ()
) -> tuple[tuple[Seat, Delta], ...]:
    """Several wins on one tile, all of which stand (SC-R03): the winner that plays first after the discarder first."""
    winners = sorted(scores, key=lambda seat: (seat.number - from_seat.number) % 4)
    return tuple((winner, settle_win(rulebook, scores[winner], winner, from_seat, won)) for winner in winners)


def settle_kong(rulebook: Rulebook, kong: KongMade, won: Collection[Seat] = ()) -> Delta:
    """What A..D gain or lose at once by a kong (SC-P01); see `kong_payments`."""
    return delta_of(kong_payments(rulebook, kong, won))


def kong_payments(rulebook: Rulebook, kong: KongMade, won: Collection[Seat] = ()) -> tuple[Payment, ...]:
    """Wind for an added kong (SC-P02), rain for a concealed or direct one (SC-P03), paid when the kong is made.

    An added kong pays nothing when it is robbed (SC-P09), or when its tile was held back where the rulebook says so.
    """
    payment, cited = rulebook.payment, rulebook.citations
    if kong.from_seat is not None:
        return (Payment(kong.from_seat, kong.seat, payment.rain_unit * payment.base, cited.rain),)
    unit, clause = payment.rain_unit, cited.rain
    if kong.kind is MeldKind.KAN_ADDED:
        unit, clause = payment.wind_unit, cited.wind
        if kong.robbed or (payment.wind_only_if_fresh and not kong.fresh):
            return ()
    payers = tuple(Seat) if payment.kong_payers == "all" else active_seats(rulebook, won)
    return tuple(Payment(seat, kong.seat, unit * payment.base, clause) for seat in payers if seat is not kong.seat)


def refunds(payments: Sequence[Payment], clause: str) -> tuple[Payment, ...]:
    """Kong income given back to those who paid it, at the amounts paid."""
    return tuple(
        Payment(one.receiver, one.payer, one.points, clause) for one in payments if one.payer is not None and one.points
    )


def payments_without(payments: Sequence[Payment], gone: Sequence[Payment]) -> tuple[Payment, ...]:
    """The `payments` less those of `gone`, each once: two kongs may have been paid alike."""
    left = list(payments)
    for one in gone:
        if one in left:
            left.remove(one)
    return tuple(left)


def transfer_payments(
    rulebook: Rulebook, income: Sequence[Payment], from_seat: Seat, winners: Sequence[Seat]
) -> tuple[Payment, ...]:
    """Passes on the `income` of the kong after which `from_seat` discarded the winning tile (SC-P10).

    Nothing where the rulebook does not play it. Several winners share it, what is left over goes to the first after
    the discarder; the kong is then no income of `from_seat` any more, so it is not refunded at the end.
    """
    total = sum(one.points for one in income if one.receiver is from_seat)
    if not rulebook.payment.transfer_on_kong_shoot or not total:
        return ()
    order = sorted(winners, key=lambda seat: (seat.number - from_seat.number) % 4)
    share, rest = divmod(total, len(order))
    shares = [share + rest, *[share] * (len(order) - 1)]
    return tuple(
        Payment(from_seat, seat, points, rulebook.citations.transfer)
        for seat, points in zip(order, shares, strict=True)
        if points
    )
