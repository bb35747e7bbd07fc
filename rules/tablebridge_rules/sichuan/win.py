"""What is scored: a hand with its winning tile and the circumstances of the win."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation
from tablebridge_rules.tile import RED_LANES, Suit, Tile
from tablebridge_rules.tile_counts import above, count_of, limits

__all__ = ["Win"]

_STANDING = 13
_LIMITS = limits((*(4,) * 27, *(0,) * (RED_LANES + 3 - 27)))
"""Four of each of the 27 kinds, nothing else."""
_OWN_TILES = {MeldKind.PON: 3, MeldKind.KAN_EXPOSED: 4, MeldKind.KAN_CONCEALED: 4, MeldKind.KAN_ADDED: 4}


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that claims to be complete.

    `concealed` are the standing tiles without the winning one; `from_relation` is the discarder (or who made the robbed
    kong) seen from the winner, None for a self-draw. `void` is the winner's void suit; None when it is not known, then
    a hand of two suits is taken to be free of it. `heavenly` is the dealer's opening hand, `earthly` another seat's
    first draw with no call before. `after_kong`: won on the discard made right after a kong. `replacement` is the tile
    drawn after an own kong, `robbed` one being added to another's, `last_tile` the last of the wall or the discard
    after it.

    The value can hold what cannot be: `problems` lists what is wrong with it.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    melds: tuple[Meld, ...] = ()
    from_relation: Relation | None = None
    void: Suit | None = None
    replacement: bool = False
    robbed: bool = False
    after_kong: bool = False
    last_tile: bool = False
    heavenly: bool = False
    earthly: bool = False

    @property
    def by_self_draw(self) -> bool:
        """True when nobody else's tile was taken."""
        return self.from_relation is None

    @property
    def is_closed(self) -> bool:
        """True when no meld but concealed kongs is on the table (SC-R18, SC-R19)."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The concealed tiles and the winning one."""
        return (*self.concealed, self.winning_tile)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, melds included."""
        return (*self.standing, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def suits(self) -> frozenset[Suit]:
        """The suits of all tiles."""
        return frozenset([tile.kind.suit for tile in self.tiles])

    def problems(self) -> tuple[str, ...]:
        """Everything that cannot be at any table; empty when nothing is wrong."""
        return (*_tile_problems(self), *_circumstance_problems(self))

    def require_possible(self) -> None:
        """Raises `WinError` with all problems when there is one."""
        if problems := self.problems():
            raise WinError("; ".join(problems))


def _tile_problems(win: Win) -> list[str]:
    expected = _STANDING - 3 * len(win.melds)
    problems = []
    if len(win.concealed) != expected:
        held = f"{len(win.concealed)} standing tiles with {len(win.melds)} melds"
        problems.append(f"{held}, expected {expected} besides the winning tile")
    many = above(count_of(win.tiles), _LIMITS)
    if many:
        problems += [f"{tile} is none of the 108 tiles" for tile in win.tiles if tile.red or not tile.kind.is_suited]
    for meld in win.melds:
        tiles = meld.tiles
        if meld.is_hidden:
            problems.append("a concealed kong was not turned up")
        elif meld.kind is MeldKind.CHI:
            problems.append("chi is not played")
        elif len(tiles) != _OWN_TILES[meld.kind] or any(tile.kind != tiles[0].kind for tile in tiles):
            problems.append(f"{''.join(map(str, meld.tiles))} is no {meld.kind.value}")
    counts = Counter(tile.kind for tile in win.tiles) if many else {}
    problems += [f"{count} copies of {kind}, a set has 4" for kind, count in sorted(counts.items()) if count > 4]
    return problems


def _circumstance_problems(win: Win) -> list[str]:
    drawn = win.by_self_draw
    has_kong = any(meld.kind.is_kan for meld in win.melds)
    first = win.heavenly or win.earthly
    rules = (
        (win.void is not None and win.void.size != 9, f"{win.void} is no suit of the 108 tiles"),
        (win.replacement and not drawn, "a replacement tile is a self-draw, this is another's tile"),
        (win.replacement and not has_kong, "a replacement tile without a kong"),
        (win.robbed and drawn, "a robbed kong is another's tile, this is a self-draw"),
        (win.after_kong and drawn, "a discard after a kong is another's tile, this is a self-draw"),
        (win.after_kong and win.robbed, "a robbed tile is no discard"),
        (first and not drawn, "a heavenly or earthly win is a self-draw, this is another's tile"),
        (first and bool(win.melds), "a heavenly or earthly win with a meld"),
        (win.heavenly and win.earthly, "heavenly is the dealer's win, earthly another's"),
    )
    return [problem for wrong, problem in rules if wrong]
