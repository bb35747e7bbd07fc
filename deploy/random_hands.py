"""Seeded random riichi hands by copy numbers 0..135 (kind x 4 + copy; copy 0 of a five is the red one)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

__all__ = ["HandDrawn", "MeldDrawn", "hands_of_thirteen", "winning_hands"]

_OUTSIDE = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
_RUN_STARTS = tuple(9 * suit + rank for suit in range(3) for rank in range(7))


@dataclass(frozen=True, slots=True)
class MeldDrawn:
    """A meld: `name` is chi, pon, kan_exposed or kan_concealed."""

    name: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """A complete hand with its circumstances; winds count from east = 0, riichi is 0, 1 or 2 (double)."""

    concealed: tuple[int, ...]
    winning: int
    melds: tuple[MeldDrawn, ...]
    seat_wind: int
    round_wind: int
    by_self_draw: bool
    riichi: int = 0
    ippatsu: bool = False
    last_tile: bool = False
    indicators: tuple[int, ...] = ()
    ura_indicators: tuple[int, ...] = field(default=())


def winning_hands(seed: int, count: int) -> list[HandDrawn]:
    """That many different hands: four sets and a pair (a third of them with melds), some seven pairs and orphans.

    Suits are drawn unevenly, so that flushes, outside hands and honours come up as they do in play and more often.
    """
    chance = random.Random(seed)
    found: dict[HandDrawn, None] = {}
    while len(found) < count:
        hand = _hand(chance)
        if hand is not None:
            found.setdefault(hand)
    return list(found)


def hands_of_thirteen(seed: int, count: int) -> list[tuple[int, ...]]:
    """That many random hands of 13 tiles as 34 counts, dealt from a whole set."""
    chance = random.Random(seed)
    wall = [index // 4 for index in range(136)]
    hands = []
    for _ in range(count):
        counts = [0] * 34
        for index in chance.sample(wall, 13):
            counts[index] += 1
        hands.append(tuple(counts))
    return hands


def _hand(chance: random.Random) -> HandDrawn | None:
    groups, standing_groups = _groups(chance)
    kinds = [kind for group in groups for kind in group]
    if any(kinds.count(kind) > 4 for kind in set(kinds)):
        return None
    copies = {kind: chance.sample(range(4), 4) for kind in set(kinds)}
    taken = [tuple(kind * 4 + copies[kind].pop() for kind in group) for group in groups]
    melds = tuple(_meld(chance, tiles) for tiles in taken[standing_groups:])
    standing = [tile for tiles in taken[:standing_groups] for tile in tiles]
    winning = standing.pop(chance.randrange(len(standing)))
    left = sorted(set(range(136)) - {tile for tiles in taken for tile in tiles})
    chance.shuffle(left)
    shown = 1 + sum(meld.name.startswith("kan") for meld in melds)
    is_closed = all(meld.name == "kan_concealed" for meld in melds)
    riichi = chance.choice((0, 0, 1, 1, 1, 2)) if is_closed else 0
    return HandDrawn(
        concealed=tuple(sorted(standing)),
        winning=winning,
        melds=melds,
        seat_wind=chance.randrange(4),
        round_wind=chance.randrange(2),
        by_self_draw=chance.random() < 0.45,
        riichi=riichi,
        ippatsu=riichi > 0 and chance.random() < 0.2,
        last_tile=chance.random() < 0.02,
        indicators=tuple(left[:shown]),
        ura_indicators=tuple(left[shown : 2 * shown]) if riichi else (),
    )


def _groups(chance: random.Random) -> tuple[list[tuple[int, ...]], int]:
    """The groups by kind, the standing ones first, and how many stand."""
    form = chance.random()
    if form < 0.04:
        return [(kind, kind) for kind in chance.sample(range(34), 7)], 7
    if form < 0.045:
        return [(kind,) for kind in (*_OUTSIDE, chance.choice(_OUTSIDE))], 14
    allowed = _allowed(chance)
    runs = [start for start in _RUN_STARTS if start in allowed and start + 2 in allowed]
    sets: list[tuple[int, ...]] = []
    for _ in range(4):
        if runs and chance.random() < 0.7:
            start = chance.choice(runs)
            sets.append((start, start + 1, start + 2))
        else:
            sets.append((chance.choice(allowed),) * 3)
    pair = (chance.choice(allowed),) * 2
    melded = chance.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 3))
    opened = sets[4 - melded :]
    for place, group in enumerate(opened):
        if group[0] == group[1] and chance.random() < 0.2:
            opened[place] = (group[0],) * 4
    return [*sets[: 4 - melded], pair, *opened], 5 - melded


def _allowed(chance: random.Random) -> list[int]:
    """The kinds that a hand is made of: mostly all, at times one suit with honours, or outside tiles more often."""
    draw = chance.random()
    if draw < 0.85:
        return list(range(34))
    suit = 9 * chance.randrange(3)
    return [*range(suit, suit + 9), *(range(27, 34) if draw < 0.95 else ())]


def _meld(chance: random.Random, tiles: tuple[int, ...]) -> MeldDrawn:
    if len(tiles) == 4:
        return MeldDrawn(chance.choice(("kan_exposed", "kan_concealed")), tuple(sorted(tiles)))
    return MeldDrawn("pon" if tiles[0] // 4 == tiles[1] // 4 else "chi", tuple(sorted(tiles)))
