"""Which clips have to go: by age, and by the size of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

__all__ = ["Limits", "StoredClip", "outlived", "pushed_out"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long clips are kept, how many bytes they may take together, and how many must stay free on their disk."""

    days: float
    max_bytes: int
    keep_free_bytes: int


@dataclass(frozen=True, slots=True)
class StoredClip:
    """A clip on disk; `act_at` is aware UTC, `decided` whether the referee has ruled on its flag."""

    path: Path
    act_at: datetime
    size: int
    decided: bool


def outlived(clips: Iterable[StoredClip], now: datetime, limits: Limits) -> list[StoredClip]:
    """Those older than allowed; never one whose flag is undecided."""
    first = now - timedelta(days=limits.days)
    return [clip for clip in clips if clip.decided and clip.act_at < first]


def pushed_out(clips: Iterable[StoredClip], limits: Limits) -> list[StoredClip]:
    """Those that must go so that the others fit in `max_bytes`: the oldest first, undecided ones only when no decided
    one is left."""
    clips = list(clips)
    too_much = sum(clip.size for clip in clips) - limits.max_bytes
    going = []
    for clip in sorted(clips, key=lambda clip: (not clip.decided, clip.act_at)):
        if too_much <= 0:
            break
        going.append(clip)
        too_much -= clip.size
    return going
