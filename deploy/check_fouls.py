"""Plays every scripted foul of every rulebook on the virtual table and prints which clause was broken by whom.

    python deploy/check_fouls.py --rulebook zungjung-wsom-1.03 --seeds 1-5

A line a clause: in how many seeds it was committed, in which ways, and how long a hand took to find. Exits 1 when a
script found no occasion in some seed, or its truth names another clause.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tablebridge.cloth import Cloth
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.foul_play import NoFoul, play_foul
from tablebridge.sim.foul_scripts import FoulScript, fouls_of
from tablebridge.sim.table_play import first_hand
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.rulebook_file import shipped


def main() -> int:
    """Plays them; 1 when one was not committed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", choices=list(shipped()), help="default: all of them")
    parser.add_argument("--seeds", default="1-5", metavar="A-B", help="first and last seed (default %(default)s)")
    parser.add_argument("--clause", help="only this clause")
    args = parser.parse_args()
    first, _, last = args.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    whole = True
    for name in [args.rulebook] if args.rulebook else shipped():
        book = read_rulebook(name)
        scripts = [script for script in fouls_of(book) if args.clause in (None, script.clause)]
        done = 0
        for script in scripts:
            line, fine = committed(book, script, seeds)
            say(line)
            done += fine
        say(f"{name}: {done} of {len(scripts)} clauses broken in every seed")
        whole = whole and done == len(scripts)
    return 0 if whole else 1


def say(line: str) -> None:
    """Writes a line at once: the whole takes a while."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def committed(book: AnyRulebook, script: FoulScript, seeds: range) -> tuple[str, bool]:
    """The line of a clause, and whether it was broken in every seed."""
    ways: Counter[str] = Counter()
    began = time.process_time()
    for seed in seeds:
        try:
            hand = play_foul(first_hand(seed, book), seed, book, script, opens=True)
        except NoFoul:
            continue
        truth = Choreography(Cloth(), book, seed).perform(hand.acts).truth
        broken = [row for row in truth if row["type"] == "violation"]
        if [row["clause"] for row in broken] == [script.cited]:
            ways[broken[0]["name"]] += 1
    each_s = (time.process_time() - began) / len(seeds)
    found = ", ".join(f"{way} {count}" for way, count in ways.most_common())
    line = f"{script.clause}  {ways.total()}/{len(seeds)}  {found or 'no occasion'}  {each_s:.1f} s a hand"
    return line, ways.total() == len(seeds)


if __name__ == "__main__":
    sys.exit(main())
