from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from tablebridge.game.journal import JournalEntry
from tablebridge.release import release
from tablebridge_rules.event import Dealt, Discarded, Drawn
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

LATER = datetime(2026, 5, 1, 12, 0, 30, tzinfo=UTC)


def test_keeps_what_the_journal_vouches_for(played: Callable[..., JournalEntry]) -> None:
    entry = played(Discarded(Seat.B, Tile.parse("0p"), sideways=True))

    released = release(entry, "hall-1", LATER)

    assert msgspec.json.decode(msgspec.json.encode(released)) == {
        "id": entry.id,
        "sequence": 1,
        "type": "discard",
        "table": "hall-1",
        "hand": entry.hand,
        "data": {"type": "discard", "seat": "B", "tile": "0p", "sideways": True, "drawn": None},
        "captured_at": "2026-05-01T12:00:00Z",
        "released_at": "2026-05-01T12:00:30Z",
        "confidence": 0.9,
        "witnesses": ["table", "camera"],
        "clauses": ["RL-T02"],
    }


def test_the_tile_drawn_stays_hidden(played: Callable[..., JournalEntry]) -> None:
    released = release(played(Drawn(Seat.C, Tile.parse("7z"), replacement=True)), "hall-1", LATER)

    assert released.data == {"type": "draw", "seat": "C", "tile": None, "replacement": True}


def test_the_hands_dealt_stay_hidden(played: Callable[..., JournalEntry]) -> None:
    hands = tuple(parse_tiles("123456789m1234p") for _ in Seat)

    released = release(played(Dealt(Tile.parse("3s"), hands)), "hall-1", LATER)

    assert released.data == {"type": "dealt", "indicator": "3s", "hands": None}
