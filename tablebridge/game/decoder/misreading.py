"""Accusations that rest on one face: a win refused because of a discard that may only have been read wrongly.

What a hand passed or discarded is known from the tiles that were told, each as sure as its reading. A win that would
stand if one hardly sure face had been another one accuses nobody: a misreading is far likelier than such a foul.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.hypothesis import fold
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Discarded, ExhaustiveDraw, HandEvent, HandsRevealed, HandStarted, Won
from tablebridge_rules.play import AnyRulebook, tradition
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["Misreading", "TileTold", "misreading_behind"]

_PROOF = 0.95  # a face read so surely may carry an accusation
_MOST_TRIED = 4  # faces; a discard matters to few kinds, so that one of these is innocent


@dataclass(frozen=True, slots=True)
class TileTold:
    """An event of the hand in play, how sure (0..1) its face is by now, and what else it may be, likeliest first."""

    event: HandEvent
    sure: float = 1.0
    others: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Misreading:
    """The event (counted from 0 in its hand) whose face was probably misread, what it may have been instead, and one
    line for the referee."""

    index: int
    likely: tuple[Tile, ...]
    reason: str


def misreading_behind(
    told: Sequence[TileTold], accused: DecodedEvent, violations: Iterable[Violation], rulebook: AnyRulebook
) -> Misreading | None:
    """The discard, not surely read, but for which `accused` would break nothing; None when there is none.

    `told` are the events of the hand before it, from its beginning; `violations` what the rules find with it. Only an
    event that opens hands can be judged by tiles long gone: of others there is none.
    """
    found = {violation.clause for violation in violations if violation.seat is not None}
    event = accused.event
    if not found or not isinstance(event, Won | ExhaustiveDraw | HandsRevealed):
        return None
    if not told or not isinstance(told[0].event, HandStarted):
        return None
    newest = max((index for index, one in enumerate(told) if isinstance(one.event, Discarded)), default=0)
    for index, one in enumerate(told[:newest]):  # the newest is what a win is made on, and the hand has to fit it
        if not isinstance(one.event, Discarded) or one.sure >= _PROOF:
            continue
        if any(_stands(_with_tile(told, index, tile), event, rulebook) for tile in _instead(one, rulebook)):
            return Misreading(index, one.others, _reason(one.event, sorted(found), index))
    return None


def _instead(one: TileTold, rulebook: AnyRulebook) -> Iterator[Tile]:
    """Faces to try: what it was read as besides, and a few others that are far from one another."""
    assert isinstance(one.event, Discarded)
    faces = dict.fromkeys(one.others)
    faces |= dict.fromkeys(tradition(rulebook).tile_set(rulebook)[::29])
    kind = one.event.tile.kind
    yield from [tile for tile in faces if tile.kind != kind and not tile.kind.is_flower][:_MOST_TRIED]


def _with_tile(told: Sequence[TileTold], index: int, tile: Tile) -> list[HandEvent]:
    events = [one.event for one in told]
    discard = events[index]
    assert isinstance(discard, Discarded)
    events[index] = replace(discard, tile=tile)
    return events


def _stands(before: Iterable[HandEvent], event: HandEvent, rulebook: AnyRulebook) -> bool:
    """Whether nobody is accused for `event` after these."""
    state: AnyTable | None = None
    try:
        for earlier in before:
            state, _ = fold(state, earlier, rulebook)
        _, violations = fold(state, event, rulebook)
    except RulesError:
        return False  # that tile went on into a meld, which is told as it lies
    return all(violation.seat is None for violation in violations)


def _reason(discard: Discarded, clauses: Sequence[str], index: int) -> str:
    tile, seat = discard.tile, discard.seat.value
    return (
        f"the win would break {', '.join(clauses)} only because {tile} was read in {seat}'s river, and not surely: "
        f"event {index + 1} of the hand"
    )
