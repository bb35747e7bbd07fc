"""The acts that move tiles, the same at every table. What else an act means is for each tradition's own fold."""

from __future__ import annotations

from typing import TypeVar

from tablebridge_rules.event import Called, Discarded, Drawn
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.river import Discard
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, OpenTile, Phase
from tablebridge_rules.tile import Tile

__all__ = ["deal", "discard", "draw", "lay_meld", "melds_with"]

T = TypeVar("T", bound=AnyTable)


def deal(state: T, hands: tuple[tuple[Tile, ...], ...] | None, size: int) -> T:
    """Gives every seat its tiles, `size` hidden ones where `hands` is None; the dealer draws next."""
    for seat in Seat:
        hand = hands[seat.number] if hands else None
        count = size if hand is None else len(hand)
        part = replace(state.at(seat), concealed=hand, concealed_count=count)
        state = replace(state.with_seat(seat, part), wall_left=state.wall_left - count)
    return replace(state, phase=Phase.MUST_DRAW, turn=state.dealer)


def draw(state: T, event: Drawn) -> T:
    """A tile from the wall into a hand. Out of turn the tile is only in the wrong hand: the turn stays where it is."""
    part = replace(state.at(event.seat).take(event.tile), holds_draw=True, drawn=event.tile)
    state = replace(state.with_seat(event.seat, part), wall_left=max(state.wall_left - 1, 0))
    if event.seat is not state.turn:
        return state
    return replace(
        state,
        phase=Phase.MUST_DISCARD,
        open_tile=None,
        replacement_pending=False,
        drew_replacement=event.replacement,
    )


def discard(state: T, event: Discarded, follows: Seat) -> T:
    """A tile from a hand into the river; `follows` is the seat whose turn is next."""
    part = state.at(event.seat).give((event.tile,))
    river = part.river.add(Discard(event.tile, event.sideways, event.drawn))
    state = state.with_seat(event.seat, replace(part, holds_draw=False, drawn=None, river=river))
    laid = OpenTile(event.seat, event.tile)
    return replace(
        state,
        # one that drew out of turn holds its tile already
        phase=Phase.MUST_DISCARD if state.at(follows).holds_draw else Phase.CALLS_OPEN,
        turn=follows,
        last_discard=laid,
        open_tile=laid,
        replacement_pending=False,
        drew_replacement=False,
    )


def lay_meld(state: T, event: Called) -> T:
    """A meld laid open: the discard leaves the river, the caller has the turn. A tile added to a pon can be won on."""
    meld, caller = event.meld, event.seat
    if meld.from_seat is not None and meld.called is not None and meld.kind is not MeldKind.KAN_ADDED:
        giver = state.at(meld.from_seat)
        river = giver.river.claim(meld.called, caller)
        state = replace(state.with_seat(meld.from_seat, replace(giver, river=river)), last_discard=None)
    added = meld.kind is MeldKind.KAN_ADDED
    part = state.at(caller)
    given = meld.own[-1:] if added else meld.own
    part = part.give_hidden(KAN_TILES) if meld.is_hidden else part.give(given)
    part = replace(part, holds_draw=False, drawn=None, melds=melds_with(part.melds, meld))
    return replace(
        state.with_seat(caller, part),
        turn=caller,
        phase=Phase.MUST_DRAW if meld.kind.is_kan else Phase.MUST_DISCARD,
        replacement_pending=meld.kind.is_kan,
        drew_replacement=False,
        open_tile=OpenTile(caller, given[-1], meld.kind) if added else None,
    )


def melds_with(melds: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    """The melds after one more; an added kan takes the place of its pon."""
    if meld.kind is MeldKind.KAN_ADDED:
        for index, old in enumerate(melds):
            if old.kind is MeldKind.PON and old.tiles[0].kind == meld.tiles[0].kind:
                return (*melds[:index], meld, *melds[index + 1 :])
    return (*melds, meld)
