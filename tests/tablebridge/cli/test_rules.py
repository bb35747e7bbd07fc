"""`tablebridge rules`, and the house rules of `docs/rulebooks.md` made as they are written there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tablebridge import cli
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped

GUIDE = (Path(__file__).parents[3] / "docs" / "rulebooks.md").read_text("utf-8")
HOUSE, TYPO, CALM = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


_NO_FILE = "tablebridge: cannot read the rulebook (No such file or directory): none.toml (check the path)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the files of the guide in it."""
    (tmp_path / "house.toml").write_text(HOUSE, "utf-8")
    (tmp_path / "typo.toml").write_text(TYPO, "utf-8")
    (tmp_path / "calm.toml").write_text(CALM, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert cli.main(["rules", *arguments]) == code
    return capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    return json.loads(said(capsys, *arguments, "--json", code=code))


def _does(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command of the guide prints; one that is not ours is run as it is, `> FILE` writes a file."""
    words, _, file = command.partition(" > ")
    if not words.startswith("tablebridge "):
        return subprocess.run(shlex.split(words), check=True, capture_output=True, encoding="utf-8").stdout
    cli.main(shlex.split(words)[1:])
    shown = capsys.readouterr()
    if file:
        Path(file).write_text(shown.out, "utf-8")
    return shown.err if file else shown.out + shown.err


@pytest.mark.usefixtures("folder")
def test_the_guide_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    sessions = re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    commands = [entry.partition("\n") for session in sessions for entry in session.split("$ ")[1:]]
    assert len(commands) >= 4
    for command, _, expected in commands:
        assert _does(command, capsys) == expected, command


@pytest.mark.parametrize(
    "tradition", ["taiwan16-ntuee-2009", "riichi-league-tw", "sichuan-bloody", "zungjung-wsom-1.03"]
)
def test_the_guide_changes_one_thing_in_a_copy_of_every_tradition(tradition: str) -> None:
    """The same hand is scored by the book and by its copy, and paid differently."""
    (session,) = re.findall(
        rf"```console\n(\$ tablebridge rules show {re.escape(tradition)} > .*?)```", GUIDE, re.DOTALL
    )
    scored = re.findall(r"^\$ tablebridge score --rulebook (\S+) (.*)\n((?:[^$].*\n)+)", session, re.MULTILINE)
    (book, hand, by_the_book), (copy, same_hand, by_the_copy) = scored
    assert (book, hand) == (tradition, same_hand)
    assert copy.endswith(".toml")
    assert by_the_book.splitlines()[-1] != by_the_copy.splitlines()[-1]


def test_the_shipped_books_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    books = document(capsys, "list")["rulebooks"]
    assert [book["name"] for book in books] == list(shipped())
    assert {"name": "riichi-common", "tradition": "riichi", "edition": "1", "title": "Common riichi"} in books
    lines = said(capsys, "list").splitlines()
    assert len(lines) == len(books)
    assert any(line.split() == ["riichi-common", "Common", "riichi", "(riichi,", "1)"] for line in lines)


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_book_can_be_shown_and_compared_with_itself(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f'name = "{name}"' in said(capsys, "show", name).splitlines()
    assert said(capsys, "diff", name, name) == "0 differences\n"


@pytest.mark.parametrize("name", shipped())
def test_what_is_shown_of_a_book_can_be_played(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "copy.toml").write_text(said(capsys, "show", name), "utf-8")
    assert read_rulebook(tmp_path / "copy.toml") == read_rulebook(name)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        pytest.param(("riichi-league-tw", "RL-P02", "zh"), 'title = "包則役滿"', id="Chinese"),
        pytest.param(("riichi-league-tw", "RL-P02", "en"), 'title = "Liability yakuman list"', id="English"),
        pytest.param(
            ("riichi-common", "yaku", "ja"),
            'riichi = { closed = 1, clause = "RC-R01", title = "立直" }',
            id="a pattern",
        ),
        pytest.param(("riichi-common", "RC-Y01", "ja"), 'says = "和了には', id="Japanese"),
        pytest.param(("sichuan-bloody", "SC-P01", "zh"), 'says = "开杠的钱当场结算。"', id="simplified"),
        pytest.param(("taiwan16-ntuee-2009", "TW-P01", "ja"), 'title = "Stakes: ', id="not given in that language"),
    ],
)
def test_texts_in_one_language(arguments: tuple[str, str, str], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    book, part, language = arguments
    assert any(line.startswith(shown) for line in said(capsys, "show", book, part, "--language", language).splitlines())


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_a_whole_book_in_one_language_has_no_text_twice(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    book = document(capsys, "show", "taiwan16-ntuee-2009", "--language", language)
    clause = read_rulebook("taiwan16-ntuee-2009").clause("TW-R28")
    assert book["title"] == {"zh": "臺灣十六張麻將賽規則 2009"}.get(language, "Taiwanese 16-tile tournament 2009")
    assert book["clauses"]["TW-R28"] == {"title": clause.title.text(language), "says": clause.text(language)}


def test_parts_of_a_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ippatsu = true" in said(capsys, "show", "riichi-common", "scoring").splitlines()
    assert 'riichi = { closed = 1, clause = "RC-R01", en = "Riichi", ja = "立直", zh = "立直" }' in said(
        capsys, "show", "riichi-common", "yaku"
    )
    assert document(capsys, "show", "riichi-league-tw", "RL-P02")["zh"] == "包則役滿"
    assert document(capsys, "show", "riichi-mjnet-2005")["table"]["red_fives"] == {}
    assert "red_fives = {}" in said(capsys, "show", "riichi-mjnet-2005", "table").splitlines()


@pytest.mark.usefixtures("folder")
def test_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, "check", "house.toml") == {"book": "house.toml", "error": None}
    error = document(capsys, "check", "typo.toml", code=2)["error"]
    assert error.startswith("typo.toml: [scoring] renhou")


@pytest.mark.usefixtures("folder")
def test_differences(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "diff", "riichi-league-tw", "house.toml", code=1)["differences"]
    assert {"key": "scoring.kuitan", "a": True, "b": False} in found
    assert not any(one["key"].startswith("clauses") for one in found)
    assert "clauses.RC-R01" in said(capsys, "diff", "riichi-league-tw", "riichi-common", "--texts", code=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "none"], "tablebridge: cannot use the rulebook: no rulebook 'none'; allowed: riichi-common, "),
        (
            ["show", "riichi-common", "song"],
            "tablebridge: no part 'song': riichi-common (give a clause's id, or one of ",
        ),
        (["show", "riichi-common", "name"], "tablebridge: no part 'name': riichi-common ("),
        (["check", "none"], "tablebridge: cannot be played: no rulebook 'none'; allowed: riichi-common, "),
        *(
            ([*act, "none.toml"], _NO_FILE)
            for act in (["show"], ["check"], ["check", "--json"], ["diff", "riichi-common"])
        ),
        (["diff", "none.toml", "riichi-common"], _NO_FILE),
    ],
)
def test_bad_use_is_one_line_and_code_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith(message)


@pytest.mark.parametrize("name", ["taiwan16-ntuee-2009", "riichi-common", "sichuan-bloody", "zungjung-wsom-1.03"])
@pytest.mark.parametrize(
    ("house", "message"),
    [
        ('extends = "none"\nname = "o"\n', "no rulebook 'none'; allowed: "),
        ('extends = "{name}"\nname = "o"\ntitle = {{ en = 3 }}\n', "x.toml: [title] en is 3; allowed: a text (line 3)"),
        ('extends = "{name}"\nname = "o"\n', "x.toml: title is missing; expected a table"),
        ('extends = "{name}"\n[game]\nstake = 1\n', "x.toml: name is missing or no text; allowed: a text"),
        ('extends = "x.toml"\n', "x.toml: extends x.toml, which extends this file; extend a shipped rulebook"),
        ("", "x.toml: name is missing or no text; allowed: a text"),
        ("house rules:\n", "x.toml: no TOML: "),
        ("\x00", "x.toml: no TOML: "),
        ('tradition = "bridge"\n', "x.toml: tradition is 'bridge'; allowed: riichi, taiwan, sichuan, zungjung"),
        ("# {name}" * 100_000, "x.toml: cannot be read: it has more than 1000000 bytes, so is no rulebook"),
    ],
    ids=[
        *("no base", "wrong type", "no title", "no name", "extends itself", "empty", "no TOML", "binary", "tradition"),
        "huge",
    ],
)
def test_a_book_that_cannot_be_played_is_one_line_and_code_2(
    name: str, house: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "x.toml").write_text(house.format(name=name), "utf-8")
    assert cli.main(["rules", "check", "x.toml"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith(f"tablebridge: cannot be played: {message}")


ACTS = [
    (["check"], "cannot be played"),
    (["show"], "cannot use the rulebook"),
    (["diff", "riichi-common"], "cannot use the rulebook"),
]


@pytest.mark.parametrize(("act", "refused"), ACTS)
@pytest.mark.parametrize("value", ["2009-01-01", "nan", "0x" + "f" * 9000, "[[1]]"])
def test_a_value_that_no_rulebook_has(
    act: list[str], refused: str, value: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = f'extends = "zungjung-wsom-1.03"\nname = "x"\ntitle = {{ en = "x" }}\n[scoring]\nlimit = {value}\n'
    (folder / "x.toml").write_text(house, "utf-8")
    assert cli.main(["rules", *act, "x.toml"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert re.match(rf"tablebridge: {refused}: x.toml: \[scoring\] limit is .*; allowed: a whole number", shown.err)


@pytest.mark.parametrize(("act", "refused"), ACTS)
def test_a_pipe_is_not_waited_for(
    act: list[str], refused: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(folder / "pipe.toml")
    assert cli.main(["rules", *act, "pipe.toml"]) == 2
    assert capsys.readouterr().err.startswith(f"tablebridge: {refused}: pipe.toml: cannot be read: it is no file")


@pytest.mark.parametrize("act", [["check"], ["show"], ["diff", "riichi-common"]])
def test_a_directory_is_no_rulebook(act: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "d.toml").mkdir()
    assert cli.main(["rules", *act, "d.toml"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "tablebridge: cannot read the rulebook (Is a directory): d.toml (check the path)\n"


@pytest.mark.usefixtures("folder")
def test_from_when_on_a_breach_is_told_is_a_difference(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "diff", "riichi-mjnet-2005", "calm.toml", code=1)["differences"]
    changed = {row["key"]: row["b"] for row in found}
    assert changed == {"clauses.RM-T01.flag_percent": 90, "clauses.RM-T01.flag_after_ms": 2000}
