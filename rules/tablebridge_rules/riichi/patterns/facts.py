"""From what the suits of a hand are to the hand's facts, in the bits of `needs`; each step is remembered."""

from __future__ import annotations

from functools import cache

from tablebridge_rules.riichi.packed import fields
from tablebridge_rules.riichi.patterns import needs
from tablebridge_rules.riichi.patterns import suit_part as part
from tablebridge_rules.riichi.win import RiichiState, Win
from tablebridge_rules.tile import STANDARD_KINDS

__all__ = ["WINDS_PLACE", "facts_of_marks", "facts_of_sums", "facts_of_tiles", "facts_of_win"]

WINDS_PLACE = part.MARK_BITS
"""Where the numbers of the seat's and the round's wind follow the marks."""

_WINDS, _DRAGONS = 0b1111, 0b1110000
"""Of the honours, by rank from 0."""
_WHITE, _GREEN, _RED = (1 << rank for rank in (4, 5, 6))


def facts_of_win(win: Win) -> int:
    """What every reading of the win has."""
    found = needs.SELF_DRAW if win.from_relation is None else 0
    if win.riichi is not _NO_RIICHI:
        found |= needs.RIICHI
        if win.riichi.is_double:
            found |= needs.DOUBLE
        if win.riichi.is_open:
            found |= needs.LAID_OPEN
        if win.ippatsu:
            found |= needs.IPPATSU
    if win.haitei or win.houtei or win.rinshan or win.chankan or win.first_turn:
        found |= _facts_of_moment(win)
    return found


def _facts_of_moment(win: Win) -> int:
    moments = (
        (win.haitei, needs.HAITEI),
        (win.houtei, needs.HOUTEI),
        (win.rinshan, needs.RINSHAN),
        (win.chankan, needs.CHANKAN),
        (win.first_turn, needs.FIRST_TURN),
        (win.first_turn and win.is_dealer, needs.DEALT),
    )
    return sum([fact for holds, fact in moments if holds])


@cache
def facts_of_marks(marks: int) -> tuple[int, int]:
    """The facts behind the joined marks with the winds above them, and what the sums of a case get for the reasons for
    which its pair is worth fu: dragon, seat wind, round wind.
    """
    triplets = marks >> part.TRIPLET_MARKS & 127
    pair = marks >> part.PAIR_MARKS & 127
    seat, round_wind = 1 << (marks >> WINDS_PLACE & 3), 1 << (marks >> WINDS_PLACE + 2)
    value = (pair & _DRAGONS != 0) + (pair == seat) + (pair == round_wind)
    outside = marks & (part.TERMINAL_TILE | part.HONOUR_TILE)
    held = (
        (not outside, needs.SIMPLE),
        (not marks & part.SIMPLE_TILE, needs.NO_SIMPLES),
        (marks & part.HONOUR_TILE, needs.HONOURS),
        (not marks & part.HONOUR_TILE, needs.NO_HONOURS),
        (not marks & part.INNER, needs.EDGED),
        (marks & part.RUN, needs.RUNS),
        (marks & part.STRAIGHT, needs.STRAIGHT),
        (marks & part.NINE_RANKS, needs.NINE_RANKS),
        (not marks & part.OFF_GREEN, needs.GREEN_RANKS),
        (not marks & part.OFF_PEACOCK, needs.PEACOCK_RANKS),
        (not value, needs.PLAIN_PAIR),
        (triplets & _WHITE, needs.WHITE),
        (triplets & _GREEN, needs.GREEN),
        (triplets & _RED, needs.RED),
        (triplets & seat, needs.SEAT_WIND),
        (triplets & round_wind, needs.ROUND_WIND),
        (pair & _DRAGONS and triplets & _DRAGONS == _DRAGONS ^ pair, needs.LITTLE_DRAGONS),
        (triplets & _DRAGONS == _DRAGONS, needs.BIG_DRAGONS),
        (pair & _WINDS and triplets & _WINDS == _WINDS ^ pair, needs.LITTLE_WINDS),
        (triplets & _WINDS == _WINDS, needs.BIG_WINDS),
    )
    return sum([fact for holds, fact in held if holds]), value << part.PAIR_VALUE


@cache
def facts_of_sums(sums: int) -> int:
    """The facts behind the added sums of a hand of four sets and a pair."""
    concealed = _field(sums, part.CONCEALED_SIMPLE) + _field(sums, part.CONCEALED_OUTSIDE)
    triplets = concealed + _field(sums, part.OPEN_SIMPLE) + _field(sums, part.OPEN_OUTSIDE)
    quads = sum([_field(sums, place) for place in part.QUADS])
    couples = _field(sums, part.COUPLES)
    held = (
        (couples >= 1, needs.EQUAL_RUNS),
        (couples == 2, needs.TWICE_EQUAL),
        (not triplets, needs.NO_TRIPLETS),
        (triplets >= 3, needs.THREE_TRIPLETS),
        (triplets == 4, needs.FOUR_TRIPLETS),
        (concealed == 3, needs.THREE_CONCEALED),
        (concealed == 4, needs.FOUR_CONCEALED),
        (quads == 3, needs.THREE_QUADS),
        (quads == 4, needs.FOUR_QUADS),
    )
    return sum([fact for holds, fact in held if holds]) | _BY_SUITS[_field(sums, part.SUITS)]


def facts_of_tiles(packed: int) -> int:
    """The facts of a hand that is no sets, by its packed tiles."""
    outside, honours = packed & _OUTSIDE, packed & _HONOURS
    facts = needs.HONOURS if honours else needs.NO_HONOURS
    if not outside:
        facts |= needs.SIMPLE
    elif outside == packed:
        facts |= needs.NO_SIMPLES
    suits = [packed & suit != 0 for suit in _SUITS]
    return facts | needs.GREEN_RANKS | needs.PEACOCK_RANKS | _BY_SUITS[sum(suits)]


def _field(sums: int, place: int) -> int:
    return sums >> place & part.FIELD


_BY_SUITS = (needs.NO_SUIT, needs.ONE_SUIT, 0, needs.THREE_SUITS)
_NO_RIICHI = RiichiState.NONE
_OUTSIDE = fields(kind.index for kind in STANDARD_KINDS if not kind.is_simple)
_HONOURS = fields(range(27, 34))
_SUITS = tuple(fields(range(first, first + 9)) for first in (0, 9, 18))
