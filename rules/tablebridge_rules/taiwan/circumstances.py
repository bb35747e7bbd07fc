"""How a win or a claim came about, read off the state: the bridge from the fold to scoring and to the detectors."""

from __future__ import annotations

from tablebridge_rules.event import Won, WonByFlowers
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.exposure import barred_kinds
from tablebridge_rules.taiwan.offers import missed_with
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.call import Situation
from tablebridge_rules.taiwan.violations.win import LaidDown
from tablebridge_rules.taiwan.wall import draws_left
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.tile import Tile

__all__ = ["laid_down", "situation", "win_of"]


def win_of(state: TaiwanHand, won: Won | WonByFlowers, rulebook: Rulebook) -> Win | FlowerWin:
    """The win to be scored, with what `state` says about it; the state just before the win or after it."""
    relation = won.seat.relation_to(won.from_seat) if won.from_seat else None
    if isinstance(won, WonByFlowers):
        return FlowerWin(won.flowers, state.wind(won.seat), relation)
    part = state.at(won.seat)
    robbed = won.from_seat is not None and state.open_tile is not None and state.open_tile.kan is not None
    return Win(
        concealed=won.concealed,
        winning_tile=won.tile,
        seat_wind=state.wind(won.seat),
        round_wind=state.round_wind,
        melds=part.melds,
        from_relation=relation,
        flowers=part.flowers,
        last_tile=not robbed and draws_left(rulebook, state.wall_left, state.replacements) == 0,
        replacement=won.from_seat is None and state.drew_replacement,
        robbing_kan=robbed,
        migi=part.migi and part.is_closed,  # a call that MIGI does not allow ends it
        first_turn=_first_turn(state, won),
    )


def _first_turn(state: TaiwanHand, won: Won) -> FirstTurn:
    """Whether the win came before play was under way: no call, and no discard of the winner (TW-S28 to TW-S30)."""
    part = state.at(won.seat)
    if state.calls or part.river.discards or part.melds:
        return FirstTurn.NONE
    if won.from_seat is not None:
        return FirstTurn.NONE if won.seat is state.dealer else FirstTurn.HUMAN
    return FirstTurn.HEAVENLY if won.seat is state.dealer else FirstTurn.EARTHLY


def laid_down(state: TaiwanHand, won: Won) -> LaidDown:
    """The hand laid down, with what bars it from winning."""
    part, drawn = state.at(won.seat), won.from_seat is None
    return LaidDown(
        standing=won.concealed,
        tile=won.tile,
        melds=len(part.melds),
        by_self_draw=drawn,
        dead=won.seat in state.dead,
        restricted=won.seat in state.restricted,
        heavenly=_first_turn(state, won) is FirstTurn.HEAVENLY,
        joined=drawn and state.joined,
        open_kan_replacement=drawn and state.after_open_kan,
        missed=missed_with(state, won.seat, won.concealed),
        barred=barred_kinds(part.seen),
    )


def situation(state: TaiwanHand, seat: Seat, standing: tuple[Tile, ...] = ()) -> Situation:
    """The last discard as `seat` sees it; `standing` are the tiles it certainly has where its hand is hidden.

    Raises `ValueError` when no discard lies there.
    """
    laid, part = state.last_discard, state.at(seat)
    if laid is None:
        raise ValueError("no discard lies open: a claim needs one")
    held = standing if part.concealed is None else part.concealed
    return Situation(
        standing=held,
        tile=laid.tile,
        relation=seat.relation_to(laid.seat),
        wall_left=state.wall_left,
        river=state.river_count,
        melds=len(part.melds),
        dead=seat in state.dead,
        restricted=seat in state.restricted,
        migi=part.migi,
        touched_wall=seat in state.touching,
        drawn_joined=state.passed_by is not None and state.joined,
        enquiry_unanswered=state.asked,
        self_draw_declared=state.passed_by is not None and any(won.from_seat is None for won in state.wins),
        barred=barred_kinds(part.seen),
        missed=missed_with(state, seat, held),
    )
