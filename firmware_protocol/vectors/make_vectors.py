"""Writes the test vectors beside it; knows the protocol from the specification alone, not from its implementation.

    python firmware_protocol/vectors/make_vectors.py          writes frames.jsonl, malformed.jsonl and the .txt files
    python firmware_protocol/vectors/make_vectors.py --check  exits 1 when they are not current

Byte stuffing is the `cobs` package's, the CRC is computed bit by bit, layouts and ranges stand below as somebody
typed them from SPEC.md. The frames of version 1.0 in frames.jsonl are kept as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cobs import cobs  # type: ignore[import-untyped]  # ships no types
from layouts import GOOD, LAYOUTS, Layout, out_of_range, packed

FOLDER = Path(__file__).resolve().parent
STUFFED_MAX_BYTES = 64
ACK = bytes.fromhex("06040107538a00")  # ack of 7, sequence number 1: from the worked example
ACK_ITEM = {"message": "ack", "sequence": 1, "fields": {"acknowledged": 7}}
Vector = dict[str, Any]


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, one bit at a time."""
    register = 0xFFFF
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register


def wire_of(type_id: int, sequence: int, payload: bytes) -> bytes:
    """One frame with its delimiter."""
    content = bytes([type_id, sequence]) + payload
    return bytes(cobs.encode(content + crc16(content).to_bytes(2, "big"))) + b"\x00"


def damage(piece: bytes) -> Vector | None:
    """Why the bytes before a delimiter are no frame; None where they are one."""
    if len(piece) > STUFFED_MAX_BYTES:
        return {"corruption": "TOO_LONG", "length": len(piece)}
    try:
        body = bytes(cobs.decode(piece))
    except cobs.DecodeError:
        return {"corruption": "STUFFING", "length": len(piece)}
    if len(body) < 4:
        return {"corruption": "TOO_SHORT", "length": len(piece)}
    if crc16(body[:-2]) != int.from_bytes(body[-2:], "big"):
        return {"corruption": "CHECKSUM", "length": len(piece)}
    return None


def damaged(name: str, wire: bytes, *after: Vector) -> Vector:
    """Bytes whose first pieces are damaged; `after` is what is read behind them."""
    pieces = [piece for piece in wire.split(b"\x00")[:-1] if piece]
    found = [damage(piece) for piece in pieces]
    bad = [item for item in found if item is not None]
    if not bad or len(bad) + len(after) != len(pieces):
        raise SystemExit(f"{name}: {len(bad)} damaged pieces and {len(after)} whole ones are not {len(pieces)}")
    return {"id": name, "wire": wire.hex(), "encodes": False, "items": [*bad, *after]}


def good_frames() -> Iterator[Vector]:
    """Every message that came after version 1.0, with its edge values; appended fields sent and left out."""
    for sequence, (name, message, fields) in enumerate(GOOD, start=100):
        layout = LAYOUTS[message]
        item = {"message": message, "sequence": sequence, "fields": fields}
        wire = wire_of(layout.type_id, sequence, packed(layout, fields))
        yield {"id": name, "wire": wire.hex(), "encodes": True, "items": [item]}
    for message, fields, value in (
        ("set_complete", {"at_ms": 60000, "tiles": 136, "tile_set": 0}, b"\x00"),
        ("dead_wall", {"at_ms": 70000, "side": 3, "stack": 0, "turned": False}, b"\x00"),
    ):
        layout = LAYOUTS[message]
        wire = wire_of(layout.type_id, 99, packed(layout, fields) + value)
        item = {"message": message, "sequence": 99, "fields": fields}
        yield {"id": f"{message}-default-sent", "wire": wire.hex(), "encodes": False, "items": [item]}


def malformed() -> Iterator[Vector]:
    """Damage of every kind, each followed by a whole frame that must be read."""
    yield from _cut()
    yield from _flipped()
    yield from _noise()
    for message, layout in LAYOUTS.items():
        yield from _content(message, layout)
    for version, rest in (("0.9", b""), ("2.0", b""), ("2.0-other-body", b"\x01\xfe")):
        yield _other_major(version, rest)
    yield from _unknown()


def _cut() -> Iterator[Vector]:
    whole = wire_of(0x11, 7, bytes.fromhex("48ee00000111"))
    for kept in range(1, len(whole) - 1):
        yield damaged(f"cut-after-{kept}", whole[:kept] + b"\x00" + ACK, ACK_ITEM)
        yield damaged(f"cut-before-{kept}", whole[kept:] + ACK, ACK_ITEM)
    for lost in range(len(whole) - 1):
        yield damaged(f"byte-{lost}-lost", whole[:lost] + whole[lost + 1 :] + ACK, ACK_ITEM)
        yield damaged(f"byte-{lost}-twice", whole[: lost + 1] + whole[lost:] + ACK, ACK_ITEM)


def _flipped() -> Iterator[Vector]:
    whole = wire_of(0x11, 7, bytes.fromhex("48ee00000111"))
    for at in range(len(whole) - 1):
        for bit in (0, 3, 7):
            changed = bytearray(whole)
            changed[at] ^= 1 << bit
            yield damaged(f"byte-{at}-bit-{bit}-flipped", bytes(changed) + ACK, ACK_ITEM)


def _noise() -> Iterator[Vector]:
    frames = ACK + wire_of(0x02, 2, bytes.fromhex("dc050000"))
    heartbeat = {"message": "heartbeat", "sequence": 2, "fields": {"uptime_ms": 1500}}
    yield damaged("noise-between", b"\xa5\x5a\x00" + frames, ACK_ITEM, heartbeat)
    for name, noise in {
        "text": b"login: ",
        "ff": b"\xff",
        "ff-64": b"\xff" * 64,
        "one-65": b"\x01" * 65,
        "u-300": b"U" * 300,
        "codes": bytes(range(1, 64)),
    }.items():
        yield damaged(f"noise-{name}-behind-delimiter", noise + b"\x00" + ACK, ACK_ITEM)
        yield damaged(f"noise-{name}-spoils-one", noise + ACK + ACK, ACK_ITEM)
    for short in ("01", "0201", "0301ff", "010101", "0404010a"):
        yield damaged(f"short-{short}", bytes.fromhex(short) + b"\x00" + ACK, ACK_ITEM)
    yield damaged("delimiter-lost", ACK[:-1] + ACK + ACK, ACK_ITEM)
    yield damaged("delimiter-inside", ACK[:3] + b"\x00" + ACK[3:] + ACK, ACK_ITEM)
    largest = bytes(range(1, 64))
    yield damaged("body-64-bytes", bytes(cobs.encode(largest + b"\x40")) + b"\x00" + ACK, ACK_ITEM)
    yield damaged("body-63-bytes-bad-crc", bytes(cobs.encode(largest)) + b"\x00" + ACK, ACK_ITEM)


def _content(message: str, layout: Layout) -> Iterator[Vector]:
    """The CRC is right, and one field is not; or the payload ends within a field."""
    for name, payload in out_of_range(layout):
        wire = wire_of(layout.type_id, 9, payload) + ACK
        items = [{"corruption": "CONTENT", "length": len(payload)}, ACK_ITEM]
        yield {"id": f"{message}-{name}", "wire": wire.hex(), "encodes": False, "items": items}


def _other_major(version: str, rest: bytes) -> Vector:
    """A table of another major version: what it says beyond the version need not make sense here."""
    major, minor = int(version[0]), int(version[2])
    fields = {
        "protocol_major": major,
        "protocol_minor": minor,
        "uptime_ms": 5,
        "capabilities": 0,
        "vendor": "V",
        "model": "M",
        "firmware": "F",
        "serial_number": "S",
    }
    payload = bytes([major, minor]) + rest if rest else packed(LAYOUTS["hello"], fields)
    item: Vector = {"message": "hello", "sequence": 4, "fields": fields}
    if rest:
        item = {"corruption": "CONTENT", "length": len(payload)}
    wire = wire_of(0x01, 4, payload)
    return {"id": f"hello-{version}", "wire": wire.hex(), "encodes": False, "items": [item], "host": "refuses VERSION"}


def _unknown() -> Iterator[Vector]:
    known = {layout.type_id for layout in LAYOUTS.values()}
    for type_id in (0x00, 0x07, 0x0F, 0x1F, 0x26, 0x80, 0xFF):
        if type_id in known:
            raise SystemExit(f"type {type_id:#x} is known by now: take another")
        wire = wire_of(type_id, 5, b"\x00\x01\xff")
        item = {"unknown": type_id, "sequence": 5}
        yield {"id": f"unknown-{type_id:02x}", "wire": wire.hex(), "encodes": False, "items": [item]}


def kept_frames() -> list[Vector]:
    """The vectors of version 1.0 as they stand in frames.jsonl; only fields appended since are named with theirs."""
    lines = (FOLDER / "frames.jsonl").read_text("utf-8").splitlines()
    made = {vector["id"] for vector in good_frames()}
    kept = [vector for vector in map(json.loads, lines) if vector["id"] not in made]
    for item in (item for vector in kept for item in vector["items"] if "message" in item):
        for field in LAYOUTS[item["message"]].fields:
            item["fields"].setdefault(field.name, field.default)
    return kept


def flat(vector: Vector) -> str:
    """The line for readers without JSON; see README.md."""
    items = " ".join(_flat_item(item, vector["wire"]) for item in vector["items"])
    return f"{vector['id']} {vector['wire'] or '-'} {int(vector['encodes'])} {items or '-'}\n"


def _flat_item(item: Vector, wire: str) -> str:
    if "corruption" in item:
        return f"C:{item['corruption']}:{item['length']}"
    if "unknown" in item:
        return f"U:{item['unknown']:02x}:{item['sequence']:02x}"
    layout = LAYOUTS[item["message"]]
    return f"M:{layout.type_id:02x}:{item['sequence']:02x}:{packed(layout, item['fields']).hex()}"


def files() -> dict[str, str]:
    """Every file by name."""
    sets = {"frames": [*kept_frames(), *good_frames()], "malformed": list(malformed())}
    for name, vectors in sets.items():
        ids = [vector["id"] for vector in vectors]
        if len(set(ids)) != len(ids):
            raise SystemExit(f"{name}: two vectors have the same id: {sorted(i for i in ids if ids.count(i) > 1)[0]}")
    made = {f"{name}.jsonl": _lines(json.dumps(vector) for vector in vectors) for name, vectors in sets.items()}
    return made | {f"{name}.txt": "".join(map(flat, vectors)) for name, vectors in sets.items()}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    """Writes or checks; 0 when done or current."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit 1 when the files are not current")
    check = parser.parse_args().check
    stale = [name for name, text in files().items() if not _is(FOLDER / name, text)]
    if check and stale:
        sys.stderr.write(f"not current: {', '.join(stale)}: python firmware_protocol/vectors/make_vectors.py\n")
        return 1
    for name, text in files().items():
        if not check:
            (FOLDER / name).write_text(text, "utf-8")
    return 0


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
