"""`[web]`: the pages."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablebridge.config.texts import Text

__all__ = ["WebConfig"]


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the overlay is served; port 0 takes any free one."""

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
