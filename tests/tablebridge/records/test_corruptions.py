"""Every change of a hand: it changes what it says, on a copy, and says None where the hand has no place for it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tablebridge.records.corruption_kinds import KINDS, Kind, corrupted
from tablebridge.records.corruptions import fifth_copy, insert_after_discard, leave_out, riichi_hand_changed, standing
from tablebridge.records.game_lines import RecordedHand, read_games

GAMES = list(read_games(Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"))
HANDS = [hand for game in GAMES for hand in game.hands]


def first_place(kind: Kind) -> tuple[RecordedHand, RecordedHand, str]:
    """The first hand that has a place for it, its corrupted copy, and what was changed."""
    for hand in HANDS:
        if found := corrupted(hand, kind, Random(7)):
            return hand, *found
    raise AssertionError(f"no hand has a place for {kind.name}")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_copy_is_changed_and_the_record_is_not(kind: Kind) -> None:
    before = [(repr(hand.start), repr(hand.rows)) for hand in HANDS]
    hand, changed, says = first_place(kind)
    assert (changed.start, changed.rows) != (hand.start, hand.rows)
    assert says
    assert [(repr(hand.start), repr(hand.rows)) for hand in HANDS] == before


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_one_seed_makes_one_corruption(kind: Kind) -> None:
    assert first_place(kind) == first_place(kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_hand_that_was_only_dealt_has_place_for_few(kind: Kind) -> None:
    dealt = RecordedHand(HANDS[0].start, HANDS[0].rows[:1])
    on_the_deal = any(word in kind.name for word in ("dealt", "indicator", "start", "counter", "sticks", "dealer"))
    has_place = corrupted(dealt, kind, Random(1)) is not None
    assert has_place == (on_the_deal and kind.name != "an indicator too many")


def test_names_of_kinds_are_unique() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_what_a_seat_holds_is_what_it_can_discard() -> None:
    for hand in HANDS:
        rows = [dict(hand.start), *map(dict, hand.rows)]
        for place, row in enumerate(rows):
            if row["type"] == "discard":
                held = standing(rows, place)[row["seat"]]
                assert row["tile"] in held
                assert len(held) % 3 == 2


def test_exchanged_tiles_are_still_the_same_136() -> None:
    for name in ("two dealt tiles exchanged", "two drawn tiles exchanged"):
        kind = next(kind for kind in KINDS if kind.name == name)
        hand, changed, _ = first_place(kind)
        assert sorted(tiles_of(changed)) == sorted(tiles_of(hand))


def tiles_of(hand: RecordedHand) -> list[str]:
    dealt = [tile for tiles in hand.rows[0]["hands"].values() for tile in tiles]
    return dealt + [row["tile"] for row in hand.rows if row["type"] == "draw"]


def test_no_place_says_nothing() -> None:
    rows = [{"type": "hand_start"}, {"type": "deal", "hands": {seat: ["1m"] for seat in "ABC"}, "indicator": "2m"}]
    random = Random(1)
    assert leave_out("discard")(rows, random) is None
    assert insert_after_discard({"type": "indicator"})(rows, random) is None
    assert riichi_hand_changed(rows, random) is None
    assert fifth_copy([*rows, {"type": "draw", "seat": "A", "tile": "3m"}], random) is None
