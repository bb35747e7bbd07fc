"""Times the protocol's Python decoder against the line it reads, and against readers from other people's parts.

    python deploy/bench_protocol.py --frames 20000

The bytes are those of a lively table: heartbeats, walls, dice, buttons, faults, points, in pieces of 512 bytes. Each
reader gets the same bytes; before any time is taken their values are compared. Time is CPU time of one process, the
best of `--rounds` passes. A line of 115,200 baud (8N1) carries 11,520 bytes a second; `share` is the part of one core
that a line in use without a pause would take. The peers (extra `peers`: cobs, crcmod, construct) check no ranges and
make no typed messages; where they are not installed only our own lines are printed.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from tablebridge_protocol.codec import encode_message, message_of
from tablebridge_protocol.framing import Frame
from tablebridge_protocol.messages import (
    Button,
    ButtonKind,
    Dice,
    DicePurpose,
    Fault,
    FaultCode,
    Heartbeat,
    Message,
    Points,
    PointsSource,
    Port,
    WallRaised,
)
from tablebridge_protocol.stream import StreamDecoder

LINE_BYTES_A_SECOND = 115_200 // 10
PIECE_BYTES = 512
Reader = Callable[[list[bytes]], list[Any]]


def lively_table(frames: int, seed: int) -> bytes:
    """What a table sends: as many heartbeats as reports."""
    chance = Random(seed)
    wire = bytearray()
    for number in range(frames):
        wire += encode_message(_message(number, chance), number % 256)
    return bytes(wire)


def _message(number: int, chance: Random) -> Message:
    at_ms, port = number * 250, Port(chance.randrange(1, 5))
    if number % 2:
        return Heartbeat(at_ms)
    match chance.randrange(5):
        case 0:
            return WallRaised(at_ms, port, chance.randrange(26))
        case 1:
            return Dice(at_ms, DicePurpose.WALL_BREAK, port, (chance.randrange(1, 7), chance.randrange(1, 7)))
        case 2:
            return Button(at_ms, port, chance.choice(list(ButtonKind)))
        case 3:
            return Fault(at_ms, chance.choice(list(FaultCode)), chance.random() < 0.5)
    return Points(at_ms, port, chance.randrange(-30_000, 60_000), PointsSource.DISPLAY)


def our_frames(pieces: list[bytes]) -> list[Any]:
    """Frames alone."""
    decoder = StreamDecoder()
    return [item for piece in pieces for item in decoder.feed(piece)]


def our_messages(pieces: list[bytes]) -> list[Any]:
    """Frames, and in each a typed message with every range checked."""
    decoder = StreamDecoder()
    return [message_of(item) for piece in pieces for item in decoder.feed(piece) if isinstance(item, Frame)]


def peers() -> dict[str, Reader]:
    """The other readers, by what they are made of; none where a part is not installed."""
    if not all(find_spec(part) for part in ("cobs", "crcmod", "construct")):
        return {}
    from protocol_peers import CobsReader, construct_values, struct_values

    def frames(pieces: list[bytes]) -> list[Any]:
        reader = CobsReader()
        return [found for piece in pieces for found in reader.feed(piece)]

    def fields_by(values: Callable[[int, bytes], tuple[Any, ...]]) -> Reader:
        return lambda pieces: [values(type_id, payload) for type_id, _, payload in frames(pieces)]

    return {
        "frames: cobs + crcmod": frames,
        "fields: cobs + crcmod + struct": fields_by(struct_values),
        "fields: cobs + crcmod + construct": fields_by(construct_values),
    }


def plain(found: Any) -> tuple[Any, ...]:
    """A frame or message of ours as the plain values that a peer gives."""
    return tuple(dataclasses.astuple(found))


def best_s(reader: Reader, pieces: list[bytes], rounds: int) -> float:
    """CPU seconds of the fastest pass."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        reader(pieces)
        times.append(time.process_time() - begin)
    return min(times)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line a reader; 1 when a peer reads other values, or ours is below `--at-least` times the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=20_000, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the values (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="passes, of which the best counts (default %(default)s)")
    parser.add_argument("--at-least", type=float, default=0, metavar="TIMES", help="ends with 1 when ours is slower")
    options = parser.parse_args(arguments)
    wire = lively_table(options.frames, options.seed)
    pieces = [wire[at : at + PIECE_BYTES] for at in range(0, len(wire), PIECE_BYTES)]
    own = {"frames: tablebridge": our_frames, "messages: tablebridge": our_messages}
    others = peers()
    for name, reader in others.items():
        ours = our_frames if name.startswith("frames") else our_messages
        if reader(pieces) != [plain(found) for found in ours(pieces)]:
            sys.stderr.write(f"{name} reads other values than tablebridge\n")
            return 1
    sys.stdout.write(f"{options.frames} frames, {len(wire)} bytes\n")
    sys.stdout.write(f"{'reader':<36}{'µs/frame':>10}{'MB/s':>8}{'x line':>8}{'share':>9}\n")
    slowest = min(_timed(name, reader, pieces, options.rounds) for name, reader in own.items())
    for name, reader in others.items():
        _timed(name, reader, pieces, options.rounds)
    return 0 if slowest >= options.at_least else 1


def _timed(name: str, reader: Reader, pieces: list[bytes], rounds: int) -> float:
    """Prints the reader's line; how many lines of 115,200 baud it could read."""
    seconds, size = best_s(reader, pieces, rounds), sum(map(len, pieces))
    times = size / seconds / LINE_BYTES_A_SECOND
    frame_us = seconds / len(reader(pieces)) * 1e6
    sys.stdout.write(f"{name:<36}{frame_us:>10.2f}{size / seconds / 1e6:>8.2f}{times:>8.0f}{1 / times:>9.2%}\n")
    return times


if __name__ == "__main__":
    sys.exit(main())
