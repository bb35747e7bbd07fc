"""An evening of each tradition is published as the schemas say, the command counts it; a wrong message is blamed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.mqtt.channels import channels
from tablebridge.mqtt.commands import COMMANDS

DEPLOY = Path(__file__).parents[2] / "deploy"
MODULES = ("check_messages", "evening", "evening_ear", "evening_play", "rendered_game")
ONE_A_TRADITION = ("riichi-league-tw", "sichuan-bloody", "taiwan16-ntuee-2009", "zungjung-wsom-1.03")
"""The command itself takes all rulebooks, and longer evenings."""
JSON = "application/cloudevents+json"
EVERYWHERE = {
    *("status", "status/part", "state", "health", "owner", "owner/ask", "homeassistant", "violations/clause"),
    *(f"events/{kind}" for kind in ("hand_started", "discard", "settled", "correction", "ruling")),
    *(f"live/{kind}" for kind in ("hand_started", "discard", "settled", "correction", "ruling")),
    *(f"reply/{name}" for name in COMMANDS),
}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_messages

    yield check_messages
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.mark.broker
@pytest.mark.parametrize("book", ONE_A_TRADITION)
def test_whatever_is_published_is_as_the_shipped_schemas_say(
    module: Any, book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    judged: list[Any] = []
    say = module._say
    module._say = lambda what, judge: (judged.append(judge), say(what, judge))
    assert module.main(["--rulebook", book, "--hands", "1"]) == 0
    assert capsys.readouterr().out.endswith(" types, 0 not as told\n")
    assert set(judged[0].judged) >= EVERYWHERE
    assert set(judged[0].judged) <= {channel.name for channel in channels()} | {"homeassistant"}


def state(**change: Any) -> bytes:
    data = {"table": "t1", "rulebook": "riichi-common", "sequence": 1, "phase": "idle", **change}
    envelope = {
        "specversion": "1.0",
        "id": "x",
        "source": "/x",
        "type": "x",
        "subject": "state",
        "time": "2026-11-30T12:00:00Z",
        "datacontenttype": "application/json",
    }
    return json.dumps({**envelope, "data": data}).encode()


@pytest.mark.parametrize(
    ("topic", "payload", "qos", "retained", "kind", "why"),
    [
        ("state", state(), 1, True, JSON, None),
        ("state", state(sequence="1"), 1, True, JSON, "state: $.data.sequence: '1' is not of type 'integer'"),
        ("state", state(), 1, False, JSON, "state: QoS 1, retained False, told are 1, True"),
        ("state", state(), 0, True, JSON, "state: QoS 0, retained True, told are 1, True"),
        ("state", state(), 1, True, None, "state: content type None"),
        ("status", b"online", 1, True, None, None),
        ("status", b"on fire", 1, True, None, "status: b'on fire' is no status"),
        ("gossip", b"{}", 1, False, JSON, "gossip: no such topic is told of"),
        ("owner", b"", 1, True, None, None),
        ("command/ping", b'{"nonsense": 1}', 1, False, None, None),
        ("homeassistant/device/x/config", b"{}", 1, True, None, "homeassistant/device/x/config: $: 'device' is a requ"),
    ],
)
def test_a_wrong_message_is_blamed(
    module: Any, topic: str, payload: bytes, qos: int, retained: bool, kind: str | None, why: str | None
) -> None:
    judge = module.Judge()
    judge.take(module.Heard(topic, payload, qos, retained, kind, None))
    if why is None:
        assert judge.wrong == []
    else:
        assert judge.wrong[0].startswith(why)


def test_what_is_wrong_is_shown_and_fails(
    module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(_plan: Any) -> Any:
        judge = module.Judge()
        judge.take(module.Heard("gossip", b"{}", 1, False, None, None))
        return judge

    monkeypatch.setattr(module, "check", found)
    assert module.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "all rulebooks: 6 messages of 1 types, 6 not as told" in lines
    assert lines.count("  gossip: no such topic is told of") == 12


def test_an_evening_without_hands_is_bad_use(module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        module.main(["--hands", "0"])
    assert left.value.code == 2
    assert "--hands 0: give 1 or more" in capsys.readouterr().err
