"""Calls: what was laid, and where the tile came from."""

from __future__ import annotations

from tablebridge_rules.event import Called
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["is_meld", "judge_added", "judge_laid", "judge_source"]

_OWN_TILES = {
    MeldKind.CHI: 2,
    MeldKind.PON: 2,
    MeldKind.KAN_EXPOSED: 3,
    MeldKind.KAN_CONCEALED: 4,
    MeldKind.KAN_ADDED: 3,
}


def judge_laid(state: AnyTable, event: Called, cited: TableViolations) -> tuple[Violation, ...]:
    """Whether the tiles form what was called, and whether the caller can have them."""
    meld, seat = event.meld, event.seat
    found: list[Violation] = []
    if not is_meld(meld):
        tiles = " ".join(map(str, meld.tiles))
        found.append(
            Violation(cited.wrong_meld, "wrong_meld", seat, f"{seat.value} laid {tiles}: that is no {meld.kind.value}")
        )
    part = state.at(seat)
    if not part.holds(meld.own[-1:] if meld.kind is MeldKind.KAN_ADDED else meld.own):
        text = f"{seat.value} laid tiles which that hand does not hold"
        found.append(Violation(cited.tile_count, "tile_count", seat, text))
    return tuple(found)


def is_meld(meld: Meld) -> bool:
    """Whether the tiles are as many as that act lays, and form its set; of tiles that nobody sees nothing is known."""
    if meld.is_hidden:
        return True
    if len(meld.own) != _OWN_TILES[meld.kind] or (meld.called is None) != (meld.kind is MeldKind.KAN_CONCEALED):
        return False
    kinds = sorted(tile.kind for tile in meld.tiles)
    if meld.kind is not MeldKind.CHI:
        return len(set(kinds)) == 1
    first = kinds[0]
    return first.is_suited and [(kind.suit, kind.rank) for kind in kinds] == [
        (first.suit, first.rank + offset) for offset in range(3)
    ]


def judge_source(state: AnyTable, event: Called, cited: TableViolations) -> tuple[Violation, ...]:
    """Whether the tile may come from where it was taken."""
    meld, seat, laid = event.meld, event.seat, state.last_discard
    if meld.kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED):
        if state.phase is Phase.MUST_DISCARD and state.turn is seat:
            return ()
        return one_violation(cited.kan_turn, "turn_order", seat, f"{seat.value} made a kan of its own outside its turn")
    found: list[Violation] = []
    if laid is None or (laid.seat, laid.tile) != (meld.from_seat, meld.called):
        text = f"{seat.value} took {meld.called}, which is not the last discard"
        found.append(Violation(cited.wrong_source, "wrong_source", seat, text))
    elif state.phase is not Phase.CALLS_OPEN:
        text = f"{seat.value} called after {state.turn.value} had drawn"
        found.append(Violation(cited.late_call, "late_call", seat, text))
    if meld.from_seat is seat:
        found.append(Violation(cited.wrong_source, "wrong_source", seat, f"{seat.value} called its own discard"))
    elif meld.kind is MeldKind.CHI and meld.from_seat and seat.relation_to(meld.from_seat) is not Relation.LEFT:
        text = f"{seat.value} called chi from {meld.from_seat.value}, who does not sit at the left"
        found.append(Violation(cited.chi_not_from_left, "chi_not_from_left", seat, text))
    return tuple(found)


def judge_added(state: AnyTable, event: Called, cited: TableViolations) -> tuple[Violation, ...]:
    """Whether a tile that makes a kan of a pon finds one of its kind."""
    meld, seat = event.meld, event.seat
    pons = [old.tiles[0].kind for old in state.at(seat).melds if old.kind is MeldKind.PON]
    if meld.kind is not MeldKind.KAN_ADDED or meld.tiles[0].kind in pons:
        return ()
    return one_violation(cited.no_pon, "no_pon", seat, f"{seat.value} added {meld.own[-1]} to no pon of that kind")
