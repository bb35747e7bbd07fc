"""Times the fold with its violations: events a second of every rulebook, and what one copy of a state costs.

    python deploy/bench_fold.py --hands 40 --seed 1

Hands are played from seeds by legal acts (`hand_player`, players who try to win) and then folded again, once with every
tile known and once as one sees it who only sees the table. One process, its CPU time, the best of `--rounds` passes. A
copy is a state with one field changed, by `tablebridge_rules.frozen.replace` and by `dataclasses.replace`. Of other
libraries only `riichienv` takes a hand as a list of events (`apply_event`); where it is installed it is given the same
riichi hands, as MJAI events that are made before the time is taken. It is compiled, changes one state in place and
finds no violations.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from hand_player import HandPlayer
from mjai_events import mjai_events
from whole_numbers import at_least

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.event import Dealt, Discarded, Drawn, HandEvent, HandStarted, TilesDealt
from tablebridge_rules.frozen import replace
from tablebridge_rules.play import AnyRulebook, begin, read_rulebook, step
from tablebridge_rules.riichi.rulebook import Rulebook as RiichiRulebook
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.table import AnyTable

Hand = tuple[HandStarted, list[HandEvent]]

COPIES = 20_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line a rulebook, then the other library's; 2 for bad use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", action="append", metavar="NAME", help="only this one; may be repeated")
    count, seed = at_least(1), at_least(0)
    parser.add_argument("--hands", type=count, default=40, help="hands a rulebook (default %(default)s)")
    parser.add_argument("--seed", type=seed, default=1, help="of the first hand (default %(default)s)")
    parser.add_argument("--rounds", type=count, default=3, help="passes; the best counts (default %(default)s)")
    args = parser.parse_args(arguments)
    try:
        books = {name: read_rulebook(name) for name in args.rulebook or shipped()}
    except RulebookError as error:
        parser.error(str(error))
    print(f"{'rulebook':<24}{'events':>8}{'known, /s':>12}{'table, /s':>12}{'copy, µs':>10}{'dataclasses, µs':>17}")
    for name, book in books.items():
        hands = played(book, range(args.seed, args.seed + args.hands))
        ours(name, book, hands, args.rounds)
        if isinstance(book, RiichiRulebook) and find_spec("riichienv"):
            riichienv(hands, args.rounds)
    return 0


def played(book: AnyRulebook, seeds: Sequence[int]) -> list[Hand]:
    """A hand a seed, with the events that followed its beginning."""
    players = [HandPlayer(book, seed, "useful") for seed in seeds]
    for player in players:
        player.run()
    return [(player.started, player.events[1:]) for player in players]


def ours(name: str, book: AnyRulebook, hands: list[Hand], rounds: int) -> None:
    """Prints the line of one rulebook."""
    seen = [(started, [as_seen(event) for event in events]) for started, events in hands]
    count = sum(len(events) for _, events in hands)
    known, table = (count / best(partial(fold, book, some), rounds) for some in (hands, seen))
    state = fold(book, hands[:1])
    quick, slow = (best(partial(copies, state, way), rounds) / COPIES * 1e6 for way in (replace, dataclasses.replace))
    print(f"{name:<24}{count:>8}{known:>12,.0f}{table:>12,.0f}{quick:>10.2f}{slow:>17.2f}")


def fold(book: AnyRulebook, hands: list[Hand]) -> AnyTable:
    """Folds the hands and judges every event; the last state."""
    for started, events in hands:
        state = begin(started, book)
        for event in events:
            state = step(state, event, book).state
    return state


def copies(state: AnyTable, way: Callable[..., AnyTable]) -> None:
    """So many copies of a state."""
    for left in range(COPIES):
        way(state, wall_left=left)


def riichienv(hands: list[Hand], rounds: int) -> None:
    """Prints the other library's figures on the same hands."""
    from riichienv import RiichiEnv

    given = [mjai_events(started, events) for started, events in hands]
    last = RiichiEnv()

    def apply_all() -> None:
        for events in given:
            for event in events:
                last.apply_event(event)

    count = sum(map(len, given))
    applied = count / best(apply_all, rounds)
    clone = best(lambda: [last.clone() for _ in range(COPIES)], rounds) / COPIES * 1e6
    print(f"{'  riichienv apply_event':<24}{count:>8}{applied:>12,.0f}{'':>12}{clone:>10.2f}")


def as_seen(event: HandEvent) -> HandEvent:
    """The event as one sees it who only sees the table."""
    match event:
        case Dealt() | TilesDealt():
            return dataclasses.replace(event, hands=None)
        case Drawn():
            return dataclasses.replace(event, tile=None)
        case Discarded():
            return dataclasses.replace(event, drawn=None)
        case _:
            return event


def best(run: Callable[[], Any], rounds: int) -> float:
    """The shortest CPU time of a run in seconds."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
