"""Fields: bytes as specified, refusals in clear words."""

from __future__ import annotations

from enum import IntEnum, IntFlag

import pytest

from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.fields import Choice, Field, Flags, Int, Numbers, Payload, Switch, Text, UInt


class Colour(IntEnum):
    RED = 1
    BLUE = 2


class Ability(IntFlag):
    SWIM = 1
    FLY = 2


U8 = UInt("n", width=1, minimum=2, maximum=9)
U32 = UInt("n", width=4, minimum=0, maximum=0xFFFFFFFF)
I16 = Int("points", width=2, minimum=-1000, maximum=1000)
SWITCH = Switch("on")
CHOICE = Choice("colour", Colour)
FLAGS = Flags("can", width=2, flags=Ability)
TEXT = Text("name", max_bytes=4)
NUMBERS = Numbers("dice", min_count=2, max_count=3, minimum=1, maximum=6)


@pytest.mark.parametrize(
    ("field", "value", "packed"),
    [
        (U8, 9, "09"),
        (U32, 0x01020304, "04030201"),
        (I16, -1000, "18fc"),
        (I16, -1, "ffff"),
        (I16, 1000, "e803"),
        (SWITCH, True, "01"),
        (SWITCH, False, "00"),
        (CHOICE, Colour.BLUE, "02"),
        (FLAGS, Ability.SWIM | Ability.FLY, "0300"),
        (FLAGS, Ability(0x8000), "0080"),
        (TEXT, "", "00"),
        (TEXT, "a ~B", "0461207e42"),
        (NUMBERS, (1, 6), "020106"),
        (NUMBERS, (1, 6, 3), "03010603"),
    ],
)
def test_bytes_of_a_value(field: Field, value: object, packed: str) -> None:
    field.check(value)
    assert field.pack(value).hex() == packed
    payload = Payload(bytes.fromhex(packed) + b"\xaa")
    assert field.unpack(payload) == value
    assert payload.take(1, "rest") == b"\xaa"


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        (U8, 1, "n is 1: allowed is a whole number 2..9"),
        (U8, 10, "n is 10: allowed is a whole number 2..9"),
        (U8, "5", "n is '5': allowed is a whole number 2..9"),
        (I16, -1001, "points is -1001: allowed is a whole number -1000..1000"),
        (I16, 1001, "points is 1001: allowed is a whole number -1000..1000"),
        (I16, None, "points is None: allowed is a whole number -1000..1000"),
        (SWITCH, 2, "on is 2: allowed is 0 or 1"),
        (CHOICE, 3, "colour is 3: allowed is 1 red, 2 blue"),
        (FLAGS, 1, "can is 1: allowed is a Ability"),
        (FLAGS, Ability(0x10000), "whole number 0..65535"),
        (TEXT, "abcde", "name is 'abcde': allowed is printable ASCII of at most 4 characters"),
        (TEXT, "é", "printable ASCII"),
        (TEXT, "\n", "printable ASCII"),
        (TEXT, 5, "printable ASCII"),
        (NUMBERS, (1,), r"dice is \(1,\): allowed is 2..3 numbers"),
        (NUMBERS, (1, 1, 1, 1), "2..3 numbers"),
        (NUMBERS, [1, 2], "2..3 numbers"),
        (NUMBERS, (1, 7), "dice is 7: allowed is a whole number 1..6"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(field: Field, value: object, text: str) -> None:
    with pytest.raises(FieldError, match=text):
        field.check(value)


@pytest.mark.parametrize(
    ("field", "packed", "text"),
    [
        (U32, "010203", "n is cut off: 3 of 4 bytes"),
        (I16, "01", "points is cut off: 1 of 2 bytes"),
        (SWITCH, "", "on is cut off: 0 of 1 bytes"),
        (TEXT, "0361", "name is cut off: 1 of 3 bytes"),
        (NUMBERS, "0201", "dice is cut off: 1 of 2 bytes"),
    ],
)
def test_a_field_cut_off_is_refused(field: Field, packed: str, text: str) -> None:
    with pytest.raises(FieldError, match=text):
        field.unpack(Payload(bytes.fromhex(packed)))


@pytest.mark.parametrize(("field", "packed"), [(SWITCH, "02"), (CHOICE, "07"), (TEXT, "01e9")])
def test_an_unpacked_value_out_of_range_fails_the_check(field: Field, packed: str) -> None:
    with pytest.raises(FieldError):
        field.check(field.unpack(Payload(bytes.fromhex(packed))))
