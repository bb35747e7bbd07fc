"""What an accepted flag costs, put into force."""

from __future__ import annotations

from dataclasses import replace

from tablebridge.errors import UsageError
from tablebridge.game.flag import AppliedPenalty, Flag
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.played import summed
from tablebridge.game.journal.ruling_event import PenaltyApplied
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge_rules import play
from tablebridge_rules.payment import Delta

__all__ = ["apply_penalty"]


def apply_penalty(stage: Stage, flag: Flag, delta: Delta | None, violation_points: int | None) -> None:
    """Puts a penalty for an accepted flag into force: `delta` A..D, or what the rulebook lays down when it is None.

    `violation_points` None means as many as the rulebook lays down. Raises `UsageError` for points that do not sum to
    zero, and for violation points less than none.
    """
    total = 0 if delta is None else sum(delta)
    if total:
        raise UsageError(f"the points {delta} sum to {total}", flag.id, "take from one what another gets")
    if violation_points is not None and violation_points < 0:
        raise UsageError(f"{violation_points} violation points are less than none", flag.id, "give 0 or more")
    place = stage.game.find(flag.event_id)
    moved = _by_rules(stage, flag, place) if delta is None else delta
    counted = _violation_points(stage, flag, place) if violation_points is None else violation_points
    penalty = AppliedPenalty(id=stage.next_id, by_rules=delta is None, delta=moved, violation_points=counted)
    event = PenaltyApplied(
        flag.id,
        flag.event_id,
        flag.clause,
        flag.name,
        flag.seat,
        flag.text,
        flag.proposed_penalty,
        penalty.by_rules,
        flag.witnessed,
        moved,
        counted,
        summed(stage.points, moved),
    )
    stage.tell(replace(event, points=stage.points_after(event)))
    stage.note(replace(flag, penalty=penalty))
    if penalty.by_rules:
        stage.reckon(0 if place is None else place)


def _by_rules(stage: Stage, flag: Flag, place: int | None) -> Delta:
    """What moves at once; the rest the fold and the settlement move."""
    if place is None:
        return 0, 0, 0, 0  # the hand was voided: its fines and dead hands are gone with it
    told, book = stage.game.told[place], stage.game.rulebook
    if place and not flag.witnessed and not isinstance(told.entry.event, RefereeEvent):
        # as the fold has it: a win that does not stand yet is one that the settlement pays for when it is ruled on
        return play.fine(
            play.step(stage.game.told[place - 1].state, told.entry.event, book).state, flag.violation, book
        )
    return play.fine(told.state, flag.violation, book)


def _violation_points(stage: Stage, flag: Flag, place: int | None) -> int:
    """One where the rulebook's words for the penalty name it (RL-F07: of a wrong count only with melds)."""
    words = flag.proposed_penalty
    if words == "both":
        return 1
    if "vp_with_melds" in words:
        melds = stage.game.told[place].state.melds if place is not None else ((), (), (), ())
        return int(flag.seat is not None and bool(melds[flag.seat.number]))
    return int("violation_point" in words and "deliberate" not in words)
