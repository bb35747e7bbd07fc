"""Random and mutated byte streams through the protocol's Python decoder, counted against what its CRC promises.

    python deploy/fuzz_protocol.py --streams 1000000 --seed 1

Of every four streams one is random bytes, one is random bodies that are stuffed rightly (so that only their CRC can
betray them), and two are frames of messages into which one to four errors were put: a bit, a byte, a burst, bytes
lost or put in, a frame lost, cut or doubled. They are fed in random pieces, a decoder a stream. Counted are:

- crashes: anything raised by the decoder or by reading a message;
- false frames: frames read that were never sent, against the bodies with a wrong CRC divided by 65,536;
- good frames lost: frames that no error touched and that were not read, for each error put in; an error that hits or
  precedes a frame spoils that frame, and may spoil one good one beside it (a lost delimiter runs two together);
- bytes held by a decoder at most, and what the process grew by between the first tenth and the end.

Ends with 1 when one of these is not as promised. A stream is repeated by --seed and --only.
"""

from __future__ import annotations

import argparse
import math
import resource
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from random import Random

from tablebridge_protocol.codec import message_of, to_frame
from tablebridge_protocol.framing import (
    PAYLOAD_MAX_BYTES,
    STUFFED_MAX_BYTES,
    Corruption,
    CorruptionReason,
    Frame,
    encode_frame,
    stuff,
)
from tablebridge_protocol.messages import (
    Abilities,
    Dice,
    DicePurpose,
    Heartbeat,
    Message,
    Points,
    PointsSource,
    Port,
    SetComplete,
    WallRaised,
)
from tablebridge_protocol.stream import StreamDecoder

_SIGMAS = 5  # how far chance may lie from the prediction before it is called wrong: once in some millions of runs


@dataclass
class Counts:
    """What a run came to; sums, but for the two largest."""

    streams: int = 0
    sent_bytes: int = 0
    frames_read: int = 0
    bodies_judged: int = 0  # pieces with right stuffing and length that were not sent so: the CRC alone decides
    false_frames: int = 0
    errors: int = 0
    frames_sent: int = 0
    frames_hit: int = 0
    good_lost: int = 0
    most_good_lost_an_error: float = 0.0
    held_bytes: int = 0
    grown_kib: int = 0
    crashes: int = 0

    def add(self, other: Counts) -> None:
        """Takes another part of the run in."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            largest = field.name in ("most_good_lost_an_error", "held_bytes", "grown_kib")
            setattr(self, field.name, max(mine, theirs) if largest else mine + theirs)


class Sent:
    """Frames on their way, and the errors that befall them."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.errors = 0
        self.hit: set[int] = set()
        self._parts = [bytearray(encode_frame(frame)) for frame in frames]

    def wire(self) -> bytes:
        """The bytes that arrive."""
        return b"".join(self._parts)

    def spoil(self, chance: Random) -> None:
        """One error more. Bytes put in before a frame do not touch it, though they may cost it."""
        self.errors += 1
        at = chance.randrange(len(self._parts))
        part = self._parts[at]
        offset = chance.randrange(len(part) or 1)
        kind = chance.randrange(8)
        if kind == 0 and part:
            part[offset] ^= 1 << chance.randrange(8)
        elif kind == 1 and part:
            part[offset] = (part[offset] + chance.randrange(1, 256)) % 256
        elif kind == 2:
            del part[offset : offset + chance.randrange(1, 6)]
        elif kind == 3:
            part[offset:offset] = chance.randbytes(chance.randrange(1, 80))
            if offset == 0:
                return
        elif kind == 4:
            del part[offset:]
        elif kind == 5:
            part[:0] = bytes(part)
            return
        elif kind == 6:
            part.clear()
        else:
            self._burst(at, offset, chance)
        self.hit.add(at)

    def _burst(self, at: int, offset: int, chance: Random) -> None:
        """Up to 24 bytes in a row replaced by others, over the end of one frame into the next."""
        for _ in range(chance.randrange(2, 25)):
            while at < len(self._parts) and offset >= len(self._parts[at]):
                at, offset = at + 1, 0
            if at == len(self._parts):
                return
            self._parts[at][offset] = chance.randrange(256)
            self.hit.add(at)
            offset += 1


def random_message(chance: Random) -> Message:
    """A message with values of its own."""
    at_ms = chance.randrange(1 << 32)
    port = Port(chance.randrange(1, 5))
    match chance.randrange(6):
        case 0:
            return Heartbeat(at_ms)
        case 1:
            return WallRaised(at_ms, port, chance.randrange(26))
        case 2:
            return Dice(at_ms, DicePurpose.DEALER, port, (chance.randrange(1, 7), chance.randrange(1, 7)))
        case 3:
            return Points(at_ms, port, chance.randrange(-50_000, 50_000), PointsSource.STICKS)
        case 4:
            return SetComplete(at_ms, 136, chance.randrange(3))
    return Abilities(
        at_ms, 2, 1, True, False, tuple([chance.randrange(1, 201) for _ in range(chance.randrange(1, 17))])
    )


def one_stream(seed: int, number: int, counts: Counts) -> None:
    """Makes stream `number` and judges what the decoder makes of it."""
    chance = Random(seed << 40 | number)
    counts.streams += 1
    match number % 4:
        case 0:
            read(chance.randbytes(chance.randrange(1, 400)), (), chance, counts)
        case 1:
            bodies = [chance.randbytes(chance.randrange(4, PAYLOAD_MAX_BYTES + 5)) for _ in range(8)]
            # one in 65,536 has the right CRC by chance: that is what is counted
            read(b"".join(stuff(body) + b"\x00" for body in bodies), (), chance, counts)
        case _:
            mutated(chance, counts)


def mutated(chance: Random, counts: Counts) -> None:
    """Good frames, some errors, and what was lost beside the frames that were hit."""
    sent = Sent([to_frame(random_message(chance), sequence) for sequence in range(chance.randrange(3, 10))])
    for _ in range(chance.randrange(1, 5)):
        sent.spoil(chance)
    found = read(sent.wire(), sent.frames, chance, counts)
    lost = sum(frame not in found for at, frame in enumerate(sent.frames) if at not in sent.hit)
    counts.errors += sent.errors
    counts.frames_sent += len(sent.frames)
    counts.frames_hit += len(sent.hit)
    counts.good_lost += lost
    counts.most_good_lost_an_error = max(counts.most_good_lost_an_error, lost / sent.errors)


def read(wire: bytes, sent: Sequence[Frame], chance: Random, counts: Counts) -> list[Frame]:
    """Feeds the decoder in random pieces; the frames it gave."""
    decoder = StreamDecoder()
    found: list[Frame] = []
    at = 0
    while at < len(wire):
        end = at + chance.randrange(1, 100)
        for item in decoder.feed(wire[at:end]):
            judge(item, sent, found, counts)
        counts.held_bytes = max(counts.held_bytes, decoder.held)
        at = end
    counts.sent_bytes += len(wire)
    return found


def judge(item: Frame | Corruption, sent: Sequence[Frame], found: list[Frame], counts: Counts) -> None:
    """Counts one item of the decoder, and reads its message."""
    if isinstance(item, Corruption):
        counts.bodies_judged += item.reason is CorruptionReason.CHECKSUM
        return
    found.append(item)
    counts.frames_read += 1
    if item not in sent:
        counts.bodies_judged += 1
        counts.false_frames += 1
    message_of(item)


def some_streams(seed: int, numbers: range) -> Counts:
    """A share of the run in a process of its own."""
    counts = Counts()
    before_kib = 0
    for number in numbers:
        try:
            one_stream(seed, number, counts)
        except Exception as error:  # noqa: BLE001 -- a crash of any kind is what is looked for
            counts.crashes += 1
            sys.stderr.write(f"stream {number} of seed {seed}: {type(error).__name__}: {error}\n")
        if counts.streams == len(numbers) // 10:
            before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    counts.grown_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib if before_kib else 0
    return counts


def total(parts: Iterable[Counts]) -> Counts:
    """All shares together."""
    counts = Counts()
    for part in parts:
        counts.add(part)
    return counts


def as_promised(counts: Counts) -> bool:
    """Whether the decoder did what the specification says."""
    predicted = counts.bodies_judged / 65_536
    return (
        counts.crashes == 0
        and counts.false_frames <= predicted + _SIGMAS * math.sqrt(predicted) + 1
        and counts.most_good_lost_an_error <= 1
        and counts.held_bytes <= STUFFED_MAX_BYTES
    )


def table(counts: Counts) -> str:
    """The figures, a line each."""
    rows = {
        "streams": f"{counts.streams:,}",
        "bytes": f"{counts.sent_bytes:,}",
        "crashes": f"{counts.crashes}",
        "wrong bodies that only the CRC can betray": f"{counts.bodies_judged:,}",
        "false frames read": f"{counts.false_frames}",
        "false frames predicted (2^-16)": f"{counts.bodies_judged / 65_536:.1f}",
        "errors put into good frames": f"{counts.errors:,} ({counts.frames_sent:,} frames, {counts.frames_hit:,} hit)",
        "good frames lost": f"{counts.good_lost:,}, {counts.good_lost / max(1, counts.errors):.3f} an error",
        "good frames lost an error, worst stream": f"{counts.most_good_lost_an_error:g}",
        "bytes held by a decoder at most": f"{counts.held_bytes}",
        "growth of the process": f"{counts.grown_kib} KiB",
    }
    return "".join(f"{name:<44}{value}\n" for name, value in rows.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures; 0 when all is as promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=1_000_000, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the run (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only this stream, in this process")
    options = parser.parse_args(arguments)
    if options.only is not None:
        counts = Counts()
        one_stream(options.seed, options.only, counts)
    else:
        counts = total(_shares(options.seed, options.streams, options.jobs))
    sys.stdout.write(table(counts))
    return 0 if as_promised(counts) else 1


def _shares(seed: int, streams: int, jobs: int) -> list[Counts]:
    shares = [range(at, min(streams, at + 50_000)) for at in range(0, streams, 50_000)]
    if jobs == 1:
        return [some_streams(seed, share) for share in shares]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(some_streams, [seed] * len(shares), shares))


if __name__ == "__main__":
    sys.exit(main())
