"""docs/link.md is true: its adapter is the one that is tested, its sections are read, its commands are understood."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.config import read
from tablebridge.link.adapters import ADAPTERS
from tablebridge_protocol.messages import MESSAGES, Command

GUIDE = (Path(__file__).parents[3] / "docs" / "link.md").read_text("utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ tablebridge ")
]


def test_the_adapter_of_the_guide_is_the_tested_one() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert code == (Path(__file__).parent / "adapters" / "own_table.py").read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_is_understood(command: str) -> None:
    assert cli.parser().parse_args(shlex.split(command)[1:]).run


@pytest.mark.parametrize("section", re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL))
def test_a_section_of_the_guide_is_a_configuration(section: str) -> None:
    config = read(f'[[table]]\nname = "t1"\n{section}[table.camera]\naddress = 0\n', "guide")
    assert config.table[0].link.port


def test_the_guide_names_every_command_and_adapter() -> None:
    names = [message.NAME for message in MESSAGES if issubclass(message, Command)]
    assert [name for name in (*names, *ADAPTERS) if f"`{name}`" not in GUIDE] == []
