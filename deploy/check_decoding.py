"""Tries the decoder on simulated hands of a rulebook without rendering: what table and camera would report, in and out.

    python deploy/check_decoding.py --rulebook sichuan-bloody --seeds 0-99
    python deploy/check_decoding.py --seeds 0-9 --flaws late,misread --disturb sleeve,quick_call
    python deploy/check_decoding.py --rulebook taiwan16-ntuee-2009 --fouls TW-F13,TW-F20

Each seed is a game of `--hands` hands at a table that is new. A line a rulebook: events right, missing, extra and late
(the same comparison as `run --score-against`), hands whole, fouls found with clause and seat, false alarms, and
milliseconds of processor time an observation. `--flaws all` spoils the reports in every way, each in turn; `--fouls
all` has every clause that can be scripted broken, one a hand. Exits 1 when an event is missing or extra, a foul is not
found, or anybody is accused who did nothing. What follows from a foul is told, too: a flag that the rules raise as well
when they are told the true hand is a consequence, counted apart, and no false alarm.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # the bench is one of the tests' tools

from tablebridge.records.against_truth import Comparison
from tablebridge.sim.foul_play import NoFoul
from tablebridge.sim.foul_scripts import FoulScript, fouls_of
from tablebridge.sim.foul_witness import violations_of
from tablebridge.sim.script import Script, foul_hands, perform, scripts
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.flaws import FLAWS
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt

_MOST_DIFFERENCES = 12
_ALARM = "false alarm"

Told = tuple[int, str, str]
"""A flag: the number of the hand, the clause, and the seat or nothing."""


@dataclass
class Tally:
    """The trials of one rulebook with one set of flaws, together."""

    games: Comparison = field(default_factory=Comparison)
    costs_ms: list[float] = field(default_factory=list)
    out_of_step: int = 0
    no_occasion: int = 0
    consequences: int = 0

    def add(self, trial: Trial, follow: Collection[Told]) -> None:
        """Counts one more game; `follow` are the flags that the true game raises by the rules."""
        alarms = [line for line in trial.comparison.differences if line.startswith(_ALARM)]
        due = {f"{_ALARM} {hand} {clause} {seat}".rstrip() for hand, clause, seat in follow}
        found = [line for line in alarms if line in due]
        trial.comparison.false_alarms -= len(found)
        trial.comparison.differences = [line for line in trial.comparison.differences if line not in found]
        self.consequences += len(found)
        self.games.add(trial.comparison)
        self.costs_ms += trial.costs_ms
        self.out_of_step += len(trial.out_of_step)

    @property
    def perfect(self) -> bool:
        """Whether nothing was wrong."""
        games = self.games
        return games.missing == games.extra == games.false_alarms == 0 and games.found == games.scripted

    def line(self) -> str:
        """The figures."""
        games = self.games
        share = games.right / games.expected if games.expected else 1.0
        costs = sorted(self.costs_ms) or [0.0]
        middle, most = costs[len(costs) // 2], costs[int(len(costs) * 0.99)]
        fouls = ""
        if games.scripted or self.no_occasion:
            fouls = f" and {self.consequences} consequences, fouls {games.found}/{games.scripted} found"
        return (
            f"{games.right}/{games.expected} events right ({share:.2%}), {games.missing} missing, "
            f"{games.extra} extra, {games.late} late; {games.hands_whole}/{games.hands} hands whole; "
            f"{games.false_alarms} false alarms{fouls}; {self.out_of_step} times out of step; "
            f"{middle:.2f} ms of CPU an observation, 99th percentile {most:.1f}"
        )


def main() -> int:
    """Tries them; 1 when something was wrong."""
    args = _arguments()
    first, _, last = args.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    flaws = ["", *FLAWS] if args.flaws == "all" else [args.flaws]
    perfect = True
    for name in [args.rulebook] if args.rulebook else shipped():
        book = read_rulebook(name)
        for flaw in flaws:
            tally = try_book(book, seeds, args, [one for one in flaw.split(",") if one])
            say(f"{name}{f' [{flaw}]' if flaw else ''}: {tally.line()}")
            perfect = perfect and tally.perfect
    return 0 if perfect else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", choices=list(shipped()), help="default: all of them")
    parser.add_argument("--seeds", default="0-9", metavar="A-B", help="first and last seed (default %(default)s)")
    parser.add_argument("--hands", type=int, default=4, help="of each game (default %(default)s)")
    parser.add_argument("--flaws", default="", metavar="NAME[,NAME]", help=f"all, or of {', '.join(FLAWS)}")
    parser.add_argument("--disturb", default="", metavar="NAME[,NAME]", help="as of `simulate`")
    parser.add_argument("--fouls", default="", metavar="CLAUSE[,CLAUSE]", help="a hand each; all: what can be scripted")
    parser.add_argument("--record", type=Path, metavar="FILE", help="append the fouls found, for write_violations.py")
    parser.add_argument("--verbose", action="store_true", help="show what differs, and when it was out of step")
    args = parser.parse_args()
    unknown = [one for one in args.flaws.split(",") if one and one not in FLAWS and args.flaws != "all"]
    if unknown:
        parser.error(f"--flaws {','.join(unknown)}: there is no such flaw; give all, or of {', '.join(FLAWS)}")
    return args


def try_book(book: AnyRulebook, seeds: range, args: argparse.Namespace, flaws: Sequence[str]) -> Tally:
    """Every seed's game of that rulebook, or every foul's hand."""
    tally = Tally()
    clauses: defaultdict[str, list[float | None]] = defaultdict(list)
    for seed in seeds:
        for label, script, follow in _played(book, seed, args, tally):
            reports = reports_of_script(script)
            for flaw in flaws:
                reports = FLAWS[flaw](reports, Random(f"{flaw} {seed}"))
            trial = attempt(book, reports, script.truth)
            tally.add(trial, follow)
            clauses[label] += _delays_s(script, trial)
            if args.verbose:
                _show(f"  seed {seed} {label}".rstrip(), trial)
    if args.fouls:
        for label, delays in sorted(clauses.items()):
            say(f"  {label}: {_found(delays)} of {len(seeds)} seeds")
        if args.record is not None:
            with args.record.open("a", encoding="utf-8") as file:
                file.write(_recorded(book.name, clauses))
    return tally


def _recorded(book: str, clauses: Mapping[str, Sequence[float | None]]) -> str:
    """The fouls found as TOML: of how many seeds, and the median of seconds until they were told."""
    lines = [f'["{book}"]']
    for label, delays in sorted(clauses.items()):
        known = sorted(delay for delay in delays if delay is not None)
        after = f", after_s = {max(known[len(known) // 2], 0.0):.1f}" if known else ""
        lines.append(f"{label} = {{ found = {len(known)}, of = {len(delays)}{after} }}")
    return "\n".join([*lines, "", ""])


def _delays_s(script: Script, trial: Trial) -> list[float | None]:
    """For each foul of the script how long after its moment it was told; None where it was not."""
    delays: list[float | None] = []
    for row in script.truth:
        if row["type"] == "violation":
            told = [
                (at_ms - row["at_ms"]) / 1000
                for at_ms, one in trial.violations
                if one.clause == row["clause"] and (one.seat and one.seat.value) == row["seat"]
            ]
            delays.append(min(told, default=None))
    return delays


def _found(delays: Sequence[float | None]) -> str:
    known = sorted(delay for delay in delays if delay is not None)
    when = f" ({known[len(known) // 2]:.1f} s after it, at most {known[-1]:.1f})" if known else ""
    return f"found{when} in {len(known)}"


def _played(
    book: AnyRulebook, seed: int, args: argparse.Namespace, tally: Tally
) -> Iterator[tuple[str, Script, Collection[Told]]]:
    """A seed's games: one of clean hands, or one of a hand for each foul, with what the rules find wrong in it."""
    disturb = [name for name in args.disturb.split(",") if name]
    if not args.fouls:
        yield "", Script.join(scripts(seed, args.hands, book, disturb=disturb)), ()
        return
    for foul in _fouls(book, args.fouls):
        try:
            hands = list(foul_hands(seed, 1, book, [foul]))
        except NoFoul:
            tally.no_occasion += 1
            continue
        follow = [
            (number, violation.clause, violation.seat.value if violation.seat else "")
            for number, acts in enumerate(hands)
            for seen in (False, True)
            for violation in violations_of(acts, book, seen=seen)
        ]
        yield foul.clause, Script.join(perform(hands, seed, book, disturb=disturb)), follow


def _fouls(book: AnyRulebook, wanted: str) -> tuple[FoulScript, ...]:
    clauses = wanted.split(",")
    return tuple(foul for foul in fouls_of(book) if wanted == "all" or foul.clause in clauses)


def _show(label: str, trial: Trial) -> None:
    shown = trial.comparison.differences[:_MOST_DIFFERENCES]
    for line in shown:
        say(f"{label}: {line}")
    if len(shown) < len(trial.comparison.differences):
        say(f"{label}: and {len(trial.comparison.differences) - len(shown)} more")
    for at_ms, line in trial.out_of_step[:_MOST_DIFFERENCES]:
        say(f"{label}: out of step at {at_ms / 1000:.1f} s: {line}")


def say(line: str) -> None:
    """Writes a line at once: the whole takes a while."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
