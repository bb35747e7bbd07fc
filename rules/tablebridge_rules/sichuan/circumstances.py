"""How a win came about, read off the state, and what seats passed: the bridge from the fold to scoring and checks."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge_rules.event import Won
from tablebridge_rules.payment import Payment
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Revealed
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.settlement import transfer_payments
from tablebridge_rules.sichuan.state import Offer, SichuanHand
from tablebridge_rules.sichuan.violations import PassedTile, judge_passed_tile
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["late_offers", "passed_wins", "revealed", "transfers", "win_of"]


def win_of(state: SichuanHand, won: Won) -> Win:
    """The win to be scored, with what `state`, the one just before the win, says about it."""
    part, drawn = state.at(won.seat), won.from_seat is None
    robbed = not drawn and state.open_tile is not None and state.open_tile.kan is not None
    first = drawn and not state.calls and not part.river.discards and not part.melds
    return Win(
        concealed=won.concealed,
        winning_tile=won.tile,
        melds=part.melds,
        from_relation=won.seat.relation_to(won.from_seat) if won.from_seat else None,
        void=part.void,
        replacement=drawn and state.drew_replacement,
        robbed=robbed,
        after_kong=not drawn and not robbed and state.fresh_kong is not None,
        last_tile=state.wall_left == 0,
        heavenly=first and won.seat is state.dealer,
        earthly=first and won.seat is not state.dealer,
    )


def revealed(state: SichuanHand, seat: Seat, standing: tuple[Tile, ...]) -> Revealed:
    """A seat's hand with `standing` tiles as the checks want it."""
    part = state.at(seat)
    return Revealed(seat, standing, part.melds, part.void, part.has_won)


def late_offers(state: SichuanHand, seat: Seat, rulebook: Rulebook) -> tuple[Offer, ...]:
    """What a seat was offered of the last tiles and did not take, the tile that lies open now included (SC-F01)."""
    part, laid = state.at(seat), state.open_tile
    if part.has_won and rulebook.play.after_win == "xuezhan":
        return ()
    late = state.wall_left < rulebook.foul.forced_win_from
    if laid is None or laid.seat is seat or seat in state.winners_here or not late:
        return part.late
    return (*part.late, Offer(laid.tile, laid.seat, state.wall_left))


def passed_wins(state: SichuanHand, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook) -> Iterator[Violation]:
    """The wins that a seat with `standing` passed since its last own play though it had to take them (SC-F01)."""
    part = state.at(seat)
    offers = late_offers(state, seat, rulebook)
    if part.drawn is not None:
        offers = (*offers, Offer(part.drawn, None, state.wall_left))
    for offer in offers:
        passed = PassedTile(seat, offer.tile, standing, offer.wall_left, offer.from_seat, part.melds, part.void)
        yield from judge_passed_tile(rulebook, passed)


def transfers(state: SichuanHand, book: Rulebook) -> tuple[Payment, ...]:
    """The kong money that goes to the winners of the open discard (SC-P10)."""
    laid = state.open_tile
    if laid is None or not state.winners_here or not state.fresh_kong:
        return ()
    return transfer_payments(book, state.fresh_kong, laid.seat, state.winners_here)
