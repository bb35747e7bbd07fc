"""An arm reaches in from its seat's rim, covers what it touches, and is gone afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.cloth import Cloth, cloth_to_seat, seat_to_cloth
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.render_hands import fingertip
from tablebridge.sim.scene import Motion, SceneTile
from tablebridge_rules.seat import Seat

CLOTH = Cloth()


def _discard(seat: Seat) -> Motion:
    touch = seat_to_cloth(seat, -40, 398), seat_to_cloth(seat, 20, 170)
    return Motion(1000, 2000, 2600, seat, touch)


@pytest.mark.parametrize("seat", Seat)
def test_fingers_start_outside_touch_in_order_and_leave(seat: Seat) -> None:
    motion = _discard(seat)
    out = [cloth_to_seat(seat, *fingertip(motion, CLOTH, at_ms))[1] for at_ms in (1000, 1450, 2000, 2600)]

    assert out[0] > CLOTH.side_mm / 2 + 150
    assert out[1] == pytest.approx(398, abs=1)
    assert out[2] == pytest.approx(170)
    assert out[3] > CLOTH.side_mm / 2 + 150


def test_a_single_touch_is_reached_before_the_change_and_held() -> None:
    motion = Motion(0, 1000, 1500, Seat.A, ((50.0, -200.0),))

    for at_ms in (860, 1000, 1040):
        assert fingertip(motion, CLOTH, at_ms) == pytest.approx((50, -200))


@pytest.mark.parametrize(
    "motion",
    [Motion(0, 1, 2, None, ((0.0, 0.0),)), Motion(0, 1, 2, Seat.A)],
    ids=["the machine", "no touch"],
)
def test_a_motion_without_a_hand_has_no_fingers(motion: Motion) -> None:
    with pytest.raises(ValueError, match="shows no hand"):
        fingertip(motion, CLOTH, 1)


@pytest.mark.parametrize("seat", Seat)
def test_the_arm_covers_its_touch_and_its_own_side_only(seat: Seat) -> None:
    renderer = SceneRenderer(CLOTH, seed=6, noise=0.0)
    motion = _discard(seat)
    bare = renderer.frame({}).astype(int)

    changed = np.abs(renderer.frame({}, [motion], 2000) - bare).max(axis=2) > 8

    def covered(seat_of: Seat, right_mm: float, out_mm: float) -> bool:
        x, y = renderer.projection.project([(*seat_to_cloth(seat_of, right_mm, out_mm), 0.0)])[0]
        return bool(changed[round(y), round(x)])

    assert covered(seat, 30, 185)
    assert covered(seat, 60, 350)
    assert not covered(seat.after(2), 0, 200)
    assert not covered(seat, -300, 398)
    assert np.array_equal(renderer.frame({}, [motion], 2600.1), bare), "afterwards nothing is left"


def test_what_an_arm_hides_is_known_and_its_shadow_hides_nothing() -> None:
    renderer = SceneRenderer(CLOTH, seed=6, noise=0.0)
    arms = [_discard(Seat.A), _discard(Seat.C)]
    tiles = {0: SceneTile(0, "1z", 0.0, 0.0, 0.0, "up")}

    hidden = renderer.hidden(arms, 2000)

    changed = (renderer.frame(tiles, arms, 2000) != renderer.frame({}, arms, 2000)).any(axis=2)
    assert 0.01 < hidden.mean() < 0.4
    assert not (changed & hidden).any(), "what lies beneath shows nowhere there"
    darker = (renderer.frame({}, arms, 2000) != renderer.frame({})).any(axis=2)
    assert (darker & ~hidden).any(), "a shadow falls beside the arm"
    assert not renderer.hidden(arms, 2600.1).any()


def test_the_tables_machine_and_motions_of_other_moments_show_no_arm() -> None:
    renderer = SceneRenderer(CLOTH, seed=6, noise=0.0)
    bare = renderer.frame({})
    machine = Motion(0, 500, 1000, None, ((0.0, 0.0),))

    untouched = Motion(0, 500, 1000, Seat.B)

    assert np.array_equal(renderer.frame({}, [machine, untouched, _discard(Seat.A)], 500), bare)
