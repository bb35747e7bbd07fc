"""What an address may ask of a public page, and what it is told where there is no such thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablebridge.web.site import LANGUAGES, STATIC, THEMES
from tests.tablebridge.web.pictures import PNG
from tests.tablebridge.web.test_server import get


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("lang=fr", "no such lang: fr (langs: en, zh-Hant, zh-Hans, ja)\n"),
        ("lang=", "no such lang:  (langs: en, zh-Hant, zh-Hans, ja)\n"),
        ("theme=neon", "no such theme: neon (themes: night, paper, clear)\n"),
        ("style=korean", "no such style: korean (styles: japanese, chinese)\n"),
        ("accent=red", "no such accent: red (six hexadecimal digits, as f2c14e)\n"),
        ("accent=f2c14e0", "no such accent: f2c14e0 (six hexadecimal digits, as f2c14e)\n"),
        ("sponsor=acme", "no such sponsor: acme (sponsors here: none)\n"),
        ("table=hall-9&lang=fr", "no such table: hall-9 (tables here: hall-1, hall-2)\n"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(query: str, answer: str, served: Any) -> None:
    status, headers, body = get(f"{served.address}/overlay?{query}")
    assert (status, body.decode()) == (404, answer)
    assert headers["Content-Type"].startswith("text/plain")
    assert headers["Refresh"] == "10"


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        *((path, "tables=all", 404) for path in ("/overlay", "/overlay/result", "/overlay/program", "/scoreboard")),
        ("/overlay", "tables=nosuch", 404),
        ("/overlay", "tables=", 404),
        ("/scoreboard/all", "tables=all", 200),
        ("/scoreboard/all", "tables=nosuch", 404),
        ("/scoreboard/all", "table=hall-1", 404),
        ("/ws", "tables=nosuch", 404),
        ("/ws", "tables=", 404),
    ],
)
def test_all_tables_are_asked_of_what_shows_them_and_of_nothing_else(
    path: str, query: str, status: int, served: Any
) -> None:
    """A page hands its address on to its connection: one of all tables would draw each of them."""
    answer, headers, body = get(f"{served.address}{path}?{query}")
    assert answer == status
    if status == 404:
        assert body.startswith(b"no such ")
        assert headers["Refresh"] == "10"


def test_whatever_there_is_is_served(served: Any, tmp_path: Path) -> None:
    (tmp_path / "acme.png").write_bytes(PNG)
    served.sponsors = tmp_path
    served.restart()
    for lang in LANGUAGES:
        for theme in THEMES:
            query = f"lang={lang}&theme={theme}&accent=F2c14e&sponsor=acme&table=hall-2&style=chinese"
            assert get(f"{served.address}/overlay?{query}")[0] == 200


@pytest.mark.parametrize("folder", ["shared", "overlay"])
def test_every_file_of_the_full_table_is_served(folder: str, served: Any) -> None:
    files = [path for path in (STATIC / folder).rglob("*") if path.is_file() and path.suffix != ".woff2"]
    assert len(files) > 5
    for path in files:
        assert get(f"{served.address}/static/{path.relative_to(STATIC)}")[0] == 200


def test_theme_variables_are_the_same_in_every_theme() -> None:
    """A theme says nothing of what the first one does not know."""
    blocks = (STATIC / "shared" / "theme.css").read_text(encoding="utf-8").split("}")
    names = [
        {line.split(":")[0].strip() for line in block.splitlines() if line.strip().startswith("--")} for block in blocks
    ]
    first, *others = [found for found in names if found]
    assert len(others) == len(THEMES) - 1
    assert all(found <= first for found in others)
