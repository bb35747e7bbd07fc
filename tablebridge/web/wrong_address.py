"""Addresses that there are not: led to the one that was meant, or told which there are."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from tablebridge.web.site import TRY_AGAIN, Handler

__all__ = ["WrongAddress"]

_SHOWN = 80
"""Characters of a wrong address that are said again."""


class WrongAddress:
    """Answers what no route does. `pages` are the addresses of pages; `others` lead to one of them by another name."""

    def __init__(self, pages: Sequence[str], others: dict[str, str]) -> None:
        self._pages = tuple(pages)
        self._others = others

    @web.middleware
    async def lead(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Goes before all that answers. Raises `HTTPFound` where only a slash at the end was too much, or the page has
        another name; `HTTPNotFound` that names the pages."""
        if not isinstance(request.match_info.http_exception, web.HTTPNotFound):
            return await handler(request)
        bare = request.path.rstrip("/")
        # only to what stands in the list: an address may begin with two slashes, and lead to another machine
        meant = self._others.get(bare, bare)
        if meant in self._pages:
            raise web.HTTPFound(with_query(meant, request))
        shown = request.rel_url.raw_path[:_SHOWN]
        raise web.HTTPNotFound(
            text=f"no such address: {shown} (pages here: {', '.join(self._pages)})\n", headers=TRY_AGAIN
        )


def with_query(path: str, request: web.Request) -> str:
    """That path, asking for what the request asked for."""
    query = request.rel_url.raw_query_string
    return f"{path}?{query}" if query else path
