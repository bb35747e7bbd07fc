"""Re-enacts recorded games of riichi tile for tile and lists every visible fact that was published otherwise.

    python deploy/check_recorded_games.py games.jsonl.gz --games 0-3              rendered, over pty and Mosquitto
    python deploy/check_recorded_games.py games.jsonl.gz --games 0-16 --unrendered

Every game is played at a table that is new, under `riichi-common`. Compared are the events in their order (discards
with their sideways tile, calls and their source, indicators, wins, points; as `run --score-against` does), and of each
end yaku, fu, han, limit and payments with what the record says. Rendered means: a virtual camera and the real model,
`simulate` and `run` as processes, a pseudo-terminal between them, Mosquitto behind. `--unrendered` gives the decoder
what that camera would report; a game takes seconds then. Exits 1 when fewer than 98 % of the hands agree in everything,
or an event was invented.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from recorded_results import RecordedGame, read_games, result_differences
from rendered_game import Mosquitto, play_rendered

sys.path.insert(0, str(Path(__file__).parents[1]))  # the bench is one of the tests' tools

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.sim.recorded_game import read_hands
from tablebridge.sim.script import Script, perform
from tablebridge_rules.event import HandStarted, event_type
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt

_BOOK = "riichi-common"
_LEAST_SHARE = 0.98


@dataclass
class Tally:
    """All games together; `differences` by game and hand."""

    hands: int = 0
    expected: int = 0
    right: int = 0
    extra: int = 0
    differences: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, game: str, document: dict[str, Any], rows: list[dict[str, Any]], hands: int) -> None:
        """Counts one more game."""
        self.hands += hands
        self.expected += document["events"]["expected"]
        self.right += document["events"]["right"]
        self.extra += document["events"]["extra"]
        for line in document["differences"]:
            self.differences.setdefault((game, _hand_of(line)), []).append(line)
        for hand, line in result_differences(rows, document["results"]):
            self.differences.setdefault((game, str(hand)), []).append(line)

    @property
    def share(self) -> float:
        """Of the hands, those that agree in everything."""
        return 1 - len(self.differences) / self.hands if self.hands else 0.0

    def document(self) -> dict[str, Any]:
        """For JSON."""
        listed = [
            {"game": game, "hand": hand, "what": what}
            for (game, hand), lines in self.differences.items()
            for what in lines
        ]
        return {
            "hands": self.hands,
            "hands_equal": self.hands - len(self.differences),
            "events": {"expected": self.expected, "right": self.right, "extra": self.extra},
            "differences": listed,
        }


def _hand_of(line: str) -> str:
    """`missing 3 discard …` and `foul not found 3 …` tell of hand 3."""
    return next((word for word in line.split() if word.isdigit()), "?")


def main() -> int:
    """Plays them; 1 when too much differs."""
    args = _arguments()
    first, _, last = args.games.partition("-")
    games = read_games(args.record)[int(first) : int(last or first) + 1]
    tally = Tally()
    play = _unrendered if args.unrendered else _rendered
    for game, document, hands in play(games, args):
        rows = game.rows()
        ends = [place for place, row in enumerate(rows) if row["type"] == "hand_end"][:hands]
        tally.add(game.name, document, rows[: ends[-1] + 1], hands)
        events = document["events"]
        say(
            f"{game.name}: {hands} hands, {events['right']} of {events['expected']} events right, "
            f"{events['extra']} extra; {document['seconds']} s; so far {tally.share:.1%} of hands equal"
        )
    document = tally.document()
    if args.json:
        say(json.dumps(document, ensure_ascii=False))
    else:
        for one in document["differences"]:
            say(f"  {one['game']} hand {one['hand']}: {one['what']}")
        equal = document["hands_equal"]
        say(f"{equal} of {tally.hands} hands equal in every visible fact, {tally.extra} events invented")
    return 0 if tally.share >= _LEAST_SHARE and tally.extra == 0 else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=Path, help="a record of games (.jsonl, .jsonl.gz), see docs/virtual_table.md")
    parser.add_argument("--games", default="0-0", metavar="A-B", help="which games, from 0 (default %(default)s)")
    parser.add_argument("--hands", type=int, default=99, help="of each game at most so many (default: all)")
    parser.add_argument("--unrendered", action="store_true", help="without pictures, wires and broker")
    parser.add_argument("--seed", type=int, default=1, help="of the virtual table (default 1)")
    parser.add_argument("--fps", type=float, default=8.0, help="camera pictures a second of table time (default 8)")
    parser.add_argument("--json", action="store_true", help="the differences as one JSON document")
    return parser.parse_args()


Played = tuple[RecordedGame, dict[str, Any], int]


def _rendered(games: list[RecordedGame], args: argparse.Namespace) -> Iterator[Played]:
    with Mosquitto() as broker:
        for game in games:
            with tempfile.TemporaryDirectory(prefix="tablebridge-record-") as name:
                folder = Path(name)
                hands = game.written(folder / "game.jsonl", args.hands)
                played = play_rendered(folder / "game.jsonl", hands, broker.port, folder, seed=args.seed, fps=args.fps)
                yield game, played, hands


def _unrendered(games: list[RecordedGame], args: argparse.Namespace) -> Iterator[Played]:
    book = read_rulebook(_BOOK)
    for game in games:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="tablebridge-record-") as name:
            record = Path(name, "game.jsonl")
            hands = game.written(record, args.hands)
            script = Script.join(perform(list(read_hands(record, book, args.seed)), args.seed, book))
        trial = attempt(book, reports_of_script(script), script.truth)
        found = trial.comparison
        events = {"expected": found.expected, "right": found.right, "extra": found.extra}
        seconds = round(time.monotonic() - began, 1)
        document = {"events": events, "differences": found.differences, "seconds": seconds}
        yield game, {**document, "results": _results(trial)}, hands


def _results(trial: Trial) -> dict[int, dict[str, Any] | None]:
    """The public result of each hand, folded as the daemon does."""
    projection, results, hand = Projection("recorded", read_rulebook(_BOOK)), dict[int, dict[str, Any] | None](), 0
    for number, (at_ms, told) in enumerate(trial.told, 1):
        hand = told.event.hand if isinstance(told.event, HandStarted) else hand
        kind = event_type(told.event)
        projection.apply(
            JournalEntry(number, str(number), 1, hand, kind, told.event, at_ms, told.captured_at, 1.0, (), (), ())
        )
        state = projection.state()
        if state.phase == "settled":
            results[state.hand] = msgspec.to_builtins(state.result)
    return results


def say(line: str) -> None:
    """Writes a line at once: the whole takes a while."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
