"""Wins where a hand ends with its first one: who wins, on which tile, and hands that only claim to.

A tradition says when tiles are complete; the rest is the same at every such table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import HandReading, likely_hands, read_hand
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.open_hands import OpenHand, left_for, shown_hands, turned_up
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import HandEvent, Won
from tablebridge_rules.meld import KAN_TILES, Meld
from tablebridge_rules.play import resolve, settle, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, OpenTile, Phase
from tablebridge_rules.tile import STANDARD_KINDS, Tile

__all__ = ["Complete", "false_wins", "wins"]

Complete: TypeAlias = Callable[[Tile, tuple[Tile, ...], tuple[Meld, ...]], bool]
"""Whether a tile completes standing tiles beside melds."""

_FALSE_MS = 900.0  # an open hand that wins nothing may still be read better
_SURELY = 0.8  # such a hand is only taken for a false win when every face was read so surely
_GUESSED = 0.2  # a kan that lay face down to the end


@dataclass(frozen=True, slots=True)
class _Win:
    """A win with its reading, and the fact of the open hand."""

    won: Won
    confidence: float
    fact: Fact[HandRevealed]


def wins(view: View, complete: Complete) -> Iterator[Proposal]:
    """The wins of the hands that lie open, once nobody opened one lately: a self-draw, or those claims on one tile
    that take effect."""
    shown = shown_hands(view)
    if not shown or not view.settled_down([one.fact for one in shown], view.patience.reveal):
        return
    found = [win for one in shown if (win := _win(view, one, complete)) is not None]
    drawn = [win for win in found if win.won.from_seat is None]
    counted = drawn[:1] or found
    if not counted:
        return
    by_seat = {win.won.seat: win for win in counted}
    # two seats that open hands on one tile do not both win everywhere
    events = [win.won for win in counted] if drawn else resolve([win.won for win in counted], view.rulebook)
    told: list[DecodedEvent] = list(_before(view, counted[0]) if drawn else ())
    for event in events:
        if isinstance(event, Won):
            whole = _with_kans(view, by_seat[event.seat])
            if whole is None:
                return
            told.append(vouch(whole.won, [whole.fact], whole.confidence))
    won = {event.seat for event in events if isinstance(event, Won)}
    yield Proposal(tuple(told), tuple(win.fact for win in counted if win.won.seat in won), certain=True)


def _before(view: View, win: _Win) -> tuple[DecodedEvent, ...]:
    return draw_before(view, win.won.seat, win.fact)


def _win(view: View, shown: OpenHand, complete: Complete) -> _Win | None:
    key = (_win, shown.fact, shown.fact.changed_ms)
    return view.remember(key, lambda: _judge(view, shown, complete))


def _judge(view: View, shown: OpenHand, complete: Complete) -> _Win | None:
    full = view.full_row(shown.seat)
    if len(shown.row) == full - 1:
        return _on_open_tile(view, shown, shown.row, complete)
    if len(shown.row) != full:
        return None
    laid: OpenTile | None = view.state.open_tile
    if shown.seat is not view.state.turn and shown.apart and laid is not None:
        return _on_open_tile(view, shown, shown.row[:-1], complete)  # the discard was taken into the row
    return _self_draw(view, shown, complete)


def _on_open_tile(view: View, shown: OpenHand, row: Sequence[ReadTile], complete: Complete) -> _Win | None:
    laid: OpenTile | None = view.state.open_tile
    if laid is None or laid.seat is shown.seat:
        return None
    melds = view.state.at(shown.seat).melds
    found = read_hand(row, left_for(view, shown.seat), lambda tiles: complete(laid.tile, tiles, melds))
    if found is None:
        return None
    return _Win(Won(shown.seat, laid.tile, found.tiles, laid.seat), found.confidence, shown.fact)


def _self_draw(view: View, shown: OpenHand, complete: Complete) -> _Win | None:
    seat, state = shown.seat, view.state
    if seat is not state.turn or not (state.phase is Phase.MUST_DISCARD or view.draw_due):
        return None
    melds = state.at(seat).melds

    def fits(tiles: tuple[Tile, ...]) -> bool:
        return complete(tiles[-1], tiles[:-1], melds)

    found = read_hand(shown.row, left_for(view, seat), fits)
    if found is None:
        return None
    won = Won(seat, found.tiles[-1], found.tiles[:-1])
    if not shown.apart:
        before = [decoded.event for decoded in draw_before(view, seat, shown.fact)]
        won = _least(view, before, _each_as_drawn(seat, found.tiles))
    return _Win(won, found.confidence, shown.fact)


def _each_as_drawn(seat: Seat, tiles: tuple[Tile, ...]) -> list[Won]:
    """Nobody can see which tile was drawn: every one may be it."""
    return [
        Won(seat, tile, (*tiles[:place], *tiles[place + 1 :]))
        for place, tile in enumerate(tiles)
        if tile not in tiles[:place]
    ]


def _least(view: View, before: Sequence[HandEvent], options: Sequence[Won]) -> Won:
    """The win that is worth least: what cannot be seen counts for nothing."""
    state: AnyTable = view.state
    for event in before:
        state = step(state, event, view.rulebook).state

    def worth(won: Won) -> int:
        try:
            return settle(step(state, won, view.rulebook).state, view.rulebook).delta[won.seat.number]
        except RulesError:
            return 1 << 30

    return min(options, key=worth)


def _with_kans(view: View, win: _Win) -> _Win | None:
    """The win with the kans that its owner has turned up; None while they may still be. Of one that nobody turned up
    the least that it can be worth is told, hardly sure."""
    seat = win.won.seat
    hidden = [index for index, meld in enumerate(view.state.at(seat).melds) if meld.is_hidden]
    found = [turned_up(view, seat, index) for index in hidden]
    if None in found and not view.settled_down([win.fact], view.patience.ura):
        return None
    kans: tuple[Tile, ...] = ()
    confidence = win.confidence
    for one in found:
        tile, sure = one or (_least_kan(view, win, kans), _GUESSED)
        kans, confidence = (*kans, tile), min(confidence, sure)
    return replace(win, won=replace(win.won, kans=kans), confidence=confidence)


def _least_kan(view: View, win: _Win, known: tuple[Tile, ...]) -> Tile:
    left = view.tiles_left()
    for tile in (*win.won.concealed, *(() if win.won.from_seat else (win.won.tile,))):
        left.take(tile)
    tiles = [Tile(kind) for kind in STANDARD_KINDS if Tile(kind) not in known]
    kans = [tile for tile in tiles if left.has_all([tile] * KAN_TILES)]
    before = () if win.won.from_seat else tuple(one.event for one in _before(view, win))
    return _least(view, before, [replace(win.won, kans=(*known, tile)) for tile in kans]).kans[-1]


def false_wins(view: View, complete: Complete) -> Iterator[Proposal]:
    """A whole hand laid open in play that wins nothing, surely read: whoever did it claims to have won."""
    for shown in shown_hands(view):
        if _win(view, shown, complete) is not None or not view.passed(shown.fact.changed_ms, _FALSE_MS):
            continue
        key = (false_wins, shown.fact, shown.fact.changed_ms)
        claimed = view.remember(key, partial(_claimed, view, shown))
        if claimed is not None and claimed.confidence >= _SURELY:
            before = _before(view, claimed) if claimed.won.from_seat is None else ()
            event = vouch(claimed.won, [claimed.fact], claimed.confidence)
            yield Proposal((*before, event), (shown.fact,), weight=-1.0, certain=True)


def _claimed(view: View, shown: OpenHand) -> _Win | None:
    """What an open hand claims: the tile apart or the last one of a full row, else the newest tile that lies open."""
    state, seat = view.state, shown.seat
    full, row = view.full_row(seat), shown.row
    reading: HandReading | None = next(likely_hands(row, view.tiles_left()), None)
    if reading is None or len(row) not in (full, full - 1):
        return None
    own_turn = seat is state.turn and (state.phase is Phase.MUST_DISCARD or view.draw_due)
    if len(row) == full and own_turn:
        return _Win(Won(seat, reading.tiles[-1], reading.tiles[:-1]), reading.confidence, shown.fact)
    laid: OpenTile | None = state.open_tile or state.last_discard
    if laid is None or laid.seat is seat or len(row) == full:
        return None
    return _Win(Won(seat, laid.tile, reading.tiles, laid.seat), reading.confidence, shown.fact)
