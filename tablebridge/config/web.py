"""`[web]`: the pages."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablebridge.config.texts import Text

__all__ = ["WebConfig"]


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the pages are served; port 0 takes any free one.

    `sponsors` is a folder of pictures, `NAME.svg` or `NAME.png`. `staff` serves the staff's status page besides: turn
    it off where strangers reach the port, for it tells of cables, addresses and files.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
    sponsors: Text | None = None
    staff: bool = True
