"""Compares the shanten of sets and a pair with the npm package `mahjong-tile-efficiency`, for 4 to 16 standing tiles.

    npm install --prefix FOLDER mahjong-tile-efficiency@1.0.3
    python deploy/check_shanten.py FOLDER/node_modules/mahjong-tile-efficiency --hands 20000

Needs Node.js. The package takes the most sets of each suit before it counts what is nearly a set, so for some hands it
says more; where this project says less, the exchanges that prove it are played out, and the end is laid out by search.
It also lets a hand wait on a fifth copy and says less there: then allowing fifth copies must make the difference.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from check_decompose import all_layouts

from tablebridge_rules.waits import standard_shanten

SUITS = (0, 9, 18, 27, 34)
SIZES = (4, 7, 10, 13, 16)
SCRIPT = """
import { RuleSet } from PACKAGE
import { readFileSync } from 'node:fs'
const rule = new RuleSet('Menzu')
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) console.log(rule.calShanten(JSON.parse(line)))
"""
ALIKE = "no disagreement"
MORE = "more there: exchanges prove this project's number"
FIFTH = "less there: a wait on a fifth copy"


def main() -> int:
    """Prints how often the package says otherwise, by class and number of tiles; 1 when a class explains nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="folder of mahjong-tile-efficiency")
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each size (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    unexplained = 0
    for size in SIZES:
        hands = drawn_hands(args.seed, args.hands, size)
        classes: Counter[str] = Counter()
        for hand, theirs in zip(hands, peer_shanten(args.package, hands), strict=True):
            found = classify(hand, theirs)
            classes[found] += 1
            if found not in (ALIKE, MORE, FIFTH):
                unexplained += 1
                print(f"{hand}: {theirs} there, {standard_shanten(hand, 0, size // 3)} here")
        for found, times in classes.most_common():
            print(f"{size:2} tiles {times:8,} {found}")
    return int(unexplained > 0)


def drawn_hands(seed: int, count: int, size: int) -> list[tuple[int, ...]]:
    """Random hands of so many tiles as 34 counts, every other one of one suit and honours."""
    chance = random.Random(seed)
    hands = []
    for number in range(count):
        first = 9 * chance.randrange(3)
        kinds = range(34) if number % 2 else [*range(first, first + 9), *range(27, 34)]
        counts = [0] * 34
        for kind in chance.sample([kind for kind in kinds for _ in range(4)], size):
            counts[kind] += 1
        hands.append(tuple(counts))
    return hands


def peer_shanten(package: Path, hands: Sequence[tuple[int, ...]]) -> list[int]:
    """What the package says of each hand."""
    script = SCRIPT.replace("PACKAGE", json.dumps((package.resolve() / "index.js").as_uri()))
    lines = "\n".join(json.dumps([hand[first:end] for first, end in pairwise(SUITS)]) for hand in hands)
    ran = subprocess.run(
        ["node", "--input-type=module", "--eval", script], input=lines, capture_output=True, text=True, check=True
    )
    return [int(line) for line in ran.stdout.split()]


def classify(hand: tuple[int, ...], theirs: int) -> str:
    """In which way the two differ."""
    sets = sum(hand) // 3
    ours = standard_shanten(hand, 0, sets)
    if theirs == ours:
        return ALIKE
    if theirs > ours:
        return MORE if proven(hand, sets, ours) else "unexplained"
    return FIFTH if theirs == shanten_with_fifths(hand, sets, theirs) else "unexplained"


def proven(hand: tuple[int, ...], sets: int, steps: int) -> bool:
    """True when `steps` exchanges and one draw make a hand that the search can lay out."""
    counts = list(hand)
    for step in range(steps + 1):
        counts = min(_more(counts, most=4), key=lambda more: standard_shanten(more, 0, sets))
        if step < steps:
            counts = min(_less(counts), key=lambda less: standard_shanten(less, 0, sets))
    return bool(all_layouts(tuple([kind for kind in range(34) for _ in range(counts[kind])])))


def shanten_with_fifths(hand: tuple[int, ...], sets: int, most: int) -> int | None:
    """The shanten up to `most` by search alone, where a hand may hold a fifth copy; None when it is more."""
    reached = {hand}
    for steps in range(most + 1):
        for one in reached:
            if any(all_layouts(tuple([k for k in range(34) for _ in range(more[k])])) for more in _more(one, most=5)):
                return steps
        if steps < most:
            reached = {tuple(less) for one in reached for more in _more(one, most=5) for less in _less(more)}
    return None


def _more(counts: Sequence[int], most: int) -> list[list[int]]:
    return [[*counts[:kind], counts[kind] + 1, *counts[kind + 1 :]] for kind in range(34) if counts[kind] < most]


def _less(counts: Sequence[int]) -> list[list[int]]:
    return [[*counts[:kind], counts[kind] - 1, *counts[kind + 1 :]] for kind in range(34) if counts[kind]]


if __name__ == "__main__":
    sys.exit(main())
