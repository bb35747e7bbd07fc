"""How a camera is doing, in one word and one line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["CameraState", "CameraStatus"]


class CameraState(Enum):
    """Whether pictures arrive."""

    UP = "up"
    ABSENT = "absent"
    FROZEN = "frozen"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """A change in how the camera is doing. `text` says what, where, and what happens next."""

    state: CameraState
    text: str
