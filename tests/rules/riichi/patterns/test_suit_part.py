"""The ways to use up a suit, with what patterns and fu ask about each."""

from __future__ import annotations

import pytest

from tablebridge_rules.decompose import Wait
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.packed import SUIT_BITS, pack
from tablebridge_rules.riichi.patterns import suit_part
from tablebridge_rules.riichi.patterns.suit_part import honour_parts, suit_parts


def field(sums: int, place: int) -> int:
    return sums >> place & suit_part.FIELD


def honours(text: str) -> int:
    return pack(parse_tiles(text)) >> 3 * SUIT_BITS


def test_a_suit_is_read_in_every_way_and_the_three_suits_alike() -> None:
    three_runs, three_triplets = suit_parts[pack(parse_tiles("11122233399m"))]
    assert (three_runs.runs, three_runs.triplets, field(three_runs.sums, suit_part.COUPLES)) == (1, 0, 1)
    assert (three_triplets.runs, three_triplets.triplets, three_triplets.pair) == (0, 0b111, 1 << 8)
    assert field(three_triplets.sums, suit_part.CONCEALED_OUTSIDE) == 1
    assert field(three_triplets.sums, suit_part.CONCEALED_SIMPLE) == 2
    assert suit_parts[pack(parse_tiles("11122233399p")) >> SUIT_BITS][1] is three_triplets
    assert suit_parts[pack(parse_tiles("124m"))] == ()


def test_what_a_tile_may_have_completed() -> None:
    (part,) = suit_parts[pack(parse_tiles("12334577m"))]
    waits = [[wait for wait, *_ in part.waits[rank]] for rank in range(9)]
    assert waits[0] == [Wait.TWO_SIDED]
    assert waits[2] == [Wait.EDGE, Wait.TWO_SIDED]
    assert waits[3] == [Wait.CLOSED]
    assert waits[6] == [Wait.PAIR]
    assert waits[8] == []


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("123456789m", suit_part.STRAIGHT),
        ("123456789m", suit_part.NINE_RANKS),
        ("234m", suit_part.INNER),
        ("22m", suit_part.INNER),
        ("123m", suit_part.RUN),
        ("111m", suit_part.OFF_GREEN),
        ("222m", suit_part.OFF_PEACOCK),
    ],
)
def test_what_a_suit_is_marked_by(text: str, mark: int) -> None:
    assert suit_parts[pack(parse_tiles(text))][0].marks & mark


def test_honours_make_triplets_and_at_most_one_pair() -> None:
    (part,) = honour_parts(honours("11122z"))
    assert (part.triplets, part.pair) == (1, 2)
    assert part.marks == suit_part.HONOUR_TILE | 1 << suit_part.TRIPLET_MARKS | 2 << suit_part.PAIR_MARKS
    for text in ("1122z", "123z", "1111z"):
        assert honour_parts(honours(text)) == (), text


def test_suits_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suit_part, "_MOST_SUITS", 2)
    suits = type(suit_parts)()
    keys = [pack(parse_tiles(text)) for text in ("123m", "234m", "345m")]
    sizes = [(suits[key], len(suits))[1] for key in keys]
    assert sizes == [1, 2, 1]
