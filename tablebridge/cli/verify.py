"""`tablebridge verify`: recorded games through the rules."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablebridge.cli.books import require_file
from tablebridge.errors import UsageError
from tablebridge.records.corrupt import Corruption, Verdict, corrupt_games, tally
from tablebridge.records.game_lines import RecordedGame, read_games
from tablebridge.records.verify import Difference, verify_game
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.riichi.rulebook import load

__all__ = ["add_parser", "run"]

_EXAMPLE = """example:
  tablebridge verify games.jsonl.gz
  tablebridge verify games.jsonl --rulebook riichi-common --json
  tablebridge verify games.jsonl.gz --corrupt 2000 --seed 1
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "verify",
        help="replay recorded games through the rules",
        description="Replays recorded games (JSON lines, plain or gzip) and says how many hands the rules confirm: "
        "every act, score, payment, stick, next dealer and final point. Exit code 1 when a hand differs. With "
        "--corrupt, exact hands are then changed in one place each, and the rules must find it, or the code is 1.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", type=Path, metavar="GAMES", help="one event a line, games one after the other")
    parser.add_argument("--rulebook", default="riichi-common", metavar="NAME", help="a riichi rulebook's name, or file")
    parser.add_argument("--corrupt", type=int, metavar="N", help="also judge N hands that are corrupted in one place")
    parser.add_argument("--seed", type=int, default=1, help="seed of the corruptions; 1 unless given")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints what was found; returns 1 when a hand was not exact."""
    require_file(args.rulebook)
    try:
        book = load(args.rulebook)
    except RulebookError as error:
        raise UsageError("cannot use the rulebook", str(error), "see `tablebridge rules list`") from error
    if args.corrupt is not None and args.corrupt < 1:
        raise UsageError(f"--corrupt {args.corrupt}", "the command line", "give 1 or more")
    games = hands = 0
    differences: list[Difference] = []
    kept: list[RecordedGame] = []
    for game in read_games(args.games):
        games += 1
        hands += len(game.hands)
        differences += verify_game(game, book)
        if args.corrupt is not None:
            kept.append(game)
    if games == 0:
        raise UsageError("no games", str(args.games), "give recorded games as JSON lines, plain or gzip")
    exact = hands - len(differences)
    document: dict[str, Any] = {
        "games": games,
        "hands": hands,
        "exact": exact,
        "differences": [asdict(one) for one in differences],
    }
    lines = [
        *(
            f"{one.game} hand {one.hand}: {one.what}: the record has {one.expected}, the rules {one.got}"
            for one in differences
        ),
        f"{exact} of {hands} hands exact, {games} games",
    ]
    missed = False
    if args.corrupt is not None:
        found = tuple(corrupt_games(kept, book, args.corrupt, args.seed, differences))
        missed = any(one.missed for one in found)
        document["corrupted"] = _corrupted_document(found, args.seed)
        lines += _corrupted_lines(found, args.seed)
    print(json.dumps(document, ensure_ascii=False, default=str) if args.json else "\n".join(lines))
    return 1 if differences or missed else 0


def _corrupted_document(found: Sequence[Corruption], seed: int) -> dict[str, Any]:
    """What the rules said to the corrupted hands, as JSON."""
    return {
        "seed": seed,
        **_sums(found),
        "missed": sum(one.missed for one in found),
        "kinds": [asdict(one) for one in tally(found)],
        "slipped_through": [
            {
                "kind": one.kind.name,
                "game": one.game,
                "hand": one.hand,
                "says": one.says,
                "may_be_legal": one.kind.may_be_legal,
            }
            for one in _slipped(found)
        ],
    }


def _corrupted_lines(found: Sequence[Corruption], seed: int) -> Iterator[str]:
    """A table with a line a kind, and a line for each that slipped through."""
    yield f"{'corrupted in one place':40} {'made':>5} {'flagged':>8} {'as such':>8} {'refused':>8} {'slipped':>8}"
    for one in tally(found):
        figures = f"{one.made:5} {one.flagged:8} {one.right:8} {one.refused:8} {one.slipped:8}"
        clauses = " ".join(f"{clause} {count}" for clause, count in one.clauses.items())
        yield f"{one.kind:40} {figures}  {clauses}".rstrip()
    for slip in _slipped(found):
        why = slip.kind.may_be_legal or "the rules miss it"
        yield f"slipped: {slip.game} hand {slip.hand}: {slip.says} ({why})"
    sums = _sums(found)
    yield (
        f"{sums['made']} corruptions, seed {seed}: {sums['flagged']} flagged with a clause, {sums['refused']} refused, "
        f"{sums['slipped']} slipped through, {sum(one.missed for one in found)} of them missed"
    )


def _sums(found: Sequence[Corruption]) -> dict[str, int]:
    verdicts = Counter(one.verdict for one in found)
    return {"made": len(found), **{verdict.value: verdicts[verdict] for verdict in Verdict}}


def _slipped(found: Sequence[Corruption]) -> list[Corruption]:
    return [one for one in found if one.verdict is Verdict.SLIPPED]
