"""Rulebook and flags as the console's documents."""

from __future__ import annotations

from tablebridge.game.flag import Flag
from tablebridge.web.console_messages import ConsoleBook, ConsoleClause, ConsoleFlag, ConsolePenalty, Texts
from tablebridge_rules.names import DisplayName
from tablebridge_rules.play import AnyRulebook, tradition

__all__ = ["book_document", "flag_document"]


def book_document(rulebook: AnyRulebook) -> ConsoleBook:
    """The rulebook with its clauses in every language it gives, and one of each tile it is played with."""
    return ConsoleBook(
        name=rulebook.name,
        title=_texts(rulebook.title),
        tradition=rulebook.TRADITION,
        tiles=tuple(sorted({str(tile) for tile in tradition(rulebook).tile_set(rulebook)})),
        clauses=tuple(
            ConsoleClause(
                id=clause.id,
                title=_texts(clause.title),
                says=_texts(DisplayName(clause.says, clause.says_ja, clause.says_zh)),
            )
            for clause in rulebook.clauses
        ),
    )


def flag_document(flag: Flag, *, has_clip: bool) -> ConsoleFlag:
    """A flag as the referee sees it."""
    penalty = flag.penalty
    return ConsoleFlag(
        id=flag.id,
        clause=flag.clause,
        name=flag.name,
        seat=flag.seat.value if flag.seat is not None else None,
        text=flag.text,
        proposed_penalty=flag.proposed_penalty,
        game=flag.game,
        hand=flag.hand,
        event_id=flag.event_id,
        sequence=flag.sequence,
        captured_at=flag.captured_at,
        confidence=flag.confidence,
        state=flag.state.value,
        reason=flag.reason,
        by=flag.by,
        penalty=None
        if penalty is None
        else ConsolePenalty(
            id=penalty.id,
            by_rules=penalty.by_rules,
            delta=penalty.delta,
            violation_points=penalty.violation_points,
        ),
        has_clip=has_clip,
    )


def _texts(name: DisplayName) -> Texts:
    given = {"en": name.en, "ja": name.ja, "zh": name.zh}
    return {language: text for language, text in given.items() if text}
