"""Calls: RL-C02 to RL-C07, RL-F01, RL-X09, and calls by a seat in riichi (RL-R04)."""

from __future__ import annotations

from tablebridge_rules.event import Called
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation
from tablebridge_rules.state import HandState, Phase
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["judge_call"]

_OWN_TILES = {
    MeldKind.CHI: 2,
    MeldKind.PON: 2,
    MeldKind.KAN_EXPOSED: 3,
    MeldKind.KAN_CONCEALED: 4,
    MeldKind.KAN_ADDED: 3,
}


def judge_call(state: HandState, event: Called) -> tuple[Violation, ...]:
    """The violations of a call: what was laid, where the tile came from, and the limits of kans."""
    return (*_judge_shape(state, event), *_judge_source(state, event), *_judge_kan(state, event))


def _judge_shape(state: HandState, event: Called) -> tuple[Violation, ...]:
    """Whether the tiles form what was called, and whether the caller can have them."""
    meld, seat = event.meld, event.seat
    found: list[Violation] = []
    if not _is_meld(meld):
        tiles = " ".join(map(str, meld.tiles))
        found.append(
            Violation("RL-F01", "wrong_meld", seat, f"{seat.value} laid {tiles}: that is no {meld.kind.value}")
        )
    part = state.at(seat)
    if not part.holds(meld.own[-1:] if meld.kind is MeldKind.KAN_ADDED else meld.own):
        text = f"{seat.value} laid tiles which that hand does not hold"
        found.append(Violation("RL-F07", "tile_count", seat, text))
    if part.riichi.declared and meld.kind is not MeldKind.KAN_CONCEALED:
        text = f"{seat.value} is in riichi and called {meld.kind.value}"
        found.append(Violation("RL-R04", "riichi_hand_changed", seat, text))
    return tuple(found)


def _is_meld(meld: Meld) -> bool:
    if len(meld.own) != _OWN_TILES[meld.kind] or (meld.called is None) != (meld.kind is MeldKind.KAN_CONCEALED):
        return False
    kinds = sorted(tile.kind for tile in meld.tiles)
    if meld.kind is not MeldKind.CHI:
        return len(set(kinds)) == 1
    first = kinds[0]
    return first.is_suited and [(kind.suit, kind.rank) for kind in kinds] == [
        (first.suit, first.rank + offset) for offset in range(3)
    ]


def _judge_source(state: HandState, event: Called) -> tuple[Violation, ...]:
    """Whether the tile may come from where it was taken."""
    meld, seat, laid = event.meld, event.seat, state.last_discard
    if meld.kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED):
        if state.phase is Phase.MUST_DISCARD and state.turn is seat:
            return ()
        return one_violation("RL-T01", "turn_order", seat, f"{seat.value} made a kan of its own outside its turn")
    found: list[Violation] = []
    if laid is None or (laid.seat, laid.tile) != (meld.from_seat, meld.called):
        text = f"{seat.value} took {meld.called}, which is not the last discard"
        found.append(Violation("RL-C04", "wrong_source", seat, text))
    elif state.phase is not Phase.CALLS_OPEN:
        text = f"{seat.value} called after {state.turn.value} had drawn"
        found.append(Violation("RL-C02", "late_call", seat, text))
    if meld.from_seat is seat:
        found.append(Violation("RL-C04", "wrong_source", seat, f"{seat.value} called its own discard"))
    elif meld.kind is MeldKind.CHI and meld.from_seat and seat.relation_to(meld.from_seat) is not Relation.LEFT:
        text = f"{seat.value} called chi from {meld.from_seat.value}, who does not sit at the left"
        found.append(Violation("RL-C05", "chi_not_from_left", seat, text))
    return tuple(found)


def _judge_kan(state: HandState, event: Called) -> tuple[Violation, ...]:
    meld, seat = event.meld, event.seat
    if not meld.kind.is_kan:
        return ()
    found: list[Violation] = []
    if state.kans >= 4:
        found.append(Violation("RL-X09", "fifth_kan", seat, f"{seat.value} made a fifth kan"))
    if state.wall_left == 0:
        found.append(Violation("RL-D05", "wall_exhausted", seat, f"{seat.value} made a kan, no live tile is left"))
    pons = [old.tiles[0].kind for old in state.at(seat).melds if old.kind is MeldKind.PON]
    if meld.kind is MeldKind.KAN_ADDED and meld.tiles[0].kind not in pons:
        found.append(Violation("RL-C07", "no_pon", seat, f"{seat.value} added {meld.own[-1]} to no pon of that kind"))
    return tuple(found)
