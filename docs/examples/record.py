"""Keeps the record of an evening as it stands after every correction: who threw what, hand by hand.

    python record.py 127.0.0.1 rehearsal

What came while this program was down is kept by the broker, because the session is (`clean_session=False`); what comes
twice is known by its sequence, and another evening by its ids. A program that must outlive its own memory writes all of
a `Record` to its database in one transaction.
"""

import json
import sys
from typing import Any

import paho.mqtt.client as mqtt


class Record:
    """The events of an evening that count, in the order of the game."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, journal: str) -> None:
        """Another evening: nothing of it is here yet."""
        self.journal = journal  # what the ids of its events begin with
        self.last = 0
        self.missing: list[range] = []  # sequences that did not come: ask for them with `command/resend`
        self.events: dict[str, dict[str, Any]] = {}  # by id, in order

    def take(self, identity: str, data: dict[str, Any]) -> bool:
        """Takes in what came on `events/`; False for what came before."""
        journal, sequence = identity.rpartition("-")[0], data["sequence"]
        if journal != self.journal:
            self.begin(journal)  # which counts from 1 again
        if sequence <= self.last:
            return False
        if self.last and sequence > self.last + 1:
            self.missing.append(range(self.last + 1, sequence))
        self.last = sequence
        if data["type"] == "correction":
            self._correct(data)
        else:
            self.events[identity] = data
        return True

    def _correct(self, correction: dict[str, Any]) -> None:
        order = list(self.events)
        for placed in correction["events"]:
            after, instead = placed["after"], placed["instead"]
            if after is None or after in order:
                place = 0 if after is None else order.index(after) + 1
            elif instead in order:
                place = order.index(instead)
            else:
                continue  # of a part of the evening in which we were not there
            near = self.events.get(after) or self.events.get(instead) or correction
            order.insert(place, placed["id"])
            self.events[placed["id"]] = {"hand": near["hand"], **placed["event"]}
        gone = set(correction["replaces"])
        self.events = {identity: self.events[identity] for identity in order if identity not in gone}


def main(host: str, table: str) -> None:
    """Prints what became of each hand, and every correction, as they come."""
    record = Record()

    def heard(_client: mqtt.Client, _userdata: object, message: mqtt.MQTTMessage) -> None:
        event = json.loads(message.payload)
        data, journal, gaps = event["data"], record.journal, len(record.missing)
        if not record.take(event["id"], data):
            return
        if record.journal != journal:
            print(f"evening {record.journal}, from event {record.last} on", flush=True)
        for gap in record.missing[gaps:]:
            print(f"events {gap.start} to {gap.stop - 1} did not come", flush=True)
        if data["type"] == "settled":
            print(f"hand {data['hand']}: points {data['points']}, {len(record.events)} events count", flush=True)
        elif data["type"] == "correction":
            print(f"corrected: {len(data['replaces'])} out, {len(data['events'])} in", flush=True)

    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, f"record-of-{table}", clean_session=False)
    client.on_message = heard
    client.on_connect = lambda client, *_: client.subscribe(f"tablebridge/v1/{table}/events/#", 1)
    address, _, port = host.partition(":")
    client.connect(address, int(port or 1883))
    client.loop_forever()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
