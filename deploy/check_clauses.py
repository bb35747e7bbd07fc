"""Names every clause of the rulebooks whose worked example no test asserts: `python deploy/check_clauses.py`.

A test names its clauses in its id: in the function's name (`test_counters_rl_e02`) or in the id of a parametrized case
(`RL-E02 self-draw`). Comments and docstrings do not count. Which clauses there are, and which are conduct that nothing
can witness, is in `tests/data/clause_kinds.toml`. Exit code 1 when a clause has no test.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = ROOT / "tests" / "data" / "clause_kinds.toml"
BOOKS = ROOT / "rules" / "tablebridge_rules" / "rulebooks"
CONDUCT = "conduct"
WITHOUT_EXAMPLES = {"riichi-common"}
"""Today's online riichi has no founding text with worked examples: scored hands and recorded games test it."""
CLAUSE = re.compile(r"(?<![a-z])([a-z]{2})[-_]([a-z]\d\d)(?!\d)", re.IGNORECASE)


def main() -> int:
    """Writes what is missing, a line a clause, and a summary a book; returns the exit code."""
    tested = clauses_named(collected_tests())
    lines, missing = [], 0
    for book, kinds in tomllib.loads(KINDS.read_text("utf-8")).items():
        needing = needing_a_test(kinds)
        without = [f"{book}: {clause} ({kind}) is named by no test" for clause, kind in needing if clause not in tested]
        lines += [*without, f"{book}: {len(without)} of {len(needing)} clauses without a test"]
        missing += len(without)
    problems = unlisted()
    sys.stdout.writelines(f"{line}\n" for line in (*lines, *problems))
    return 1 if missing or problems else 0


def needing_a_test(kinds: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """The clauses of a book that are not conduct, with their kind."""
    return sorted((clause, kind) for kind, clauses in kinds.items() if kind != CONDUCT for clause in clauses)


def clauses_named(tests: Iterable[str]) -> set[str]:
    """The clause ids in those test ids, upper case: `RL-E02`."""
    return {f"{book}-{place}".upper() for test in tests for book, place in CLAUSE.findall(test)}


def collected_tests() -> list[str]:
    """The tests of the rules as pytest collects them, without the path of their file."""
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
    result = subprocess.run((*command, "tests/rules"), cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        errors = [line for line in result.stdout.splitlines() if line.startswith(("E  ", "ERROR"))]
        sys.exit("\n".join(["the tests cannot be collected:", *errors, result.stderr]))
    return [line.partition("::")[2] for line in result.stdout.splitlines() if "::" in line]


def unlisted() -> list[str]:
    """What does not agree between the list of kinds and the clauses of the shipped rulebooks."""
    kinds = tomllib.loads(KINDS.read_text("utf-8"))
    found = []
    for file in sorted(BOOKS.glob("*.toml")):
        if file.stem in WITHOUT_EXAMPLES:
            continue
        listed = {clause for clauses in kinds.get(file.stem, {}).values() for clause in clauses}
        written = set(tomllib.loads(file.read_text("utf-8"))["clauses"])
        found += [f"{file.stem}: {clause} is not in {KINDS.name}: add it" for clause in sorted(written - listed)]
        found += [f"{file.stem}: {clause} of {KINDS.name} is no clause" for clause in sorted(listed - written)]
    return found


if __name__ == "__main__":
    sys.exit(main())
