"""Errors of the protocol: one root, raised for a caller's mistake and never for a byte on the wire.

What arrives damaged is a value (`tablebridge_protocol.framing.Corruption`), not an exception.
"""

__all__ = ["FieldError", "FrameError", "ProtocolError", "SessionError"]


class ProtocolError(Exception):
    """Root of everything this distribution raises on purpose."""


class FieldError(ProtocolError):
    """A value that a message cannot carry; the text names the field, the value and what is allowed."""


class FrameError(ProtocolError):
    """A frame that cannot be built: a type or sequence number that is no byte, or a payload that is too long."""


class SessionError(ProtocolError):
    """Something was asked of a session that it cannot do now; the text says what to wait for."""
