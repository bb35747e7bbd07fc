"""What a win is worth under a rulebook: the best of its readings, with the patterns, clauses and sums behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablebridge_rules.decompose import decompose
from tablebridge_rules.explanation import explain
from tablebridge_rules.fu import count_fu
from tablebridge_rules.patterns import PATTERNS, Case
from tablebridge_rules.payment import basic_points, points, yakuman_limit
from tablebridge_rules.rulebook import Rulebook, Yaku
from tablebridge_rules.score import Score, ScoredPattern
from tablebridge_rules.win import Win

__all__ = ["Score", "ScoredPattern", "Win", "score"]


def score(rulebook: Rulebook, win: Win) -> Score | None:
    """Scores a win by its best reading; None when the tiles are no complete hand or no yaku counts.

    The best reading pays most; at equal pay a true yakuman goes before a counted one, then more han, then more fu.
    `decompose.decompose(win)` tells the two reasons for None apart: it is empty for tiles that are no hand.

    Raises `WinError` for a win that cannot be at a table.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.rulebook import load
    >>> from tablebridge_rules.seat import Relation, Wind
    >>> hand, tile = parse_tiles("234m67p345m222s66s"), parse_tiles("5p")[0]
    >>> result = score(load("riichi-league-tw"), Win(hand, tile, Wind.WEST, Wind.SOUTH, from_relation=Relation.LEFT))
    >>> result.yaku, result.fu, result.points.as_dict()
    ({'tanyao': 1}, 40, {'ron': 1300})
    """
    best = max(_scores(rulebook, win), key=_rank, default=None)
    return best and replace(best, explanation=explain(rulebook, win, best))


def _rank(candidate: Score) -> tuple[int, bool, int, int]:
    return candidate.points.total, candidate.yakuman > 0, candidate.han, candidate.fu or 0


@dataclass(frozen=True, slots=True)
class _Counted:
    """A line of the yaku table that holds in a case: han in all, or how many yakuman."""

    yaku: Yaku
    han: int
    yakuman: int

    def pattern(self, han: int) -> ScoredPattern:
        return ScoredPattern(self.yaku.name, han, (self.yaku.clause,), self.yakuman)


def _scores(rulebook: Rulebook, win: Win) -> Iterator[Score]:
    """Every score that some reading has; a limit hand (renhou) beside the ordinary value of the same reading."""
    for reading in decompose(win):
        case = Case(win, reading, rulebook.scoring)
        counted = _counted(rulebook, case)
        yakuman = [line for line in counted if line.yakuman]
        limit_hands = [line for line in counted if line.yaku.name == "renhou" and not line.yakuman]
        ordinary = [line for line in counted if line not in limit_hands]
        if yakuman:
            yield _yakuman_score(rulebook, case, yakuman)
            continue
        if any(not line.yaku.bonus for line in ordinary):
            yield _ordinary_score(rulebook, case, ordinary)
        for line in limit_hands:
            yield _ordinary_score(rulebook, case, [line])


def _counted(rulebook: Rulebook, case: Case) -> list[_Counted]:
    """The yaku that hold in a case and are available, without those that another one replaces."""
    found = []
    for yaku in rulebook.yaku:
        han, yakuman = _worth(rulebook, yaku, case.is_closed)
        if han or yakuman:
            times = int(PATTERNS[yaku.name](case))
            if times:
                found.append(_Counted(yaku, han * times, yakuman))
    replaced = {name for line in found for name in line.yaku.replaces}
    return [line for line in found if line.yaku.name not in replaced]


def _worth(rulebook: Rulebook, yaku: Yaku, is_closed: bool) -> tuple[int, int]:
    """Han and yakuman of a line of the table for a closed or an open hand."""
    if yaku.name == "renhou" and rulebook.scoring.renhou == "yakuman":
        return 0, 1
    if yaku.name == "daisangen" and rulebook.scoring.daisangen_value == "4_han":
        return 4, 0
    han = yaku.closed if is_closed else yaku.open
    yakuman = yaku.yakuman if is_closed else yaku.yakuman_open
    return han, yakuman if rulebook.scoring.double_yakuman else min(yakuman, 1)


def _yakuman_score(rulebook: Rulebook, case: Case, lines: list[_Counted]) -> Score:
    """A hand of true yakuman: all of them where they add up, else the one that counts most.

    Among equals one with liability counts, so that liability covers the whole hand (RL-P05).
    """
    if not rulebook.scoring.yakuman_stacking:
        lines = [max(lines, key=lambda line: (line.yakuman, line.yaku.name in rulebook.payment.pao_list))]
    multiple = sum(line.yakuman for line in lines)
    basic = rulebook.limits.yakuman * multiple
    han = rulebook.limits.counted_yakuman_han
    return Score(
        han=han * multiple,
        fu=None,
        patterns=tuple(line.pattern(han * line.yakuman) for line in lines),
        limit=yakuman_limit(multiple),
        yakuman=multiple,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=case.win.by_self_draw, is_dealer=case.win.is_dealer),
        reading=case.reading,
    )


def _ordinary_score(rulebook: Rulebook, case: Case, lines: list[_Counted]) -> Score:
    han = sum(line.han for line in lines)
    fu = count_fu(case, rulebook.fu, is_pinfu=any(line.yaku.name == "pinfu" for line in lines))
    basic, limit = basic_points(rulebook, han, fu.total)
    return Score(
        han=han,
        fu=fu.total,
        patterns=tuple(line.pattern(line.han) for line in lines),
        limit=limit,
        yakuman=0,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=case.win.by_self_draw, is_dealer=case.win.is_dealer),
        reading=case.reading,
        fu_parts=fu.parts,
    )
