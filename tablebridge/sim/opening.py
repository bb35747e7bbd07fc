"""How a hand begins on the cloth: the walls come up, dice are thrown, the wall is broken, the tiles are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tablebridge.sim.layout import Layout
from tablebridge.sim.stage import Span, Stage
from tablebridge.sim.wall_plan import Throw
from tablebridge_protocol.messages import (
    Button,
    ButtonKind,
    DeadWall,
    DealerLamp,
    Dice,
    DicePurpose,
    ModeApplies,
    Port,
    SetComplete,
    TileCountMode,
    WallRaised,
)
from tablebridge_rules.event import (
    Dealt,
    DiceRolled,
    Drawn,
    FirstDealerThrown,
    HandEvent,
    HandStarted,
    StreakAnnounced,
    TilesDealt,
    WallBuilt,
)
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["Opening", "opening_of", "perform_opening", "port_of"]

_PAUSE: Span = (400, 1000)
_DEAL: Span = (380, 520)
_TURN: Span = (500, 900)

Announced = DiceRolled | FirstDealerThrown | StreakAnnounced


@dataclass(frozen=True, slots=True)
class Opening:
    """The events up to the deal, and the tile that the dealer draws first, where it does at once."""

    started: HandStarted
    wall: WallBuilt
    announced: tuple[Announced, ...]
    dealt: Dealt | TilesDealt
    hands: tuple[tuple[Tile, ...], ...]
    first_draw: Tile | None

    @property
    def throws(self) -> tuple[Throw, ...]:
        """Who threw the dice, in order."""
        return tuple((one.seat, one.dice) for one in self.announced if not isinstance(one, StreakAnnounced))

    @property
    def names_dealer(self) -> bool:
        """Whether the throw that breaks the wall names the dealer, too."""
        return any(isinstance(one, FirstDealerThrown) for one in self.announced)


def opening_of(events: Sequence[HandEvent]) -> tuple[Opening, int]:
    """The opening of a hand, and how many events it has.

    Raises `ValueError` when the events are not those of a whole hand with all tiles known.
    """
    if not (len(events) > 2 and isinstance(events[0], HandStarted) and isinstance(events[1], WallBuilt)):
        raise ValueError("a hand begins with HandStarted, WallBuilt, DiceRolled and the deal: give all its events")
    announced: list[Announced] = []
    for place, event in enumerate(events[2:], 2):
        if isinstance(event, Announced):
            announced.append(event)
        elif isinstance(event, Dealt | TilesDealt) and announced:
            if event.hands is None:
                raise ValueError("the hand was dealt unseen: a choreography needs every tile")
            following = events[place + 1] if place + 1 < len(events) else None
            first = following.tile if isinstance(following, Drawn) else None
            return Opening(events[0], events[1], tuple(announced), event, event.hands, first), place + 1
        else:
            break
    raise ValueError("a hand begins with HandStarted, WallBuilt, DiceRolled and the deal: give all its events")


def perform_opening(stage: Stage, layout: Layout, opening: Opening, tiles: int, *, first: bool) -> bool:
    """Walls, dice and deal; `first`: no hand was played at this table before. The wall's plan must be known.

    Returns whether the dealer's first draw was taken with the deal.
    """
    if first:
        stage.wait((150, 300))
        stage.report(TileCountMode(stage.clock_ms, tiles, ModeApplies.NOW))
        stage.wait((150, 300))
        stage.report(SetComplete(stage.clock_ms, tiles))
    stage.wait((1200, 2000))
    for side, stacks in zip(Seat, opening.wall.stacks, strict=True):
        stage.act(None, layout.wall.raise_side(side, stacks), (250, 350))
        stage.report(WallRaised(stage.clock_ms, port_of(side), stacks))
    if first and not opening.names_dealer:
        _choose_dealer(stage, opening)
    stage.tell(opening.started)
    stage.tell(opening.wall)
    _announce(stage, opening)
    if layout.wall.plan.indicators:
        shown = layout.wall.plan.indicators[0]
        stage.wait((80, 160))
        stage.report(DeadWall(stage.clock_ms, port_of(shown.side), shown.number))
    drawn = _deal(stage, layout, opening)
    if isinstance(opening.dealt, Dealt):
        stage.act(opening.started.dealer, layout.wall.turn_indicator(0, opening.dealt.indicator), _TURN)
    stage.tell(opening.dealt)
    return drawn


def _choose_dealer(stage: Stage, opening: Opening) -> None:
    """Seat A throws for the dealer (RL-D03), or the table's lamp chooses one where the first throw is the dealer's
    own (SC-R08)."""
    if len(opening.throws) > 1:
        stage.wait((1500, 3000))
        stage.report(DealerLamp(stage.clock_ms, port_of(opening.started.dealer), True))
        return
    _throw(stage, DicePurpose.DEALER, Seat.A, _dice_for(stage.rng, opening.started.dealer))


def _announce(stage: Stage, opening: Opening) -> None:
    """The throws, and the dice that a continuing dealer sets out (TW-S40). Of two throws the first names who throws
    second (SC-R08)."""
    purposes = [DicePurpose.WALL_BREAK]
    if len(opening.throws) > 1:
        purposes.insert(0, DicePurpose.DEALER)
    for event in opening.announced:
        match event:
            case DiceRolled():
                _throw(stage, purposes.pop(0), event.seat, event.dice)
            case FirstDealerThrown():
                _throw(stage, DicePurpose.DEALER, event.seat, event.dice)
            case StreakAnnounced():
                stage.wait(_PAUSE)
                stage.press(event.seat, -70.0)
                stage.report(Button(stage.clock_ms, port_of(event.seat), ButtonKind.CONTINUATION))
        stage.tell(event)


def _throw(stage: Stage, purpose: DicePurpose, seat: Seat, values: tuple[int, ...]) -> None:
    """A hand presses the button on the console; the dice roll a while."""
    stage.wait((800, 1500))
    stage.press(seat)
    stage.wait((900, 1400))
    stage.report(Dice(stage.clock_ms, purpose, port_of(seat), values))


def _dice_for(rng: Random, dealer: Seat) -> tuple[int, int]:
    """A throw of seat A that hits that dealer (RL-D03)."""
    faces = range(1, 7)
    hits = [(one, two) for one in faces for two in faces if Seat.A.after(one + two - 1) is dealer]
    return rng.choice(hits)


def _deal(stage: Stage, layout: Layout, opening: Opening) -> bool:
    """Every seat takes its tiles; in a last round with a jump the dealer takes the first of the live end, too."""
    hands = [sorted(hand) for hand in opening.hands]
    plan, dealer = layout.wall.plan, opening.started.dealer
    stage.wait(_PAUSE)
    jumped = False
    for seat, places in plan.deal:
        hand = hands[seat.number]
        tiles = tuple(hand[: len(places)])
        del hand[: len(places)]
        change = layout.deal(seat, tiles, [layout.wall.take_at(place) for place in places])
        if plan.jump and not jumped and seat is dealer and not hand and opening.first_draw is not None:
            change = change.then(layout.draw(dealer, opening.first_draw, replacement=False))
            jumped = True
        stage.act(seat, change, _DEAL)
    stage.wait(_PAUSE)
    return jumped


def port_of(seat: Seat) -> Port:
    """The side of the table on the wire."""
    return Port(seat.number + 1)
