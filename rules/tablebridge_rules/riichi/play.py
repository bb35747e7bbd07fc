"""Riichi as a tradition for `play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import GameEvent, HandEvent, event_type
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi import claims
from tablebridge_rules.riichi.enforcement import bear, enforce, fine
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.standings import Standing, final_standings
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step as riichi_step
from tablebridge_rules.riichi.witnessed import apply_fact, judge_fact
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Step
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.tradition import Tradition

__all__ = ["RIICHI"]

_HAND_TILES = 13


def _tile_set(rulebook: Rulebook) -> tuple[Tile, ...]:
    """136 tiles, of which the rulebook's red fives take the place of plain ones."""
    plain = [Tile(kind) for kind in STANDARD_KINDS for _ in range(4)]
    reds = [Tile.parse(name) for name, count in rulebook.table.red_fives for _ in range(count)]
    for red in reds:
        plain.remove(Tile(red.kind))
    return (*plain, *reds)


def _opening_points(rulebook: Rulebook) -> Delta:
    each = rulebook.game.starting_points
    return each, each, each, each


def _step(state: HandState, event: HandEvent, rulebook: Rulebook) -> Step[HandState]:
    if not isinstance(event, GameEvent):
        raise EventError(f"{event_type(event)} ({type(event).__name__}) is no event of a riichi hand")
    return riichi_step(state, event, rulebook)


def _resolve(claimed: Sequence[HandEvent], rulebook: Rulebook) -> tuple[HandEvent, ...]:
    return claims.resolve([claim for claim in claimed if isinstance(claim, GameEvent)], rulebook)


def _standings(
    rulebook: Rulebook,
    points: Delta,
    first_dealer: Seat,
    sticks: int,
    violation_points: Mapping[Seat, int] | None,
) -> tuple[Standing, ...]:
    return final_standings(rulebook, points, sticks, first_dealer, violation_points)


RIICHI = Tradition(
    load=load,
    rulebook=Rulebook,
    state=HandState,
    tile_set=_tile_set,
    hand_tiles=_HAND_TILES,
    indicators=True,
    opening_points=_opening_points,
    start=start,
    step=_step,
    legal_events=claims.legal_events,
    resolve=_resolve,
    settle=settle,
    next_hand=next_hand,
    standings=_standings,
    judge_fact=judge_fact,
    apply_fact=apply_fact,
    enforce=enforce,
    bear=bear,
    fine=fine,
)
"""Hands of thirteen tiles, indicators, riichi."""
