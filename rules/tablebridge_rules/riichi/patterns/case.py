"""What patterns look at: one reading of a hand, with its circumstances and the rulebook's options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablebridge_rules.decompose import Form, Reading, Wait
from tablebridge_rules.riichi.options import ScoringOptions
from tablebridge_rules.riichi.patterns import needs
from tablebridge_rules.riichi.patterns.masks import (
    BAMBOO,
    CHARACTERS,
    DOTS,
    DRAGONS,
    FIVES,
    HONOURS,
    OUTSIDE,
    SIMPLES,
    WINDS,
    wind_bit,
)
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.win import Win

__all__ = ["Case", "Pattern"]


class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for.

    Sets of kinds are whole numbers with a bit for each kind, by `TileKind.index`: one comparison answers what a
    pattern asks, and scoring asks about every hand. The groups (`reading`) are only put together for who asks.

    `counts` are those of all tiles by kind. `kinds` are the kinds of all tiles, `runs` the lowest kind of each run,
    `triplets` the kinds of triplets and quads, `quads` those of quads, `concealed` those of concealed triplets and
    quads; one completed by a ron is not. `pair` is the kind of a standard hand's pair, else 0; `pair_value` for how
    many reasons a triplet of it would be a yaku: dragon, seat wind, round wind. `equal_runs` counts couples of equal
    runs among the standing tiles; four equal runs are two couples. `place` is the reading's among all of the win.
    `win_facts` are the bits of `needs` that every reading of the win has.
    """

    __slots__ = (
        "by_self_draw",
        "concealed",
        "counts",
        "equal_runs",
        "form",
        "is_closed",
        "kinds",
        "options",
        "pair",
        "pair_value",
        "place",
        "quads",
        "runs",
        "triplets",
        "wait",
        "win",
        "win_facts",
    )

    def __init__(
        self,
        win: Win,
        options: ScoringOptions,
        counts: Sequence[int],
        win_facts: int,
        place: int,
        form: Form,
        wait: Wait,
        kinds: int,
        runs: int = 0,
        triplets: int = 0,
        quads: int = 0,
        concealed: int = 0,
        equal_runs: int = 0,
        pair: int = 0,
    ) -> None:
        self.win = win
        self.options = options
        self.counts = counts
        self.win_facts = win_facts
        self.is_closed = win_facts & needs.CLOSED != 0
        self.by_self_draw = win_facts & needs.SELF_DRAW != 0
        self.place = place
        self.form = form
        self.wait = wait
        self.kinds = kinds
        self.runs = runs
        self.triplets = triplets
        self.quads = quads
        self.concealed = concealed
        self.equal_runs = equal_runs
        self.pair = pair
        self.pair_value = _pair_value(pair, win) if pair & HONOURS else 0

    @property
    def reading(self) -> Reading:
        """The reading in groups."""
        return decompose(self.win)[self.place]

    @property
    def facts(self) -> int:
        """What the hand is, in the bits of `needs`."""
        kinds, triplets = self.kinds, self.triplets
        found = self.win_facts
        if self.form is not _STANDARD:
            found |= needs.SPECIAL
        elif triplets:
            found |= _BY_TRIPLETS[triplets.bit_count()]
            if triplets & DRAGONS:
                found |= needs.DRAGON_TRIPLET
            if triplets & WINDS:
                found |= needs.WIND_TRIPLET
        else:
            found |= needs.RUNS
            if self.wait is _TWO_SIDED and not self.pair_value:
                found |= needs.PINFU
        if self.equal_runs:
            found |= needs.EQUAL_RUNS
        runs = self.runs
        if runs & runs >> 3 & runs >> 6 & _ONES:
            found |= needs.STRAIGHT
        if runs & runs >> 9 & runs >> 18:
            found |= needs.SAME_RUNS
        if not kinds & OUTSIDE:
            found |= needs.SIMPLE
        elif not kinds & SIMPLES:
            found |= needs.NO_SIMPLES | needs.EDGED
        elif not (triplets | self.pair) & SIMPLES:
            found |= needs.EDGED
        found |= needs.HONOURS if kinds & HONOURS else needs.NO_HONOURS
        if kinds & FIVES:
            found |= needs.FIVES
        return found | _BY_SUITS[(kinds & CHARACTERS != 0) + (kinds & DOTS != 0) + (kinds & BAMBOO != 0)]


def _pair_value(pair: int, win: Win) -> int:
    if pair & DRAGONS:
        return 1
    return (pair == wind_bit(win.seat_wind)) + (pair == wind_bit(win.round_wind))


_ONES = 1 | 1 << 9 | 1 << 18
_STANDARD, _TWO_SIDED = Form.STANDARD, Wait.TWO_SIDED
_BY_TRIPLETS = (needs.RUNS, needs.RUNS, needs.RUNS, needs.RUNS | needs.THREE_TRIPLETS, needs.THREE_TRIPLETS)
"""What a standard hand with so many triplets and quads is."""
_BY_SUITS = (needs.FLUSH, needs.FLUSH, 0, needs.THREE_SUITS)

Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""
