"""What a win is worth under a rulebook: the best of its readings, with the patterns, clauses and sums behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablebridge_rules.riichi.fu import count_fu
from tablebridge_rules.riichi.patterns import Case, cases
from tablebridge_rules.riichi.points import basic_points, points, yakuman_limit
from tablebridge_rules.riichi.rulebook import Rulebook, Yaku
from tablebridge_rules.riichi.score import Score, ScoredPattern
from tablebridge_rules.riichi.win import Win

__all__ = ["Score", "ScoredPattern", "Win", "score", "score_many"]


def score(rulebook: Rulebook, win: Win) -> Score | None:
    """Scores a win by its best reading; None when the tiles are no complete hand or no yaku counts.

    The best reading pays most; at equal pay a true yakuman goes before a counted one, then more han, then more fu.
    `decompose.decompose(win)` tells the two reasons for None apart: it is empty for tiles that are no hand.

    Raises `WinError` for a win that cannot be at a table.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.riichi.rulebook import load
    >>> from tablebridge_rules.seat import Relation, Wind
    >>> hand, tile = parse_tiles("234m67p345m222s66s"), parse_tiles("5p")[0]
    >>> result = score(load("riichi-league-tw"), Win(hand, tile, Wind.WEST, Wind.SOUTH, from_relation=Relation.LEFT))
    >>> result.yaku, result.fu, result.points.as_dict()
    ({'tanyao': 1}, 40, {'ron': 1300})
    """
    best = None
    for case in cases(win, rulebook.scoring):
        for candidate in _scores(rulebook, case):
            if best is None or _rank(candidate) > _rank(best):
                best = candidate
    return best


def score_many(rulebook: Rulebook, wins: Iterable[Win]) -> list[Score | None]:
    """`score` of each win, in their order. Raises `WinError` at the first win that cannot be at a table."""
    return [score(rulebook, win) for win in wins]


def _rank(candidate: Score) -> tuple[int, bool, int, int]:
    return candidate.points.total, candidate.yakuman > 0, candidate.han, candidate.fu or 0


_Counted = tuple[Yaku, int, int]
"""A yaku that holds in a case: its han in all, or how many yakuman it is."""


def _scores(rulebook: Rulebook, case: Case) -> Iterable[Score]:
    """The scores of one reading: one, none without yaku, or a limit hand (renhou) beside the ordinary value."""
    counted = _counted(rulebook, case)
    has_yaku = False
    for yaku, _, yakuman in counted:
        if yakuman:
            return (_yakuman_score(rulebook, case, [line for line in counted if line[2]]),)
        if not yaku.bonus:
            has_yaku = True
    if case.win.first_turn:
        return _first_turn_scores(rulebook, case, counted)
    return (_ordinary_score(rulebook, case, counted),) if has_yaku else ()


def _first_turn_scores(rulebook: Rulebook, case: Case, counted: list[_Counted]) -> Iterator[Score]:
    limit_hands = [line for line in counted if line[0].name == "renhou"]
    ordinary = [line for line in counted if line not in limit_hands]
    if not all(yaku.bonus for yaku, _, _ in ordinary):
        yield _ordinary_score(rulebook, case, ordinary)
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
        rulebook,
        case,
        han=han * multiple,
        fu=None,
        lines=[(yaku, han * count, count) for yaku, _, count in lines],
        limit=yakuman_limit(multiple),
        yakuman=multiple,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=case.by_self_draw, is_dealer=case.win.is_dealer),
    )


def _ordinary_score(rulebook: Rulebook, case: Case, lines: list[_Counted]) -> Score:
    total, is_pinfu = 0, False
    for yaku, han, _ in lines:
        total += han
        if yaku.name == "pinfu":
            is_pinfu = True
    fu = count_fu(case, rulebook.fu, is_pinfu=is_pinfu)
    basic, limit = basic_points(rulebook, total, fu)
    paid = points(rulebook, basic, by_self_draw=case.by_self_draw, is_dealer=case.win.is_dealer)
    return Score(rulebook, case, total, fu, lines, limit, 0, basic, paid)
