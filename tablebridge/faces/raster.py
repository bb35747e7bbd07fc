"""Faces as pictures."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import resvg_py

from tablebridge.faces.face import face_svg

__all__ = ["face_image"]


@lru_cache(maxsize=1024)
def face_image(name: str, style: str = "japanese", width_px: int = 96, height_px: int = 128) -> np.ndarray:
    """The face as a read-only `(height_px, width_px, 4)` BGRA uint8 picture with straight alpha (0 outside the
    rounded corners). A size of other proportions than 3 to 4 stretches it.

    Raises `UsageError` as `face_svg` does, and `ValueError` for a size below one pixel.
    """
    if width_px < 1 or height_px < 1:
        raise ValueError(f"a face needs at least one pixel, not {width_px} by {height_px}")
    svg = face_svg(name, style).replace("<svg ", '<svg preserveAspectRatio="none" ', 1)
    # the document's own size is replaced, because the rasteriser keeps proportions when both sides are given
    svg = svg.replace('width="300" height="400">', f'width="{width_px}" height="{height_px}">', 1)
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None, "the rasteriser writes PNG"
    picture.setflags(write=False)
    return picture
