"""The page for firmware authors is written from the message table and kept current."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from tablebridge_protocol import spec
from tablebridge_protocol.messages import MESSAGES
from tablebridge_protocol.source import load
from tablebridge_protocol.spec import main, render

PAGE = Path(__file__).parents[2] / "firmware_protocol" / "SPEC.md"


def test_the_page_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(PAGE)]) == 0, capsys.readouterr().err


def test_the_page_has_every_message_field_and_fault() -> None:
    page = render(load())
    for message in MESSAGES:
        assert f"### 0x{message.ID:02X} `{message.NAME}`" in page
        section = page.split(f"### 0x{message.ID:02X} ")[1].split("###")[0]
        assert all(f"| `{field.name}` |" in section for field in message.LAYOUT)
    assert "| 7 | `door_open` | a cover or door is open | close it |" in page
    assert "| `values` | 1 count + 2..3 | pips | 1..6 |" in page
    assert "at most 57 of 59 payload bytes" in page


def test_printed_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "SPEC.md"
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert main(["--check", str(page)]) == 1
    assert main(["--write", str(page)]) == 0
    assert page.read_text("utf-8") == printed
    assert main(["--check", str(page)]) == 0
    page.write_text(printed + "edited", "utf-8")
    assert main(["--check", str(page)]) == 1
    assert f"{page} is not current: python -m tablebridge_protocol.spec --write" in capsys.readouterr().err


def test_it_runs_as_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["spec", "--check", str(PAGE)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(spec.__file__, run_name="__main__")
    assert ended.value.code == 0
