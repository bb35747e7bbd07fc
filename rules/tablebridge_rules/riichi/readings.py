"""All ways to read a win: sets and a pair, seven pairs or thirteen orphans, and what it waited on."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge_rules.decompose import Form, Group, Reading, Shape, Wait, standard_readings
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.tile import STANDARD_KINDS
from tablebridge_rules.waits import count_kinds

__all__ = ["decompose"]


def decompose(win: Win) -> tuple[Reading, ...]:
    """Every reading of the win's tiles; none when they are no complete hand.

    Raises `WinError` when the win has a wrong number of tiles or another problem.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.seat import Wind
    >>> readings = decompose(Win(parse_tiles("111222333m99p11z"), parse_tiles("1z")[0], Wind.EAST, Wind.EAST))
    >>> [[group.shape.value for group in reading.groups] for reading in readings]
    [['run', 'run', 'run', 'triplet', 'pair'], ['triplet', 'triplet', 'triplet', 'triplet', 'pair']]
    """
    win.require_possible()
    counts = count_kinds((*win.concealed, win.winning_tile))
    found = list(standard_readings(counts, win.melds, win.winning_tile.kind, by_self_draw=win.by_self_draw))
    if not win.melds:
        found += _special_readings(counts)
    return tuple(found)


def _special_readings(counts: tuple[int, ...]) -> Iterator[Reading]:
    if counts.count(2) == _PAIRS:
        groups = tuple([pair for pair, count in zip(_EVERY_PAIR, counts, strict=True) if count])
        yield Reading(Form.SEVEN_PAIRS, groups, Wait.PAIR)
    elif counts[0] and counts[33] and all(counts[index] for index in _OUTSIDE) and 2 in counts:
        yield Reading(Form.THIRTEEN_ORPHANS, (), Wait.ORPHAN)


_PAIRS = 7
_EVERY_PAIR = tuple(Group(Shape.PAIR, kind) for kind in STANDARD_KINDS)
_OUTSIDE = tuple(kind.index for kind in STANDARD_KINDS if not kind.is_simple)
