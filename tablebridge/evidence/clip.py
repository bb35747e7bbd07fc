"""A clip: the frames around an act in one file, a page that any browser plays without a server or a codec.

The pictures in it are the camera's own, byte for byte as they were kept: nothing is encoded a second time, so a clip
costs no more than writing it, each picture has its own moment, and each can be taken out again.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

from tablebridge.errors import UsageError
from tablebridge.evidence.cloth_frame import ClothFrame

__all__ = ["Clip", "ClipFrame", "ClipMaking", "read_clip"]

_FORMAT = 1
_ABOUT = re.compile(rb'<script id="about" type="application/json">(.*?)</script>')
_FRAME = re.compile(rb'<script type="text/plain" data-ref="([^"]*)" data-ms="(-?\d+)">([A-Za-z0-9+/=]+)</script>\n')


@dataclass(frozen=True, slots=True)
class ClipFrame:
    """One picture of a clip, `offset_ms` after the act (before it: less than 0)."""

    ref: str
    offset_ms: int
    jpeg: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ClipMaking:
    """What a clip is made of: `frames` around the act that `flag` of `table` is about.

    `act_ms` is the act's table time, `act_at` the same as aware UTC. `before_ms` and `after_ms` is how much was wanted.
    `proof` names the frames that observations gave as their evidence.
    """

    table: str
    flag: str
    act_ms: float
    act_at: datetime
    before_ms: float
    after_ms: float
    frames: tuple[ClothFrame, ...]
    proof: tuple[str, ...] = ()

    def pieces(self) -> Iterator[bytes]:
        """The file's bytes, frame by frame."""
        about = {
            "format": _FORMAT,
            "table": self.table,
            "flag": self.flag,
            "act_ms": round(self.act_ms),
            "act_at": self.act_at.isoformat(timespec="milliseconds"),
            "before_ms": round(self.before_ms),
            "after_ms": round(self.after_ms),
            "frames": len(self.frames),
            "proof": [ref for ref in self.proof if any(frame.ref == ref for frame in self.frames)],
        }
        page = _player().replace("{title}", html.escape(f"{self.table}  {self.flag}"))
        # "<" may not stand in a script element as it is
        page = page.replace("{about}", json.dumps(about).replace("<", "\\u003c"))
        yield page.encode()
        for frame in self.frames:
            offset_ms = round(frame.at_ms - self.act_ms)
            head = f'<script type="text/plain" data-ref="{html.escape(frame.ref)}" data-ms="{offset_ms}">'
            yield head.encode() + base64.b64encode(frame.jpeg) + b"</script>\n"


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip as it was read back; `proof` are the names of those frames that observations gave as evidence."""

    table: str
    flag: str
    act_ms: float
    act_at: datetime
    frames: tuple[ClipFrame, ...]
    proof: tuple[str, ...] = ()

    def find(self, ref: str) -> ClipFrame | None:
        """The frame that an observation's evidence names; None when it is not in this clip."""
        return next((frame for frame in self.frames if frame.ref == ref), None)


def read_clip(path: Path) -> Clip:
    """The clip in that file. Raises `UsageError` for a file that cannot be read, is none, or was cut off."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the clip ({error.strerror})", str(path), "give a file of evidence") from error
    found = _ABOUT.search(data)
    if found is None:
        raise UsageError("this is no clip", str(path), "give a file of evidence")
    about = json.loads(found[1])
    frames = tuple(
        ClipFrame(html.unescape(ref.decode()), int(offset), base64.b64decode(picture))
        for ref, offset, picture in _FRAME.findall(data, found.end())
    )
    if len(frames) != about["frames"]:
        raise UsageError(f"the clip holds {len(frames)} of {about['frames']} frames", str(path), "its end is lost")
    act_at = datetime.fromisoformat(about["act_at"])
    return Clip(about["table"], about["flag"], about["act_ms"], act_at, frames, tuple(about["proof"]))


@cache
def _player() -> str:
    return files(__package__).joinpath("player.html").read_text("utf-8")
