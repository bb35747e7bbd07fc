"""A recorded game through everything: rendered frames, a pseudo-terminal, the daemon as a process, Mosquitto."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tablebridge.child import ends_with_parent

__all__ = ["Mosquitto", "Published", "play_rendered"]

_READY_S = 60.0
_TABLE = "virtual"


class Mosquitto:
    """A broker of our own on a free port. A context manager."""

    def __enter__(self) -> Mosquitto:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
        if program is None:
            raise SystemExit("mosquitto is not installed: sudo apt-get install mosquitto")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._folder = tempfile.TemporaryDirectory(prefix="tablebridge-mosquitto-")
        settings = Path(self._folder.name, "mosquitto.conf")
        settings.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
        self._process = subprocess.Popen(
            [program, "-c", str(settings)], stderr=subprocess.DEVNULL, preexec_fn=ends_with_parent()
        )
        _await(lambda: _answers(self.port), "Mosquitto does not answer")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.wait(timeout=20)
        self._folder.cleanup()


class Published:
    """Listens to a table's state and keeps the result of each hand. A context manager."""

    def __init__(self, port: int) -> None:
        self.results: dict[int, dict[str, Any] | None] = {}
        self._subscribed = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe(f"tablebridge/v1/{_TABLE}/state", qos=1)
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._take
        self._client.connect("127.0.0.1", port)

    def __enter__(self) -> Published:
        self._client.loop_start()
        self._subscribed.wait(_READY_S)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _take(self, _client: paho.Client, _userdata: object, message: paho.MQTTMessage) -> None:
        if not message.payload or message.retain:  # what an earlier game has left
            return
        state = json.loads(message.payload)["data"]
        if state["phase"] == "settled" and state["result"] is not None:
            self.results[state["hand"]] = state["result"]


def play_rendered(record: Path, hands: int, port: int, folder: Path, *, seed: int, fps: float) -> dict[str, Any]:
    """Plays the record at a virtual table and lets `run` follow it; returns the document of `run --json`, with the
    `results` of the hands. Raises `SystemExit` when either does not come to its end."""
    table, truth = folder / "table.toml", folder / "truth.jsonl"
    flags = ["--rulebook", "riichi-common", "--game", str(record), "--seed", str(seed), "--fps", str(fps)]
    flags += ["--speed", "0", "--port", str(folder / "tty-table"), "--camera", "127.0.0.1:0"]
    simulate = subprocess.Popen(
        [*_COMMAND, "simulate", *flags, "--truth", str(truth), "--config", str(table)],
        stdin=subprocess.DEVNULL,
        preexec_fn=ends_with_parent(),
    )
    try:
        _await(lambda: table.exists() or simulate.poll() is not None, "the virtual table does not come up")
        table.write_text(
            table.read_text(encoding="utf-8") + f"[mqtt]\nport = {port}\n[web]\nport = 0\n", encoding="utf-8"
        )
        with Published(port) as published:
            follow = [
                *_COMMAND,
                "run",
                "-c",
                str(table),
                "--hands",
                str(hands),
                "--score-against",
                str(truth),
                "--json",
            ]
            done = subprocess.run(follow, stdout=subprocess.PIPE, check=False, preexec_fn=ends_with_parent())
            time.sleep(1.0)  # the last state is on its way
    finally:
        simulate.terminate()
        simulate.wait(timeout=20)
    if done.returncode not in (0, 1):
        raise SystemExit(f"tablebridge run ended with {done.returncode}: see above")
    return {**json.loads(done.stdout), "results": published.results}


_COMMAND = [sys.executable, "-m", "tablebridge", "--log", "warning"]


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _await(condition: Any, trouble: str) -> None:
    until_s = time.monotonic() + _READY_S
    while not condition():
        if time.monotonic() > until_s:
            raise SystemExit(trouble)
        time.sleep(0.05)
