"""Feeds random and disturbed streams to the C decoder of the reference firmware and to the Python one, and compares.

`python deploy/fuzz_reference.py --streams 1000000 --seed 1` makes the streams, asks both what they find, and ends with
1 at the first stream about which they disagree, or after which the second of two whole frames is not read. The C
program runs under the address and undefined-behaviour sanitizers: a crash or a wild read ends it, and this.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tablebridge_protocol.codec import UnknownMessage, encode_message, message_of, to_frame
from tablebridge_protocol.fields import Field, Flags, Int, Numbers, Text, UInt
from tablebridge_protocol.framing import PAYLOAD_MAX_BYTES, Corruption, Frame, encode_frame
from tablebridge_protocol.messages import MESSAGES, Ack
from tablebridge_protocol.stream import StreamDecoder

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware_protocol" / "reference"
CHUNK = 5_000
TYPES = (*(message.ID for message in MESSAGES), 0x00, 0x07, 0xFF)
TEXT_BYTES = (*range(0x20, 0x7F), *range(0x20, 0x7F), 0x1F, 0x7F, 0xE9)
LENGTH_MAX = 65_535  # the firmware stops counting there
CLOSING = encode_message(Ack(7), 1) + encode_message(Ack(8), 2)
"""Two whole frames: garbage without an end may swallow the first, never the second."""

LAST_ITEM = "M:04:02:08"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one chunk of streams came to; `trouble` is empty where both agree."""

    items: Counter[str]
    trouble: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures; 1 at the first disagreement, which is printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=10_000, help="default %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("--probe", type=Path, help="the program to ask (default: built by make)")
    args = parser.parse_args(arguments)
    probe = args.probe or built_probe()
    began = time.monotonic()
    items: Counter[str] = Counter()
    for outcome in outcomes(probe, args.streams, args.seed, args.jobs):
        items += outcome.items
        if outcome.trouble:
            sys.stdout.write(outcome.trouble)
            return 1
    took_s = time.monotonic() - began
    sys.stdout.write(f"{args.streams:,} streams (seed {args.seed}), {took_s:.0f} s: C and Python agree on all\n")
    found = ", ".join(f"{name} {count:,}" for name, count in sorted(items.items()))
    sys.stdout.write(f"found in them: {found}\n")
    return 0


def built_probe() -> Path:
    """The C side, built where it is missing or old. Raises `SystemExit` where it cannot be."""
    made = subprocess.run(["make", "-s", "-C", FIRMWARE, "build/probe"], capture_output=True, text=True)
    if made.returncode != 0:
        raise SystemExit(f"make -C {FIRMWARE} build/probe failed: install gcc and make\n{made.stderr}")
    return FIRMWARE / "build" / "probe"


def outcomes(probe: Path, streams: int, seed: int, jobs: int) -> Iterator[Outcome]:
    """The chunks' outcomes, in order."""
    sizes = [min(CHUNK, streams - start) for start in range(0, streams, CHUNK)]
    tasks = [(probe, f"{seed}/{number}", size) for number, size in enumerate(sizes)]
    if jobs == 1:
        yield from map(_outcome, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_outcome, tasks)


def _outcome(task: tuple[Path, str, int]) -> Outcome:
    probe, seed, size = task
    chance = random.Random(seed)
    streams = [disturbed(chance) + CLOSING for _ in range(size)]
    items: Counter[str] = Counter()
    for stream, answer in zip(streams, asked(probe, streams), strict=True):
        expected = found_in(stream)
        items.update(item.split(":")[0 if item[0] != "C" else 1] for item in expected.split())
        if answer != expected or not answer.endswith(LAST_ITEM):
            trouble = f"chunk {seed}: {stream.hex()}\n  C:      {answer}\n  Python: {expected}\n"
            return Outcome(items, trouble)
    return Outcome(items)


def asked(probe: Path, streams: Iterable[bytes]) -> list[str]:
    """What the C decoder finds in each. Raises `SystemExit` where it crashes."""
    lines = "".join(f"stream {stream.hex() or '-'}\n" for stream in streams)
    ran = subprocess.run([probe], input=lines, capture_output=True, text=True, env={**os.environ, "ASAN_OPTIONS": ""})
    if ran.returncode != 0:
        raise SystemExit(f"{probe} ended with {ran.returncode}:\n{ran.stderr}")
    return ran.stdout.splitlines()


def found_in(stream: bytes) -> str:
    """What the Python decoder finds, in the words of `vectors/frames.txt`."""
    return " ".join(map(_item, StreamDecoder().feed(stream))) or "-"


def _item(found: Frame | Corruption) -> str:
    meant = message_of(found) if isinstance(found, Frame) else found
    if isinstance(meant, Corruption):
        return f"C:{meant.reason.name}:{min(meant.length, LENGTH_MAX)}"
    assert isinstance(found, Frame)
    if isinstance(meant, UnknownMessage):
        return f"U:{found.type_id:02x}:{found.sequence:02x}"
    return f"M:{found.type_id:02x}:{found.sequence:02x}:{to_frame(meant, found.sequence).payload.hex()}"


# ---------------------------------------------------------------------------------------------------------- streams


def disturbed(chance: random.Random) -> bytes:
    """Frames, good and senseless, and noise, with a few errors of a line in them."""
    stream = bytearray()
    for _ in range(chance.randint(0, 5)):
        stream += chance.choice((_message, _message, _frame, _noise))(chance)
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3, 8))):
        _disturb(stream, chance)
    return bytes(stream)


def _message(chance: random.Random) -> bytes:
    """A message of the protocol; one in many has a value that is not allowed."""
    kind = chance.choice(MESSAGES)
    payload = b"".join(_value(field, chance) for field in kind.LAYOUT)
    return encode_frame(Frame(kind.ID, chance.randrange(256), payload[:PAYLOAD_MAX_BYTES]))


def _value(field: Field, chance: random.Random) -> bytes:
    if isinstance(field, Text):
        length = chance.choice((0, 1, field.max_bytes, chance.randint(0, field.max_bytes + 1)))
        return bytes([length]) + bytes(chance.choice(TEXT_BYTES) for _ in range(length))
    if isinstance(field, Numbers):
        count = chance.choice((field.min_count, field.max_count, chance.randint(0, field.max_count + 1)))
        return bytes([count]) + bytes(chance.randint(field.minimum, field.maximum) for _ in range(count))
    if isinstance(field, (UInt, Int)):
        edges = (field.minimum, field.maximum, chance.randint(field.minimum, field.maximum))
        number = chance.choice(edges) + chance.choice((0,) * 40 + (1, -1))
        return (number & (1 << 8 * field.width) - 1).to_bytes(field.width, "little")
    if isinstance(field, Flags):
        return chance.randbytes(field.width)
    return bytes([chance.choice((0, 1, 1, 1, 1, 2, 2, 2, 3, 4))])  # an enumeration or a switch


def _frame(chance: random.Random) -> bytes:
    """A frame whose CRC is right, with anything in it."""
    length = chance.choice((0, 1, 2, 4, 5, 6, 6, 7, 8, 9, 10, chance.randint(0, 59)))
    small = bytes(chance.choice((0, 1, 2, 3, 4, 6, 17, 136, chance.randrange(256))) for _ in range(length))
    return encode_frame(Frame(chance.choice(TYPES), chance.randrange(256), small))


def _noise(chance: random.Random) -> bytes:
    size = chance.choice((1, 3, 20, 63, 64, 65, 66, 200))
    zeros = chance.choice((0, 0, 20, 128))
    return bytes(0 if chance.randrange(256) < zeros else chance.randrange(256) for _ in range(size))


def _disturb(stream: bytearray, chance: random.Random) -> None:
    if not stream:
        return
    at = chance.randrange(len(stream))
    match chance.randrange(6):
        case 0:
            stream[at] ^= 1 << chance.randrange(8)
        case 1:
            del stream[at]
        case 2:
            stream.insert(at, chance.randrange(256))
        case 3:
            stream.insert(at, 0)
        case 4:
            del stream[at : at + chance.randint(1, 40)]
        case _:
            stream[at:at] = stream[at : at + chance.randint(1, 40)]


if __name__ == "__main__":
    sys.exit(main())
