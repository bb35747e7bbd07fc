"""The public state as a fold over journal entries: what any spectator may know after each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.game_end import public_standings
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.ruling_event import Decision, Ruling
from tablebridge.game.shown import shown_of
from tablebridge.game.shown.public import PublicDiscard, PublicMeld, PublicResult, PublicSeat, PublicState, PublicWin
from tablebridge.game.shown.settle import public_result, public_wins
from tablebridge.game.shown.shown import names
from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandsRevealed,
    HandStarted,
    Settled,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.river import River
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.tile import Tile

__all__ = ["Projection"]


class Projection:
    """Folds the entries of one table, corrections and penalties included; the same entries give the same state."""

    def __init__(self, table: str, rulebook: AnyRulebook, entries: Iterable[JournalEntry] = ()) -> None:
        self._table = table
        self._rulebook = rulebook
        self._shown = shown_of(rulebook)
        self._sequence = 0
        self._game = JournalGame(rulebook)
        self._rulings: dict[str, bool] = {}  # of the game, by flag: whether the violation stands
        self._rulings_of = 0
        self._begin_hand()
        for entry in entries:
            self.apply(entry)

    def _begin_hand(self) -> None:
        """What is remembered of a hand besides its state."""
        self._sureness: dict[Seat, list[float]] = {seat: [] for seat in Seat}
        self._opened: dict[Seat, tuple[Tile, ...]] = {}
        self._before_wins: list[AnyTable] = []
        self._began_with: Delta | None = None
        self._result: PublicResult | None = None

    @property
    def hand(self) -> AnyTable | None:
        """The hand behind the state, hidden tiles unknown; None before the first."""
        return self._game.state

    def apply(self, entry: JournalEntry) -> None:
        """Folds one entry. Entries of a hand whose beginning is not in the journal only move the sequence on."""
        self._sequence = entry.sequence
        self._follow_ruling(entry)
        known = len(self._game.told)
        changed = self._game.apply(entry)
        told = self._game.told
        if changed or known >= len(told):  # what was told before is no longer what it was
            self._begin_hand()
            known = max((place for place, one in enumerate(told) if _begins(one.entry)), default=0)
        for place in range(known, len(told)):
            before = told[place - 1].state if place else told[place].state
            self._follow(before, told[place].state, told[place].entry)

    def _follow_ruling(self, entry: JournalEntry) -> None:
        if entry.game != self._rulings_of:
            self._rulings_of = entry.game
            self._rulings.clear()
        if isinstance(entry.event, Ruling):
            self._rulings[entry.event.flag] = entry.event.decision is Decision.ACCEPTED

    def _follow(self, before: Any, after: Any, entry: JournalEntry) -> None:
        match entry.event:
            case HandStarted(points=points):
                self._begin_hand()
                self._began_with = points
            case Discarded(seat) if after.at(seat).river != before.at(seat).river:  # after the end it changes nothing
                self._sureness[seat].append(entry.confidence)
            case Won(seat) as won if after.wins != before.wins:  # one that does not stand changes nothing
                self._opened[seat] = (*won.concealed, won.tile)
                self._before_wins.append(before)
            case WonByFlowers() if after.wins != before.wins:
                self._before_wins.append(before)
            case ExhaustiveDraw(revealed) | HandsRevealed(revealed):
                self._opened |= {seat: tiles for seat, tiles in revealed if seat not in self._opened}
            case Called(seat) | Drawn(seat):
                self._opened.pop(seat, None)  # the hand stands again
            case _:
                pass
        for seat, sureness in self._sureness.items():
            del sureness[len(after.at(seat).river.discards) :]  # a deal may clear what was told before it
        if isinstance(entry.event, Settled):
            self._result = public_result(before, self._rulebook, self._before_wins, entry.event)
        elif after.phase is Phase.ENDED and not after.settled:
            self._result = public_result(after, self._rulebook, self._before_wins)

    def state(self, out_of_step: str | None = None) -> PublicState:
        """The public state now; `out_of_step` says what on the cloth differs from it, if anything."""
        hand = self.hand
        if hand is None:
            return PublicState(
                table=self._table,
                rulebook=self._rulebook.name,
                tradition=self._rulebook.TRADITION,
                sequence=self._sequence,
                phase="idle",
                in_step=out_of_step is None,
                out_of_step=out_of_step,
                violations=sum(self._rulings.values()),
            )
        marks = self._shown.table(hand, self._rulebook)
        return PublicState(
            table=self._table,
            rulebook=self._rulebook.name,
            tradition=self._rulebook.TRADITION,
            sequence=self._sequence,
            phase=_phase(hand),
            hand=hand.hand,
            round_wind=hand.round_wind.value,
            dealer=hand.dealer.value,
            honba=marks.honba,
            sticks=marks.sticks,
            turn=hand.turn.value if hand.dealt and hand.phase is not Phase.ENDED else None,
            wall_left=marks.wall_left if hand.dealt else None,
            indicators=names(marks.indicators),
            ura_indicators=names(marks.ura_indicators),
            in_step=out_of_step is None,
            out_of_step=out_of_step,
            seats={seat.value: self._seat(hand, seat) for seat in Seat},
            began_with=self._began_with,
            wins=self._wins(hand),
            result=self._result,
            standings=public_standings(self._game),
            violations=sum(self._rulings.values()),
        )

    def _wins(self, hand: AnyTable) -> tuple[PublicWin, ...]:
        """Those of a hand that goes on; one that has not been told how it ends, though all have won, tells them too."""
        if self._result is not None or not self._before_wins:
            return ()
        return public_wins(hand, self._rulebook, self._before_wins)

    def _seat(self, hand: AnyTable, seat: Seat) -> PublicSeat:
        part, marks = hand.at(seat), self._shown.seat(hand, seat)
        return PublicSeat(
            wind=marks.wind.value,
            points=hand.points[seat.number],
            riichi=marks.riichi,
            ready=marks.ready,
            river=_river(part.river, self._sureness[seat]),
            melds=tuple(self._meld(seat, meld) for meld in part.melds),
            flowers=names(marks.flowers),
            void_suit=marks.void_suit,
            concealed=part.concealed_count,
            revealed=names(self._opened.get(seat, ())),
            won=marks.won,
            set_aside=names(marks.set_aside),
            waits=self._waits(hand, seat),
        )

    def _waits(self, hand: AnyTable, seat: Seat) -> tuple[str, ...]:
        """Of a hand that was laid open without a win, by what everybody sees now."""
        tiles = self._opened.get(seat, ())
        if hand.phase is not Phase.ENDED or len(tiles) % 3 != 1:
            return ()
        kinds = self._shown.waits(hand, self._rulebook, seat, tiles)
        return tuple(str(kind) for kind in sorted(kinds, key=lambda kind: kind.index))

    def _meld(self, owner: Seat, meld: Meld) -> PublicMeld:
        from_seat = meld.from_seat.value if meld.from_seat else None
        tiles = self._shown.meld(self._rulebook, owner, meld)
        return PublicMeld(kind=meld.kind.value, tiles=tiles, from_seat=from_seat)


def _begins(entry: JournalEntry) -> bool:
    return isinstance(entry.event, HandStarted)


def _phase(hand: AnyTable) -> str:
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
