"""The virtual table's electronics: it answers on a real port, keeps its heartbeat and reports what it is told.

It speaks the protocol in the table's role, in a thread of its own and in real time, so that a host cannot tell
it from a table. Like a real one it keeps no reports for a host that is not there: they are counted as `unheard`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

from tablebridge.sim.device_port import DevicePort
from tablebridge.sim.vendor_session import VendorSession
from tablebridge_protocol.device_session import DeviceSession
from tablebridge_protocol.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Capability,
    Command,
    DeadWall,
    Dice,
    Hello,
    Message,
    ModeApplies,
    Report,
    SetComplete,
    SetMode,
    TableState,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol.session import HEARTBEAT_MS, CommandReceived, HostArrived

__all__ = ["VirtualDevice", "identity"]

_POLL_S = 0.005

_CAPABILITIES = (
    Capability.WALL_SIDES
    | Capability.DICE
    | Capability.DEAD_WALL
    | Capability.BUTTONS
    | Capability.TILE_COUNT_MODES
    | Capability.RESENDS
    | Capability.CAN_RAISE_WALLS
    | Capability.CAN_ROLL_DICE
    | Capability.CAN_OPEN_COVER
    | Capability.CAN_SET_MODE
    | Capability.CAN_SET_LAMP
    | Capability.CAN_SET_DISPLAY
)
# What the table does after a report of it; its commands are judged by that.
_STATES: dict[type[Report], TableState] = {
    SetComplete: TableState.BUILT,
    WallRaised: TableState.RAISED,
    Dice: TableState.DICE,
    DeadWall: TableState.PLAYING,
}


def identity(serial_number: str = "VT-0001") -> Hello:
    """What the virtual table says of itself. Raises `FieldError` for more than 12 printable ASCII characters."""
    return Hello(
        protocol_major=PROTOCOL_MAJOR,
        protocol_minor=PROTOCOL_MINOR,
        uptime_ms=0,
        capabilities=_CAPABILITIES,
        vendor="Tablebridge",
        model="Virtual",
        firmware="0.1.0",
        serial_number=serial_number,
    )


class VirtualDevice:
    """A table on a port, from `start` to `stop`; also a context manager.

    Args:
        port: the line, a `PtyPort` or a `TcpPort`.
        hello: who it is, see `identity`.
        tiles: tiles a set has; told to every host that says hello, and changed by a `TileCountMode` that is sent.
        uptime_ms: the table clock, told in hello and heartbeat. It must be the clock of the reports' `at_ms`, or a
            host cannot place them in time. Real milliseconds since this value was made when not given.
        on_command: gets every command that the table accepts, in its thread; without it commands are switched off
            at the table, as they are on a real one that nobody has set otherwise.
        speak: another maker's language: a message in its bytes, see `VendorSession`.
    """

    def __init__(
        self,
        port: DevicePort,
        hello: Hello | None = None,
        tiles: int = 136,
        uptime_ms: Callable[[], float] | None = None,
        *,
        on_command: Callable[[Command], None] | None = None,
        speak: Callable[[Message], bytes] | None = None,
    ) -> None:
        began = time.monotonic()
        self._port = port
        self._hello = hello if hello is not None else identity()
        self._speak = speak
        self._on_command = on_command
        self._session = self._begin()
        self._booted_ms = 0.0
        self._tiles = tiles
        self._uptime_ms = uptime_ms or (lambda: (time.monotonic() - began) * 1000)
        self._lock = threading.RLock()  # the session and the port: reports come from other threads
        self._stopping = threading.Event()
        self._host_here = threading.Event()
        self._plugged = False
        self._hung = False
        self._next_beat_s = 0.0
        self._unheard = 0
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """What a host writes as `link.port`; with a pseudo-terminal without a link it is known after `start`."""
        return self._port.url

    @property
    def host_present(self) -> bool:
        """Whether a host has asked for the hello and still has the port open."""
        return self._host_here.is_set()

    @property
    def unheard(self) -> int:
        """Reports that were sent while no host was there, and are lost."""
        return self._unheard

    def start(self) -> None:
        """Opens the port and begins to answer. Raises `UsageError` where the port cannot be made."""
        self.plug()
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"virtual table {self.url}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and takes the port away. May be called twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.unplug()

    def __enter__(self) -> VirtualDevice:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def send(self, report: Report) -> bool:
        """Reports something, from any thread; False when no host is there to hear it."""
        with self._lock:
            if isinstance(report, TileCountMode):
                self._tiles = report.tiles
            if isinstance(self._session, DeviceSession):
                self._session.state = _STATES.get(type(report), self._session.state)
            if self._hung or not self._session.host_present:
                self._unheard += 1
                return False
            self._port.write(self._session.report(report, _now_ms()))
            return True

    def wait_for_host(self, timeout_s: float | None = None) -> bool:
        """Waits until a host is there; False when none came in time."""
        return self._host_here.wait(timeout_s)

    def unplug(self) -> None:
        """Pulls the cable: the port vanishes. The table itself runs on."""
        with self._lock:
            self._plugged = False
            self._port.close()
            self._host_gone()

    def plug(self) -> None:
        """Puts the cable back, or in for the first time. Raises `UsageError` where the port cannot be made."""
        with self._lock:
            if not self._plugged:
                self._port.open()
                self._plugged = True

    def hang(self, hung: bool = True) -> None:
        """Stops the table's program with the cable in (no answer, no heartbeat), or lets it run on."""
        with self._lock:
            self._hung = hung

    def reboot(self) -> None:
        """Cuts the power for a moment, with the cable in: the clock and the frames are counted from 0 again."""
        with self._lock:
            self._session = self._begin()
            self._booted_ms = self._uptime_ms()
            self._host_here.clear()
            if isinstance(self._session, DeviceSession):
                self._port.write(self._session.power_on(self._uptime()))

    def _begin(self) -> DeviceSession | VendorSession:
        if self._speak is not None:
            return VendorSession(self._hello, self._speak)
        session = DeviceSession(self._hello)
        session.commands_permitted = self._on_command is not None
        return session

    def _run(self) -> None:
        while not self._stopping.wait(_POLL_S):
            with self._lock:
                if self._plugged and not self._hung:
                    self._serve()

    def _serve(self) -> None:
        data = self._port.read()
        if data is None:
            self._host_gone()
            return
        turn = self._session.receive(data, _now_ms(), self._uptime())
        self._port.write(turn.reply)
        for event in turn.events:
            if isinstance(event, HostArrived):
                self._greet()
            elif isinstance(event, CommandReceived):
                self._carry_out(event.command)
        self._port.write(self._session.tick(_now_ms()).reply)
        self._beat()

    def _greet(self) -> None:
        """A new host has had the hello; it is told how many tiles a set has, as the protocol asks for."""
        mode = TileCountMode(self._uptime() % (1 << 32), self._tiles, ModeApplies.NOW)
        self._port.write(self._session.report(mode, _now_ms()))
        self._host_here.set()

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, SetMode):
            mode = TileCountMode(self._uptime() % (1 << 32), command.tiles, ModeApplies.NEXT_SET)
            self._port.write(self._session.report(mode, _now_ms()))
        if self._on_command is not None:
            self._on_command(command)

    def _beat(self) -> None:
        if time.monotonic() >= self._next_beat_s:
            self._next_beat_s = time.monotonic() + HEARTBEAT_MS / 1000
            self._port.write(self._session.heartbeat(self._uptime()))

    def _host_gone(self) -> None:
        if self._session.host_present:
            self._session.host_left()
            self._host_here.clear()

    def _uptime(self) -> int:
        return int(self._uptime_ms() - self._booted_ms)


def _now_ms() -> float:
    return time.monotonic() * 1000
