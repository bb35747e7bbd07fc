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

__all__ = ["annotate", "write_picture"]


def annotate(out: Path, documents: Sequence[dict[str, Any]]) -> None:
    """Draws each document's tiles onto its picture: into the file `out`, or for several pictures into that folder.

    Raises `UsageError` when the folder cannot be made or a picture cannot be written.
    """
    several = len(documents) > 1 or out.is_dir()
    if several:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                "the folder cannot be made", f"{out}: {error.strerror}", "give another --annotate"
            ) from error
    names: Counter[str] = Counter()
    for document in documents:
        stem = Path(document["image"]).stem
        names[stem] += 1
        numbered = stem if names[stem] == 1 else f"{stem}-{names[stem]}"  # pictures of one name from several folders
        image = read_image(Path(document["image"]))
        for tile in document["tiles"]:
            _draw(image, tile)
        write_picture(out / f"{numbered}.png" if several else out, image)


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


def _draw(image: np.ndarray, tile: dict[str, Any]) -> None:
    corners = np.array(tile["corners"], np.float32)
    colour = {"up": (40, 40, 230), "down": (230, 140, 30)}.get(tile["face"], (150, 150, 150))
    if tile["unknown"]:
        colour = (0, 190, 255)
    thick = max(1, round(max(image.shape[:2]) / 900))
    cv2.polylines(image, [corners.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    top = corners[:2].mean(axis=0).round().astype(int)  # the face's upper edge
    cv2.circle(image, (int(top[0]), int(top[1])), 2 * thick, colour, -1, cv2.LINE_AA)
    middle = corners.mean(axis=0)
    name = f"{tile['tile']}?" if tile["unknown"] and tile["tile"] != "?" else tile["tile"]
    size = float(np.linalg.norm(corners[3] - corners[0])) / 70
    place = (int(middle[0] - 18 * size), int(middle[1] + 8 * size))
    cv2.putText(image, name, place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 4 * thick, cv2.LINE_AA)
    cv2.putText(image, name, place, cv2.FONT_HERSHEY_SIMPLEX, size, (160, 0, 160), thick, cv2.LINE_AA)
