"""A small script and camera for the tests of the virtual camera."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator
from functools import cache
from urllib.parse import urlsplit

from tablebridge.cloth import Cloth, seat_to_cloth, upright_deg
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion, SceneTile
from tablebridge_rules.seat import Seat

CLOTH = Cloth()
SIZE = (320, 240)


def tile(key: int, seat: Seat = Seat.A, right_mm: float = 0.0, out_mm: float = 160.0, name: str = "7z") -> SceneTile:
    return SceneTile(key, name, *seat_to_cloth(seat, right_mm, out_mm), upright_deg(seat), "up")


def script() -> list[Motion]:
    """A tile that lies there from the start, then one laid by A at 400 ms and one taken away by C at 900 ms."""
    return [
        Motion(0, 0, 0, None, place=(tile(0, Seat.C),)),
        Motion(100, 400, 600, Seat.A, (seat_to_cloth(Seat.A, 0, 160),), place=(tile(1),)),
        Motion(700, 900, 1000, Seat.C, (seat_to_cloth(Seat.C, 0, 160),), remove=(0,)),
    ]


@cache
def renderer(noise: float) -> SceneRenderer:
    """One for all tests: making it takes longer than most of them."""
    return SceneRenderer(CLOTH, size=SIZE, noise=noise, seed=5)


def camera(
    motions: list[Motion] | None = None, *, noise: float = 2.0, on_time: Callable[[float], None] | None = None
) -> VirtualCamera:
    return VirtualCamera(script() if motions is None else motions, renderer(noise), 10.0, tail_ms=300, on_time=on_time)


def parts(url: str) -> Iterator[tuple[float, bytes]]:
    """Table time and JPEG of each part of a stream, as they come."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=20)
    try:
        connection.request("GET", address.path)
        response = connection.getresponse()
        assert response.status == 200, response.reason
        while response.readline():
            head = dict(line.decode().strip().split(": ") for line in iter(response.readline, b"\r\n") if line)
            if not head:
                return
            yield float(head["X-Table-Ms"]), response.read(int(head["Content-Length"]))
            response.readline()
    finally:
        connection.close()
