"""From what happens in a hand to what is seen of it: hands that reach over the cloth, reports of the table, truth.

Times are table time in ms. One act follows the other as at a table where nobody hurries; what each act does to the
cloth is `layout`'s business. Everything is decided by the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import assert_never

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.sim.layout import Layout
from tablebridge.sim.placing import Change, Placer
from tablebridge.sim.scene import Motion
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge.sim.truth import TruthRow, row
from tablebridge_protocol.messages import (
    DeadWall,
    Dice,
    DicePurpose,
    ModeApplies,
    Port,
    Report,
    SetComplete,
    TileCountMode,
    WallRaised,
)
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.wall import WallOrder, break_wall

__all__ = ["Choreography"]

Span = tuple[float, float]
"""From the shortest to the longest, in ms."""

_DRAW: Span = (500, 900)
_THINK: Span = (600, 3000)
_DISCARD: Span = (600, 1000)
_TO_NEXT_DRAW: Span = (450, 1100)
_TO_CALL: Span = (500, 1500)
_CALL: Span = (900, 1500)
_STICK: Span = (600, 1000)
_TURN: Span = (500, 900)
_REVEAL: Span = (900, 1600)
_PAUSE: Span = (400, 1000)
_DEAL: Span = (380, 520)
_LOOK_AT_RESULT: Span = (3800, 5000)
_IDLE_ARM_CHANCE = 0.06
_DEAL_CHUNKS = (4, 4, 4, 1)
_TILES = 136


class Choreography:
    """One session at one virtual table: give it the hands in order, from each it makes a `Script`."""

    def __init__(self, cloth: Cloth, rulebook: Rulebook, seed: int) -> None:
        self._cloth = cloth
        self._rulebook = rulebook
        self._rng = Random(f"choreography {seed}")
        self._keys = count(1)
        self._now_ms = 0.0
        self._first = True

    def perform(self, events: Sequence[GameEvent]) -> Script:
        """The script of one hand, from the walls that come up to the swept cloth; it begins where the last one ended.

        Raises `ValueError` when the events are not those of a whole hand with all tiles known.
        """
        match events:
            case [HandStarted() as started, WallBuilt() as wall, DiceRolled() as dice, Dealt(hands=hands) as dealt, *_]:
                if hands is None:
                    raise ValueError("the hand was dealt unseen: a choreography needs every tile")
            case _:
                raise ValueError("a hand begins with HandStarted, WallBuilt, DiceRolled and Dealt: give all its events")
        layout = Layout(
            Placer(self._cloth, self._rng),
            self._keys,
            outer_faces_up=self._rulebook.table.ankan_display == "outer_faces_up",
        )
        order = break_wall(started.dealer, sum(dice.dice), wall.stacks, self._rulebook.table.wall_break_wall)
        hand = _Performance(self._cloth, self._rng, layout, started, self._now_ms)
        hand.open(wall, dice, dealt, order, first=self._first)
        for event in events[4:]:
            hand.perform(event)
        script = hand.close()
        self._now_ms, self._first = script.duration_ms, False
        return script


class _Performance:
    """One hand being performed: the cloth, the time, and what was recorded so far."""

    def __init__(self, cloth: Cloth, rng: Random, layout: Layout, started: HandStarted, now_ms: float) -> None:
        self._cloth = cloth
        self._rng = rng
        self._layout = layout
        self._started = started
        self._now_ms = now_ms
        self._motions: list[Motion] = []
        self._reports: list[TimedReport] = []
        self._truth: list[TruthRow] = []
        self._indicators: list[Tile] = []
        self._on_cloth: set[int] = set()
        self._ura_turned = False
        self._last_discarder: Seat | None = None
        self._last_caller = started.dealer

    # -- before play --
    def open(self, wall: WallBuilt, dice: DiceRolled, dealt: Dealt, order: WallOrder, *, first: bool) -> None:
        """Walls, dice and deal."""
        if first:
            self._wait((150, 300))
            self._report(TileCountMode(self._clock_ms, _TILES, ModeApplies.NOW))
            self._wait((150, 300))
            self._report(SetComplete(self._clock_ms, _TILES))
        self._wait((1200, 2000))
        for side, stacks in zip(Seat, wall.stacks, strict=True):
            self._act(None, self._layout.wall.raise_side(side, stacks), (250, 350))
            self._report(WallRaised(self._clock_ms, _port(side), stacks))
        if first:
            self._throw(DicePurpose.DEALER, Seat.A, self._dice_for(self._started.dealer))
        self._tell(self._started)
        self._tell(wall)
        self._throw(DicePurpose.WALL_BREAK, dice.seat, dice.dice)
        self._tell(dice)
        self._layout.wall.open(order)
        shown = order.indicator(0)
        self._wait((80, 160))
        self._report(DeadWall(self._clock_ms, _port(shown.side), shown.number))
        self._deal(dealt)

    def _throw(self, purpose: DicePurpose, seat: Seat, values: tuple[int, ...]) -> None:
        """A hand presses the button on the console; the dice roll a while."""
        self._wait((800, 1500))
        button = seat_to_cloth(seat, 70.0, self._cloth.console_mm / 2 - 25)
        self._act(seat, Change(touch_mm=(button,)), (500, 800))
        self._wait((900, 1400))
        self._report(Dice(self._clock_ms, purpose, _port(seat), values))

    def _dice_for(self, dealer: Seat) -> tuple[int, int]:
        """A throw of seat A that hits that dealer (RL-D03)."""
        faces = range(1, 7)
        hits = [(one, two) for one in faces for two in faces if Seat.A.after(one + two - 1) is dealer]
        return self._rng.choice(hits)

    def _deal(self, dealt: Dealt) -> None:
        hands = [sorted(hand) for hand in dealt.hands or ()]
        self._wait(_PAUSE)
        for chunk in _DEAL_CHUNKS:
            for steps in range(4):
                seat = self._started.dealer.after(steps)
                hand = hands[seat.number]
                tiles = tuple(hand[:chunk])
                del hand[:chunk]
                self._act(seat, self._layout.deal(seat, tiles), _DEAL)
        self._wait(_PAUSE)
        self._turn_indicator(self._started.dealer, dealt.indicator)
        self._tell(dealt)

    # -- play --
    def perform(self, event: GameEvent) -> None:
        """Performs an event that follows the deal."""
        match event:
            case Drawn():
                self._draw(event)
            case Discarded():
                self._think(event.seat)
                change = self._layout.discard(
                    event.seat, event.tile, sideways=event.sideways, drawn=event.drawn is True
                )
                self._act(event.seat, change, _DISCARD)
                self._last_discarder = event.seat
            case RiichiAccepted():
                self._wait(_PAUSE)
                self._act(event.seat, self._layout.put_stick(event.seat), _STICK)
            case Called():
                self._wait(_TO_CALL)
                self._act(event.seat, self._layout.call(event.seat, event.meld), _CALL)
                self._last_caller = event.seat
            case IndicatorTurned():
                self._wait(_PAUSE)
                self._turn_indicator(self._last_caller, event.tile)
            case Won():
                self._win(event)
            case ExhaustiveDraw():
                self._open_hands({seat for seat, _ in event.revealed})
            case AbortiveDraw():
                self._abort(event)
            case RiichiDeclared() | Settled():
                pass  # said with the discard; counted from what lies open
            case HandStarted() | WallBuilt() | DiceRolled() | Dealt():
                raise ValueError(f"{type(event).__name__} in the middle of a hand")
            case _:
                assert_never(event)
        self._tell(event)

    def _draw(self, event: Drawn) -> None:
        if event.tile is None:
            raise ValueError(f"{event.seat.value} drew unseen: a choreography needs every tile")
        self._wait(_TO_NEXT_DRAW)
        self._act(event.seat, self._layout.draw(event.seat, event.tile, replacement=event.replacement), _DRAW)

    def _turn_indicator(self, seat: Seat, tile: Tile) -> None:
        self._act(seat, self._layout.wall.turn_indicator(len(self._indicators), tile), _TURN)
        self._indicators.append(tile)

    # -- the end --
    def _win(self, event: Won) -> None:
        self._wait(_PAUSE)
        apart = event.tile if event.from_seat is None else None
        self._act(event.seat, self._layout.reveal(event.seat, apart=apart), _REVEAL)
        if event.ura_indicators and not self._ura_turned:
            self._wait(_PAUSE)
            change = self._layout.wall.turn_ura(self._indicators, event.ura_indicators)
            self._act(event.seat, change, _REVEAL)
            self._ura_turned = True

    def _open_hands(self, ready: set[Seat]) -> None:
        """From the dealer on, every seat opens a ready hand or lays the row face down (RL-X13, RL-X15)."""
        for steps in range(4):
            seat = self._started.dealer.after(steps)
            self._wait(_PAUSE)
            change = self._layout.reveal(seat) if seat in ready else self._layout.lay_down(seat)
            self._act(seat, change, _REVEAL)

    def _abort(self, event: AbortiveDraw) -> None:
        """What is shown: the nine terminals, four riichi hands, or three winning ones; winds and kans lie open."""
        hands: dict[str, list[Seat | None]] = {
            "nine_terminals": [event.seat],
            "four_riichi": list(Seat),
            "triple_ron": [seat for seat in Seat if seat is not self._last_discarder],
        }
        shown = hands.get(event.reason, [])
        for seat in shown:
            if seat is not None:
                self._wait(_PAUSE)
                self._act(seat, self._layout.reveal(seat), _REVEAL)

    def close(self) -> Script:
        """The cloth is swept after a while, and the set is complete again in the table."""
        self._wait(_LOOK_AT_RESULT)
        self._act(None, Change(remove=tuple(sorted(self._on_cloth))), (300, 400))
        self._wait((4000, 6000))
        self._report(SetComplete(self._clock_ms, _TILES))
        self._wait((200, 300))
        return Script(tuple(self._motions), tuple(self._reports), tuple(self._truth), self._now_ms)

    # -- time --
    def _wait(self, span: Span) -> None:
        self._now_ms += self._rng.uniform(*span)

    def _think(self, seat: Seat) -> None:
        """The seat in turn thinks; now and then another one reaches over the cloth meanwhile, for nothing."""
        done_ms = self._now_ms + self._rng.uniform(*_THINK)
        if self._rng.random() < _IDLE_ARM_CHANCE:
            idle = seat.after(self._rng.randint(1, 3))
            start_ms = self._now_ms + self._rng.uniform(50, 400)
            end_ms = start_ms + self._rng.uniform(700, 1500)
            spot = seat_to_cloth(idle, self._rng.uniform(-90, 150), self._rng.uniform(120, 230))
            self._motions.append(Motion(start_ms, (start_ms + end_ms) / 2, end_ms, idle, (spot,)))
            done_ms = max(done_ms, end_ms)
        self._now_ms = done_ms

    def _act(self, seat: Seat | None, change: Change, span: Span) -> None:
        """A hand does something now; time goes on to where the arm has left."""
        length = self._rng.uniform(*span)
        change_ms = self._now_ms + length * self._rng.uniform(0.55, 0.68)
        touch = change.touch_mm if seat is not None else ()
        end_ms = self._now_ms + length
        self._motions.append(Motion(self._now_ms, change_ms, end_ms, seat, touch, change.place, change.remove))
        self._on_cloth.update(thing.key for thing in change.place)
        self._now_ms = end_ms

    @property
    def _clock_ms(self) -> int:
        """The present moment as the table's own clock tells it."""
        return int(self._now_ms)

    def _report(self, message: Report) -> None:
        self._reports.append(TimedReport(self._now_ms, message))

    def _tell(self, event: GameEvent) -> None:
        self._truth.append(row(event, self._now_ms, self._started.hand, len(self._truth)))


def _port(seat: Seat) -> Port:
    return Port(seat.number + 1)
