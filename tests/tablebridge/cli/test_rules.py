"""`tablebridge rules`, and the house rules of `docs/rulebooks.md` made as they are written there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tablebridge import cli
from tablebridge_rules.rulebook_file import shipped

GUIDE = (Path(__file__).parents[3] / "docs" / "rulebooks.md").read_text("utf-8")
HOUSE, TYPO = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


_NO_FILE = "tablebridge: cannot read the rulebook (No such file or directory): none.toml (check the path)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the two files of the guide in it."""
    (tmp_path / "house.toml").write_text(HOUSE, "utf-8")
    (tmp_path / "typo.toml").write_text(TYPO, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert cli.main(["rules", *arguments]) == code
    return capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    return json.loads(said(capsys, *arguments, "--json", code=code))


@pytest.mark.usefixtures("folder")
def test_the_guide_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    sessions = re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    commands = [entry.partition("\n") for session in sessions for entry in session.split("$ ")[1:]]
    assert len(commands) >= 4
    for command, _, expected in commands:
        cli.main(shlex.split(command)[1:])
        assert capsys.readouterr().out == expected, command


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
    error = document(capsys, "check", "typo.toml", code=1)["error"]
    assert error.startswith("typo.toml: [scoring] renhou")
    Path("bridge.toml").write_text('tradition = "bridge"\n', "utf-8")
    assert said(capsys, "check", "bridge.toml", code=1) == "bridge.toml: no tradition 'bridge'\n"


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
        (["check", "none"], "tablebridge: cannot use the rulebook: no rulebook 'none'; allowed: riichi-common, "),
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


def test_a_book_whose_base_is_missing_is_something_wrong_with_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "orphan.toml").write_text('extends = "none"\nname = "o"\n', "utf-8")
    assert "no rulebook 'none'" in said(capsys, "check", "orphan.toml", code=1)
