"""`tablebridge score`: what a hand is worth, one from flags or many from standard input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from tablebridge.cli.books import require_file
from tablebridge.errors import UsageError
from tablebridge.records.json_lines import LineError, numbered, read_object, read_value
from tablebridge_rules.errors import NoWinError, RulebookError, RulesError
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi import rulebook, score_record
from tablebridge_rules.riichi.win import RiichiState
from tablebridge_rules.rulebook_file import RIICHI, tradition_of

__all__ = ["add_parser", "run"]

_EXAMPLE = """examples:
  tablebridge score --hand 234m67p345m222s66s --win-tile 5p --tsumo --seat west --round east
  tablebridge score --hand 45p22s345s --meld 'pon:666z<across' --meld 'daiminkan:9999m<right' \\
      --win-tile 3p --ron left --seat west --round east --dora 1s1s --rulebook riichi-mjnet-2005
  tablebridge score --rulebook taiwan16-ntuee-2009 --hand 123456m789p12367s22p --win-tile 8s --ron left \\
      --seat south --round east --field flowers=2f
  tablebridge score --jsonl --rulebook riichi-common < hands.jsonl > scores.jsonl
"""
_DEFAULT_BOOK = "riichi-league-tw"
_WINDS = ("east", "south", "west", "north")
_INITIALS = {wind[0].upper(): wind for wind in _WINDS}
_WIND_FIELDS = ("seat_wind", "round_wind", "liable")
_MOMENTS = {
    "ippatsu": "within one uninterrupted go-round of the riichi",
    "haitei": "by self-draw with the last tile",
    "houtei": "on the last discard",
    "rinshan": "on the replacement tile of a kan",
    "chankan": "on a tile added to a kan",
    "first-turn": "before the winner's first discard and any call: tenhou, chiihou, renhou",
}

Record = Mapping[str, Any]
Scorer = Callable[[Record], dict[str, Any]]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "score",
        help="what a hand is worth, and who pays",
        description="Scores one hand from flags, or with --jsonl one hand a line from standard input to standard "
        "output; a line that cannot be scored gives its id and the error. Exit code 1 when a hand is no win.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rulebook", metavar="NAME", help=f"a rulebook's name, or file (default: {_DEFAULT_BOOK})")
    parser.add_argument("--jsonl", action="store_true", help="hands from standard input, one JSON object a line")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    _add_hand(parser)
    parser.set_defaults(run=run)


def _add_hand(parser: argparse.ArgumentParser) -> None:
    hand = parser.add_argument_group("the hand")
    hand.add_argument("--hand", metavar="TILES", help="standing tiles without the winning one, such as 123m0p77z")
    hand.add_argument("--meld", action="append", default=[], metavar="MELD", help="chi:345p<left pon:777z<across ...")
    hand.add_argument("--win-tile", metavar="TILE", help="the winning tile")
    how = hand.add_mutually_exclusive_group()
    how.add_argument("--tsumo", action="store_true", help="won by self-draw")
    how.add_argument("--ron", choices=["left", "across", "right"], help="won on the discard of that player")
    hand.add_argument("--seat", choices=_WINDS, help="the winner's wind")
    hand.add_argument("--round", choices=_WINDS, help="the round's wind")
    declared = [state.value for state in RiichiState]
    hand.add_argument("--riichi", choices=declared, default="none", help="what the winner declared (default: none)")
    for moment, meaning in _MOMENTS.items():
        hand.add_argument(f"--{moment}", action="store_true", help=meaning)
    hand.add_argument("--dora", default="", metavar="TILES", help="the indicators shown")
    hand.add_argument("--ura", default="", metavar="TILES", help="the indicators below them")
    hand.add_argument("--honba", type=int, default=0, metavar="N", help="counters on the table")
    hand.add_argument("--sticks", type=int, default=0, metavar="N", help="sticks on the table, the winner's included")
    hand.add_argument("--liable", choices=_WINDS, help="the wind of the seat that is liable for a yakuman")
    meaning = "a further field of the rulebook's tradition, such as flowers=1f2g or streak=2"
    hand.add_argument("--field", action="append", default=[], metavar="NAME=VALUE", help=meaning)


def run(args: argparse.Namespace) -> int:
    """Scores what was given; returns 1 when a hand could not be scored."""
    if args.jsonl:
        _refuse_hand(args)
        return _score_lines(args.rulebook)
    scorer, record = _require_scorer(args.rulebook or _DEFAULT_BOOK), _record(args)
    try:
        result = scorer(record)
    except NoWinError as error:
        print(json.dumps({"error": str(error)}, ensure_ascii=False) if args.json else f"no win: {error}")
        return 1
    except (RulesError, ValueError) as error:
        raise UsageError("cannot score the hand", str(error), "see `tablebridge score --help`") from error
    if args.json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        paid = ", ".join(f"{wind} {points:+}" for wind, points in result["delta"].items() if points)
        print(f"{result['explanation']}\n{paid}")
    return 0


def _record(args: argparse.Namespace) -> Record:
    """The flags as a record of the vectors. Raises `UsageError` when one that every hand needs is missing."""
    needed = {"--hand": args.hand, "--win-tile": args.win_tile, "--seat": args.seat, "--round": args.round}
    missing = [flag for flag, value in needed.items() if value is None]
    if not (args.tsumo or args.ron):
        missing.append("--tsumo or --ron")
    if missing:
        raise UsageError("a hand is not whole", f"{', '.join(missing)} missing", "or give hands with --jsonl")
    return {
        "hand": args.hand,
        "melds": args.meld,
        "win_tile": args.win_tile,
        "win": "tsumo" if args.tsumo else "ron",
        "from": args.ron,
        "seat_wind": args.seat,
        "round_wind": args.round,
        "riichi": args.riichi,
        "dora_indicators": _names(args.dora),
        "ura_indicators": _names(args.ura),
        "honba": args.honba,
        "riichi_sticks": args.sticks,
        "liable": args.liable,
        **{name: getattr(args, name) for name in (moment.replace("-", "_") for moment in _MOMENTS)},
        **dict(map(_field, args.field)),
    }


def _field(text: str) -> tuple[str, object]:
    """A field from its flag: a JSON value where it is one, else text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError("no field", text, "give --field NAME=VALUE")
    try:
        return name, read_value(value.encode(errors="surrogateescape"))
    except LineError:
        return name, value


def _names(text: str) -> list[str]:
    try:
        return [str(tile) for tile in parse_tiles(text)]
    except RulesError as error:
        raise UsageError("cannot read indicators", str(error), "give tiles such as 1m7z") from error


def _refuse_hand(args: argparse.Namespace) -> None:
    """Raises `UsageError` when a hand comes from flags as well: it would be ignored."""
    flags = argparse.ArgumentParser(add_help=False)
    _add_hand(flags)
    given = [name for name, default in vars(flags.parse_args([])).items() if getattr(args, name) != default]
    if given:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise UsageError("a hand from flags and hands from standard input", f"{names} beside --jsonl", "give one")


def _score_lines(book: str | None) -> int:
    """Scores each line by `book`, or by the line's own `rulebook`; flushes each result, so that a program can wait."""
    if book is not None:
        _require_scorer(book)
    failed = total = 0
    for number, line in numbered(_standard_input()):
        result = _score_line(line, number, book)
        total += 1
        failed += "error" in result
        print(json.dumps(result, ensure_ascii=False), flush=True)
    if not total:
        raise UsageError("no hands", "standard input", "give one JSON object a line")
    return 1 if failed else 0


def _standard_input() -> Iterator[bytes]:
    """Its lines, as they come. Raises `UsageError` where there is nothing to read from."""
    what_to_do = "give hands, as in `tablebridge score --jsonl < hands.jsonl`"
    if sys.stdin is None:
        raise UsageError("no hands", "standard input is closed", what_to_do)
    lines = iter(sys.stdin.buffer)
    while True:
        try:
            line = next(lines, b"")
        except OSError as error:
            why = error.strerror or str(error)
            raise UsageError("no hands", f"standard input cannot be read: {why}", what_to_do) from error
        if not line:
            return
        yield line


def _score_line(line: bytes, number: int, book: str | None) -> dict[str, Any]:
    try:
        record = read_object(line)
    except LineError as error:
        return {"id": None, "error": f"line {number}: {error}"}
    try:
        scorer = _scorer(book or str(record.get("rulebook", _DEFAULT_BOOK)))
        return {"id": record.get("id"), **scorer(_spelled(record))}
    except (RulesError, ValueError) as error:
        return {"id": record.get("id"), "error": str(error)}


def _spelled(record: Record) -> Record:
    """The record with winds in full where it has their initials."""
    initials = {field: record.get(field) for field in _WIND_FIELDS}
    winds = {field: _INITIALS[wind] for field, wind in initials.items() if isinstance(wind, str) and wind in _INITIALS}
    return {**record, **winds}


def _require_scorer(book: str) -> Scorer:
    require_file(book)
    try:
        return _scorer(book)
    except RulebookError as error:
        raise UsageError("cannot use the rulebook", str(error), "see `tablebridge rules list`") from error


@cache
def _scorer(book: str) -> Scorer:
    """The scoring of records by that book. Raises `RulebookError` when it cannot be used."""
    tradition = tradition_of(book)
    if tradition == RIICHI:
        riichi = rulebook.load(book)
        return lambda record: score_record.score_record(riichi, record)
    try:
        reader = import_module(f"tablebridge_rules.{tradition}.rulebook")
        records = import_module(f"tablebridge_rules.{tradition}.score_record")
    except ModuleNotFoundError as error:
        raise RulebookError(f"{book}: hands of the tradition {tradition!r} cannot be scored yet") from error
    other = reader.load(book)
    return lambda record: records.score_record(other, record)
