"""Wins at a riichi table: opened hands, several on one tile, and the indicators that a riichi winner turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.phrases import due
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.riichi.shown import shown_hands, still_showing
from tablebridge.game.decoder.riichi.winners import Winner, as_if_won, winner
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import HandRevealed
from tablebridge_rules.event import GameEvent, Won
from tablebridge_rules.riichi.claims import resolve
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.tile import Tile

__all__ = ["false_win_act", "unexplained_hands", "win_act", "winners"]

_FALSE = -8.0  # log weight: rather it was misread, or shown by mistake


def win_act(view: View) -> Iterator[Proposal]:
    """The wins that the opened hands are, when no more is shown; what they come to is the rulebook's word."""
    found = winners(view)
    if not found:
        return
    drawn = [one for one in found if one.by_self_draw]
    counted = drawn[:1] or found
    ura = _ura_indicators(view, counted)
    if ura is not None:
        yield Proposal(tuple(_wins(view, counted, *ura)), certain=True)


def false_win_act(view: View) -> Iterator[Proposal]:
    """A hand opened as won that is none: told as it lies, when it keeps lying there."""
    for fact in _hands_that_win_nothing(view):
        found = as_if_won(view, fact.latest.seat, fact, only_complete=_is_drawn_out(view))
        ura = _ura_indicators(view, [found]) if found is not None else None
        if found is not None and ura is not None and view.waited(fact, view.patience.missing):
            before = draw_before(view, found.won.seat, fact) if found.by_self_draw else ()
            won = replace(found.won, ura_indicators=ura[0])
            event = vouch(won, [fact, *ura[1]], found.confidence, at=fact)
            yield Proposal((*before, event), weight=_FALSE, certain=True)


def unexplained_hands(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """For `Customs.unexplained`: the hands that lie open in play and win nothing."""
    for fact in _hands_that_win_nothing(view):
        yield fact, f"{fact.latest.seat.value}'s open hand wins nothing, {due(view.state)}"


def _hands_that_win_nothing(view: View) -> Iterator[Fact[HandRevealed]]:
    lying = [fact for fact in view.facts.reveals.values() if view.here(fact) is not None]
    if not lying or still_showing(view) or winners(view):
        return
    patience = view.patience.ura + view.patience.next_shows if _is_drawn_out(view) else view.patience.reveal
    yield from (fact for fact in lying if view.waited(fact, patience))


def _is_drawn_out(view: View) -> bool:
    """Whether hands are opened because nobody has won: in turn, each in its own time."""
    return bool(view.state.wall_left == 0 and view.state.phase is Phase.CALLS_OPEN)


def winners(view: View) -> list[Winner]:
    """Every opened hand that wins now."""
    shown = shown_hands(view)
    return [found for seat, fact in shown.items() if (found := winner(view, seat, fact)) is not None]


def _wins(view: View, counted: list[Winner], tiles: tuple[Tile, ...], ura: list[Fact[Any]]) -> Iterator[DecodedEvent]:
    first = counted[0]
    by_seat = {found.won.seat: found for found in counted}
    outcome: tuple[GameEvent, ...] = (first.won,)
    if first.by_self_draw:
        yield from draw_before(view, first.won.seat, first.fact)
    else:
        outcome = resolve([found.won for found in counted], view.rulebook)
    for event in outcome:
        if isinstance(event, Won):
            found = by_seat[event.seat]
            turned = tiles if view.state.at(event.seat).riichi.declared else ()
            facts = [found.fact, *(ura if turned else ())]
            yield vouch(replace(event, ura_indicators=turned), facts, found.confidence, at=found.fact)
        else:
            yield vouch(event, [found.fact for found in counted])


def _ura_indicators(view: View, counted: list[Winner]) -> tuple[tuple[Tile, ...], list[Fact[Any]]] | None:
    """The ura indicators that a riichi winner turned, and their facts; None while they are awaited."""
    scoring = view.rulebook.scoring
    if not scoring.ura_dora or not any(view.state.at(found.won.seat).riichi.declared for found in counted):
        return (), []
    due = len(view.state.indicators) if scoring.kan_dora else 1
    left = view.tiles_left()
    for found in counted:
        for tile in (*found.won.concealed, *((found.won.tile,) if found.by_self_draw else ())):
            left.take(tile)
    tiles: list[Tile] = []
    facts: list[Fact[Any]] = []
    for index in range(due):
        fact = view.facts.ura.get(index)
        best = left.best(fact.latest.reading) if fact is not None else None
        if fact is None or best is None:
            waiting = not view.settled_down([found.fact for found in counted], view.patience.ura)
            return None if waiting else (tuple(tiles), facts)
        left.take(best[0])
        tiles.append(best[0])
        facts.append(fact)
    return tuple(tiles), facts
