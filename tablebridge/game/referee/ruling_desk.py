"""A referee's acts, carried out on a stage: what each makes of flags, penalties and events."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag, FlagState
from tablebridge.game.journal.ruling_event import Decision, Ruling
from tablebridge.game.referee.correction_desk import enter, insert, remove, replace_event, resume_hand, void_hand
from tablebridge.game.referee.flag_book import flag_of
from tablebridge.game.referee.penalty import apply_penalty
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge.game.ruling import (
    AcceptFlag,
    ApplyPenalty,
    ConfirmTable,
    DeferFlag,
    EnterEvent,
    InsertEvent,
    OverruleFlag,
    RaiseFlag,
    RefereeAct,
    RemoveEvent,
    ReplaceEvent,
    ResumeHand,
    RevokePenalty,
    VoidHand,
)
from tablebridge_rules.violation import Violation

__all__ = ["carry_out"]


def carry_out(act: RefereeAct, by: str, stage: Stage) -> None:
    """Puts what the act comes to on the stage. Raises `UsageError` when it is impossible as things stand."""
    match act:
        case AcceptFlag():
            _accept(act, by, stage)
        case OverruleFlag():
            _overrule(act, by, stage)
        case DeferFlag():
            _defer(act, by, stage)
        case RaiseFlag():
            _raise(act, by, stage)
        case ApplyPenalty():
            flag = _ruled(act.flag_id, stage)
            if act.delta is None and stage.is_of_earlier_game(flag):
                raise UsageError("its game is over, and settled as it was", flag.id, "give the points that move now")
            apply_penalty(stage, flag, act.delta, act.violation_points)
        case RevokePenalty():
            _revoke(act, stage)
        case ReplaceEvent():
            replace_event(stage, act.event_id, act.event)
        case RemoveEvent():
            remove(stage, act.event_id)
        case InsertEvent():
            insert(stage, act.after, act.event)
        case EnterEvent():
            enter(stage, act.event)
        case VoidHand():
            void_hand(stage)
        case ResumeHand():
            resume_hand(stage)
        case ConfirmTable():
            pass  # it moves nothing: the session lets the decoder begin afresh
        case _:
            assert_never(act)


def _accept(act: AcceptFlag, by: str, stage: Stage) -> None:
    flag = stage.flag(act.flag_id)
    if flag.state in (FlagState.ACCEPTED, FlagState.WITHDRAWN):
        raise UsageError(f"the flag is {flag.state.value} already", flag.id, "choose another")
    flag = _decide(stage, flag, Decision.ACCEPTED, act.reason, by)
    if act.apply and not stage.is_of_earlier_game(flag):
        apply_penalty(stage, flag, None, None)


def _overrule(act: OverruleFlag, by: str, stage: Stage) -> None:
    flag = stage.flag(act.flag_id)
    if flag.state in (FlagState.OVERRULED, FlagState.WITHDRAWN):
        raise UsageError(f"the flag is {flag.state.value} already", flag.id, "choose another")
    flag = _decide(stage, flag, Decision.OVERRULED, act.reason, by)
    stage.revoke(flag)


def _decide(stage: Stage, flag: Flag, decision: Decision, reason: str, by: str) -> Flag:
    stands = decision is Decision.ACCEPTED
    told = (flag.text, flag.proposed_penalty) if stands else ("", "")
    stage.tell(Ruling(flag.id, flag.event_id, flag.clause, flag.seat, decision, *told))
    flag = replace(flag, state=FlagState(decision.value), reason=reason, by=by)
    stage.note(flag)
    return flag


def _defer(act: DeferFlag, by: str, stage: Stage) -> None:
    flag = stage.flag(act.flag_id)
    if not flag.state.open:
        raise UsageError(f"the flag is {flag.state.value}", flag.id, "overrule it, or leave it")
    stage.note(replace(flag, state=FlagState.DEFERRED, reason=act.reason, by=by))


def _raise(act: RaiseFlag, by: str, stage: Stage) -> None:
    told = stage.game.told
    place = len(told) - 1 if act.event_id is None else stage.game.find(act.event_id)
    if place is None or not told:
        where = act.event_id or "this game"
        raise UsageError("there is no such event to raise a flag on", where, "choose one of the list")
    if act.clause not in {clause.id for clause in stage.game.rulebook.clauses}:
        book = stage.game.rulebook.name
        raise UsageError(f"the rulebook {book} has no clause {act.clause!r}", "the flag", "choose one of its clauses")
    found = Violation(act.clause, "referee", act.seat, act.text, act.penalty)
    flag = replace(flag_of(told[place].entry, found), witnessed=True, confidence=1.0, by=by)
    stage.note(flag)


def _ruled(identity: str, stage: Stage) -> Flag:
    flag = stage.flag(identity)
    if flag.state is not FlagState.ACCEPTED:
        raise UsageError(f"the flag is {flag.state.value}, so it has no penalty", flag.id, "accept it first")
    if flag.penalty is not None:
        raise UsageError("its penalty is applied already", flag.id, "revoke that one first")
    return flag


def _revoke(act: RevokePenalty, stage: Stage) -> None:
    flag = stage.flag(act.flag_id)
    if flag.penalty is None:
        raise UsageError("no penalty is applied for the flag", flag.id, "choose another")
    stage.revoke(flag)
