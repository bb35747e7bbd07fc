"""What a record says of each hand's end, against the result that was published: yaku, fu, han, limit, points moved."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["RecordedGame", "read_games", "result_differences"]

Row = dict[str, Any]


@dataclass
class RecordedGame:
    """The lines of one game, and the number of its first hand among all hands of the file."""

    name: str
    first_hand: int
    lines: list[str] = field(default_factory=list)
    hands: int = 0

    def rows(self) -> list[Row]:
        """The lines as objects."""
        return [json.loads(line) for line in self.lines]

    def written(self, path: Path, hands: int) -> int:
        """Writes the first `hands` hands of it as a record of its own; returns how many it has."""
        whole = 0
        with path.open("w", encoding="utf-8") as file:
            for line, row in zip(self.lines, self.rows(), strict=True):
                file.write(line)
                whole += row["type"] == "hand_end"
                if whole == hands:
                    break
        return whole


def read_games(path: Path) -> list[RecordedGame]:
    """The games of a record, plain or as `.gz`."""
    opened = gzip.open if path.suffix == ".gz" else open
    games: list[RecordedGame] = []
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["type"] == "game_start":
                games.append(RecordedGame(str(row.get("game", len(games))), sum(one.hands for one in games)))
            games[-1].lines.append(line)
            games[-1].hands += row["type"] == "hand_end"
    return games


def result_differences(rows: Sequence[Row], results: dict[int, Row | None]) -> Iterator[tuple[int, str]]:
    """Each hand's number, and what its published `results` (the state's `result`) say otherwise than the record."""
    for hand, wins, end in _hands(rows):
        result = results.get(hand)
        if result is None:
            yield hand, "no result was published"
            continue
        if len(result["wins"]) != len(wins):
            yield hand, f"{len(wins)} wins, {len(result['wins'])} published"
            continue
        for recorded, told in zip(wins, result["wins"], strict=True):
            yield from ((hand, difference) for difference in _win_differences(recorded, told))
        moved = [sum(win["delta"][seat] for win in wins) for seat in range(4)] if wins else end.get("delta")
        if moved is not None and result["delta"] is not None and list(result["delta"]) != list(moved):
            yield hand, f"delta {moved}, published {list(result['delta'])}"


def _hands(rows: Sequence[Row]) -> Iterator[tuple[int, list[Row], Row]]:
    """Each whole hand's number, its wins, and the draw that ended it where one did."""
    number, wins, end = 0, list[Row](), Row()
    for row in rows:
        match row["type"]:
            case "hand_start":
                number, wins, end = row["hand"], [], {}
            case "win":
                wins.append(row)
            case "exhaustive_draw" | "abortive_draw":
                end = row
            case "hand_end":
                yield number, wins, end


def _win_differences(recorded: Row, told: Row) -> Iterator[str]:
    yaku = {pattern["name"]: pattern["value"] for pattern in told["patterns"]}
    if recorded["yakuman"]:
        yaku, wanted = dict.fromkeys(yaku, 0), dict.fromkeys(recorded["yaku"], 0)
    else:
        wanted = {name: han for name, han in recorded["yaku"].items() if han}
    facts = {
        "seat": (recorded["seat"], told["seat"]),
        "from": (recorded["from"], told["from_seat"]),
        "tile": (recorded["tile"], told["tile"]),
        "yaku": (wanted, yaku),
        "han": (recorded["han"], told.get("han")),
        "limit": (recorded["limit"], told.get("limit")),
    }
    if not recorded["yakuman"]:
        facts["fu"] = (recorded["fu"], told.get("fu"))
    for name, (expected, got) in facts.items():
        if expected != got:
            yield f"win of {recorded['seat']}: {name} {expected}, published {got}"
