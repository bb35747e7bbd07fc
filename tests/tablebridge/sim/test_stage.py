"""The stage keeps time: acts follow each other, and what was told stays in order."""

from __future__ import annotations

from random import Random

from tablebridge.sim.placing import Change
from tablebridge.sim.scene import Motion
from tablebridge.sim.stage import Stage
from tablebridge_rules.event import Drawn, FlowersPassed
from tablebridge_rules.seat import Seat

from .filming import CLOTH, tile


def stage() -> Stage:
    return Stage(CLOTH, Random(1), hand=2, now_ms=1000.0)


def test_an_act_takes_its_time_and_changes_the_cloth() -> None:
    on = stage()
    motion = on.act(Seat.A, Change((tile(5),), touch_mm=((0.0, 0.0),)), (500, 600))
    assert motion.start_ms == 1000
    assert motion.change_ms < motion.end_ms == on.now_ms <= 1600
    assert set(on.scene.objects) == {5}
    assert on.clock_ms == int(on.now_ms)
    on.sweep((300, 400))
    assert on.scene.objects == {}


def test_an_act_can_follow_before_the_last_arm_has_left() -> None:
    on = stage()
    first = on.act(Seat.A, Change((tile(5),), touch_mm=((0.0, 0.0),)), (900, 1000))
    second = on.act(Seat.B, Change(remove=(5,), touch_mm=((0.0, 0.0),)), (900, 1000), within_ms=200.0)
    assert second.change_ms - first.change_ms == 200
    assert on.now_ms == max(first.end_ms, second.end_ms)


def test_a_motion_beside_the_others_is_sorted_in_by_its_change() -> None:
    on = stage()
    on.beside(Motion(1000, 8500, 9000, Seat.C, ((0.0, 0.0),)))
    on.act(Seat.A, Change((tile(5),), touch_mm=((0.0, 0.0),)), (500, 600))
    assert on.last is not None
    assert on.last.seat is Seat.A
    assert [motion.seat for motion in on.script(136).motions] == [Seat.A, Seat.C]


def test_what_was_told_stays_in_order_when_it_must_have_been_seen_earlier() -> None:
    on = stage()
    on.tell(Drawn(Seat.A))
    on.wait((500, 500))
    on.tell(FlowersPassed(Seat.A))
    on.tell_violation("TW-F01", "replacement_out_of_turn", Seat.B)
    on.told_by(1200.0)
    rows = on.script(144).truth
    assert [(row["type"], row["at_ms"]) for row in rows] == [
        ("draw", 1000.0),
        ("flowers_passed", 1200.0),
        ("violation", 1200.0),
    ]
    assert [(row["hand"], row["order"]) for row in rows] == [(2, 0), (2, 1), (2, 2)]
