"""What all commands share: quick answers, Ctrl-C without a word, and an output that cannot be written."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from tablebridge import cli

HAND = ["score", "--hand", "234m67p345m222s66s", "--win-tile", "5p", "--seat", "west", "--round", "east", "--tsumo"]
FULL = Path("/dev/full")


@contextmanager
def started(code: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process that runs `code`, its pipes open; killed when it outlives the block."""
    command = [sys.executable, "-c", code, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["no-such-command"], []], ids=str)
def test_what_needs_no_command_loads_none(arguments: list[str]) -> None:
    code = (
        "import sys; from tablebridge.__main__ import main\ntry: main()\nexcept SystemExit: pass\n"
        "sys.exit(sorted({'cv2', 'numpy', 'onnxruntime', 'aiohttp'} & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("command", "light"), [("score", "numpy"), ("rules", "numpy"), ("recognise", "aiohttp")])
def test_a_command_loads_no_others(command: str, light: str) -> None:
    code = (
        "import sys; from tablebridge.__main__ import main\ntry: main()\nexcept SystemExit: pass\n"
        f"sys.exit({light!r} in sys.modules)"
    )
    command_line = [sys.executable, "-c", code, command, "--help"]
    done = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_help_says_of_each_command_what_the_command_says_of_itself() -> None:
    assert cli.parser(()).format_help() == cli.parser().format_help()
    whole = next(action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert {choice.dest: choice.help for choice in whole._choices_actions} == cli.COMMANDS


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_ctrl_c_while_a_command_loads_is_code_130_and_silent(name: str) -> None:
    # the module of the command stands still in the midst of its import, as one that loads large libraries does
    code = (
        "import sys, time\nfrom tablebridge import __main__\n"
        "class Slow:\n"
        "    def find_spec(self, module, *_):\n"
        f"        if module == 'tablebridge.cli.{name}':\n"
        "            print('loading', flush=True)\n"
        "            while True: time.sleep(0.01)\n"
        "sys.meta_path.insert(0, Slow())\nsys.exit(__main__.main())"
    )
    with started(code, name) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")


def test_ctrl_c_in_a_running_command_is_code_130_and_silent() -> None:
    code = "import sys; from tablebridge.__main__ import main; sys.exit(main())"
    with started(code, "score", "--jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("x\n")
        process.stdin.flush()
        assert "error" in process.stdout.readline()  # it has begun, and waits for the next line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")


def test_ctrl_c_that_is_ignored_stays_ignored() -> None:
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from tablebridge.__main__ import main\ncode = main()\n"
        "sys.exit(code if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else 'changed')"
    )
    done = subprocess.run([sys.executable, "-c", code, "rules", "list"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not FULL.is_char_device(), reason="no device /dev/full here")
@pytest.mark.parametrize("unbuffered", [[], ["-u"]], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["rules", "list"],
        ["rules", "show", "riichi-league-tw"],
        ["rules", "check", "riichi-common", "--json"],
        HAND,
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_an_output_that_is_full_is_one_line_and_code_2(arguments: list[str], unbuffered: list[str]) -> None:
    with FULL.open("w") as full:
        command = [sys.executable, *unbuffered, "-m", "tablebridge", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("tablebridge: cannot write: standard output (No space left on device")


def test_a_reader_that_goes_away_is_no_fault() -> None:
    code = (
        "import sys, os; from tablebridge.__main__ import main\n"
        "read, write = os.pipe(); os.dup2(write, 1); os.close(write); os.close(read); sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "rules", "show", "riichi-league-tw"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_of_another_file_is_not_taken_for_the_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: argparse.Namespace) -> int:
        raise BrokenPipeError("a socket's")

    monkeypatch.setattr(import_module("tablebridge.cli.rules"), "_list", broken)
    with pytest.raises(BrokenPipeError, match="a socket's"):
        cli.main(["rules", "list"])


def test_ctrl_c_after_the_last_line_changes_nothing() -> None:
    code = (
        "import os, signal, sys; from tablebridge.__main__ import main\ncode = main()\n"
        "os.kill(os.getpid(), signal.SIGINT)\nsys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code, "rules", "list"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
