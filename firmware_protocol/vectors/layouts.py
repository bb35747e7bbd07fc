"""The messages as typed from SPEC.md by hand: how their payloads are made, and how they are made wrong."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Fields = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """A field: `kind` is u1 u2 u4 i4 bool text list; `counts` are the lengths a text or list may have."""

    name: str
    kind: str
    low: int = 0
    high: int = 0
    counts: tuple[int, int] = (0, 0)
    default: int | bool | None = None


@dataclass(frozen=True)
class Layout:
    """A message by its id and fields."""

    type_id: int
    fields: tuple[Part, ...]


def _u1(name: str, low: int = 0, high: int = 255, default: int | None = None) -> Part:
    return Part(name, "u1", low, high, default=default)


def _u4(name: str) -> Part:
    return Part(name, "u4", 0, 2**32 - 1)


AT = _u4("at_ms")
SEAT = _u1("seat", 1, 4)
SIDE = _u1("side", 1, 4)
POINTS = Part("points", "i4", -1_000_000, 1_000_000)
NAK = (_u1("reason", 1, 7), _u1("refused"))
TEXTS = (("vendor", 12), ("model", 12), ("firmware", 9), ("serial_number", 12))

LAYOUTS = {
    "hello": Layout(
        0x01,
        (
            *(_u1("protocol_major"), _u1("protocol_minor"), _u4("uptime_ms"), Part("capabilities", "u2", 0, 65535)),
            *(Part(name, "text", counts=(0, longest)) for name, longest in TEXTS),
        ),
    ),
    "heartbeat": Layout(0x02, (_u4("uptime_ms"),)),
    "hello_request": Layout(0x03, (_u1("protocol_major"), _u1("protocol_minor"))),
    "ack": Layout(0x04, (_u1("acknowledged"),)),
    "host_nak": Layout(0x05, NAK),
    "command_ack": Layout(0x06, (_u1("accepted"),)),
    "table_nak": Layout(0x7F, NAK),
    "set_complete": Layout(0x10, (AT, _u1("tiles", 0, 200), _u1("tile_set", 0, 2, default=0))),
    "wall_raised": Layout(0x11, (AT, SIDE, _u1("stacks", 0, 25))),
    "dice": Layout(0x12, (AT, _u1("purpose", 1, 2), SEAT, Part("values", "list", 1, 6, (2, 3)))),
    "dead_wall": Layout(0x13, (AT, SIDE, _u1("stack", 0, 24), Part("turned", "bool", 0, 1, default=False))),
    "button": Layout(0x14, (AT, SEAT, _u1("button", 1, 12))),
    "fault": Layout(0x15, (AT, _u1("code", 1, 20), Part("active", "bool", 0, 1))),
    "tile_count_mode": Layout(0x16, (AT, _u1("tiles", 1, 200), _u1("applies", 1, 2))),
    "abilities": Layout(
        0x17,
        (
            *(AT, _u1("dice", 0, 3), _u1("tile_sets", 1, 2), Part("turns_indicator", "bool", 0, 1)),
            *(Part("dealer_lamp", "bool", 0, 1), Part("tile_counts", "list", 1, 200, (1, 16))),
        ),
    ),
    "state_changed": Layout(0x18, (AT, _u1("state", 1, 8), _u1("tile_set", 0, 2))),
    "deal": Layout(0x19, (AT, Part("hands", "list", 0, 20, (4, 4)), Part("walls", "list", 0, 50, (4, 4)))),
    "dealer_lamp": Layout(0x1A, (AT, SEAT, Part("chosen", "bool", 0, 1))),
    "stick_tray": Layout(0x1B, (AT, SEAT, _u1("sticks", 0, 40))),
    "points": Layout(0x1C, (AT, SEAT, POINTS, _u1("source", 1, 2))),
    "round_counter": Layout(0x1D, (AT, _u1("prevailing", 1, 4), SEAT, _u1("continuation", 0, 99))),
    "self_test": Layout(0x1E, (AT, _u1("part", 1, 8), Part("passed", "bool", 0, 1))),
    "raise_walls": Layout(0x20, (_u1("sides"),)),
    "roll_dice": Layout(0x21, (_u1("purpose", 1, 2), SEAT)),
    "open_cover": Layout(0x22, (Part("open", "bool", 0, 1),)),
    "set_mode": Layout(0x23, (_u1("tiles", 1, 200),)),
    "set_lamp": Layout(0x24, (SEAT, _u1("lamp", 1, 4), _u1("mode", 1, 3))),
    "set_display": Layout(0x25, (SEAT, POINTS)),
}

GOOD: list[tuple[str, str, Fields]] = [
    ("command-ack", "command_ack", {"accepted": 200}),
    *((f"table-nak-{reason}", "table_nak", {"reason": reason, "refused": 77}) for reason in (4, 5, 6, 7)),
    ("set-complete-set-1", "set_complete", {"at_ms": 60000, "tiles": 136, "tile_set": 1}),
    ("set-complete-set-2", "set_complete", {"at_ms": 0, "tiles": 200, "tile_set": 2}),
    ("wall-raised-uneven", "wall_raised", {"at_ms": 2**32 - 1, "side": 4, "stacks": 25}),
    ("dead-wall-turned", "dead_wall", {"at_ms": 70000, "side": 3, "stack": 24, "turned": True}),
    *((f"button-{button}", "button", {"at_ms": 80000, "seat": 1, "button": button}) for button in range(6, 13)),
    *((f"fault-{code}", "fault", {"at_ms": 90000, "code": code, "active": code % 2 == 1}) for code in range(11, 21)),
    (
        "abilities",
        "abilities",
        {
            "at_ms": 10,
            "dice": 2,
            "tile_sets": 2,
            "turns_indicator": False,
            "dealer_lamp": True,
            "tile_counts": [108, 112, 136, 144, 148],
        },
    ),
    (
        "abilities-longest",
        "abilities",
        {
            "at_ms": 10,
            "dice": 3,
            "tile_sets": 1,
            "turns_indicator": True,
            "dealer_lamp": False,
            "tile_counts": [1, 200] * 8,
        },
    ),
    (
        "abilities-shortest",
        "abilities",
        {
            "at_ms": 0,
            "dice": 0,
            "tile_sets": 1,
            "turns_indicator": False,
            "dealer_lamp": False,
            "tile_counts": [136],
        },
    ),
    *((f"state-{s}", "state_changed", {"at_ms": 500 * s, "state": s, "tile_set": s % 3}) for s in range(1, 9)),
    ("deal", "deal", {"at_ms": 63000, "hands": [14, 13, 13, 13], "walls": [20, 21, 21, 21]}),
    ("deal-edges", "deal", {"at_ms": 63000, "hands": [0, 20, 17, 16], "walls": [0, 50, 1, 36]}),
    ("dealer-lamp-chosen", "dealer_lamp", {"at_ms": 59000, "seat": 2, "chosen": True}),
    ("dealer-lamp-moved", "dealer_lamp", {"at_ms": 59000, "seat": 3, "chosen": False}),
    ("stick-tray-empty", "stick_tray", {"at_ms": 1, "seat": 1, "sticks": 0}),
    ("stick-tray-full", "stick_tray", {"at_ms": 1, "seat": 4, "sticks": 40}),
    ("points-sticks", "points", {"at_ms": 7, "seat": 1, "points": 25000, "source": 1}),
    ("points-below-zero", "points", {"at_ms": 7, "seat": 2, "points": -1, "source": 2}),
    ("points-lowest", "points", {"at_ms": 7, "seat": 3, "points": -1_000_000, "source": 2}),
    ("points-highest", "points", {"at_ms": 7, "seat": 4, "points": 1_000_000, "source": 2}),
    ("round-counter", "round_counter", {"at_ms": 8, "prevailing": 2, "seat": 3, "continuation": 0}),
    ("round-counter-99", "round_counter", {"at_ms": 8, "prevailing": 4, "seat": 4, "continuation": 99}),
    *((f"self-test-{part}", "self_test", {"at_ms": 9, "part": part, "passed": part != 5}) for part in range(1, 9)),
    ("raise-walls-all", "raise_walls", {"sides": 15}),
    ("raise-walls-one", "raise_walls", {"sides": 4}),
    ("roll-dice", "roll_dice", {"purpose": 2, "seat": 1}),
    ("open-cover", "open_cover", {"open": True}),
    ("close-cover", "open_cover", {"open": False}),
    ("set-mode", "set_mode", {"tiles": 108}),
    *((f"set-lamp-{lamp}", "set_lamp", {"seat": lamp, "lamp": lamp, "mode": lamp % 3 + 1}) for lamp in range(1, 5)),
    ("set-display", "set_display", {"seat": 1, "points": 32000}),
    ("set-display-below-zero", "set_display", {"seat": 4, "points": -12300}),
]
"""Messages and values that came after version 1.0: name, message, fields."""


def packed(layout: Layout, fields: Fields) -> bytes:
    """The payload; appended fields at the end are left out while they have their default."""
    parts = list(layout.fields)
    while parts and parts[-1].default is not None and fields[parts[-1].name] == parts[-1].default:
        parts.pop()
    return b"".join(_packed(part, fields[part.name]) for part in parts)


def _packed(part: Part, value: Any) -> bytes:
    if part.kind == "text":
        return bytes([len(value)]) + str(value).encode("latin-1")
    if part.kind == "list":
        return bytes([len(value), *value])
    return struct.pack({"u1": "<B", "bool": "<B", "u2": "<H", "u4": "<I", "i4": "<i"}[part.kind], value)


def out_of_range(layout: Layout) -> Iterator[tuple[str, bytes]]:
    """Payloads with one field wrong, by a name; and payloads that end within their last field."""
    right = {part.name: _least(part) for part in layout.fields}
    for part in layout.fields:
        for name, value in _wrong(part):
            changed = {**right, part.name: value}
            yield f"{part.name}-{name}", b"".join(_packed(each, changed[each.name]) for each in layout.fields)
    least = b"".join(_packed(part, right[part.name]) for part in layout.fields if part.default is None)
    yield "cut-off", least[:-1]


def _least(part: Part) -> Any:
    if part.kind == "text":
        return "x"
    return [part.low] * part.counts[0] if part.kind == "list" else part.low


def _wrong(part: Part) -> Iterator[tuple[str, Any]]:
    if part.kind == "text":
        yield from (("too-long", "x" * (part.counts[1] + 1)), ("control", "\n"), ("delete", "\x7f"), ("accent", "\xe9"))
    elif part.kind == "list":
        yield "too-few", [part.low] * (part.counts[0] - 1)
        yield "too-many", [part.low] * (part.counts[1] + 1)
        yield "member-above", [part.low] * (part.counts[0] - 1) + [part.high + 1]
        if part.low:
            yield "member-below", [part.low - 1] + [part.low] * (part.counts[0] - 1)
    else:
        widest = {"u1": (0, 255), "bool": (0, 255), "u2": (0, 65535), "u4": (0, 2**32 - 1), "i4": (-(2**31), 2**31 - 1)}
        lowest, highest = widest[part.kind]
        yield from (
            (name, value) for name, value in (("below", part.low - 1), ("lowest", lowest)) if lowest <= value < part.low
        )
        yield from (
            (name, value)
            for name, value in (("above", part.high + 1), ("highest", highest))
            if part.high < value <= highest
        )
