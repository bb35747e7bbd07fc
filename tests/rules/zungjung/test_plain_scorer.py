"""Random hands: the rules' scores against those of the plain scorer beside this file."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.win import Win
from tests.rules.zungjung.plain_scorer import (
    HIDDEN_KAN,
    KAN,
    RUN,
    TRIPLET,
    Group,
    PlainHand,
    plain_value,
    random_hand,
    tiles_of,
)

KINDS = {RUN: MeldKind.CHI, TRIPLET: MeldKind.PON, KAN: MeldKind.KAN_EXPOSED, HIDDEN_KAN: MeldKind.KAN_CONCEALED}
HANDS = 400


def tile(index: int) -> Tile:
    return Tile(STANDARD_KINDS[index])


def meld_of(group: Group) -> Meld:
    tiles = tuple(map(tile, tiles_of(group)))
    if group[0] == HIDDEN_KAN:
        return Meld(KINDS[HIDDEN_KAN], tiles)
    return Meld(KINDS[group[0]], tiles[1:], tiles[0], Seat.A)


def win_of(hand: PlainHand) -> Win:
    return Win(
        concealed=tuple(map(tile, hand.concealed)),
        winning_tile=tile(hand.winning),
        seat_wind=tuple(Wind)[hand.seat],
        melds=tuple(map(meld_of, hand.melds)),
        from_relation=None if hand.drawn else Relation.LEFT,
    )


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_agree_with_the_plain_scorer_zj_s60_zj_s61_zj_s63_zj_s64(book: Rulebook, seed: int) -> None:
    chance = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(HANDS):
        hand = random_hand(chance)
        result = score(book, win_of(hand))
        assert result is not None
        assert result.value == plain_value(hand), hand
        met.update(pattern.name for pattern in result.patterns)
    assert len(met) > 20
