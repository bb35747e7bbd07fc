from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from tablebridge.mqtt.cloudevent import encode_document, encode_event, encode_state
from tablebridge.release import PublicState, Released

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
DISCARD = Released(
    id="s-42",
    sequence=42,
    type="discard",
    table="hall-1",
    hand=3,
    data={"type": "discard", "seat": "A", "tile": "0p", "sideways": True, "drawn": None},
    captured_at=NOON,
    released_at=NOON.replace(second=30),
    confidence=0.9,
    witnesses=("camera",),
    clauses=("RL-T02",),
)


def test_an_event_is_a_cloud_event_with_everything_about_it_in_data() -> None:
    assert msgspec.json.decode(encode_event(DISCARD)) == {
        "specversion": "1.0",
        "id": "s-42",
        "source": "/tablebridge/v1/hall-1",
        "type": "tablebridge.v1.events.discard",
        "subject": "events/discard",
        "time": "2026-05-01T12:00:00Z",
        "datacontenttype": "application/json",
        "sequence": "0000000000000000042",
        "data": {
            "type": "discard",
            "seat": "A",
            "tile": "0p",
            "sideways": True,
            "drawn": None,
            "table": "hall-1",
            "sequence": 42,
            "hand": 3,
            "captured_at": "2026-05-01T12:00:00Z",
            "released_at": "2026-05-01T12:00:30Z",
            "confidence": 0.9,
            "witnesses": ["camera"],
            "clauses": ["RL-T02"],
        },
    }


def test_a_state_is_a_cloud_event() -> None:
    state = PublicState(table="hall-1", rulebook="riichi-league-tw", sequence=42, phase="playing")
    document = msgspec.json.decode(encode_state(state, NOON))
    assert (document["id"], document["type"], document["time"]) == (
        f"hall-1-state-42-{NOON.isoformat()}",
        "tablebridge.v1.state",
        "2026-05-01T12:00:00Z",
    )
    assert document["data"] == msgspec.json.decode(msgspec.json.encode(state))


def test_the_states_after_one_event_are_told_apart() -> None:
    state = PublicState(table="hall-1", rulebook="riichi-league-tw", sequence=42, phase="playing")
    moments = (NOON, NOON.replace(microsecond=1))
    assert len({msgspec.json.decode(encode_state(state, moment))["id"] for moment in moments}) == 2


def test_a_document_without_a_sequence_has_none() -> None:
    document = msgspec.json.decode(encode_document("hall-1", "health", {"frames": 1}, NOON))
    assert "sequence" not in document
    assert document["data"] == {"frames": 1}
