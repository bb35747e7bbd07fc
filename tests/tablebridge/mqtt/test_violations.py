"""Flags on `violations/<clause>`: once each, again when they change, and all of them when the broker is back."""

from __future__ import annotations

from datetime import UTC, datetime

import jsonschema
import msgspec
import pytest

from tablebridge.mqtt.message import Message
from tablebridge.mqtt.schema import schemas
from tablebridge.mqtt.violations import ViolationTopics
from tablebridge.release import ViolationFlag

FLAG = ViolationFlag(
    id="5e55-17.RL-T01.turn_order.B",
    table="hall-1",
    clause="RL-T01",
    name="turn_order",
    seat="B",
    text="B discarded out of turn",
    proposed_penalty="",
    hand=3,
    event="5e55-17",
    captured_at=datetime(2026, 5, 1, 12, tzinfo=UTC),
    confidence=0.9,
    status="pending",
    penalty_applied=False,
)
ACCEPTED = msgspec.structs.replace(FLAG, status="accepted")
PENALISED = msgspec.structs.replace(ACCEPTED, penalty_applied=True)


def told(*steps: tuple[ViolationFlag, ...] | str) -> list[Message]:
    sent: list[Message] = []
    topics = ViolationTopics("hall-1", sent.append)
    for step in steps:
        if isinstance(step, str):
            getattr(topics, step)()
        else:
            topics.tell(step)
    return sent


def status_of(message: Message) -> str:
    status: str = msgspec.json.decode(message.payload)["data"]["status"]
    return status


def test_a_flag_goes_to_the_topic_of_its_clause_and_is_not_kept_there() -> None:
    (message,) = told((FLAG,))
    assert (message.topic, message.retain, message.qos) == ("tablebridge/v1/hall-1/violations/RL-T01", False, 1)
    document = msgspec.json.decode(message.payload)
    jsonschema.Draft202012Validator(schemas()["violations/clause"]).validate(document)
    assert msgspec.convert(document["data"], ViolationFlag) == FLAG


def test_a_flag_is_told_again_only_when_it_has_changed() -> None:
    sent = told((FLAG,), (FLAG,), (ACCEPTED,), (PENALISED,))
    assert [status_of(message) for message in sent] == ["pending", "accepted", "accepted"]
    assert len({msgspec.json.decode(message.payload)["id"] for message in sent}) == 3


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        pytest.param(((FLAG,), "repeat"), ["pending", "pending"], id="the broker is back"),
        pytest.param(((FLAG,), (ACCEPTED,), "repeat"), ["pending", "accepted", "accepted"], id="as it is now"),
    ],
)
def test_what_a_broker_missed_is_told_again(
    steps: tuple[tuple[ViolationFlag, ...] | str, ...], sent: list[str]
) -> None:
    assert [status_of(message) for message in told(*steps)] == sent


def test_a_broker_without_roles_hears_of_no_flag() -> None:
    topics = ViolationTopics("hall-1", None)
    topics.tell([FLAG])
    topics.repeat()
    sent: list[Message] = []
    topics.publish = sent.append
    topics.repeat()
    assert len(sent) == 1
