"""The melds in the corner of one seat of the simulated cloth: they lie from right to left, each with its gap."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablebridge.cloth import Place
from tablebridge.sim.meld_rows import Laid
from tablebridge.sim.placing import MELD, Placer
from tablebridge.sim.scene import SceneTile
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import TileKind

__all__ = ["Corner", "KeyedTile"]

KeyedTile = tuple[int, Laid]
"""A tile of a meld with its key."""


@dataclass(slots=True)
class _LaidMeld:
    """A meld from left to right, and the tile that lies inwards of its sideways one."""

    meld: Meld
    row: list[KeyedTile]
    inner: KeyedTile | None = None


@dataclass(slots=True)
class Corner:
    """One seat's corner. Each act gives back the tiles that came or moved."""

    placer: Placer
    seat: Seat
    _melds: list[_LaidMeld] = field(default_factory=list)
    _lying: dict[int, tuple[Place, Laid]] = field(default_factory=dict)

    def lay(self, meld: Meld, row: list[KeyedTile]) -> tuple[SceneTile, ...]:
        """A new meld, to the left of those that lie here."""
        self._melds.append(_LaidMeld(meld, row))
        return self._moved()

    def add(self, meld: Meld, tile: KeyedTile, end: int | None) -> tuple[SceneTile, ...]:
        """A fourth tile to the pon of its kind, at that place of the row; with None inwards of the sideways tile.

        Raises `LookupError` when no such pon lies here.
        """
        laid = self._of(meld.tiles[0].kind, MeldKind.PON)
        laid.meld = meld
        if end is None:
            laid.inner = tile
        else:
            laid.row.insert(end, tile)
        return self._moved()

    def take_added(self, kind: TileKind) -> tuple[KeyedTile, tuple[SceneTile, ...]]:
        """The tile added to the kan of that kind is taken away again: it was robbed, the pon stays (SC-P09).

        Raises `LookupError` when no added kan of that kind lies here.
        """
        laid = self._of(kind, MeldKind.KAN_ADDED)
        laid.meld = Meld(MeldKind.PON, laid.meld.own[:2], laid.meld.called, laid.meld.from_seat)
        # whoever adds a tile puts it at the right end, or inwards, where robbed tiles leave the corner
        taken, laid.inner = laid.inner or laid.row.pop(), None
        del self._lying[taken[0]]
        return taken, self._moved()

    def turn_up(self) -> tuple[SceneTile, ...]:
        """The concealed kans are shown: every tile that lay face down is turned (SC-F03, TW-R24)."""
        for laid in self._melds:
            laid.row = [(key, replace(tile, face_up=True)) for key, tile in laid.row]
        return self._moved()

    def reorder(self, order: list[int]) -> tuple[SceneTile, ...]:
        """The tiles of the newest meld are put in another order: places counted from the left."""
        laid = self._melds[-1]
        laid.row = [laid.row[place] for place in order]
        return self._moved()

    def turn(self, place: int | None) -> tuple[SceneTile, ...]:
        """In the newest meld the tile at that place is laid sideways and every other upright."""
        laid = self._melds[-1]
        laid.row = [(key, replace(tile, turned=at == place)) for at, (key, tile) in enumerate(laid.row)]
        return self._moved()

    def keys(self) -> tuple[int, ...]:
        """The tiles of the newest meld, from left to right."""
        return tuple(key for key, _ in self._melds[-1].row)

    def row(self) -> tuple[Laid, ...]:
        """The newest meld as it lies, from left to right."""
        return tuple(tile for _, tile in self._melds[-1].row)

    def _of(self, kind: TileKind, meld_kind: MeldKind) -> _LaidMeld:
        for laid in self._melds:
            if laid.meld.kind is meld_kind and laid.meld.tiles[0].kind == kind:
                return laid
        raise LookupError(f"{self.seat.value} has no {meld_kind.value} of {kind} in its corner")

    def _moved(self) -> tuple[SceneTile, ...]:
        """Lays what is not where it belongs."""
        cloth, placed = self.placer.cloth, list[SceneTile]()
        right = cloth.meld_right_mm
        for laid in self._melds:
            places = cloth.meld_places(right, tuple(tile.turned for _, tile in laid.row))
            tiles = list(zip(laid.row, places, strict=True))
            if laid.inner is not None:
                sideways = next(place for (_, tile), place in tiles if tile.turned)
                tiles.append((laid.inner, cloth.added_place(sideways)))
            placed += [one for (key, tile), place in tiles for one in self._laid(key, tile, place)]
            left, (_, leftmost) = places[0], laid.row[0]
            right = left.right_mm - (cloth.tile_long_mm if leftmost.turned else cloth.tile_wide_mm) / 2
            right -= cloth.meld_gap_mm()
        return tuple(placed)

    def _laid(self, key: int, tile: Laid, place: Place) -> list[SceneTile]:
        if self._lying.get(key) == (place, tile):
            return []
        self._lying[key] = place, tile
        pose = "up" if tile.face_up else "down"
        return [self.placer.tile(key, str(tile.tile), self.seat, place, pose, MELD)]
