"""What a referee can do, one frozen value an act; `GameSession.act(act, by)` carries it out.

Events are named by the ids of their journal entries, flags by theirs. `reason` is the referee's own words, one line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from tablebridge.errors import UsageError
from tablebridge_rules.errors import JsonError
from tablebridge_rules.event import HandEvent
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.state_json import Json, from_json, to_json

__all__ = [
    "AcceptFlag",
    "ApplyPenalty",
    "ConfirmTable",
    "DeferFlag",
    "EnterEvent",
    "InsertEvent",
    "OverruleFlag",
    "RaiseFlag",
    "RefereeAct",
    "RemoveEvent",
    "ReplaceEvent",
    "ResumeHand",
    "RevokePenalty",
    "VoidHand",
    "act_from_json",
    "act_to_json",
]


@dataclass(frozen=True, slots=True)
class AcceptFlag:
    """The violation stands. With `apply` the rulebook's penalty takes effect at once, as `ApplyPenalty` does; not for a
    flag of an earlier game, which is settled."""

    TYPE: ClassVar[str] = "accept_flag"
    flag_id: str
    reason: str = ""
    apply: bool = True


@dataclass(frozen=True, slots=True)
class OverruleFlag:
    """There was no violation, or none that counts; a penalty applied for it is revoked."""

    TYPE: ClassVar[str] = "overrule_flag"
    flag_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeferFlag:
    """To be ruled on later. Nothing becomes public."""

    TYPE: ClassVar[str] = "defer_flag"
    flag_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RaiseFlag:
    """The referee saw or heard a violation of `clause` that no witness told: a pending flag on the event `event_id`,
    None for the newest. `penalty` is what it costs, in the words of the rulebook's option; empty where nothing."""

    TYPE: ClassVar[str] = "raise_flag"
    clause: str
    seat: Seat | None
    text: str
    event_id: str | None = None
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class ApplyPenalty:
    """An accepted flag's penalty takes effect: the rulebook's own (`delta` None), or points A..D set by the referee,
    which sum to zero. `violation_points` None means as many as the rulebook lays down."""

    TYPE: ClassVar[str] = "apply_penalty"
    flag_id: str
    delta: Delta | None = None
    violation_points: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RevokePenalty:
    """The penalty applied for that flag is taken back; the flag stays accepted."""

    TYPE: ClassVar[str] = "revoke_penalty"
    flag_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceEvent:
    """Instead of the event `event_id` this one happened."""

    TYPE: ClassVar[str] = "replace_event"
    event_id: str
    event: HandEvent
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RemoveEvent:
    """The event `event_id` never happened."""

    TYPE: ClassVar[str] = "remove_event"
    event_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class InsertEvent:
    """After the event `after` this one happened and was not told."""

    TYPE: ClassVar[str] = "insert_event"
    after: str
    event: HandEvent
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EnterEvent:
    """This happens now, though no witness tells it: a call or a win while the camera is covered."""

    TYPE: ClassVar[str] = "enter_event"
    event: HandEvent
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The hand in play does not count: all of it but its beginning is taken back, and it is dealt again."""

    TYPE: ClassVar[str] = "void_hand"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeHand:
    """The hand just voided counts after all and goes on where it was."""

    TYPE: ClassVar[str] = "resume_hand"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmTable:
    """The table is right as told: whatever lies there unexplained is forgotten, and the game is in step again."""

    TYPE: ClassVar[str] = "confirm_table"
    reason: str = ""


RefereeAct = (
    AcceptFlag
    | OverruleFlag
    | DeferFlag
    | RaiseFlag
    | ApplyPenalty
    | RevokePenalty
    | ReplaceEvent
    | RemoveEvent
    | InsertEvent
    | EnterEvent
    | VoidHand
    | ResumeHand
    | ConfirmTable
)
"""Everything a referee can do."""


@dataclass(frozen=True, slots=True)
class _Envelope:
    act: RefereeAct


def act_to_json(act: RefereeAct) -> dict[str, Json]:
    """The act as plain JSON values with its `type`; events in it as on every output.

    >>> act_to_json(RemoveEvent("4f2a-17"))
    {'type': 'remove_event', 'event_id': '4f2a-17', 'reason': ''}
    """
    return cast(dict[str, Json], to_json(act))  # a dataclass is an object


def act_from_json(document: object) -> RefereeAct:
    """The act that `document` describes; fields with a default may be missing. Raises `UsageError` when it
    is none."""
    try:
        return from_json(_Envelope, {"act": document}).act
    except JsonError as error:
        raise UsageError(str(error).removeprefix("act."), "the referee's act", "see docs/console.md") from error
