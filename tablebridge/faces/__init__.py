"""Tile faces drawn by this project's own code: for the virtual table, for training, and for the pages."""

from tablebridge.faces.face import FACE_NAMES, face_svg
from tablebridge.faces.raster import face_image
from tablebridge.faces.style import STYLES, Style

__all__ = ["FACE_NAMES", "STYLES", "Style", "face_image", "face_svg"]
