"""One picture of what the camera's witness sees, believes and holds back: for people who set up a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.camera.frame import CameraFrame
from tablebridge.cloth import Cloth, Place, seat_to_cloth
from tablebridge.observation import ReadTile
from tablebridge.vision.change import cell_px
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.reading import NOT_A_TILE
from tablebridge.vision.rectify import OVERVIEW_PX_PER_MM, TableGeometry, View
from tablebridge.vision.seen_so_far import SeenSoFar
from tablebridge_rules.seat import Seat

__all__ = ["PANEL_PX", "debug_picture", "plain_picture"]

PANEL_PX = 430
"""Width of the column of text at the right."""

_ZONE, _MOVING, _HELD, _BELIEVED = (150, 130, 110), (0, 220, 255), (60, 140, 255), (255, 120, 40)
_RIVER_SLOTS = 18
_SURE, _HALF_SURE = 0.9, 0.6
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def debug_picture(
    observer: TableObserver, notes: LookNotes, seen: SeenSoFar, frame: CameraFrame, title: str
) -> NDArray[np.uint8]:
    """The rectified frame with the zones of every seat (grey), what moves (yellow), what is held back and why (orange),
    what was read in the last moments (box by confidence) and what is believed (name), and the last observations."""
    drawing = _Drawing(observer.geometry, frame.image)
    drawing.tint(observer.moving)
    drawing.zones()
    for held in notes.waiting:
        drawing.held(held.footprint.rows, held.footprint.columns, held.why)
    for read in notes.read:
        label = "no tile" if read.reading.tile == NOT_A_TILE else f"{read.reading.tile} {read.reading.confidence:.0%}"
        colour = (150, 150, 150) if read.reading.tile == NOT_A_TILE else _colour(read.reading.confidence)
        drawing.box(read.seat, read.place, read.top_mm, colour, label)
    for seat, place, reading in believed(seen, observer.geometry.cloth):
        drawing.name(seat, place, reading)
    for seat in seen.arms:
        drawing.banner(seat, "arm over the cloth")
    why = [f"held back: {held.why}" for held in notes.waiting]
    return _with_panel(drawing.picture, [title, "", *dict.fromkeys(why), "", *reversed(seen.lines)])


def plain_picture(frame: CameraFrame, title: str, line: str) -> NDArray[np.uint8]:
    """The camera's own picture while the table is not found in it, with the reason."""
    side = round(Cloth().side_mm * OVERVIEW_PX_PER_MM)
    height, width = frame.image.shape[:2]
    scale = side / max(height, width)
    small = cv2.resize(frame.image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((side, side, 3), np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    return _with_panel(canvas, [title, "", line])


def believed(seen: SeenSoFar, cloth: Cloth) -> Iterator[tuple[Seat, Place, ReadTile]]:
    """Tiles that the observations say lie there, at the places where the rules of the table put them."""
    for seat in Seat:
        river = seen.rivers[seat]
        turned = tuple(river[slot][1] if slot in river else False for slot in range(max(river, default=-1) + 1))
        places = cloth.river_places(turned)
        for slot, (reading, _) in river.items():
            yield seat, places[slot], reading
        right = cloth.meld_right_mm
        for _, tiles in sorted(seen.melds[seat].items()):
            row = [tile for tile in tiles if not tile.stacked]
            meld = cloth.meld_places(right, tuple(tile.sideways for tile in row))
            for place, tile in zip(meld, row, strict=True):
                yield seat, place, tile.reading
            right -= sum(cloth.tile_long_mm if t.sideways else cloth.tile_wide_mm for t in row) + cloth.meld_gap_mm()
        if seat in seen.hands:
            for index, reading in enumerate(seen.hands[seat].tiles):
                yield seat, cloth.hand_place(index, revealed=True), reading


class _Drawing:
    """The table from above, and the way from places on the cloth to its pixels."""

    def __init__(self, geometry: TableGeometry, image: NDArray[np.uint8]) -> None:
        self._geometry = geometry
        self._view: View = geometry.overview()
        self._from_picture = np.linalg.inv(self._view.to_picture)
        self.picture = np.asarray(self._view.cut(image), np.uint8).copy()

    def tint(self, cells: NDArray[np.bool_]) -> None:
        """Colours the cells of the camera's picture that moved."""
        camera = np.kron(cells.astype(np.uint8), np.ones((cell_px(self._geometry),) * 2, np.uint8))
        whole = np.zeros((self._geometry.height_px, self._geometry.width_px), np.uint8)
        whole[: camera.shape[0], : camera.shape[1]] = camera
        moved = self._view.cut(whole).astype(bool)
        self.picture[moved] = self.picture[moved] // 2 + np.array(_MOVING, np.uint8) // 2

    def zones(self) -> None:
        """River slots, wall, open hand, standing row and melds of every seat."""
        cloth = self._geometry.cloth
        meld_deep, meld_wide = cloth.tile_long_mm, cloth.meld_right_mm - 150
        for seat in Seat:
            for place in cloth.river_places((False,) * _RIVER_SLOTS):
                self._outline(seat, place, cloth.tile_wide_mm, cloth.tile_long_mm)
            self._outline(seat, Place(0, cloth.wall_out_mm), cloth.wall_stacks * cloth.tile_wide_mm, cloth.tile_long_mm)
            for out in (cloth.revealed_out_mm, cloth.hand_out_mm):
                middle = cloth.hand_left_mm + 7.5 * cloth.tile_wide_mm
                self._outline(seat, Place(middle, out), 15 * cloth.tile_wide_mm, cloth.tile_long_mm)
            melds = Place(cloth.meld_right_mm - meld_wide / 2, cloth.meld_out_mm - meld_deep / 2)
            self._outline(seat, melds, meld_wide, meld_deep)

    def box(self, seat: Seat, place: Place, top_mm: float, colour: tuple[int, int, int], label: str) -> None:
        """A tile that was cut out and read."""
        cloth = self._geometry.cloth
        corners = self._corners(seat, place, cloth.tile_wide_mm, cloth.tile_long_mm, top_mm)
        cv2.polylines(self.picture, [corners], True, colour, 1, cv2.LINE_AA)
        self._write(label, corners.min(axis=0), (0, -2), 0.32, colour)

    def name(self, seat: Seat, place: Place, reading: ReadTile) -> None:
        """A tile that is believed."""
        cloth = self._geometry.cloth
        corners = self._corners(seat, place, cloth.tile_wide_mm, cloth.tile_long_mm, cloth.tile_thick_mm)
        self._write(reading.tile, corners.mean(axis=0), (-9, 4), 0.42, _BELIEVED)

    def held(self, rows: NDArray[np.intp], columns: NDArray[np.intp], why: str) -> None:
        """A part of the camera's picture that waits."""
        if not len(rows):
            return
        corners = [(c + x, r + y) for r, c in zip(rows, columns, strict=True) for x in (0, 1) for y in (0, 1)]
        seen = np.array(corners, np.float64) * cell_px(self._geometry)
        lens = self._geometry.lens
        hull = cv2.convexHull((seen if lens is None else lens.straighten(seen)).astype(np.float32))
        placed = np.round(cv2.perspectiveTransform(hull, self._from_picture)).astype(np.int32)
        cv2.polylines(self.picture, [placed], True, _HELD, 2, cv2.LINE_AA)
        self._write(why, placed.reshape(-1, 2).max(axis=0), (2, -2), 0.32, _HELD)

    def banner(self, seat: Seat, text: str) -> None:
        """A line at a seat's edge."""
        edge = seat_to_cloth(seat, -60, self._geometry.cloth.side_mm / 2 - 20)
        self._write(text, self._placed(np.array([edge]), 0.0)[0], (0, 0), 0.5, _MOVING)

    def _outline(self, seat: Seat, place: Place, wide_mm: float, deep_mm: float) -> None:
        corners = self._corners(seat, place, wide_mm, deep_mm, self._geometry.cloth.tile_thick_mm)
        cv2.polylines(self.picture, [corners], True, _ZONE, 1, cv2.LINE_AA)

    def _corners(self, seat: Seat, place: Place, wide_mm: float, deep_mm: float, height_mm: float) -> NDArray[np.int32]:
        turn = np.radians(place.turn_deg)
        along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
        middle = np.array([place.right_mm, place.out_mm])
        corners = [middle + along * x * wide_mm / 2 + down * y * deep_mm / 2 for x, y in _SQUARE]
        return self._placed(np.array([seat_to_cloth(seat, *corner) for corner in corners]), height_mm)

    def _placed(self, points_mm: NDArray[np.float64], height_mm: float) -> NDArray[np.int32]:
        onto = self._from_picture @ self._geometry.homography(height_mm)
        return np.round(cv2.perspectiveTransform(np.asarray(points_mm, np.float64)[None], onto)[0]).astype(np.int32)

    def _write(
        self, text: str, at: NDArray[np.number], off: tuple[int, int], size: float, colour: tuple[int, int, int]
    ) -> None:
        where = (int(at[0]) + off[0], int(at[1]) + off[1])
        cv2.putText(self.picture, text, where, _FONT, size, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.putText(self.picture, text, where, _FONT, size, colour, 1, cv2.LINE_AA)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _colour(confidence: float) -> tuple[int, int, int]:
    """Green is sure, amber half sure, red a guess."""
    return (80, 220, 80) if confidence >= _SURE else (0, 190, 255) if confidence >= _HALF_SURE else (70, 70, 255)


def _with_panel(picture: NDArray[np.uint8], lines: Sequence[str]) -> NDArray[np.uint8]:
    panel = np.full((picture.shape[0], PANEL_PX, 3), 24, np.uint8)
    for number, line in enumerate(lines):
        place = (12, 26 + 20 * number)
        cv2.putText(panel, line[:58], place, _FONT, 0.42, (225, 225, 225), 1, cv2.LINE_AA)
    return np.hstack([picture, panel])
