"""How far a table has been told on a broker: for one who goes on from there without a journal."""

from __future__ import annotations

import queue
import secrets
import time

import msgspec

from tablebridge.errors import UsageError
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.cloudevent import CloudEvent
from tablebridge.mqtt.endings import silent
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.session import Ended, Opened, Received, Session, SessionEvent
from tablebridge.mqtt.topics import Topics

__all__ = ["last_told"]

_ANSWER_WITHIN_S = 10.0


class _Sequence(msgspec.Struct, frozen=True):
    sequence: int = 0


def last_told(address: BrokerAddress, table: str, what_to_do: str) -> int:
    """The sequence of the last event in the state that the broker keeps of `table`; 0 where it keeps none.

    Raises `UsageError`, with `what_to_do`, when the broker cannot be reached or does not let us read and write there.
    """
    happened: queue.SimpleQueue[SessionEvent] = queue.SimpleQueue()
    topics = Topics(table)
    token = secrets.token_hex(6)
    echo = f"{topics.reply}last-told/{token}"  # comes back to us behind all that is retained
    # every broker speaks 3.1.1, and nothing more is needed to ask
    session = Session(address, f"tablebridge-{token}", None, [topics.state, echo], happened.put, version="3.1.1")
    until_s = time.monotonic() + _ANSWER_WITHIN_S
    last = 0
    session.open()
    try:
        while True:
            match happened.get(timeout=max(0.0, until_s - time.monotonic())):
                case Opened():
                    session.send(Message(echo, b"{}", retain=False))
                case Received(topic=topic) if topic == echo:
                    return last
                case Received(payload=payload):
                    last = _sequence(payload)
                case Ended(line=line):
                    raise _trouble(line, what_to_do)
                case _:
                    pass
    except queue.Empty:
        raise _trouble(silent(address), what_to_do) from None
    finally:
        session.close()


def _sequence(payload: bytes) -> int:
    try:
        return msgspec.json.decode(payload, type=CloudEvent[_Sequence]).data.sequence
    except msgspec.MsgspecError:
        return 0  # of another version, or emptied


def _trouble(line: str, what_to_do: str) -> UsageError:
    what, _, where = line.partition(" (")[0].partition(": ")
    return UsageError(what, where, what_to_do)
