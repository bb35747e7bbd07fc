"""Reads the file and says exactly what is wrong with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from tablebridge.config.console import ConsoleConfig
from tablebridge.config.evidence import EvidenceConfig
from tablebridge.config.mqtt import MqttCommandName, MqttConfig
from tablebridge.config.table import CommandName, TableConfig
from tablebridge.config.texts import MEANINGS, Text
from tablebridge.config.web import WebConfig
from tablebridge.errors import UsageError

__all__ = ["Config", "load", "read"]


_ADD_A_TABLE = "add a [[table]] section with its [table.link] and [table.camera]; see docs/configuration.md"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the daemon is told. `model` is a folder with another tile classifier; `data` where journals go."""

    table: Annotated[tuple[TableConfig, ...], msgspec.Meta(min_length=1)]
    mqtt: MqttConfig = MqttConfig()
    web: WebConfig = WebConfig()
    console: ConsoleConfig = ConsoleConfig()
    evidence: EvidenceConfig = EvidenceConfig()
    model: Text | None = None
    data: Text = "."


def load(path: Path) -> Config:
    """The configuration in that file. Raises `UsageError` naming the key and the line of the first mistake."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"cannot read the configuration ({error.strerror})", str(path), "see docs/configuration.md for an example"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError("the configuration is not UTF-8 text", str(path), "save it as UTF-8") from error
    return read(text, str(path))


def read(text: str, name: str) -> Config:
    """The configuration in that text; `name` stands for the file in messages."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"not valid TOML: {error}", name, "correct that line") from error
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise _explain(error, text, name) from error
    for number, table in enumerate(config.table):
        _check_table(table, config.table[:number], text, name)
    return config


def _check_table(table: TableConfig, before: tuple[TableConfig, ...], text: str, file: str) -> None:
    """Raises `UsageError` for what is wrong between values that are each allowed."""
    if table.name in (other.name for other in before):
        line = _line_of(text, ["table", f"[{len(before)}]", "name"])
        raise UsageError(f"two tables are named {table.name!r}", f"{file}, line {line}", "give each its own name")
    for key, camera in (("camera", table.camera), ("second_camera", table.second_camera)):
        if camera is None or camera.corners_go_round:
            continue
        line = _line_of(text, ["table", f"[{len(before)}]", key, "corners_px"])
        raise UsageError(
            "the cloth's four corners do not go round it counter-clockwise",
            f"{file}, line {line}, key table[{len(before)}].{key}.corners_px",
            "give four different points: at the right hand of seats A, B, C and D, in this order",
        )


def _explain(error: msgspec.ValidationError, text: str, name: str) -> UsageError:
    message, _, where = str(error).replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    path = re.findall(r"\[\d+\]|[^.\[\]`]+", where)
    unknown = re.search(r"unknown field `(.+?)`", message)
    missing = re.search(r"missing required field `(.+?)`", message)
    if path == ["table"] or (missing and not path):
        return UsageError("the configuration has no table", name, _ADD_A_TABLE)
    if unknown:
        path.append(unknown[1])
        message = "unknown key"
    line = _line_of(text, path)
    if missing:
        message = f"key {missing[1]!r} is missing"
    for pattern, meaning in MEANINGS.items():
        message = meaning if message.endswith(f"matching regex {pattern!r}") else message
    if message.startswith("Invalid enum") and "allow_commands" in path:
        message += f", there are {', '.join(get_args(CommandName))}"
    if message.startswith("Invalid enum") and path[:3] == ["mqtt", "commands", "allow"]:
        message += f", there are {', '.join(name for names in get_args(MqttCommandName) for name in get_args(names))}"
    key = "".join(part if part.startswith("[") else f".{part}" for part in path).lstrip(".") or "(top)"
    return UsageError(
        f"{message[0].lower()}{message[1:]}", f"{name}, line {line}, key {key}", "see docs/configuration.md"
    )


def _line_of(text: str, path: list[str]) -> int:
    """The line (from 1) of the key at `path` (`["table", "[0]", "link", "port"]`), or of its nearest parent."""
    if len(path) > 2 and path[-1].startswith("["):
        path = path[:-1]  # one value of a list: the list has the key
    sections = [part for part in path[:-1] if not part.startswith("[")]
    wanted_index = next((int(part[1:-1]) for part in path if part.startswith("[")), 0)
    best, table_index = 1, -1
    current: list[str] = []
    key = path[-1] if path else ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", line)
        if header:
            current = [part.strip() for part in header[1].split(".")]
            if line.lstrip().startswith("[["):
                table_index += 1
            in_right_table = current[0] != "table" or table_index == wanted_index
            if in_right_table and current == [*sections, key][: len(current)]:
                best = number
            continue
        in_right_table = not current or current[0] != "table" or table_index == wanted_index
        if in_right_table and current == sections and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
            return number
    return best
