"""The C tables of the reference firmware, written from `messages.toml`.

python generate.py            writes generated/
python generate.py --check    exits 1 when a file there is not current

Needs Python 3.11 and nothing else; a firmware author needs it only after a change of `messages.toml`.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "tablebridge_protocol" / "messages.toml"
FOLDER = HERE / "generated"
WIDTH = 120
NOTE = "/* Written from messages.toml by generate.py; do not edit by hand. */"
KINDS = {
    "uint": "TB_FIELD_UINT",
    "int": "TB_FIELD_INT",
    "enum": "TB_FIELD_CHOICE",
    "flags": "TB_FIELD_FLAGS",
    "bool": "TB_FIELD_SWITCH",
    "text": "TB_FIELD_TEXT",
    "list": "TB_FIELD_LIST",
}
Table = dict[str, Any]


class SourceError(Exception):
    """Something in `messages.toml` that this firmware has no C for; the text says what and where."""


@dataclass(frozen=True)
class Source:
    """`messages.toml` as read, with the enumerations by name."""

    tables: Table

    @property
    def enums(self) -> dict[str, list[Table]]:
        """The values of each enumeration and each set of flags."""
        return {entry["name"]: entry["values"] for kind in ("enum", "flags") for entry in self.tables[kind]}

    @property
    def messages(self) -> list[Table]:
        """Every message, in the order of the source."""
        messages: list[Table] = self.tables["message"]
        return messages


def load(path: Path = SOURCE) -> Source:
    """Reads and checks the source. Raises `SourceError`."""
    source = Source(tomllib.loads(path.read_text("utf-8")))
    room = source.tables["framing"]["payload_max_bytes"]
    for message in source.messages:
        for field in message["fields"]:
            _check_field(message["name"], field)
        later = ["default" in field for field in message["fields"]]
        if later != sorted(later):
            raise SourceError(f"{message['name']}: fields with a default stand at the end")
        if message.get("report") and [message["fields"][0][key] for key in ("name", "width")] != ["at_ms", 4]:
            raise SourceError(f"{message['name']}: a report begins with at_ms of four bytes; tb_table.c fills it in")
        largest = payload_max(message)
        if largest > room:
            raise SourceError(f"{message['name']}: {largest} payload bytes, a frame has room for {room}")
    return source


def _check_field(message: str, field: Table) -> None:
    where = f"{message}.{field['name']}"
    if field["type"] not in KINDS:
        raise SourceError(f"{where}: no C for fields of type {field['type']!r}; teach tb_codec.c and generate.py")
    if field["type"] != "text" and field["width"] not in (1, 2, 4):
        raise SourceError(f"{where}: a C number has 1, 2 or 4 bytes, not {field['width']}")
    if field["type"] in ("enum", "bool", "list") and field["width"] != 1:
        raise SourceError(f"{where}: fields of type {field['type']} have one byte (each)")
    if field.get("default"):
        raise SourceError(f"{where}: the default must be zero: an empty C struct has it, and the codec relies on it")


def payload_max(message: Table) -> int:
    """The most payload bytes a message can have."""
    return sum(_field_max(field) for field in message["fields"])


def _field_max(field: Table) -> int:
    if field["type"] in ("text", "list"):
        return 1 + int(field["max_bytes"] if field["type"] == "text" else field["max_count"])
    return int(field["width"])


# ------------------------------------------------------------------------------------------------------------ header


def header(source: Source) -> str:
    """`tb_messages.h`: numbers, enumerations, one struct a message."""
    messages = source.messages
    longest_report = max(payload_max(message) for message in messages if message.get("report"))
    longest_command = max(payload_max(message) for message in messages if message.get("states"))
    return "\n".join(
        [
            NOTE,
            "#ifndef TB_MESSAGES_H\n#define TB_MESSAGES_H\n",
            "#include <stdbool.h>\n#include <stdint.h>\n",
            f"#define TB_PROTOCOL_MAJOR {source.tables['protocol']['major']}",
            f"#define TB_PROTOCOL_MINOR {source.tables['protocol']['minor']}",
            f"#define TB_PAYLOAD_MAX {source.tables['framing']['payload_max_bytes']}",
            f"#define TB_REPORT_PAYLOAD_MAX {longest_report} /* of the longest report */",
            f"#define TB_COMMAND_PAYLOAD_MAX {longest_command} /* of the longest command */",
            f"#define TB_MESSAGE_COUNT {len(messages)}",
            f"#define TB_START_STATE TB_TABLE_STATE_{source.tables['states']['start'].upper()}\n",
            *_timing(source),
            *_enums(source),
            "/* The messages' ids. */\nenum {",
            _joined(f"    TB_ID_{message['name'].upper()} = 0x{message['id']:02X}" for message in messages),
            "};\n",
            *(_struct(message) for message in messages if message["fields"]),
            "/* Any message: `id` says which member of `as` holds. */",
            "typedef struct {\n    uint8_t id;\n    union {",
            *(f"        tb_{message['name']}_t {message['name']};" for message in messages if message["fields"]),
            "    } as;\n} tb_message_t;\n",
            "#endif\n",
        ]
    )


def _joined(lines: Iterable[str]) -> str:
    return ",\n".join(lines)


def _noted(code: str, text: str, indent: str = "") -> str:
    """A line of C with a comment behind it, or before it where there is no room."""
    behind = f"{indent}{code} /* {text} */"
    if len(behind) <= WIDTH:
        return behind
    return f"{_comment(text, indent)}\n{indent}{code}"


def _comment(text: str, indent: str = "") -> str:
    end = "\0*/"  # no blank before it, or it could come to stand alone
    lines = wrap(f"/* {text}{end}", WIDTH, initial_indent=indent, subsequent_indent=f"{indent} * ")
    return "\n".join(lines).replace("\0", " ")


def _number(value: int) -> str:
    return f"{value}u" if value <= 0xFFFF else f"{value}uL"


def _timing(source: Source) -> Iterable[str]:
    for name, entry in source.tables["timing"].items():
        yield _noted(f"#define TB_{name.upper()} {_number(entry['value'])}", entry["text"])
    yield ""


def _enums(source: Source) -> Iterable[str]:
    for entry in source.tables["enum"]:
        values = (
            f"    TB_{entry['name'].upper()}_{value['name'].upper()} = {value['value']}" for value in entry["values"]
        )
        yield f"{_comment(entry['text'])}\nenum {{\n{_joined(values)}\n}};\n"
    for entry in source.tables["flags"]:
        yield _comment(entry["text"])
        for value in entry["values"]:
            yield f"#define TB_{entry['name'].upper()}_{value['name'].upper()} {_number(value['value'])}"
        yield ""


def _struct(message: Table) -> str:
    members = "\n".join(_noted(code, text, "    ") for field in message["fields"] for code, text in _members(field))
    return f"{_comment(message['text'])}\ntypedef struct {{\n{members}\n}} tb_{message['name']}_t;\n"


def _members(field: Table) -> list[tuple[str, str]]:
    name, text = field["name"], field["text"]
    match field["type"]:
        case "text":
            return [(f"char {name}[{field['max_bytes'] + 1}];", text)]
        case "list":  # the codec reads the members right behind their count
            count = f"{field['min_count']}..{field['max_count']}"
            return [(f"uint8_t {name}_count;", count), (f"uint8_t {name}[{field['max_count']}];", text)]
        case _:
            sign = "" if field["type"] == "int" else "u"
            return [(f"{sign}int{8 * field['width']}_t {name};", f"{_range(field)}{text}")]


def _range(field: Table) -> str:
    return f"{field['min']}..{field['max']}: " if "min" in field else ""


# ------------------------------------------------------------------------------------------------------------ tables


def tables(source: Source) -> str:
    """`tb_messages.c`: how each message lies in its payload."""
    starts = _choice_starts(source)
    fields: list[str] = []
    layouts: list[str] = []
    for message in source.messages:
        sender, report = int(message["sender"] == "table"), int(message.get("report", False))
        layouts.append(
            f"    {{TB_ID_{message['name'].upper()}, {sender}, {report}, {len(message['fields'])}, {len(fields)}, "
            f"{_capability(message)}, {_states(message.get('states', []), source)}}}"
        )
        fields += [_layout(message, field, source, starts) for field in message["fields"]]
    return "\n".join(
        [
            NOTE,
            '#include "tb_messages.h"\n\n#include <stddef.h>\n\n#include "tb_layout.h"\n',
            f"const uint8_t tb_choices[] TB_FLASH = {{\n{_joined(_choice_lines(source, _value))}\n}};\n",
            f"const uint8_t tb_choice_minors[] TB_FLASH = {{\n{_joined(_choice_lines(source, _minor))}\n}};\n",
            f"const tb_field_t tb_fields[] TB_FLASH = {{\n{_joined(fields)}\n}};\n",
            f"const tb_layout_t tb_layouts[] TB_FLASH = {{\n{_joined(layouts)}\n}};\n",
            f"const uint16_t tb_next_states[] TB_FLASH = {{\n{_joined(_transitions(source))}\n}};\n",
        ]
    )


def _capability(message: Table) -> str:
    name = message.get("capability") or message.get("needs")
    return f"TB_CAPABILITY_{name.upper()}" if name else "0u"


def _states(names: Iterable[str], source: Source) -> str:
    numbers = {value["name"]: value["value"] for value in source.enums["table_state"]}
    return f"0x{sum(1 << numbers[name] for name in names):04X}u"


def _transitions(source: Source) -> Iterable[str]:
    yield "    0x0000u"  # no state has the number 0
    for value in sorted(source.enums["table_state"], key=lambda value: int(value["value"])):
        names = [entry["to"] for entry in source.tables["transition"] if entry["from"] == value["name"]]
        yield f"    /* {value['name']}: {', '.join(names)} */ {_states(names, source)}"


def _chosen(source: Source) -> list[str]:
    """The enumerations that fields choose from, each once."""
    used = [field["enum"] for message in source.messages for field in message["fields"] if field["type"] == "enum"]
    return list(dict.fromkeys(used))


def _choice_starts(source: Source) -> dict[str, int]:
    starts, at = {}, 0
    for name in _chosen(source):
        starts[name] = at
        at += len(source.enums[name])
    return starts


def _choice_lines(source: Source, number: Callable[[Table], int]) -> Iterable[str]:
    for name in _chosen(source):
        yield f"    /* {name} */ " + ", ".join(str(number(value)) for value in source.enums[name])


def _value(value: Table) -> int:
    return int(value["value"])


def _minor(value: Table) -> int:
    """The minor version since which a value is there."""
    return int(value.get("since", "1.0").split(".")[1])


def _layout(message: Table, field: Table, source: Source, starts: dict[str, int]) -> str:
    kind, name = field["type"], field["name"]
    member = f"{name}_count" if kind == "list" else name
    if kind == "enum":
        low, high = _number(starts[field["enum"]]), _number(len(source.enums[field["enum"]]))
    else:
        low, high = _bits(field.get("min", 0)), _bits(field.get("max", 0))
    least, most = field.get("min_count", 0), field.get("max_count", field.get("max_bytes", 0))
    offset = f"offsetof(tb_{message['name']}_t, {member})"
    numbers = f"{field.get('width', 1)}, {least}, {most}, {int('default' in field)}, {low}, {high}"
    return f"    {{{KINDS[kind]}, {offset}, {numbers}}}"


def _bits(value: int) -> str:
    return _number(value & 0xFFFF_FFFF)


# ------------------------------------------------------------------------------------------------------------- names


def names(source: Source) -> str:
    """`tb_names.c`: what the messages and fields are called, for programs on a host."""
    fields = [f'    "{field["name"]}"' for message in source.messages for field in message["fields"]]
    return "\n".join(
        [
            NOTE,
            '#include "tb_names.h"\n',
            "const char *const tb_message_names[] = {",
            _joined(f'    "{message["name"]}"' for message in source.messages) + "\n};\n",
            f"const char *const tb_field_names[] = {{\n{_joined(fields)}\n}};\n",
        ]
    )


NAMES_HEADER = f"""{NOTE}
#ifndef TB_NAMES_H
#define TB_NAMES_H

extern const char *const tb_message_names[]; /* in the order of tb_layouts */
extern const char *const tb_field_names[];   /* in the order of tb_fields */

#endif
"""


def files(source: Source) -> dict[str, str]:
    """The generated files: name to text."""
    return {
        "tb_messages.h": header(source),
        "tb_messages.c": tables(source),
        "tb_names.h": NAMES_HEADER,
        "tb_names.c": names(source),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes or checks the files; 0 when done or current."""
    parser = argparse.ArgumentParser(prog="python generate.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is not current")
    check = parser.parse_args(arguments).check
    try:
        texts = files(load())
    except SourceError as error:
        sys.stderr.write(f"{SOURCE.name}: {error}\n")
        return 2
    stale = [name for name, text in texts.items() if not _is_current(FOLDER / name, text)]
    for name in stale:
        if check:
            sys.stderr.write(f"generated/{name} is not current: python generate.py\n")
        else:
            (FOLDER / name).write_text(texts[name], "utf-8")
    return 1 if check and stale else 0


def _is_current(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
