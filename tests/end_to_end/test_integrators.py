"""docs/integrators.md is true: its programs run as they stand there, its addresses and topics exist."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from playwright.sync_api import expect, sync_playwright

from tablebridge import cli
from tablebridge.cli.evening_stage import Stage
from tablebridge.faces import STYLES
from tablebridge.mqtt.channels import Channel, channels
from tablebridge.mqtt.cloudevent import encode_event
from tablebridge.mqtt.home_assistant import device_document
from tablebridge.records.recording import Recording, read_recording, shipped_evenings
from tablebridge.release import PublicState, Released
from tablebridge.web import WebServer
from tablebridge.web.site import LANGUAGES, THEMES
from tests.end_to_end.conftest import wait_for
from tests.end_to_end.test_overlay import CHROMIUM_ARGUMENTS, chromium
from tests.tablebridge.mqtt.conftest import Mosquitto

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "integrators.md").read_text("utf-8")
SUBSCRIBER, VALIDATOR = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]
TABLE = "rehearsal"
BASE = f"tablebridge/v1/{TABLE}"
ADDRESSES = re.findall(r"`(/(?:overlay|scoreboard)[a-z/-]*)`", GUIDE)
FLOW: list[dict[str, Any]] = json.loads((DOCS / "examples" / "node-red.json").read_text("utf-8"))
DASHBOARD = (DOCS / "examples" / "home-assistant.yaml").read_text("utf-8")


def evening(name: str) -> Recording:
    return read_recording(shipped_evenings()[name])


# -- the programs ------------------------------------------------------------------------------------------------------


class Running:
    """A program of the guide against a broker of ours; ready when the broker has its subscription."""

    def __init__(self, broker: Mosquitto, log: Path, filter_: str, *command: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_for(lambda: filter_ in log.read_text() or None, "its subscription", 60, log.read_text)

    def lines_to(self, last: str) -> list[str]:
        """What it printed, up to a line that begins so."""
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(last):
                return lines
        raise AssertionError((self._process.stderr and self._process.stderr.read(), lines[-5:]))

    def end(self) -> None:
        self._process.terminate()
        self._process.communicate()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    made = Mosquitto(folder, "persistence false\nlog_type all\n")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def running(broker: Mosquitto, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def start(filter_: str, *command: str) -> Running:
        made.append(Running(broker, tmp_path / "broker" / "m.log", filter_, *command))
        return made[-1]

    yield start
    for one in made:
        one.end()


def published(broker: Mosquitto, recording: Recording) -> None:
    with Stage(recording, TABLE, broker.daemon, session="f00d", after=0) as stage:
        assert stage.play(0, lambda _seconds: False)


def sent_by_hand(broker: Mosquitto, *events: Released) -> None:
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", broker.reader.port)
    client.loop_start()
    for event in events:
        client.publish(f"{BASE}/events/{event.type}", encode_event(event), 1).wait_for_publish(30)
    client.disconnect()
    client.loop_stop()


def draw(sequence: int, tile: str, journal: str = "f00d") -> Released:
    first = evening("zungjung").events[0]
    return Released(
        id=f"{journal}-{sequence}",
        sequence=sequence,
        type="draw",
        table=TABLE,
        hand=1,
        data={"type": "draw", "seat": "C", "tile": tile, "replacement": False},
        captured_at=first.captured_at,
        released_at=first.released_at,
    )


@pytest.mark.broker
def test_the_ten_lines_tell_each_event_once(running: Callable[..., Running], broker: Mosquitto) -> None:
    assert len([line for line in SUBSCRIBER.splitlines() if line]) <= 10
    here = '"127.0.0.1")'
    assert SUBSCRIBER.count(here) == 1
    reader = running(f"{BASE}/events/#", "-c", SUBSCRIBER.replace(here, f'"127.0.0.1", {broker.reader.port})'))
    recorded = evening("zungjung").events
    published(broker, evening("zungjung"))
    count = len(recorded)
    # two come again, as after an outage, under their sequences; then one that is new, and another evening's first two
    again = [draw(count - 1, "again"), draw(count, "again"), draw(1, "first", "cafe"), draw(1, "again", "cafe")]
    sent_by_hand(broker, *again, draw(2, "new", "cafe"))
    told = [f"{event.type} {event.data.get('seat')} {event.data.get('tile')}" for event in recorded]
    assert reader.lines_to("draw C new") == [*told, "draw C first", "draw C new"]


@pytest.mark.broker
def test_the_validator_finds_the_state_in_order(running: Callable[..., Running], broker: Mosquitto) -> None:
    published(broker, evening("zungjung"))
    here = 'hostname="127.0.0.1"'
    assert VALIDATOR.count(here) == 1
    code = VALIDATOR.replace(here, f"{here}, port={broker.reader.port}")
    code = code.replace('["tablebridge", ', f'[{sys.executable!r}, "-m", "tablebridge", ')
    assert running(f"{BASE}/state", "-c", code).lines_to("settled") == ["settled"]


@pytest.mark.broker
def test_the_record_is_kept_by_a_program(running: Callable[..., Running], broker: Mosquitto) -> None:
    path = DOCS / "examples" / "record.py"
    reader = running(f"{BASE}/events/#", str(path), f"127.0.0.1:{broker.reader.port}", TABLE)
    published(broker, evening("taiwan"))
    points = [event.data["points"] for event in evening("taiwan").events if event.type == "settled"]
    lines = reader.lines_to("hand 1: ")
    assert lines[:2] == ["evening f00d, from event 1 on", "corrected: 1 out, 1 in"]
    assert lines[-1].startswith(f"hand 1: points {points[-1]}, ")


@pytest.fixture(scope="module")
def record() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("record_example", DOCS / "examples" / "record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def data_of(event: Released) -> dict[str, Any]:
    return json.loads(encode_event(event))["data"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", sorted(shipped_evenings()))
def test_the_record_has_what_the_state_shows(record: Any, name: str) -> None:
    kept = record.Record()
    for event in evening(name).events:
        assert kept.take(event.id, data_of(event))
        assert not kept.take(event.id, data_of(event))
    state = [told for _, told in evening(name).told if isinstance(told, PublicState)][-1]
    last_hand = [event for event in kept.events.values() if event["hand"] == state.hand]
    for seat, shown in state.seats.items():
        thrown = [event["tile"] for event in last_hand if event["type"] == "discard" and event["seat"] == seat]
        assert [discard.tile for discard in shown.river] == thrown
    # in the first hand a discard was misread: the record has the right one, at its place
    (correction,) = [data_of(event) for event in evening(name).events if event.type == "correction"]
    (placed,) = correction["events"]
    order = list(kept.events)
    assert order.index(placed["id"]) == order.index(placed["after"]) + 1
    assert kept.events[placed["id"]]["tile"] == placed["event"]["tile"]
    assert not set(correction["replaces"]) & set(order)


def test_the_record_says_when_something_is_missing(record: Any) -> None:
    kept = record.Record()
    first, _, third, _, _, sixth = evening("riichi").events[:6]
    for event in (first, third, sixth):
        assert kept.take(event.id, data_of(event))
    assert kept.missing == [range(2, 3), range(4, 6)]


@pytest.mark.parametrize("name", sorted(shipped_evenings()))
def test_a_record_that_begins_late_is_the_end_of_the_whole_one(record: Any, name: str) -> None:
    told = [(event.id, data_of(event)) for event in evening(name).events]
    (corrected_at,) = [place for place, (_, data) in enumerate(told) if data["type"] == "correction"]
    whole = record.Record()
    for identity, data in told:
        whole.take(identity, data)
    for begin in range(1, corrected_at + 2):
        kept = record.Record()
        for identity, data in told[begin:]:
            kept.take(identity, data)
        length = len(kept.events)
        assert list(kept.events.items()) == list(whole.events.items())[-length:]
        # the correction is no act of its own, and the discard before it counts if we heard of it
        assert length == len(told) - begin - (begin <= corrected_at), begin


def test_what_was_voided_comes_back_where_it_was(record: Any) -> None:
    kept = record.Record()
    for number in (1, 2, 3):
        kept.take(f"e-{number}", {"type": "draw", "sequence": number, "hand": 1})
    before = dict(kept.events)
    void = {"type": "correction", "sequence": 4, "hand": 1, "replaces": ["e-2", "e-3"], "events": []}
    kept.take("e-4", void)
    assert list(kept.events) == ["e-1"]
    placed = [
        {"id": f"e-{number}", "after": f"e-{number - 1}", "instead": f"e-{number}", "event": {"type": "draw"}}
        for number in (2, 3)
    ]
    kept.take("e-5", {**void, "sequence": 5, "replaces": [], "events": placed})
    assert list(kept.events) == list(before)
    assert {event["hand"] for event in kept.events.values()} == {1}


def test_an_event_that_is_put_in_belongs_to_the_hand_that_it_stands_in(record: Any) -> None:
    kept = record.Record()
    kept.take("e-1", {"type": "hand_started", "sequence": 1, "hand": 1})
    kept.take("e-2", {"type": "hand_started", "sequence": 2, "hand": 2})
    placed = [
        {"id": "e-3.1", "after": "e-1", "instead": "e-2", "event": {"type": "settled"}},
        {"id": "e-3.2", "after": "e-3.1", "instead": "e-2", "event": {"type": "hand_started", "hand": 2}},
        {"id": "e-3.3", "after": "e-3.2", "instead": "e-2", "event": {"type": "draw"}},
    ]
    kept.take("e-3", {"type": "correction", "sequence": 3, "hand": 2, "replaces": ["e-2"], "events": placed})
    assert [(event["type"], event["hand"]) for event in kept.events.values()] == [
        ("hand_started", 1),
        ("settled", 1),
        ("hand_started", 2),
        ("draw", 2),
    ]


def test_another_evening_that_counts_from_1_again_is_another_record(record: Any) -> None:
    kept = record.Record()
    for event in evening("riichi").events:
        kept.take(event.id, data_of(event))
    for event in evening("zungjung").events:
        assert kept.take(event.id, data_of(event))
    fresh = record.Record()
    for event in evening("zungjung").events:
        fresh.take(event.id, data_of(event))
    assert (kept.journal, kept.events, kept.missing) == (fresh.journal, fresh.events, [])


# -- topics, addresses, commands -----------------------------------------------------------------------------------


def channel_of(topic: str) -> Channel | None:
    """The channel of a topic below our table, of one of many where its end is `#` or `<…>`."""
    for channel in channels():
        known = re.sub(r"\{\w+\}", "[^/]+", channel.topic)
        if re.fullmatch(known, topic) or re.fullmatch(re.sub(r"(#|<\w+>)$", "[^/]+", topic), channel.topic):
            return channel
    return None


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_is_understood(command: str) -> None:
    words = shlex.split(command.partition(" > ")[0])
    if words[0] == "tablebridge":
        assert cli.parser().parse_args(words[1:]).run
        return
    for topic in re.findall(r"tablebridge/v1/[\w-]+/([\w/#-]+)", command):
        assert topic == "#" or topic.startswith("reply/") or channel_of(topic), topic


def test_the_guide_tells_of_every_kind_of_topic() -> None:
    for topic in ("state", "live/<type>", "events/<type>", "status", "status/link", "health", "violations/<clause>"):
        assert f"`{topic}`" in GUIDE
        assert channel_of(topic)


def test_every_address_of_the_guide_is_served() -> None:
    assert {"/overlay", "/overlay/program", "/scoreboard", "/scoreboard/all"} <= set(ADDRESSES)
    state = PublicState(table=TABLE, rulebook="riichi-common", sequence=0, phase="idle")
    web = WebServer("127.0.0.1", 0, [TABLE], lambda _table: state)
    web.start()
    try:
        for address in ADDRESSES:
            one = "" if address == "/scoreboard/all" else f"&table={TABLE}"
            with urllib.request.urlopen(f"{web.address}{address}?lang=ja&accent=f2c14e{one}") as answer:
                assert answer.headers["Content-Type"].startswith("text/html"), address
    finally:
        web.stop()
    assert [value for value in (*LANGUAGES, *THEMES, *STYLES) if f"`{value}`" not in GUIDE.replace("=", "`")] == []


# -- the examples --------------------------------------------------------------------------------------------------


def test_the_flow_is_one_that_node_red_imports() -> None:
    ids = [node["id"] for node in FLOW]
    assert len(set(ids)) == len(ids)
    tabs = {node["id"] for node in FLOW if node["type"] == "tab"}
    brokers = {node["id"] for node in FLOW if node["type"] == "mqtt-broker"}
    placed = [node for node in FLOW if node["id"] not in tabs | brokers]
    for node in placed:
        assert node["z"] in tabs
        assert {"type", "name", "x", "y", "wires"} <= node.keys()
        assert {to for port in node["wires"] for to in port} <= set(ids)
    wired = {to for node in placed for port in node["wires"] for to in port}
    begin = {node["id"] for node in placed if node["type"] in ("mqtt in", "inject")}
    assert wired | begin == {node["id"] for node in placed}
    assert all(node["broker"] in brokers for node in placed if node["type"].startswith("mqtt"))


def test_the_flow_reads_and_writes_topics_that_exist() -> None:
    nodes = [node for node in FLOW if node["type"] in ("mqtt in", "mqtt out")]
    topics = {node["topic"].removeprefix(f"{BASE}/"): node["type"] for node in nodes}
    assert {"events/#", "state", "status", "command/state"} <= topics.keys()
    for topic, kind in topics.items():
        if topic.startswith("reply/"):
            assert any(topic in node.get("func", "") for node in FLOW)
            continue
        channel = channel_of(topic)
        assert channel is not None
        assert channel.asked is (kind == "mqtt out")
    types = {channel.topic.removeprefix("events/") for channel in channels() if channel.topic.startswith("events/")}
    (switch,) = [node for node in FLOW if node["type"] == "switch"]
    assert {rule["v"] for rule in switch["rules"]} <= types


def test_the_dashboard_shows_what_is_announced() -> None:
    device: Any = device_document(TABLE, "VT-0001")

    def slug(text: str) -> str:
        return re.sub(r"[^a-z0-9]+", "_", text.lower())

    announced = {
        f"{sensor['platform']}.{slug(device['device']['name'])}_{slug(sensor['name'])}"
        for sensor in device["components"].values()
    }
    entities = "\n".join(line for line in DASHBOARD.splitlines() if not line.startswith("#"))
    assert set(re.findall(r"\b(?:binary_)?sensor\.\w+", entities)) == announced
    assert f"sensor.{slug('Mahjong table Hall-2')}_state" in DASHBOARD


@pytest.mark.browser
@pytest.mark.broker
def test_the_page_of_ones_own_shows_what_is_published(broker: Mosquitto) -> None:
    stage = Stage(evening("zungjung"), TABLE, broker.daemon, session="f00d", after=0, pages_port=0)
    with stage, sync_playwright() as playwright:
        assert stage.pages is not None
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.set_default_timeout(120_000)
        server = stage.pages.address.removeprefix("http://")
        page.goto(f"{(DOCS / 'examples' / 'scoreboard.html').as_uri()}?server={server}&table={TABLE}")
        expect(page.locator("body")).not_to_have_class("stale", timeout=120_000)
        assert stage.play(0, lambda _seconds: False)
        last = evening("zungjung").events[-1]
        state = [told for _, told in evening("zungjung").told if isinstance(told, PublicState)][-1]
        expect(page.locator("#last")).to_contain_text(last.type, timeout=120_000)
        expect(page.locator("#hand")).to_contain_text("settled")
        expect(page.locator("li b")).to_have_text([str(one.points) for one in state.seats.values()])
        browser.close()
