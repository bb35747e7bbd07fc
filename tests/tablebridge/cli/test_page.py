"""Every command is documented, and its `--help` has an example."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.cli.page import page

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_in_docs_is_current() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == page(), (
        "run: python -m tablebridge.cli.page --write docs/cli.md"
    )


def leaves(of: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command and every act of a command, by the words that call it."""
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, parser in action.choices.items():
                yield f"{name} {word}".strip(), parser
                yield from leaves(parser, f"{name} {word}".strip())


@pytest.mark.parametrize(
    ("name", "parser"), [*leaves(cli.parser())], ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_command_and_act_has_an_example_of_itself(name: str, parser: argparse.ArgumentParser) -> None:
    assert f"  tablebridge {name}" in (parser.epilog or "")


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["run"], ["demo", "--seed", "x"]])
def test_bad_use_is_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("tablebridge 0.")
