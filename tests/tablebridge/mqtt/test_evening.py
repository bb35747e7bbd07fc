"""Whatever is published of an evening of each rulebook is as the shipped schemas say, the referee's word included."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib import resources
from pathlib import Path
from random import Random

import jsonschema
import pytest

from tablebridge.errors import UsageError
from tablebridge.game.ruling import AcceptFlag, RemoveEvent, RevokePenalty, VoidHand
from tablebridge.mqtt.cloudevent import encode_event, encode_state, encode_violation
from tablebridge.release import release, violation_flag
from tablebridge_rules.event import Discarded
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.refereed import NOON, RefereedTable, game


class Shipped:
    """The schemas as they lie in the package."""

    def __init__(self) -> None:
        self._checkers: dict[str, jsonschema.Draft202012Validator] = {}
        self.seen: set[str] = set()

    def check(self, topic: str, payload: bytes) -> None:
        if topic not in self._checkers:
            path = resources.files("tablebridge.mqtt").joinpath("schemas", f"{topic.replace('/', '.')}.json")
            self._checkers[topic] = jsonschema.Draft202012Validator(json.loads(path.read_text("utf-8")))
        self._checkers[topic].validate(json.loads(payload))
        self.seen.add(topic)


def refereed(table: RefereedTable, chance: Random) -> None:
    """Some words of the referee: a discard that was not one, every flag, a penalty taken back, a hand that is void."""
    discards = [entry for entry in table.entries if isinstance(entry.event, Discarded)]
    for act in (RemoveEvent(chance.choice(discards).id), VoidHand()):
        with suppress(UsageError):
            table.act(act)
        for flag in list(table.flags):
            with suppress(UsageError):
                table.act(AcceptFlag(flag.id, apply=True))
                table.act(RevokePenalty(flag.id))


@pytest.mark.parametrize("book", shipped())
def test_everything_published_follows_the_shipped_schemas(book: str, tmp_path: Path) -> None:
    ours = Shipped()
    table = RefereedTable(read_rulebook(book), tmp_path)
    events = game(book, 3, 2)
    for place in range(0, len(events), 16):
        table.tell(events[place : place + 16])
        ours.check("state", encode_state(table.state))
    refereed(table, Random(7))
    ours.check("state", encode_state(table.state))
    for entry in table.told:
        released = release(entry, "t1", NOON)
        ours.check(f"events/{released.type}", encode_event(released))
    for flag in table.flags:
        ours.check("violations/clause", encode_violation(violation_flag(flag, "t1")))

    assert {"state", "events/hand_started", "events/discard", "events/settled", "events/correction"} <= ours.seen
