"""Whether a file holds a whole picture: a browser shows a broken one as a torn sheet of paper, on air."""

from __future__ import annotations

import struct
import xml.parsers.expat
import zlib
from collections.abc import Callable
from pathlib import Path

__all__ = ["TYPES", "fault_of"]

TYPES = {".png": "image/png", ".svg": "image/svg+xml"}
"""What a picture may be, by the end of its name; the later one is shown where a name has both: a drawing is sharp at
every size."""

_LARGEST = 10_000_000
"""Bytes; it is read in the server's loop, and by every page."""
_PNG = b"\x89PNG\r\n\x1a\n"
_EMPTY_CHUNK = 12  # length, name and checksum, 4 bytes each


def fault_of(path: Path) -> str | None:
    """What is wrong with the picture in that file, in words; None where nothing is."""
    try:
        if path.stat().st_size > _LARGEST:
            return f"it is larger than {_LARGEST // 1_000_000} MB"
        data = path.read_bytes()
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    return _FAULTS[path.suffix](data) if data else "it is empty"


def _png_fault(data: bytes) -> str | None:
    """W3C PNG, 5: a signature, then chunks, each with a checksum, from IHDR to IEND."""
    if not data.startswith(_PNG):
        return "it is no PNG picture"
    names: list[bytes] = []
    at = len(_PNG)
    while at + _EMPTY_CHUNK <= len(data) and names[-1:] != [b"IEND"]:
        (length,) = struct.unpack_from(">I", data, at)
        body = data[at + 4 : at + 8 + length]
        if data[at + 8 + length : at + 12 + length] != struct.pack(">I", zlib.crc32(body)):
            return "it is damaged or cut off"
        names.append(body[:4])
        at += _EMPTY_CHUNK + length
    is_whole = names[:1] == [b"IHDR"] and b"IDAT" in names and names[-1] == b"IEND"
    return None if is_whole else "it is damaged or cut off"


def _svg_fault(data: bytes) -> str | None:
    """A whole XML document whose root is `svg`."""
    roots: list[str] = []
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, _attributes: None if roots else roots.append(name)
    try:
        parser.Parse(data, True)
    except xml.parsers.expat.ExpatError as error:
        return f"it is no whole SVG drawing ({error})"
    return None if roots == ["http://www.w3.org/2000/svg svg"] else "it is no SVG drawing"


_FAULTS: dict[str, Callable[[bytes], str | None]] = {".png": _png_fault, ".svg": _svg_fault}
