"""How a win came about, read off the state: the bridge from the fold to scoring."""

from __future__ import annotations

from tablebridge_rules.event import Won
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.win import RiichiState, Win
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["ready_waits", "win_of"]


def win_of(state: HandState, won: Won, rulebook: Rulebook) -> Win:
    """The win to be scored, with what `state` says about it; the state just before the win or after it.

    Honba and sticks are those on the table: the second winner of a double ron gets them only if the rulebook says so.
    """
    part = state.at(won.seat)
    self_draw = won.from_seat is None
    robbed = not self_draw and state.open_tile is not None and state.open_tile.kan is not None
    riichi = RiichiState.DOUBLE if part.riichi.double else RiichiState.RIICHI
    last = state.wall_left == 0
    unbroken = state.uninterrupted or not rulebook.play.chiihou_calls
    first = unbroken and not part.river.discards and not part.melds
    return Win(
        concealed=won.concealed,
        winning_tile=won.tile,
        seat_wind=won.seat.wind(state.dealer),
        round_wind=state.round_wind,
        melds=part.melds,
        from_relation=won.seat.relation_to(won.from_seat) if won.from_seat else None,
        riichi=riichi if part.riichi.declared else RiichiState.NONE,
        ippatsu=part.riichi.declared and part.riichi.ippatsu,
        haitei=self_draw and last and not state.drew_replacement,
        houtei=not self_draw and last and not robbed,
        rinshan=self_draw and state.drew_replacement,
        chankan=robbed,
        first_turn=first and not robbed and not part.riichi.declared,
        indicators=state.indicators,
        ura_indicators=won.ura_indicators,
        honba=state.honba,
        sticks=state.sticks,
    )


def ready_waits(state: HandState, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook) -> frozenset[TileKind]:
    """What `standing` (13 tiles less 3 a meld) of that seat waits for, empty when it does not count as ready.

    With the option `dead_wait_tenpai = "noten"` a hand is not ready when the own hand and melds hold all copies of
    every wait (RL-X14).
    """
    melds = state.at(seat).melds
    waiting = ready_kinds(standing, len(melds))
    if rulebook.play.dead_wait_tenpai == "tenpai":
        return waiting
    own = [tile.kind for tile in (*standing, *(tile for meld in melds for tile in meld.tiles))]
    return waiting if any(own.count(kind) < 4 for kind in waiting) else frozenset()
