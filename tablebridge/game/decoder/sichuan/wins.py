"""Wins: a hand laid open on a discard, a robbed kong or its own draw, after which the others play on (SC-R02)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tablebridge.game.decoder import open_wins
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import read_hand
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.sichuan.hands_shown import kongs_turned_up
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.event import Drawn, Won
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import step
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import win_of
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = ["false_wins", "wins"]


@dataclass(frozen=True, slots=True)
class _Found:
    """An opened hand that wins, and how sure (0..1) its least sure tile is."""

    won: Won
    confidence: float


def wins(view: View) -> Iterator[Proposal]:
    """The next win: of several hands opened on one tile that of the seat which plays first (SC-R03)."""
    for seat in _in_order(view):
        fact = _opened(view, seat)
        if fact is None:
            continue
        found = _found(view, seat, fact)
        if found is not None:
            yield _proposal(view, found, fact)
            return


def false_wins(view: View) -> Iterator[Proposal]:
    """A whole hand laid open in play that does not win: whoever did it claims to have won (SC-R22). When the wall is
    used up hands are laid open to be checked."""
    if not view.state.wall_left:
        return
    for proposal in open_wins.false_wins(view, _never):
        claimed = proposal.events[-1].event
        if not isinstance(claimed, Won) or view.state.at(claimed.seat).has_won:
            continue
        fact = _opened(view, claimed.seat)
        if fact is not None and _found(view, claimed.seat, fact) is None:
            yield proposal


def _never(tile: Tile, standing: tuple[Tile, ...], melds: tuple[Meld, ...]) -> bool:
    """Which hands win is this room's own to say."""
    return False


def _found(view: View, seat: Seat, fact: Fact[HandRevealed]) -> _Found | None:
    key = (_found, seat, fact.latest, _kongs(view, seat))
    return view.remember(key, partial(_judge, view, seat, fact))


def _in_order(view: View) -> tuple[Seat, ...]:
    laid = view.state.open_tile
    first = laid.seat if laid is not None else view.state.turn
    return tuple(first.after(steps) for steps in (1, 2, 3, 4))


def _opened(view: View, seat: Seat) -> Fact[HandRevealed] | None:
    """The open hand of a seat that has not won, its concealed kongs turned up."""
    fact = view.facts.reveals.get(seat)
    if fact is None or fact in view.hypothesis.used or fact.at_ms < view.hypothesis.since_ms:
        return None
    if view.state.at(seat).has_won or not view.is_recent(fact):
        return None
    return fact if _kongs(view, seat) is not None else None


def _kongs(view: View, seat: Seat) -> tuple[Tile, ...] | None:
    shown = kongs_turned_up(view, seat)
    return None if shown is None else shown.tiles


def _proposal(view: View, found: _Found, fact: Fact[HandRevealed]) -> Proposal:
    own_draw = found.won.from_seat is None
    before = draw_before(view, found.won.seat, fact) if own_draw else ()
    won = vouch(found.won, [fact], found.confidence, at=fact)
    # hands that win on the same tile are opened one after the other, and the seat that plays first counts first
    hold = view.hold_of(fact, found.confidence) if own_draw else fact.changed_ms + view.patience.missing
    return Proposal((*before, won), (fact,), weight=math.log(max(found.confidence, 1e-6)), not_before_ms=hold)


def _judge(view: View, seat: Seat, fact: Fact[HandRevealed]) -> _Found | None:
    shown, full = fact.latest, view.full_row(seat)
    readings = (*shown.tiles, shown.apart) if shown.apart else shown.tiles
    if len(readings) == full - 1:
        return _on_open_tile(view, seat, readings)
    if len(readings) != full:
        return None
    if shown.apart is not None and _is_the_open_tile(view, seat, shown.apart):
        return _on_open_tile(view, seat, shown.tiles)
    return _own_draw(view, seat, shown)


def _is_the_open_tile(view: View, seat: Seat, apart: ReadTile) -> bool:
    """Whether the tile apart is one that was robbed out of a kong (SC-P09), or a discard taken to the hand: not its own
    draw."""
    laid = view.state.open_tile
    if laid is None or laid.seat is seat:
        return False
    taken = laid.kan is MeldKind.KAN_ADDED or view.taken_discard() is not None
    return seat is not view.state.turn or (taken and apart.tile == str(laid.tile))


def _on_open_tile(view: View, seat: Seat, readings: tuple[ReadTile, ...]) -> _Found | None:
    laid = view.state.open_tile
    if laid is None or laid.seat is seat:
        return None
    return _read(view, seat, readings, view.state, lambda tiles: (Won(seat, laid.tile, tiles, laid.seat),))


def _own_draw(view: View, seat: Seat, shown: HandRevealed) -> _Found | None:
    if seat is not view.state.turn or view.state.phase is Phase.ENDED:
        return None
    state = view.state
    if view.draw_due:
        state = step(state, Drawn(seat, replacement=state.replacement_pending), view.rulebook).state
    if shown.apart is not None:
        readings = (*shown.tiles, shown.apart)
        return _read(view, seat, readings, state, lambda tiles: (Won(seat, tiles[-1], tiles[:-1]),))
    return _read(view, seat, shown.tiles, state, lambda tiles: _each_as_drawn(seat, tiles))


def _each_as_drawn(seat: Seat, tiles: tuple[Tile, ...]) -> tuple[Won, ...]:
    """Nobody can see which tile was drawn that does not lie apart."""
    places = {tile: place for place, tile in enumerate(tiles)}
    return tuple(Won(seat, tile, (*tiles[:place], *tiles[place + 1 :])) for tile, place in places.items())


def _read(
    view: View,
    seat: Seat,
    readings: tuple[ReadTile, ...],
    state: SichuanHand,
    ways: Callable[[tuple[Tile, ...]], tuple[Won, ...]],
) -> _Found | None:
    """The likeliest reading of the row that wins, in the way that is worth least."""
    kongs = _kongs(view, seat) or ()
    turned_up = state.with_seat(seat, state.at(seat).with_kans(kongs))

    def worth(tiles: tuple[Tile, ...]) -> list[tuple[int, Won]]:
        valued = [(_fan(view, turned_up, won), won) for won in ways(tiles)]
        return [(fan, won) for fan, won in valued if fan is not None]

    left = view.tiles_left()
    for tile in kongs:
        for _ in range(4):
            left.take(tile)
    reading = read_hand(readings, left, lambda tiles: bool(worth(tiles)))
    if reading is None:
        return None
    least = min(worth(reading.tiles), key=lambda pair: pair[0])[1]
    return _Found(replace(least, kans=kongs), reading.confidence)


def _fan(view: View, state: SichuanHand, won: Won) -> int | None:
    """What a win is worth; None where the hand is none of two suits without the void one."""
    win, book = win_of(state, won), view.rulebook
    assert isinstance(book, Rulebook)
    value = None if win.problems() else score(book, win)
    return None if value is None else value.fan
