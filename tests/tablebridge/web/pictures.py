"""Small pictures, byte by byte."""

from __future__ import annotations

import struct
import zlib


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG of these chunks, `(name, content)`, with their checksums."""
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, content in chunks:
        checksum = zlib.crc32(name + content)
        parts.append(struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum))
    return b"".join(parts)


HEAD = (b"IHDR", struct.pack(">IIBBBBB", 8, 4, 8, 0, 0, 0, 0))
DATA = (b"IDAT", zlib.compress((b"\0" + b"\xc0" * 8) * 4))
END = (b"IEND", b"")
PNG = png(HEAD, DATA, END)
"""A grey rectangle of 8 by 4 pixels."""
SVG = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 4'><rect width='8' height='4'/></svg>"
