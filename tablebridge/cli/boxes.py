"""Reads pictures and lists of boxes on them for `tablebridge recognise`; every fault is one clear line."""

from __future__ import annotations

import csv
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablebridge.errors import UsageError

__all__ = ["Box", "cut_box", "read_boxes", "read_image"]


@dataclass(frozen=True, slots=True)
class Box:
    """One row of a list: a box in px on a picture, and what is known of it. `line` counts from 1, header included."""

    line: int
    file: str
    x0: float
    y0: float
    x1: float
    y1: float
    label: str | None = None
    tile_set: str = ""
    mirrored: bool = False


def read_image(file: Path) -> np.ndarray:
    """A picture file as BGR uint8.

    Raises `UsageError` when it cannot be read or is no picture.
    """
    if file.is_dir():
        told = f"name the pictures in it: {file}/*.jpg"
        raise UsageError("the picture cannot be read", f"{file} is a folder", told)
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError("the picture cannot be read", f"{file}: {error.strerror}", "check the path") from error
    try:
        with _silent_decoders():
            image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    except (cv2.error, MemoryError) as error:  # more pixels than OpenCV takes, or than there is memory for
        raise UsageError("the picture is too large or broken", str(file), "give a smaller one") from error
    if image is None:
        raise UsageError("the file is not a picture", str(file), "give a whole JPEG, PNG, WebP, BMP or TIFF file")
    return np.asarray(image, np.uint8)


@contextmanager
def _silent_decoders() -> Iterator[None]:
    """Takes what the C libraries below OpenCV write to stderr, as libpng does; the caller says what is wrong."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def read_boxes(file: Path) -> Iterator[Box]:
    """The rows of a CSV file with the columns file, x0, y0, x1, y1 (px); label, tile_set and mirrored are read where
    they are there, other columns are ignored. A mark of byte order, as spreadsheets write it, and spaces around names
    and values do not count.

    Raises `UsageError` naming file and line, also when there is no row.
    """
    hint = "the columns are file,x0,y0,x1,y1 with x0 < x1 and y0 < y1 in px"
    try:
        with file.open(newline="", encoding="utf-8-sig") as stream:
            reader = csv.DictReader(stream, skipinitialspace=True)
            reader.fieldnames = names = [name.strip().lower() for name in reader.fieldnames or ()]
            lacking = {"file", "x0", "y0", "x1", "y1"} - set(names)
            if lacking:
                told = "commas between the columns, not semicolons" if len(names) == 1 and ";" in names[0] else hint
                raise UsageError(f"the list of boxes has no column {', '.join(sorted(lacking))}", str(file), told)
            empty = True
            for row in reader:
                empty = False
                values = {name: str(row[name] or "").strip() for name in names}
                yield _box(values, reader.line_num, file, hint)
            if empty:
                raise UsageError("the list holds no boxes", str(file), hint)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError("the list of boxes cannot be read", f"{file}: {reason}", "give a CSV file in UTF-8") from error


def _box(row: dict[str, str], line: int, file: Path, hint: str) -> Box:
    where = f"{file}, line {line}"
    name = row["file"]
    if not name:
        raise UsageError("a box names no picture", where, hint)
    values = []
    for column in ("x0", "y0", "x1", "y1"):
        try:
            value = float(row[column])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise UsageError(f"{column} is not a number: {row[column]!r}", where, hint)
        values.append(value)
    x0, y0, x1, y1 = values
    if x1 <= x0 or y1 <= y0:
        raise UsageError("a box is empty", where, hint)
    return Box(
        line, name, x0, y0, x1, y1, row.get("label") or None, row.get("tile_set") or "", row.get("mirrored") == "yes"
    )


def cut_box(image: np.ndarray, box: Box, where: Path) -> np.ndarray:
    """What a box shows. Raises `UsageError` when it lies off the picture."""
    height, width = image.shape[:2]
    left, top = max(round(box.x0), 0), max(round(box.y0), 0)
    right, bottom = min(round(box.x1), width), min(round(box.y1), height)
    if right - left < 2 or bottom - top < 2:
        raise UsageError(
            "a box lies off its picture or is smaller than 2 px",
            f"{where}, line {box.line} ({box.file} is {width} by {height} px)",
            "correct the box",
        )
    return image[top:bottom, left:right]
