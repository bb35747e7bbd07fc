"""What a seat that holds a tile too many may do, for one who sees its hand."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge_rules.event import AbortiveDraw, Called, Discarded, GameEvent, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.circumstances import ready_waits, win_of
from tablebridge_rules.riichi.concealed_kan import keeps_riichi, without
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["MAX_KANS", "own_turn_events", "without"]

MAX_KANS = 4
_NINE, _TEN = 9, 10


def own_turn_events(state: HandState, rulebook: Rulebook) -> tuple[GameEvent, ...]:
    """Self-draw win, nine terminals, kans, riichi discards and plain discards of the seat in turn.

    Nothing when its hand is hidden. Clauses RL-W02, RL-X01, RL-X09, RL-R01, RL-R04, RL-R06, RL-C02, RL-T01.
    """
    seat = state.turn
    standing = state.at(seat).concealed
    if standing is None:
        return ()
    events: list[GameEvent] = [*_self_draw(state, seat, standing, rulebook)]
    events += _nine_terminals(state, seat, standing, rulebook)
    if state.kans < MAX_KANS and state.wall_left > 0 and state.at(seat).holds_draw:
        events += _kans(state, seat, standing, rulebook)
    events += _riichi(state, seat, standing, rulebook)
    events += _discards(state, seat, standing)
    return tuple(events)


def _self_draw(state: HandState, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook) -> Iterator[Won]:
    drawn = state.at(seat).drawn
    if not state.at(seat).holds_draw or drawn is None or seat in state.dead:
        return
    won = Won(seat, drawn, without(standing, drawn))
    if drawn.kind in ready_kinds(won.concealed, len(state.at(seat).melds)) and score(
        rulebook, win_of(state, won, rulebook)
    ):
        yield won


def _nine_terminals(
    state: HandState, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook
) -> Iterator[AbortiveDraw]:
    if rulebook.play.nine_kinds == "off" or not (state.first_turn(seat) and state.at(seat).holds_draw):
        return
    outside = [tile.kind for tile in standing if not tile.kind.is_simple]
    ten_tiles = rulebook.play.nine_kinds == "ten_tiles"  # the literal reading of RM-X04
    if len(outside) >= _TEN if ten_tiles else len(set(outside)) >= _NINE:
        yield AbortiveDraw("nine_terminals", seat)


def _kans(state: HandState, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook) -> Iterator[Called]:
    part = state.at(seat)
    for kind in sorted({tile.kind for tile in standing}):
        four = tuple(tile for tile in standing if tile.kind == kind)
        if len(four) == MAX_KANS and (
            not part.riichi.declared or keeps_riichi(part, kind, rulebook.play.ankan_after_riichi)
        ):
            yield Called(seat, Meld(MeldKind.KAN_CONCEALED, four))
    for pon in part.melds if seat not in state.may_not_call else ():
        added = next((tile for tile in standing if tile.kind == pon.own[0].kind), None)
        if pon.kind is MeldKind.PON and added is not None:
            yield Called(seat, Meld(MeldKind.KAN_ADDED, (*pon.own, added), pon.called, pon.from_seat))


def _riichi(state: HandState, seat: Seat, standing: tuple[Tile, ...], rulebook: Rulebook) -> Iterator[Discarded]:
    part = state.at(seat)
    if (
        part.riichi.declared
        or seat in state.dead
        or not part.is_closed
        or state.points[seat.number] < rulebook.play.riichi_min_points
        or state.wall_left < rulebook.play.riichi_min_live_tiles
    ):
        return
    for tile in _faces(standing):
        waiting = ready_waits(state, seat, without(standing, tile), rulebook)
        if waiting and (
            rulebook.play.furiten_riichi == "allowed"
            or waiting.isdisjoint(part.river.kinds | part.passed | {tile.kind})
        ):
            yield Discarded(seat, tile, sideways=True, drawn=tile == part.drawn)


def _discards(state: HandState, seat: Seat, standing: tuple[Tile, ...]) -> Iterator[Discarded]:
    part = state.at(seat)
    for tile in _faces(standing):
        # a hand in riichi that has called, wrongly, drew no tile to discard
        if part.riichi.declared and part.holds_draw and tile != part.drawn:
            continue
        if tile.kind not in state.swap_forbidden:
            yield Discarded(seat, tile, sideways=_owes_sideways(state, seat), drawn=tile == part.drawn)


def _owes_sideways(state: HandState, seat: Seat) -> bool:
    """After the riichi tile was called away the next discard is laid sideways, so that the riichi stays visible."""
    part = state.at(seat)
    return part.riichi.declared and not any(discard.sideways for discard in part.river.lying)


def _faces(standing: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(standing))
