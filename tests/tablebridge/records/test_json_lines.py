"""What strangers write as JSON: read whole, or refused with the one reason."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.records.json_lines import DEEPEST, MOST_DIGITS, LineError, numbered, read_object, read_value


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"a": [1, -2, 3.5, null, true]}\r\n', {"a": [1, -2, 3.5, None, True]}),
        ('{"\u6771": "\U0001f004"}'.encode(), {"\u6771": "\U0001f004"}),
        (b'"\\ud83c\\udc04 and \\u6771"', "\U0001f004 and \u6771"),
        (b"9" * MOST_DIGITS, int("9" * MOST_DIGITS)),
        (b'"' + b"[" * 1_000 + b'"', "[" * 1_000),
        (b"[" + b"[]," * 1_000 + b"[]]", [[]] * 1_001),
    ],
    ids=["kinds", "utf-8", "both halves", "digits", "brackets in a text", "many, not deep"],
)
def test_what_is_read(line: bytes, value: object) -> None:
    assert read_value(line) == value


def test_the_deepest_that_is_read() -> None:
    assert json.dumps(read_value(nested(DEEPEST))).encode() == nested(DEEPEST)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "no JSON (Expecting value at column 1)"),
        (b"{'a': 1}", "no JSON (Expecting property name enclosed in double quotes at column 2)"),
        (b'{"a": 1} {', "no JSON (Extra data at column 10)"),
        (b"\xef\xbb\xbf{}", "no JSON (Unexpected UTF-8 BOM (decode using utf-8-sig) at column 1)"),
        (b'{"a": "\xff"}', "no UTF-8 at byte 8"),
        (b"\x1f\x8b\x08\x00", "no UTF-8 at byte 2"),
        ("[1]".encode("utf-16"), "no UTF-8 at byte 1"),
        (b'"\xed\xa0\x80"', "no UTF-8 at byte 2"),
        (b'{"id": "\\ud800"}', "a text with half a character (\\ud800)"),
        (b'[[{"\\udc04": 1}]]', "a text with half a character (\\udc04)"),
        (b"NaN", "NaN is no number in JSON"),
        (b'{"a": -Infinity}', "-Infinity is no number in JSON"),
        (b"[1e999]", "a number without end"),
        (b"9" * 5_000, "a number of 5000 digits, allowed are 40"),
        (b"9" * (MOST_DIGITS + 1), "a number of 41 digits, allowed are 40"),
        (nested(DEEPEST + 1), "lists and objects within each other, more than 32 deep"),
        (b'{"a":' * 50 + b"1" + b"}" * 50, "lists and objects within each other, more than 32 deep"),
        (nested(100_000), "lists and objects within each other, more than 32 deep"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_what_is_not(line: bytes, reason: str) -> None:
    with pytest.raises(LineError) as refused:
        read_value(line)
    assert str(refused.value) == reason


def test_an_object() -> None:
    assert read_object(b'{"id": 7}') == {"id": 7}
    with pytest.raises(LineError, match="expected an object"):
        read_object(b'["id"]')


def test_blank_lines_are_counted_and_left_out() -> None:
    assert list(numbered([b"1\n", b"\n", b" \t\r\n", b"2"])) == [(1, b"1\n"), (4, b"2")]


PIECES = [b"{", b"[", b"]", b"}", b'"', b"\\ud800", b"\\u", b",", b":", b"-", b"1e9", b"NaN", b"\xff", b"null", b"0"]


@given(st.one_of(st.binary(), st.lists(st.sampled_from(PIECES)).map(b"".join)))
def test_any_bytes_are_read_or_refused_with_a_reason(line: bytes) -> None:
    value: object = None
    with suppress(LineError):
        value = read_value(line)
    # what is read can be printed again, and is read as the same
    assert read_value(json.dumps(value, ensure_ascii=False, allow_nan=False).encode()) == value


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    # no half of a character
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_every_value_comes_back(value: object, ascii_only: bool) -> None:
    assert read_value(json.dumps(value, ensure_ascii=ascii_only).encode()) == value
