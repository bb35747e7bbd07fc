"""`[web]`: the pages."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from tablebridge.config.secret import secret_of
from tablebridge.config.texts import Text
from tablebridge.errors import UsageError

__all__ = ["MOST_CONNECTIONS", "WebConfig"]

MOST_CONNECTIONS = 600
"""A process has 1,024 file numbers for all it does, see `tablebridge.web.door`."""

_SHORTEST_TOKEN = 16
_TOKEN = re.compile(r"[A-Za-z0-9._~/=-]+")
"""What may stand in a header and in an address as it is."""


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the pages are served; port 0 takes any free one.

    `sponsors` is a folder of pictures, `NAME.svg` or `NAME.png`. `staff` serves the staff's status page besides: turn
    it off where strangers reach the port, for it tells of cables, addresses and files. Triggers are off until a token
    for them is named, in a file or a variable of the environment. `connections` are as many as may be open at once,
    `connections_per_address` those from one address; this machine's own have some places beyond.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
    sponsors: Text | None = None
    staff: bool = True
    trigger_token_file: Text | None = None
    trigger_token_env: Text | None = None
    connections: Annotated[int, msgspec.Meta(ge=8, le=MOST_CONNECTIONS)] = 512
    connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=MOST_CONNECTIONS)] = 256

    def trigger_token(self) -> str | None:
        """What opens the triggers; None while they are off. Raises `UsageError` when it is named but not there, or can
        be no token."""
        token = secret_of("web.trigger_token", "the trigger's token", self.trigger_token_file, self.trigger_token_env)
        if token is None or (len(token) >= _SHORTEST_TOKEN and _TOKEN.fullmatch(token)):
            return token
        where = "web.trigger_token_file" if self.trigger_token_file is not None else "web.trigger_token_env"
        raise UsageError(
            f"the trigger's token is not {_SHORTEST_TOKEN} or more letters, digits and -._~/=",
            where,
            "make one with: openssl rand -hex 16",
        )
