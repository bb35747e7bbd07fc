"""Groups, and the ways to use up a suit."""

from __future__ import annotations

from tablebridge_rules.decompose import Group, Shape, suit_groups
from tablebridge_rules.notation import parse_tiles


def test_what_a_group_is() -> None:
    first, seven, two, east = (parse_tiles(name)[0].kind for name in ("1m", "7m", "2m", "1z"))
    groups = [Group(Shape.RUN, two), Group(Shape.RUN, first), Group(Shape.RUN, seven), Group(Shape.QUAD, east)]
    assert [group.is_run for group in groups] == [True, True, True, False]
    assert [group.is_same for group in groups] == [False, False, False, True]
    assert [group.has_outside for group in groups] == [False, True, True, True]
    assert Group(Shape.TRIPLET, two).is_simple


def test_a_suit_is_read_once_whatever_the_order_of_its_groups() -> None:
    readings = suit_groups((4, 1, 1, 0, 0, 0, 0, 0, 0), 0)
    assert [sorted(group.shape.value for group in groups) for groups in readings] == [["run", "triplet"]]
