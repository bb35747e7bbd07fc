"""The specification in words: `SPEC.md` from `messages.toml` and `words.toml`.

python -m tablebridge_protocol.spec                       prints the page
python -m tablebridge_protocol.spec --write SPEC.md ...   writes it, to each file named
python -m tablebridge_protocol.spec --check SPEC.md ...   exits 1 when one of the files is not current
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tablebridge_protocol.enumerations import FaultCode
from tablebridge_protocol.source import SpecEnum, SpecField, Specification, SpecMessage, load
from tablebridge_protocol.words import LANGUAGES, fault_action, text_of

__all__ = ["main", "render"]


def render(spec: Specification) -> str:
    """The page for a firmware author, as Markdown."""
    parts = [
        f"# {spec.name[0].upper()}{spec.name[1:]}, version {spec.major}.{spec.minor}\n",
        "Written from `tablebridge_protocol/messages.toml` by `python -m tablebridge_protocol.spec`; "
        "do not edit by hand.\n",
        _framing(spec),
        *(_rules(subject, sentences) for subject, sentences in spec.rules.items()),
        _states(spec),
        _timing(spec),
        _overview(spec),
        "## Messages\n",
        *(_message(message, spec.framing["payload_max_bytes"]) for message in spec.messages),
        "## Enumerations and flags\n",
        *(_enum(enum) for enum in spec.enums),
        _faults_in_other_languages(),
    ]
    return "\n".join(parts)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _framing(spec: Specification) -> str:
    framing = spec.framing
    layout = _table(
        ("part", "bytes", "meaning"),
        [
            ("type", "1", "message id"),
            ("sequence", "1", "the sender's own count of frames, 0..255 and round; kept when sent again"),
            ("payload", f"0..{framing['payload_max_bytes']}", f"fields, {framing['field_byte_order']}-endian"),
            ("crc", "2", f"{framing['crc']} over {framing['crc_over']}; {framing['crc_byte_order']}-endian"),
        ],
    )
    return (
        "## Framing\n\n"
        f"Line: {framing['line']}.\n\n"
        f"These parts, byte-stuffed together (COBS), then one 0x{framing['delimiter']:02X}:\n\n{layout}"
    )


def _rules(subject: str, sentences: Sequence[str]) -> str:
    return f"## {subject.capitalize()}\n\n" + "\n".join(f"- {sentence}" for sentence in sentences) + "\n"


def _states(spec: Specification) -> str:
    rows = [
        (f"`{change.source}`", f"`{change.target}`", change.text, f"`{change.sends}`" if change.sends else "")
        for change in spec.transitions
    ]
    return (
        "## States of the table\n\n"
        f"A table begins in `{spec.start_state}`. These changes exist, and no others; a table with the capability "
        "`states` tells each by `state_changed`, after the report named in the last column. What a state is stands "
        "under [table_state](#table_state).\n\n" + _table(("from", "to", "when", "report before it"), rows)
    )


def _timing(spec: Specification) -> str:
    rows = [(f"`{name}`", str(value), text) for name, (value, text) in spec.timing.items()]
    return "## Timing\n\n" + _table(("name", "value", "meaning"), rows)


def _overview(spec: Specification) -> str:
    rows = [
        (
            f"0x{message.id:02X}",
            f"`{message.name}`",
            message.sender,
            "report" if message.report else "command" if message.capability else "",
            f"`{needed}`" if (needed := message.needs or message.capability) else "",
            message.since,
        )
        for message in spec.messages
    ]
    header = ("id", "message", "sent by", "kind", "the table's capability", "since")
    return "## Overview\n\nReports are acknowledged by ack, commands by command_ack.\n\n" + _table(header, rows)


def _message(message: SpecMessage, payload_max_bytes: str | int) -> str:
    largest = sum(_largest_bytes(field) for field in message.fields)
    rows = [(f"`{field.name}`", _layout(field), field.unit, _range(field), _meaning(field)) for field in message.fields]
    return (
        f"### 0x{message.id:02X} `{message.name}`\n\n"
        f"{message.text}\n\n"
        f"Sent by the {message.sender}; since {message.since}; "
        f"at most {largest} of {payload_max_bytes} payload bytes.\n\n"
        + _command(message)
        + _table(("field", "bytes", "unit", "range", "meaning"), rows)
    )


def _command(message: SpecMessage) -> str:
    if not message.capability:
        return ""
    states = ", ".join(f"`{state}`" for state in message.states)
    return f"Needs the capability `{message.capability}`, and one of the states {states}.\n\n"


def _meaning(field: SpecField) -> str:
    if field.default is None:
        return field.text
    return f"{field.text} (appended in {field.since}; left out it is {int(field.default)})"


def _layout(field: SpecField) -> str:
    numbers = field.numbers
    match field.type:
        case "text":
            return f"1 length + 0..{numbers['max_bytes']}"
        case "list":
            return f"1 count + {numbers['min_count']}..{numbers['max_count']}"
        case _:
            return str(numbers["width"])


def _range(field: SpecField) -> str:
    match field.type:
        case "text":
            return "printable ASCII"
        case "bool":
            return "0, 1"
        case "enum" | "flags":
            return f"[{field.of}](#{field.of})"
        case _:
            return f"{field.numbers['min']}..{field.numbers['max']}"


def _largest_bytes(field: SpecField) -> int:
    numbers = field.numbers
    return (
        1 + numbers.get("max_bytes", 0) + numbers.get("max_count", 0)
        if field.type in ("text", "list")
        else numbers["width"]
    )


def _enum(enum: SpecEnum) -> str:
    actions = any(value.action for value in enum.values)
    header = ("value", "name", "meaning", "what to do") if actions else ("value", "name", "meaning")
    rows = [
        (
            f"0x{value.value:04X}" if enum.flags else str(value.value),
            f"`{value.name}`",
            f"{value.text} (since {value.since})" if value.since else value.text,
            *([value.action] if actions else []),
        )
        for value in enum.values
    ]
    return f"### {enum.name}\n\n{enum.text}\n\n" + _table(header, rows)


def _faults_in_other_languages() -> str:
    others = LANGUAGES[1:]
    rows = [
        (str(code.value), *(f"{text_of(code, language)}<br>{fault_action(code, language)}" for language in others))
        for code in FaultCode
    ]
    return (
        "## Faults in other languages\n\nWhat is wrong, and what to do; the same for refusals and states is in "
        "`tablebridge_protocol/words.toml`.\n\n" + _table(("fault_code", *others), rows)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints, writes or checks the page; 0 when done or current, 1 when the checked file is not."""
    parser = argparse.ArgumentParser(prog="python -m tablebridge_protocol.spec", description=__doc__)
    parser.add_argument("--write", type=Path, nargs="+", metavar="FILE", help="write the page to each FILE")
    parser.add_argument("--check", type=Path, nargs="+", metavar="FILE", help="exit 1 when a FILE is not current")
    options = parser.parse_args(arguments)
    page = render(load())
    if options.check is not None:
        return max(_check(path, page) for path in options.check)
    if options.write is not None:
        for path in options.write:
            path.write_text(page, "utf-8")
    else:
        sys.stdout.write(page)
    return 0


def _check(path: Path, page: str) -> int:
    if path.is_file() and path.read_text("utf-8") == page:
        return 0
    sys.stderr.write(f"{path} is not current: python -m tablebridge_protocol.spec --write {path}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
