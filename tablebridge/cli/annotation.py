"""Draws what was read onto copies of the pictures, for `tablebridge recognise --annotate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablebridge.cli.boxes import read_image
from tablebridge.errors import UsageError

__all__ = ["annotate", "check_annotation", "check_picture_place", "write_picture"]


def check_annotation(out: Path, pictures: Sequence[Path]) -> None:
    """Asks, before hours of reading, whether the drawn pictures have a place.

    Raises `UsageError` when one of `pictures` itself would be written over, when their folder is not there or is a
    file, or when the ending of `out` names no format.
    """
    own = {file.resolve() for file in pictures}
    for file in _files(out, pictures):
        if file.resolve() in own:
            raise UsageError("the picture itself would be drawn over", str(file), "give --annotate another place")
    if _is_folder(out, pictures):
        if out.exists() and not out.is_dir():
            raise UsageError("several pictures need a folder, this is a file", str(out), "give another --annotate")
        return
    check_picture_place(out)


def check_picture_place(file: Path) -> None:
    """Raises `UsageError` when `file` can be no picture: its folder is not there, or its ending names no format."""
    if file.is_dir():
        raise UsageError("the picture cannot be written: Is a directory", str(file), "give --annotate a file's name")
    if not file.parent.is_dir():
        raise UsageError("there is no such folder", str(file.parent), "make it, or give another --annotate")
    if file.suffix and not cv2.haveImageWriter(f"x{file.suffix}"):
        raise UsageError("no such picture format", str(file), "end --annotate in .png or .jpg")


def annotate(out: Path, documents: Sequence[dict[str, Any]]) -> None:
    """Draws each document's tiles onto its picture: into the file `out`, or for several pictures into that folder.

    Raises `UsageError` when the folder cannot be made or a picture cannot be written.
    """
    pictures = [Path(document["image"]) for document in documents]
    if _is_folder(out, pictures):
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                "the folder cannot be made", f"{out}: {error.strerror}", "give another --annotate"
            ) from error
    for document, file in zip(documents, _files(out, pictures), strict=True):
        image = read_image(Path(document["image"]))
        for draw in (_outline, _name):  # names lie above every outline
            for tile in document["tiles"]:
                draw(image, tile)
        write_picture(file, image)


def _is_folder(out: Path, pictures: Sequence[Path]) -> bool:
    return len(pictures) > 1 or out.is_dir()


def _files(out: Path, pictures: Sequence[Path]) -> list[Path]:
    """Where each picture goes."""
    if not _is_folder(out, pictures):
        return [out] * len(pictures)
    names: Counter[str] = Counter()
    files = []
    for picture in pictures:
        stem = picture.stem
        names[stem] += 1  # pictures of one name from several folders are numbered
        files.append(out / (f"{stem}.png" if names[stem] == 1 else f"{stem}-{names[stem]}.png"))
    return files


def write_picture(file: Path, image: np.ndarray) -> None:
    """Writes a picture in the format that the file's ending names; PNG without one.

    Raises `UsageError` when there is no such format or it cannot be written.
    """
    try:
        done, content = cv2.imencode(file.suffix or ".png", image)
        if not done:
            raise cv2.error
        file.write_bytes(content.tobytes())
    except cv2.error as error:
        raise UsageError("no such picture format", str(file), "end --annotate in .png or .jpg") from error
    except OSError as error:
        raise UsageError(
            "the picture cannot be written", f"{file}: {error.strerror}", "give another --annotate"
        ) from error


_SURE, _UNSURE, _FACE_DOWN, _NONE = (70, 170, 40), (0, 150, 245), (200, 120, 40), (130, 130, 130)


def _colour(tile: dict[str, Any]) -> tuple[int, int, int]:
    """Green is read, amber unknown, blue face down, grey none."""
    if tile["tile"] == "?":
        return _NONE
    if tile["unknown"]:
        return _UNSURE
    return _FACE_DOWN if tile["face"] == "down" else _SURE


def _outline(image: np.ndarray, tile: dict[str, Any]) -> None:
    corners = np.array(tile["corners"], np.float32).round().astype(np.int32)
    thick = max(1, round(max(image.shape[:2]) / 800))
    cv2.polylines(image, [corners], True, (20, 20, 20), thick + 1, cv2.LINE_AA)
    cv2.polylines(image, [corners], True, _colour(tile), thick, cv2.LINE_AA)


def _name(image: np.ndarray, tile: dict[str, Any]) -> None:
    """The name on a plate at the face's own upper edge, so that the face stays to be seen and its turn is told."""
    corners = np.array(tile["corners"], np.float32)
    name = f"{tile['tile']}?" if tile["unknown"] and tile["tile"] != "?" else tile["tile"]
    long_px = float(max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])))
    size = max(long_px / 165, 0.35)
    bold = max(1, round(size * 1.6))
    (wide, high), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, size, bold)
    edge, centre = corners[:2].mean(axis=0), corners.mean(axis=0)
    middle = edge + (centre - edge) * min(1.0, (high / 2 + 3) / max(float(np.linalg.norm(centre - edge)), 1.0))
    pad = max(2, round(high * 0.3))
    half = (wide / 2 + pad, high / 2 + pad)
    most = (image.shape[1] - half[0], image.shape[0] - half[1])
    x, y = (max(min(float(middle[axis]), most[axis]), half[axis]) for axis in (0, 1))  # never off the picture
    start, end = (round(x - half[0]), round(y - half[1])), (round(x + half[0]), round(y + half[1]))
    cv2.rectangle(image, start, end, _colour(tile), -1, cv2.LINE_AA)
    cv2.rectangle(image, start, end, (20, 20, 20), 1, cv2.LINE_AA)
    place = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(image, name, place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), bold, cv2.LINE_AA)
