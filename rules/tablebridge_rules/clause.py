"""A clause of a rulebook: its title, and what it says in English and in the language of the rules it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from tablebridge_rules.names import DisplayName, Language

__all__ = ["Clause", "ClauseBook"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, its title, and what it says, paraphrased: `says` in English, the others where given.

    A breach that is no act is put before the referee when the witness is `flag_percent` sure at least, and when
    it has been seen for `flag_after_ms`; below that it may be a shadow, or about to be put right.
    """

    id: str
    title: DisplayName
    says: str
    says_ja: str = ""
    says_zh: str = ""
    flag_percent: int = 50
    flag_after_ms: int = 0

    def text(self, language: Language = "en") -> str:
        """What it says in that language; in English where it is not given in it.

        >>> clause = Clause("TW-R41", DisplayName("Bust"), "Nobody plays on without chips.", says_zh="籌碼輸光即終局。")
        >>> clause.text("zh"), clause.text("ja")
        ('籌碼輸光即終局。', 'Nobody plays on without chips.')
        """
        return DisplayName(self.says, self.says_ja, self.says_zh).text(language)


class ClauseBook:
    """What every rulebook can do: name its tradition, as its file does, and find its clauses."""

    TRADITION: ClassVar[str]
    clauses: tuple[Clause, ...]

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id. Raises `KeyError` when the rulebook has none."""
        return self.clauses_by_id[clause_id]

    @cached_property
    def clauses_by_id(self) -> dict[str, Clause]:
        """The clauses by id, in the file's order; to be read only."""
        return {clause.id: clause for clause in self.clauses}
