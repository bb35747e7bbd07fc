"""A referee's corrections, carried out on a stage: events replaced, removed, inserted, entered; hands voided."""

from __future__ import annotations

from tablebridge.errors import UsageError
from tablebridge.game.journal.correction import Cause
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.played import summed
from tablebridge.game.referee.consequence import money
from tablebridge.game.referee.correction_plan import hand_event
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge_rules import play
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import HandEvent, HandStarted, Settled

__all__ = ["enter", "insert", "remove", "replace_event", "resume_hand", "void_hand"]

_ACT = "the referee's act"


def replace_event(stage: Stage, event_id: str, event: HandEvent) -> None:
    """Lets `event` count instead of the one of that id. Raises `UsageError` when it cannot."""
    place, before = _find(stage, event_id)
    if isinstance(hand_event(before), HandStarted) != isinstance(event, HandStarted):
        raise UsageError("the beginning of a hand stays one", event_id, "correct what follows it, or void the hand")
    _require_sum(stage, place, event)
    draft = stage.draft()
    del draft.line[place]
    draft.put(place, event, before)
    if event == before.event or stage.correct(draft, Cause.CORRECTED, [event_id]) is None:
        raise UsageError("nothing changes by that", event_id, "give another event")


def remove(stage: Stage, event_id: str) -> None:
    """Lets the event of that id not count any more. Raises `UsageError` when it has to stay."""
    place, before = _find(stage, event_id)
    if isinstance(before.event, HandStarted):
        raise UsageError("a hand cannot be without its beginning", event_id, "void the hand instead")
    if isinstance(before.event, Settled):
        raise UsageError("the settlement follows from the hand", event_id, "replace it, or correct the hand")
    draft = stage.draft()
    del draft.line[place]
    stage.correct(draft, Cause.CORRECTED, [event_id])


def insert(stage: Stage, after: str, event: HandEvent) -> None:
    """Lets `event` count right after the one of that id. Raises `UsageError` when it cannot."""
    if isinstance(event, HandStarted):
        raise UsageError("a hand cannot be put between others", after, "insert the events of one")
    place, source = _find(stage, after)
    _require_sum(stage, place + 1, event)
    draft = stage.draft()
    draft.put(place + 1, event, source)
    if stage.correct(draft, Cause.CORRECTED) is None:
        raise UsageError("nothing changes by that", after, "give another event, or another place")


def enter(stage: Stage, event: HandEvent) -> None:
    """Tells that `event` happens now. Raises `UsageError` when it cannot, as the hand stands."""
    state = stage.game.state
    if state is None or isinstance(event, HandStarted):
        raise UsageError("no hand is in play", _ACT, "let the table begin one")
    _require_sum(stage, len(stage.game.told), event)
    try:
        play.step(state, event, stage.game.rulebook)
    except (RulesError, ValueError) as error:
        raise UsageError(f"this cannot be told: {error}", _ACT, "give another event") from error
    stage.enter(event)
    stage.review()


def void_hand(stage: Stage) -> None:
    """Takes the hand in play back to its beginning. Raises `UsageError` when none is in play."""
    state = stage.game.state
    inside = [] if state is None or state.settled else _acts_of_hand(stage)
    if not inside:
        raise UsageError("no hand is in play that could be voided", _ACT, "correct the events of the one before")
    draft = stage.draft()
    away = {entry.id for entry in inside}
    draft.line = [entry for entry in draft.line if entry.id not in away]
    stage.correct(draft, Cause.HAND_VOIDED)


def resume_hand(stage: Stage) -> None:
    """Lets the hand voided last count after all. Raises `UsageError` when there is none, or another has begun."""
    away = [stage.game.gone(event_id) for event_id in stage.game.voided]
    if not away:
        raise UsageError("no hand was voided, or another act has followed", _ACT, "insert its events one by one")
    draft = stage.draft()
    for entry in away:
        if entry is not None:
            draft.restore(len(draft.line), entry)
    stage.correct(draft, Cause.HAND_RESUMED)


def _find(stage: Stage, event_id: str) -> tuple[int, JournalEntry]:
    place = stage.game.find(event_id)
    if place is None:
        gone = stage.game.gone(event_id) is not None
        what = "the event does not count any more" if gone else "there is no such event in this game"
        raise UsageError(what, event_id, "choose one of the list")
    entry = stage.game.told[place].entry
    if isinstance(entry.event, RefereeEvent):
        raise UsageError(f"{entry.type} is no act of the game", event_id, "revoke the penalty instead")
    return place, entry


def _acts_of_hand(stage: Stage) -> list[JournalEntry]:
    """The acts after the beginning of the newest hand."""
    entries = stage.game.entries
    begun = max(place for place, entry in enumerate(entries) if isinstance(entry.event, HandStarted))
    return [entry for entry in entries[begun + 1 :] if not isinstance(entry.event, RefereeEvent)]


def _require_sum(stage: Stage, place: int, event: HandEvent) -> None:
    """A settlement set by the referee moves what is there, and makes no points."""
    if not isinstance(event, Settled) or not place:
        return
    before, book = stage.game.told[place - 1].state, stage.game.rulebook
    there = money(before.points, getattr(before, "sticks", 0), book)
    if there != money(summed(before.points, event.delta), event.sticks, book):
        what = f"the settlement {event.delta} does not sum to zero with its sticks"
        raise UsageError(what, _ACT, "take from one what another gets")
