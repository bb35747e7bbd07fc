"""A score in words, so that players can follow it: patterns, fu, limit, payment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablebridge_rules.names import limit_name
from tablebridge_rules.riichi.points import Points
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.win import Win

if TYPE_CHECKING:
    from tablebridge_rules.riichi.score import Score

__all__ = ["explain"]


def explain(rulebook: Rulebook, win: Win, score: Score) -> str:
    """The sum behind `score`, in English, a line a step, each with its clause."""
    return "\n".join(_lines(rulebook, win, score))


def _lines(rulebook: Rulebook, win: Win, score: Score) -> Iterator[str]:
    counted = (
        f"{rulebook.yaku_by_name[pattern.name].title.text()} {pattern.value} ({', '.join(pattern.clauses)})"
        for pattern in score.patterns
    )
    yield f"{' + '.join(counted)} = {score.han} han"
    if score.fu is not None:
        parts = " + ".join(f"{part.label} {part.fu}" for part in score.fu_parts)
        yield f"{parts} = {sum(part.fu for part in score.fu_parts)}, counts as {score.fu} fu ({rulebook.citations.fu})"
    yield f"{_basic(score)} ({rulebook.citations.limit})"
    clause = rulebook.citations.self_draw if win.by_self_draw else rulebook.citations.ron
    yield f"{'dealer' if win.is_dealer else 'non-dealer'}: {_paid(score.points)} ({clause})"


def _basic(score: Score) -> str:
    limit = limit_name(score.limit)
    if limit:
        return f"{limit}: {score.basic} basic points"
    return f"{score.fu} fu x 2^(2 + {score.han} han) = {score.basic} basic points"


def _paid(points: Points) -> str:
    if points.ron is not None:
        return f"{points.ron} from the discarder"
    if points.tsumo_each is not None:
        return f"{points.tsumo_each} from each"
    return f"{points.tsumo_dealer} from the dealer, {points.tsumo_non_dealer} from the others"
