"""The changes of state in code are those of the message table, and a hand can be walked through them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tablebridge_protocol.messages import TableState
from tablebridge_protocol.source import load
from tablebridge_protocol.states import START_STATE, TRANSITIONS, may_change


def test_as_in_the_table() -> None:
    assert START_STATE is TableState.IDLE
    named = {(before.name.lower(), after.name.lower()) for before, after in TRANSITIONS}
    assert named == {(change.source, change.target) for change in load().transitions}


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("idle shuffling built raised dice playing closing idle", id="dice"),
        pytest.param("idle shuffling built raised playing closing shuffling built", id="no-dice-or-dealt"),
        pytest.param("playing closing built raised dice playing", id="two-sets"),
        pytest.param("shuffling fault shuffling built", id="jam-cleared"),
        pytest.param("shuffling fault idle shuffling", id="cover-reopened-to-add-a-tile"),
        pytest.param("raised closing idle", id="called-off"),
    ],
)
def test_ways_that_tables_go(way: str) -> None:
    states = [TableState[name.upper()] for name in way.split()]
    assert all(may_change(before, after) for before, after in pairwise(states))


@pytest.mark.parametrize(
    ("before", "after"),
    [("IDLE", "RAISED"), ("SHUFFLING", "RAISED"), ("BUILT", "PLAYING"), ("PLAYING", "RAISED"), ("PLAYING", "PLAYING")],
)
def test_ways_that_no_table_goes(before: str, after: str) -> None:
    assert not may_change(TableState[before], TableState[after])
