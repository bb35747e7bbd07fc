"""Fu: the minipoints of a reading, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablebridge_rules.decompose import Form, Group, Shape, Wait
from tablebridge_rules.options import FuTable
from tablebridge_rules.patterns import Case

__all__ = ["Fu", "count_fu"]


@dataclass(frozen=True, slots=True)
class Fu:
    """The fu of a hand: `parts` are what was counted and how much, `total` is what counts after rounding."""

    parts: tuple[tuple[str, int], ...]
    total: int


def count_fu(case: Case, table: FuTable, *, is_pinfu: bool) -> Fu:
    """Counts the fu of a reading; `is_pinfu` when the pattern counts, which leaves the self-draw worthless."""
    if case.reading.form is Form.SEVEN_PAIRS:
        return Fu((("seven pairs", table.seven_pairs),), table.seven_pairs)
    parts = tuple((label, fu) for label, fu in _parts(case, table, is_pinfu) if fu)
    counted = sum(fu for _, fu in parts)
    total = -(-counted // table.round_up_to) * table.round_up_to
    if counted == table.base and not case.win.by_self_draw:
        total = max(total, table.open_minimum)
    return Fu(parts, total)


def _parts(case: Case, table: FuTable, is_pinfu: bool) -> Iterator[tuple[str, int]]:
    yield "base", table.base
    if case.win.by_self_draw and not is_pinfu:
        yield "self-draw", table.self_draw
    if not case.win.by_self_draw and case.is_closed:
        yield "closed ron", table.closed_ron
    for group in case.same:
        origin = "concealed" if group.concealed else "open"
        yield f"{origin} {group.shape.value} of {group.first}", _same_fu(group, table)
    yield f"pair of {case.pair_kind}", _pair_fu(case, table)
    yield f"{case.reading.wait.value} wait", _wait_fu(case.reading.wait, table)


def _same_fu(group: Group, table: FuTable) -> int:
    fu = table.concealed_triplet if group.concealed else table.open_triplet
    if group.has_outside:
        fu *= table.outside_factor
    return fu * table.quad_factor if group.shape is Shape.QUAD else fu


def _pair_fu(case: Case, table: FuTable) -> int:
    return table.double_wind_pair if case.pair_value == 2 else table.value_pair * case.pair_value


def _wait_fu(wait: Wait, table: FuTable) -> int:
    return {Wait.CLOSED: table.closed_wait, Wait.EDGE: table.edge_wait, Wait.PAIR: table.pair_wait}.get(wait, 0)
