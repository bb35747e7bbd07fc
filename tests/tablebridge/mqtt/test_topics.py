from __future__ import annotations

import pytest

from tablebridge.errors import UsageError
from tablebridge.mqtt import Topics


def test_the_topics_of_a_table() -> None:
    topics = Topics("hall-1")
    assert topics.status == "tablebridge/v1/hall-1/status"
    assert topics.part("camera") == "tablebridge/v1/hall-1/status/camera"
    assert topics.state == "tablebridge/v1/hall-1/state"
    assert topics.health == "tablebridge/v1/hall-1/health"
    assert topics.event("hand_started") == "tablebridge/v1/hall-1/events/hand_started"


@pytest.mark.parametrize("name", ["", "hall 1", "hall/1", "#", "+", "桌", "a" * 65, "hall-1\n"])
def test_a_name_that_not_every_broker_carries_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be used in MQTT topics"):
        Topics(name)
    with pytest.raises(ValueError, match="cannot be part of a topic"):
        Topics("hall-1").event(name)
