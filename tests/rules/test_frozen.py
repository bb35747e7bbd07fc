"""Quick copies of frozen values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from dataclasses import replace as slow_replace
from typing import Any

import pytest

from tablebridge_rules.frozen import MEMO, replace
from tablebridge_rules.place import Place
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

HAND = HandState(hand=3, round_wind=Wind.SOUTH, dealer=Seat.B, honba=1, sticks=2, points=(1, 2, 3, 4))


@dataclass(frozen=True, slots=True)
class Slotted:
    """A value that keeps its fields in slots."""

    number: int
    other: int = 0


@pytest.mark.parametrize("changes", [{}, {"wall_left": 5}, {"turn": Seat.D, "dice": (3, 4)}], ids=str)
def test_a_copy_is_that_of_dataclasses(changes: dict[str, Any]) -> None:
    copy = replace(HAND, **changes)
    assert copy == slow_replace(HAND, **changes)
    assert type(copy) is HandState
    assert HAND.wall_left == 122


def test_a_copy_is_frozen_too() -> None:
    with pytest.raises(FrozenInstanceError):
        replace(HAND, honba=2).honba = 3  # type: ignore[misc]


def test_what_was_worked_out_is_not_copied() -> None:
    place = Place(concealed=(Tile.parse("1m"),), concealed_count=1)
    assert place.count == Tile.parse("1m").unit
    assert MEMO in place.__dict__
    assert replace(place, concealed=()).count == 0
    assert MEMO not in replace(place, concealed=(), drawn=None).__dict__
    assert replace(place, drawn=None).__dict__[MEMO] == place.count  # what was drawn is no matter of the count
    assert place == Place(concealed=(Tile.parse("1m"),), concealed_count=1)


def test_a_value_with_slots_is_copied() -> None:
    assert replace(Slotted(1, 2), number=5) == Slotted(5, 2)


COUNTED = Place(concealed=(Tile.parse("1m"),))
assert COUNTED.count


@pytest.mark.parametrize("value", [HAND, Slotted(1), COUNTED], ids=["without slots", "with slots", "with a memo"])
def test_a_field_that_is_not_there(value: Any) -> None:
    with pytest.raises(TypeError, match="wind"):
        replace(value, wind=1)
