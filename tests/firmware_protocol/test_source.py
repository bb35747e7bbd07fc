"""The message table as shipped: complete, and a state machine that holds together."""

from __future__ import annotations

from itertools import pairwise

from tablebridge_protocol.messages import TableState
from tablebridge_protocol.source import load

SPEC = load()
CHANGES = {(change.source, change.target) for change in SPEC.transitions}
STATES = {state.name.lower() for state in TableState}


def test_the_table_is_read_once() -> None:
    assert load() is load()


def test_every_field_value_change_and_rule_has_a_meaning() -> None:
    texts = [field.text for message in SPEC.messages for field in message.fields]
    texts += [value.text for enum in SPEC.enums for value in enum.values]
    texts += [change.text for change in SPEC.transitions]
    texts += [sentence for sentences in SPEC.rules.values() for sentence in sentences]
    assert all(texts)


def test_numbers_are_given_once() -> None:
    for enum in SPEC.enums:
        assert (
            len({value.value for value in enum.values})
            == len({value.name for value in enum.values})
            == len(enum.values)
        ), enum.name
    assert len({message.id for message in SPEC.messages}) == len(SPEC.messages)


def test_what_came_later_says_since_when() -> None:
    versions = {message.since for message in SPEC.messages}
    versions |= {field.since for message in SPEC.messages for field in message.fields if field.since}
    versions |= {value.since for enum in SPEC.enums for value in enum.values if value.since}
    assert versions == {"1.0", "1.1"}
    assert f"{SPEC.major}.{SPEC.minor}" == max(versions)


def test_changes_of_state_are_between_states_and_named_once() -> None:
    assert len(CHANGES) == len(SPEC.transitions)
    assert {state for change in CHANGES for state in change} == STATES
    assert all(source != target for source, target in CHANGES)


def test_from_the_start_every_state_is_reached_and_left() -> None:
    reached, grown = {SPEC.start_state}, set[str]()
    while grown != reached:
        grown = set(reached)
        reached |= {target for source, target in CHANGES if source in reached}
    assert reached == STATES == {source for source, _ in CHANGES}


def test_a_hand_goes_its_way_with_dice_and_without() -> None:
    way = ["idle", "shuffling", "built", "raised", "dice", "playing", "closing"]
    assert set(pairwise(way)) <= CHANGES
    assert ("raised", "playing") in CHANGES  # no dice, or hands dealt
    assert ("closing", "built") in CHANGES  # the other of two sets


def test_a_fault_may_come_anywhere_and_goes_back_anywhere() -> None:
    assert {(state, "fault") for state in STATES - {"fault"}} <= CHANGES
    assert {("fault", state) for state in STATES - {"fault"}} <= CHANGES


def test_reports_named_by_changes_exist_and_are_reports() -> None:
    reports = {message.name for message in SPEC.messages if message.report}
    assert {change.sends for change in SPEC.transitions} - {""} <= reports


def test_what_reports_need_and_commands_have_are_capabilities_and_each_is_used() -> None:
    (capabilities,) = (enum for enum in SPEC.enums if enum.name == "capability")
    used = {message.needs or message.capability for message in SPEC.messages} - {""}
    assert used | {"resends"} == {value.name for value in capabilities.values}
    assert all(message.report for message in SPEC.messages if message.needs)
    assert all(message.sender == "host" for message in SPEC.messages if message.capability)


def test_every_report_has_its_moment_first() -> None:
    assert {message.fields[0].name for message in SPEC.messages if message.report} == {"at_ms"}
