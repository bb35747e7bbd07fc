"""Bad use of any command: one line that says what, where and what to do, and exit code 2."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablebridge import cli

ROOT = Path(__file__).resolve().parents[3]
GAME = str(ROOT / "tests" / "data" / "riichi_game.jsonl.gz")
NONE_SUCH = "no such\nthing"
CONFIGURATION = '[[table]]\nname = "t"\nlink.port = "/dev/null"\ncamera.address = 0\n'

HAND = ["--hand", "234m67p345m222s66s", "--win-tile", "5p", "--tsumo", "--seat", "west", "--round", "east"]
BEFORE = {
    "link capture": ["no-port", "line.cap"],
    "link monitor": ["no-port"],
    "look": ["-c", "table.toml"],
    "run": ["-c", "table.toml"],
    "score": HAND,
    "verify": [GAME],
}
"""What a command needs besides the word that is looked at; an option that comes later takes the place of one here."""

NEW = {
    "bench --seeds": "a range, of what is refused below",
    "demo --folder": "made, where it is not there",
    "link capture FILE": "made",
    "look --frames": "made",
    "publish --table": "any name",
    "recognise --annotate": "made",
    "recognise --plots": "made",
    "schema --write": "made",
    "simulate --config": "made",
    "simulate --port": "made",
    "simulate --truth": "made",
    "simulate --video": "made",
    "teach --to": "made",
}
"""Values that need not be there before, each with the reason."""


def leaves(of: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command and act that takes no further act, by the words that call it."""
    acts = [action for action in of._actions if isinstance(action, argparse._SubParsersAction)]
    if not acts:
        yield name, of
    for action in acts:
        for word, parser in action.choices.items():
            yield from leaves(parser, f"{name} {word}".strip())


PARSER = cli.parser()
VALUES = [
    (name, action)
    for name, parser in leaves(PARSER)
    for action in parser._actions
    if action.nargs != 0 and not isinstance(action, argparse._HelpAction)
]


def title(name: str, action: argparse.Action) -> str:
    return f"{name} {action.option_strings[-1] if action.option_strings else action.metavar or action.dest}"


def refusal(capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    """The line on stderr of a command line that is refused; fails the test where there are more, or it is not."""
    try:
        code = cli.main(words)
    except SystemExit as ended:
        code = ended.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1), (code, out, err)
    assert err.startswith("tablebridge: ")
    return err


@pytest.mark.parametrize("empty", ["", "  "], ids=["empty", "blank"])
@pytest.mark.parametrize(("name", "action"), VALUES, ids=[title(*value) for value in VALUES])
def test_a_word_with_nothing_in_it_is_no_value(
    name: str, action: argparse.Action, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = action.option_strings[-1:]
    line = refusal_of_the_parser(capsys, [*name.split(), *option, empty])
    assert (f"nothing is given for {option[0]}" if option else "an empty word is no value") in line
    assert line.endswith(f"(see tablebridge {name} --help)\n")
    if option and option[0].startswith("--"):
        assert refusal_of_the_parser(capsys, [*name.split(), f"{option[0]}={empty}"]) == line


def refusal_of_the_parser(capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        PARSER.parse_args(words)
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


NAMES = [value for value in VALUES if value[1].choices is None and value[1].type in (None, Path)]


@pytest.mark.parametrize(("name", "action"), NAMES, ids=[title(*value) for value in NAMES])
def test_a_name_that_there_is_not_is_refused(
    name: str,
    action: argparse.Action,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if title(name, action) in NEW:
        return
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(CONFIGURATION)
    refusal(capsys, command_line(name, action))


def command_line(name: str, action: argparse.Action) -> list[str]:
    if action.option_strings:
        return [*name.split(), *BEFORE.get(name, []), action.option_strings[-1], NONE_SUCH]
    behind = ["line.cap"] if title(name, action) == "link capture PORT" else []
    return [*name.split(), NONE_SUCH, *behind]


def test_every_exception_is_an_option_that_there_is() -> None:
    assert NEW.keys() <= {title(*value) for value in NAMES}


NUMBERS = [value for value in VALUES if value[1].type in (int, float)]


@pytest.mark.parametrize(("name", "action"), NUMBERS, ids=[title(*value) for value in NUMBERS])
def test_what_is_no_number_is_refused(name: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]) -> None:
    option = action.option_strings[-1]
    line = refusal_of_the_parser(capsys, [*name.split(), option, "many"])
    assert f"argument {option}: invalid " in line


MEASURES = [value for value in NUMBERS if value[1].type is float]


@pytest.mark.parametrize("number", ["nan", "inf", "-1"])
@pytest.mark.parametrize(("name", "action"), MEASURES, ids=[title(*value) for value in MEASURES])
def test_what_no_clock_can_wait_for_is_refused(
    name: str,
    action: argparse.Action,
    number: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(CONFIGURATION)
    refusal(capsys, [*name.split(), *BEFORE.get(name, []), f"{action.option_strings[-1]}={number}"])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "the following arguments are required: COMMAND (see tablebridge --help)"),
        (["run"], "the following arguments are required: -c/--config (see tablebridge run --help)"),
        (["rules", "show"], "the following arguments are required: BOOK (see tablebridge rules show --help)"),
        (["rules", "list", "x", "y"], "unrecognized arguments: x y (see tablebridge rules list --help)"),
        (["demo", "--sed\nx"], "unrecognized arguments: --sed x (see tablebridge demo --help)"),
        (["verify", "--corrupt"], "argument --corrupt: expected one argument (see tablebridge verify --help)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_the_parser_says(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, words) == f"tablebridge: {line}\n"
