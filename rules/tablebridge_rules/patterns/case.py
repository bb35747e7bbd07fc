"""What patterns look at: one reading of a hand, with its circumstances and the rulebook's options."""

from __future__ import annotations

from collections.abc import Callable

from tablebridge_rules.decompose import Form, Group, Reading, Shape
from tablebridge_rules.options import ScoringOptions
from tablebridge_rules.patterns import needs
from tablebridge_rules.patterns.masks import DRAGONS, HONOURS, OUTSIDE, SIMPLES, suits_in, wind_bit
from tablebridge_rules.win import RiichiState, Win

__all__ = ["Case", "Pattern"]


class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for.

    Sets of kinds are whole numbers with a bit for each kind, by `TileKind.index`: one comparison answers what a
    pattern asks, and scoring asks some fifty patterns about every hand.

    `kinds` are those of all tiles, `runs` the lowest kind of each run, `triplets` those of triplets and quads.
    `equal_runs` counts couples of equal runs; four equal runs are two couples. `same` are the triplets and quads as
    groups, `concealed_same` how many of them are concealed; one completed by a ron is not. `pair` is the pair of a
    standard hand, else 0; `pair_value` for how many reasons a triplet of it would be a yaku: dragon, seat wind, round
    wind.
    """

    __slots__ = (
        "concealed_same",
        "equal_runs",
        "is_closed",
        "kinds",
        "options",
        "pair",
        "pair_value",
        "quads",
        "reading",
        "run_count",
        "runs",
        "same",
        "tiles",
        "triplets",
        "win",
    )

    def __init__(self, win: Win, reading: Reading, options: ScoringOptions) -> None:
        self.win = win
        self.tiles = win.tiles
        self.reading = reading
        self.options = options
        self.is_closed = win.is_closed
        self.pair = self.pair_value = 0
        self._look_at(reading.groups)
        if reading.form is Form.STANDARD:
            self.pair = 1 << reading.groups[-1].first.index
            if self.pair & HONOURS:
                self.pair_value = _pair_value(self.pair, win)
        elif reading.form is Form.THIRTEEN_ORPHANS:
            self.kinds = OUTSIDE

    def _look_at(self, groups: tuple[Group, ...]) -> None:
        kinds = runs = triplets = unpaired = 0
        self.run_count = self.equal_runs = self.quads = self.concealed_same = 0
        same = []
        for group in groups:
            bit = 1 << group.first.index
            if group.shape is Shape.RUN:
                kinds |= 7 * bit
                runs |= bit
                self.run_count += 1
                if unpaired & bit:
                    self.equal_runs += 1
                unpaired ^= bit
            else:
                kinds |= bit
                if group.shape is not Shape.PAIR:
                    triplets |= bit
                    same.append(group)
                    self.concealed_same += group.concealed
                    self.quads += group.shape is Shape.QUAD
        self.kinds, self.runs, self.triplets, self.same = kinds, runs, triplets, same

    @property
    def facts(self) -> int:
        """What the hand is, in the bits of `needs`."""
        return self._facts_of_win() | self._facts_of_tiles()

    def _facts_of_win(self) -> int:
        win, found = self.win, needs.CLOSED if self.is_closed else 0
        if win.riichi is not RiichiState.NONE:
            found |= needs.RIICHI
        if win.haitei or win.houtei or win.rinshan or win.chankan or win.first_turn:
            found |= needs.MOMENT
        return found if self.reading.form is Form.STANDARD else found | needs.SPECIAL

    def _facts_of_tiles(self) -> int:
        found = 0
        if self.run_count:
            found = needs.RUNS
            if self.equal_runs:
                found |= needs.EQUAL_RUNS
            if self.run_count == _SETS:
                found |= needs.FOUR_RUNS
        if self.triplets & HONOURS:
            found |= needs.HONOUR_TRIPLET
        if len(self.same) >= _MANY:
            found |= needs.THREE_TRIPLETS
        if not self.kinds & OUTSIDE:
            found |= needs.SIMPLE
        elif not (self.triplets | self.pair) & SIMPLES:
            found |= needs.EDGED
        return found | needs.FLUSH if suits_in(self.kinds) <= 1 else found


def _pair_value(pair: int, win: Win) -> int:
    if pair & DRAGONS:
        return 1
    return (pair == wind_bit(win.seat_wind)) + (pair == wind_bit(win.round_wind))


_SETS, _MANY = 4, 3

Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""
