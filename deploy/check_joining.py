"""Switches witnesses on in the middle of simulated hands, without rendering, and looks what the decoder makes of it.

    python deploy/check_joining.py --seeds 0-9
    python deploy/check_joining.py --rulebook taiwan16-ntuee-2009 --shares 0.1,0.9

Each seed is a hand, joined anew after each of `--shares` of its discards; of what was before the camera tells what lies
there and the table nothing. A line a rulebook: how many hands were joined, after how many seconds, how many of the
events after that are told as by a decoder that has seen the whole hand, in how many hands nothing differs but the
settlement (which rests on who dealt), and how many were accused. Exits 1 when anybody is accused or an event of a
joined hand, other than the settlement, is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the bench is one of the tests' tools

from tablebridge.sim.script import Script, scripts
from tablebridge_rules.event import Discarded, HandEvent, HandStarted, Settled
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.joined import joined_at
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt


def main() -> int:
    """Joins them; 1 when one was followed wrongly."""
    args = _arguments()
    first, _, last = args.seeds.partition("-")
    shares = [float(share) for share in args.shares.split(",")]
    wrong = 0
    for name in [args.rulebook] if args.rulebook else shipped():
        count, delays = Counter[str](), list[float]()
        for seed in range(int(first), int(last or first) + 1):
            for found, delay_s in _hands(read_rulebook(name), seed, shares):
                count += found
                delays += [delay_s] if delay_s is not None else []
        wrong += count["accused"] + count["wrong"]
        sys.stdout.write(f"{name}: {_line(count, sorted(delays))}\n")
        sys.stdout.flush()
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", choices=list(shipped()), help="default: all of them")
    parser.add_argument("--seeds", default="0-9", metavar="A-B", help="first and last seed (default %(default)s)")
    parser.add_argument("--shares", default="0.1,0.5,0.9", help="of a hand's discards (default %(default)s)")
    return parser.parse_args()


def _hands(book: AnyRulebook, seed: int, shares: Sequence[float]) -> Iterator[tuple[Counter[str], float | None]]:
    """What became of the hand of that seed, joined after each of these shares, and how long that took."""
    script = Script.join(scripts(seed, 1, book))
    reports = reports_of_script(script)
    whole = attempt(book, reports, script.truth)
    discards = [at_ms for at_ms, one in whole.told if isinstance(one.event, Discarded)]
    for share in shares:
        at_ms = discards[int(len(discards) * share)] + 50
        trial = attempt(book, joined_at(reports, at_ms), script.truth)
        joined_ms = next((told_ms for told_ms, one in trial.told if isinstance(one.event, HandStarted)), None)
        found = Counter(tried=1, accused=len(trial.violations))
        if joined_ms is not None:
            found += _compared(_after(whole, joined_ms), _after(trial, joined_ms))
        yield found, None if joined_ms is None else (joined_ms - at_ms) / 1000


def _after(trial: Trial, told_ms: float) -> list[HandEvent]:
    return [one.event for at_ms, one in trial.told if at_ms > told_ms]


def _compared(wanted: list[HandEvent], found: list[HandEvent]) -> Counter[str]:
    pairs = list(zip(wanted, found, strict=False))
    right = sum(one == other for one, other in pairs)
    differ = [one for one, other in pairs if one != other]
    settled = bool(differ) and all(isinstance(one, Settled) for one in differ)
    wrong = max(len(wanted), len(found)) - right - (len(differ) if settled else 0)
    return Counter(joined=1, events=len(wanted), right=right, settled=settled, wrong=wrong)


def _line(count: Counter[str], delays: Sequence[float]) -> str:
    when = f" after {delays[len(delays) // 2]:.1f} s, at most {delays[-1]:.1f}" if delays else ""
    return (
        f"{count['joined']} of {count['tried']} joined{when}; {count['right']} of {count['events']} events after that "
        f"right, {count['wrong']} wrong; {count['settled']} settled otherwise; {count['accused']} accused"
    )


if __name__ == "__main__":
    sys.exit(main())
