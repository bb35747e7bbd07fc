"""Where a tile lies, found by its outline, against places that are known."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tablebridge.cloth import Place
from tablebridge.vision.change import Stillness
from tablebridge.vision.fit import fit_places
from tablebridge.vision.ground import Ground
from tablebridge.vision.look import Look
from tablebridge_rules.seat import Seat


def look_at(stage) -> Look:
    """A look at the stage as it is, without a classifier."""
    geometry = stage.observer.geometry
    image = stage.renderer.frame(stage.objects)
    ground = Ground(geometry)
    ground.learn(image)
    return Look(geometry, ground, Stillness(geometry), SimpleNamespace(), 300.0, 0.0, image)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("turned", [0.0, 90.0], ids=["upright", "sideways"])
@pytest.mark.parametrize(("off_mm", "turn_deg"), [((0, 0), 0), ((2, -1.5), 5), ((-2.5, 2), -6)])
def test_tile_is_found_within_a_millimetre_and_its_direction_told(
    stage, seat: Seat, turned: float, off_mm: tuple[float, float], turn_deg: float
) -> None:
    expected = Place(-30, 150, turned)
    stage.lay(seat, expected, "6s", off_mm=off_mm, turn_deg=turn_deg)
    window = look_at(stage).window(seat, -30, 150, 64, 64)
    fit = fit_places(window, [expected])
    other = fit_places(window, [Place(-30, 150, 90.0 - turned)])
    (found,) = fit.places
    assert (found.right_mm, found.out_mm) == pytest.approx((-30 + off_mm[0], 150 + off_mm[1]), abs=1.2)
    assert found.turn_deg - turned == pytest.approx(turn_deg, abs=3.1)
    assert fit.score > 0.9
    assert other.score < fit.score - 0.15
    assert fit.free > 0.95


def test_known_neighbours_do_not_disturb(stage) -> None:
    left, middle, right = Place(-22, 150), Place(0, 150), Place(22, 150)
    for place in (left, middle, right):
        stage.lay(Seat.B, place, "6s")
    window = look_at(stage).window(Seat.B, 0, 150, 64, 64)
    fit = fit_places(window.without([left, right]), [middle])
    (found,) = fit.places
    assert (found.right_mm, found.out_mm) == pytest.approx((0, 150), abs=1.2)
    assert fit.score > fit_places(window, [middle]).score + 0.3


def test_bare_cloth_fits_badly(stage) -> None:
    window = look_at(stage).window(Seat.C, 0, 150, 64, 64)
    assert fit_places(window, [Place(0, 150)]).score < 0.2


def test_rim_beyond_the_cloth_is_not_seen(stage) -> None:
    window = look_at(stage).window(Seat.A, 400, 410, 64, 64)
    assert 0.3 < window.open.mean() < 0.95
    assert (window.filled * window.open).mean() < 0.05
