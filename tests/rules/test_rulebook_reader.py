"""What is no rulebook, of every tradition: each is refused in one line, and nothing else is ever raised."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped, tradition_of

NAMES = shipped()
TEXTS = {
    name: (resources.files("tablebridge_rules") / "rulebooks" / f"{name}.toml").read_text("utf-8") for name in NAMES
}
PATTERNS = {"riichi": "yaku", "taiwan": "tai", "zungjung": "patterns", "sichuan": "patterns"}


def refusal(path: Path) -> str:
    """Why the file cannot be read, without its folder."""
    with pytest.raises(RulebookError) as caught:
        read_rulebook(path)
    message = str(caught.value)
    assert message.isprintable()
    return message.replace(f"{path.parent}{os.sep}", "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda text: re.sub(r"^(\[payment\].*\n)", r"\1surprise = 1\n", text, flags=re.MULTILINE),
            r"x\.toml: \[payment\] surprise is unknown; known keys: .* \(line \d+\)",
            id="unknown key",
        ),
        pytest.param(
            lambda text: re.sub(r"^starting_points = .*\n", "", text, flags=re.MULTILINE),
            r"x\.toml: \[game\] starting_points is missing; allowed: a whole number, 0 or more \(line \d+\)",
            id="missing key",
        ),
        pytest.param(
            lambda text: re.sub(r"^starting_points = \S+", 'starting_points = "many"', text, flags=re.MULTILINE),
            r'x\.toml: \[game\] starting_points is "many"; allowed: a whole number, 0 or more \(line \d+\)',
            id="wrong type",
        ),
        pytest.param(
            lambda text: text.replace("[foul]\n", "[fowl]\n", 1), r"x\.toml: fowl is unknown; .*", id="unknown section"
        ),
        pytest.param(
            lambda text: re.sub(r"^\[(yaku|tai|patterns)\]\n", r"[\1]\nwish = 1\n", text, flags=re.MULTILINE),
            r"x\.toml: \[\w+\] wish is 1; expected a table \(line \d+\)",
            id="pattern without a line",
        ),
        pytest.param(
            lambda text: re.sub(r'^(\w+ = \{.*, en = )"[^"]*"', r"\1 7", text, count=1, flags=re.MULTILINE),
            r"x\.toml: \[\w+\.\w+\] en is 7; allowed: a text \(line \d+\)",
            id="title of a pattern",
        ),
        pytest.param(
            lambda text: re.sub(r'^says = "', r'said = "', text, count=1, flags=re.MULTILINE),
            r"x\.toml: \[clauses\.\S+\] said is unknown; "
            r"known keys: en, flag_after_ms, flag_percent, ja, says, says_ja, says_zh, zh \(line \d+\)",
            id="text of a clause",
        ),
        pytest.param(
            lambda text: re.sub(r"^says = .*\n", "", text, count=1, flags=re.MULTILINE),
            r"x\.toml: \[clauses\.\S+\] says is missing; allowed: a text \(line \d+\)",
            id="clause without a text",
        ),
        pytest.param(
            lambda text: re.sub(r"^(says = )", r"flag_percent = 101\n\1", text, count=1, flags=re.MULTILINE),
            r"x\.toml: \[clauses\.\S+\] flag_percent is 101; allowed: 100 at most \(line \d+\)",
            id="surer than certain",
        ),
        pytest.param(lambda text: text[: len(text) // 3] + "=", r"x\.toml: no TOML: .*", id="no TOML"),
        pytest.param(
            lambda text: text + "[deep]\nlist = " + "[" * 5000 + "]" * 5000,
            r"x\.toml: no TOML that can be read: lists or tables lie too deep in one another",
            id="too deep",
        ),
        pytest.param(lambda text: "n = " + "9" * 5000 + "\n" + text, r"x\.toml: no TOML: .*digits.*", id="number"),
        pytest.param(
            lambda text: re.sub(
                r"^starting_points = \S+", f"starting_points = 0x{'f' * 9000}", text, flags=re.MULTILINE
            ),
            r"x\.toml: \[game\] starting_points is a number too large to show; .* \(line \d+\)",
            id="number that Python does not write",
        ),
        pytest.param(
            lambda text: re.sub(r"^(\[payment\].*\n)", r'\1"a\\nb\\u001b" = 1\n', text, flags=re.MULTILINE),
            r"x\.toml: \[payment\] a\\nb\\x1b is unknown; .*",
            id="key of two lines",
        ),
    ],
)
def test_what_cannot_be_played(name: str, change: Callable[[str], str], message: str, tmp_path: Path) -> None:
    changed = change(TEXTS[name])
    assert changed != TEXTS[name]
    (tmp_path / "x.toml").write_text(changed, "utf-8")
    assert re.fullmatch(message, refusal(tmp_path / "x.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_that_no_engine_knows(name: str, tmp_path: Path) -> None:
    table = PATTERNS[tradition_of(name)]
    line = re.search(rf"^\[{table}\]\n(?:#.*\n|\n)*(\w+) = (.*)\n", TEXTS[name], re.MULTILINE)
    assert line is not None
    text = TEXTS[name].replace(line[0], f"{line[0]}wish = {line[2]}\n", 1)
    (tmp_path / "x.toml").write_text(text, "utf-8")
    assert refusal(tmp_path / "x.toml").startswith(f"x.toml: [{table}] wish is no pattern; allowed: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "x.toml: name is missing or no text; allowed: a text"),
        (b"\n# nothing but a remark\n", "x.toml: name is missing or no text; allowed: a text"),
        (bytes(range(256)), "x.toml: cannot be read: 'utf-8' codec can't decode"),
        (b"PK\x03\x04\x00\x00", "x.toml: no TOML: "),
        (b"a = 1\n" * 200_000, "x.toml: cannot be read: it has more than 1000000 bytes, so is no rulebook"),
        (b'tradition = "bridge"\n', "x.toml: tradition is 'bridge'; allowed: riichi, taiwan, sichuan, zungjung"),
        (b"tradition = 3\n", "x.toml: tradition is no text; allowed: a text such as riichi"),
        (b'extends = "x.toml"\n', "x.toml: extends x.toml, which extends this file"),
        (b'extends = "../a\\u0000b.toml"\n', "../a\\x00b.toml: cannot be read: "),
        (b"extends = []\n", "x.toml: extends is []; allowed: a rulebook's name, or a file that ends in .toml"),
        (b'extends = "sichuan-bloody"\ntradition = "taiwan"\n', "no rulebook 'sichuan-bloody'; allowed: taiwan16-"),
    ],
    ids=[
        *("empty", "remarks", "binary", "archive", "huge", "tradition", "tradition of no text", "extends itself"),
        *("extends no path", "extends no text", "extends another tradition"),
    ],
)
def test_what_is_no_rulebook(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    assert refusal(tmp_path / "x.toml").startswith(message)


def test_a_directory_a_pipe_and_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    assert refusal(tmp_path / "folder.toml") == "folder.toml: cannot be read: it is no file"
    assert refusal(tmp_path / "pipe.toml") == "pipe.toml: cannot be read: it is no file"
    assert refusal(tmp_path / "none.toml").startswith("none.toml: cannot be read: ")
    with pytest.raises(RulebookError, match="cannot be read"):
        read_rulebook(f"{'a' * 5000}.toml")


@pytest.mark.parametrize("base", NAMES)
def test_books_that_extend_one_another_for_ever(base: str, tmp_path: Path) -> None:
    """A circle is found by its names, and a path that grows with each step by its length."""
    head = f'tradition = "{tradition_of(base)}"\n'
    (tmp_path / "a.toml").write_text(f'{head}extends = "b.toml"\n', "utf-8")
    (tmp_path / "b.toml").write_text(f'{head}extends = "a.toml"\n', "utf-8")
    assert refusal(tmp_path / "a.toml").startswith("b.toml: extends a.toml, which extends this file")
    (tmp_path / "c.toml").write_text(f'extends = "../{tmp_path.name}/c.toml"\n', "utf-8")
    assert refusal(tmp_path / "c.toml").endswith("more than 8 books extend one another")


@pytest.mark.parametrize("name", NAMES)
def test_a_mark_of_byte_order_and_line_ends_of_windows_are_no_fault(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbf" + TEXTS[name].replace("\n", "\r\n").encode())
    assert read_rulebook(tmp_path / "x.toml") == read_rulebook(name)


VALUES = st.sampled_from(
    [
        *(
            "true",
            "-1",
            "0",
            "7",
            "1.5",
            "nan",
            '""',
            '"off"',
            '"x"',
            "[]",
            "[1, 2]",
            '["x"]',
            "[[]]",
            "{}",
            "{ x = 1 }",
        ),
        *(
            "2009-01-01",
            "9223372036854775808",
            '"\\n"',
            "[true]",
            "[{}]",
            "{ 0m = 1 }",
            "{ en = 1 }",
            '"riichi-common"',
        ),
    ]
)
RUBBISH = st.text(st.characters(codec="utf-8"), max_size=12)
KEYS = st.sampled_from(
    ["extends", "tradition", "name", "title", "x", "clauses", "penalty", "wall_stacks", '"a b"', "a.b"]
)


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The text of a shipped book with one to three lines spoilt."""
    lines = TEXTS[draw(st.sampled_from(NAMES))].split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        key, _, _ = lines[at].partition(" = ")
        sign = draw(st.integers(0, len(lines[at])))
        before, behind = lines[at][:sign], lines[at][sign:]
        lines[at] = draw(
            st.one_of(
                VALUES.map(f"{key} = {{}}".format) if "{" not in key and "}" not in key else st.just(""),
                st.builds("{} = {}".format, KEYS, VALUES),
                st.builds("".join, st.tuples(st.just(before), RUBBISH, st.just(behind))),
                st.just(before),
                st.just(""),
                st.just(lines[draw(st.integers(0, len(lines) - 1))]),
            )
        )
    return "\n".join(lines)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=spoilt())
def test_a_spoilt_book_is_read_or_refused_in_one_line(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("spoilt", numbered=True) / "x.toml"
    path.write_bytes(text.encode())
    assert all(outcome(path))


def outcome(path: Path) -> tuple[bool, ...]:
    """What must hold for a book that is read, or for the reason why it is not; any other error goes on."""
    try:
        book = read_rulebook(path)
    except RulebookError as error:
        return str(error) != "", str(error).isprintable()
    return (book.clauses_by_id.keys() == {clause.id for clause in book.clauses},)
