"""One table's evidence: each camera's cloth into its roll, each flag of the game into a clip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tablebridge.camera import CameraFrame
from tablebridge.config import EvidenceConfig, TableConfig
from tablebridge.daemon.cloth_keeper import ClothKeeper
from tablebridge.errors import UsageError
from tablebridge.evidence import ClipArchive, ClothFrame, ClothRoll, EvidenceRecorder, Limits
from tablebridge.game.flag import Flag
from tablebridge.observation import Observation
from tablebridge.vision.observer import TableObserver

__all__ = ["TableEvidence", "open_archive"]

_PREFIXES = ("", "second_camera/")
"""Of a frame's number in `Evidence("frame", …)`, for each camera."""


class TableEvidence:
    """Keeps the cloth's last seconds of `table` and makes a clip of each flag. All but `clip`, `frame` and `trouble`
    are for the table's own thread."""

    def __init__(self, config: EvidenceConfig, table: TableConfig, archive: ClipArchive) -> None:
        cameras = 1 if table.second_camera is None else 2
        rolls = [ClothRoll(config.memory_mb * 2**20) for _ in range(cameras)]
        self._keepers = [ClothKeeper(roll, table.name, prefix) for roll, prefix in zip(rolls, _PREFIXES, strict=False)]
        self._recorder = EvidenceRecorder(table.name, archive, rolls, config.before_s * 1000, config.after_s * 1000)
        self._open: dict[str, bool] = {}

    def start(self, flags: Iterable[Flag] = ()) -> None:
        """Begins to write clips as they are wanted. `flags` were raised before this process began: their acts are in
        no roll, and what became of them may have to be caught up with."""
        for flag in flags:
            self._note(flag)
        self._recorder.start()

    def close(self) -> None:
        """Writes the clips that are under way with the frames there are."""
        self._recorder.close()

    def see(self, camera: int, frame: CameraFrame, observer: TableObserver | None) -> None:
        """A frame of that camera (counted from 0), after its observer has looked at it."""
        self._keepers[camera].see(frame, observer)

    def named(self, camera: int, seen: Sequence[Observation]) -> list[Observation]:
        """The observations of that camera, the frames of their evidence named so that no two cameras share one."""
        prefix = _PREFIXES[camera]
        if not prefix:
            return list(seen)
        return [
            replace(
                one,
                evidence=tuple(
                    replace(proof, reference=f"{prefix}{proof.reference}") if proof.kind == "frame" else proof
                    for proof in one.evidence
                ),
            )
            for one in seen
        ]

    def follow(self, flags: Iterable[Flag]) -> None:
        """All flags of the game as they are now: a new one wants a clip, a decided one's clip may grow old."""
        for flag in flags:
            if flag.id not in self._open:
                proof = [one.reference for one in flag.evidence if one.kind == "frame"]
                self._recorder.keep(flag.id, flag.at_ms, flag.captured_at, proof)
            self._note(flag)

    def _note(self, flag: Flag) -> None:
        if self._open.get(flag.id) is not flag.state.open:
            self._open[flag.id] = flag.state.open
            self._recorder.decide(flag.id, not flag.state.open)

    def tick(self, now_ms: float) -> None:
        """Table time goes on."""
        self._recorder.tick(now_ms)

    @property
    def trouble(self) -> UsageError | None:
        """See `EvidenceRecorder.trouble`."""
        return self._recorder.trouble

    def clip(self, flag: str) -> Path | None:
        """See `EvidenceRecorder.clip`."""
        return self._recorder.clip(flag)

    def frame(self, ref: str) -> ClothFrame | None:
        """See `EvidenceRecorder.frame`."""
        return self._recorder.frame(ref)


def open_archive(config: EvidenceConfig, data: Path) -> ClipArchive | None:
    """Where the clips of all tables go; None when evidence is off. Raises `UsageError` for a folder that cannot be
    used or that other users may read."""
    if not config.enabled:
        return None
    folder = Path(config.folder) if config.folder is not None else data / "evidence"
    return ClipArchive(folder, Limits(config.days, config.size_mb * 2**20, config.keep_free_mb * 2**20))
