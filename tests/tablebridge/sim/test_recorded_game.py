"""Recorded games become hands that the rules find nothing wrong with, and that the table can play again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tablebridge.errors import UsageError
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.recorded_game import read_hands
from tablebridge_rules.event import DiceRolled, HandStarted, Settled
from tablebridge_rules.play import begin, settle, step

from .tables import CLOTH, book, set_size
from .test_any_table import check_hand

GAMES = Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"
COMMON = "riichi-common"


def rows() -> list[dict[str, Any]]:
    with gzip.open(GAMES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_hand_is_legal_and_settles_as_recorded() -> None:
    hands = list(read_hands(GAMES, book(COMMON)))
    assert len(hands) == sum(row["type"] == "hand_start" for row in rows())
    for events in hands:
        assert isinstance(events[0], HandStarted)
        state = begin(events[0], book(COMMON))
        for event in events[1:]:
            if isinstance(event, Settled):
                assert event == settle(state, book(COMMON))
            result = step(state, event, book(COMMON))
            assert result.violations == ()
            state = result.state


def test_a_hand_is_played_again_tile_for_tile() -> None:
    stage = Choreography(CLOTH, book(COMMON), 0)
    for events in list(read_hands(GAMES, book(COMMON)))[:2]:
        script = stage.perform(events)
        assert script.tiles == set_size(COMMON)
        check_hand(COMMON, events, script)


def written(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_dice_that_were_not_recorded_come_from_the_seed(tmp_path: Path) -> None:
    end = next(place for place, row in enumerate(rows()) if row["type"] == "hand_end")
    file = written(tmp_path / "game.jsonl", [{**row, "dice": None} for row in rows()[: end + 1]])
    thrown = [[events[2] for events in read_hands(file, book(COMMON), seed)] for seed in (1, 1, 2)]
    assert thrown[0] == thrown[1] != thrown[2]
    assert all(isinstance(dice, DiceRolled) and len(dice.dice) == 2 for (dice,) in thrown)


HAND = next(iter(row for row in rows() if row["type"] == "hand_start"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([[]], "line 1.*JSON object|JSON object.*line 1"),
        ([{}], "has no 'type'.*line 1"),
        ([{"type": "draw"}, {"type": "hand_end"}], "has no 'seat'.*line 1"),
        ([HAND, {"type": "roll"}, {"type": "hand_end"}], "'roll' is no event of a game.*line 2"),
        ([{"type": "draw", "seat": "A", "tile": "1m"}, {"type": "hand_end"}], "begins with hand_start.*line 1"),
        ([HAND, {"type": "draw", "seat": "A", "tile": "1x"}, {"type": "hand_end"}], "line 2"),
        (
            [HAND, {"type": "kan", "kind": "kakan", "seat": "A", "tile": "1m"}, {"type": "hand_end"}],
            "A has no pon of 1m.*line 2",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, lines: list[Any], message: str) -> None:
    file = written(tmp_path / "game.jsonl", lines)
    with pytest.raises(UsageError, match=message):
        list(read_hands(file, book(COMMON)))


@pytest.mark.parametrize("content", [b"{", b"\xff\n", None])
def test_a_file_that_is_no_record_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "game.jsonl"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match=r"cannot read the game|not a recorded game"):
        list(read_hands(file, book(COMMON)))
    archive = tmp_path / "game.jsonl.gz"
    archive.write_bytes(b"no archive")
    with pytest.raises(UsageError, match="cannot read the game"):
        list(read_hands(archive, book(COMMON)))
