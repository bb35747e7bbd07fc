"""Liability (包): who fed the last meld that made a listed yakuman certain on the table (RL-P01, RL-P02)."""

from __future__ import annotations

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat

__all__ = ["certain_yakuman", "liable_after"]


def certain_yakuman(melds: tuple[Meld, ...]) -> frozenset[str]:
    """The yakuman of the liability list that these melds alone make certain, whatever the rest of the hand is."""
    kinds = [meld.tiles[0].kind for meld in melds if meld.kind is not MeldKind.CHI]
    found = set()
    if sum(kind.is_dragon for kind in kinds) == 3:
        found.add("daisangen")
    if sum(kind.is_wind for kind in kinds) == 4:
        found.add("daisuushii")
    if sum(meld.kind.is_kan for meld in melds) == 4:
        found.add("suukantsu")
    suited = sorted(kind.index for kind in kinds if kind.is_suited)
    if len(suited) == 4 and suited[3] - suited[0] == 3 and len({kind.suit for kind in kinds}) == 1:
        found.add("suurenkou")
    return frozenset(found)


def liable_after(before: tuple[Meld, ...], after: tuple[Meld, ...], meld: Meld) -> tuple[tuple[str, Seat], ...]:
    """Yakuman that `meld` made certain, with the seat whose discard it took; none for tiles of the own hand."""
    if meld.from_seat is None or meld.kind is MeldKind.KAN_ADDED:
        return ()
    made = certain_yakuman(after) - certain_yakuman(before)
    return tuple((name, meld.from_seat) for name in sorted(made))
