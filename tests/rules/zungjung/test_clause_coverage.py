"""Every clause that is not conduct is named by a test of this folder or by a worked hand."""

from __future__ import annotations

import re
from pathlib import Path

from tablebridge_rules.zungjung.rulebook import Rulebook

HERE = Path(__file__).parent
SOURCES = [*HERE.rglob("test_*.py"), HERE.parents[1] / "data" / "zungjung_wsom_1_03_examples.toml"]
CLAUSE = re.compile(r"ZJ[-_]([RFSPX]\d\d)", re.IGNORECASE)

CONDUCT = {"ZJ-X06"}
"""How rivers are laid out is conduct."""


def test_every_clause_is_tested(book: Rulebook) -> None:
    names = (re.finditer(CLAUSE, source.read_text("utf-8")) for source in SOURCES if source.name != Path(__file__).name)
    tested = {f"ZJ-{match[1].upper()}" for matches in names for match in matches}
    clauses = {clause.id for clause in book.clauses} - CONDUCT
    assert len(clauses) == 91
    assert clauses - tested == set()
