"""Picture files of kinds that people really hand in, made on the fly: four inks, 16 bits, turned by a note, moving."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np


def encoded(suffix: str, image: np.ndarray) -> bytes:
    """`image` as OpenCV writes it."""
    return cv2.imencode(suffix, image)[1].tobytes()


def cmyk_jpeg(image: np.ndarray) -> bytes:
    """A BGR picture as a JPEG of four inks, as print shops' programs write it (Adobe marker, inks inverted).

    Each ink is a grey JPEG's own scan; a JPEG may hold its components in scans of their own.
    """
    black = image.max(axis=2)
    inks = image[:, :, ::-1] / np.maximum(black, 1)[:, :, None] * 255
    planes = [*np.moveaxis(inks.round().astype(np.uint8), 2, 0), black]
    scans = [_scan(np.ascontiguousarray(plane)) for plane in planes]
    tables = scans[0][0]
    height, width = black.shape
    parts = [b"\xff\xd8\xff\xee", struct.pack(">H5sHHHB", 14, b"Adobe", 100, 0, 0, 0), tables[0xDB]]
    parts += [b"\xff\xc0", struct.pack(">HBHHB", 20, 8, height, width, 4)]
    parts += [bytes([number, 0x11, 0]) for number in range(1, 5)]
    parts.append(tables[0xC4])
    for number, (_, data) in enumerate(scans, 1):
        parts += [b"\xff\xda", struct.pack(">HBBBBBB", 8, 1, number, 0, 0, 63, 0), data]
    return b"".join([*parts, b"\xff\xd9"])


def _scan(plane: np.ndarray) -> tuple[dict[int, bytes], bytes]:
    """A grey JPEG's tables by marker, and the coded data of its one scan."""
    content, at = encoded(".jpg", plane), 2
    tables: dict[int, bytes] = {}
    while True:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4])
        after = at + 2 + length
        if marker == 0xDA:
            return tables, content[after:-2]
        tables[marker] = tables.get(marker, b"") + content[at:after]
        at = after


def turned_by_exif(image: np.ndarray, orientation: int) -> bytes:
    """A JPEG whose pixels are `image` and whose EXIF note says how to hold it: 6 is a quarter turn clockwise."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    note = b"Exif\0\0" + tiff
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(note) + 2) + note + encoded(".jpg", image)[2:]


def sixteen_bit(image: np.ndarray) -> bytes:
    """A PNG of 16 bits a channel."""
    return encoded(".png", image.astype(np.uint16) * 257)


def moving(suffix: str, frames: list[np.ndarray], folder: Path) -> bytes:
    """An animated GIF, WebP or PNG."""
    film = cv2.Animation()
    film.frames, film.durations = frames, np.full(len(frames), 100, np.int32)
    file = folder / f"moving{suffix}"
    assert cv2.imwriteanimation(str(file), film)
    return file.read_bytes()
