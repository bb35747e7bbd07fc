"""Times riichi scoring and shanten beside other libraries, in one process on the same hands, and compares results.

`python deploy/bench_rules.py` needs the development extra `peers`; a library that is missing is left out. Every hand
is different and scored once; the tables of all libraries are filled by other hands first (`--warm-up`, 0 for none).
Times are of this process's CPU. `riichienv` is timed by its compiled class and by the Python classes around it.
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
    riichienv_wrapper_calls,
)

from tablebridge_rules.riichi.scoring import Win, score, score_many
from tablebridge_rules.waits import shanten

EXPLAINED = ("no disagreement", "equal pay: a counted yakuman where this project takes the true one")

SLICE = 5_000

Run = tuple[Callable[[Sequence[Any]], object], Sequence[Any]]
"""What scores many hands, and the hands as it takes them."""


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
    """Prints hands a second of scoring: one call a hand, the same with the yaku read, and as a batch.

    Each of the three has hands of its own, so that none profits from what the other has just met.
    """
    drawn = winning_hands(seed, 3 * count + warm_up)
    before, hands = drawn[:warm_up], drawn[warm_up : warm_up + count]
    wins = our_wins(drawn[warm_up:])
    single = partial(_apply, partial(score, BOOK))
    runs: dict[str, Run] = {
        "tablebridge, one by one": (single, wins[:count]),
        "tablebridge, yaku read": (partial(_apply, _read_yaku), wins[count : 2 * count]),
        "tablebridge, batch": (partial(score_many, BOOK), wins[2 * count :]),
    }
    single(our_wins(before))
    for library, name, calls in (
        ("mahjong", "mahjong", mahjong_calls),
        ("riichienv", "riichienv, compiled class", riichienv_calls),
        ("riichienv", "riichienv, Python classes", riichienv_wrapper_calls),
    ):
        if find_spec(library):
            _apply(_call, calls(before))
            runs[name] = partial(_apply, _call), calls(hands)
    _report("scoring", runs, count)


def _read_yaku(win: Win) -> None:
    """Scores a win and asks for the names, which are only put in order when asked for."""
    result = score(BOOK, win)
    if result:
        _ = result.yaku


def time_shanten(seed: int, count: int, warm_up: int) -> None:
    """Prints hands a second of shanten on hands that nobody has seen before; equal results are part of `--check`."""
    drawn = hands_of_thirteen(seed, count + warm_up)
    before, hands = drawn[:warm_up], drawn[warm_up:]
    runs: dict[str, Run] = {"tablebridge": (partial(_apply, shanten), hands)}
    _apply(shanten, before)
    if find_spec("mahjong"):
        from mahjong.shanten import Shanten

        lists = [list(hand) for hand in hands]
        _apply(Shanten.calculate_shanten, [list(hand) for hand in before])
        runs["mahjong"] = partial(_apply, Shanten.calculate_shanten), lists
    _report("shanten", runs, count)


def check(seed: int, count: int) -> int:
    """Prints how often the other libraries score differently, by class; 1 when some class explains nothing."""
    check_shanten(seed, count)
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


def check_shanten(seed: int, count: int) -> None:
    """Raises `SystemExit` when a hand's shanten differs from what `mahjong` says."""
    if find_spec("mahjong"):
        from mahjong.shanten import Shanten

        for hand in hands_of_thirteen(seed, count):
            if shanten(hand) != Shanten.calculate_shanten(hand):
                raise SystemExit(f"shanten of {hand} is {shanten(hand)} here and another one in mahjong")
        print(f"mahjong    {count:8,} hands of the same shanten")


def classify(mine: Outcome, theirs: Outcome) -> str:
    """In which way two outcomes differ."""
    if mine == theirs:
        return EXPLAINED[0]
    if mine[2] == theirs[2] and mine[0] == 13 <= theirs[0] and mine[1] is None and theirs[1] is not None:
        return EXPLAINED[1]
    return "unexplained"


def _apply(function: Callable[[Any], Any], values: Sequence[Any]) -> None:
    for value in values:
        function(value)


def _call(call: Callable[[], Any]) -> Any:
    return call()


def _report(what: str, runs: dict[str, Run], count: int) -> None:
    """Every hand once for each library, a slice of them at a time in turn, so that other work slows all alike."""
    seconds = dict.fromkeys(runs, 0.0)
    gc.collect()
    gc.freeze()  # what the hands are made of is no library's garbage to look through
    for start in range(0, count, SLICE):
        for name, (run, values) in runs.items():
            some = values[start : start + SLICE]
            began = time.process_time()
            run(some)
            seconds[name] += time.process_time() - began
    slowest = seconds.get("mahjong")
    for name, taken in seconds.items():
        ratio = f"   {slowest / taken:5.2f} x mahjong" if slowest else ""
        print(f"{what:8} {name:26} {count / taken:10,.0f} a second{ratio}")


if __name__ == "__main__":
    sys.exit(main())
