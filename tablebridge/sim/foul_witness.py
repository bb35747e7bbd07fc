"""What of a hand with a foul shows at the table: the same acts folded by one who sees no standing tile."""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge.sim.choreography import Act
from tablebridge.sim.foul_act import FoulAct
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Dealt, Discarded, Drawn, ExhaustiveDraw, HandEvent, HandStarted, TilesDealt, Won
from tablebridge_rules.frozen import replace
from tablebridge_rules.play import AnyRulebook, begin, step
from tablebridge_rules.table import AnyTable
from tablebridge_rules.violation import Violation

__all__ = ["shows_at_the_table", "violations_of"]


def shows_at_the_table(acts: Iterable[Act], book: AnyRulebook) -> bool:
    """Whether the rules cite the clause and the seat of the marked foul to one who only sees the table, at once or once
    hands lie open. A foul that is no event of the hand is never found so."""
    played = list(acts)
    marked = [one for one in played if isinstance(one, FoulAct) and one.marks]
    cited = {(violation.clause, violation.seat) for violation in violations_of(played, book, seen=True)}
    return bool(marked) and all((one.clause, one.seat) in cited for one in marked)


def violations_of(acts: Iterable[Act], book: AnyRulebook, *, seen: bool) -> list[Violation]:
    """Everything that the rules find wrong with the acts of a hand, what follows from its foul included; with `seen` to
    one who only sees the table."""
    state: AnyTable | None = None
    found: list[Violation] = []
    for act in acts:
        event = act.act if isinstance(act, FoulAct) else act
        if isinstance(event, HandStarted):
            state = begin(event, book)
        elif isinstance(event, HandEvent) and state is not None:
            if seen and isinstance(event, ExhaustiveDraw) and _may_be_won(state, event, book):
                return found  # a hand laid open on the last discard wins on it, for all that anybody sees
            try:
                folded = step(state, _seen(event) if seen else event, book)
            except RulesError:
                return found  # from here on the table alone tells no more
            state = folded.state
            found += folded.violations
    return found


def _may_be_won(state: AnyTable, event: ExhaustiveDraw, book: AnyRulebook) -> bool:
    laid = state.open_tile
    wins = [Won(seat, laid.tile, tiles, laid.seat) for seat, tiles in event.revealed if laid and laid.seat is not seat]
    return any(not step(state, won, book).violations for won in wins)


def _seen(event: HandEvent) -> HandEvent:
    match event:
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case _:
            return event
