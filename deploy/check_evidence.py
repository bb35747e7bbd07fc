"""Raises flags while a camera runs, and looks into every clip: is the act there, and five seconds before it?

`python deploy/check_evidence.py`: pictures of 1920 by 1080 px, 15 a second in real time, through the observer and the
evidence as in the daemon. Each picture shows its own number as bars on the console, and violet wherever the table is
not. Every clip is then read back and opened in Chromium. It must hold every frame that was looked at in its time, the
bars must tell the number that the frame is called by, nothing may be violet, and what Chromium draws at the act must be
the act's frame. Ends with 1 when anything is wrong. On a machine that does other work, `--every-frame` lets table time
wait for each frame, as it does in a rehearsal; else frames that are due meanwhile are lost, as with any live camera.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import cv2
from evidence_browser import open_clips
from evidence_film import FRAME_RATE, Film

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.config import CameraConfig, EvidenceConfig, LinkConfig, TableConfig
from tablebridge.daemon.table_evidence import TableEvidence, open_archive
from tablebridge.evidence import read_clip
from tablebridge.game.flag import Flag
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge_rules.seat import Seat

STEP_MS = 1000 / FRAME_RATE
GAP_MS = 1000.0
"""Between frames of a clip at most so much. A machine that has no time for each frame leaves some out, as with any live
camera; every one that was looked at must be in the clip, and this many milliseconds without any are too many."""
TOGETHER = 0.3
"""So many flags come with another one, of the same act."""
WORDS_MS = (300.0, 4000.0)
"""So long after its act a flag is raised: the decoder waits until it is certain."""


@dataclass
class Act:
    """A flag to be raised: when its act is, and when one knows of it, in ms; `shown` is the frame of that moment."""

    flag: str
    at_ms: float
    told_ms: float
    shown: int = -1


@dataclass
class Run:
    """What was looked at, and what it took: each frame's ms of CPU in the table's thread, and how long after a clip's
    last moment it was there."""

    looked_at: dict[int, float] = field(default_factory=dict)
    """Each frame's number, and its moment in ms."""
    watch_ms: list[float] = field(default_factory=list)
    keep_ms: list[float] = field(default_factory=list)
    ready_s: list[float] = field(default_factory=list)
    real_s: float = 0.0


def main(argv: list[str] | None = None) -> int:
    """Prints what was found; 1 when a clip is not what it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flags", type=int, default=200, help="how many are raised (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=180.0, help="of camera (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the flags' moments (default %(default)s)")
    parser.add_argument("--every-frame", action="store_true", help="wait for the machine instead of losing frames")
    parser.add_argument("--no-browser", action="store_true", help="do not open the clips in Chromium")
    args = parser.parse_args(argv)
    if args.seconds < 20 or args.flags < 1:
        parser.error("--seconds must be 20 or more, --flags 1 or more")
    cv2.setNumThreads(1)
    film = Film(args.seed)
    acts = _acts(args.flags, args.seconds * 1000, args.seed)
    with tempfile.TemporaryDirectory() as folder:
        config = EvidenceConfig(folder=f"{folder}/clips", keep_free_mb=0)
        began_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        ran, evidence = _run(film, acts, config, args.seconds, every_frame=args.every_frame)
        _tell_cost(ran, config, args.seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - began_kb)
        clips = {act.flag: evidence.clip(act.flag) for act in acts}
        wrong = _look_into(film, acts, clips, config, ran.looked_at)
        if not args.no_browser:
            opened, first_s = open_clips(
                {act.flag: (path, str(act.shown)) for act in acts if (path := clips[act.flag])}
            )
            wrong += opened
            _row("first picture in Chromium, s, median", statistics.median(first_s))
            _row("first picture in Chromium, s, longest", max(first_s))
    for line in wrong[:20]:
        print(f"wrong: {line}")
    print(f"{len(acts)} flags, {sum(path is not None for path in clips.values())} clips, {len(wrong)} things wrong")
    return 1 if wrong else 0


def _acts(count: int, end_ms: float, seed: int) -> list[Act]:
    """Moments of acts, the first six seconds and the last twelve left out."""
    chance = random.Random(seed)
    moments: list[float] = []
    while len(moments) < count:
        together = moments and chance.random() < TOGETHER
        moments.append(moments[-1] if together else chance.uniform(6000, end_ms - 12_000))
    return [Act(f"e{n}.RL-T01.turn_order.A", at, at + chance.uniform(*WORDS_MS)) for n, at in enumerate(moments)]


def _run(
    film: Film, acts: list[Act], config: EvidenceConfig, seconds: float, *, every_frame: bool
) -> tuple[Run, TableEvidence]:
    """The camera, the observer and the evidence, in real time or slower."""
    table = TableConfig(name="table-1", link=LinkConfig(port="none"), camera=CameraConfig(address=0))
    archive = open_archive(config, Path("."))
    assert archive is not None
    evidence = TableEvidence(config, table, archive)
    observer = TableObserver(film.geometry, Cloth(), TileClassifier(threads=1))
    evidence.start()
    ran, raised, missing = Run(), [], sorted(acts, key=lambda act: act.at_ms)
    untold = sorted(acts, key=lambda act: act.told_ms)
    began_s, began_at, number = time.monotonic(), datetime.now(UTC), -1
    while (number := number + 1 if every_frame else _next(number, began_s)) <= seconds * FRAME_RATE:
        _wait_until(began_s + number / FRAME_RATE)
        at_ms = number * STEP_MS
        frame = CameraFrame(number, at_ms, began_at + timedelta(milliseconds=at_ms), film.picture(number))
        ran.looked_at[number] = at_ms
        before = time.thread_time()
        observer.observe(frame)
        watched = time.thread_time()
        evidence.see(0, frame, observer)
        for act in acts:
            if act.at_ms >= at_ms:
                act.shown = number
        while untold and untold[0].told_ms <= at_ms:
            raised.append(_flag(untold.pop(0), began_at))
        evidence.follow(raised)
        evidence.tick(at_ms)
        ran.watch_ms.append((watched - before) * 1000)
        ran.keep_ms.append((time.thread_time() - watched) * 1000)
        if missing and at_ms > missing[0].at_ms + config.after_s * 1000 and evidence.clip(missing[0].flag):
            ran.ready_s.append((at_ms - missing.pop(0).at_ms) / 1000 - config.after_s)
    ran.real_s = time.monotonic() - began_s
    evidence.close()
    return ran, evidence


def _next(last: int, began_s: float) -> int:
    """The next frame of a live camera: those that were due meanwhile are gone."""
    return max(last + 1, int((time.monotonic() - began_s) * FRAME_RATE))


def _wait_until(due_s: float) -> None:
    time.sleep(max(0.0, due_s - time.monotonic()))


def _flag(act: Act, began_at: datetime) -> Flag:
    return Flag(
        id=act.flag,
        clause="RL-T01",
        name="turn_order",
        seat=Seat.A,
        text="",
        proposed_penalty="",
        game=1,
        hand=1,
        event_id="e",
        sequence=1,
        at_ms=act.at_ms,
        captured_at=began_at + timedelta(milliseconds=act.at_ms),
        confidence=1.0,
    )


def _look_into(
    film: Film,
    acts: list[Act],
    clips: dict[str, Path | None],
    config: EvidenceConfig,
    looked_at: dict[int, float],
) -> list[str]:
    """What is wrong with the clips."""
    wrong: list[str] = []
    known: dict[str, bytes] = {}
    sizes, counts, gaps = [], [], []
    for act in acts:
        path = clips[act.flag]
        if path is None:
            wrong.append(f"{act.flag} has no clip")
            continue
        clip = read_clip(path)
        sizes.append(path.stat().st_size)
        counts.append(len(clip.frames))
        offsets = [-config.before_s * 1000, *(frame.offset_ms for frame in clip.frames), config.after_s * 1000]
        gaps.append(max(later - one for one, later in pairwise(offsets)))
        if gaps[-1] > GAP_MS:
            wrong.append(f"{act.flag}: {gaps[-1]:.0f} ms of it are missing")
        from_ms, to_ms = act.at_ms - config.before_s * 1000, act.at_ms + config.after_s * 1000
        if [frame.ref for frame in clip.frames] != [str(n) for n, at in looked_at.items() if from_ms <= at <= to_ms]:
            wrong.append(f"{act.flag}: its frames are not those that were looked at in its time")
        if clip.find(str(act.shown)) is None:
            wrong.append(f"{act.flag}: frame {act.shown}, which shows the act, is not in it")
        wrong += [
            f"{act.flag}: frame {frame.ref} is another one than in other clips"
            for frame in clip.frames
            if known.setdefault(frame.ref, frame.jpeg) != frame.jpeg
        ]
    for ref, jpeg in known.items():
        number, violet = film.read(jpeg)
        if str(number) != ref:
            wrong.append(f"frame {ref} shows the number {number}")
        if violet:
            wrong.append(f"frame {ref} shows {violet} pixels of what is beside the table")
    _row("frames in a clip, median", statistics.median(counts))
    _row("longest time without a frame in a clip, ms, median", statistics.median(gaps))
    _row("different frames in all clips, each read", len(known))
    _row("a clip's size, MB", statistics.median(sizes) / 2**20)
    return wrong


def _tell_cost(ran: Run, config: EvidenceConfig, seconds: float, grown_kb: int) -> None:
    _row("frames a second of table time", len(ran.keep_ms) / seconds)
    _row("real seconds for a second of table time", ran.real_s / seconds)
    _row("watching a frame, CPU ms, median", statistics.median(ran.watch_ms))
    _row("keeping a frame, CPU ms, median", statistics.median(ran.keep_ms))
    _row("keeping a frame, CPU ms, 95th percentile", sorted(ran.keep_ms)[int(len(ran.keep_ms) * 0.95)])
    if ran.ready_s:
        _row("clip there after its last moment, s, median", statistics.median(ran.ready_s))
    _row(f"memory grown by, MB (evidence.memory_mb = {config.memory_mb})", grown_kb / 1024)


def _row(what: str, value: float) -> None:
    print(f"{what:58} {value:8.1f}")


if __name__ == "__main__":
    sys.exit(main())
