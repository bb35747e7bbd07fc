"""What patterns look at: one reading of a hand, with its circumstances and the rulebook's options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablebridge_rules.decompose import Form, Reading, Wait
from tablebridge_rules.riichi.options import ScoringOptions
from tablebridge_rules.riichi.packed import COUNT, PLACES
from tablebridge_rules.riichi.patterns import needs
from tablebridge_rules.riichi.patterns import suit_part as part
from tablebridge_rules.riichi.patterns.suit_part import SuitPart
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.win import Win

__all__ = ["Case", "Pattern"]


class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for.

    `facts` are what the hand is, in the bits of `needs`. `packed` counts all tiles (`riichi.packed`). `place` is the
    reading's among all of the win. `parts` are the four suits as this reading takes them, none for special forms, and
    `sums` what they have together; a triplet completed by a ron counts there as an open one.

    The other sets of kinds, whole numbers with a bit for each kind by `TileKind.index`, and the groups (`reading`) are
    only put together for who asks: scoring asks mostly for the facts, and about every hand.
    """

    __slots__ = ("facts", "form", "options", "packed", "parts", "place", "sums", "wait", "win")

    def __init__(
        self,
        win: Win,
        options: ScoringOptions,
        packed: int,
        place: int,
        form: Form,
        wait: Wait,
        facts: int,
        parts: Sequence[SuitPart] = (),
        sums: int = 0,
    ) -> None:
        self.win = win
        self.options = options
        self.packed = packed
        self.place = place
        self.form = form
        self.wait = wait
        self.facts = facts
        self.parts = parts
        self.sums = sums

    @property
    def is_closed(self) -> bool:
        """True when no meld but concealed kans is on the table."""
        return self.facts & needs.CLOSED != 0

    @property
    def by_self_draw(self) -> bool:
        """True for a tsumo, False for a ron."""
        return self.facts & needs.SELF_DRAW != 0

    @property
    def kinds(self) -> int:
        """The kinds of all tiles."""
        return _joined([suit.kinds for suit in self.parts]) or kinds_in(self.packed)

    @property
    def runs(self) -> int:
        """The lowest kind of each run."""
        return _joined([suit.runs for suit in self.parts])

    @property
    def triplets(self) -> int:
        """The kinds of triplets and quads."""
        return _joined([suit.triplets for suit in self.parts])

    @property
    def quads(self) -> int:
        """The kinds of quads."""
        return _joined([suit.quads for suit in self.parts])

    @property
    def concealed(self) -> int:
        """The kinds of concealed triplets and quads; one completed by a ron is not."""
        kinds = _joined([suit.concealed for suit in self.parts])
        by_ron = self.wait is Wait.TRIPLET and not self.by_self_draw
        return kinds & ~(1 << self.win.winning_tile.kind.index) if by_ron else kinds

    @property
    def pair(self) -> int:
        """The kind of a standard hand's pair, else 0."""
        return _joined([suit.pair for suit in self.parts])

    @property
    def pair_value(self) -> int:
        """For how many reasons a triplet of the pair would be a yaku: dragon, seat wind, round wind."""
        return self.sums >> part.PAIR_VALUE

    @property
    def equal_runs(self) -> int:
        """Couples of equal runs among the standing tiles; four equal runs are two couples."""
        return self.sums >> part.COUPLES & part.FIELD

    @property
    def reading(self) -> Reading:
        """The reading in groups."""
        return decompose(self.win)[self.place]


def kinds_in(packed: int) -> int:
    """The kinds of packed tiles."""
    return sum([1 << index for index, place in enumerate(PLACES) if packed >> place & COUNT])


def _joined(suits: Sequence[int]) -> int:
    """Four suits' kinds as those of the hand."""
    kinds = 0
    for number, suit in enumerate(suits):
        kinds |= suit << 9 * number
    return kinds


Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""
