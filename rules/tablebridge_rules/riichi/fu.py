"""Fu: the minipoints of a reading, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablebridge_rules.decompose import Form, Group, Shape, Wait
from tablebridge_rules.riichi.options import FuTable
from tablebridge_rules.riichi.patterns import Case
from tablebridge_rules.riichi.patterns import suit_part as part
from tablebridge_rules.tile import TileKind

__all__ = ["FuPart", "count_fu", "fu_parts"]


@dataclass(frozen=True, slots=True)
class FuPart:
    """Something that is worth fu, for saying it in any language.

    `kind` is base, closed_ron, self_draw, seven_pairs, concealed_triplet, open_triplet, concealed_quad, open_quad,
    pair, closed_wait, edge_wait or pair_wait; `tile` is that of a triplet, quad or pair.
    """

    kind: str
    fu: int
    tile: TileKind | None = None

    @property
    def label(self) -> str:
        """In English.

        >>> from tablebridge_rules.tile import Tile
        >>> FuPart("open_triplet", 4, Tile.parse("5z").kind).label, FuPart("self_draw", 2).label
        ('open triplet of 5z', 'self-draw')
        """
        words = "self-draw" if self.kind == "self_draw" else self.kind.replace("_", " ")
        return words if self.tile is None else f"{words} of {self.tile}"


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


def fu_parts(case: Case, table: FuTable, *, is_pinfu: bool) -> tuple[FuPart, ...]:
    """What `count_fu` adds up before rounding; what is worth nothing is left out."""
    return tuple(one for one in _parts(case, table, is_pinfu) if one.fu)


def _parts(case: Case, table: FuTable, is_pinfu: bool) -> Iterator[FuPart]:
    if case.form is _SEVEN_PAIRS:
        yield FuPart("seven_pairs", table.seven_pairs)
        return
    yield FuPart("base", table.base)
    if not case.by_self_draw:
        if case.is_closed:
            yield FuPart("closed_ron", table.closed_ron)
    elif not is_pinfu:
        yield FuPart("self_draw", table.self_draw)
    groups = case.reading.groups
    for group in groups:
        if group.is_same:
            yield FuPart(f"{_concealment(group)}_{group.shape.value}", _group_fu(group, table), group.first)
    if case.pair_value:
        value = table.double_wind_pair if case.pair_value == 2 else table.value_pair
        yield FuPart("pair", value, groups[-1].first)
    waits = {_CLOSED: table.closed_wait, _EDGE: table.edge_wait, _PAIR: table.pair_wait}
    yield FuPart(f"{case.wait.value}_wait", waits.get(case.wait, 0))


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
