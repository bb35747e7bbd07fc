"""How far a table has been told on a broker: for one who goes on from there without a journal."""

from __future__ import annotations

import queue
import secrets
import time

import msgspec

from tablebridge.mqtt.broker_address import BrokerAddress, MqttVersion
from tablebridge.mqtt.cloudevent import CloudEvent, encode_document
from tablebridge.mqtt.endings import as_error, no_echo, silent
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.payloads import Ask
from tablebridge.mqtt.session import Ended, Opened, Received, Session, SessionEvent
from tablebridge.mqtt.stranger import what_answers
from tablebridge.mqtt.topics import Topics

__all__ = ["last_told"]

_ANSWER_WITHIN_S = 10.0


class _Sequence(msgspec.Struct, frozen=True):
    sequence: int = 0


def last_told(address: BrokerAddress, table: str) -> int:
    """The sequence of the last event in the state that the broker keeps of `table`; 0 where it keeps none.

    Asks as a daemon does that wants to publish. Raises `UsageError`, which says why, when the broker cannot be reached
    or does not let us read and write there.
    """
    until_s = time.monotonic() + _ANSWER_WITHIN_S
    if address.version == "5":
        found = _asked(address, table, "5", until_s)
        if not isinstance(found, Ended):
            return found
        if not (found.old or found.hung_up):
            raise as_error(found.line)
    # a broker that has not got MQTT 5 says so, or, if it is of before 2019, may only hang up
    found = _asked(address, table, "3.1.1", until_s)
    if isinstance(found, Ended):
        stranger = what_answers(address) if found.hung_up else None
        raise as_error(stranger or found.line)
    return found


def _asked(address: BrokerAddress, table: str, version: MqttVersion, until_s: float) -> int | Ended:
    """The sequence, or why there is none."""
    happened: queue.SimpleQueue[SessionEvent] = queue.SimpleQueue()
    topics = Topics(table)
    token = secrets.token_hex(6)
    ours = encode_document(table, "owner/ask", Ask(instance=token, nonce="1"))
    # our own question comes back to us behind all that is retained
    heard = [topics.state, topics.owner_ask]
    session = Session(address, f"tablebridge-{token}", None, heard, happened.put, version=version)
    opened, last = False, 0
    session.open()
    try:
        while True:
            match happened.get(timeout=max(0.0, until_s - time.monotonic())):
                case Opened():
                    opened = True
                    session.send(Message(topics.owner_ask, ours, retain=False))
                case Received(topic=topics.owner_ask, payload=payload):
                    if payload == ours:
                        return last
                case Received(payload=payload):
                    last = _sequence(payload)
                case Ended() as ended:
                    return ended
                case _:
                    pass
    except queue.Empty:
        raise as_error(no_echo(address, topics.owner_ask) if opened else silent(address)) from None
    finally:
        session.close()


def _sequence(payload: bytes) -> int:
    try:
        return msgspec.json.decode(payload, type=CloudEvent[_Sequence]).data.sequence
    except msgspec.MsgspecError:
        return 0  # of another version, or emptied
