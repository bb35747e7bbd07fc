"""Compares decomposition, waits and shanten with a search that knows nothing but the definition of a complete hand.

`python deploy/check_decompose.py --hands 100000 --seed 1` draws complete hands of every size (four and five sets, none
to all of them on the table), tries all ways to lay their standing tiles out, and asks `decompose` for the same. A
thousandth as many hands are asked for waits and shanten: a hand of 3n + 1 tiles is one tile further away than the
best hand that a draw makes of it, a hand of 3n + 2 as far away as what its best discard leaves, and -1 is complete.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from whole_numbers import at_least

from tablebridge_rules.decompose import Group, standard_readings
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.waits import shanten, standard_shanten, waits

Kinds = tuple[int, ...]
Layout = tuple[Kinds, ...]
"""Sets and a pair as the kinds of their tiles, sorted."""

SIZES = tuple((sets, melds) for sets in (4, 5) for melds in range(sets + 1))
SETS_OF_RIICHI = 4
ORPHANS = tuple(kind.index for kind in STANDARD_KINDS if not kind.is_simple)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints how many hands agreed; 1 at the first that does not, which is printed; 2 for bad use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    from_zero = at_least(0)
    parser.add_argument("--hands", type=at_least(1), default=1_000, help="complete hands (default %(default)s)")
    parser.add_argument("--distances", type=from_zero, help="asked for waits and shanten (default: a thousandth)")
    parser.add_argument("--seed", type=from_zero, default=1)
    args = parser.parse_args(arguments)
    chance = random.Random(args.seed)
    layouts = Counter[int]()
    for _ in range(args.hands):
        sets, melds = chance.choice(SIZES)
        standing, melded = complete_hand(chance, sets, melds)
        layouts[len(all_layouts(standing))] += 1
        if problem := layout_problem(standing, melded, chance.choice(standing), by_self_draw=chance.random() < 0.5):
            print(problem)
            return 1
    shares = ", ".join(f"{count:,} with {ways}" for ways, count in sorted(layouts.items()))
    print(f"{args.hands:,} complete hands are laid out alike (ways: {shares})")
    distances = args.hands // 1000 if args.distances is None else args.distances
    steps = Counter[int]()
    for _ in range(distances):
        sets, melds = chance.choice(SIZES)
        standing, _ = complete_hand(chance, sets, melds)
        counts = astray(chance, standing)
        steps[distance(counts, sets, melds)] += 1
        if problem := distance_problem(counts, sets, melds):
            print(problem)
            return 1
    shares = ", ".join(f"{count:,} at {step}" for step, count in sorted(steps.items()))
    print(f"{distances:,} hands are as far away as their draws and discards say, and wait alike (shanten: {shares})")
    return 0


def complete_hand(chance: random.Random, sets: int, melds: int) -> tuple[Kinds, list[Meld]]:
    """The kinds of the standing tiles of a random complete hand, and its melds; often of few kinds, to be ambiguous."""
    while True:
        first = chance.choice((0, 0, 9, 18))
        allowed = list(range(first, first + 9)) if chance.random() < 0.6 else list(range(34))
        if chance.random() < 0.3:
            allowed = allowed[: chance.randrange(4, 9)]
        groups = [_random_set(chance, allowed) for _ in range(sets)]
        pair = (chance.choice(allowed),) * 2
        held = Counter(kind for group in (*groups, pair) for kind in group)
        if max(held.values()) <= 4:
            standing = [kind for group in (*groups[melds:], pair) for kind in group]
            return tuple(sorted(standing)), [_meld(chance, group) for group in groups[:melds]]


def _random_set(chance: random.Random, allowed: Sequence[int]) -> Kinds:
    runs = [kind for kind in allowed if kind < 27 and kind % 9 < 7 and kind + 2 in allowed]
    if runs and chance.random() < 0.65:
        first = chance.choice(runs)
        return first, first + 1, first + 2
    return (chance.choice(allowed),) * 3


def _meld(chance: random.Random, group: Kinds) -> Meld:
    tiles = tuple(Tile(STANDARD_KINDS[kind]) for kind in group)
    if group[0] != group[1]:
        return Meld(MeldKind.CHI, tiles[1:], tiles[0], Seat.A)
    if chance.random() < 0.2:
        return Meld(MeldKind.KAN_CONCEALED, (*tiles, tiles[0]))
    return Meld(MeldKind.PON, tiles[1:], tiles[0], Seat.A)


def all_layouts(standing: Kinds, *, has_pair: bool = False) -> set[Layout]:
    """Every way to lay sorted tiles out in sets and one pair: the lowest tile goes into a pair, a triplet or a run."""
    if not standing:
        return {()} if has_pair else set()
    first = standing[0]
    found: set[Layout] = set()
    groups = [(first,) * 3] if has_pair else [(first,) * 2, (first,) * 3]
    if first < 27 and first % 9 < 7:
        groups.append((first, first + 1, first + 2))
    for group in groups:
        left = list(standing)
        try:
            for kind in group:
                left.remove(kind)
        except ValueError:
            continue
        for rest in all_layouts(tuple(left), has_pair=has_pair or len(group) == 2):
            found.add(tuple(sorted((group, *rest))))
    return found


def layout_problem(standing: Kinds, melds: Sequence[Meld], winning: int, *, by_self_draw: bool) -> str | None:
    """What `standard_readings` says otherwise than the search, None when nothing; `winning` is one of the kinds."""
    expected = Counter(
        (layout, _wait(group, winning)) for layout in all_layouts(standing) for group in set(layout) if winning in group
    )
    counts = tuple([standing.count(kind) for kind in range(34)])
    kind = STANDARD_KINDS[winning]
    found = Counter(
        (_standing_layout(reading.groups, len(melds)), reading.wait.value)
        for reading in standard_readings(counts, melds, kind, by_self_draw=by_self_draw)
    )
    if found == expected:
        return None
    return f"{_text(standing)} won by {kind} with {len(melds)} melds: {found} here, {expected} by search"


def _standing_layout(groups: Sequence[Group], melds: int) -> Layout:
    """The groups of a reading without those of the melds, which come between the sets and the pair."""
    standing = (*groups[: len(groups) - 1 - melds], groups[-1])
    return tuple(sorted(map(_kinds_of, standing)))


def _kinds_of(group: Group) -> Kinds:
    first = group.first.index
    if group.is_run:
        return first, first + 1, first + 2
    return (first,) * (3 if group.is_same else 2)


def _wait(group: Kinds, winning: int) -> str:
    """By what a wait is called: the middle of a run is closed, its inner end at a terminal an edge."""
    if group[0] == group[1]:
        return "pair" if len(group) == 2 else "triplet"
    if winning == group[1]:
        return "closed"
    edge = (group[0] % 9 == 0 and winning == group[2]) or (group[2] % 9 == 8 and winning == group[0])
    return "edge" if edge else "two_sided"


def astray(chance: random.Random, standing: Kinds) -> list[int]:
    """Counts of a hand of 3n + 1 tiles: a complete one less a tile, a few others exchanged, from none to nearly all."""
    tiles = list(standing)
    tiles.pop(chance.randrange(len(tiles)))
    for _ in range(chance.choice((0, 0, 1, 2, 3, 6, 9))):
        kind = chance.randrange(34)
        if tiles.count(kind) < 4:
            tiles[chance.randrange(len(tiles))] = kind
    return [tiles.count(kind) for kind in range(34)]


def distance(counts: Sequence[int], sets: int, melds: int) -> int:
    """The shanten that this project says."""
    return shanten(counts, melds) if sets == SETS_OF_RIICHI else standard_shanten(counts, melds, sets)


def distance_problem(counts: list[int], sets: int, melds: int) -> str | None:
    """What waits or shanten of a hand of 3n + 1 tiles contradict, None when nothing."""
    drawn = {kind: distance(more, sets, melds) for kind, more in _changed(counts, 1)}
    text = _text([kind for kind in range(34) for _ in range(counts[kind])])
    complete = {kind for kind, more in _changed(counts, 1) if _is_complete(more, sets, melds)}
    if complete != {kind for kind, steps in drawn.items() if steps == -1}:
        return f"{text} with {melds} of {sets} sets melded: by search {complete} complete it, here {drawn}"
    if distance(counts, sets, melds) != 1 + min(drawn.values()):
        return f"{text} with {melds} of {sets} sets melded: {distance(counts, sets, melds)}, but a draw leaves {drawn}"
    if sets == SETS_OF_RIICHI:
        tiles = [Tile(STANDARD_KINDS[kind]) for kind in range(34) for _ in range(counts[kind])]
        if waits(tiles, melds) != {TileKind(kind) for kind in complete}:
            return f"{text} with {melds} melds waits on {complete}, here {waits(tiles, melds)}"
    for kind, more in _changed(counts, 1):
        if kind not in complete:
            best = min(map(partial(distance, sets=sets, melds=melds), (less for _, less in _changed(more, -1))))
            if best != drawn[kind]:
                return (
                    f"{text} and {kind} with {melds} of {sets} sets melded: {drawn[kind]}, but a discard leaves {best}"
                )
    return None


def _changed(counts: list[int], by: int) -> Iterator[tuple[int, list[int]]]:
    """The counts with one tile more, or with one less, of each kind of which that can be."""
    for kind in range(34):
        if 0 <= counts[kind] + by <= 4:
            yield kind, [*counts[:kind], counts[kind] + by, *counts[kind + 1 :]]


def _is_complete(counts: Sequence[int], sets: int, melds: int) -> bool:
    """By search, with the special forms of fourteen standing tiles."""
    if all_layouts(tuple([kind for kind in range(34) for _ in range(counts[kind])])):
        return True
    if sets != SETS_OF_RIICHI or melds:
        return False
    return counts.count(2) == 7 or all(counts[kind] for kind in ORPHANS)


def _text(kinds: Sequence[int]) -> str:
    return " ".join(str(STANDARD_KINDS[kind]) for kind in kinds)


if __name__ == "__main__":
    sys.exit(main())
