"""The C tables are current, and what the C code has no words for is refused when they are written."""

from __future__ import annotations

import importlib.util
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware_protocol" / "reference"
SOURCE = FIRMWARE.parent / "tablebridge_protocol" / "messages.toml"


def loaded() -> ModuleType:
    specification = importlib.util.spec_from_file_location("reference_generate", FIRMWARE / "generate.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    return module


GENERATE = loaded()


def test_the_tables_in_the_repository_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert GENERATE.main(["--check"]) == 0, "run: python firmware_protocol/reference/generate.py"
    assert capsys.readouterr().err == ""


def test_it_is_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(FIRMWARE / "generate.py"), run_name="__main__")
    assert ended.value.code == 0


def test_stale_tables_are_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GENERATE, "FOLDER", tmp_path)
    (tmp_path / "tb_messages.h").write_text("an old one", "utf-8")
    assert GENERATE.main(["--check"]) == 1
    assert "generated/tb_messages.h is not current" in capsys.readouterr().err
    assert (tmp_path / "tb_messages.h").read_text("utf-8") == "an old one"
    assert GENERATE.main([]) == 0
    assert GENERATE.main(["--check"]) == 0
    assert (tmp_path / "tb_messages.h").read_text("utf-8") == (FIRMWARE / "generated/tb_messages.h").read_text("utf-8")


DEAD_WALL_TURNED = 'name = "turned", type = "bool", width = 1'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (DEAD_WALL_TURNED, 'name = "turned", type = "float", width = 1', "dead_wall.turned: no C for fields of type"),
        (DEAD_WALL_TURNED, 'name = "turned", type = "uint", width = 3', "dead_wall.turned: a C number has 1, 2 or 4"),
        (DEAD_WALL_TURNED, 'name = "turned", type = "bool", width = 2', "dead_wall.turned: fields of type bool have"),
        ("default = false", "default = true", "dead_wall.turned: the default must be zero"),
        ('type = "text", max_bytes = 12, text = "maker"', 'type = "text", max_bytes = 30, text = "maker"', "hello: 75"),
        ('max = 200, text = "tiles in the set"', 'max = 200, default = 0, text = "tiles in the set"', None),
        ('max = 25, text = "stacks', 'max = 25, default = 0, text = "stacks', None),
        (
            'enum = "port", width = 1, text = "the seat this wall',
            'enum = "port", width = 1, default = 0, text = "the seat this wall',
            "wall_raised: fields with a default stand at the end",
        ),
        (
            'text = "A throw has come to rest."\nfields = [\n  { name = "at_ms"',
            'text = "A throw has come to rest."\nfields = [\n  { name = "moment"',
            "dice: a report begins with at_ms",
        ),
    ],
)
def test_a_source_that_c_cannot_follow_is_refused(
    old: str,
    new: str,
    said: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = SOURCE.read_text("utf-8")
    assert old in text
    (tmp_path / "messages.toml").write_text(text.replace(old, new, 1), "utf-8")
    changed = tmp_path / "messages.toml"
    if said is None:
        assert GENERATE.load(changed).messages
        return
    monkeypatch.setattr(GENERATE, "FOLDER", tmp_path)
    load = GENERATE.load
    monkeypatch.setattr(GENERATE, "load", lambda: load(changed))
    assert GENERATE.main([]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "tb_messages.h").exists()
