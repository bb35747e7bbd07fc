"""Frames out of a stream of bytes that may start, break and be disturbed anywhere."""

from __future__ import annotations

from tablebridge_protocol.framing import (
    DELIMITER,
    STUFFED_MAX_BYTES,
    Corruption,
    CorruptionReason,
    Frame,
    parse_frame,
)

__all__ = ["StreamDecoder"]


class StreamDecoder:
    """Takes bytes as they come and gives the frames, and the corruptions between them, in order.

    It holds at most one frame's 64 bytes, whatever arrives: what cannot be a frame any more is counted and
    dropped until the next 0x00. After any garbage the first whole frame behind a 0x00 is read again.
    """

    def __init__(self) -> None:
        self._held = bytearray()
        self._dropped = 0

    @property
    def pending(self) -> int:
        """Bytes since the last delimiter, held or dropped."""
        return len(self._held) + self._dropped

    @property
    def held(self) -> int:
        """Bytes in the buffer: never more than 64."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Frame | Corruption]:
        """What `data` completes. Never raises."""
        found: list[Frame | Corruption] = []
        *closed, rest = data.split(DELIMITER)
        for piece in closed:
            self._hold(piece)
            if self.pending:  # delimiters may follow each other: an empty piece says nothing
                found.append(self._finish())
        self._hold(rest)
        return found

    def _hold(self, piece: bytes) -> None:
        room = STUFFED_MAX_BYTES - len(self._held)
        self._held += piece[:room]
        self._dropped += max(0, len(piece) - room)

    def _finish(self) -> Frame | Corruption:
        stuffed, length = bytes(self._held), self.pending
        dropped = self._dropped
        self._held.clear()
        self._dropped = 0
        return Corruption(CorruptionReason.TOO_LONG, length, stuffed) if dropped else parse_frame(stuffed)
