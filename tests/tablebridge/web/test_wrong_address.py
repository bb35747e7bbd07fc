"""An address that is nearly right leads to the page; one that is wrong is told which there are, and asks again."""

from __future__ import annotations

import http.client
from typing import Any

import pytest

from tests.tablebridge.web.test_server import get

PAGES = (
    "/overlay, /overlay/program, /overlay/lower-third, /overlay/result, /overlay/waits, /overlay/standings, "
    "/scoreboard, /scoreboard/all"
)


def ask(served: Any, path: str, method: str = "GET") -> tuple[int, str | None]:
    """Status and where it leads."""
    connection = http.client.HTTPConnection("127.0.0.1", int(served.address.rpartition(":")[2]), timeout=20)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("Location")
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/overlay/", "/overlay"),
        ("/overlay/?lang=ja&theme=paper", "/overlay?lang=ja&theme=paper"),
        ("/overlay/table?table=hall-2", "/overlay?table=hall-2"),
        ("/overlay/table/", "/overlay"),
        ("/overlay/lower-third//", "/overlay/lower-third"),
        ("/scoreboard/?table=%E6%9D%B1", "/scoreboard?table=%E6%9D%B1"),
        ("/scoreboard/all/", "/scoreboard/all"),
        ("/?table=hall-2", "/overlay?table=hall-2"),
        ("/", "/overlay"),
    ],
)
def test_what_was_meant_is_found_with_all_that_was_asked_for(path: str, leads_to: str, served: Any) -> None:
    assert ask(served, path) == (302, leads_to)


@pytest.mark.parametrize(
    "path",
    [
        "/overlay/empty",  # a scene of the program page alone
        "/overlay/nothing",
        "/overlay/nothing/",
        "/Overlay",
        "/overlays",
        "/scoreboard/hall-1",
        "/status",  # no board of the staff is served here
        "/trigger",
        "//example.org/overlay/",
        "/x%0Ay",
    ],
)
def test_what_there_is_not_is_told_what_there_is(path: str, served: Any) -> None:
    status, headers, body = get(f"{served.address}{path}")
    assert (status, body.decode()) == (404, f"no such address: {path} (pages here: {PAGES})\n")
    assert headers["Refresh"] == "10"
    assert headers["Content-Type"].startswith("text/plain")
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_that_is_there_is_still_only_read(served: Any) -> None:
    assert ask(served, "/overlay", "POST") == (405, None)


def test_a_long_address_is_not_said_whole(served: Any) -> None:
    assert len(get(f"{served.address}/{'a' * 4000}")[2]) < 400
