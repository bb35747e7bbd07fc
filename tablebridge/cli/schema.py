"""`tablebridge schema`: what is on the topics, as JSON Schema and as an AsyncAPI document."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tablebridge.errors import UsageError
from tablebridge.mqtt.asyncapi import document
from tablebridge.mqtt.schema import schemas

__all__ = ["add_parser", "files", "run"]


_EXAMPLES = """\
examples:
  tablebridge schema events/discard
  tablebridge schema --asyncapi > asyncapi.json"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "schema",
        help="what is published over MQTT: JSON Schemas, AsyncAPI",
        description="The JSON Schema of each topic below a table, or the AsyncAPI 3 document of all of them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="print the schema of this topic, as state or events/win"
    )
    parser.add_argument("--asyncapi", action="store_true", help="print the AsyncAPI 3 document")
    parser.add_argument("--write", metavar="FOLDER", help="write all schemas and asyncapi.json there instead")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout: all schemas by topic")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints or writes."""
    if sum((args.topic is not None, args.asyncapi, args.write is not None)) > 1:
        raise UsageError("too much is asked for", "tablebridge schema", "TOPIC, --asyncapi or --write, one of them")
    if args.write is not None:
        _write(Path(args.write))
    elif args.asyncapi:
        print(_text(document()), end="")
    elif args.topic is not None:
        print(_text(_schema_of(args.topic)), end="")
    elif args.json:
        print(_text(schemas()), end="")
    else:
        print("\n".join(schemas()))
    return 0


def files() -> dict[str, str]:
    """The name and the text of every file that is shipped beside the program. What is on `live/<type>` is what is on
    `events/<type>`, and has no file of its own."""
    shipped = {
        f"{topic.replace('/', '.')}.json": _text(schema)
        for topic, schema in schemas().items()
        if not topic.startswith("live/")
    }
    return {**shipped, "asyncapi.json": _text(document())}


def _write(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files().items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"the schemas cannot be written ({error.strerror})", str(folder), "name a folder that can be written"
        ) from error


def _schema_of(topic: str) -> dict[str, Any]:
    known = schemas()
    if topic not in known:
        raise UsageError("no schema of that name", topic, "`tablebridge schema` lists them")
    return known[topic]


def _text(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
