"""Files of recorded games: read, and refused with the line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.records.game_lines import read_games

ROWS = [
    {"type": "game_start", "game": "one"},
    {"type": "hand_start", "hand": 0},
    {"type": "draw", "seat": "A", "tile": "1m"},
    {"type": "hand_end"},
    {"type": "hand_start", "hand": 1},
    {"type": "game_end"},
    {"type": "game_start", "game": "two"},
    {"type": "hand_start", "hand": 0},
]


def text(rows: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.mark.parametrize("packed", [False, True])
def test_games_and_hands(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "games"
    path.write_bytes(gzip.compress(text(ROWS)) if packed else text(ROWS))
    one, two = read_games(path)
    assert (one.name, [hand.number for hand in one.hands], two.name) == ("one", [0, 1], "two")
    assert [row["type"] for row in one.hands[0].rows] == ["draw", "hand_end"]
    assert (one.end, two.end) == ({"type": "game_end"}, None)


def test_a_text_may_hold_what_others_take_for_the_end_of_a_line(tmp_path: Path) -> None:
    (tmp_path / "games").write_text('{"type": "game_start", "game": "a\u2028b"}\n', "utf-8")
    (game,) = read_games(tmp_path / "games")
    assert game.name == "a\u2028b"


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(b"")
    assert list(read_games(tmp_path / "games")) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x\n", "no JSON .*games line 1"),
        (text(ROWS[:1]) + b"\n[]\n", "expected an object: .*games line 3"),
        (b'{"type": 3}\n', "no event: .*games line 1"),
        (text(ROWS[1:2]), "a hand_start before any game_start: .*games line 1"),
        (text([ROWS[0], ROWS[2]]), "a draw before any hand_start: .*games line 2"),
        (text(ROWS[:1]) + b"\xff\n", "no UTF-8 at byte 1: .*games line 2"),
        (b"[" * 100_000, "lists and objects within each other, more than 32 deep: .*games line 1"),
        (b'{"type": ' + b"9" * 5_000 + b"}\n", "a number of 5000 digits, allowed are 40: .*games line 1"),
        (gzip.compress(text(ROWS), mtime=0)[:40], "cannot read the games"),
    ],
)
def test_what_is_no_record(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "games").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        list(read_games(tmp_path / "games"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the games: .*none"):
        list(read_games(tmp_path / "none"))
