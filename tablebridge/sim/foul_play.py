"""Hands in which a player commits a foul that was asked for, at a moment that the seed chooses; the rest is legal.

What breaks a clause is not written here but asked of the rules: players try what `foul_candidates` thinks of until the
rules cite that clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tablebridge.sim.choreography import Act
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.foul_candidates import GENERATORS, Candidate
from tablebridge.sim.foul_scripts import FoulScript
from tablebridge.sim.foul_witness import shows_at_the_table
from tablebridge.sim.table_play import TablePlay
from tablebridge.sim.table_players import TablePlayers
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Called, Discarded, Drawn, FlowersShown, HandEvent, HandStarted, Won
from tablebridge_rules.fact import DiscardTouched, Fact, MeldChanged, RiverTileTaken, WallBroken
from tablebridge_rules.play import AnyRulebook, apply_fact, judge_fact, legal_events, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.violation import Violation

__all__ = ["FoulHand", "NoFoul", "play_foul"]

_MOST_TRIES = 200
_EARLY = 20
_LAST_TILES = 4
_LATEST_START = 60
"""The foul is looked for from one of the first so many acts on; what it takes several acts for, from an early one."""


class NoFoul(Exception):
    """No hand was found in which that foul can be committed."""


@dataclass(frozen=True, slots=True)
class FoulHand:
    """A whole hand with a foul in it, and the state after it."""

    acts: tuple[Act, ...]
    state: AnyTable


def play_foul(started: HandStarted, seed: int, book: AnyRulebook, script: FoulScript, *, opens: bool) -> FoulHand:
    """A hand from `started` in which that foul is committed; `opens` as in `table_play.play_hand`.

    The same arguments give the same hand. Raises `NoFoul`.
    """
    for number in range(_MOST_TRIES):
        rng = Random(f"foul {script.clause} hand {started.hand} of {seed}, try {number}")
        hand = _Try(started, rng, book, script, opens=opens)
        try:
            hand.run()
        except (RulesError, ValueError, LookupError):
            continue  # the hand went on to where the rules can say no more
        if hand.committed and (not script.shows or shows_at_the_table(hand.acts, book)):
            return FoulHand(tuple(hand.acts), hand.state)
    raise NoFoul(f"no hand of {_MOST_TRIES} had an occasion to break {script.clause}")


class _Try:
    """A hand that is played on until the foul can be committed, and then to its end."""

    def __init__(
        self, started: HandStarted, rng: Random, book: AnyRulebook, script: FoulScript, *, opens: bool
    ) -> None:
        self._rng = rng
        self._book = book
        self._script = script
        self._table = TablePlay(started, rng, book, opens=opens)
        self._players = TablePlayers(book, rng, timid=script.timid)
        self._leads = list(script.after)
        self._from_act = rng.randint(0, _EARLY if script.early or script.after else _LATEST_START)
        self._told = 0
        self.acts: list[Act] = []
        self.committed = False

    @property
    def state(self) -> AnyTable:
        """The hand as it stands."""
        return self._table.state

    def run(self) -> None:
        """Plays the hand whole."""
        self._keep()
        if self._script.generators == ("wrong_break",):
            self._break_wall()
        table = self._table
        while table.state.phase is not Phase.ENDED:
            options = legal_events(table.state, self._book)
            if not self.committed and self._is_time() and self._err(options):
                continue
            for event in self._players.choose(table.state, options):
                self._play(event)
        if not self.committed:
            self._err(())
        for event in legal_events(table.state, self._book):
            if not isinstance(event, Won | Called):
                self._play(event)
        settled = len(table.events)
        table.settle()
        self._keep()
        assert len(table.events) == settled + 1, "the points move once"

    def _is_time(self) -> bool:
        """Whether the foul may be committed from now on."""
        late = not self._script.late or self.state.wall_left < _LAST_TILES
        return late and len(self._table.events) >= self._from_act

    def _keep(self) -> None:
        """Takes over the events that the table has had since."""
        self.acts += self._table.events[self._told :]
        self._told = len(self._table.events)

    def _play(self, event: HandEvent) -> None:
        """A legal act; some show only then that a clause was broken before (SC-F01)."""
        before = self._table.state
        self._table.act((event,))
        event = self._table.events[-1]
        found = _cited(_found(before, event, self._book), self._script)
        if found is None or self.committed:
            self._keep()
            return
        self.acts += self._table.events[self._told : -1]
        self._told = len(self._table.events)
        self.acts.append(FoulAct(event, found.clause, found.name, found.seat))
        self.committed = True

    def _err(self, options: Sequence[HandEvent]) -> bool:
        """Commits the foul, or what leads up to it, where it can be done now."""
        names = self._leads[:1] or self._script.generators
        matches = []
        for name in names:
            for candidate in GENERATORS[name](self._table, options) if name in GENERATORS else ():
                found = _found(self._table.state, candidate.act, self._book)
                wanted = _cited(found, self._script)
                if self._leads:
                    wanted = found[0] if found else _harmless(candidate)
                if wanted is not None and self._possible(candidate):
                    matches.append((candidate, wanted))
        if not matches:
            return False
        candidate, wanted = self._rng.choice(matches)
        self._commit(candidate, wanted, options, marks=not self._leads)
        if self._leads:
            self._leads.pop(0)
        else:
            self.committed = True
        return True

    def _possible(self, candidate: Candidate) -> bool:
        """A wrong meld that the rules do not even let lie is not laid."""
        if not isinstance(candidate.act, Called):
            return True
        after = step(self._table.state, candidate.act, self._book).state
        seat = candidate.act.seat
        return len(after.at(seat).melds) > len(self._table.state.at(seat).melds)

    def _commit(self, candidate: Candidate, wanted: Violation, options: Sequence[HandEvent], *, marks: bool) -> None:
        act, table = candidate.act, self._table
        if isinstance(act, HandEvent):
            before = table.state
            table.act((act,))
            act = table.events[-1]
            self._told += 1
            stands = _stands(act, before, table.state)
            undone = not stands and table.state.phase is not Phase.ENDED and isinstance(act, Discarded | Won)
            self.acts.append(FoulAct(act, wanted.clause, wanted.name, wanted.seat, stands, undone, marks=marks))
            return
        self.acts.append(FoulAct(act, wanted.clause, wanted.name, wanted.seat, by_next=candidate.by_next, marks=marks))
        # what a tile that is put back at once leaves is not the fold's to tell
        if not isinstance(act, MeldChanged | RiverTileTaken):
            table.state = apply_fact(table.state, act, self._book)
        if candidate.by_next:
            self._play(_next(act, options))

    def _break_wall(self) -> None:
        """The dealer opens the wall a stack too far (TW-F04, ZJ-X07, SC-R10)."""
        for seat in Seat:
            for stacks in range(3, 16):
                fact = WallBroken(seat, stacks, face_seen=True)
                found = _cited(judge_fact(self._table.state, fact, self._book), self._script)
                if found is not None:
                    self.acts.append(FoulAct(fact, found.clause, found.name, found.seat))
                    self._table.state = apply_fact(self._table.state, fact, self._book)
                    self.committed = True
                    return


def _found(state: AnyTable, act: HandEvent | Fact, book: AnyRulebook) -> tuple[Violation, ...]:
    try:
        return step(state, act, book).violations if isinstance(act, HandEvent) else judge_fact(state, act, book)
    except RulesError:
        return ()  # another tradition's act


def _cited(found: Sequence[Violation], script: FoulScript) -> Violation | None:
    if any(script.because not in one.text for one in found):
        return None
    return next((one for one in found if one.clause == script.cited), None)


def _harmless(candidate: Candidate) -> Violation:
    """What leads up to a foul and breaks nothing by itself."""
    return Violation("", "", getattr(candidate.act, "seat", None), "")


def _stands(event: HandEvent, before: AnyTable, after: AnyTable) -> bool:
    """Whether the act counts in the hand after it."""
    match event:
        case Discarded(seat):
            return len(after.at(seat).river.discards) > len(before.at(seat).river.discards)
        case Won():
            return len(_wins(after)) > len(_wins(before))
        case Called() | Drawn() | FlowersShown():
            return True
        case _:
            return after != before


def _wins(state: AnyTable) -> tuple[HandEvent, ...]:
    return getattr(state, "wins", ())


def _next(fact: Fact, options: Sequence[HandEvent]) -> HandEvent:
    """The event that is done in the way that the fact tells."""
    for event in options:
        if isinstance(fact, DiscardTouched):
            if isinstance(event, Discarded) and event.tile == fact.left and not event.sideways:
                return event
        elif isinstance(event, Drawn):
            return event
    raise ValueError(f"nothing follows a {type(fact).__name__}")
