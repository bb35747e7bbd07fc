"""Fu: the minipoints of a reading, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge_rules.decompose import Form, Group, Shape, Wait
from tablebridge_rules.riichi.options import FuTable
from tablebridge_rules.riichi.patterns import Case
from tablebridge_rules.riichi.patterns import suit_part as part

__all__ = ["count_fu", "fu_parts"]


def count_fu(case: Case, table: FuTable, *, is_pinfu: bool) -> int:
    """The fu of a reading after rounding; `is_pinfu` when the pattern counts, which leaves the self-draw worthless."""
    if case.form is _SEVEN_PAIRS:
        return table.seven_pairs
    fu = table.base
    if not case.by_self_draw:
        if case.is_closed:
            fu += table.closed_ron
    elif not is_pinfu:
        fu += table.self_draw
    fu += _same_fu(case.sums, table)
    if case.pair_value:
        fu += table.double_wind_pair if case.pair_value == 2 else table.value_pair
    wait = case.wait
    if wait is _CLOSED:
        fu += table.closed_wait
    elif wait is _EDGE:
        fu += table.edge_wait
    elif wait is _PAIR:
        fu += table.pair_wait
    total = -(-fu // table.round_up_to) * table.round_up_to
    if fu == table.base and not case.by_self_draw:
        return max(total, table.open_minimum)
    return total


def _same_fu(sums: int, table: FuTable) -> int:
    """The fu of triplets and quads."""
    fu = 0
    for worth, factor, place, quad_place in (
        (table.concealed_triplet, 1, part.CONCEALED_SIMPLE, part.QUAD_CONCEALED_SIMPLE),
        (table.concealed_triplet, table.outside_factor, part.CONCEALED_OUTSIDE, part.QUAD_CONCEALED_OUTSIDE),
        (table.open_triplet, 1, part.OPEN_SIMPLE, part.QUAD_OPEN_SIMPLE),
        (table.open_triplet, table.outside_factor, part.OPEN_OUTSIDE, part.QUAD_OPEN_OUTSIDE),
    ):
        triplets, quads = sums >> place & part.FIELD, sums >> quad_place & part.FIELD
        fu += worth * factor * (triplets + (table.quad_factor - 1) * quads)
    return fu


def fu_parts(case: Case, table: FuTable, *, is_pinfu: bool) -> tuple[tuple[str, int], ...]:
    """What `count_fu` adds up before rounding, in words, and how much; what is worth nothing is left out."""
    return tuple((label, fu) for label, fu in _parts(case, table, is_pinfu) if fu)


def _parts(case: Case, table: FuTable, is_pinfu: bool) -> Iterator[tuple[str, int]]:
    if case.form is _SEVEN_PAIRS:
        yield "seven pairs", table.seven_pairs
        return
    yield "base", table.base
    if not case.by_self_draw:
        if case.is_closed:
            yield "closed ron", table.closed_ron
    elif not is_pinfu:
        yield "self-draw", table.self_draw
    groups = case.reading.groups
    for group in groups:
        if group.is_same:
            yield f"{_concealment(group)} {group.shape.value} of {group.first}", _group_fu(group, table)
    if case.pair_value:
        value = table.double_wind_pair if case.pair_value == 2 else table.value_pair
        yield f"pair of {groups[-1].first}", value
    waits = {_CLOSED: table.closed_wait, _EDGE: table.edge_wait, _PAIR: table.pair_wait}
    yield f"{case.wait.value} wait", waits.get(case.wait, 0)


def _concealment(group: Group) -> str:
    return "concealed" if group.concealed else "open"


def _group_fu(group: Group, table: FuTable) -> int:
    fu = table.concealed_triplet if group.concealed else table.open_triplet
    if group.has_outside:
        fu *= table.outside_factor
    return fu * table.quad_factor if group.shape is Shape.QUAD else fu


# members by name: to ask the enumeration for them costs more than to compare them
_SEVEN_PAIRS = Form.SEVEN_PAIRS
_CLOSED, _EDGE, _PAIR = Wait.CLOSED, Wait.EDGE, Wait.PAIR
