"""What a win is worth under a rulebook: the best of its readings, with the patterns, clauses and sums behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablebridge_rules.riichi.patterns import Case, cases
from tablebridge_rules.riichi.points import points, yakuman_limit
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score, ScoredPattern
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.riichi.worth import Counted, Line, Lines

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
    worth = rulebook.worth
    settled = worth.settled
    best: Score | None = None
    bonus: Lines | None = None
    for case in cases(win, rulebook.scoring):
        counted = settled.get(case.facts) or worth.counted(case)
        if counted.is_limited:
            for candidate in _limit_scores(rulebook, case, counted):
                if best is None or _rank(candidate) > _rank(best):
                    best = candidate
        elif counted.has_yaku:
            if bonus is None:
                bonus = worth.bonus(case)
            candidate = _ordinary_score(rulebook, case, _with_bonus(counted, bonus), is_pinfu=counted.is_pinfu)
            if best is None or _rank(candidate) > _rank(best):
                best = candidate
    return best


def score_many(rulebook: Rulebook, wins: Iterable[Win]) -> list[Score | None]:
    """`score` of each win, in their order. Raises `WinError` at the first win that cannot be at a table."""
    return [score(rulebook, win) for win in wins]


def _rank(candidate: Score) -> tuple[int, bool, int, int]:
    return candidate.points.total, candidate.yakuman > 0, candidate.han, candidate.fu or 0


def _with_bonus(counted: Counted, bonus: Lines) -> Lines:
    """The lines that count with those of the bonus tiles, which another yaku may replace."""
    if not bonus:
        return counted.lines
    if counted.replaced:
        bonus = tuple([line for line in bonus if line[0].name not in counted.replaced])
    return counted.lines + bonus


def _limit_scores(rulebook: Rulebook, case: Case, counted: Counted) -> Iterator[Score]:
    """The scores of a reading with a true yakuman, or in the first turn, where a limit hand (renhou) stands beside the
    ordinary value.
    """
    yakuman = [line for line in counted.lines if line[2]]
    if yakuman:
        yield _yakuman_score(rulebook, case, yakuman)
        return
    lines = _with_bonus(counted, rulebook.worth.bonus(case))
    limit_hands = tuple([line for line in lines if line[0].name == "renhou"])
    ordinary = tuple([line for line in lines if line not in limit_hands])
    if not all(yaku.bonus for yaku, _, _ in ordinary):
        yield _ordinary_score(rulebook, case, ordinary, is_pinfu=counted.is_pinfu)
    for line in limit_hands:
        yield _ordinary_score(rulebook, case, (line,), is_pinfu=False)


def _yakuman_score(rulebook: Rulebook, case: Case, lines: list[Line]) -> Score:
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
        lines=tuple([(yaku, han * count, count) for yaku, _, count in lines]),
        limit=yakuman_limit(multiple),
        yakuman=multiple,
        basic=basic,
        points=points(rulebook, basic, by_self_draw=case.by_self_draw, is_dealer=case.win.is_dealer),
    )


def _ordinary_score(rulebook: Rulebook, case: Case, lines: Lines, *, is_pinfu: bool) -> Score:
    total = 0
    for _, han, _ in lines:
        total += han
    worth = rulebook.worth
    fu = worth.fu(case, is_pinfu=is_pinfu)
    basic, limit, paid = worth.paid(case, total, fu)
    return Score(rulebook, case, total, fu, lines, limit, 0, basic, paid)
