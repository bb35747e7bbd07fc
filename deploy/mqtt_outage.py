"""Kills a real Mosquitto under a table that plays on, and tells what its readers noticed.

    python deploy/mqtt_outage.py                                   15 minutes of play without a broker, in 30 s
    python deploy/mqtt_outage.py --version 3.1.1 --persistence forgotten

The time of play is compressed (`--compress`); the broker, the journal and the way back are in real time. One reader
keeps a record with a persistent session, another comes anew after the broker is back, as a scoreboard would. Exit
code 1 when an event was lost, doubled by its id or out of order, or the state was not right within 5 s.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.mqtt import BrokerAddress, MqttPublisher, Pace
from tablebridge.release import Ledger, PublicState, Released, ReleaseGate
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

BASE = "tablebridge/v1/hall-1"
RIGHT_WITHIN_S = 5.0
PERSISTENCE = {
    "kept": "persistence true\npersistence_location {folder}/\nautosave_on_changes true\nautosave_interval 1\n",
    "forgotten": "persistence false\n",
}


class Broker:
    """Mosquitto on one port however often it is started."""

    def __init__(self, folder: Path, persistence: str) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        if program is None:
            sys.exit("mosquitto is not installed (apt-get install mosquitto)")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._command = [program, "-c", str(folder / "m.conf")]
        self._log = folder / "m.log"
        (folder / "m.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\nmax_queued_messages 0\n"
            f"max_inflight_messages 100\n{PERSISTENCE[persistence].format(folder=folder)}"
        )

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self._process.poll() is not None:
                    sys.exit(f"mosquitto does not start: {self._log.read_text()[-300:]}")
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Table:
    """A table from its journal to its publisher, with events that mean nothing."""

    def __init__(self, folder: Path, address: BrokerAddress, pace: Pace) -> None:
        now = datetime.now(UTC)
        self.journal = Journal(folder / "hall-1.db", "hall-1", now=now)
        self.journal.begin_game("riichi-league-tw", now)
        self._gate = ReleaseGate("hall-1")
        ledger = Ledger(self.journal, self._gate, "mqtt")
        self.publisher = MqttPublisher(
            address, "hall-1", ledger.unacknowledged, ledger.acknowledge, pace=pace, instance=self.journal.session
        )
        self._gate.subscribe(self._publish)
        self.publisher.publish_status("link", {"status": "online", "line": ""})

    def play(self, count: int, over_s: float) -> None:
        """So many events, evenly."""
        began_s = time.monotonic()
        for number in range(count):
            time.sleep(max(0.0, began_s + over_s * number / count - time.monotonic()))
            for entry in self.journal.append([DecodedEvent(Drawn(Seat.A), 0.0, datetime.now(UTC))]):
                state = PublicState(table="hall-1", rulebook="", sequence=entry.sequence, phase="playing")
                self._gate.admit(entry, state)

    def _publish(self, released: Released | None, state: PublicState) -> None:
        if released is not None:
            self.publisher.publish(released)
        self.publisher.publish_state(state)


class Reader:
    """Notes what comes and when. With `name` its session is kept by the broker, and it comes back by itself."""

    def __init__(self, port: int, version: str, name: str = "") -> None:
        self.arrivals: list[float] = []
        self.sequences: dict[str, int] = {}
        self.live: list[int] = []
        self.statuses: dict[str, str] = {}
        self.state = 0
        modern = version == "5"
        clean = not name
        self._client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            name,
            clean_session=None if modern else clean,
            protocol=paho.MQTTv5 if modern else paho.MQTTv311,
        )
        ready = threading.Event()
        self._client.on_connect = lambda client, *_: client.subscribe(f"{BASE}/#", 1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = self._note
        self._client.reconnect_delay_set(1, 1)
        if modern:
            kept = Properties(PacketTypes.CONNECT)
            kept.SessionExpiryInterval = 0 if clean else 3600
            self._client.connect("127.0.0.1", port, clean_start=clean, properties=kept)
        else:
            self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        if not ready.wait(20):
            sys.exit("the broker confirms no subscription")

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        topic = message.topic.removeprefix(f"{BASE}/")
        if topic == "status":
            self.statuses[topic] = message.payload.decode()
        elif topic == "state":
            self.state = json.loads(message.payload)["data"]["sequence"]
        elif topic.startswith("status/"):
            self.statuses[topic] = json.loads(message.payload)["data"]["status"]
        elif topic.startswith("live/"):
            self.live.append(json.loads(message.payload)["data"]["sequence"])
        elif topic.startswith("events/"):
            document = json.loads(message.payload)
            self.arrivals.append(time.monotonic())
            self.sequences.setdefault(document["id"], document["data"]["sequence"])

    def is_right(self, sequence: int) -> bool:
        """Whether it shows the table online and at least as far as that event."""
        return self.statuses == {"status": "online", "status/link": "online"} and self.state >= sequence

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def outage(arguments: argparse.Namespace, folder: Path) -> dict[str, object]:
    """One outage; returns what was noticed."""
    broker = Broker(folder, arguments.persistence)
    broker.start()
    pace = Pace(rate=arguments.rate)
    table = Table(folder, BrokerAddress("127.0.0.1", broker.port, version=arguments.version), pace)
    keeper = Reader(broker.port, arguments.version, "keeper")
    table.publisher.start()
    count = round(arguments.minutes * arguments.events_a_minute)
    down_s = arguments.minutes * 60 / arguments.compress
    table.play(100, min(5, down_s))

    broker.kill()
    table.play(count, down_s)
    before = len(keeper.arrivals)
    broker.start()
    back_s = time.monotonic()
    scoreboard = Reader(broker.port, arguments.version)
    playing = threading.Thread(target=table.play, args=(50, min(10, 2 * down_s)))
    playing.start()
    while not scoreboard.is_right(100 + count) and time.monotonic() < back_s + 30:
        time.sleep(0.01)
    right_s = time.monotonic() - back_s
    playing.join()
    total = 100 + count + 50
    while len(keeper.sequences) < total and time.monotonic() < back_s + 60 + count / arguments.rate:
        time.sleep(0.05)
    through_s = keeper.arrivals[-1] - back_s
    table.publisher.stop()
    for reader in (keeper, scoreboard):
        reader.close()
    broker.kill()
    table.journal.close()

    order = list(keeper.sequences.values())
    after = keeper.arrivals[before:]
    return {
        "version": arguments.version,
        "persistence": arguments.persistence,
        "events": total,
        "while_down": count,
        "lost": total - len(order),
        "out_of_order": sum(later < earlier for earlier, later in pairwise(order)),
        "sent_again": len(keeper.arrivals) - len(order),
        "most_in_a_second": max(sum(start <= at < start + 1 for at in after) for start in after),
        "right_after_s": round(right_s, 2),
        "backlog_through_after_s": round(through_s, 1),
        "old_events_to_viewers": sum(sequence <= 100 + count for sequence in scoreboard.live),
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints one JSON object; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", choices=["5", "3.1.1"], default="5", help="of MQTT")
    parser.add_argument("--persistence", choices=list(PERSISTENCE), default="kept", help="of the broker")
    parser.add_argument("--minutes", type=float, default=15, help="of play without a broker")
    parser.add_argument("--events-a-minute", type=float, default=60, help="of play")
    parser.add_argument("--compress", type=float, default=30, help="how much faster than at a table")
    parser.add_argument("--rate", type=float, default=50, help="events a second of the backlog")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        noticed = outage(wanted, Path(folder))
    sys.stdout.write(json.dumps(noticed, indent=1) + "\n")
    fine = not (noticed["lost"] or noticed["out_of_order"] or noticed["old_events_to_viewers"])
    return 0 if fine and float(str(noticed["right_after_s"])) <= RIGHT_WITHIN_S else 1


if __name__ == "__main__":
    sys.exit(main())
