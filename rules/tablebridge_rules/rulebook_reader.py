"""Reads the rulebooks of a tradition: its `Rulebook` dataclass is the plan of the file, key by key.

A text field is a key at the top; a dataclass is a section; a tuple of dataclasses is a table of lines, such as `[yaku]`
or `[clauses]`; a tuple of pairs is a section that gives each of its keys one word, such as `[penalty]`. A field's
metadata may name its `key` where the file has another word for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast, get_args

from tablebridge_rules.clause import Clause
from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_file import read_text, read_values
from tablebridge_rules.toml_section import Section, key_of, type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["NOT_A_CLAUSE", "Problem", "Reader", "citation_problems", "unknown_clauses", "unknown_patterns"]

Problem = tuple[str, str, str]
"""What does not fit together in a rulebook: section, key, and what is wrong."""

NOT_A_CLAUSE = "is no id of [clauses]"


_CERTAIN = 100  # per cent


class _Plan(Protocol):
    """A dataclass that is the plan of a rulebook's file."""

    TRADITION: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every rulebook has them."""
        ...


B = TypeVar("B", bound=_Plan)


@dataclass(frozen=True, slots=True)
class Reader(Generic[B]):
    """How rulebooks of one tradition are read into `rulebook`; `problems` are its own cross-checks."""

    rulebook: type[B]
    problems: Callable[[B], Iterable[Problem]]

    @property
    def tradition(self) -> str:
        """What `tradition` says in the file of such a rulebook."""
        return self.rulebook.TRADITION

    def load(self, name_or_path: str | PathLike[str]) -> B:
        """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

        Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.
        """
        name = str(name_or_path)
        if name.endswith(".toml"):
            return self.parse(*read_text(name, self.tradition))
        return cast("B", _shipped(self, name))

    def parse(self, text: str, file: str) -> B:
        """Reads a rulebook's TOML text; `file` names it in errors.

        Raises `RulebookError` with the file, the key and what is allowed.
        """
        book = _book(self.rulebook, Section(file, "", read_values(text, file, self.tradition), text))
        for section, key, problem in (*_flag_problems(book.clauses), *self.problems(book)):
            raise Section(file, section, {}, text).error(key, problem)
        return book


def _flag_problems(clauses: Iterable[Clause]) -> Iterator[Problem]:
    """The clauses whose breach nobody could be sure enough of."""
    for clause in clauses:
        if clause.flag_percent > _CERTAIN:
            yield f"clauses.{clause.id}", "flag_percent", f"is {clause.flag_percent}; allowed: {_CERTAIN} at most"


def citation_problems(known: Collection[str], name: str, section: DataclassInstance) -> Iterator[Problem]:
    """The keys of a section of citations, `[name]`, whose clause is not `known`."""
    for field in fields(section):
        cited = getattr(section, field.name)
        if cited not in known:
            yield name, field.name, f"is {cited}; allowed: an id of [clauses]"


def unknown_clauses(known: Collection[str], section: str, cited: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the `clauses` of a pattern's line: there must be some, and each must be `known`."""
    if not cited:
        yield section, "clauses", "is empty; allowed: ids of [clauses]"
    for clause in cited:
        if clause not in known:
            yield section, "clauses", f"names {clause}, which {NOT_A_CLAUSE}"


def unknown_patterns(known: Collection[str], table: str, name: str, replaces: Iterable[str]) -> Iterator[Problem]:
    """What is wrong with a pattern's name in `[table]`, and with the names of those that it `replaces`."""
    if name not in known:
        yield table, name, f"is no pattern; allowed: {', '.join(known)}"
    for replaced in replaces:
        if replaced not in known:
            yield f"{table}.{name}", "replaces", f"names {replaced}, which is no pattern"


@cache
def _shipped(reader: Reader[Any], name: str) -> object:
    return reader.parse(*read_text(name, reader.tradition))


def _book(kind: type[B], top: Section) -> B:
    hints = type_hints(kind)
    top.refuse_unknown(key_of(field) for field in fields(kind))
    return kind(**{field.name: _part(top, key_of(field), hints[field.name]) for field in fields(kind)})


def _part(top: Section, key: str, hint: Any) -> object:
    """The value of one field of a rulebook."""
    if hint is str:
        return top.text(key)
    if is_dataclass(hint):
        return top.table(key).read(cast("type[DataclassInstance]", hint))
    item = get_args(hint)[0]
    section = top.table(key)
    if is_dataclass(item):
        return tuple(_line(section.table(name), name, item) for name in section.values)
    return tuple(_words(section, get_args(item)[1]))


def _line(section: Section, name: str, kind: Any) -> object:
    """A line of a table: its first field is its name, its `title` is written as `en`, `ja` and `zh`."""
    titles = type_hints(DisplayName)
    first, *others = (key_of(field) for field in fields(kind))
    section.refuse_unknown({*titles, *others} - {"title"})
    rest = {key: value for key, value in section.values.items() if key not in titles}
    title = {key: value for key, value in section.values.items() if key in titles}
    given = {first: name, "title": section.of(title).read(DisplayName)}
    return section.of(rest).read(kind, given)


def _words(section: Section, allowed: type[Enum]) -> Iterator[tuple[str, Enum]]:
    """A section of words, key by key."""
    names = [word.value for word in allowed]
    for key in section.values:
        word = section.text(key)
        if word not in names:
            raise section.error(key, f'is "{word}"; allowed: {", ".join(names)}')
        yield key, allowed(word)
