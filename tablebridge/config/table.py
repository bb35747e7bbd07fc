"""`[[table]]`: one table with its link and its camera."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["CameraConfig", "LinkConfig", "TableConfig"]

Point = tuple[float, float]


class LinkConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[table.link]`: a pyserial address (`/dev/serial/by-id/…`, `socket://host:port`, `rfc2217://host:port`)."""

    port: str


class CameraConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[table.camera]`: a device number, a file, or an MJPEG or RTSP address.

    `corners_px` are the cloth's four corners in the picture: at the right hand of A's seat, of B's, of C's and of D's.
    `frame_rate` set means: every frame counts and time is told by counting them (recordings, lockstep rehearsals).
    """

    address: str | int
    corners_px: tuple[Point, Point, Point, Point] | None = None
    frame_rate: Annotated[float, msgspec.Meta(gt=0, le=240)] | None = None


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table. `time_scale` above 1 is for rehearsals with `simulate --speed`."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    link: LinkConfig
    camera: CameraConfig
    rulebook: str = "riichi-league-tw"
    journal: str | None = None
    delay_s: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0
    settle_ms: Annotated[int, msgspec.Meta(ge=50, le=5000)] = 300
    time_scale: Annotated[float, msgspec.Meta(gt=0, le=100)] = 1.0
