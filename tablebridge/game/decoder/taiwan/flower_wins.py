"""Wins by flowers alone: all eight, or seven of which another seat has the last (TW-S24, TW-S25).

No tile but flowers is shown for them. What tells them from flowers that are replaced is that the hand ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.taiwan.flowers import flower_faces, flower_groups
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import FlowerSeen, PointsShown
from tablebridge_rules.event import WonByFlowers
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.flowers import SEVEN
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.tile import Tile

__all__ = ["flower_wins"]

_ALL = 8
_ENDED = 1.5  # log weight: that the hand ends tells this from flowers that are replaced


def flower_wins(view: View) -> Iterator[Proposal]:
    """The win of a seat that has all flowers, or all but one, when the points move or the cloth is cleared."""
    if all(len(view.state.at(seat).flowers) + len(group) < SEVEN for seat, group in _with_kept(view)):
        return
    end = _end(view)
    for seat, group in _with_kept(view):
        faces = [flower_faces(view, fact) for fact in group]
        if not all(faces) or (end is None and not view.cloth_cleared):
            continue
        won = _won(view.state, seat, tuple(options[0].tile for options in faces))
        facts: list[Fact[Any]] = [*group, *([end] if end is not None else [])]
        if won is not None and facts:
            confidence = min((options[0].confidence for options in faces), default=1.0)
            yield Proposal((vouch(won, facts, confidence),), weight=_ENDED, certain=True)


def _with_kept(view: View) -> Iterator[tuple[Seat, list[Fact[FlowerSeen]]]]:
    """Every seat with the flowers that it has just laid beside those shown."""
    fresh = dict(flower_groups(view))
    yield from ((seat, fresh.get(seat, [])) for seat in Seat)


def _end(view: View) -> Fact[PointsShown] | None:
    told = [fact for fact in view.told(PointsShown) if fact.at_ms > view.hypothesis.event_ms]
    return told[0] if told else None


def _won(state: TaiwanHand, seat: Seat, kept: tuple[Tile, ...]) -> WonByFlowers | None:
    flowers = (*state.at(seat).flowers, *kept)
    if len(flowers) == _ALL and state.actor is seat:
        return WonByFlowers(seat, flowers)
    if len(flowers) != SEVEN:
        return None
    holders = (other for other in Seat if other is not seat and set(state.at(other).flowers) - set(flowers))
    holder = next(holders, None)
    return None if holder is None else WonByFlowers(seat, flowers, holder)
