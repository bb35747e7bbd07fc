"""How a win or a claim came about, read off the state: the bridge from the fold to scoring and to the detectors."""

from __future__ import annotations

from tablebridge_rules.event import Won
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.chi_step import ChiStep
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.claim import Situation
from tablebridge_rules.zungjung.wall import draws_left
from tablebridge_rules.zungjung.win import FirstTurn, Win

__all__ = ["situation", "win_of"]


def win_of(state: ZungJungHand, won: Won, rulebook: Rulebook) -> Win:
    """The win to be scored, with what `state` says about it; the state just before the win or after it."""
    robbed = won.from_seat is not None and state.open_tile is not None and state.open_tile.kan is not None
    return Win(
        concealed=won.concealed,
        winning_tile=won.tile,
        seat_wind=won.seat.wind(state.dealer),
        melds=state.at(won.seat).melds,
        from_relation=won.seat.relation_to(won.from_seat) if won.from_seat else None,
        last_tile=not robbed and draws_left(rulebook, state.wall_left, state.replacements) == 0,
        replacement=won.from_seat is None and state.drew_replacement,
        robbing_kan=robbed,
        first_turn=_first_turn(state, won),
    )


def _first_turn(state: ZungJungHand, won: Won) -> FirstTurn:
    """East's opening hand, or another's win on East's very first discard (ZJ-S41, ZJ-S42)."""
    if len(state.discards) > 1 or any(part.melds for part in state.seats):
        return FirstTurn.NONE
    if won.from_seat is None:
        opening = won.seat is state.dealer and not state.discards
        return FirstTurn.HEAVENLY if opening else FirstTurn.NONE
    first = won.from_seat is state.dealer and len(state.discards) == 1
    return FirstTurn.EARTHLY if first else FirstTurn.NONE


def situation(state: ZungJungHand, seat: Seat, tile: Tile, from_seat: Seat, held: tuple[Tile, ...] = ()) -> Situation:
    """`tile` of `from_seat` as `seat` sees it; `held` are the tiles it certainly has where its hand is hidden."""
    part, laid, unexposed = state.at(seat), state.open_tile, state.unexposed
    call = state.call_of(seat)
    return Situation(
        standing=held if part.concealed is None else part.concealed,
        tile=tile,
        relation=seat.relation_to(from_seat),
        melds=part.melds,
        announced=call is None or call.heard is not False,
        touched_wall=seat in state.touched,
        dead=state.dead_hand(seat),
        penalty_kinds=state.barred_kinds(seat),
        kan=laid.kan if laid else None,
        hidden=part.concealed is None and not held,
        chi_before=ChiStep(discarded_ms=0) if unexposed is not None and unexposed.heard else None,
    )
