"""Every state that a hand goes through, of every rulebook and for both ways of seeing, survives the way to JSON."""

from __future__ import annotations

import json

import pytest

from tablebridge_rules import play
from tablebridge_rules.errors import JsonError
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.state_json import event_from_json, event_to_json
from tablebridge_rules.table import table_view
from tests.rules.play.hands import PlayedHand, as_seen, fold


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("seed", [0, 1])
def test_a_hand_survives_the_way_to_json_and_back(name: str, seed: int) -> None:
    book = play.read_rulebook(name)
    hand = PlayedHand(book, seed, 0.9)
    hand.run()
    for event in hand.events:
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
    hidden = [as_seen(event) for event in hand.events]
    for state in (*fold(hand.events, book), *fold(hidden, book)):
        for seen in (state, table_view(state)):
            assert play.from_json(json.loads(json.dumps(play.to_json(seen))), book) == seen


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda document: None, "tradition: None is not that of the rulebook sichuan-bloody, which is sichuan"),
        (lambda document: {**document, "tradition": "riichi"}, "tradition: 'riichi' is not that of the rulebook"),
        (lambda document: {"tradition": "sichuan"}, "state: None cannot be read: an object"),
        (
            lambda document: {**document, "state": {**document["state"], "wall_left": "all"}},
            "state.wall_left: 'all' cannot be read: a whole number",
        ),
    ],
    ids=["nothing", "another tradition", "no state", "a bad value"],
)
def test_what_is_no_state_is_told_by_its_place(change: object, text: str) -> None:
    book = play.read_rulebook("sichuan-bloody")
    document = play.to_json(PlayedHand(book, 1, 0.9).run())
    assert callable(change)
    with pytest.raises(JsonError) as raised:
        play.from_json(change(document), book)
    assert str(raised.value).startswith(text)
