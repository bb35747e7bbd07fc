"""A console on a desk that answers as a table would, and writes down what it was asked to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablebridge.config import ConsoleConfig
from tablebridge.config.console_password import PasswordHash
from tablebridge.errors import UsageError
from tablebridge.release import PublicState
from tablebridge.web.console_messages import (
    Change,
    ConsoleBook,
    ConsoleClause,
    ConsoleEvent,
    ConsoleFlag,
    ConsoleHand,
    Snapshot,
)
from tablebridge.web.console_server import ConsoleServer
from tests.tablebridge.web.states import NOON, PLAYING

T = TypeVar("T")

PASSWORD = "east wind 25"
# cost 2: a test is no vault, and each login would take a tenth of a second
_CHEAP = PasswordHash(1, 8, 1, b"salt of the test", bytes(32))
HASH = str(PasswordHash(1, 8, 1, _CHEAP.salt, _CHEAP._digest_of(PASSWORD)))

BOOK = ConsoleBook(
    name="riichi-league-tw",
    title={"en": "Riichi league of Taiwan", "zh": "台灣實體桌日式麻將聯盟規則"},
    tradition="riichi",
    tiles=tuple(f"{rank}{suit}" for suit in "mps" for rank in range(10)) + tuple(f"{rank}z" for rank in range(1, 8)),
    clauses=(
        ConsoleClause(
            id="RL-T01",
            title={"en": "Order of turns", "zh": "摸打順序"},
            says={"en": "Draw, then discard, each in turn.", "zh": "依序摸牌，然後打牌。"},
        ),
        ConsoleClause(id="RL-T02", title={"en": "Early draw", "zh": "先自摸"}, says={"en": "Wait.", "zh": "等待。"}),
    ),
)


def event(sequence: int, kind: str, *, hand: int = 3, **values: Any) -> ConsoleEvent:
    """An entry of hand 3; values that are no field of an entry are the event's own."""
    fields = {name: values.pop(name) for name in list(values) if name in ConsoleEvent.__struct_fields__}
    return ConsoleEvent(
        id=f"s-{sequence}",
        sequence=sequence,
        game=1,
        hand=hand,
        type=kind,
        data={"type": kind, **values},
        captured_at=NOON + timedelta(seconds=sequence),
        **({"witnesses": ("camera",)} | fields),
    )


def flag(sequence: int, clause: str = "RL-T01", **values: Any) -> ConsoleFlag:
    """A pending flag on the event of that sequence."""
    fields: dict[str, Any] = {
        "id": f"s-{sequence}.{clause}.turn_order.B",
        "clause": clause,
        "name": "turn_order",
        "seat": "B",
        "text": "B discarded before its turn",
        "proposed_penalty": "chombo",
        "game": 1,
        "hand": 3,
        "event_id": f"s-{sequence}",
        "sequence": sequence,
        "captured_at": NOON + timedelta(seconds=sequence),
        "confidence": 0.97,
        "state": "pending",
    }
    return ConsoleFlag(**(fields | values))


EVENTS = (
    event(
        70,
        "hand_started",
        hand=3,
        round_wind="east",
        dealer="A",
        honba=1,
        sticks=2,
        points=[31200, 24000, 18900, 24900],
    ),
    event(71, "draw", seat="D", tile=None, replacement=False, witnesses=("table",)),
    event(
        72,
        "discard",
        seat="D",
        tile="3z",
        sideways=False,
        drawn=True,
        confidence=0.71,
        candidates=(("3z", 0.71), ("2z", 0.22), ("4z", 0.05)),
    ),
    event(76, "pon", seat="A", own=["7z", "7z"], called="7z", from_seat="D", witnesses=("camera", "table")),
    event(77, "discard", seat="B", tile="8p", sideways=False, drawn=False),
)


@dataclass
class ScriptedDesk:
    """Answers at once, in the thread that asks. `acts` are documents with who sent them; `refuse` the next answer."""

    state: PublicState = PLAYING
    events: tuple[ConsoleEvent, ...] = EVENTS
    flags: tuple[ConsoleFlag, ...] = ()
    acts: list[tuple[Any, str]] = field(default_factory=list)
    refuse: UsageError | None = None
    clips: dict[str, Path] = field(default_factory=dict)
    silent: bool = False
    void: bool = False
    hears: list[Callable[[Snapshot | Change], None]] = field(default_factory=list)

    def snapshot(self) -> Future[Snapshot]:
        return self._answer(self._snapshot())

    def hand_events(self, game: int, hand: int) -> Future[tuple[ConsoleEvent, ...]]:
        older = event(12, "discard", hand=hand, seat="C", tile="9m", sideways=False, drawn=None)
        return self._answer((older,) if (game, hand) == (1, 2) else ())

    def act(self, document: object, by: str) -> Future[tuple[str, ...]]:
        if self.refuse is not None:
            refused: Future[tuple[str, ...]] = Future()
            refused.set_exception(self.refuse)
            return refused
        self.acts.append((document, by))
        return self._answer(("s-99",))

    def report(self) -> Future[dict[str, Any]]:
        return self._answer({"table": self.state.table, "games": []})

    def clip(self, flag_id: str) -> Path | None:
        return self.clips.get(flag_id)

    def subscribe(self, hear: Callable[[Snapshot | Change], None]) -> None:
        self.hears.append(hear)

    def tell(self, message: Snapshot | Change | None = None) -> None:
        """What the table's thread does when something has happened; all of it when None."""
        for hear in self.hears:
            hear(message or self._snapshot())

    def change(self, **values: Any) -> None:
        """Tells of new events and flags, and keeps them for later snapshots."""
        known = {one.id: one for one in self.flags} | {one.id: one for one in values.get("flags", ())}
        self.flags = tuple(known.values())
        self.events += tuple(values.get("events", ()))
        self.tell(Change(table=self.state.table, state=self.state, **values))

    def _snapshot(self) -> Snapshot:
        hands = (ConsoleHand(game=1, hand=2, first=1), ConsoleHand(game=1, hand=3, first=70))
        return Snapshot(
            table=self.state.table,
            book=BOOK,
            state=self.state,
            hands=hands,
            events=self.events,
            flags=self.flags,
            void=self.void,
        )

    def _answer(self, value: T) -> Future[T]:
        future: Future[T] = Future()
        if not self.silent:
            future.set_result(value)
        return future


@dataclass
class ScriptedDelay:
    """A delay that is set at once. `asked` are those that were asked for, with who asked."""

    present_s: float = 30.0
    asked: list[tuple[float, str]] = field(default_factory=list)

    def set(self, delay_s: float, by: str) -> float:
        if not 0 <= delay_s <= 300:
            raise UsageError("that long is not possible", "table hall-1", "give another")
        self.asked.append((delay_s, by))
        self.present_s = delay_s
        return delay_s


class Console:
    """A console of two tables, served; the first has a broadcast delay."""

    def __init__(self, **config: Any) -> None:
        other = msgspec.structs.replace(PLAYING, table="hall-2")
        self.desks = {"hall-1": ScriptedDesk(), "hall-2": ScriptedDesk(other)}
        self.config = ConsoleConfig(port=0, referees={"lee": HASH, "chen": HASH}, **config)
        self.delay = ScriptedDelay()
        self.server = ConsoleServer(self.config, self.desks, {"hall-1": self.delay})
        self.server.start()

    @property
    def desk(self) -> ScriptedDesk:
        return self.desks["hall-1"]

    @property
    def address(self) -> str:
        return self.server.address

    def restart(self, while_down: Callable[[], object] = lambda: None) -> None:
        """Stops, lets something happen, and serves again at the same address; every login is over."""
        port = int(self.address.rsplit(":", 1)[1])
        self.server.stop()
        while_down()
        config = msgspec.structs.replace(self.config, port=port)
        self.server = ConsoleServer(config, self.desks, {"hall-1": self.delay})
        self.server.start()
