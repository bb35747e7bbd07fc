"""While a flag is pending, nothing public tells of it: neither events nor states, on MQTT or on the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tablebridge.game.flag import Flag
from tablebridge.game.ruling import AcceptFlag, DeferFlag, OverruleFlag, RaiseFlag
from tablebridge.mqtt.cloudevent import encode_event, encode_state
from tablebridge.release import PublicState, Released, ReleaseGate
from tablebridge.web.messages import EventMessage, StateMessage, encode
from tablebridge_rules.event import Discarded, Drawn, HandEvent, HandStarted, Settled
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.refereed import RefereedTable, game

OF_SETTLEMENTS = ("SC-R23",)  # the end of a Sichuan wall, which is also how it is used up too early


class Public:
    """Everybody who listens: all that they were sent, as it went out, and the sequences of the events."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.types: list[str] = []
        self.sequences: list[int] = []
        self.gate = ReleaseGate("t1")
        self.gate.subscribe(self.hear)

    def hear(self, released: Released | None, state: PublicState) -> None:
        self.sent += [encode_state(state).decode(), encode(StateMessage(state, {}))]
        if released is not None:
            self.types.append(released.type)
            self.sequences.append(released.sequence)
            self.sent += [encode_event(released).decode(), encode(EventMessage(released, state))]


class Hall:
    """A table that is played at by people who do wrong, its public, and its referee."""

    def __init__(self, book: str, folder: Path) -> None:
        self.table = RefereedTable(read_rulebook(book), folder)
        self.public = Public()

    def play(self, events: list[HandEvent]) -> None:
        for event in events:
            for entry in self.table.tell([event]):
                self.public.gate.admit(entry, self.table.state)

    def act(self, act: AcceptFlag | DeferFlag | OverruleFlag | RaiseFlag) -> list[str]:
        entries = self.table.act(act)
        for entry in entries:
            self.public.gate.admit(entry, self.table.state)
        return [entry.type for entry in entries]

    @property
    def open_flags(self) -> list[Flag]:
        return [flag for flag in self.table.flags if flag.state.open]


def with_fouls(book: str, seed: int) -> list[HandEvent]:
    """A game in which tiles are drawn and discarded that nobody should have."""
    chance, events = Random(seed), list(game(book, 1, 2))
    for _ in range(12):
        at = chance.randrange(len(events))
        seat, name = chance.choice(list(Seat)), chance.choice(["1m", "5s", "9p"])
        if not isinstance(events[at], HandStarted | Settled) and at:
            events.insert(at, chance.choice([Drawn(seat), Discarded(seat, Tile.parse(name))]))
    return events


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[str], Hall]]:
    made: list[Hall] = []

    def hall(book: str) -> Hall:
        made.append(Hall(book, tmp_path))
        made[-1].play(with_fouls(book, 7))
        return made[-1]

    yield hall
    for one in made:
        one.table.journal.close()


@pytest.fixture
def hall(make: Callable[[str], Hall]) -> Hall:
    return make("riichi-mjnet-2005")


def words_of(flag: Flag) -> set[str]:
    """What gives a flag away; its clause does not where the settlement of any hand cites it."""
    said = {flag.id, f'"{flag.name}"', flag.text}
    return said if flag.clause in OF_SETTLEMENTS else {*said, flag.clause}


def told_of(flag: Flag, sent: list[str]) -> list[str]:
    return [word for word in words_of(flag) for message in sent if word in message]


@pytest.mark.parametrize("book", shipped())
def test_a_pending_flag_is_nowhere_public(make: Callable[[str], Hall], book: str) -> None:
    hall = make(book)
    assert len(hall.open_flags) >= 5
    for flag in hall.open_flags:
        assert told_of(flag, hall.public.sent) == []
    assert hall.public.sequences == list(range(1, len(hall.public.sequences) + 1))


def test_no_gap_in_the_sequence_tells_that_something_was_flagged(hall: Hall) -> None:
    hall.act(RaiseFlag(hall.open_flags[0].clause, Seat.A, "the referee saw it"))
    hall.act(DeferFlag(hall.open_flags[-1].id, "later"))
    hall.play([Drawn(Seat.A)])
    assert hall.public.sequences == list(range(1, len(hall.public.sequences) + 1))


def test_a_ruling_tells_only_of_what_was_ruled_on(hall: Hall) -> None:
    first, second, *rest = hall.open_flags
    hall.public.sent.clear()
    assert hall.act(DeferFlag(first.id)) == []
    assert hall.public.sent == []
    assert hall.act(OverruleFlag(second.id)) == ["ruling"]
    assert any(second.id in message for message in hall.public.sent)
    assert not any(second.text in message for message in hall.public.sent)
    ruled = words_of(second)
    for flag in (first, *rest):
        assert set(told_of(flag, hall.public.sent)) <= ruled


def test_what_is_accepted_is_told_with_its_clause_and_its_words(hall: Hall) -> None:
    flag = hall.open_flags[0]
    assert hall.act(AcceptFlag(flag.id))[:2] == ["ruling", "penalty_applied"]
    assert set(told_of(flag, hall.public.sent)) >= {flag.id, flag.clause, flag.text}
