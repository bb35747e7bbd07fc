"""Writes docs/violations.md: for every clause that can be broken, how the daemon comes to know of it.

    python deploy/write_violations.py            writes the page
    python deploy/write_violations.py --check    exits 1 when it is not current

What is known how stands in `violation_ways.toml` beside this script. A clause must have a line there when its kind is
`violation` (`tests/data/clause_kinds.toml`), when the fold cites it (`[violations]` of the rulebook), or when a script
of the virtual table breaks it; every fact that the watch of clauses yields must be used, and no other may be named.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from tablebridge.game.referee.clause_watch import FACTS
from tablebridge.sim.foul_scripts import FOULS, fouls_of
from tablebridge_rules.play import AnyRulebook, read_rulebook

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "violations.md"
WAYS = Path(__file__).with_name("violation_ways.toml")
FOUND = Path(__file__).with_name("violation_found.toml")
KINDS = ROOT / "tests" / "data" / "clause_kinds.toml"

HOW = {
    "act": "act",
    "shown": "act, once hands lie open",
    "beside": "beside the acts",
    "referee": "referee",
}
BY = ("camera", "table", "referee")
KEYS = {"how", "by", "seat", "what", "facts"}

INTRODUCTION = """# Violations and who finds them

Written by `python deploy/write_violations.py` from `deploy/violation_ways.toml`; do not edit by hand.

A violation becomes a flag for the referee, and nobody else hears of it before the ruling. There are four ways to one:

- **act**: the act itself is wrong. The decoder tells it as it was done, and the fold of the rules says which clause it
  breaks.
- **act, once hands lie open**: the same, but nobody could see it before.
- **beside the acts**: how something lies, how long it takes, what is put right again. The watch of clauses
  (`tablebridge.game.referee.clause_watch`) makes a fact of the rules of it; `play.judge_fact` says what that breaks.
- **referee**: neither camera nor table can tell. The referee raises the flag at the console, or enters what happened.

A clause's `flag_percent` and `flag_after_ms` in the rulebook say how sure the witnesses must be and how long a breach
beside the acts must have been seen (see [rulebooks.md](rulebooks.md)). "Script" is what `tablebridge simulate --foul`
has a player do, always something that a witness can tell of; "found" in how many of the seeds the right clause and
seat were told, and how many seconds after it, the median. That is what this writes into `deploy/violation_found.toml`
(take the old one away first; until then it may hold fewer seeds):

    python deploy/check_decoding.py --seeds 1-5 --fouls all --record deploy/violation_found.toml
"""


class WaysError(Exception):
    """A line of the ways that cannot be; the text says which, and what to do."""


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the page; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the page is not current")
    args = parser.parse_args(arguments)
    try:
        text = page(tomllib.loads(WAYS.read_text("utf-8")))
    except WaysError as error:
        sys.stderr.write(f"{WAYS.name}: {error}\n")
        return 1
    if not args.check:
        PAGE.write_text(text, "utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text("utf-8") == text:
        return 0
    sys.stderr.write(f"docs/{PAGE.name} is not current: python deploy/write_violations.py\n")
    return 1


def page(ways: dict[str, dict[str, list[dict[str, Any]]]]) -> str:
    """The whole page. Raises `WaysError`."""
    kinds = tomllib.loads(KINDS.read_text("utf-8"))
    used: set[str] = set()
    parts = [INTRODUCTION]
    found = tomllib.loads(FOUND.read_text("utf-8")) if FOUND.exists() else {}
    for name in kinds:
        book = read_rulebook(name)
        lines = ways.get(name, {})
        check(book, lines, due(book, kinds[name]["violation"]))
        used |= {fact for line in lines.values() for way in line for fact in way.get("facts", ())}
        parts.append(section(book, lines, found.get(name, {})))
    unused = sorted({fact.__name__ for fact in FACTS} - used)
    if unused:
        raise WaysError(f"nothing is said of what the watch yields: {', '.join(unused)}; add `facts` to a clause")
    return "\n".join(parts)


def due(book: AnyRulebook, violations: Iterable[str]) -> set[str]:
    """The clauses that need a line."""
    cited = {getattr(book.violations, field.name) for field in fields(book.violations)}
    return set(violations) | cited | {script.clause for script in fouls_of(book)}


def check(book: AnyRulebook, lines: dict[str, list[dict[str, Any]]], needed: set[str]) -> None:
    """Raises `WaysError` for a clause without a line, a line without a clause, and a way that is none."""
    missing = sorted(needed - lines.keys())
    if missing:
        raise WaysError(f"[{book.name}] says nothing of {', '.join(missing)}; add a line for each")
    known = {fact.__name__ for fact in FACTS}
    for clause, ways in lines.items():
        if clause not in book.clauses_by_id:
            raise WaysError(f"[{book.name}] {clause} is no clause of that rulebook; take the line out")
        for way in ways:
            facts = way.get("facts", [])
            wrong = way.keys() - KEYS or way.get("how") not in HOW or way.get("by") not in BY
            if wrong or not way.get("what") or not isinstance(way.get("seat"), bool):
                raise WaysError(f"[{book.name}] {clause}: give how, by, seat and what, as the file's head says")
            if (way["how"] == "beside") != bool(facts) or not set(facts) <= known:
                raise WaysError(f"[{book.name}] {clause}: `beside` has `facts`, of {', '.join(sorted(known))}")


def section(book: AnyRulebook, lines: dict[str, list[dict[str, Any]]], found: dict[str, dict[str, Any]]) -> str:
    """One rulebook's table, in the order of its clauses; `found` are the scripted fouls told."""
    ordered = [clause for clause in book.clauses_by_id if clause in lines]
    rows = [row for clause in ordered for row in rows_of(book, clause, lines[clause], found.get(clause))]
    alone = sum(all(way["how"] == "referee" for way in lines[clause]) for clause in ordered)
    head = f"## {book.name}\n\n{len(ordered)} clauses, {alone} of them for the referee alone.\n"
    return "\n".join(
        [
            head,
            "| clause | how | by | seat known | what is seen | script | found |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def rows_of(book: AnyRulebook, clause: str, ways: list[dict[str, Any]], found: dict[str, Any] | None) -> Iterator[str]:
    """A clause's lines; title, script and what was found of it stand in the first."""
    script = ", ".join(FOULS[clause].generators) or "a legal act" if clause in FOULS else ""
    times = f"{found['found']} of {found['of']}" if found else ""
    if found and "after_s" in found:
        times += f", {found['after_s']} s"
    named = f"{clause} {book.clause(clause).title.text('en')}"
    for way in ways:
        how = HOW[way["how"]]
        if way.get("facts"):
            how += ": " + ", ".join(f"`{fact}`" for fact in way["facts"])
        seat = "yes" if way["seat"] else "no"
        yield f"| {named} | {how} | {way['by']} | {seat} | {way['what']} | {script} | {times} |"
        named, script, times = "", "", ""


if __name__ == "__main__":
    sys.exit(main())
