"""Events a second and latency to a subscriber: from the journal by the publisher, against a bare paho-mqtt loop.

    python deploy/bench_mqtt.py            500 events each way, three rounds, on one Mosquitto

Both ways send payloads of the same size with QoS 1 to the same broker in the same run, and one subscriber in this
process hears both. "Journal" is all that a table does with an event once it is decided: written to disk with a full
sync, through the gate, published on `events/` and `live/`, its state after it, confirmed and marked on disk.
"Publisher" is the same without journal and gate, so without a disk. "Paced" is
one event every 50 ms, as at a table; "at once" is as fast as it goes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import paho.mqtt.client as paho
from mqtt_outage import BASE, Broker, Table

from tablebridge.mqtt import BrokerAddress, MqttPublisher, Pace
from tablebridge.release import Released

_PACED_S = 0.05


class Ear:
    """Hears what comes on a topic, and when."""

    def __init__(self, port: int, topic: str) -> None:
        self.heard: list[float] = []
        self._changed = threading.Condition()
        ready = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = self._note
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        if not ready.wait(20):
            sys.exit("the broker confirms no subscription")

    def _note(self, *_: object) -> None:
        with self._changed:
            self.heard.append(time.perf_counter())
            self._changed.notify_all()

    def wait(self, count: int) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.heard) >= count, 120):
                sys.exit(f"only {len(self.heard)} of {count} messages came")

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Alone:
    """A publisher of events that nobody keeps."""

    def __init__(self, port: int) -> None:
        connected = threading.Event()
        self.publisher = MqttPublisher(
            BrokerAddress("127.0.0.1", port),
            "alone",
            list,
            lambda _sequence: None,
            lambda status: status.connected and connected.set(),
        )
        self.publisher.start()
        if not connected.wait(20):
            sys.exit("the broker does not take the publisher")
        self._sequence = 0

    def send(self) -> None:
        self._sequence += 1
        now = datetime.now(UTC)
        self.publisher.publish(
            Released(
                id=f"alone-{self._sequence}",
                sequence=self._sequence,
                type="draw",
                table="alone",
                hand=1,
                data={"type": "draw", "seat": "A", "tile": None, "replacement": False},
                captured_at=now,
                released_at=now,
            )
        )


def measure(send: Callable[[], None], ear: Ear, count: int, pause_s: float) -> dict[str, float]:
    """Sends so many, with a pause after each; rate and latency of what was heard."""
    ear.heard.clear()
    sent = []
    for _ in range(count):
        sent.append(time.perf_counter())
        send()
        if pause_s:
            time.sleep(pause_s)
    ear.wait(count)
    late = sorted((heard - began) * 1000 for began, heard in zip(sent, ear.heard, strict=True))
    return {
        "events_a_second": count / (ear.heard[-1] - sent[0]),
        "p50_ms": statistics.median(late),
        "p95_ms": late[int(0.95 * len(late))],
    }


def rounds(count: int, times: int, folder: Path) -> dict[str, dict[str, float]]:
    """Both ways in turn; the median of each figure."""
    broker = Broker(folder, "forgotten")
    broker.start()
    table = Table(folder, BrokerAddress("127.0.0.1", broker.port), Pace())
    table.publisher.start()
    bare = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    bare.max_inflight_messages_set(20)
    bare.connect("127.0.0.1", broker.port)
    bare.loop_start()
    alone = Alone(broker.port)
    ears = {
        "journal": Ear(broker.port, f"{BASE}/events/#"),
        "publisher": Ear(broker.port, "tablebridge/v1/alone/events/#"),
        "bare": Ear(broker.port, "bare"),
    }
    payload = b"x" * 640  # as large as a draw
    senders: dict[str, Callable[[], None]] = {
        "journal": lambda: table.play(1, 0),
        "publisher": alone.send,
        "bare": lambda: bare.publish("bare", payload, 1) and None,
    }
    table.play(1, 0)
    ears["journal"].wait(1)
    seen: dict[str, list[dict[str, float]]] = {}
    for _ in range(times):
        for way, send in senders.items():
            seen.setdefault(f"{way}, at once", []).append(measure(send, ears[way], count, 0))
            seen.setdefault(f"{way}, paced", []).append(measure(send, ears[way], min(count, 200), _PACED_S))
    table.publisher.stop()
    alone.publisher.stop()
    for ear in ears.values():
        ear.close()
    bare.disconnect()
    bare.loop_stop()
    broker.kill()
    table.journal.close()
    return {
        way: {figure: round(statistics.median(one[figure] for one in those), 2) for figure in those[0]}
        for way, those in seen.items()
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints one JSON object; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="events each way")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median is told")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(rounds(wanted.count, wanted.rounds, Path(folder)), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
