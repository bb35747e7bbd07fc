"""What a win is worth under a rulebook: the best of its readings, with the patterns, clauses and sums behind it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tablebridge_rules.decompose import decompose
from tablebridge_rules.fu import count_fu
from tablebridge_rules.patterns import Case
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
    found = list(_scores(rulebook, win))
    if len(found) > 1:
        return max(found, key=_rank)
    return found[0] if found else None


def _rank(candidate: Score) -> tuple[int, bool, int, int]:
    return candidate.points.total, candidate.yakuman > 0, candidate.han, candidate.fu or 0


_Counted = tuple[Yaku, int, int]
"""A yaku that holds in a case: its han in all, or how many yakuman it is."""


def _scores(rulebook: Rulebook, win: Win) -> Iterator[Score]:
    """Every score that some reading has; a limit hand (renhou) beside the ordinary value of the same reading."""
    for reading in decompose(win):
        case = Case(win, reading, rulebook.scoring)
        counted = _counted(rulebook, case)
        if yakuman := [line for line in counted if line[2]]:
            yield _yakuman_score(rulebook, case, yakuman)
            continue
        limit_hands: list[_Counted] = []
        if win.first_turn:
            limit_hands = [line for line in counted if line[0].name == "renhou"]
            counted = [line for line in counted if line not in limit_hands]
        if not all(yaku.bonus for yaku, _, _ in counted):
            yield _ordinary_score(rulebook, case, counted)
        for line in limit_hands:
            yield _ordinary_score(rulebook, case, [line])


def _counted(rulebook: Rulebook, case: Case) -> list[_Counted]:
    """The yaku that hold in a case and are available, without those that another one replaces."""
    found: list[_Counted] = []
    replaced: tuple[str, ...] = ()
    for holds, yaku, han, yakuman in rulebook.available(case.facts):
        times = holds(case)
        if times:
            found.append((yaku, han * times, yakuman))
            if yaku.replaces:
                replaced += yaku.replaces
    return [line for line in found if line[0].name not in replaced] if replaced else found


@lru_cache(maxsize=1 << 10)
def _pattern(name: str, han: int, clause: str, yakuman: int) -> ScoredPattern:
    return ScoredPattern(name, han, (clause,), yakuman)


def _yakuman_score(rulebook: Rulebook, case: Case, lines: list[_Counted]) -> Score:
    """A hand of true yakuman: all of them where they add up, else the one that counts most.

    Among equals one with liability counts, so that liability covers the whole hand (RL-P05).
    """
    if not rulebook.scoring.yakuman_stacking:
        lines = [max(lines, key=lambda line: (line[2], line[0].name in rulebook.payment.pao_list))]
    multiple = sum(yakuman for _, _, yakuman in lines)
    basic = rulebook.limits.yakuman * multiple
    han = rulebook.limits.counted_yakuman_han
    return Score(
        han=han * multiple,
        fu=None,
        patterns=tuple(_pattern(yaku.name, han * count, yaku.clause, count) for yaku, _, count in lines),
        limit=yakuman_limit(multiple),
        yakuman=multiple,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=case.win.by_self_draw, is_dealer=case.win.is_dealer),
        reading=case.reading,
        win=case.win,
        rulebook=rulebook,
    )


def _ordinary_score(rulebook: Rulebook, case: Case, lines: list[_Counted]) -> Score:
    total, is_pinfu = 0, False
    patterns = []
    for yaku, han, _ in lines:
        total += han
        is_pinfu = is_pinfu or yaku.name == "pinfu"
        patterns.append(_pattern(yaku.name, han, yaku.clause, 0))
    fu = count_fu(case, rulebook.fu, is_pinfu=is_pinfu)
    basic, limit = basic_points(rulebook, total, fu.total)
    win = case.win
    return Score(
        han=total,
        fu=fu.total,
        patterns=tuple(patterns),
        limit=limit,
        yakuman=0,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=win.by_self_draw, is_dealer=win.is_dealer),
        reading=case.reading,
        win=win,
        rulebook=rulebook,
        counted_fu=fu,
    )
