"""What the decoder has before it when it looks for the next event: the hand so far, the facts, and the time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.face_reading import TilesLeft
from tablebridge.game.facts import ClothFacts, Fact
from tablebridge.game.patience import Patience
from tablebridge.observation import ReadTile, RiverTileSeen, Witness
from tablebridge_rules.event import GameEvent
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["Situation", "vouch"]

_NEVER = datetime.min.replace(tzinfo=UTC)
_JUST_NOW_MS = 5000.0
_CLEARED = 3  # one discard may be on its way into a meld, a second into another's doubt


@dataclass(slots=True)
class Situation:
    """The present moment of a table. `state` is None until the beginning of a hand was seen.

    `acted_ms` is the table time of each seat's last discard or call: a row seen before it tells of no new draw.
    `event_ms` and `applied_ms` are when the last event was captured and when it was concluded; `events` counts them.
    `judged` remembers what was concluded since the last event and holds until the next.
    """

    rulebook: Rulebook
    patience: Patience
    facts: ClothFacts = field(default_factory=ClothFacts)
    state: HandState | None = None
    now_ms: float = float("-inf")
    acted_ms: dict[Seat, float] = field(default_factory=dict)
    event_ms: float = float("-inf")
    applied_ms: float = float("-inf")
    events: int = 0
    first_dealer: Seat = Seat.A
    captured_at: datetime = _NEVER
    judged: dict[object, object] = field(default_factory=dict)

    @property
    def hand(self) -> HandState:
        """The hand in play. Raises `ValueError` when there is none."""
        if self.state is None:
            raise ValueError("no hand has begun")
        return self.state

    @property
    def in_play(self) -> bool:
        """From the deal to the end of a hand."""
        return self.state is not None and self.state.phase not in (Phase.BEFORE_DEAL, Phase.ENDED)

    @property
    def draw_due(self) -> bool:
        """Whether the seat in turn draws next, unless somebody calls."""
        return self.state is not None and self.state.phase in (Phase.CALLS_OPEN, Phase.MUST_DRAW)

    @property
    def cloth_cleared(self) -> bool:
        """Whether the tiles are being put back into the table: nothing more of this hand will be shown."""
        facts = self.facts
        taken = sum(fact.gone_ms is not None for river in facts.rivers.values() for fact in river.lying.values())
        back = any(fact.gone_ms is not None and self.is_recent(fact) for fact in facts.reveals.values())
        return len(facts.walls) == len(Seat) or taken >= _CLEARED or back

    def is_recent(self, fact: Fact[Any]) -> bool:
        """Whether a thing still lies there, or was taken away only just now."""
        return fact.gone_ms is None or self.now_ms - fact.gone_ms < _JUST_NOW_MS

    def waited(self, fact: Fact[Any], patience_ms: float) -> bool:
        """Whether a fact has been known for that long."""
        return self.now_ms - fact.arrived_ms >= patience_ms

    def tiles_left(self) -> TilesLeft:
        """What the set still has that nobody has seen."""
        return TilesLeft.of(self.hand, self.rulebook)

    def face(self, reading: ReadTile, fact: Fact[Any]) -> tuple[Tile, float] | None:
        """The face of a reading, and how sure; None while it may still be read better, or cannot be read."""
        best = self.tiles_left().best(reading)
        if best is None or (best[1] < self.patience.sure and not self.waited(fact, self.patience.reread)):
            return None
        return best[0], min(best[1], fact.confidence) if str(best[0]) == reading.tile else best[1]

    def last_discard_fact(self) -> Fact[RiverTileSeen] | None:
        """The tile that was discarded last, as it was seen in its river; None once it was claimed."""
        laid = self.hand.last_discard
        if laid is None:
            return None
        river = self.facts.rivers[laid.seat]
        slot = river.last_slot()
        return None if slot is None else river.lying[slot]

    def call_under_way(self) -> bool:
        """Whether the last discard was taken away and the meld made with it may still appear."""
        taken = self.last_discard_fact()
        return taken is not None and taken.gone_ms is not None and self.now_ms - taken.gone_ms < self.patience.called


def vouch(
    event: GameEvent,
    facts: Iterable[Fact[Any]],
    confidence: float = 1.0,
    *,
    at: Fact[Any] | None = None,
) -> DecodedEvent:
    """The event with the witnesses and the evidence of these facts (at least one), each once.

    The moment is that of `at`, or of the earliest fact; the confidence the least of `confidence` and the observations'.
    """
    used = list(facts)
    moment = at or min(used, key=lambda fact: fact.at_ms)
    witnesses = dict.fromkeys(fact.first.witness for fact in used)
    evidence = dict.fromkeys(piece for fact in used for piece in fact.first.evidence)
    return DecodedEvent(
        event,
        moment.at_ms,
        moment.first.captured_at,
        min([confidence, *(fact.first.confidence for fact in used)]),
        tuple(sorted(witnesses, key=list(Witness).index)),
        tuple(evidence),
    )
