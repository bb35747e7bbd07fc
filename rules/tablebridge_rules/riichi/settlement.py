"""Who pays whom at the end of a hand: wins, liability, exhaustive draws, false wins. Every clause is cited."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tablebridge_rules.payment import Delta, Payment, delta_of
from tablebridge_rules.riichi.points import Points, points
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.seat import Seat

__all__ = [
    "Liable",
    "exhaustive_draw_payments",
    "false_win_payments",
    "settle_exhaustive_draw",
    "settle_false_win",
    "settle_rons",
    "settle_win",
    "win_payments",
]

Liable = Seat | Mapping[str, Seat] | None
"""Who is liable: one seat for every listed yakuman of the hand, or a seat for each by name, or nobody."""


def settle_win(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    dealer: Seat,
    honba: int = 0,
    sticks: int = 0,
    liable: Liable = None,
) -> Delta:
    """What A..D gain or lose by one win; the sum is what the `sticks` on the table are worth.

    `from_seat` is the discarder, None for a self-draw. Of a double ron only the first winner is given `honba` and
    `sticks`: see `settle_rons`. Raises `ValueError` when the score does not fit the seats.
    """
    return delta_of(win_payments(rulebook, score, winner, from_seat, dealer, honba, sticks, liable))


def settle_rons(
    rulebook: Rulebook,
    scores: Mapping[Seat, Score],
    from_seat: Seat,
    dealer: Seat,
    honba: int = 0,
    sticks: int = 0,
    liable: Mapping[Seat, Liable] | None = None,
) -> tuple[tuple[Seat, Delta], ...]:
    """The wins on one discard, the winner that plays first after the discarder first, with each one's changes.

    That winner takes counters and sticks; with `double_ron_bonus = "honba_each"` the counters go to each (RL-W09).
    """
    winners = sorted(scores, key=lambda seat: (seat.number - from_seat.number) % 4)
    settled = []
    for place, winner in enumerate(winners):
        counters = honba if place == 0 or rulebook.payment.double_ron_bonus == "honba_each" else 0
        delta = settle_win(
            rulebook,
            scores[winner],
            winner,
            from_seat,
            dealer,
            counters,
            sticks if place == 0 else 0,
            (liable or {}).get(winner),
        )
        settled.append((winner, delta))
    return tuple(settled)


def win_payments(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    dealer: Seat,
    honba: int = 0,
    sticks: int = 0,
    liable: Liable = None,
) -> tuple[Payment, ...]:
    """The single payments of a win, each with its clause; see `settle_win`."""
    _require_fit(score, winner, from_seat, dealer)
    shares = _liable_shares(rulebook, score, winner, from_seat, liable)
    counters = honba if winner is dealer or rulebook.payment.honba_for_non_dealer else 0
    found = [
        *_liable_payments(rulebook, shares, winner, from_seat, dealer),
        *_ordinary_payments(rulebook, score, winner, from_seat, dealer, sum(shares.values())),
        *_counter_payments(rulebook, winner, from_seat, counters, next(iter(shares), None)),
        Payment(None, winner, sticks * rulebook.payment.deposit, rulebook.citations.deposit),
    ]
    return tuple(payment for payment in found if payment.points)


def _require_fit(score: Score, winner: Seat, from_seat: Seat | None, dealer: Seat) -> None:
    name = winner.value
    if from_seat is winner:
        raise ValueError(f"{name} cannot win by ron from itself; a self-draw has no discarder (from_seat=None)")
    if (from_seat is None) != (score.points.ron is None):
        scored = "self-draw" if score.points.ron is None else "ron"
        given = from_seat.value if from_seat else None
        raise ValueError(f"the score is of a {scored}, from_seat is {given}: score and settle the same win")
    if from_seat is None and (winner is dealer) != (score.points.tsumo_each is not None):
        raise ValueError(f"the score does not fit {name} with dealer {dealer.value}: seat wind and dealer disagree")


def _liable_shares(
    rulebook: Rulebook, score: Score, winner: Seat, from_seat: Seat | None, liable: Liable
) -> dict[Seat, int]:
    """For how many yakuman each liable seat answers; nobody when the liable seat dealt the tile itself (RL-P03)."""
    answers: list[tuple[Seat, int]] = []
    for pattern in score.patterns:
        seat = liable.get(pattern.name) if isinstance(liable, Mapping) else liable
        if seat is winner:
            raise ValueError(f"{winner.value} cannot be liable for its own win")
        if seat is not None and seat is not from_seat and pattern.name in rulebook.payment.pao_list:
            answers.append((seat, pattern.yakuman))
    if answers and rulebook.payment.pao_scope == "whole_hand":
        return {answers[0][0]: score.yakuman}
    return {seat: sum(share for other, share in answers if other is seat) for seat, _ in answers}


def _liable_payments(
    rulebook: Rulebook, shares: Mapping[Seat, int], winner: Seat, from_seat: Seat | None, dealer: Seat
) -> Iterator[Payment]:
    """A liable seat pays a self-draw alone, and half of another seat's ron (RL-P04, RL-P05)."""
    for seat, multiple in shares.items():
        basic = rulebook.limits.yakuman * multiple
        value = points(rulebook, basic, by_self_draw=from_seat is None, is_dealer=winner is dealer).total
        if from_seat is None:
            yield Payment(seat, winner, value, rulebook.citations.liable_self_draw)
        else:
            yield Payment(seat, winner, value // 2, rulebook.citations.liable_ron)
            yield Payment(from_seat, winner, value - value // 2, rulebook.citations.liable_ron)


def _ordinary_payments(
    rulebook: Rulebook, score: Score, winner: Seat, from_seat: Seat | None, dealer: Seat, covered: int
) -> Iterator[Payment]:
    """What is paid without liability: everything, or the yakuman that nobody is liable for."""
    value = score.points
    if covered:
        basic = score.basic - covered * rulebook.limits.yakuman
        value = points(rulebook, basic, by_self_draw=from_seat is None, is_dealer=winner is dealer)
    if from_seat is not None:
        yield Payment(from_seat, winner, value.ron or 0, rulebook.citations.ron)
        return
    for seat, amount in _self_draw_shares(value, winner, dealer):
        yield Payment(seat, winner, amount, rulebook.citations.self_draw)


def _self_draw_shares(value: Points, winner: Seat, dealer: Seat) -> Iterator[tuple[Seat, int]]:
    for seat in Seat:
        if seat is not winner:
            amount = value.tsumo_dealer if seat is dealer else value.tsumo_non_dealer
            yield seat, (value.tsumo_each if winner is dealer else amount) or 0


def _counter_payments(
    rulebook: Rulebook, winner: Seat, from_seat: Seat | None, honba: int, liable: Seat | None
) -> Iterator[Payment]:
    """Counters: from the discarder, or a third from each on a self-draw; a liable seat pays a self-draw's alone."""
    clause = rulebook.citations.honba
    ron, each = rulebook.payment.honba_ron, rulebook.payment.honba_tsumo_each
    if from_seat is not None:
        payer = liable if liable and rulebook.payment.pao_honba == "liable" else from_seat
        yield Payment(payer, winner, honba * ron, clause)
    elif liable is not None:
        yield Payment(liable, winner, honba * 3 * each, clause)
    else:
        yield from (Payment(seat, winner, honba * each, clause) for seat in Seat if seat is not winner)


def settle_exhaustive_draw(
    rulebook: Rulebook, ready: Collection[Seat], dealer: Seat, nagashi: Collection[Seat] = ()
) -> Delta:
    """What A..D gain or lose when the wall is used up: the noten payment, or nagashi mangan in its place.

    `ready` are the seats that showed a ready hand, `nagashi` those with a river of terminals and honours of which
    none was called; they count only where the rulebook plays it. Sticks stay on the table.
    """
    return delta_of(exhaustive_draw_payments(rulebook, ready, dealer, nagashi))


def exhaustive_draw_payments(
    rulebook: Rulebook, ready: Collection[Seat], dealer: Seat, nagashi: Collection[Seat] = ()
) -> tuple[Payment, ...]:
    """The single payments of a hand whose wall is used up; see `settle_exhaustive_draw`."""
    if nagashi and rulebook.payment.nagashi_mangan:
        return tuple(_nagashi_payments(rulebook, nagashi, dealer))
    return tuple(_noten_payments(rulebook, ready))


def _nagashi_payments(rulebook: Rulebook, nagashi: Collection[Seat], dealer: Seat) -> Iterator[Payment]:
    for winner in Seat:
        if winner in nagashi:
            value = points(rulebook, rulebook.limits.mangan, by_self_draw=True, is_dealer=winner is dealer)
            for seat, amount in _self_draw_shares(value, winner, dealer):
                yield Payment(seat, winner, amount, rulebook.citations.nagashi)


def _noten_payments(rulebook: Rulebook, ready: Collection[Seat]) -> Iterator[Payment]:
    """Each seat that is not ready pays each one that is the same part of the total (RL-X11, RL-X12)."""
    paid = [seat for seat in Seat if seat not in ready]
    got = [seat for seat in Seat if seat in ready]
    if paid and got:
        share = rulebook.payment.noten_total // (len(paid) * len(got))
        yield from (Payment(payer, seat, share, rulebook.citations.noten) for payer in paid for seat in got)


def settle_false_win(rulebook: Rulebook, seat: Seat, dealer: Seat) -> Delta:
    """A win that does not stand: the payment of a mangan self-draw, from the seat to the others (RL-F09)."""
    return delta_of(false_win_payments(rulebook, seat, dealer))


def false_win_payments(rulebook: Rulebook, seat: Seat, dealer: Seat) -> tuple[Payment, ...]:
    """The single payments of a win that does not stand; see `settle_false_win`."""
    value = points(rulebook, rulebook.limits.mangan, by_self_draw=True, is_dealer=seat is dealer)
    shares = _self_draw_shares(value, seat, dealer)
    return tuple(Payment(seat, other, amount, rulebook.citations.false_win) for other, amount in shares)
