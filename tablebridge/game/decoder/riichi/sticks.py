"""Riichi: declared by a sideways discard (RL-R01), it stands when the tile has passed and the stick lies (RL-R03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.implied import IMPLIED
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import RiichiStickSeen, RiverTileSeen
from tablebridge_rules.event import Discarded, RiichiAccepted, RiichiDeclared
from tablebridge_rules.seat import Seat

__all__ = ["accepted_before", "declared_after", "sideways", "stick_act", "turned_act", "unexplained_sticks"]


def declared_after(view: View, fact: Fact[Any], discard: DecodedEvent) -> tuple[DecodedEvent, ...]:
    """The declaration that a sideways tile is, of a seat that has not declared yet."""
    event = discard.event
    if not isinstance(event, Discarded) or not event.sideways or view.state.at(event.seat).riichi.declared:
        return ()
    return (vouch(RiichiDeclared(event.seat), [fact], discard.confidence),)


def sideways(view: View, fact: Fact[RiverTileSeen]) -> tuple[bool, float]:
    """A sideways tile declares, unless it was only dropped: it may still be put straight until the stick lies there,
    and as long as an arm lies over that place nobody sees whether it was."""
    seat, turned = fact.latest.seat, fact.latest.sideways
    paid = _stick_of(view, seat) is not None and not view.state.at(seat).riichi.declared
    if not turned or paid:
        return turned, float("-inf")
    straight_ms = fact.changed_ms + view.patience.put_straight
    if view.may_hide(seat):
        most_ms = fact.changed_ms + view.patience.hidden
        straight_ms = max(straight_ms, min(view.facts.hidden_until_ms(seat), most_ms))
    return True, straight_ms


def accepted_before(view: View, act: Fact[Any]) -> tuple[DecodedEvent, ...]:
    """The riichi that stands now that `act` follows it: its tile passed. Mostly nothing."""
    seat = _waiting_for_stick(view)
    if seat is None:
        return ()
    stick = _stick_of(view, seat)
    return (vouch(RiichiAccepted(seat), [stick or act], 1.0 if stick is not None else IMPLIED),)


def stick_act(view: View) -> Iterator[Proposal]:
    """The stick of a riichi whose tile nobody has won on."""
    seat = _waiting_for_stick(view)
    stick = _stick_of(view, seat) if seat is not None else None
    shown = any(fact.at_ms >= view.hypothesis.since_ms for fact in view.facts.reveals.values())
    if seat is not None and stick is not None and not shown and view.waited(stick, view.patience.stick):
        yield Proposal((vouch(RiichiAccepted(seat), [stick]),), certain=True)


def turned_act(view: View) -> Iterator[Proposal]:
    """The last discard was told as upright, and lies sideways by now with a stick before its seat: it had fallen askew
    and declares riichi all the same. What was told cannot be untold, so that the referee is asked."""
    laid, fact = view.state.last_discard, view.last_discard_fact()
    if laid is None or fact is None or not view.draw_due or not _was_turned(view, fact):
        return
    stick = _stick_of(view, laid.seat)
    if stick is not None:
        tile, seat = laid.tile, laid.seat.value
        doubt = f"{tile} was told as laid upright by {seat} and lies sideways now, a riichi stick with it"
        yield Proposal((vouch(RiichiDeclared(laid.seat), [fact, stick], at=fact),), certain=True, doubt=doubt)


def unexplained_sticks(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """For `Customs.unexplained`: a stick before a seat that has not declared, though a discard was turned sideways."""
    for seat in Seat:
        stick = _stick_of(view, seat)
        if stick is not None and any(_was_turned(view, fact) for fact in view.facts.rivers[seat]):
            yield (
                stick,
                f"a riichi stick lies before {seat.value}, and a discard of it was turned sideways",
            )


def _was_turned(view: View, fact: Fact[RiverTileSeen]) -> bool:
    """Whether that tile lies sideways, was told as a discard already, and its seat has declared nothing."""
    seat = fact.latest.seat
    told = fact in view.hypothesis.used and fact.lies
    return told and fact.latest.sideways and not view.state.at(seat).riichi.declared


def _waiting_for_stick(view: View) -> Seat | None:
    """Who declared with the last discard and has not paid yet."""
    laid = view.state.last_discard
    if laid is None:
        return None
    riichi = view.state.at(laid.seat).riichi
    return laid.seat if riichi.declared and not riichi.accepted else None


def _stick_of(view: View, seat: Seat) -> Fact[RiichiStickSeen] | None:
    stick = view.here(view.facts.sticks.get(seat))
    return stick if stick is not None and stick.latest.present else None
