"""What the other end has not read yet, asked of real connections."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator

import pytest

from tablebridge.sim.socket_queue import SentQueue

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what the other end has read")


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
        with near, far:
            yield near, far


def test_what_was_sent_is_unread_until_it_is_read(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    with SentQueue(near) as sent, SentQueue(far) as other_way:
        assert sent.unread_bytes() == 0

        near.sendall(b"x" * 5000)
        assert sent.unread_bytes() == 5000
        assert len(far.recv(2000, socket.MSG_WAITALL)) == 2000
        assert sent.unread_bytes() == 3000
        assert other_way.unread_bytes() == 0, "the other way nothing was sent"
        far.recv(3000, socket.MSG_WAITALL)
        assert sent.unread_bytes() == 0


def test_what_has_not_left_yet_is_unread_too(ends: tuple[socket.socket, socket.socket]) -> None:
    near, _far = ends
    near.setblocking(False)
    count = near.send(b"x" * 50_000_000)
    with SentQueue(near) as sent:
        assert count < 50_000_000, "more than the queues hold"
        assert sent.unread_bytes() >= count, "what is not acknowledged yet may be counted at both ends"


def test_nothing_is_unread_by_one_who_has_gone(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    with SentQueue(near) as sent:
        far.close()
        near.close()

        assert sent.unread_bytes() == 0


def test_other_kinds_of_connections_cannot_be_told() -> None:
    near, far = socket.socketpair()
    with near, far, SentQueue(near) as sent:
        near.sendall(b"x")
        assert sent.unread_bytes() == 0
