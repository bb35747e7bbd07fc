"""What an act sees when it looks for what happened next: one hypothesis, the facts, and the time.

Acts read, they never write. Whatever depends on time goes through `waited`, `passed` and `quiet`, so that the decoder
knows when it has to look again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.customs import Customs
from tablebridge.game.decoder.face_reading import TilesLeft, candidates
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import DOUBTFUL, Hypothesis
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.observation import DiceShown, MeldSeen, ReadTile, RiverTileSeen, WallRaised, Witness
from tablebridge_rules.event import HandEvent, HandStarted
from tablebridge_rules.meld import KAN_TILES
from tablebridge_rules.play import AnyRulebook, begin, tradition
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.tile import Tile

__all__ = ["CLEARED", "Face", "Setting", "View", "vouch"]

CLEARED = 3
"""So many discards gone are no calls: one may be on its way into a meld, a second into another's doubt."""

M = TypeVar("M")
F = TypeVar("F")
_JUST_NOW_MS = 5000.0
_RIVAL = 0.1  # a face that much less likely than the best one is no rival
_MOST_FACES = 3
_GLARE = 0.05  # how often a red five is read as a plain one, or the other way round, without any doubt
_FIFTH = 0.02  # what the likelihood of a face is worth of which the set has no more


@dataclass(frozen=True, slots=True)
class Face:
    """One face that a reading may be: its log weight in a proposal, and how sure (0..1) the witness was of it."""

    tile: Tile
    weight: float
    confidence: float


class Setting:
    """What never changes while a table is followed by one rulebook."""

    def __init__(self, rulebook: AnyRulebook, customs: Customs, patience: Patience) -> None:
        self.rulebook, self.customs, self.patience = rulebook, customs, patience
        self.tradition = tradition(rulebook)
        self.tile_set = self.tradition.tile_set(rulebook)
        self.hand_tiles = self.tradition.hand_tiles
        """Tiles that stand before a seat that waits for its turn."""
        self.whole = TilesLeft(rulebook)
        points = self.tradition.opening_points(rulebook)
        self.wall_tiles = begin(HandStarted(0, Wind.EAST, Seat.A, 0, 0, points), rulebook).wall_left
        """What `wall_left` is before the deal: all tiles that will be drawn from the front."""


@dataclass(slots=True)
class View:
    """One hypothesis before the facts at `now_ms` (table time)."""

    setting: Setting
    facts: TableFacts
    hypothesis: Hypothesis
    now_ms: float
    captured_at: datetime
    memory: dict[object, object] = field(default_factory=dict)
    wake_ms: float = math.inf

    # --- the hand ------------------------------------------------------------------------------------------------

    @property
    def rulebook(self) -> Any:
        """The rulebook of the table, of the tradition's own class."""
        return self.setting.rulebook

    @property
    def customs(self) -> Customs:
        """How this tradition plays on the cloth."""
        return self.setting.customs

    @property
    def patience(self) -> Patience:
        """How long to wait for what."""
        return self.setting.patience

    @property
    def state(self) -> Any:
        """The hand, of the tradition's own class. Raises `ValueError` when the beginning of none was seen."""
        if self.hypothesis.state is None:
            raise ValueError("no hand has begun")
        return self.hypothesis.state

    @property
    def table(self) -> AnyTable | None:
        """The hand as every tradition has it, or None."""
        return self.hypothesis.state

    @property
    def in_play(self) -> bool:
        """From the deal to the end of a hand."""
        table = self.table
        return table is not None and table.phase not in (Phase.BEFORE_DEAL, Phase.ENDED)

    @property
    def before_deal(self) -> bool:
        """A hand has begun and is not dealt yet."""
        return self.table is not None and self.table.phase is Phase.BEFORE_DEAL

    @property
    def between_hands(self) -> bool:
        """No hand was seen yet, or the last one is over."""
        return self.table is None or self.table.phase is Phase.ENDED

    @property
    def draw_due(self) -> bool:
        """Whether the seat in turn draws next, unless somebody calls."""
        return self.table is not None and self.table.phase in (Phase.CALLS_OPEN, Phase.MUST_DRAW)

    def full_row(self, seat: Seat) -> int:
        """How many tiles stand before a seat that holds its draw."""
        return self.setting.hand_tiles + 1 - 3 * len(self.state.at(seat).melds)

    # --- the facts -----------------------------------------------------------------------------------------------

    def fresh_tiles(self, seat: Seat) -> list[Fact[RiverTileSeen]]:
        """The tiles of that river which no event explains, those just gone included, in the order of their slots."""
        since, explains = self.hypothesis.since_ms, self.hypothesis.explains
        river = self.facts.rivers[seat]
        fresh = [fact for fact in river if fact.at_ms >= since and not explains(fact) and self.is_recent(fact)]
        return sorted(fresh, key=lambda fact: (fact.latest.slot, fact.arrived_ms))

    def next_slot(self, seat: Seat) -> int:
        """Where that seat's next discard comes to lie: the slot behind its last one, or the one that a call left."""
        explains, claimed = self.hypothesis.explains, self.hypothesis.claimed
        slots = [fact.latest.slot for fact in self.facts.rivers[seat] if fact not in claimed and explains(fact)]
        return max(slots, default=-1) + 1

    def fresh_melds(self) -> list[Fact[MeldSeen]]:
        """The melds that lie there and are not in the state as they lie, the earliest first: new ones, and pons that
        grew."""
        found = [fact for (seat, index), fact in self.facts.melds.items() if self._is_fresh_meld(seat, index, fact)]
        return sorted(found, key=lambda fact: fact.at_ms)

    def _is_fresh_meld(self, seat: Seat, index: int, fact: Fact[MeldSeen]) -> bool:
        if not fact.lies or fact.at_ms < self.hypothesis.since_ms:
            return False
        melds = self.state.at(seat).melds
        if index >= len(melds):
            return True
        known = KAN_TILES if melds[index].kind.is_kan else len(melds[index].tiles)  # of a hidden kan no tile is known
        return len(fact.latest.tiles) > known

    def unused(self, facts: Iterable[Fact[F]]) -> Iterator[Fact[F]]:
        """Those of this hand that no event of this hypothesis has used up."""
        for fact in facts:
            if fact.at_ms >= self.hypothesis.since_ms and fact not in self.hypothesis.used:
                yield fact

    def here(self, fact: Fact[F] | None) -> Fact[F] | None:
        """The fact if it is of this hand and lies there still."""
        return fact if fact is not None and fact.lies and fact.at_ms >= self.hypothesis.since_ms else None

    def throw(self, purpose: str) -> Fact[DiceShown] | None:
        """The newest throw for that purpose (`dealer`, `break`) that no event has used up."""
        throws = [fact for fact in self.unused(self.facts.dice) if fact.latest.purpose == purpose]
        return throws[-1] if throws else None

    def new_walls(self) -> list[Fact[WallRaised]]:
        """The walls that came up and began no hand yet, in seat order."""
        used = self.hypothesis.used
        return [fact for seat in Seat if (fact := self.facts.walls.get(seat)) is not None and fact not in used]

    def told(self, kind: type[F]) -> list[Fact[F]]:
        """The unused reports of a kind that has no place on the cloth, such as `ButtonPressed`, oldest first."""
        return list(self.unused(fact for fact in self.facts.others if isinstance(fact.latest, kind)))

    def last_discard_fact(self) -> Fact[RiverTileSeen] | None:
        """The tile that was discarded last, as it was seen in its river; None once it was claimed."""
        laid = self.state.last_discard
        return None if laid is None else self.hypothesis.discards[laid.seat.number]

    def taken_discard(self) -> Fact[RiverTileSeen] | None:
        """The last discard when it left its river and no event says where to."""
        fact = self.last_discard_fact()
        return fact if fact is not None and not fact.lies and not self.came_back(fact) else None

    def may_hide(self, seat: Seat) -> bool:
        """Whether an arm lies over that seat's place just now, so that an act of it may go unseen."""
        if not self.facts.may_hide(seat, self.now_ms):
            return False
        self.wake_ms = min(self.wake_ms, self.facts.hidden_until_ms(seat))
        return True

    def may_miss_before(self, seat: Seat) -> bool:
        """Whether something that gives `seat` the turn may lie under an arm just now: what the seat in turn does, or,
        while the last discard can be claimed, a call or a win of any other."""
        if self.draw_due and self.table is not None and self.table.last_discard is not None:
            return any(self.may_hide(other) for other in Seat if other is not seat)
        return self.may_hide(self.state.turn)

    def came_back(self, fact: Fact[RiverTileSeen]) -> bool:
        """Whether a tile lies where it lay before, its slot having been seen empty meanwhile, or was pushed aside."""
        return any(later.lies and later.again is fact for later in self.facts.rivers[fact.latest.seat])

    def call_under_way(self) -> bool:
        """Whether the last discard was taken away and the meld made with it may still appear."""
        taken = self.taken_discard()
        return taken is not None and not self.passed(taken.gone_ms or 0.0, self.patience.called)

    @property
    def cloth_cleared(self) -> bool:
        """Whether the tiles are being put back into the table: nothing more of this hand will be shown."""
        since = self.hypothesis.since_ms
        gone = [fact for river in self.facts.rivers.values() for fact in river if not fact.lies and fact.at_ms >= since]
        taken = sum(fact not in self.hypothesis.claimed and not self.came_back(fact) for fact in gone)
        reveals = [fact for fact in self.facts.reveals.values() if fact.at_ms >= since]
        back = any(not fact.lies and self.is_recent(fact) for fact in reveals)
        return len(self.new_walls()) == len(Seat) or taken >= CLEARED or back

    # --- the time ------------------------------------------------------------------------------------------------

    def passed(self, since_ms: float, patience_ms: float) -> bool:
        """Whether so much time has gone by since a moment."""
        due = since_ms + patience_ms
        if self.now_ms >= due:
            return True
        self.wake_ms = min(self.wake_ms, due)
        return False

    def waited(self, fact: Fact[Any], patience_ms: float) -> bool:
        """Whether a fact has been known for that long."""
        return self.passed(fact.arrived_ms, patience_ms)

    def settled_down(self, facts: Iterable[Fact[Any]], patience_ms: float) -> bool:
        """Whether none of these changed for that long; or the cloth is being cleared, so that nothing more comes."""
        return self.cloth_cleared or self.passed(max(fact.changed_ms for fact in facts), patience_ms)

    def quiet(self, patience_ms: float) -> bool:
        """Whether nothing happened since the last event for that long; or the cloth is being cleared."""
        return self.cloth_cleared or self.passed(self.hypothesis.applied_ms, patience_ms)

    def is_recent(self, fact: Fact[Any]) -> bool:
        """Whether a thing still lies there, or was taken away only just now."""
        return fact.gone_ms is None or not self.passed(fact.gone_ms, _JUST_NOW_MS)

    # --- the faces -----------------------------------------------------------------------------------------------

    def remember(self, key: object, find: Callable[[], M]) -> M:
        """The value found once for this hypothesis; `key` names the question and holds what else it depends on."""
        if key not in self.memory:
            self.memory[key] = find()
        return self.memory[key]  # type: ignore[return-value]

    def tiles_left(self) -> TilesLeft:
        """What the set still has that nobody has seen."""
        return self.remember("tiles_left", self._tiles_left).copy()

    def _tiles_left(self) -> TilesLeft:
        left = self.setting.whole.copy()
        for tile in self.state.visible_tiles():
            left.take(tile)
        return left

    def faces(self, reading: ReadTile, left: TilesLeft | None = None) -> list[Face]:
        """The faces that a reading may be, the likeliest first: rivals of one another, mostly just one.

        A face of which the set has no more is hardly likely; one that was not read at all is none.
        """
        left = left or self.tiles_left()
        named = {reading.tile, *(name for name, _ in reading.candidates)}
        weighed = [
            ((sure if str(tile) in named else _twin(sure)) * (1.0 if left.has(tile) else _FIFTH), tile, sure)
            for tile, sure in candidates(reading)
        ]
        weighed.sort(key=lambda face: -face[0])
        least = weighed[0][0] * _RIVAL if weighed else 0.0
        return [
            Face(tile, math.log(max(weight, 1e-6)), sure if left.has(tile) else min(sure, DOUBTFUL))
            for weight, tile, sure in weighed[:_MOST_FACES]
            if weight >= least
        ]

    def hold_of(self, fact: Fact[Any], confidence: float) -> float:
        """Until when (table ms) a face so sure is not to be told, because it may still be read better."""
        return float("-inf") if confidence >= self.patience.sure else fact.arrived_ms + self.patience.reread


def _twin(sure: float) -> float:
    """How likely the other colour of a five is that was read as this one, given half of its confidence: it takes what
    the reading leaves open, and a glare that nobody noticed."""
    return max(sure * (1 - 2 * sure), _GLARE)


def vouch(
    event: HandEvent,
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
