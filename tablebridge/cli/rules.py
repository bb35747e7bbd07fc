"""`tablebridge rules`: the rulebooks, and house rules made from them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from tablebridge.cli.books import require_file
from tablebridge.errors import UsageError
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.names import Language
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import read_text, read_values, shipped, tradition_of

__all__ = ["add_parser", "run"]

_EXAMPLE = """examples:
  tablebridge rules list
  tablebridge rules show riichi-league-tw scoring
  tablebridge rules show riichi-league-tw RL-P02 --language zh
  tablebridge rules check house.toml
  tablebridge rules diff riichi-league-tw house.toml
"""
_EXAMPLES = {
    "list": ("tablebridge rules list", "tablebridge rules list --json"),
    "show": (
        "tablebridge rules show riichi-league-tw > house.toml",
        "tablebridge rules show riichi-league-tw scoring",
        "tablebridge rules show riichi-league-tw RL-P02 --json",
        "tablebridge rules show sichuan-bloody clauses --language zh",
    ),
    "check": ("tablebridge rules check house.toml",),
    "diff": (
        "tablebridge rules diff riichi-league-tw house.toml",
        "tablebridge rules diff riichi-league-tw riichi-common --texts",
    ),
}
_BOOK = "a shipped rulebook's name, or a file that ends in .toml"

Values = Mapping[str, Any]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command with its own subcommands."""
    parser = subparsers.add_parser(
        "rules",
        help="list, show, check and compare rulebooks",
        description="Lists, shows, checks and compares rulebooks, shipped ones and your own.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    acts = parser.add_subparsers(title="acts", metavar="ACT", required=True)
    _add_act(acts, "list", _list, "name the shipped rulebooks")
    show = _add_act(acts, "show", _show, "print a rulebook as a file of its own, one of its sections or one clause")
    show.add_argument("book", metavar="BOOK", help=_BOOK)
    show.add_argument("part", metavar="PART", nargs="?", help="a section such as scoring, or a clause's id")
    show.add_argument(
        "--language",
        choices=get_args(Language),
        help="only the texts of that language, English where there is none in it (default: all of them)",
    )
    check = _add_act(acts, "check", _check, "say whether a file can be played; exit code 2 when it cannot")
    check.add_argument("book", metavar="FILE", help=_BOOK)
    diff = _add_act(acts, "diff", _diff, "print what differs; exit code 1 when something does")
    diff.add_argument("book", metavar="A", help=_BOOK)
    diff.add_argument("other", metavar="B", help=_BOOK)
    diff.add_argument("--texts", action="store_true", help="compare the texts of the clauses, too")


def _add_act(
    acts: argparse._SubParsersAction[argparse.ArgumentParser], name: str, act: object, does: str
) -> argparse.ArgumentParser:
    examples = _EXAMPLES[name]
    parser = acts.add_parser(
        name,
        help=does,
        description=does.capitalize() + ".",
        epilog="\n  ".join(("example:" if len(examples) == 1 else "examples:", *examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run, act=act)
    return parser


def run(args: argparse.Namespace) -> int:
    """Does one act; returns 1 when a check or a comparison found something."""
    for name in ("book", "other"):
        require_file(getattr(args, name, ""))
    try:
        code: int = args.act(args)
    except RulebookError as error:
        raise UsageError("cannot use the rulebook", str(error), "see `tablebridge rules list`") from error
    return code


def _list(args: argparse.Namespace) -> int:
    books = [_heading(name, _values(name)) for name in shipped()]
    if args.json:
        print(json.dumps({"rulebooks": books}, ensure_ascii=False))
    else:
        width = max(len(book["name"]) for book in books)
        for book in books:
            print(f"{book['name']:{width}}  {book['title']} ({book['tradition']}, {book['edition']})")
    return 0


def _show(args: argparse.Namespace) -> int:
    values = _playable(args.book)
    if args.part is None:  # a whole file, which can be played when it is saved
        shown: Values = {"tradition": tradition_of(args.book), **values}
    else:
        shown = _part(args.book, values, args.part)
    shown = shown if args.language is None else _in_language(shown, args.language)
    print(json.dumps(shown, ensure_ascii=False) if args.json else "\n".join(_toml_lines(shown, args.part or "")))
    return 0


def _check(args: argparse.Namespace) -> int:
    try:
        read_rulebook(args.book)
    except RulebookError as error:
        if not args.json:
            raise UsageError("cannot be played", str(error), "see docs/rulebooks.md") from error
        print(json.dumps({"book": args.book, "error": str(error)}, ensure_ascii=False))
        return 2
    heading = _heading(args.book, _values(args.book))
    title = f"{args.book}: {heading['name']}, {heading['title']}: can be played"
    print(json.dumps({"book": args.book, "error": None}, ensure_ascii=False) if args.json else title)
    return 0


def _diff(args: argparse.Namespace) -> int:
    left, right = (_flat(_compared(_playable(book), args.texts)) for book in (args.book, args.other))
    changed = {key: (left.get(key), right.get(key)) for key in {**left, **right} if left.get(key) != right.get(key)}
    if args.json:
        rows = [{"key": key, "a": one, "b": other} for key, (one, other) in changed.items()]
        print(json.dumps({"a": args.book, "b": args.other, "differences": rows}, ensure_ascii=False))
    else:
        for key, (one, other) in changed.items():
            print(f"{key}: {_shown(one)} -> {_shown(other)}")
        print(f"{len(changed)} difference{'' if len(changed) == 1 else 's'}")
    return 1 if changed else 0


def _compared(values: Values, texts: bool) -> Values:
    """What two rulebooks are compared by: everything but its name, and mostly not its clauses' texts."""
    kept = {key: value for key, value in values.items() if key not in ("name", "title")}
    if not texts:
        lines = {name: _without_texts(line) for name, line in values.get("clauses", {}).items()}
        lines = {name: line for name, line in lines.items() if line}
        kept = {**kept, "clauses": lines} if lines else {key: value for key, value in kept.items() if key != "clauses"}
    return kept


def _without_texts(clause: Values) -> Values:
    """What a clause sets: from when on a breach is put before the referee."""
    return {key: value for key, value in clause.items() if not isinstance(value, str)}


def _playable(book: str) -> dict[str, Any]:
    """The same of a rulebook that can be played; raises `RulebookError` when it cannot."""
    read_rulebook(book)
    return _values(book)


def _values(book: str) -> dict[str, Any]:
    """A rulebook's values as its file has them, those of an extended book included."""
    tradition = tradition_of(book)
    return read_values(*read_text(book, tradition), tradition)


def _in_language(values: Values, language: Language) -> Values:
    """The values with their texts in one language only: what has a name in several languages keeps that one."""
    titles, texts = get_args(Language), {f"says_{one}" for one in get_args(Language)}
    chosen: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict) and value and set(value) <= set(titles):
            chosen[key] = value.get(language) or value.get("en", "")
        elif isinstance(value, dict):
            chosen[key] = _in_language(value, language)
        elif key == "en":
            chosen["title"] = values.get(language) or value
        elif key == "says":
            chosen[key] = values.get(f"says_{language}") or value
        elif key not in titles and key not in texts:
            chosen[key] = value
    return chosen


def _heading(book: str, values: Values) -> dict[str, str]:
    title = values.get("title")
    named = title if isinstance(title, dict) else {}
    return {
        "name": str(values.get("name", book)),
        "tradition": tradition_of(book),
        "edition": str(values.get("edition", "")),
        "title": str(named.get("en", "")),
    }


def _part(book: str, values: Values, name: str) -> Values:
    """A section, or a clause by its id. Raises `UsageError` when there is no such part."""
    clauses = values.get("clauses", {})
    found = clauses.get(name) if name in clauses else values.get(name)
    if isinstance(found, dict):
        return found
    sections = ", ".join(key for key, value in values.items() if isinstance(value, dict))
    raise UsageError(f"no part {name!r}", book, f"give a clause's id, or one of {sections}")


def _toml_lines(values: Values, section: str) -> Iterator[str]:
    """The values as TOML: plain keys first, then the tables; tables of plain values in one line each."""
    tables = {key: value for key, value in values.items() if isinstance(value, dict)}
    for key, value in values.items():
        if key not in tables:
            yield f"{key} = {_shown(value)}"
    for key, table in tables.items():
        name = f"{section}.{key}" if section else key
        if section or key == "title":
            yield f"{key} = {_shown(table)}"
        else:
            yield ""
            yield f"[{name}]"
            yield from _toml_lines(table, name)


def _flat(values: Values, prefix: str = "") -> dict[str, Any]:
    """The values with dotted keys, in the file's order."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        name = prefix + key
        if isinstance(value, dict) and value:
            flat.update(_flat(value, f"{name}."))
        else:
            flat[name] = value
    return flat


def _shown(value: object) -> str:
    """A value as TOML has it; nothing at all is `-`."""
    if value is None:
        return "-"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_shown(part)}" for key, part in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)
