"""What a player could do wrongly at a moment of a hand. The rules say afterwards which clause it breaks, if any.

Each function looks at a table and gives acts or facts; most of them break nothing, or not what is looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tablebridge.sim.table_play import TablePlay
from tablebridge_rules.event import Called, Discarded, Drawn, FlowersShown, HandEvent, ReadyDeclared, Won
from tablebridge_rules.fact import (
    DiscardTouched,
    DrawJoined,
    Fact,
    FlowersReplaced,
    KanInspected,
    MeldChanged,
    MeldLaid,
    MeldLeft,
    RiverTileTaken,
    RowCounted,
    TilesExposed,
    WallTileTaken,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import tradition
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violations.call import is_meld

__all__ = ["GENERATORS", "Candidate", "Generator"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An act or a fact that may be wrong; `by_next`: it is how the event that follows is done."""

    act: HandEvent | Fact
    by_next: bool = False


Generator = Callable[[TablePlay, Sequence[HandEvent]], Iterator[Candidate]]
"""From a table and what may happen next by the rules."""

_PLAYING = (Phase.MUST_DRAW, Phase.MUST_DISCARD, Phase.CALLS_OPEN)


def _hand(table: TablePlay, seat: Seat) -> tuple[Tile, ...]:
    return tuple(table.state.at(seat).concealed or ())


def draw_out_of_turn(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A seat takes a tile of the live end that is not in turn."""
    for seat in Seat:
        if table.state.phase in _PLAYING and seat is not table.state.turn and len(table.wall) > 1:
            yield Candidate(Drawn(seat, table.wall[-1]))


def draw_twice(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The seat in turn takes a second tile."""
    if table.state.phase is Phase.MUST_DISCARD and len(table.wall) > 1:
        yield Candidate(Drawn(table.state.turn, table.wall[-1]))


def early_replacement(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The seat in turn takes a tile of the tail, four equal tiles in its hand."""
    seat = table.state.turn
    if table.state.phase is Phase.MUST_DISCARD and max(Counter(_hand(table, seat)).values(), default=0) == 4:
        yield Candidate(Drawn(seat, table.wall[0], replacement=True))


def wrong_end(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The next draw is taken at the wrong end of the wall, where only the lower tile of a stack is left: that the stack
    is gone then shows where the tile came from. A flower is replaced in a way of its own (`wrong_flowers`)."""
    if isinstance(table.events[-1], FlowersShown):
        return
    for event in options:
        at_tail = isinstance(event, Drawn) and not event.replacement
        if isinstance(event, Drawn) and _is_alone(table, at_tail=at_tail):
            yield Candidate(WallTileTaken(event.seat, at_tail, seen=True), by_next=True)


def _is_alone(table: TablePlay, *, at_tail: bool) -> bool:
    """Whether the next tile of that end of the wall is the lower one of its stack."""
    draws = [event.replacement for event in table.events if isinstance(event, Drawn)]
    taken = draws.count(at_tail)
    if not at_tail:
        taken += len(Seat) * tradition(table.book).hand_tiles
    return taken % 2 == 1


def discard_out_of_turn(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A seat that is not in turn discards, or the one in turn does so before its draw."""
    state = table.state
    for seat in Seat:
        if state.phase in (Phase.MUST_DISCARD, Phase.CALLS_OPEN) and (
            seat is not state.turn or state.phase is Phase.CALLS_OPEN
        ):
            yield from (Candidate(Discarded(seat, tile, drawn=False)) for tile in _hand(table, seat)[:1])


def wrong_discard(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The seat in turn discards a tile that it may not: a flower, the tile just claimed, one that changes the hand."""
    state = table.state
    if state.phase is Phase.MUST_DISCARD:
        held, drawn = _hand(table, state.turn), state.at(state.turn).drawn
        for tile in dict.fromkeys(held):
            yield Candidate(Discarded(state.turn, tile, drawn=tile == drawn))


def touched_discard(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A tile touches the cloth of the river, and another one is discarded."""
    seat = table.state.turn
    if table.state.phase is Phase.MUST_DISCARD and any(isinstance(event, Discarded) for event in options):
        held = _hand(table, seat)
        if len(held) > 4:
            yield Candidate(DiscardTouched(seat, held[0], held[1]), by_next=True)


def wrong_call(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The newest discard is claimed with tiles that make no such meld, by a seat that may not, or too late."""
    laid = table.state.last_discard
    if laid is None or table.state.phase is not Phase.CALLS_OPEN:
        return
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        held = [tile for tile in _hand(table, seat) if not tile.kind.is_flower]
        pairs = dict.fromkeys(combinations(held, 2))
        for own in pairs:
            if own[0].kind == own[1].kind == laid.tile.kind:
                yield Candidate(Called(seat, Meld(MeldKind.PON, own, laid.tile, laid.seat)))
            elif own[0].kind.suit is own[1].kind.suit is laid.tile.kind.suit and not own[0].kind.is_honour:
                yield Candidate(Called(seat, Meld(MeldKind.CHI, own, laid.tile, laid.seat)))


def late_call(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The last discard is claimed by pon when the next player has drawn already."""
    laid, turn = table.state.last_discard, table.state.turn
    if laid is None or table.state.phase is not Phase.MUST_DISCARD:
        return
    for seat in Seat:
        own = [tile for tile in _hand(table, seat) if tile.kind == laid.tile.kind][:2]
        if seat not in (turn, laid.seat) and len(own) == 2:
            yield Candidate(Called(seat, Meld(MeldKind.PON, tuple(own), laid.tile, laid.seat)))


def joined_draw(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The drawn tile is put among the others at once, when another seat could still claim the last discard."""
    if any(late_call(table, options)):
        yield Candidate(DrawJoined(table.state.turn))


def wrong_meld_left(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A wrong meld still lies when the next player has drawn."""
    if isinstance(table.events[-1], Drawn):
        for seat in Seat:
            if any(not is_meld(meld) for meld in table.state.at(seat).melds):
                yield Candidate(MeldLeft(seat, disturbed=True))


def false_kan(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """Four tiles are laid face down as a concealed kan that are not the same."""
    seat = table.state.turn
    if table.state.phase is Phase.MUST_DISCARD and table.state.at(seat).drawn is not None:
        held = [tile for tile in _hand(table, seat) if not tile.kind.is_flower]
        for tile, copies in Counter(held).items():
            others = [other for other in held if other != tile]
            if copies == 3 and others:
                yield Candidate(Called(seat, Meld(MeldKind.KAN_CONCEALED, (tile, tile, tile, others[0]))))


def inspected_kan(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The concealed kans are turned up when the hand is over (SC-F03, TW-R24)."""
    if table.state.phase is Phase.ENDED:
        for seat in Seat:
            for meld in table.state.at(seat).melds:
                if meld.kind is MeldKind.KAN_CONCEALED:
                    yield Candidate(KanInspected(seat, meld.tiles))


def misplaced_meld(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The meld just laid lies in another order, its sideways tile elsewhere."""
    newest = table.events[-1]
    if isinstance(newest, Called) and newest.meld.called is not None and newest.meld.kind is not MeldKind.KAN_ADDED:
        tiles = tuple(sorted(newest.meld.tiles))
        for order in (tiles, tiles[::-1]):
            for sideways in range(len(order)):
                yield Candidate(MeldLaid(newest.seat, newest.meld, order, sideways))


def regrouped_meld(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A tile of an open kong is taken back into the hand, so that a set is left: of two tiles no camera tells."""
    for seat in Seat:
        melds = table.state.at(seat).melds
        if table.state.phase in _PLAYING and melds and _leaves_a_set(seat, melds[-1]):
            yield Candidate(MeldChanged(seat, melds[-1], melds[-1].tiles[:-1]))


def _leaves_a_set(seat: Seat, meld: Meld) -> bool:
    """Whether the tile that lies last is not the sideways one of the three that are left without it."""
    return meld.kind is MeldKind.KAN_ADDED or (
        meld.kind is MeldKind.KAN_EXPOSED and meld.from_seat is not None and seat.after() is not meld.from_seat
    )


def river_tile(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """The newest discard goes into a standing hand."""
    laid = table.state.last_discard
    if table.state.phase is Phase.CALLS_OPEN and laid is not None:
        yield Candidate(RiverTileTaken(laid.seat.after(), laid.tile, called=True))
        yield Candidate(RiverTileTaken(laid.seat.after(), laid.tile, called=False))


def exposed_tiles(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """Tiles of a standing hand fall over, faces up."""
    winners = {event.seat for event in table.events if isinstance(event, Won)}
    for seat in Seat:
        held = [tile for tile in _hand(table, seat) if not tile.kind.is_flower]
        if table.state.phase is not Phase.BEFORE_DEAL and seat not in winners and len(held) > 1:
            yield Candidate(TilesExposed(seat, (held[0], held[1])))


def exposed_partial_set(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """Two tiles of a standing hand fall over that want a third: a pair, or two neighbours of a suit."""
    for seat in Seat:
        row = table.state.at(seat).standing or ()  # the drawn tile stands apart
        held = sorted({tile for tile in row if tile.kind.is_suited})
        pairs = [(tile, tile) for tile in held if row.count(tile) == 2]
        runs = [(low, high) for low in held for high in held if _neighbours(low, high)]
        if table.state.phase in _PLAYING:
            yield from (Candidate(TilesExposed(seat, tiles)) for tiles in (*pairs, *runs))


def _neighbours(low: Tile, high: Tile) -> bool:
    return low.kind.suit is high.kind.suit and high.kind.rank - low.kind.rank == 1 and 1 < low.kind.rank < 8


def _flowers(table: TablePlay, seat: Seat) -> tuple[Tile, ...]:
    return tuple(tile for tile in _hand(table, seat) if tile.kind.is_flower)


def wrong_flowers(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """Flowers are shown before the turn of another that has some, too, for nobody hears a seat without any pass its
    turn on; or a replacement that leaves no tile of its stack is not taken from the tail."""
    due = getattr(getattr(table.state, "opening", None), "due", ())
    for place, seat in enumerate(due):
        if table.state.phase in _PLAYING and _flowers(table, seat) and any(_flowers(table, one) for one in due[:place]):
            yield Candidate(FlowersShown(seat, _flowers(table, seat)))
    newest = table.events[-1]
    if isinstance(newest, FlowersShown) and table.state.phase is Phase.MUST_DRAW and _is_alone(table, at_tail=False):
        fact = FlowersReplaced(newest.seat, newest.tiles, len(newest.tiles), from_tail=False)
        yield Candidate(fact, by_next=True)


def wrong_win(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A hand is laid open that does not win, or may not."""
    state, laid = table.state, table.state.open_tile
    if state.phase is Phase.MUST_DISCARD:
        part = state.at(state.turn)
        if part.drawn is not None and part.standing is not None:
            yield Candidate(Won(state.turn, part.drawn, part.standing))
    elif laid is not None and state.phase in _PLAYING:
        for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
            yield Candidate(Won(seat, laid.tile, _hand(table, seat), laid.seat))


def wrong_riichi(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A hand that does not wait is declared ready, or at the wrong time."""
    seat = table.state.turn
    if table.state.phase is Phase.MUST_DISCARD:
        yield from (Candidate(Discarded(seat, tile, sideways=True, drawn=False)) for tile in _hand(table, seat)[:1])
    if table.state.phase in _PLAYING:
        yield from (Candidate(ReadyDeclared(seat)) for seat in Seat)


def counted_row(table: TablePlay, options: Sequence[HandEvent]) -> Iterator[Candidate]:
    """A hand holds a wrong number of tiles; a camera counts them."""
    if table.state.phase in _PLAYING:
        yield from (Candidate(RowCounted(seat, len(_hand(table, seat)))) for seat in Seat)


GENERATORS: dict[str, Generator] = {
    one.__name__: one
    for one in (
        draw_out_of_turn,
        draw_twice,
        early_replacement,
        wrong_end,
        discard_out_of_turn,
        wrong_discard,
        touched_discard,
        wrong_call,
        misplaced_meld,
        regrouped_meld,
        river_tile,
        late_call,
        joined_draw,
        wrong_meld_left,
        false_kan,
        inspected_kan,
        exposed_tiles,
        exposed_partial_set,
        wrong_flowers,
        wrong_win,
        wrong_riichi,
        counted_row,
    )
}
