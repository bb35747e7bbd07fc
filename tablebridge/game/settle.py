"""What an ended hand is worth: the settlement as an event, and the result as the public sees it."""

from __future__ import annotations

from tablebridge.game.public import PublicResult
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Settled, Won
from tablebridge_rules.riichi.hand_end import scores, settle
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.state import HandState

__all__ = ["public_result", "settlement"]


def settlement(state: HandState, rulebook: Rulebook) -> tuple[Settled, tuple[str, ...]]:
    """The points that move at the end of `state` (over, not settled), and the clauses behind them, each once."""
    settled = settle(state, rulebook)
    clauses: list[str] = []
    cited = rulebook.citations
    for won, value in zip(state.wins, scores(state, rulebook), strict=True):
        if value is None:
            clauses.append(cited.false_win)
            continue
        clauses += [clause for pattern in value.patterns for clause in pattern.clauses]
        clauses.append(cited.self_draw if won.from_seat is None else cited.ron)
        if state.at(won.seat).liable:
            clauses.append(cited.liable_self_draw if won.from_seat is None else cited.liable_ron)
        clauses += [cited.honba] if state.honba else []
        clauses += [cited.deposit] if state.sticks else []
    if len(state.wins) > 1:
        clauses.append(cited.double_ron)
    if state.exhaustive_draw is not None:
        clauses.append(cited.noten)
    return settled, tuple(dict.fromkeys(clauses))


def public_result(state: HandState, rulebook: Rulebook, delta: tuple[int, int, int, int] | None) -> PublicResult | None:
    """How the hand ended, None while it goes on. `delta` are the points moved, A..D, once it is settled."""
    if state.wins:
        return PublicResult(kind="win", wins=_wins(state, rulebook), delta=delta)
    if state.exhaustive_draw is not None:
        return PublicResult(kind="exhaustive_draw", delta=delta)
    if state.abortive_draw is not None:
        return PublicResult(kind="abortive_draw", delta=delta, reason=state.abortive_draw.reason)
    return None


def _wins(state: HandState, rulebook: Rulebook) -> tuple[dict[str, object], ...]:
    try:
        values = scores(state, rulebook)
    except RulesError:
        values = (None,) * len(state.wins)
    return tuple(_win(won, value, rulebook) for won, value in zip(state.wins, values, strict=True))


def _win(won: Won, value: Score | None, rulebook: Rulebook) -> dict[str, object]:
    document: dict[str, object] = {
        "seat": won.seat.value,
        "from_seat": won.from_seat.value if won.from_seat else None,
        "tile": str(won.tile),
        "concealed": [str(tile) for tile in won.concealed],
        "ura_indicators": [str(tile) for tile in won.ura_indicators],
    }
    if value is None:
        return document | {"patterns": []}
    return document | {
        "han": value.han,
        "fu": value.fu,
        "limit": value.limit,
        "yakuman": value.yakuman,
        "points": value.points.as_dict() | {"total": value.points.total},
        "patterns": [_pattern(name, han, clauses, rulebook) for name, han, clauses in _lines(value)],
        "explanation": value.explanation,
    }


def _lines(value: Score) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(pattern.name, pattern.value, pattern.clauses) for pattern in value.patterns]


def _pattern(name: str, han: int, clauses: tuple[str, ...], rulebook: Rulebook) -> dict[str, object]:
    title = rulebook.yaku_by_name[name].title
    return {
        "name": name,
        "value": han,
        "clauses": list(clauses),
        "title": {"en": title.text("en"), "ja": title.text("ja"), "zh": title.text("zh")},
    }
