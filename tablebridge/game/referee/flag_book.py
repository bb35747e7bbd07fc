"""The flags of a game: raised by what the rules find, ruled on by the referee, withdrawn by corrections."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag, FlagState, flag_id
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.played import JournalGame, Told
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.violation import Violation

__all__ = ["FlagBook", "flag_of"]


_CERTAIN = 100.0


class FlagBook:
    """Flags by their id, in the order in which they were raised. A flag found again is the one that is there.

    What is told less surely than the clause asks for (`Clause.flag_percent`) raises none.
    """

    def __init__(self, rulebook: AnyRulebook, flags: Iterable[Flag] = ()) -> None:
        """`flags` are those of a game as the journal has noted them, the newest word on each last."""
        self.rulebook = rulebook
        self._flags: dict[str, Flag] = {}
        for flag in flags:
            self.put(flag)

    @property
    def flags(self) -> tuple[Flag, ...]:
        """All of them, in the order in which they were raised."""
        return tuple(self._flags.values())

    @property
    def open(self) -> tuple[Flag, ...]:
        """Those that the referee has still to decide on."""
        return tuple(flag for flag in self._flags.values() if flag.state.open)

    def put(self, flag: Flag) -> None:
        """Keeps a flag as it is from now on."""
        self._flags[flag.id] = flag

    def find(self, identity: str) -> Flag | None:
        """The flag of that id; None when there is none."""
        return self._flags.get(identity)

    def get(self, identity: str) -> Flag:
        """The flag of that id. Raises `UsageError` when there is none."""
        found = self._flags.get(identity)
        if found is None:
            raise UsageError("there is no such flag in this game", identity, "choose one of the list")
        return found

    def raised(self, told: Iterable[Told]) -> list[Flag]:
        """The flags of new events that are not in the book yet, or were withdrawn; the book stays as it is."""
        found = {flag.id: flag for one in told for flag in _flags_of(one.entry, one.violations)}
        return [flag for flag in found.values() if self._is_new(flag)]

    def reviewed(self, game: JournalGame, taken_back: Collection[str] = ()) -> list[Flag]:
        """What becomes of the flags when the game is told as `game`: those raised and those withdrawn.

        `taken_back` are ids of events that never happened. A flag on an event of a hand that was voided stays.
        """
        found = {flag_id(one.entry.id, violation) for one in game.told for violation in one.violations}
        there = {one.entry.id for one in game.told}
        changed = self.raised(game.told)
        for flag in self._flags.values():
            never = flag.event_id in taken_back
            cleared = flag.event_id in there and flag.id not in found and not flag.witnessed
            if flag.state is not FlagState.WITHDRAWN and (never or cleared):
                changed.append(replace(flag, state=FlagState.WITHDRAWN, penalty=None))
        return changed

    def _is_new(self, flag: Flag) -> bool:
        known = self._flags.get(flag.id)
        if known is not None:
            return known.state is FlagState.WITHDRAWN
        clause = self.rulebook.clauses_by_id.get(flag.clause)
        return clause is None or flag.confidence * _CERTAIN >= clause.flag_percent


def flag_of(entry: JournalEntry, violation: Violation) -> Flag:
    """The pending flag for a violation of that event."""
    return Flag(
        id=flag_id(entry.id, violation),
        clause=violation.clause,
        name=violation.name,
        seat=violation.seat,
        text=violation.text,
        proposed_penalty=violation.penalty,
        game=entry.game,
        hand=entry.hand,
        event_id=entry.id,
        sequence=entry.sequence,
        at_ms=entry.at_ms,
        captured_at=entry.captured_at,
        confidence=entry.confidence,
        evidence=entry.evidence,
    )


def _flags_of(entry: JournalEntry, violations: Iterable[Violation]) -> Iterator[Flag]:
    return (flag_of(entry, violation) for violation in violations)
