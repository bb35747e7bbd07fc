"""The message table as shipped, and the plain words of faults."""

from __future__ import annotations

import pytest

from tablebridge_protocol.messages import FaultCode
from tablebridge_protocol.source import fault_text, load


def test_the_table_is_read_once() -> None:
    assert load() is load()


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_says_what_is_wrong_and_what_to_do(code: FaultCode) -> None:
    what, _, action = fault_text(code).partition(": ")
    assert len(what) > 10
    assert len(action) > 5


def test_every_field_and_value_has_a_meaning() -> None:
    spec = load()
    texts = [field.text for message in spec.messages for field in message.fields]
    texts += [value.text for enum in spec.enums for value in enum.values]
    assert all(texts)
