"""A table with a referee and no witnesses: events are told to it, acts are done at it, all of it by a real journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.flag import Flag
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.journal.note import ActNote
from tablebridge.game.referee.ruling_desk import carry_out
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge.game.ruling import RefereeAct
from tablebridge.game.session_record import SessionRecord
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Witness
from tablebridge.sim.table_play import play_game
from tablebridge_rules.event import Dealt, Drawn, HandEvent, TilesDealt
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tests.tablebridge.game.observations_of import NOON


class RefereedTable:
    """`told` are all entries in the order in which everybody heard of them."""

    def __init__(self, rulebook: AnyRulebook, folder: Path) -> None:
        self.rulebook = rulebook
        self.journal = Journal(folder / "t1.sqlite", "t1", now=NOON, session="5e55")
        self.record = SessionRecord("t1", rulebook, self.journal)
        self.told: list[JournalEntry] = []

    def tell(
        self, events: Iterable[HandEvent], confidence: float = 0.9, *, new_game: bool = False
    ) -> list[JournalEntry]:
        decoded = []
        for event in events:
            at_ms = 1000.0 * (len(self.told) + len(decoded))
            decoded.append(
                DecodedEvent(event, at_ms, NOON + timedelta(milliseconds=at_ms), confidence, (Witness.CAMERA,))
            )
        entries = self.record.append(decoded, new_game=new_game or not self.told)
        self.told += entries
        return entries

    def act(self, act: RefereeAct, by: str = "Lin") -> list[JournalEntry]:
        stage = Stage(self.record.game, self.record.flags, self.journal, 9e6, NOON + timedelta(hours=2))
        carry_out(act, by, stage)
        entries = self.record.commit(stage, ActNote(by, act))
        self.told += entries
        return entries

    def restart(self) -> None:
        path = self.journal.path
        self.journal.close()
        self.journal = Journal(path, "t1", now=NOON)
        self.record = SessionRecord("t1", self.rulebook, self.journal)

    @property
    def entries(self) -> list[JournalEntry]:
        return self.record.game.entries

    @property
    def flags(self) -> Sequence[Flag]:
        return self.record.flags.flags

    @property
    def state(self) -> PublicState:
        return self.record.projection.state()

    @property
    def points(self) -> tuple[int, ...]:
        assert self.record.game.state is not None
        return self.record.game.state.points

    @property
    def money(self) -> int:
        state = self.record.game.state
        assert state is not None
        return sum(state.points) + 1000 * getattr(state, "sticks", 0)


def as_seen(event: HandEvent) -> HandEvent:
    """The event as a decoder tells it: nobody sees what is dealt and drawn."""
    match event:
        case Drawn():
            return replace(event, tile=None)
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case _:
            return event


@cache
def game(book: str, seed: int, hands: int = 3) -> tuple[HandEvent, ...]:
    played = play_game(seed, read_rulebook(book), hands)
    return tuple(as_seen(event) for hand in played for event in hand)
