"""Processor time and memory of the pages' server with more and more subscribers, against a bare aiohttp broadcast loop.

    python deploy/bench_pages.py                      1, 10 and 50 subscribers, ten events a second and at once

Both servers run in processes of their own and send the same events of the same hand with the state after each; the
subscribers are in this process. "Bare" sends texts that are ready to all its sockets, one after the other, and does
nothing else. "Pages" is what the daemon runs: each event is encoded, the last call and win are followed, and every
subscriber has a queue of its own, so that one who does not read holds up nobody. "At once" is as fast as the
subscribers take them, in bursts of 100. Times are of the server's process alone.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.projection import Projection
from tablebridge.release import PublicState, Released, release
from tablebridge.sim.table_play import first_hand, play_hand
from tablebridge.web import WebServer
from tablebridge.web.messages import EventMessage, encode
from tablebridge_rules.play import read_rulebook

TABLE = "hall-1"
BOOK = "riichi-league-tw"
BURST = 100
"""Fewer than what a subscriber may be behind before it is sent away."""

Told = list[tuple[Released, PublicState]]


def told() -> Told:
    """The events of a hand, each with the state after it."""
    book = read_rulebook(BOOK)
    events = play_hand(first_hand(1, book), 1, book, opens=True)
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "t.db", TABLE, now=now) as journal:
        journal.begin_game(BOOK, now)
        projection = Projection(TABLE, book)
        pairs = []
        for entry in journal.append([DecodedEvent(event, 0.0, now) for event in events]):
            projection.apply(entry)
            pairs.append((release(entry, TABLE, now), projection.state()))
    return pairs


def serve_pages(control: Connection) -> None:
    """The daemon's own server."""
    pairs = told()
    server = WebServer("127.0.0.1", 0, [TABLE], lambda _table: pairs[0][1])
    server.start()
    control.send(f"{server.address}/ws")
    _obey(control, lambda number: server.publish(*pairs[number % len(pairs)]))
    server.stop()


def serve_bare(control: Connection) -> None:
    """A broadcast loop, as one writes it in ten lines."""
    texts = [encode(EventMessage(released, state)) for released, state in told()]
    asyncio.run(_bare(control, texts))


async def _bare(control: Connection, texts: list[str]) -> None:
    sockets: set[web.WebSocketResponse] = set()
    waiting: asyncio.Queue[str] = asyncio.Queue()

    async def watch(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        sockets.add(socket)
        async for _ in socket:
            pass
        sockets.discard(socket)
        return socket

    async def broadcast() -> None:
        while True:
            text = await waiting.get()
            for socket in tuple(sockets):
                await socket.send_str(text)

    app = web.Application()
    app.router.add_get("/ws", watch)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    broadcasting = asyncio.create_task(broadcast())
    loop = asyncio.get_running_loop()
    control.send(f"http://127.0.0.1:{runner.addresses[0][1]}/ws")

    def publish(number: int) -> None:
        loop.call_soon_threadsafe(waiting.put_nowait, texts[number % len(texts)])

    await asyncio.to_thread(_obey, control, publish)
    broadcasting.cancel()
    await runner.cleanup()


def _obey(control: Connection, publish: Callable[[int], None]) -> None:
    """Publishes as it is told to: so many events, so many seconds apart; 0 events: tell what was used so far."""
    number = 0
    while (order := control.recv()) is not None:
        count, apart_s = order
        if count == 0:
            control.send((time.process_time(), _memory_mb()))
            continue
        sent_s = []
        for _ in range(count):
            sent_s.append(time.monotonic())
            publish(number)
            number += 1
            if apart_s:
                time.sleep(max(0.0, sent_s[0] + len(sent_s) * apart_s - time.monotonic()))
        control.send(sent_s)


def _memory_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024


@dataclass(frozen=True, slots=True)
class Used:
    """What one server needed for so many subscribers."""

    subscribers: int
    paced_percent: float
    latency_ms: float
    events_a_second: float
    event_ms: float
    memory_mb: float


class Crowd:
    """The subscribers of a server, and its control."""

    def __init__(self, control: Connection, arrived: list[list[float]]) -> None:
        self._control, self._arrived = control, arrived

    async def order(self, count: int, apart_s: float = 0.0) -> Any:
        """Has the server publish, and waits until everybody has it all; returns what the server answers."""
        before = [len(one) for one in self._arrived]
        self._control.send((count, apart_s))
        answer = await asyncio.to_thread(self._control.recv)
        while any(len(one) < had + count for one, had in zip(self._arrived, before, strict=True)):
            await asyncio.sleep(0.001)
        return answer

    async def measure(self, rate: float, seconds: float, bursts: int) -> Used:
        """First at that rate, then at once."""
        await self.order(BURST)  # whatever is made once is made by now
        cpu_s, _ = await self.order(0)
        began_s = time.monotonic()
        places = [len(one) for one in self._arrived]
        sent_s = await self.order(round(rate * seconds), 1 / rate)
        lasted_s = time.monotonic() - began_s
        paced_s, _ = await self.order(0)
        late_s = [
            one[place + number] - at_s
            for one, place in zip(self._arrived, places, strict=True)
            for number, at_s in enumerate(sent_s)
        ]
        began_s = time.monotonic()
        for _ in range(bursts):
            await self.order(BURST)
        burst_s = time.monotonic() - began_s
        at_once_s, memory_mb = await self.order(0)
        return Used(
            len(self._arrived),
            100 * (paced_s - cpu_s) / lasted_s,
            1000 * statistics.median(late_s),
            bursts * BURST / burst_s,
            1000 * (at_once_s - paced_s) / (bursts * BURST),
            memory_mb,
        )


async def crowd(address: str, control: Connection, subscribers: int, wanted: argparse.Namespace) -> Used:
    """That many subscribers, and what they cost."""
    arrived: list[list[float]] = [[] for _ in range(subscribers)]

    async def listen(socket: aiohttp.ClientWebSocketResponse, times: list[float]) -> None:
        async for message in socket:
            if message.data.startswith('{"kind":"event"'):
                times.append(time.monotonic())  # noqa: PERF401 - each when it comes

    async with AsyncExitStack() as opened:
        session = await opened.enter_async_context(
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(60))
        )
        sockets = [await opened.enter_async_context(session.ws_connect(address)) for _ in range(subscribers)]
        listening = [asyncio.create_task(listen(socket, times)) for socket, times in zip(sockets, arrived, strict=True)]
        used = await Crowd(control, arrived).measure(wanted.rate, wanted.seconds, wanted.bursts)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return used


def bench(serve: Callable[[Connection], None], subscribers: int, wanted: argparse.Namespace) -> Used:
    """One server in a process of its own."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,))
    process.start()
    try:
        address = ours.recv()
        used = asyncio.run(crowd(address, ours, subscribers, wanted))
        ours.send(None)
    finally:
        process.join(20)
        process.kill()
    return used


def main(arguments: list[str] | None = None) -> int:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subscribers", default="1,10,50", help="how many, one row each")
    parser.add_argument("--rate", type=float, default=10, help="events a second, paced")
    parser.add_argument("--seconds", type=float, default=10, help="of the paced events")
    parser.add_argument("--bursts", type=int, default=10, help="of 100 events at once")
    wanted = parser.parse_args(arguments)
    paced = f"{wanted.rate:g}/s: processor | latency"
    print(f"| subscribers | server | {paced} | at once: events/s | processor an event | RSS |")
    print("|---|---|---|---|---|---|---|")
    for subscribers in map(int, wanted.subscribers.split(",")):
        for name, serve in (("bare", serve_bare), ("pages", serve_pages)):
            used = bench(serve, subscribers, wanted)
            print(
                f"| {subscribers} | {name} | {used.paced_percent:.1f} % | {used.latency_ms:.1f} ms |"
                f" {used.events_a_second:.0f} | {used.event_ms:.2f} ms | {used.memory_mb:.0f} MB |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
