"""The public state as a fold over journal entries: what any spectator may know after each of them."""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge.game.journal import JournalEntry
from tablebridge.game.public import PublicDiscard, PublicMeld, PublicMeldTile, PublicSeat, PublicState
from tablebridge.game.settle import public_result
from tablebridge_rules.event import Discarded, HandStarted, Settled
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase, SeatState, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.river import River
from tablebridge_rules.seat import Relation, Seat

__all__ = ["Projection"]

_BACK = PublicMeldTile(tile="back")


class Projection:
    """Folds the entries of one table; after a restart the same entries give the same state."""

    def __init__(self, table: str, rulebook: Rulebook, entries: Iterable[JournalEntry] = ()) -> None:
        self._table = table
        self._rulebook = rulebook
        self._sequence = 0
        self._hand: HandState | None = None
        self._delta: tuple[int, int, int, int] | None = None
        self._sureness: dict[Seat, list[float]] = {}
        for entry in entries:
            self.apply(entry)

    @property
    def hand(self) -> HandState | None:
        """The hand behind the state, hidden tiles unknown; None before the first."""
        return self._hand

    def apply(self, entry: JournalEntry) -> None:
        """Folds one entry. Entries of a hand whose beginning is not in the journal only move the sequence on."""
        event = entry.event
        self._sequence = entry.sequence
        if isinstance(event, HandStarted):
            self._hand, self._delta = start(event), None
            self._sureness = {seat: [] for seat in Seat}
        elif self._hand is not None:
            self._hand = step(self._hand, event, self._rulebook).state
        if isinstance(event, Settled):
            self._delta = event.delta
        if isinstance(event, Discarded) and self._hand is not None:
            self._sureness[event.seat].append(entry.confidence)

    def state(self, out_of_step: str | None = None) -> PublicState:
        """The public state now; `out_of_step` says what on the cloth differs from it, if anything."""
        hand = self._hand
        if hand is None:
            return PublicState(
                table=self._table,
                rulebook=self._rulebook.name,
                sequence=self._sequence,
                phase="idle",
                in_step=out_of_step is None,
                out_of_step=out_of_step,
            )
        return PublicState(
            table=self._table,
            rulebook=self._rulebook.name,
            sequence=self._sequence,
            phase=_phase(hand),
            hand=hand.hand,
            round_wind=hand.round_wind.value,
            dealer=hand.dealer.value,
            honba=hand.honba,
            sticks=hand.sticks,
            turn=hand.turn.value if hand.dealt and hand.phase is not Phase.ENDED else None,
            wall_left=hand.wall_left if hand.dealt else None,
            indicators=tuple(str(tile) for tile in hand.indicators),
            ura_indicators=tuple(str(tile) for tile in hand.ura_indicators),
            in_step=out_of_step is None,
            out_of_step=out_of_step,
            seats={seat.value: self._seat(hand, seat) for seat in Seat},
            result=public_result(hand, self._rulebook, self._delta),
        )

    def _seat(self, hand: HandState, seat: Seat) -> PublicSeat:
        part = hand.at(seat)
        return PublicSeat(
            wind=seat.wind(hand.dealer).value,
            points=hand.points[seat.number],
            riichi=part.riichi.declared,
            river=_river(part.river, self._sureness[seat]),
            melds=tuple(_meld(seat, meld) for meld in part.melds),
            concealed=part.concealed_count,
            revealed=_revealed(part, hand, seat),
        )


def _phase(hand: HandState) -> str:
    if hand.phase is Phase.BEFORE_DEAL:
        return "building"
    return "settled" if hand.phase is Phase.ENDED else "playing"


def _river(river: River, sureness: list[float]) -> tuple[PublicDiscard, ...]:
    return tuple(
        PublicDiscard(
            tile=str(discard.tile),
            sideways=discard.sideways,
            claimed_by=discard.claimed_by.value if discard.claimed_by else None,
            confidence=confidence,
        )
        for discard, confidence in zip(river.discards, sureness, strict=True)
    )


def _revealed(part: SeatState, hand: HandState, seat: Seat) -> tuple[str, ...]:
    """The tiles of a hand that was opened at the end; a winner's with the winning tile last."""
    opened = {won.seat for won in hand.wins}
    if hand.exhaustive_draw is not None:
        opened |= {shown for shown, _ in hand.exhaustive_draw.revealed}
    if seat not in opened or part.concealed is None:
        return ()
    by_ron = [str(won.tile) for won in hand.wins if won.seat is seat and won.from_seat is not None]
    return (*(str(tile) for tile in part.concealed), *by_ron)


def _meld(owner: Seat, meld: Meld) -> PublicMeld:
    """The meld as it lies before its owner, from left to right (RL-C04 to RL-C08)."""
    own = [PublicMeldTile(tile=str(tile)) for tile in meld.own]
    from_seat = meld.from_seat.value if meld.from_seat else None
    if meld.kind is MeldKind.KAN_CONCEALED or meld.called is None:
        shown = (_BACK, *own[1:-1], _BACK)
        return PublicMeld(kind=meld.kind.value, tiles=shown, from_seat=from_seat)
    added = own.pop() if meld.kind is MeldKind.KAN_ADDED else None
    place = _place(owner, meld, len(own))
    row = [*own[:place], PublicMeldTile(tile=str(meld.called), sideways=True), *own[place:]]
    if added is not None:
        row.insert(place + 1, PublicMeldTile(tile=added.tile, sideways=True, stacked=True))
    return PublicMeld(kind=meld.kind.value, tiles=tuple(row), from_seat=from_seat)


def _place(owner: Seat, meld: Meld, own: int) -> int:
    """Where the called tile lies: leftmost from the left, rightmost from the right, else before the last."""
    if meld.from_seat is None or meld.from_seat is owner:
        return 0
    match owner.relation_to(meld.from_seat):
        case Relation.LEFT:
            return 0
        case Relation.ACROSS:
            return own - 1
        case Relation.RIGHT:
            return own
