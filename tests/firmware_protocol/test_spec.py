"""The page for firmware authors is written from the message table and kept current."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from tablebridge_protocol import spec
from tablebridge_protocol.messages import MESSAGES, FaultCode
from tablebridge_protocol.source import load
from tablebridge_protocol.spec import main, render
from tablebridge_protocol.words import LANGUAGES, fault_action, text_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "firmware_protocol" / "SPEC.md"
COPY = ROOT / "docs" / "protocol.md"


@pytest.mark.parametrize("page", [PAGE, COPY], ids=["SPEC.md", "docs"])
def test_the_page_is_current(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(page)]) == 0, capsys.readouterr().err


def test_the_page_has_every_message_field_and_fault() -> None:
    page = render(load())
    for message in MESSAGES:
        assert f"### 0x{message.ID:02X} `{message.NAME}`" in page
        section = page.split(f"### 0x{message.ID:02X} ")[1].split("###")[0]
        assert all(f"| `{field.name}` |" in section for field in message.LAYOUT)
    assert "| 7 | `door_open` | a cover or door is open | close it |" in page
    assert "| `values` | 1 count + 2..3 | pips | 1..6 |" in page
    assert "at most 57 of 59 payload bytes" in page


def test_the_page_has_every_rule_state_and_command() -> None:
    page, source = render(load()), load()
    assert all(f"- {sentence}\n" in page for sentences in source.rules.values() for sentence in sentences)
    for change in source.transitions:
        assert f"| `{change.source}` | `{change.target}` | {change.text} |" in page
    assert "Needs the capability `can_raise_walls`, and one of the states `built`." in page
    assert "0 where the table has one (appended in 1.1; left out it is 0)" in page
    assert "| 4 | `no_capability` | this table cannot do what the command asks for (since 1.1) |" in page


def test_the_page_has_every_fault_in_every_language() -> None:
    page = render(load())
    for code in FaultCode:
        assert all(text_of(code, language) in page and fault_action(code, language) in page for language in LANGUAGES)


def test_printed_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "SPEC.md"
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert main(["--check", str(page)]) == 1
    assert main(["--write", str(page), str(tmp_path / "copy.md")]) == 0
    assert page.read_text("utf-8") == (tmp_path / "copy.md").read_text("utf-8") == printed
    assert main(["--check", str(page), str(tmp_path / "none.md")]) == 1
    capsys.readouterr()
    assert main(["--check", str(page)]) == 0
    page.write_text(printed + "edited", "utf-8")
    assert main(["--check", str(page)]) == 1
    assert f"{page} is not current: python -m tablebridge_protocol.spec --write" in capsys.readouterr().err


def test_it_runs_as_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["spec", "--check", str(PAGE)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(spec.__file__, run_name="__main__")
    assert ended.value.code == 0
