"""Which values of an enumeration came with a later minor version: a peer of an older one could not use the frame."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from tablebridge_protocol.fields import Choice
from tablebridge_protocol.message import Message
from tablebridge_protocol.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    ButtonKind,
    FaultCode,
    HelloRequest,
    NakReason,
)

__all__ = ["LATER_VALUES", "common_minor", "suits"]

LATER_VALUES: Mapping[type[IntEnum], Mapping[int, int]] = {
    ButtonKind: dict.fromkeys(range(ButtonKind.OPEN_COVER, ButtonKind.VOID_BAMBOO + 1), 1),
    NakReason: dict.fromkeys(range(NakReason.NO_CAPABILITY, NakReason.WRONG_STATE + 1), 1),
    FaultCode: dict.fromkeys(range(FaultCode.COVER_REOPENED, FaultCode.SETTINGS_LOST + 1), 1),
}
"""Of each enumeration the values that 1.0 did not have, with the minor version that brought them."""


def suits(message: Message, minor: int) -> bool:
    """Whether a reader of this minor version knows every value of an enumeration in the message.

    >>> from tablebridge_protocol.messages import Fault
    >>> [suits(Fault(0, FaultCode.MOTOR_HOT, active=True), minor) for minor in (0, 1)]
    [False, True]
    """
    return all(
        LATER_VALUES.get(field.enum, {}).get(getattr(message, field.name), 0) <= minor
        for field in message.LAYOUT
        if isinstance(field, Choice)
    )


def common_minor(request: HelloRequest) -> int:
    """The smaller of the host's minor version and one's own; one's own for a host of another major version."""
    if request.protocol_major != PROTOCOL_MAJOR:
        return PROTOCOL_MINOR
    return min(request.protocol_minor, PROTOCOL_MINOR)
