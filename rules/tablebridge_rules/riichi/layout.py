"""How rivers and melds lie in front of a riichi player. Places count from 0 at the owner's left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["DiscardArea", "discarder_at", "judge_meld_order", "judge_rows", "laid_order", "lying_melds", "river_rows"]

_ROW = 6
_ROWS = 3
_FIRST, _SECOND, _THIRD, _FOURTH = range(4)
_PLACE_OF_THREE = {Relation.LEFT: _FIRST, Relation.ACROSS: _SECOND, Relation.RIGHT: _THIRD}
_PLACE_OF_FOUR = {Relation.LEFT: _FIRST, Relation.ACROSS: _THIRD, Relation.RIGHT: _FOURTH}


def river_rows(river: River) -> tuple[tuple[Discard, ...], ...]:
    """The discards that lie on the cloth in rows of six; from the 19th on they lengthen the third (RL-T02)."""
    lying = river.lying
    rows = [lying[_ROW * row : _ROW * (row + 1)] for row in range(_ROWS - 1)]
    return tuple(row for row in (*rows, lying[_ROW * (_ROWS - 1) :]) if row)


def judge_rows(rulebook: Rulebook, seat: Seat, lengths: Sequence[int]) -> tuple[Violation, ...]:
    """Whether a river of rows of those lengths, the oldest first, is laid out as it should be (RL-T02: a notice)."""
    total = sum(lengths)
    full = [_ROW] * min(total // _ROW, _ROWS - 1)
    rest = total - sum(full)
    expected = [*full, rest] if rest else full
    if list(lengths) == expected or not _has(rulebook, "RL-T02"):
        return ()
    text = f"the river of {seat.value} has rows of {list(lengths)}, expected {expected}"
    return one_violation("RL-T02", "river_layout", seat, text, "notice")


def laid_order(meld: Meld, owner: Seat) -> tuple[tuple[Tile, ...], int | None]:
    """The tiles of a meld as they lie, and the place of the sideways one; None in a concealed kan.

    The sideways tile points at its discarder; a chi's is always the first. An added tile lies on the sideways one and
    comes last here. Clause RL-C08, RM-C01.

    >>> from tablebridge_rules.notation import parse_meld
    >>> laid_order(parse_meld("chi:345s<left").meld(Seat.A), Seat.A)[1]
    0
    """
    if meld.called is None or meld.from_seat is None:
        return meld.own, None
    own, added = (meld.own[:2], meld.own[2:]) if meld.kind is MeldKind.KAN_ADDED else (meld.own, ())
    places = _PLACE_OF_FOUR if meld.kind is MeldKind.KAN_EXPOSED else _PLACE_OF_THREE
    place = _FIRST if meld.kind is MeldKind.CHI else places[owner.relation_to(meld.from_seat)]
    return (*own[:place], meld.called, *own[place:], *added), place


def lying_melds(melds: Sequence[Meld], owner: Seat) -> tuple[tuple[tuple[Tile, ...], int | None], ...]:
    """The melds of `laid_order` as they lie, from the owner's left: they grow from the right corner (RL-C04).

    `melds` in the order in which they were made, so that the newest lies first. Each open one has one sideways place.
    """
    return tuple(laid_order(meld, owner) for meld in reversed(melds))


def discarder_at(kind: MeldKind, place: int) -> Relation:
    """Whom a sideways tile at that place points at. In an exposed kan the second place means across, too (RL-C08).

    Raises `ValueError` for a place that such a meld does not have.
    """
    if kind is MeldKind.CHI and place == _FIRST:
        return Relation.LEFT
    if kind is MeldKind.KAN_EXPOSED and place == _SECOND:
        return Relation.ACROSS
    places = {} if kind is MeldKind.CHI else _PLACE_OF_FOUR if kind is MeldKind.KAN_EXPOSED else _PLACE_OF_THREE
    for relation, its_place in places.items():
        if its_place == place:
            return relation
    raise ValueError(f"a sideways tile at place {place} of a {kind.value}: it can lie nowhere there")


def judge_meld_order(
    rulebook: Rulebook, meld: Meld, owner: Seat, tiles: Sequence[Tile], sideways: int | None
) -> tuple[Violation, ...]:
    """Whether a called meld lies as it should: its sideways tile is the called one and points at its discarder.

    An exposed kan from across with the sideways tile second is read as it is meant and noted as style (RL-C08).
    """
    clause = "RL-C08" if _has(rulebook, "RL-C08") else "RM-C01"
    order, place = laid_order(meld, owner)
    if not _has(rulebook, clause) or (tuple(tiles) == order and sideways == place):
        return ()
    text = f"{owner.value} laid a {meld.kind.value} with {_place(sideways)} sideways, expected {_place(place)}"
    across = meld.kind is MeldKind.KAN_EXPOSED and place == _THIRD and sideways == _SECOND
    if across and tiles[_SECOND] == meld.called:
        return one_violation(clause, "meld_style", owner, text, "notice")
    return one_violation(clause, "malformed_meld", owner, text, rulebook.foul.wrong_meld)


def _place(place: int | None) -> str:
    return "no tile" if place is None else f"place {place + 1}"


@dataclass(frozen=True, slots=True)
class DiscardArea:
    """Where a tile that touches the cloth is discarded: inside the walls as the table raised them (RM-T02).

    `corners` in order around, in mm on the cloth. It stays for the whole hand: walls that are eaten away later do not
    change it.
    """

    corners: tuple[tuple[float, float], ...]

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether that point of the cloth lies inside."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if (y1 > y_mm) != (y2 > y_mm) and x_mm < (x2 - x1) * (y_mm - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


def _has(rulebook: Rulebook, clause: str) -> bool:
    return any(one.id == clause for one in rulebook.clauses)
