"""One table's evidence: which flags want a clip, and the thread that cuts and writes it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from tablebridge.errors import UsageError
from tablebridge.evidence.archive import ClipArchive
from tablebridge.evidence.clip import ClipMaking
from tablebridge.evidence.cloth_frame import ClothFrame
from tablebridge.evidence.roll import ClothRoll

__all__ = ["EvidenceRecorder"]

_log = logging.getLogger(__name__)

_GRACE_MS = 12_000.0
"""Of table time after a clip's end: no frame of it that still waits to be confirmed will be, by then."""
_AGAIN_S = 2.0
_SWEEP_EVERY_S = 3600.0
_CLOSING_S = 30.0
_SAME_MOMENT_S = 10.0
"""Table time begins anew with each process: an act of an earlier one has another UTC than the frames at its moment."""
_STEADY_MS = 500.0
"""Between frames closer than this the cloth counts as watched without a break."""
_GOOD_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A flag that has no clip yet, when its act was, and the frames that prove it."""

    flag: str
    at_ms: float
    at: datetime
    proof: tuple[str, ...]


class EvidenceRecorder:
    """Cuts a clip for each flag of `table` out of `rolls`, one for each camera, the preferred first.

    A clip reaches from `before_ms` before the act to `after_ms` after it, in table time. Nothing here waits for the
    disk but the recorder's own thread; a clip that cannot be written is tried again until its frames have left the
    rolls. What goes wrong is logged, once, and kept in `trouble`: it must not be told where everybody reads it, for a
    clip means that there is a flag.
    """

    def __init__(
        self, table: str, archive: ClipArchive, rolls: Sequence[ClothRoll], before_ms: float, after_ms: float
    ) -> None:
        self._table = table
        self._archive = archive
        self._rolls = tuple(rolls)
        self._before_ms, self._after_ms = before_ms, after_ms
        self._wanted: dict[str, _Wanted] = {}
        self._decisions: dict[str, bool] = {}
        self._now_ms = 0.0
        self._closing = False
        self._changed = threading.Condition()
        self._trouble: UsageError | None = None
        self._warned_of_memory = False
        self._thread = threading.Thread(target=self._run, name=f"evidence {table}", daemon=True)

    @property
    def trouble(self) -> UsageError | None:
        """Why clips cannot be written now; None when they can. For the referee's eyes."""
        return self._trouble

    def start(self) -> None:
        """Begins to write what is wanted."""
        self._thread.start()

    def close(self) -> None:
        """Writes what is wanted with the frames there are, tries each once more, and ends."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(_CLOSING_S)
        for lost in list(self._wanted.values()):
            _log.error("table %s: the clip of flag %s is lost: %s", self._table, lost.flag, self._trouble)

    def keep(self, flag: str, at_ms: float, at: datetime, proof: Iterable[str] = ()) -> None:
        """A flag was raised for an act at `at_ms` of table time, `at` in UTC: its clip is written once its time is
        over. `proof` names the frames of its evidence; those still in memory are in the clip whenever they were taken.
        A flag that has a clip already, or wants one, is not asked twice."""
        with self._changed:
            self._wanted.setdefault(flag, _Wanted(flag, at_ms, at, tuple(proof)))

    def decide(self, flag: str, decided: bool = True) -> None:
        """The referee has ruled on that flag, or (False) taken the ruling back; see `ClipArchive.decide`."""
        with self._changed:
            self._decisions[flag] = decided
            self._changed.notify_all()

    def tick(self, now_ms: float) -> None:
        """Table time goes on."""
        with self._changed:
            self._now_ms = now_ms
            if self._wanted:
                self._changed.notify_all()

    def clip(self, flag: str) -> Path | None:
        """The file with that flag's clip; None while there is none."""
        return self._archive.find(self._table, flag)

    def frame(self, ref: str) -> ClothFrame | None:
        """The frame that an observation's `Evidence("frame", ref)` names, as long as it is in memory; later it is
        found in the clips it is part of (`Clip.find`)."""
        return next((found for roll in self._rolls if (found := roll.find(ref)) is not None), None)

    # -- the thread --

    def _run(self) -> None:
        sweep_due_s = try_again_s = 0.0
        closing = False
        while not closing:
            now_s, closing = time.monotonic(), self._closing
            try:
                if now_s >= sweep_due_s:
                    sweep_due_s = now_s + _SWEEP_EVERY_S
                    self._archive.sweep(datetime.now(UTC))
                if now_s >= try_again_s or closing:
                    self._write_those_over()
                    try_again_s = now_s + _AGAIN_S if self._trouble is not None else 0.0
                self._pass_decisions_on()
            except Exception:  # noqa: BLE001 - the task's edge: a bug costs a moment, never the thread
                _log.exception("table %s: unexpected error about evidence, going on", self._table)
            with self._changed:
                self._changed.wait_for(self._has_work, _AGAIN_S)

    def _has_work(self) -> bool:
        if self._closing or any(flag not in self._wanted for flag in self._decisions):
            return True
        return self._trouble is None and any(self._is_over(wanted) for wanted in self._wanted.values())

    def _is_over(self, wanted: _Wanted) -> bool:
        end_ms = wanted.at_ms + self._after_ms
        if self._closing or self._now_ms >= end_ms + _GRACE_MS:
            return True
        return all((newest := roll.newest_ms) is not None and newest >= end_ms for roll in self._rolls)

    def _write_those_over(self) -> None:
        with self._changed:
            over = [wanted for wanted in self._wanted.values() if self._is_over(wanted)]
        trouble = None
        for wanted in over:
            try:
                self._write(wanted)
            except UsageError as error:
                trouble = error  # it stays wanted
                continue
            except Exception:  # noqa: BLE001 - a bug costs this clip, not those after it
                _log.exception("table %s: unexpected error, no clip of flag %s", self._table, wanted.flag)
            with self._changed:
                del self._wanted[wanted.flag]
        if over:
            self._tell(trouble)

    def _write(self, wanted: _Wanted) -> None:
        """Writes one clip, unless there is one. Raises `UsageError` when it cannot be written now."""
        if self.clip(wanted.flag) is not None:
            return
        frames = self._frames(wanted)
        if not frames:
            _log.warning("table %s: no clip of flag %s, no picture of its time is kept", self._table, wanted.flag)
            return
        proof = [found for ref in wanted.proof if (found := self.frame(ref)) is not None]
        every = sorted({frame.ref: frame for frame in (*frames, *proof)}.values(), key=lambda frame: frame.at_ms)
        self._archive.write(
            ClipMaking(
                self._table,
                wanted.flag,
                wanted.at_ms,
                wanted.at,
                self._before_ms,
                self._after_ms,
                tuple(every),
                wanted.proof,
            )
        )

    def _frames(self, wanted: _Wanted) -> list[ClothFrame]:
        """Those of the first camera, or of another that saw clearly more of this time."""
        from_ms, to_ms = wanted.at_ms - self._before_ms, wanted.at_ms + self._after_ms
        choices = [_of_the_act(roll.between(from_ms, to_ms), wanted) for roll in self._rolls]
        best_ms = max(_watched_ms(frames) for frames in choices)
        number = next(n for n, frames in enumerate(choices) if _watched_ms(frames) >= _GOOD_SHARE * best_ms)
        oldest_ms = self._rolls[number].oldest_ms
        if self._rolls[number].pushed_out and oldest_ms is not None and oldest_ms > from_ms:
            self._warn_of_memory(wanted.flag)
        return choices[number]

    def _warn_of_memory(self, flag: str) -> None:
        if not self._warned_of_memory:
            self._warned_of_memory = True
            _log.warning(
                "table %s: the clip of flag %s is shorter than wanted: the frames do not fit in evidence.memory_mb "
                "(allow more; told once)",
                self._table,
                flag,
            )

    def _pass_decisions_on(self) -> None:
        with self._changed:
            ready = {flag: decided for flag, decided in self._decisions.items() if flag not in self._wanted}
            for flag in ready:
                del self._decisions[flag]
        for flag, decided in ready.items():
            self._archive.decide(self._table, flag, decided)

    def _tell(self, trouble: UsageError | None) -> None:
        """Logs a trouble once when it comes, and once when it is over."""
        if trouble is not None and self._trouble is None:
            _log.error("table %s: %s; tried again while the frames are in memory", self._table, trouble)
        elif trouble is None and self._trouble is not None:
            _log.info("table %s: clips are written again", self._table)
        self._trouble = trouble


def _of_the_act(frames: list[ClothFrame], wanted: _Wanted) -> list[ClothFrame]:
    """The same frames, or none when they are of another day."""
    if not frames:
        return []
    nearest = min(frames, key=lambda frame: abs(frame.at_ms - wanted.at_ms))
    return frames if abs((nearest.captured_at - wanted.at).total_seconds()) <= _SAME_MOMENT_S else []


def _watched_ms(frames: Sequence[ClothFrame]) -> float:
    """For how long these frames show the cloth without a break."""
    return sum(min(later.at_ms - one.at_ms, _STEADY_MS) for one, later in pairwise(frames))
