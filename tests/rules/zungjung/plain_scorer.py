"""Another way to the value of a Zung Jung hand: kinds as numbers 0..33, every rule written out, nothing shared.

It knows the v3.3 values by heart and is slow; the tests hold the rules against it on random hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

RUN, TRIPLET, KAN, HIDDEN_KAN, PAIR = "run", "triplet", "kan", "hidden kan", "pair"
LIMIT = 320

Group = tuple[str, int]


@dataclass(frozen=True)
class PlainHand:
    """Standing tiles, the winning one, the sets on the table, whether it was drawn, the seat wind 0..3."""

    concealed: tuple[int, ...]
    winning: int
    melds: tuple[Group, ...]
    drawn: bool
    seat: int

    @property
    def tiles(self) -> list[int]:
        return [*self.concealed, self.winning, *(tile for group in self.melds for tile in tiles_of(group))]


def tiles_of(group: Group) -> list[int]:
    shape, first = group
    if shape == RUN:
        return [first, first + 1, first + 2]
    return [first] * {PAIR: 2, TRIPLET: 3}.get(shape, 4)


def is_outside(tile: int) -> bool:
    return tile >= 27 or tile % 9 in (0, 8)


def plain_value(hand: PlainHand) -> int:
    """The value of the best reading; 0 when the hand is none."""
    return max((_total(series) for series in _readings(hand)), default=0)


def _total(series: dict[str, int]) -> int:
    listed = [value for value in series.values() if value >= LIMIT]
    return max(listed) if listed else min(LIMIT, sum(series.values()) or 1)


def _readings(hand: PlainHand) -> Iterator[dict[str, int]]:
    """The highest value of each series, one reading after the other."""
    counts = Counter((*hand.concealed, hand.winning))
    for groups in _splits(counts):
        if len(groups) + len(hand.melds) != 5:
            continue
        for place, group in enumerate(groups):
            if hand.winning in tiles_of(group):
                yield _tiles_series(hand) | _sets_series(hand, groups, None if hand.drawn else place)
    if not hand.melds and all(count % 2 == 0 for count in counts.values()):
        yield _tiles_series(hand) | {"10.2": 30}
    if sorted(set(counts)) == [tile for tile in range(34) if is_outside(tile)]:
        yield {"10.1": 160}


def _splits(counts: Counter[int]) -> set[tuple[Group, ...]]:
    found: set[tuple[Group, ...]] = set()

    def search(left: Counter[int], groups: list[Group], has_pair: bool) -> None:
        first = min(left.elements(), default=None)
        if first is None:
            if has_pair:
                found.add(tuple(sorted(groups)))
            return
        choices = [(TRIPLET, first)] + ([] if has_pair else [(PAIR, first)])
        if first < 27 and first % 9 <= 6:
            choices.append((RUN, first))
        for group in choices:
            used = Counter(tiles_of(group))
            if used <= left:
                search(left - used, [*groups, group], has_pair or group[0] == PAIR)

    search(counts, [], False)
    return found


def _tiles_series(hand: PlainHand) -> dict[str, int]:
    """The series that ask for tiles and not for sets: 1.3, 2, 3.4, 8.1."""
    tiles, series = hand.tiles, {}
    suits = {min(tile // 9, 3) for tile in tiles}
    if not any(map(is_outside, tiles)):
        series["1.3"] = 5
    if len(suits) == 1:
        series.update({"3.4": 320} if suits == {3} else {"2.1": 80})
    elif len(suits) == 2 and 3 in suits:
        series["2.1"] = 40
    gates = sorted(tile % 9 for tile in hand.concealed) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    if gates and len(suits) == 1 and suits != {3}:
        series["2.2"] = 480
    if all(map(is_outside, tiles)):
        series["8.1"] = 100 if 3 in suits else 400
    return series


def _sets_series(hand: PlainHand, groups: tuple[Group, ...], fed: int | None) -> dict[str, int]:
    """The series of sets; `fed` is the place of the group that a discard completed."""
    every = [*groups, *hand.melds]
    runs = [first for shape, first in every if shape == RUN]
    same = [first for shape, first in every if shape in (TRIPLET, KAN, HIDDEN_KAN)]
    pair = next(first for shape, first in groups if shape == PAIR)
    hidden = sum(shape == TRIPLET and place != fed for place, (shape, _) in enumerate(groups))
    hidden += sum(shape == HIDDEN_KAN for shape, _ in hand.melds)
    kans = sum(shape in (KAN, HIDDEN_KAN) for shape, _ in hand.melds)
    series = {
        "1.1": 0 if same else 5,
        "1.2": 5 if all(shape == HIDDEN_KAN for shape, _ in hand.melds) else 0,
        "3.1": 10 * sum(first >= 31 or first == 27 + hand.seat for first in same),
        "3.2": _dragons(sum(first >= 31 for first in same), pair >= 31),
        "3.3": _winds(sum(27 <= first < 31 for first in same), 27 <= pair < 31),
        "4.1": 30 if len(same) == 4 else 0,
        "4.2": (0, 0, 5, 30, 125)[hidden],
        "4.3": (0, 5, 20, 120, 480)[kans],
        "5.1": _identical(runs),
        "6.1": 35 if any({low, low + 9, low + 18} <= set(runs) for low in range(7)) else 0,
        "6.2": max(_similar(low, same, pair) for low in range(9)),
        "7.1": 40 if any({low, low + 3, low + 6} <= set(runs) for low in (0, 9, 18)) else 0,
        "7.2": max((_consecutive(first, same) for first in same if first < 27), default=0),
    }
    if all(any(map(is_outside, tiles_of(group))) for group in every) and runs:
        series["8.1"] = 40 if max(hand.tiles) >= 27 else 50
    return series


def _dragons(triplets: int, pair: bool) -> int:
    return 130 if triplets == 3 else 40 if triplets == 2 and pair else 0


def _winds(triplets: int, pair: bool) -> int:
    return {4: 400, 3: 320 if pair else 120, 2: 30 if pair else 0}.get(triplets, 0)


def _identical(runs: list[int]) -> int:
    match sorted(Counter(runs).values(), reverse=True):
        case [4]:
            return 480
        case [3, *_]:
            return 120
        case [2, 2]:
            return 60
        case [2, *_]:
            return 10
    return 0


def _similar(low: int, same: list[int], pair: int) -> int:
    trio = {low, low + 9, low + 18}
    if trio <= set(same):
        return 120
    return 30 if trio <= {*same, pair} else 0


def _consecutive(first: int, same: list[int]) -> int:
    row = list(range(first, first + 9 - first % 9))[:4]
    length = next((place for place, tile in enumerate(row) if tile not in same), len(row))
    return {3: 100, 4: 200}.get(length, 0)


def random_hand(chance: random.Random) -> PlainHand:
    """A complete hand, from few kinds mostly, so that the rare patterns come up."""
    while True:
        groups, melds = _pairs(chance) if chance.random() < 0.1 else _sets(chance)
        tiles = [tile for group in groups for tile in tiles_of(group)]
        held = Counter([*tiles, *(tile for group in melds for tile in tiles_of(group))])
        if max(held.values()) <= 4:
            chance.shuffle(tiles)
            return PlainHand(tuple(tiles[1:]), tiles[0], melds, chance.random() < 0.4, chance.randrange(4))


def _pairs(chance: random.Random) -> tuple[list[Group], tuple[Group, ...]]:
    pool = [tile for tile in range(34) if is_outside(tile)] if chance.random() < 0.3 else range(34)
    return [(PAIR, chance.choice(pool)) for _ in range(7)], ()


def _sets(chance: random.Random) -> tuple[list[Group], tuple[Group, ...]]:
    suit, rank = 9 * chance.randrange(3), chance.randrange(7)
    pool = chance.choice(
        (
            range(34),
            range(suit, suit + 9),
            range(suit, suit + 5),
            (*range(suit, suit + 9), *range(27, 34)),
            [tile for tile in range(34) if is_outside(tile)],
            (*range(27, 34), suit + rank),
            [base + step for base in (rank, rank + 9, rank + 18) for step in (0, 1, 2)],
        )
    )
    triplets = chance.random()
    groups: list[Group] = []
    for _ in range(4):
        tile = chance.choice(pool)
        is_run = tile < 27 and chance.random() > triplets
        groups.append((RUN, tile - max(0, tile % 9 - 6)) if is_run else (TRIPLET, tile))
    called = chance.choice((0, 0, 1, 2, 3, 4))
    melds = tuple(
        (shape if shape == RUN else chance.choice((shape, KAN, HIDDEN_KAN)), at) for shape, at in groups[:called]
    )
    return [*groups[called:], (PAIR, chance.choice(pool))], melds
