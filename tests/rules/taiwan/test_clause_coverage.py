"""Every clause that is not conduct is named by a test of this folder or by a worked hand."""

from __future__ import annotations

import re
from pathlib import Path

from tablebridge_rules.taiwan.rulebook import Rulebook

HERE = Path(__file__).parent
SOURCES = [*HERE.rglob("test_*.py"), HERE.parents[1] / "data" / "taiwan16_ntuee_2009_examples.toml"]
CLAUSE = re.compile(r"TW[-_]([RFSP]\d\d)", re.IGNORECASE)


def test_every_clause_is_tested(book: Rulebook) -> None:
    names = (re.finditer(CLAUSE, source.read_text("utf-8")) for source in SOURCES)
    tested = {f"TW-{match[1].upper()}" for matches in names for match in matches}
    clauses = {clause.id for clause in book.clauses if not clause.id.startswith("TW-C")}
    assert len(clauses) == 120
    assert clauses - tested == set()
