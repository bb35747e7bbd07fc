"""Times riichi scoring and shanten beside other libraries, in one process on the same hands, and compares results.

`python deploy/bench_rules.py` needs the development extra `peers`; a library that is missing is left out. Every hand
is different and scored once; the tables of all libraries are filled by other hands first (`--warm-up`, 0 for none).
Times are of this process's CPU, rounds of the libraries alternate, and the fastest round of each counts.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from random_hands import hands_of_thirteen, winning_hands
from rule_scorers import (
    BOOK,
    Outcome,
    mahjong_calls,
    mahjong_outcome,
    our_outcome,
    our_wins,
    riichienv_calls,
    riichienv_outcome,
)

from tablebridge_rules.scoring import score
from tablebridge_rules.waits import shanten

EXPLAINED = ("no disagreement", "equal pay: a counted yakuman where this project takes the true one")

Run = Callable[[], object]


def main() -> int:
    """Measures or compares; 1 when `--check` found a disagreement that no class explains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000, help="different hands to score (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm-up", type=int, default=20_000, help="other hands before (default %(default)s)")
    parser.add_argument("--check", type=int, metavar="N", help="compare the scores of N hands instead of timing")
    args = parser.parse_args()
    if args.check:
        return check(args.seed, args.check)
    time_scoring(args.seed, args.hands, args.warm_up)
    time_shanten(args.seed, args.hands, args.warm_up)
    return 0


def time_scoring(seed: int, count: int, warm_up: int) -> None:
    """Prints hands a second of scoring, one call a hand and as a batch."""
    drawn = winning_hands(seed, count + warm_up)
    before, hands = drawn[:warm_up], drawn[warm_up:]
    runs = {"tablebridge, single": _single(our_wins(hands))}
    _single(our_wins(before))()
    for name, calls in (("mahjong", mahjong_calls), ("riichienv", riichienv_calls)):
        if find_spec(name):
            _call_all(calls(before))
            runs[name] = partial(_call_all, calls(hands))
    _report("scoring", runs, count)


def time_shanten(seed: int, count: int, warm_up: int) -> None:
    """Prints hands a second of shanten; nobody has seen the hands before."""
    drawn = hands_of_thirteen(seed, count + warm_up)
    before, hands = drawn[:warm_up], drawn[warm_up:]
    runs: dict[str, Run] = {"tablebridge": partial(_apply, shanten, hands)}
    _apply(shanten, before)
    if find_spec("mahjong"):
        from mahjong.shanten import Shanten

        lists = [list(hand) for hand in hands]
        _apply(Shanten.calculate_shanten, [list(hand) for hand in before])
        runs["mahjong"] = partial(_apply, Shanten.calculate_shanten, lists)
        if _apply(shanten, hands[:1000]) != _apply(Shanten.calculate_shanten, lists[:1000]):
            raise SystemExit("the shanten of some hand differs from that of mahjong")
    _report("shanten", runs, count)


def check(seed: int, count: int) -> int:
    """Prints how often the other libraries score differently, by class; 1 when some class explains nothing."""
    hands = winning_hands(seed, count)
    ours = [our_outcome(score(BOOK, win)) for win in our_wins(hands)]
    unexplained = 0
    for name, calls, outcome in (
        ("mahjong", mahjong_calls, mahjong_outcome),
        ("riichienv", riichienv_calls, riichienv_outcome),
    ):
        if not find_spec(name):
            continue
        classes: Counter[str] = Counter()
        for hand, mine, call in zip(hands, ours, calls(hands), strict=True):
            theirs = outcome(call(), hand)
            found = classify(mine, theirs)
            classes[found] += 1
            if found not in EXPLAINED:
                unexplained += 1
                print(f"{name}: {theirs}, here {mine}: {hand}")
        for found, times in classes.most_common():
            print(f"{name:10} {times:8,} {found}")
    return int(unexplained > 0)


def classify(mine: Outcome, theirs: Outcome) -> str:
    """In which way two outcomes differ."""
    if mine == theirs:
        return EXPLAINED[0]
    if mine[2] == theirs[2] and mine[0] == 13 <= theirs[0] and mine[1] is None and theirs[1] is not None:
        return EXPLAINED[1]
    return "unexplained"


def _single(wins: Sequence[Any]) -> Run:
    def run() -> None:
        for win in wins:
            score(BOOK, win)

    return run


def _call_all(calls: Sequence[Callable[[], Any]]) -> None:
    for call in calls:
        call()


def _apply(function: Callable[[Any], Any], values: Sequence[Any]) -> list[Any]:
    return [function(value) for value in values]


def _report(what: str, runs: dict[str, Run], count: int) -> None:
    """Each library once, from the first call on: a second round would find the same hands in caches."""
    seconds = {}
    for name, run in runs.items():
        gc.collect()
        gc.freeze()  # what the hands are made of is no library's garbage to look through
        start = time.process_time()
        run()
        seconds[name] = time.process_time() - start
    slowest = seconds.get("mahjong")
    for name, taken in seconds.items():
        ratio = f"   {slowest / taken:5.2f} x mahjong" if slowest else ""
        print(f"{what:8} {name:22} {count / taken:10,.0f} a second{ratio}")


if __name__ == "__main__":
    sys.exit(main())
