"""`tablebridge verify`: recorded games through the rules."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from tablebridge.errors import UsageError
from tablebridge.records.game_lines import read_games
from tablebridge.records.verify import Difference, verify_game
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.rulebook import load

__all__ = ["add_parser", "run"]

_EXAMPLE = """example:
  tablebridge verify games.jsonl.gz
  tablebridge verify games.jsonl --rulebook riichi-common --json
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "verify",
        help="replay recorded games through the rules",
        description="Replays recorded games (JSON lines, plain or gzip) and says how many hands the rules confirm: "
        "every act, score, payment, stick, next dealer and final point. Exit code 1 when a hand differs.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", type=Path, metavar="GAMES", help="one event a line, games one after the other")
    parser.add_argument("--rulebook", default="riichi-common", metavar="NAME", help="a riichi rulebook's name, or file")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints what was found; returns 1 when a hand was not exact."""
    try:
        book = load(args.rulebook)
    except RulebookError as error:
        raise UsageError("cannot use the rulebook", str(error), "see `tablebridge rules list`") from error
    games = hands = 0
    differences: list[Difference] = []
    for game in read_games(args.games):
        games += 1
        hands += len(game.hands)
        differences += verify_game(game, book)
    exact = hands - len(differences)
    if args.json:
        found = [asdict(one) for one in differences]
        document = {"games": games, "hands": hands, "exact": exact, "differences": found}
        print(json.dumps(document, ensure_ascii=False, default=str))
    else:
        for one in differences:
            print(f"{one.game} hand {one.hand}: {one.what}: the record has {one.expected}, the rules {one.got}")
        print(f"{exact} of {hands} hands exact, {games} games")
    return 1 if differences else 0
