"""All cases of a win, put together from suits that were read before: scoring's way from tiles to what patterns ask."""

from __future__ import annotations

from itertools import product

from tablebridge_rules.decompose import Form, Wait
from tablebridge_rules.riichi.options import ScoringOptions
from tablebridge_rules.riichi.packed import SUIT_BITS, SUIT_MASK, fields
from tablebridge_rules.riichi.patterns import needs
from tablebridge_rules.riichi.patterns import suit_part as part
from tablebridge_rules.riichi.patterns.case import Case, kinds_in
from tablebridge_rules.riichi.patterns.facts import (
    WINDS_PLACE,
    facts_of_marks,
    facts_of_sums,
    facts_of_tiles,
    facts_of_win,
)
from tablebridge_rules.riichi.patterns.masks import OUTSIDE
from tablebridge_rules.riichi.patterns.suit_part import honour_parts, suit_parts
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Wind
from tablebridge_rules.tile import STANDARD_KINDS

__all__ = ["cases"]


def cases(win: Win, options: ScoringOptions) -> list[Case]:
    """A case for every reading of the win, in the order of `decompose`; none when the tiles are no complete hand.

    Raises `WinError` when the win has a wrong number of tiles or another problem.
    """
    holding, packed, is_closed = win.packed()
    facts = facts_of_win(win)
    if is_closed:
        facts |= needs.CLOSED
    found = _standard(win, options, packed, holding, facts)
    if not win.melds:
        if not packed & ~_TWO_EACH:
            facts |= needs.SEVEN_PAIRS | facts_of_tiles(packed)
            found.append(Case(win, options, packed, len(found), _SEVEN_PAIRS, _PAIR, facts))
        elif not packed & ~_OUTSIDE and kinds_in(packed) == OUTSIDE:
            facts |= needs.ORPHANS | facts_of_tiles(packed)
            found.append(Case(win, options, packed, 0, Form.THIRTEEN_ORPHANS, Wait.ORPHAN, facts))
    return found


def _standard(win: Win, options: ScoringOptions, packed: int, holding: int, win_facts: int) -> list[Case]:
    """The cases of four sets and a pair."""
    found: list[Case] = []
    honours = honour_parts(holding >> _HONOURS_PLACE)
    if not honours:
        return found
    suits = (
        suit_parts[holding & SUIT_MASK],
        suit_parts[holding >> SUIT_BITS & SUIT_MASK],
        suit_parts[holding >> 2 * SUIT_BITS & SUIT_MASK],
        honours,
    )
    winning = win.winning_tile.kind.index
    suit, rank = _SUIT_AND_RANK[winning]
    winds = _WINDS[win.seat_wind.value] | _WINDS[win.round_wind.value] << 2
    for parts in product(*suits):
        a, b, c, d = parts
        sums = a.sums + b.sums + c.sums + d.sums
        if sums & _PAIRS != part.ONE_PAIR:
            continue
        facts, pair_sums = facts_of_marks(a.marks | b.marks | c.marks | d.marks | winds)
        facts |= win_facts
        if a.runs & b.runs & c.runs:
            facts |= needs.SAME_RUNS
        if a.triplets & b.triplets & c.triplets:
            facts |= needs.SAME_TRIPLETS
        for wait, fact, given, wait_sums in parts[suit].waits[rank]:
            own = sums + _OPENED[winning] if wait is _TRIPLET and not facts & needs.SELF_DRAW else sums
            known = facts | facts_of_sums(own)
            if known & given == given:
                known |= fact
            known &= _TOLD
            own += wait_sums + pair_sums
            found.append(Case(win, options, packed, len(found), _STANDARD, wait, known, parts, own))
    return found


_HONOURS_PLACE = 3 * SUIT_BITS
_TWO_EACH = fields(range(34), 2)
_OUTSIDE = fields(kind.index for kind in STANDARD_KINDS if not kind.is_simple)
_SUIT_AND_RANK = tuple(divmod(index, 9) for index in range(34))
_PAIRS = part.FIELD
_TOLD = ~(needs.PLAIN_PAIR | needs.NO_TRIPLETS)
"""Without the facts that only help to find others: the fewer different facts, the seldomer scoring has to learn."""
_WINDS = {wind.value: wind.number << WINDS_PLACE for wind in Wind}
"""By the wind's name: the hash of a text is kept, that of an enum member is not."""
_OPENED = tuple(
    (1 << part.OPEN_SIMPLE) - (1 << part.CONCEALED_SIMPLE)
    if kind.is_simple
    else (1 << part.OPEN_OUTSIDE) - (1 << part.CONCEALED_OUTSIDE)
    for kind in STANDARD_KINDS
)
"""What changes in the sums when a triplet of that kind is completed by a ron."""

# members by name: to ask the enumeration for them costs more than to compare them
_STANDARD, _SEVEN_PAIRS = Form.STANDARD, Form.SEVEN_PAIRS
_PAIR, _TRIPLET = Wait.PAIR, Wait.TRIPLET
