"""`tablebridge schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablebridge.cli import main
from tablebridge.cli.schema import files


def test_the_topics_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    topics = capsys.readouterr().out.splitlines()
    assert {"state", "events/discard", "live/discard", "command/ping", "reply/ping", "status/part"} <= set(topics)


@pytest.mark.parametrize("topic", ["state", "events/discard", "command/resend"])
def test_one_is_printed(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", topic]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["title"] == f"tablebridge/v1/<table>/{topic}"
    assert printed == files()[f"{topic.replace('/', '.')}.json"]


def test_the_document_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--asyncapi"]) == 0
    assert json.loads(capsys.readouterr().out)["asyncapi"] == "3.0.0"


def test_all_schemas_are_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--json"]) == 0
    assert "events/discard" in json.loads(capsys.readouterr().out)


def test_all_files_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"
    assert main(["schema", "--write", str(folder)]) == 0
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == files()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["dance"], "no schema of that name: dance (`tablebridge schema` lists them)"),
        (["state", "--asyncapi"], "too much is asked for: "),
        (["--write", "{file}/below"], "the schemas cannot be written (Not a directory): "),
    ],
)
def test_bad_use_is_one_line(
    arguments: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["schema", *(each.format(file=tmp_path / "file") for each in arguments)]) == 2
    assert line in capsys.readouterr().err
