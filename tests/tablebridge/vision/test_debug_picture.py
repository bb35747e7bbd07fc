"""The picture for people: what is drawn where, on a real frame of the virtual camera."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth, Place, seat_to_cloth
from tablebridge.observation import MeldTile, ReadTile
from tablebridge.sim.render import SceneRenderer
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.debug_picture import PANEL_PX, believed, debug_picture, plain_picture
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import OVERVIEW_PX_PER_MM, TableGeometry
from tablebridge.vision.seen_so_far import SeenSoFar
from tablebridge_rules.seat import Seat

from .conftest import START, Stage

HELD, BELIEVED = (60, 140, 255), (255, 120, 40)


class Watched:
    """A table that is watched with notes."""

    def __init__(self, classifier: TileClassifier) -> None:
        self.cloth = Cloth()
        renderer = SceneRenderer(self.cloth, seed=5)
        geometry = TableGeometry.from_corners(renderer.corners_px, renderer.projection.size, self.cloth)
        self.notes, self.seen = LookNotes(), SeenSoFar()
        self.observer = TableObserver(geometry, self.cloth, classifier, notes=self.notes)
        self.stage = Stage(renderer, self.observer, self.cloth)

    def show(self, for_ms: float) -> np.ndarray:
        """Films for a while, and draws the last frame."""
        self.seen.take(self.stage.show(for_ms))
        at_ms = self.stage.now_ms
        image = self.stage.renderer.frame(self.stage.objects, take=self.stage.number)
        frame = CameraFrame(self.stage.number, at_ms, START + timedelta(milliseconds=at_ms), image)
        self.stage.number += 1
        self.seen.take(self.observer.observe(frame))
        return debug_picture(self.observer, self.notes, self.seen, frame, "table-1")

    def has(self, picture: np.ndarray, colour: tuple[int, int, int], seat: Seat, place: Place) -> bool:
        """Whether that colour is drawn at (or close around) a place."""
        x, y = seat_to_cloth(seat, place.right_mm, place.out_mm)
        half = self.cloth.side_mm / 2
        column, row = (half + x) * OVERVIEW_PX_PER_MM, (half - y) * OVERVIEW_PX_PER_MM
        reach = 28
        around = picture[max(int(row) - reach, 0) : int(row) + reach, max(int(column) - reach, 0) : int(column) + reach]
        return bool((np.abs(around.astype(int) - colour).max(axis=2) <= 30).sum() > 5)


@pytest.fixture
def watched(classifier: TileClassifier) -> Watched:
    return Watched(classifier)


def test_a_tile_is_held_back_then_read_and_believed(watched: Watched) -> None:
    place = watched.cloth.river_places((False,))[0]
    watched.show(700)
    watched.stage.lay_river(Seat.B, ["5p"])
    settling = watched.show(80)
    assert settling.shape == (1075, 1075 + PANEL_PX, 3)
    assert watched.has(settling, HELD, Seat.B, place)
    assert not watched.has(settling, BELIEVED, Seat.B, place)
    assert any(held.why.startswith("settling") for held in watched.notes.waiting)
    settled = watched.show(600)
    assert watched.has(settled, BELIEVED, Seat.B, place)
    assert "5p" in [each.reading.tile for each in watched.notes.read if each.seat is Seat.B]
    assert not watched.has(settled, HELD, Seat.B, place)
    assert not watched.has(settled, BELIEVED, Seat.D, place), "nothing lies before the others"
    (line,) = watched.seen.lines
    assert "B river 1: 5p" in line


def test_what_moves_is_tinted(watched: Watched) -> None:
    still = watched.show(900)
    watched.stage.lay_river(Seat.A, ["1m"])
    moving = watched.show(1)
    yellow = (moving[:, :1075, 2].astype(int) - moving[:, :1075, 0] > 60).sum()
    assert yellow > (still[:, :1075, 2].astype(int) - still[:, :1075, 0] > 60).sum() + 100


def test_believed_tiles_lie_where_the_table_puts_them() -> None:
    cloth, seen = Cloth(), SeenSoFar()
    one = ReadTile("1m", 1.0)
    seen.rivers[Seat.A] = {0: (one, True), 7: (one, False)}
    seen.melds[Seat.C] = {0: (MeldTile(one, sideways=True), MeldTile(one), MeldTile(one), MeldTile(one, True, True))}
    placed = list(believed(seen, cloth))
    turned = (True, *(False,) * 7)
    assert [place for seat, place, _ in placed if seat is Seat.A] == [cloth.river_places(turned)[k] for k in (0, 7)]
    assert [place for seat, place, _ in placed if seat is Seat.C] == list(
        cloth.meld_places(cloth.meld_right_mm, (True, False, False))
    )


def test_without_a_table_the_frame_and_the_reason_are_shown() -> None:
    frame = CameraFrame(3, 0.0, START, np.full((480, 640, 3), 200, np.uint8))
    picture = plain_picture(frame, "table-1", "no markers")
    assert picture.shape == (1075, 1075 + PANEL_PX, 3)
    assert (picture[:800, :1075] == 200).all()
    assert (picture[810:, :1075] == 0).all()
    assert (picture[:80, 1075:] > 150).any()
