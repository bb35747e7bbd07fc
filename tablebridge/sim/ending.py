"""How a hand ends on the simulated cloth: wins, hands laid open or down, points, the cloth swept."""

from __future__ import annotations

from typing import assert_never

from tablebridge.sim.layout import Layout
from tablebridge.sim.opening import port_of
from tablebridge.sim.stage import Span, Stage
from tablebridge_protocol.messages import Points, PointsSource, SetComplete
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    IndicatorTurned,
    Settled,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
from tablebridge_rules.tile import Tile

__all__ = ["Ending"]

_REVEAL: Span = (900, 1600)
_PAUSE: Span = (400, 1000)
_LOOK_AT_RESULT: Span = (3800, 5000)

End = Won | WonByFlowers | ExhaustiveDraw | HandsRevealed | AbortiveDraw | Settled


class Ending:
    """What the end of a hand looks like; `follow` every event, so that it knows what lies there."""

    def __init__(
        self, stage: Stage, layout: Layout, dealer: Seat, book: AnyRulebook, indicators: tuple[Tile, ...] = ()
    ) -> None:
        self._stage = stage
        self._layout = layout
        self._dealer = dealer
        # a robbed kong comes to nothing there (SC-P09)
        self._sets_aside = isinstance(book, SichuanRulebook)
        # kans that lie face down are shown for the others to check (SC-F03, TW-R24)
        self._shows_kans = isinstance(book, SichuanRulebook | TaiwanRulebook)
        self._indicators = list(indicators)
        self._ura_turned = False
        self._last_discarder: Seat | None = None
        self._added: tuple[Seat, Tile] | None = None
        self.discard_is_open = False
        """Whether the newest event is a discard."""

    def follow(self, event: HandEvent) -> None:
        """Takes note of an event that was performed."""
        self.discard_is_open = isinstance(event, Discarded)
        match event:
            case Discarded():
                self._last_discarder, self._added = event.seat, None
            case IndicatorTurned():
                self._indicators.append(event.tile)
            case Called() if event.meld.kind is MeldKind.KAN_ADDED:
                self._added = event.seat, event.meld.own[-1]
            case Drawn() | Called():
                self._added = None
            case _:
                pass

    def perform(self, event: End) -> None:
        """Performs one of the events that end a hand, or a win after which it goes on."""
        match event:
            case Won():
                self._win(event)
            case WonByFlowers():
                self._win_by_flowers(event)
            case ExhaustiveDraw() | HandsRevealed():
                self._open_hands({seat for seat, _ in event.revealed}, drawn=isinstance(event, ExhaustiveDraw))
            case AbortiveDraw():
                self._abort(event)
            case Settled():
                self._settle(event)
            case _:
                assert_never(event)

    def sweep(self, tiles: int) -> None:
        """The cloth is swept after a while, and the set is complete again in the table."""
        self._stage.wait(_LOOK_AT_RESULT)
        self._stage.sweep((300, 400))
        self._stage.wait((4000, 6000))
        self._stage.report(SetComplete(self._stage.clock_ms, tiles))
        self._stage.wait((200, 300))

    def _win(self, event: Won) -> None:
        self._stage.wait(_PAUSE)
        apart = event.tile if event.from_seat is None else None
        change = self._layout.reveal(event.seat, apart=apart)
        if self._sets_aside and self._added is not None and self._added[0] is event.from_seat:
            change = change.then(self._layout.rob(event.seat, *self._added))
            self._added = None  # of several winners the first one has the tile
        self._stage.act(event.seat, change, _REVEAL)
        if self._shows_kans:
            self._turn_up_kans(event.seat)
        if event.ura_indicators and not self._ura_turned:
            self._stage.wait(_PAUSE)
            ura = self._layout.wall.turn_ura(self._indicators, event.ura_indicators)
            self._stage.act(event.seat, ura, _REVEAL)
            self._ura_turned = True

    def _win_by_flowers(self, event: WonByFlowers) -> None:
        """Flowers that were kept in the hand are laid beside the others (TW-S37)."""
        self._stage.wait(_PAUSE)
        kept = tuple(tile for tile in event.flowers if tile in self._layout.all_held(event.seat))
        change = self._layout.show_flowers(event.seat, kept) if kept else self._layout.stand(event.seat)
        self._stage.act(event.seat, change, _REVEAL)

    def _open_hands(self, shown: set[Seat], *, drawn: bool) -> None:
        """From the dealer on, every seat opens its hand or lays the row face down (RL-X13, RL-X15, SC-R23)."""
        for steps in range(len(Seat)):
            seat = self._dealer.after(steps)
            if not self._layout.is_open(seat) and (seat in shown or drawn):
                self._stage.wait(_PAUSE)
                change = self._layout.reveal(seat) if seat in shown else self._layout.lay_down(seat)
                self._stage.act(seat, change, _REVEAL)
            if self._shows_kans and seat in shown:
                self._turn_up_kans(seat)

    def _turn_up_kans(self, seat: Seat) -> None:
        change = self._layout.turn_up_kans(seat)
        if change is not None:
            self._stage.wait(_PAUSE)
            self._stage.act(seat, change, _REVEAL)

    def _abort(self, event: AbortiveDraw) -> None:
        """What is shown: the nine terminals, four riichi hands, or three winning ones; winds and kans lie open."""
        hands: dict[str, list[Seat | None]] = {
            "nine_terminals": [event.seat],
            "four_riichi": list(Seat),
            "triple_ron": [seat for seat in Seat if seat is not self._last_discarder],
        }
        for seat in hands.get(event.reason, []):
            if seat is not None:
                self._stage.wait(_PAUSE)
                self._stage.act(seat, self._layout.reveal(seat), _REVEAL)

    def _settle(self, event: Settled) -> None:
        """Points change hands; the table tells what its displays show then."""
        moved = [seat for seat in Seat if event.delta[seat.number]]
        for seat in moved:
            self._stage.wait((50, 150))
            points = event.points[seat.number]
            self._stage.report(Points(self._stage.clock_ms, port_of(seat), points, PointsSource.DISPLAY))
