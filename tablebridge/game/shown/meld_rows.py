"""How a meld is drawn for the public: as it lies before its owner, from the owner's left to right."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge.game.shown.public import PublicMeldTile
from tablebridge_rules.meld import Meld
from tablebridge_rules.tile import Tile

__all__ = ["BACK", "beside", "concealed", "with_called"]

BACK = PublicMeldTile(tile="back")
_KAN = 4


def with_called(own: Sequence[Tile], called: Tile, place: int, *, sideways: bool) -> tuple[PublicMeldTile, ...]:
    """The tiles of the hand with the called one at that place, counted from 0."""
    row = [PublicMeldTile(tile=str(tile)) for tile in own]
    return (*row[:place], PublicMeldTile(tile=str(called), sideways=sideways, called=True), *row[place:])


def beside(meld: Meld, up: Sequence[int]) -> tuple[PublicMeldTile, ...]:
    """No tile sideways: the claimed one between the two of a chi, beside those of a pon or kan (TW-R16, TW-R17, TW-R20,
    SC-R16, SC-R18). `up` are the places of a concealed kan that show a face."""
    if meld.called is None:
        return concealed(meld, up)
    own = sorted(meld.own)
    return with_called(
        own, meld.called, len(own) // 2 if len({tile.kind for tile in own}) > 1 else len(own), sideways=False
    )


def concealed(meld: Meld, up: Sequence[int]) -> tuple[PublicMeldTile, ...]:
    """A concealed kan with faces at the places `up`, a red five among them; all backs while nobody has seen a tile."""
    if not meld.own:
        return (BACK,) * _KAN
    faces = sorted(meld.own, key=lambda tile: not tile.red)[: len(up)]
    row = [BACK] * _KAN
    for place, tile in zip(up, reversed(faces), strict=False):
        row[place] = PublicMeldTile(tile=str(tile))
    return tuple(row)
