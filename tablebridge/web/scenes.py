"""Scenes of the overlay: what there are, which one a table shows on its program page, and what is shown again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from aiohttp import web

from tablebridge.release import PublicState, Released
from tablebridge.web.messages import MomentsMessage, ReplayMessage, SceneMessage
from tablebridge.web.moments import MomentsKeeper
from tablebridge.web.site import TRY_AGAIN, Site

__all__ = ["FIRST_SCENE", "REPLAYS", "SCENES", "Stage", "StageMessage", "Stages", "routes"]

SCENES = ("table", "lower-third", "result", "waits", "standings", "empty")
"""What a program page may show; `table` is the whole table, `empty` nothing at all."""
FIRST_SCENE = "table"
REPLAYS = ("call", "win")

_SECONDS = re.compile(r"[1-9][0-9]{0,2}")

StageMessage = SceneMessage | MomentsMessage | ReplayMessage


class Stage:
    """What the pages of one table show besides its state.

    `choose` and `replay` may be called from any thread; `follow` and `greeting` in the server's loop.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._scene = FIRST_SCENE
        self._keeper = MomentsKeeper()

    def choose(self, scene: str) -> SceneMessage:
        """Another scene on the program page. Raises `ValueError` that names those there are."""
        if scene not in SCENES:
            raise ValueError(f"no such scene: {scene} (scenes: {', '.join(SCENES)})")
        self._scene = scene
        return SceneMessage(self._table, scene)

    def replay(self, what: str) -> ReplayMessage:
        """The last call or win once more. Raises `ValueError` when there is none, or no such thing."""
        moments = self._keeper.moments
        if what not in REPLAYS:
            raise ValueError(f"no such replay: {what} (replays: {', '.join(REPLAYS)})")
        kept = moments.call if what == "call" else moments.win
        if kept is None:
            raise ValueError(f"there is no {what} to show again yet (press it after the next one)")
        kind: Literal["call", "win"] = "call" if what == "call" else "win"
        return ReplayMessage(self._table, kind)

    def follow(self, released: Released | None, state: PublicState) -> MomentsMessage | None:
        """Takes in what was let out; the message that has to follow it, if any."""
        return self._moments() if self._keeper.follow(released, state) else None

    def greeting(self) -> tuple[StageMessage, ...]:
        """What a page that has just come is told after the state."""
        return SceneMessage(self._table, self._scene), self._moments()

    def _moments(self) -> MomentsMessage:
        return MomentsMessage(self._table, self._keeper.moments)


class Stages:
    """The stages of all tables. `say(table, message)` brings a message to everyone who watches, from any thread."""

    def __init__(self, tables: tuple[str, ...], say: Callable[[str, StageMessage], object]) -> None:
        self._stages = {table: Stage(table) for table in tables}
        self._say = say

    def of(self, table: str) -> Stage:
        """The stage of that table."""
        return self._stages[table]

    def choose(self, table: str, scene: str) -> None:
        """Shows another scene on the table's program pages. Raises `ValueError` that names those there are."""
        self._say(table, self._stages[table].choose(scene))

    def replay(self, table: str, what: str) -> None:
        """Shows the last call or win of the table once more. Raises `ValueError` when there is none."""
        self._say(table, self._stages[table].replay(what))


def routes(site: Site) -> list[web.AbstractRouteDef]:
    """A fixed address for each scene but the whole table, and `/overlay/program` for the one that is chosen."""
    page = site.page("overlay/overlay.html", what=("both", *REPLAYS))

    async def serve(request: web.Request) -> web.StreamResponse:
        for name in ("hold", "replay"):
            value = request.query.get(name)
            if value is not None and not _SECONDS.fullmatch(value):
                raise web.HTTPNotFound(text=f"no such {name}: {value} (seconds, from 1 to 999)\n", headers=TRY_AGAIN)
        return await page(request)

    names = ("program", *(scene for scene in SCENES if scene not in ("table", "empty")))
    return [web.get(f"/overlay/{name}", serve) for name in names]
