"""Misreads one discard of a simulated hand on purpose, for good, and looks what the decoder makes of it.

    python deploy/check_wrong_tiles.py --rulebook riichi-league-tw --seeds 0-4
    python deploy/check_wrong_tiles.py --pairs 6z:1z,1s:6z --second 0.2

For each pair of tiles (true one, read as), by default those that the classifier confuses most often on a set it has
not seen (`models/tile_classifier/MODEL_CARD.md`), a discard of each seed's hand is read wrongly; `--second` is the
confidence with which the right tile is read besides. A line a pair: how often it was repaired (told rightly), how often
the table said that something is wrong while the hand was in play (out of step), how often it had no consequence but
itself, and how often it changed the settlement unseen. Exits 1 when that happened at all.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # the bench is one of the tests' tools

from tablebridge.observation import ReadTile, RiverTileSeen
from tablebridge.sim.script import Script, scripts
from tablebridge_rules.event import Settled
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.observations_of import Report, with_sighting
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt

_PAIRS = (
    "6z:1z,1s:6z,2m:8m,3m:2m,1s:8p,9m:6m,5m:9m,4p:2p,9s:9p,5m:6m,7z:2z,"
    "8m:2m,2m:3m,6m:9m,2p:4p,6m:5m,4s:8s,6p:9p,3z:4z,1z:6z"
)
_SURE = 0.9


def main() -> int:
    """Tries every pair; 1 when a settlement was wrong and nobody could know."""
    args = _arguments()
    first, _, last = args.seeds.partition("-")
    book, total = read_rulebook(args.rulebook), Counter[str]()
    games = {seed: _game(book, seed) for seed in range(int(first), int(last or first) + 1)}
    for pair in args.pairs.split(","):
        right, _, wrong = pair.partition(":")
        found = Counter(
            outcome
            for seed, game in games.items()
            for outcome in _outcomes(book, game, seed, right, wrong, args.second)
        )
        total += found
        say(f"{right} read as {wrong}: {_line(found)}")
    say(f"{args.rulebook}, all pairs: {_line(total)}")
    return 1 if total["unseen in the settlement"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", choices=list(shipped()), default="riichi-league-tw")
    parser.add_argument("--seeds", default="0-4", metavar="A-B", help="first and last seed (default %(default)s)")
    parser.add_argument("--pairs", default=_PAIRS, metavar="TRUE:READ[,…]", help="default: the most confused ones")
    parser.add_argument("--second", type=float, default=0.0, help="confidence of the right tile (default: not read)")
    return parser.parse_args()


def _game(book: AnyRulebook, seed: int) -> tuple[Script, list[Report]]:
    script = Script.join(scripts(seed, 1, book))
    return script, reports_of_script(script)


def _outcomes(
    book: AnyRulebook, game: tuple[Script, list[Report]], seed: int, right: str, wrong: str, second: float
) -> Iterator[str]:
    """What became of one discard of that tile; nothing where none was discarded."""
    script, reports = game
    tiles = [
        report.sighting
        for report in reports
        if isinstance(report.sighting, RiverTileSeen) and report.sighting.reading.tile == right
    ]
    if not tiles:
        return
    chosen = Random(f"{seed} {right} {wrong}").choice(tiles)
    faces = ((wrong, _SURE), (right, second)) if second else ((wrong, _SURE),)
    misread = ReadTile(wrong, _SURE, faces)
    changed = [
        with_sighting(report, replace(report.sighting, reading=misread)) if _is_of(report, chosen) else report
        for report in reports
    ]
    yield _outcome(attempt(book, changed, script.truth))


def _is_of(report: Report, chosen: RiverTileSeen) -> bool:
    seen = report.sighting
    return isinstance(seen, RiverTileSeen) and (seen.seat, seen.slot, seen.reading.tile) == (
        chosen.seat,
        chosen.slot,
        chosen.reading.tile,
    )


def _outcome(trial: Trial) -> str:
    differences = trial.comparison.differences
    if not differences:
        return "repaired"
    if trial.out_of_step:
        return "seen"
    settled = any(isinstance(decoded.event, Settled) for _, decoded in trial.told)
    if not settled or any("settled" in line for line in differences):
        return "unseen in the settlement"
    return "without consequence"


def _line(found: Counter[str]) -> str:
    kinds = ("repaired", "seen", "without consequence", "unseen in the settlement")
    return f"{sum(found.values())} tried, " + ", ".join(f"{found[kind]} {kind}" for kind in kinds)


def say(line: str) -> None:
    """Writes a line at once: the whole takes a while."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
