"""`tablebridge publish`: a recorded evening on a real broker is what a daemon would have published."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.publish import single

from tablebridge.backoff import Backoff
from tablebridge.cli import main
from tablebridge.cli.evening_stage import Stage
from tablebridge.cli.stop_request import StopRequest
from tablebridge.mqtt import BrokerAddress, MqttPublisher
from tablebridge.records.recording import Recording, Vital, read_recording, shipped_evenings
from tests.tablebridge.mqtt.conftest import PATIENCE_S, Mosquitto, Reader, Statuses

pytestmark = pytest.mark.broker


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    made = Mosquitto(folder)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def reader(mosquitto: Mosquitto) -> Iterator[Reader]:
    made = Reader(mosquitto.reader)
    yield made
    made.close()


@pytest.fixture
def publish(mosquitto: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command with flags, logged in at the broker, as the table `hall-1` and as fast as it goes."""
    monkeypatch.setattr(StopRequest, "of_signals", StopRequest)  # pytest's own Ctrl-C stays what it was
    secret = tmp_path / "password"
    secret.write_text("open sesame\n")

    def call(*flags: str) -> int:
        broker = ["--broker", f"mqtt://daemon@127.0.0.1:{mosquitto.daemon.port}", "--password-file", str(secret)]
        return main(["publish", *flags, "--table", "hall-1", "--speed", "0", *broker])

    return call


def documents(reader: Reader, kind: str) -> list[dict[str, Any]]:
    """Of what came on `events/` or `live/`, in order."""
    return [message.document for message in reader.messages if f"/hall-1/{kind}/" in message.topic]


def has_left(reader: Reader) -> bool:
    return reader.on("status")[-1:] != [] and reader.on("status")[-1].payload == b"offline"


def test_an_evening_is_published_as_a_daemon_would(
    publish: Callable[..., int], reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = read_recording(shipped_evenings()["sichuan"]).events
    assert publish("sichuan", "--violations", "--home-assistant") == 0
    assert capsys.readouterr().out == f"sichuan: {len(recorded)} events published as table hall-1\n"
    reader.wait_for(lambda _: has_left(reader))

    events = documents(reader, "events")
    assert [event["data"]["type"] for event in events] == [event.type for event in recorded]
    assert [event["data"]["sequence"] for event in events] == list(range(1, len(recorded) + 1))
    assert len({event["id"] for event in events}) == len(recorded)
    assert {event["source"] for event in events} == {"/tablebridge/v1/hall-1"}
    assert [event["id"] for event in documents(reader, "live")] == [event["id"] for event in events]
    ids = {event["id"] for event in events}
    replaced = [one for event in events if event["data"]["type"] == "correction" for one in event["data"]["replaces"]]
    assert replaced
    assert set(replaced) <= ids
    state = reader.on("state")[-1].document["data"]
    assert (state["table"], state["sequence"], state["phase"]) == ("hall-1", len(recorded), "settled")  # type: ignore[index]
    assert [message.payload for message in reader.on("status")] == [b"online", b"offline"]
    assert reader.on("owner")[-1].payload == b""
    assert {"status/link", "status/camera", "status/journal", "health"} <= set(reader.topics())
    flagged = [message for message in reader.messages if "/violations/" in message.topic]
    assert {message.document["data"]["event"] for message in flagged} <= ids  # type: ignore[index]
    assert flagged


def test_the_next_evening_goes_on_where_the_last_ended(
    publish: Callable[..., int], reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    assert publish("zungjung", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    count = len(read_recording(shipped_evenings()["zungjung"]).events)
    assert first == {"evening": "zungjung", "table": "hall-1", "evenings": 1, "events": count, "unconfirmed": 0}
    assert publish("zungjung") == 0
    reader.wait_for(lambda _: len(documents(reader, "events")) == 2 * first["events"])
    events = documents(reader, "events")
    assert [event["data"]["sequence"] for event in events] == list(range(1, 2 * first["events"] + 1))
    assert len({event["id"] for event in events}) == len(events)
    assert not any("/violations/" in message.topic for message in reader.messages)


def short(events: int) -> Recording:
    """The beginning of the riichi evening, of so many events."""
    recorded = read_recording(shipped_evenings()["riichi"])
    told = list(recorded.told)
    places = [place for place, (_, one) in enumerate(told) if one in recorded.events[:events]]
    return Recording(recorded.header, told[: places[-1] + 2])  # the state after the last, too


def test_it_is_told_again_and_again_until_it_is_to_end(
    mosquitto: Mosquitto, reader: Reader, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    request = StopRequest()
    monkeypatch.setattr(StopRequest, "of_signals", lambda: request)
    monkeypatch.setattr("tablebridge.cli.publish._find", lambda _name: short(4))
    flags = ["--loop", "--table", "hall-1", "--speed", "10000", "--broker", f"mqtt://127.0.0.1:{mosquitto.reader.port}"]
    ended: list[int] = []
    running = threading.Thread(target=lambda: ended.append(main(["publish", *flags])))
    running.start()
    reader.wait_for(lambda _: len(reader.sequences()) >= 12)
    request.set()
    running.join()
    assert ended == [0]
    assert reader.sequences() == list(range(1, len(reader.sequences()) + 1))
    assert " times to its end\n" in capsys.readouterr().out
    reader.wait_for(lambda _: has_left(reader))


def test_a_broker_that_goes_away_loses_nothing(mosquitto: Mosquitto, reader: Reader) -> None:
    stage = Stage(short(8), "hall-1", mosquitto.daemon, session="f00d", after=0, backoff=Backoff(0.05, 0.2))
    told = 0
    again: list[Reader] = []

    def wait(_seconds: float) -> bool:
        nonlocal told
        told += 1
        if told == 12:
            reader.wait_for(lambda _: reader.sequences())
            mosquitto.kill()
            mosquitto.start()
            again.append(Reader(mosquitto.reader))
        return False

    try:
        with stage:
            assert stage.play(0, wait)
            assert stage.settle(lambda _seconds: threading.Event().wait(0.01))
        again[0].wait_for(lambda _: reader.sequences()[-1:] == [8] or again[0].sequences()[-1:] == [8])
    finally:
        for one in again:
            one.close()
    assert sorted({*reader.sequences(), *again[0].sequences()}) == list(range(1, 9))


def test_what_a_broker_never_confirms_is_told(
    publish: Callable[..., int],
    mosquitto: Mosquitto,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("tablebridge.cli.evening_stage._LAST_S", 0.0)
    monkeypatch.setattr("tablebridge.cli.publish._find", lambda _name: short(4))
    tell = Stage._tell

    def tell_nobody(stage: Stage, told: Any) -> None:
        mosquitto.kill()
        tell(stage, told)

    monkeypatch.setattr(Stage, "_tell", tell_nobody)
    assert publish("riichi") == 1
    said = capsys.readouterr()
    assert said.out == "riichi: 0 events published as table hall-1, 4 not confirmed\n"
    assert "events that the broker has not confirmed: 4, at 127.0.0.1:" in said.err, said.err


def test_no_evening_runs_away_from_its_broker(mosquitto: Mosquitto, reader: Reader) -> None:
    stage = Stage(read_recording(shipped_evenings()["zungjung"]), "hall-1", mosquitto.daemon, session="f00d", after=0)
    most = 0

    def wait(_seconds: float) -> bool:
        nonlocal most
        most = max(most, stage.unconfirmed)
        return False

    with stage:
        assert stage.play(0, wait)
        assert stage.play(10_000, wait)
        assert 0 < most <= 100
        reader.wait_for(lambda _: len(reader.sequences()) >= stage.events)
        mosquitto.kill()
        # where it confirms nothing any more the end is told, not waited for
        assert not stage.play(0, wait, patience_s=0.1)
        assert stage.unconfirmed == 100


def test_the_pages_show_what_is_published(mosquitto: Mosquitto) -> None:
    with Stage(short(4), "hall-1", mosquitto.daemon, session="f00d", after=40, pages_port=0) as stage:
        assert stage.pages is not None
        assert stage.play(0, lambda _seconds: False)
        with urllib.request.urlopen(f"{stage.pages.address}/api/state") as answer:
            state = json.load(answer)
    assert (state["table"], state["sequence"], state["rulebook"]) == ("hall-1", 44, "riichi-league-tw")


def test_commands_are_answered_without_a_table(mosquitto: Mosquitto, reader: Reader) -> None:
    asked: dict[str, dict[str, object]] = {
        "ping": {},
        "state": {},
        "resend": {"from_sequence": 42},
        "resend of an evening before": {"from_sequence": 7},
        "scene": {"scene": "standings"},
        "replay": {"what": "win"},
        "set_delay": {"delay_s": 3},
    }
    with Stage(short(4), "hall-1", mosquitto.daemon, session="f00d", after=40, pages_port=0) as stage:
        assert stage.play(0, lambda _seconds: False)
        reader.wait_for(lambda _: reader.sequences() == [41, 42, 43, 44])
        base, port = "tablebridge/v1/hall-1", mosquitto.reader.port
        for name, fields in asked.items():
            place = {"reply_to": f"{base}/reply/test/{name.replace(' ', '-')}", "request_id": name}
            single(f"{base}/command/{name.split()[0]}", json.dumps({**fields, **place}), 1, port=port)
        reader.wait_for(lambda _: all(reader.on(f"reply/test/{name.replace(' ', '-')}") for name in asked))
    said: dict[str, Any] = {
        name: reader.on(f"reply/test/{name.replace(' ', '-')}")[0].document["data"] for name in asked
    }
    assert said["ping"]["result"]["sequence"] == said["state"]["result"]["state"]["sequence"] == 44
    assert [event["id"] for event in said["resend"]["result"]["events"]] == ["f00d-42", "f00d-43", "f00d-44"]
    refusal = {"code": "refused", "message": "events 7 to 40 are not here any more (ask from 41 on)"}
    assert said["resend of an evening before"]["error"] == refusal
    assert said["scene"]["result"] == {"line": "scene standings"}
    # nobody has won yet; and who publishes a recording delays nothing
    assert said["replay"]["error"]["code"] == "refused"
    assert said["set_delay"]["error"]["code"] == "not_allowed"


class Home:
    """Home Assistant, as far as a broker sees it."""

    def __init__(self, address: BrokerAddress) -> None:
        self.devices: dict[str, bytes] = {}
        self._changed = threading.Condition()
        subscribed = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("homeassistant/device/+/config", 1)
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.on_message = self._note
        self._client.connect(address.host, address.port)
        self._client.loop_start()
        assert subscribed.wait(PATIENCE_S)

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        with self._changed:
            self.devices[message.topic.split("/")[2]] = message.payload
            self._changed.notify_all()

    def wait_for(self, devices: dict[str, bool]) -> None:
        """Until these devices were announced, and are there or are not any more."""
        with self._changed:
            there = lambda: {name: bool(payload) for name, payload in self.devices.items()}  # noqa: E731
            assert self._changed.wait_for(lambda: there() == devices, PATIENCE_S), there()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def test_a_device_is_the_tables_own_and_goes_when_the_evening_ends(mosquitto: Mosquitto, reader: Reader) -> None:
    recording = short(4)
    vital = next(told for told in read_recording(shipped_evenings()["riichi"]).told if isinstance(told[1], Vital))
    recording = Recording(recording.header, [(0.0, vital[1]), *recording.told])
    home = Home(mosquitto.reader)
    try:
        first, second = "tablebridge_rehearsal-hall-1", "tablebridge_rehearsal-hall-2"
        showing = partial(Stage, recording, session="f00d", after=0, home_assistant=True)
        with showing("hall-1", mosquitto.daemon) as stage:
            assert stage.play(0, lambda _seconds: False)
            home.wait_for({first: True})
            with showing("hall-2", mosquitto.daemon, keep_device=True):
                home.wait_for({first: True, second: True})
            reader.wait_for(lambda _: reader.on("health"))
        home.wait_for({first: False, second: True})
        health: Any = reader.on("health")[-1].document["data"]
        assert health["link"]["serial_number"] == "rehearsal-hall-1"
        assert json.loads(home.devices[second])["device"]["serial_number"] == "rehearsal-hall-2"
    finally:
        home.close()


def test_a_table_that_a_daemon_publishes_is_left_alone(
    publish: Callable[..., int], mosquitto: Mosquitto, reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    statuses = Statuses()
    daemon = MqttPublisher(mosquitto.daemon, "hall-1", list, lambda _sequence: None, statuses, instance="there")
    daemon.start()
    try:
        statuses.wait_for(lambda seen: any(status.connected for status in seen))
        assert publish("riichi") == 2
    finally:
        daemon.stop()
    (ours,) = [line for line in capsys.readouterr().err.splitlines() if "published already" in line]
    assert ours.startswith("tablebridge: this table is published already, by the daemon on ")
    assert ours.endswith(" (choose another --table)")
    assert reader.sequences() == []


def test_the_evenings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped_evenings())
    recorded = read_recording(shipped_evenings()["riichi"])
    minutes, seconds = divmod(round(recorded.length_s), 60)
    assert lines[0].endswith(f" (riichi-league-tw, {minutes}:{seconds:02d}, {len(recorded.events)} events)")
    assert main(["publish", "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["evenings"]
    assert [one["name"] for one in listed] == list(shipped_evenings())
    assert all(sum(one["events"].values()) > 100 for one in listed)
    assert main(["publish", "riichi", "--list"]) == 2
    assert capsys.readouterr().err == "tablebridge: riichi beside --list: the command line (give one of them)\n"
