"""Fu: the minipoints of a reading, part by part."""

from __future__ import annotations

from functools import cached_property

from tablebridge_rules.decompose import Form, Group, Shape, Wait
from tablebridge_rules.options import FuTable
from tablebridge_rules.patterns import Case
from tablebridge_rules.patterns.masks import OUTSIDE

__all__ = ["Fu", "count_fu"]


class Fu:
    """The fu of a hand: `total` is what counts after rounding, `parts` are what was counted and how much."""

    def __init__(self, counted: list[tuple[int, str | Group]], total: int) -> None:
        self.total = total
        self._counted = counted

    @cached_property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """What was counted, in words, and how much, what is worth nothing left out."""
        return tuple((_label(what), fu) for fu, what in self._counted if fu)


def count_fu(case: Case, table: FuTable, *, is_pinfu: bool) -> Fu:
    """Counts the fu of a reading; `is_pinfu` when the pattern counts, which leaves the self-draw worthless."""
    if case.reading.form is Form.SEVEN_PAIRS:
        return Fu([(table.seven_pairs, "seven pairs")], table.seven_pairs)
    counted = _counted(case, table, is_pinfu)
    found = sum([fu for fu, _ in counted])
    total = -(-found // table.round_up_to) * table.round_up_to
    if found == table.base and not case.win.by_self_draw:
        total = max(total, table.open_minimum)
    return Fu(counted, total)


def _counted(case: Case, table: FuTable, is_pinfu: bool) -> list[tuple[int, str | Group]]:
    counted: list[tuple[int, str | Group]] = [(table.base, "base")]
    if not case.win.by_self_draw:
        if case.is_closed:
            counted.append((table.closed_ron, "closed ron"))
    elif not is_pinfu:
        counted.append((table.self_draw, "self-draw"))
    counted += [(_same_fu(group, table), group) for group in case.same]
    if case.pair_value:
        value = table.double_wind_pair if case.pair_value == 2 else table.value_pair
        counted.append((value, case.reading.groups[-1]))
    wait = case.reading.wait
    if wait is Wait.CLOSED:
        counted.append((table.closed_wait, "closed wait"))
    elif wait is Wait.EDGE:
        counted.append((table.edge_wait, "edge wait"))
    elif wait is Wait.PAIR:
        counted.append((table.pair_wait, "pair wait"))
    return counted


def _same_fu(group: Group, table: FuTable) -> int:
    fu = table.concealed_triplet if group.concealed else table.open_triplet
    if 1 << group.first.index & OUTSIDE:
        fu *= table.outside_factor
    return fu * table.quad_factor if group.shape is Shape.QUAD else fu


def _label(what: str | Group) -> str:
    if isinstance(what, str):
        return what
    if what.shape is Shape.PAIR:
        return f"pair of {what.first}"
    return f"{'concealed' if what.concealed else 'open'} {what.shape.value} of {what.first}"
