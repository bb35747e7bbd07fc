"""One hand being performed on the simulated cloth after its deal: what each event looks like, and how long it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tablebridge.cloth import seat_to_cloth
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.ending import Ending
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.foul_staging import FoulStaging
from tablebridge.sim.layout import Layout
from tablebridge.sim.meld_rows import as_seen, manner_of
from tablebridge.sim.opening import Opening, port_of
from tablebridge.sim.placing import Change
from tablebridge.sim.scene import Motion, SceneTile
from tablebridge.sim.stage import Span, Stage
from tablebridge.sim.timeline import Script
from tablebridge_protocol.messages import Button, ButtonKind
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    ReadyDeclared,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Suit

__all__ = ["Performance"]

_DRAW: Span = (500, 900)
_THINK: Span = (600, 3000)
_DISCARD: Span = (600, 1000)
_TO_NEXT_DRAW: Span = (450, 1100)
_TO_CALL: Span = (500, 1500)
_CALL: Span = (900, 1500)
_STICK: Span = (600, 1000)
_TURN: Span = (500, 900)
_SHOW: Span = (900, 1600)
_PAUSE: Span = (400, 1000)
_IDLE_ARM_CHANCE = 0.06
_VOID_BUTTONS = {
    Suit.CHARACTERS: ButtonKind.VOID_CHARACTERS,
    Suit.DOTS: ButtonKind.VOID_DOTS,
    Suit.BAMBOO: ButtonKind.VOID_BAMBOO,
}


class Performance:
    """A hand from its deal on. `drawn`: the dealer's first draw was taken with the deal."""

    def __init__(
        self,
        stage: Stage,
        layout: Layout,
        opening: Opening,
        book: AnyRulebook,
        disturber: Disturber | None,
        *,
        drawn: bool = False,
    ) -> None:
        self._stage = stage
        self._layout = layout
        self._manner = manner_of(book)
        self._dealer = self._last_caller = opening.started.dealer
        self._drawn_with_deal = drawn
        indicators = (opening.dealt.indicator,) if isinstance(opening.dealt, Dealt) else ()
        self._indicators = len(indicators)
        self._ending = Ending(stage, layout, self._dealer, book, indicators)
        self._fouls = FoulStaging(stage, layout)
        self._disturber = disturber
        if disturber is not None:
            disturber.begin_hand()

    def perform(self, event: HandEvent) -> None:
        """Performs an event that follows the deal, and writes it down."""
        if self._disturber is not None:
            self._disturber.before(self._stage, self._layout, event)
        self._show(event)
        self._stage.tell(as_seen(event, self._manner))
        self._fouls.told(event)
        self._ending.follow(event)

    def commit(self, foul: FoulAct) -> None:
        """Performs a foul: an act that everybody sees is told as an event, whether it stands or not; then the violation
        is."""
        if not isinstance(foul.act, HandEvent):
            self._fouls.stage_fact(foul)
            return
        if self._disturber is not None:
            self._disturber.before(self._stage, self._layout, foul.act)
        self._show(foul.act)
        if foul.stands or isinstance(foul.act, Discarded | Won):
            self._stage.tell(as_seen(foul.act, self._manner))
        if foul.stands:
            self._ending.follow(foul.act)
        self._fouls.mark(foul)
        if foul.undone:
            self._fouls.take_back(foul.act)

    def close(self, tiles: int) -> Script:
        """The cloth is swept after a while, and the set is complete again in the table."""
        self._ending.sweep(tiles)
        return self._stage.script(tiles)

    def _show(self, event: HandEvent) -> None:
        match event:
            case Drawn():
                self._draw(event)
            case Discarded():
                self._discard(event)
            case Called():
                self._call(event)
            case RiichiAccepted():
                self._stage.wait(_PAUSE)
                self._stage.act(event.seat, self._layout.put_stick(event.seat), _STICK)
            case IndicatorTurned():
                self._stage.wait(_PAUSE)
                change = self._layout.wall.turn_indicator(self._indicators, event.tile)
                self._stage.act(self._last_caller, change, _TURN)
                self._indicators += 1
            case FlowersShown():
                self._stage.wait(_PAUSE)
                self._stage.act(event.seat, self._layout.show_flowers(event.seat, event.tiles), _SHOW)
            case FlowersPassed():
                self._pass_flowers(event.seat)
            case VoidSuitDeclared():
                self._declare_void(event)
            case RiichiDeclared():
                pass  # said aloud; it shows in the discard that went before
            case ReadyDeclared():
                self._stage.wait(_PAUSE)
                self._stage.press(event.seat)  # said aloud, and the table has a button for it (TW-S23)
                self._stage.report(Button(self._stage.clock_ms, port_of(event.seat), ButtonKind.RIICHI))
            case Won() | WonByFlowers() | ExhaustiveDraw() | HandsRevealed() | AbortiveDraw() | Settled():
                self._ending.perform(event)
            case (
                HandStarted()
                | WallBuilt()
                | DiceRolled()
                | FirstDealerThrown()
                | StreakAnnounced()
                | Dealt()
                | TilesDealt()
            ):
                raise ValueError(f"{type(event).__name__} in the middle of a hand")
            case _:
                assert_never(event)

    def _draw(self, event: Drawn) -> None:
        if event.tile is None:
            raise ValueError(f"{event.seat.value} drew unseen: a choreography needs every tile")
        if self._drawn_with_deal:
            self._drawn_with_deal = False
            return
        tail, skipped = self._fouls.draws_from(event)
        self._stage.wait(_TO_NEXT_DRAW)
        change = self._layout.draw(event.seat, event.tile, replacement=tail, skipped=skipped)
        self._stage.act(event.seat, change, _DRAW)

    def _discard(self, event: Discarded) -> None:
        self._think(event.seat)
        change = self._layout.discard(event.seat, event.tile, sideways=event.sideways, drawn=event.drawn is True)
        laid = change.place[-1]
        if self._disturber is not None and isinstance(laid, SceneTile) and self._disturber.drops():
            fallen = replace(change, place=(*change.place[:-1], self._disturber.fallen(laid)))
            self._stage.act(event.seat, fallen, _DISCARD)
            self._stage.wait((200, 600))
            change = Change((laid,), touch_mm=(change.touch_mm[-1],))
        self._stage.act(event.seat, change, _DISCARD)

    def _call(self, event: Called) -> None:
        within_ms = None
        of_discard = event.meld.from_seat is not None and event.meld.kind is not MeldKind.KAN_ADDED
        if of_discard and self._disturber is not None and self._ending.discard_is_open:
            within_ms = self._disturber.call_within_ms()
        if within_ms is None:
            self._stage.wait(_TO_CALL)
        change = self._layout.call(event.seat, event.meld, held_back=event.drawn is False)
        motion = self._stage.act(event.seat, change, _CALL, within_ms=within_ms)
        if within_ms is not None:
            self._stage.told_by(motion.change_ms - 20)
        self._last_caller = event.seat

    def _declare_void(self, event: VoidSuitDeclared) -> None:
        """The button of the suit is pressed at the console (SC-R01)."""
        self._stage.wait(_PAUSE)
        self._stage.press(event.seat)
        self._stage.report(Button(self._stage.clock_ms, port_of(event.seat), _VOID_BUTTONS[event.suit]))

    def _pass_flowers(self, seat: Seat) -> None:
        """A replacement that stands apart is put among the others; the dealer's turn goes on (TW-R11)."""
        self._stage.wait(_PAUSE)
        change = self._layout.sort(seat) if seat is not self._dealer else None
        if change is not None:
            self._stage.act(seat, change, _TURN)

    def _think(self, seat: Seat) -> None:
        """The seat in turn thinks; now and then another one reaches over the cloth meanwhile, for nothing."""
        stage, rng = self._stage, self._stage.rng
        done_ms = stage.now_ms + rng.uniform(*_THINK)
        if rng.random() < _IDLE_ARM_CHANCE:
            idle = seat.after(rng.randint(1, 3))
            start_ms = stage.now_ms + rng.uniform(50, 400)
            end_ms = start_ms + rng.uniform(700, 1500)
            spot = seat_to_cloth(idle, rng.uniform(-90, 150), rng.uniform(120, 230))
            stage.beside(Motion(start_ms, (start_ms + end_ms) / 2, end_ms, idle, (spot,)))
            done_ms = max(done_ms, end_ms)
        stage.now_ms = done_ms
