"""What a riichi hand shows: indicators, sticks, riichi; wins with han and fu; who paid what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablebridge.game.shown.meld_rows import concealed, with_called
from tablebridge.game.shown.public import PublicFu, PublicMeldTile, PublicPayment, PublicWin
from tablebridge.game.shown.shown import Ended, SeatMarks, Shown, TableMarks, pattern, payment, won_document
from tablebridge_rules.event import Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.fu import FuPart
from tablebridge_rules.riichi.hand_end import payments as due
from tablebridge_rules.riichi.hand_end import scores
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.waits import live_waits

__all__ = ["SHOWN"]


def _table(state: HandState, book: Rulebook) -> TableMarks:
    return TableMarks(
        wall_left=state.wall_left,
        honba=state.honba,
        sticks=state.sticks,
        indicators=state.indicators,
        ura_indicators=state.ura_indicators,
    )


def _seat(state: HandState, seat: Seat) -> SeatMarks:
    declared = state.at(seat).riichi.declared
    won = any(one.seat is seat for one in state.wins)
    return SeatMarks(wind=seat.wind(state.dealer), riichi=declared, ready=declared, won=won)


def _meld(book: Rulebook, owner: Seat, meld: Meld) -> tuple[PublicMeldTile, ...]:
    """A sideways tile shows the discarder (RL-C04 to RL-C08)."""
    if meld.called is None:
        return concealed(meld, (0, 3) if book.table.ankan_display == "outer_faces_up" else (1, 2))
    own = list(meld.own)
    added = own.pop() if meld.kind is MeldKind.KAN_ADDED else None
    place = _place(owner, meld, len(own))
    row = list(with_called(own, meld.called, place, sideways=True))
    if added is not None:
        row.insert(place + 1, PublicMeldTile(tile=str(added), sideways=True, stacked=True))
    return tuple(row)


def _place(owner: Seat, meld: Meld, own: int) -> int:
    """Where the called tile lies: leftmost from the left, rightmost from the right, else in the middle, of four the
    third (RL-C05, RL-C06)."""
    if meld.from_seat is None or meld.from_seat is owner:
        return 0
    return {Relation.LEFT: 0, Relation.ACROSS: (own + 1) // 2, Relation.RIGHT: own}[owner.relation_to(meld.from_seat)]


def _ended(state: HandState, book: Rulebook) -> Ended | None:
    if state.wins:
        return Ended("win")
    if state.exhaustive_draw is not None:
        return Ended("exhaustive_draw")
    return Ended("abortive_draw", state.abortive_draw.reason) if state.abortive_draw is not None else None


def _wins(state: HandState, book: Rulebook, before: Sequence[HandState]) -> tuple[PublicWin, ...]:
    values = scores(state, book)
    return tuple(_win(state, book, won, value) for won, value in zip(state.wins, values, strict=True))


def _win(state: HandState, book: Rulebook, won: Won, value: Score | None) -> PublicWin:
    document = won_document(won)
    if value is None:
        return document
    titles = book.yaku_by_name
    liable = tuple(dict.fromkeys(seat.value for _, seat in state.at(won.seat).liable))
    return msgspec.structs.replace(
        document,
        patterns=tuple(pattern(one.name, one.value, one.clauses, titles[one.name].title) for one in value.patterns),
        value=value.han,
        unit="han",
        han=value.han,
        fu=value.fu,
        fu_parts=tuple(_fu(part) for part in value.fu_parts),
        limit=value.limit,
        yakuman=value.yakuman,
        points=value.points.as_dict() | {"total": value.points.total},
        liable=liable,
        explanation=value.explanation,
    )


def _fu(part: FuPart) -> PublicFu:
    return PublicFu(kind=part.kind, fu=part.fu, tile=None if part.tile is None else str(part.tile))


def _payments(state: HandState, book: Rulebook) -> tuple[PublicPayment, ...]:
    return tuple(payment(paid) for paid in due(state, book))


def _cited(state: HandState, book: Rulebook) -> Iterator[str]:
    cited = book.citations
    for won, value in zip(state.wins, scores(state, book), strict=True):
        if value is None:
            yield cited.false_win
            continue
        yield from (clause for one in value.patterns for clause in one.clauses)
        yield cited.self_draw if won.from_seat is None else cited.ron
        if state.at(won.seat).liable:
            yield cited.liable_self_draw if won.from_seat is None else cited.liable_ron
        yield from [cited.honba] if state.honba else []
        yield from [cited.deposit] if state.sticks else []
    if len(state.wins) > 1:
        yield cited.double_ron
    if state.exhaustive_draw is not None:
        yield cited.noten


def _bare_wins(state: HandState) -> tuple[PublicWin, ...]:
    return tuple(won_document(won) for won in state.wins)


def _waits(state: HandState, book: Rulebook, seat: Seat, tiles: Sequence[Tile]) -> frozenset[TileKind]:
    return live_waits(tiles, state.at(seat).melds)


SHOWN: Shown[HandState, Rulebook] = Shown(
    table=_table,
    seat=_seat,
    meld=_meld,
    ended=_ended,
    wins=_wins,
    bare_wins=_bare_wins,
    payments=_payments,
    waits=_waits,
    cited=_cited,
)
