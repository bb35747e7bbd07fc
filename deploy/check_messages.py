"""Whatever a table publishes is as the shipped schemas say: `python deploy/check_messages.py`.

For each rulebook an evening is played without pictures (`evening`): decoder, journal, gate, publisher and a Mosquitto
of its own, with a real line to a virtual table. There is a foul in it, a misread tile, the referee's word on both, and
at its end every command, asked rightly and wrongly. Every message that the broker passes on is held against the schema
of its topic, as it lies in the package, and against what is promised of that topic: QoS, retained or not, content type.
Home Assistant's discovery is held against Home Assistant's own rules. A line a rulebook; exit code 1 when anything
was wrong.

    python deploy/check_messages.py --rulebook sichuan-bloody --hands 4 --seed 2
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
from evening import Evening
from evening_ear import Ear, Heard
from evening_play import Plan
from rendered_game import Mosquitto

from tablebridge.mqtt import BrokerAddress
from tablebridge.mqtt.channels import Channel, channels
from tablebridge.mqtt.cloudevent import CONTENT_TYPE
from tablebridge.mqtt.commands import COMMANDS
from tablebridge.sim.foul_scripts import DEMO_FOULS
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.mqtt import home_assistant_rules

__all__ = ["Judge", "check", "main", "plan_of"]

TABLE = "checked"
_MOST_SHOWN = 20
_STATUSES = (b"online", b"offline")
_DISCOVERY = "homeassistant/"

ASKED: dict[str, dict[str, Any]] = {
    "ping": {},
    "state": {},
    "resend": {"from_sequence": 1, "count": 20},
    "scene": {"scene": "standings"},
    "replay": {"what": "win"},
    "set_delay": {"delay_s": 12.5},
    "raise_walls": {"sides": ["A", "C"]},
    "roll_dice": {"purpose": "wall_break", "seat": "B"},
    "open_cover": {"open": True},
    "set_mode": {"tiles": 136},
    "set_lamp": {"seat": "D", "lamp": "turn", "mode": "blink"},
    "set_display": {"seat": "A", "points": 25_000},
}
"""Every command with what it needs."""


@dataclass
class Judge:
    """Holds messages against the shipped schemas. `wrong` says what was not as it must be, a line each."""

    judged: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    _schemas: dict[str, jsonschema.Draft202012Validator] = field(default_factory=dict)
    _channels: dict[str, Channel] = field(default_factory=lambda: {one.name: one for one in channels()})

    def take(self, heard: Heard) -> None:
        """Judges one message."""
        if heard.topic.startswith(_DISCOVERY):
            self._discovery(heard)
            return
        name = _channel_of(heard)
        if name.startswith("command/"):
            return  # what we have asked, some of it wrongly on purpose
        self.judged[name] += 1
        channel = self._channels.get(name)
        if channel is None:
            self._blame(heard, "no such topic is told of")
            return
        # the last word of a daemon that leaves: its claim is emptied
        if name == "owner" and not heard.payload:
            return
        if (heard.qos, heard.retained) != (channel.qos, channel.retained):
            self._blame(
                heard, f"QoS {heard.qos}, retained {heard.retained}, told are {channel.qos}, {channel.retained}"
            )
        if channel.cloud_event and heard.content_type != CONTENT_TYPE:
            self._blame(heard, f"content type {heard.content_type}")
        if channel.payload is None:
            if heard.payload not in _STATUSES:
                self._blame(heard, f"{heard.payload[:40]!r} is no status")
            return
        self._follow(heard, name)

    def _follow(self, heard: Heard, name: str) -> None:
        if name not in self._schemas:
            path = resources.files("tablebridge.mqtt").joinpath("schemas", f"{_file_of(name)}.json")
            self._schemas[name] = jsonschema.Draft202012Validator(json.loads(path.read_text("utf-8")))
        for error in self._schemas[name].iter_errors(json.loads(heard.payload)):
            self._blame(heard, f"{error.json_path}: {error.message[:200]}")

    def _discovery(self, heard: Heard) -> None:
        self.judged["homeassistant"] += 1
        rules = jsonschema.Draft202012Validator(home_assistant_rules.DEVICE)
        for error in rules.iter_errors(json.loads(heard.payload)):
            self._blame(heard, f"{error.json_path}: {error.message[:200]}")

    def _blame(self, heard: Heard, why: str) -> None:
        self.wrong.append(f"{heard.topic}: {why}")


def _channel_of(heard: Heard) -> str:
    """The name of the topic, the parts of which stand for a name put back."""
    kind, _, rest = heard.topic.partition("/")
    match kind:
        case "violations":
            return "violations/clause"
        case "status" if rest:
            return "status/part"
        case "reply":
            return f"reply/{heard.document['data']['command']}"
        case _:
            return heard.topic


def _file_of(name: str) -> str:
    """What is on `live/<type>` is what is on `events/<type>`."""
    kind, _, rest = name.partition("/")
    return f"events.{rest}" if kind == "live" else name.replace("/", ".")


def plan_of(rulebook: str, hands: int, seed: int) -> Plan:
    """Clean hands, and a last one with a foul, a wrong call or discard."""
    clauses = read_rulebook(rulebook).clauses_by_id
    _turn, call, _win = (clause for clause in DEMO_FOULS if clause in clauses)
    return Plan(rulebook, seed, (*[""] * (hands - 1), call))


def check(plan: Plan) -> Judge:
    """Plays the evening, asks every command, and judges all that was passed on."""
    judge = Judge()
    with Mosquitto() as broker, Ear(broker.port, TABLE) as ear, tempfile.TemporaryDirectory() as folder:
        with Evening(plan, TABLE, Path(folder), BrokerAddress("127.0.0.1", broker.port), ear) as evening:
            evening.play()
            asked = _ask_everything(ear)
            ear.wait_for(lambda: sum(one.topic.startswith("reply/") for one in ear.messages) >= asked)
        ear.wait_for(lambda: ear.on("status")[-1].payload == b"offline")
        for heard in list(ear.messages):
            judge.take(heard)
    return judge


def _ask_everything(ear: Ear) -> int:
    """Every command as it must be, and with a field that no command has; returns how many answers are due."""
    for name in COMMANDS:
        for number, more in enumerate(({}, {"nonsense": 1})):
            place = {"reply_to": f"{ear.base}reply/check/{name}", "request_id": f"{name}-{number}"}
            ear.publish(f"command/{name}", json.dumps({**ASKED[name], **more, **place}).encode())
    return 2 * len(COMMANDS)


def main(arguments: list[str] | None = None) -> int:
    """Prints a line a rulebook; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", choices=list(shipped()), help="default: all of them")
    parser.add_argument("--hands", type=int, default=3, help="of each evening, the last with a foul (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same hands (default 1)")
    wanted = parser.parse_args(arguments)
    if wanted.hands < 1:
        parser.error(f"--hands {wanted.hands}: give 1 or more")
    total = Judge()
    for rulebook in [wanted.rulebook] if wanted.rulebook else shipped():
        judge = check(plan_of(rulebook, wanted.hands, wanted.seed))
        _say(rulebook, judge)
        total.judged += judge.judged
        total.wrong += judge.wrong
    if not wanted.rulebook:
        _say("all rulebooks", total)
    return 1 if total.wrong else 0


def _say(what: str, judge: Judge) -> None:
    lines = [f"{what}: {judge.judged.total()} messages of {len(judge.judged)} types, {len(judge.wrong)} not as told"]
    lines += [f"  {line}" for line in judge.wrong[:_MOST_SHOWN]]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    logging.getLogger("tablebridge").setLevel(logging.ERROR)  # it warns of the commands that are wrong on purpose
    sys.exit(main())
