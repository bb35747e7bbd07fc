"""Patterns take what they mean and nothing behind it: Python's `$` lets a line break follow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECTS = ("tablebridge", "rules/tablebridge_rules", "firmware_protocol/tablebridge_protocol")
TAKES_A_PATTERN = {"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"}


def patterns(source: str) -> Iterator[str]:
    """The text of each pattern in a module: what functions of `re` are called with, and `pattern=`; holes are `_`."""
    tree = ast.parse(source)
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        given = [one.value for one in call.keywords if one.arg == "pattern"]
        match call.func:
            case ast.Attribute(value=ast.Name(id="re"), attr=name) if name in TAKES_A_PATTERN:
                given += call.args[:1]
        for value in given:
            yield _text(named.get(value.id, value) if isinstance(value, ast.Name) else value)


def _text(value: ast.expr) -> str:
    match value:
        case ast.Constant(value=bytes(text)):
            return text.decode("latin-1")
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) for part in parts)
        case ast.BinOp(left=left, right=right):
            return _text(left) + _text(right)
        case _:
            return "_"


def lets_a_line_follow(pattern: str) -> bool:
    """Whether a `$` stands in it that means the end, but for one in a class or behind a backslash."""
    is_class, place = False, 0
    while place < len(pattern):
        letter = pattern[place]
        if letter == "\\":
            place += 1
        elif letter == "]":
            is_class = False
        elif letter == "[":
            is_class = True
        elif letter == "$" and not is_class:
            return True
        place += 1
    return False


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('re.compile("^a$")', [True]),
        ('NAME = r"\\A[a$]\\Z"\nText = Annotated[str, Meta(pattern=NAME)]', [False]),
        ('NAME = "^a$"\nText = Annotated[str, Meta(pattern=NAME)]', [True]),
        ('re.search(rb"\\$x", text)', [False]),
        ('re.sub(rf"{one}|b$", "", text)', [True]),
        ('text.match("$")', []),
    ],
)
def test_a_dollar_is_found(source: str, found: list[bool]) -> None:
    assert [lets_a_line_follow(pattern) for pattern in patterns(source)] == found


def test_no_pattern_lets_a_line_break_follow() -> None:
    modules = [path for project in PROJECTS for path in sorted((ROOT / project).rglob("*.py"))]
    sources = {path: path.read_text(encoding="utf-8") for path in modules}
    found = {path: [*patterns(text)] for path, text in sources.items() if "re." in text or "pattern=" in text}
    assert sum(map(len, found.values())) > 25
    assert {
        str(path.relative_to(ROOT)): pattern
        for path, all_of_it in found.items()
        for pattern in all_of_it
        if lets_a_line_follow(pattern)
    } == {}
