"""Calls that are late, or made from the wrong seat. What makes them sure is the river: its newest tile is gone, and one
of its kind lies in a meld that has just come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import MeldSeen
from tablebridge_rules.event import Called
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.table import OpenTile, Phase

__all__ = ["far_run", "late_call"]

_PLAIN = 0.9  # a face so surely read is not taken for another
_RARE = -0.5  # log weight
_AT_ONCE_MS = 2500.0  # from a river into a meld


def late_call(view: View) -> Iterator[Proposal]:
    """A pon or kan of the newest discard after somebody has drawn: it stands until the drawn tile is joined (TW-R18,
    ZJ-R02), which is for the rules to judge."""
    if view.state.phase is Phase.MUST_DISCARD:
        for fact, reading, laid in _of_taken_tile(view):
            if reading.meld.kind in (MeldKind.PON, MeldKind.KAN_EXPOSED) and fact.latest.seat is not view.state.turn:
                yield _told(view, fact, reading, laid)


def far_run(view: View) -> Iterator[Proposal]:
    """A run of a tile that the left player has not discarded (TW-F07, ZJ-R18)."""
    if view.state.phase is Phase.CALLS_OPEN:
        for fact, reading, laid in _of_taken_tile(view):
            plain = reading.meld.kind is MeldKind.CHI and reading.confidence >= _PLAIN
            if plain and laid.seat.after() is not fact.latest.seat:
                yield _told(view, fact, reading, laid)


def _of_taken_tile(view: View) -> Iterator[tuple[Fact[MeldSeen], MeldReading, OpenTile]]:
    """The new melds that hold the newest discard, which is gone from its river."""
    laid: OpenTile | None = view.state.last_discard
    taken = view.taken_discard()
    if laid is None or taken is None or taken.gone_ms is None:
        return
    for fact in view.fresh_melds():
        seat = fact.latest.seat
        is_next = fact.latest.index == len(view.state.at(seat).melds)
        if seat is not laid.seat and is_next and abs(fact.at_ms - taken.gone_ms) < _AT_ONCE_MS:
            yield from ((fact, reading, laid) for reading in view.customs.read_meld(view, fact, laid.tile))


def _told(view: View, fact: Fact[MeldSeen], reading: MeldReading, laid: OpenTile) -> Proposal:
    call = vouch(Called(fact.latest.seat, replace(reading.meld, from_seat=laid.seat)), [fact], reading.confidence)
    return Proposal(
        (*view.customs.before_act(view, fact), call),
        weight=reading.weight + _RARE,
        certain=reading.confidence >= _PLAIN,
        not_before_ms=view.hold_of(fact, reading.confidence),
    )
