"""What yaku, fu and points are worth in one rulebook, remembered by the facts that decide them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tablebridge_rules.riichi.fu import count_fu
from tablebridge_rules.riichi.patterns import ASKED, NEEDS, PATTERNS, Case, Pattern
from tablebridge_rules.riichi.patterns.needs import CLOSED, FIRST_TURN, SELF_DRAW
from tablebridge_rules.riichi.points import Points, basic_points, points
from tablebridge_rules.seat import Wind

if TYPE_CHECKING:
    from tablebridge_rules.riichi.rulebook import Rulebook, Yaku

__all__ = ["Counted", "Line", "Lines", "Paid", "Worth"]

Line = tuple["Yaku", int, int]
"""A yaku that counts: its han in all, and how many yakuman it is."""

Lines = tuple[Line, ...]


class Paid(NamedTuple):
    """What han and fu come to: basic points, the limit's name, and what is paid."""

    basic: int
    limit: str
    points: Points


class _Available(NamedTuple):
    """A yaku of the table for closed or for open hands: its pattern, what that needs, and its han or yakuman."""

    yaku: Yaku
    holds: Pattern
    needs: int
    han: int
    yakuman: int
    is_asked: bool

    def line(self, case: Case) -> Line | None:
        """What it counts in a case, None when it does not hold."""
        times = self.holds(case)
        return (self.yaku, self.han * times, self.yakuman) if times else None


class Counted:
    """The yaku that count in a case, in the table's order, without bonus tiles and those that another one replaces.

    `is_limited`: a true yakuman is among them, or they are of the first turn, which may be a limit hand.
    """

    __slots__ = ("has_yaku", "is_limited", "is_pinfu", "lines", "replaced")

    def __init__(self, held: list[Line], facts: int) -> None:
        self.replaced = frozenset([name for yaku, _, _ in held for name in yaku.replaces])
        self.lines = tuple([line for line in held if line[0].name not in self.replaced])
        self.is_pinfu = self.has_yaku = False
        self.is_limited = facts & FIRST_TURN != 0
        for yaku, _, yakuman in self.lines:
            self.has_yaku |= not yaku.bonus
            self.is_limited |= yakuman > 0
            self.is_pinfu |= yaku.name == "pinfu"


class Worth:
    """The tables of one rulebook, for scoring. `settled` are the yaku that count in every case of those facts."""

    __slots__ = ("_asked", "_bonus", "_fu", "_paid", "_places", "_rulebook", "_yaku", "settled")

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        worths = [list(_available(rulebook, is_closed)) for is_closed in (False, True)]
        self._yaku = [[one for one in worth if not _is_bonus_tile(one.yaku)] for worth in worths]
        self._bonus = [[one for one in worth if _is_bonus_tile(one.yaku)] for worth in worths]
        self.settled: dict[int, Counted] = {}
        self._asked: dict[int, list[_Available]] = {}
        self._fu: dict[int, int] = {}
        self._paid: dict[int, Paid] = {}
        self._places = {yaku.name: place for place, yaku in enumerate(rulebook.yaku)}

    def counted(self, case: Case) -> Counted:
        """The yaku that count in a case."""
        facts = case.facts
        found = self.settled.get(facts)
        if found is not None:
            return found
        possible = self._asked.get(facts) or self._possible(facts)
        found = Counted([line for one in possible if (line := one.line(case))], facts)
        if facts not in self._asked:
            if any(one.is_asked for one in possible):
                self._asked[facts] = possible
            else:
                self.settled[facts] = found
        return found

    def _possible(self, facts: int) -> list[_Available]:
        """The yaku that can hold in a case of those facts."""
        return [one for one in self._yaku[facts & CLOSED] if facts & one.needs == one.needs]

    def bonus(self, case: Case) -> Lines:
        """What the bonus tiles of a win count; any of its cases will do."""
        lines = []
        for one in self._bonus[case.facts & CLOSED]:
            times = one.holds(case)
            if times:
                lines.append((one.yaku, one.han * times, 0))
        return tuple(lines)

    def fu(self, case: Case, *, is_pinfu: bool) -> int:
        """The fu of a case; see `fu.count_fu`."""
        key = case.sums << 3 | case.facts & _CLOSED_OR_DRAWN | is_pinfu << 2
        fu = self._fu.get(key)
        if fu is None:
            fu = self._fu[key] = count_fu(case, self._rulebook.fu, is_pinfu=is_pinfu)
        return fu

    def paid(self, case: Case, han: int, fu: int) -> Paid:
        """What an ordinary hand comes to."""
        by_self_draw, is_dealer = case.facts & SELF_DRAW != 0, case.win.seat_wind is _EAST
        key = han << 12 | fu << 2 | by_self_draw << 1 | is_dealer
        paid = self._paid.get(key)
        if paid is None:
            basic, limit = basic_points(self._rulebook, han, fu)
            found = points(self._rulebook, basic, by_self_draw=by_self_draw, is_dealer=is_dealer)
            paid = self._paid[key] = Paid(basic, limit, found)
        return paid

    def in_order(self, lines: Lines) -> Lines:
        """The lines in the order of the table."""
        return tuple(sorted(lines, key=lambda line: self._places[line[0].name]))


def _is_bonus_tile(yaku: Yaku) -> bool:
    return yaku.bonus and yaku.name in ASKED and not yaku.replaces


def _available(rulebook: Rulebook, is_closed: bool) -> Iterator[_Available]:
    for yaku in rulebook.yaku:
        if getattr(rulebook.scoring, yaku.name, None) == "off":
            continue  # an option of the pattern's name says that it is not played
        han, yakuman = _worth(rulebook, yaku, is_closed)
        if han or yakuman:
            yield _Available(yaku, PATTERNS[yaku.name], NEEDS.get(yaku.name, 0), han, yakuman, yaku.name in ASKED)


def _worth(rulebook: Rulebook, yaku: Yaku, is_closed: bool) -> tuple[int, int]:
    """Han and yakuman of a line of the table for a closed or an open hand."""
    if yaku.name == "renhou" and rulebook.scoring.renhou == "yakuman":
        return 0, 1
    if yaku.name == "daisangen" and rulebook.scoring.daisangen_value == "4_han":
        return 4, 0
    han = yaku.closed if is_closed else yaku.open
    yakuman = yaku.yakuman if is_closed else yaku.yakuman_open
    return han, yakuman if rulebook.scoring.double_yakuman else min(yakuman, 1)


_CLOSED_OR_DRAWN = CLOSED | SELF_DRAW
assert (CLOSED, SELF_DRAW) == (1, 2), "they are part of keys, and CLOSED is an index"
_EAST = Wind.EAST
