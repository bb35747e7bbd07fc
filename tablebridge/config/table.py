"""`[[table]]`: one table with its link and its camera."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tablebridge.config.texts import Name, PersonName, Text

__all__ = ["CameraConfig", "CommandName", "LinkConfig", "TableConfig"]

Point = tuple[float, float]


CommandName = Literal["raise_walls", "roll_dice", "open_cover", "set_mode", "set_lamp", "set_display"]
"""A command of the wire protocol, by its name there."""


class LinkConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[table.link]`: a pyserial address (`/dev/serial/by-id/…`, `socket://host:port`, `rfc2217://host:port`), or
    `replay://FILE?speed=1` for a captured line.

    `serial_number` names the one table that is taken. `candidates` are the ports where it is looked for when `port`
    fails: patterns of device paths, or addresses; USB ports of the same make when not given, nowhere else when empty.
    `capture` is a file for every byte of the line. `allow_commands` are the commands that may be sent to the table.
    `adapter` is the name or the file of one for a table that speaks another language, `baud` that table's speed.
    """

    port: Text
    serial_number: Text | None = None
    candidates: tuple[Text, ...] | None = None
    capture: Text | None = None
    capture_mb: Annotated[float, msgspec.Meta(ge=0.01, le=10_000)] = 10.0
    capture_files: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 5
    allow_commands: tuple[CommandName, ...] = ()
    adapter: Text | None = None
    baud: Annotated[int, msgspec.Meta(ge=300, le=4_000_000)] = 115_200


class CameraConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[table.camera]`: a device number, a file, or an MJPEG or RTSP address.

    `corners_px` are the cloth's four corners in the picture: at the right hand of A's seat, of B's, of C's and of D's.
    `focal_px` is the lens's focal length in pixels, told from the corners when not given; `distortion` are OpenCV's
    `k1 k2 p1 p2 k3` of a lens that bends straight lines.
    `frame_rate` set means: every frame counts and time is told by counting them (recordings, lockstep rehearsals).
    """

    address: Text | Annotated[int, msgspec.Meta(ge=0, le=9999)]
    corners_px: tuple[Point, Point, Point, Point] | None = None
    focal_px: Annotated[float, msgspec.Meta(gt=0, le=100_000)] | None = None
    distortion: tuple[float, ...] = ()
    frame_rate: Annotated[float, msgspec.Meta(gt=0, le=240)] | None = None

    @property
    def corners_go_round(self) -> bool:
        """False when four corners are given that no picture of a cloth can have.

        They go round a quadrilateral without a dent, counter-clockwise as one looks at the picture.
        """
        if self.corners_px is None:
            return True
        a, b, c, d = self.corners_px
        return all(_turns_left(*three) for three in ((a, b, c), (b, c, d), (c, d, a), (d, a, b)))


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from `a` by `b` to `c` turns left; y runs down. Points that fall together turn nowhere."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) < 0


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table. `second_camera` is one like the first, over the same table: what either sees is told once.

    `players` are their names at the seats A, B, C and D, for the pages alone.
    `taught` is a file of `tablebridge teach`; `time_scale` above 1 is for rehearsals with `simulate --speed`.
    """

    name: Name
    link: LinkConfig
    camera: CameraConfig
    second_camera: CameraConfig | None = None
    players: tuple[PersonName, PersonName, PersonName, PersonName] | None = None
    rulebook: Text = "riichi-league-tw"
    journal: Text | None = None
    taught: Text | None = None
    delay_s: Annotated[float, msgspec.Meta(ge=0, le=300)] = 0.0
    settle_ms: Annotated[int, msgspec.Meta(ge=50, le=5000)] = 300
    time_scale: Annotated[float, msgspec.Meta(gt=0, le=100)] = 1.0
