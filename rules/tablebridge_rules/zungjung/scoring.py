"""What a win is worth under a Zung Jung rulebook: the best of its readings, with the patterns and clauses behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tablebridge_rules.decompose import Reading
from tablebridge_rules.zungjung.patterns import PATTERNS, Case
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.score import Score, ScoredPattern
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import Win

__all__ = ["score"]


def score(rulebook: Rulebook, win: Win) -> Score | None:
    """Scores a win by the reading with most points; None when the tiles are no complete hand or below the minimum.

    Without any pattern a complete hand is a chicken hand (ZJ-S62).

    Raises `WinError` for a win that cannot be at a table.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.seat import Relation, Wind
    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> hand, tile = parse_tiles("345p345p34p678m99s"), parse_tiles("5p")[0]
    >>> result = score(load("zungjung-wsom-1.03"), Win(hand, tile, Wind.SOUTH, from_relation=Relation.LEFT))
    >>> result.value, result.items
    (130, {'ZJ-S01': 5, 'ZJ-S02': 5, 'ZJ-S25': 120})
    """
    found = (_score(rulebook, win, reading) for reading in decompose(win))
    best = max(found, key=lambda candidate: candidate.value, default=None)
    if best is None or best.value < rulebook.scoring.minimum_points:
        return None
    return replace(best, explanation=_explain(rulebook, best))


def _score(rulebook: Rulebook, win: Win, reading: Reading) -> Score:
    """One reading's score: a listed limit alone, or the sum of the series up to the limit (ZJ-S61, ZJ-S63)."""
    held = list(_held(rulebook, Case(win, reading)))
    limit = rulebook.scoring.limit
    listed = [pattern for pattern in held if rulebook.value_of(pattern.name) >= limit]
    if listed:
        highest = max(listed, key=lambda pattern: pattern.points)
        return Score(highest.points, (highest,), win.by_self_draw, reading, "listed")
    patterns = _highest_of_series(rulebook, held)
    total = sum(pattern.points for pattern in patterns)
    if total > limit:
        return Score(limit, patterns, win.by_self_draw, reading, "sum")
    return Score(total or rulebook.scoring.chicken_points, patterns, win.by_self_draw, reading)


def _held(rulebook: Rulebook, case: Case) -> Iterator[ScoredPattern]:
    """The patterns that the hand has and the rulebook plays, each with its points: once, or once for every set."""
    for line in rulebook.patterns:
        times = int(PATTERNS[line.name](case))
        value = rulebook.value_of(line.name) if times else 0
        if value:
            yield ScoredPattern(line.name, value * times if line.each else value, line.clauses)


def _highest_of_series(rulebook: Rulebook, held: Sequence[ScoredPattern]) -> tuple[ScoredPattern, ...]:
    """The patterns without those that a higher one of their series excludes, in the order of the table."""
    best: dict[str, ScoredPattern] = {}
    for pattern in held:
        series = rulebook.patterns_by_name[pattern.name].series
        if series not in best or pattern.points > best[series].points:
            best[series] = pattern
    return tuple(pattern for pattern in held if pattern in best.values())


def _explain(rulebook: Rulebook, found: Score) -> str:
    """The sum behind a score, in English, a line a step, each with its clause."""
    return f"{_sum(rulebook, found)}\n{_paid(rulebook, found)}"


def _sum(rulebook: Rulebook, found: Score) -> str:
    if not found.patterns:
        return f"no pattern = {found.value} points (ZJ-S62)"
    counted = " + ".join(
        f"{rulebook.patterns_by_name[pattern.name].title.text()} {pattern.points} ({', '.join(pattern.clauses)})"
        for pattern in found.patterns
    )
    if found.limit == "listed":
        return f"{counted} = {found.value} points, a limit that scores alone (ZJ-S63)"
    if found.limit == "sum":
        total = sum(pattern.points for pattern in found.patterns)
        return f"{counted} = {total}, at most {found.value} points (ZJ-S63)"
    return f"{counted} = {found.value} points"


def _paid(rulebook: Rulebook, found: Score) -> str:
    share = rulebook.payment.share_limit
    if found.by_self_draw:
        return f"{found.value} from each of the three others (ZJ-P01)"
    if found.value <= share:
        return f"{found.value} from each of the three others (ZJ-P02)"
    rest = 3 * found.value - 2 * share
    return f"{rest} from the responsible player, {share} from each of the two others (ZJ-P03)"
