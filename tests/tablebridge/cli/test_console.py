"""`tablebridge console password`: a line that the daemon understands, the password nowhere."""

from __future__ import annotations

import getpass
import io
import sys
import tomllib
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.config import ConsoleConfig

PASSWORD = "east wind 25"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed at the questions, one after the other."""
    answers: list[str] = []
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda _question: answers.pop(0))
    return answers


def test_the_line_for_the_configuration(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += [PASSWORD, PASSWORD]
    assert cli.main(["console", "password", "lee"]) == 0
    printed = capsys.readouterr()
    referees = tomllib.loads(printed.out)
    assert ConsoleConfig(referees=referees).hashes["lee"].matches(PASSWORD)
    assert PASSWORD not in printed.out + printed.err


def test_the_line_for_a_file_from_stdin(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\nmore\n"))
    assert cli.main(["console", "password", "lee", "--file"]) == 0
    file = tmp_path / "referees"
    file.write_text(capsys.readouterr().out)
    file.chmod(0o600)
    assert ConsoleConfig(referee_file=str(file)).hashes["lee"].matches(PASSWORD)


@pytest.mark.parametrize(
    ("name", "answers", "why"),
    [
        ("lee", [PASSWORD, "east wind 26"], "the two are not the same: console password (type it once more)"),
        ("lee", ["short", "short"], "a password has 8 to 256 characters: console password (choose another)"),
        ("l ee", [], "'l ee' cannot be a referee's name: console password (use up to 64 letters, digits, - or _)"),
    ],
    ids=["mistyped", "short", "odd-name"],
)
def test_bad_use_is_one_line(
    name: str, answers: list[str], why: str, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += answers
    assert cli.main(["console", "password", name]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"tablebridge: {why}\n")
