from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from tablebridge.game.journal.correction import Cause, Correction, Placed
from tablebridge.game.journal.journal import JournalEntry
from tablebridge.game.journal.ruling_event import Decision, Ruling
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


def test_what_is_hidden_stays_so_in_a_correction(played: Callable[..., JournalEntry]) -> None:
    entry = played(Discarded(Seat.B, Tile.parse("0p")))
    hands = tuple(parse_tiles("123456789m1234p") for _ in Seat)
    placed = (
        Placed("s-2.1", "s-1", Drawn(Seat.C, Tile.parse("7z"))),
        Placed("s-2.2", "s-2.1", Dealt(Tile.parse("3s"), hands)),
        Placed("s-2.3", "s-2.2", Discarded(Seat.C, Tile.parse("1z")), "s-1", by_referee=True),
    )
    correction = Correction(Cause.CORRECTED, ("s-1",), placed, (1, 2, 3, 4))

    data = release(replace(entry, type="correction", event=correction), "hall-1", LATER).data

    assert (data["cause"], data["replaces"], data["points"]) == ("corrected", ["s-1"], [1, 2, 3, 4])
    assert isinstance(data["events"], list)
    events = [one["event"] for one in data["events"]]
    assert [events[0]["tile"], events[1]["hands"], events[2]["tile"]] == [None, None, "1z"]
    assert "7z" not in str(data)


def test_a_ruling_is_told(played: Callable[..., JournalEntry]) -> None:
    ruling = Ruling("s-1.RL-T01.turn_order.B", "s-1", "RL-T01", Seat.B, Decision.OVERRULED)
    entry = replace(played(Discarded(Seat.B, Tile.parse("0p"))), type="ruling", event=ruling)

    assert release(entry, "hall-1", LATER).data == {
        "type": "ruling",
        "flag": "s-1.RL-T01.turn_order.B",
        "event_id": "s-1",
        "clause": "RL-T01",
        "seat": "B",
        "decision": "overruled",
        "text": "",
        "penalty": "",
    }
