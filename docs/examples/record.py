"""Keeps the record of a table as it stands after every correction: who threw what, hand by hand.

    python record.py 127.0.0.1 rehearsal

What came while this program was down is kept by the broker, because the session is (`clean_session=False`); what comes
twice is known by its sequence. A program that must outlive its own memory writes `events` and `last` to its database
in one transaction.
"""

import json
import sys
from typing import Any

import paho.mqtt.client as mqtt


class Record:
    """The events of a table that count, in the order of the game."""

    def __init__(self) -> None:
        self.last = 0
        self.events: dict[str, dict[str, Any]] = {}  # by id, in order

    def take(self, identity: str, data: dict[str, Any]) -> bool:
        """Takes in what came on `events/`; False for what came before. Raises `ValueError` where something is missing:
        then ask for it (`command/resend`)."""
        if data["sequence"] <= self.last:
            return False
        if self.last and data["sequence"] > self.last + 1:
            raise ValueError(f"events {self.last + 1} to {data['sequence'] - 1} did not come")
        self.last = data["sequence"]
        if data["type"] == "correction":
            self._correct(data)
        else:
            self.events[identity] = data
        return True

    def _correct(self, correction: dict[str, Any]) -> None:
        for identity in correction["replaces"]:
            self.events.pop(identity, None)
        order = list(self.events)
        for placed in correction["events"]:
            place = 0 if placed["after"] is None else order.index(placed["after"]) + 1
            order.insert(place, placed["id"])
            self.events[placed["id"]] = {**placed["event"], "hand": correction["hand"]}
        self.events = {identity: self.events[identity] for identity in order}


def main(host: str, table: str) -> None:
    """Prints each event as it comes, and the points at the end of a hand."""
    record = Record()

    def heard(_client: mqtt.Client, _userdata: object, message: mqtt.MQTTMessage) -> None:
        event = json.loads(message.payload)
        data = event["data"]
        if not record.take(event["id"], data):
            return
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
