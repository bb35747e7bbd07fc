"""The fold: one event applied to a hand gives the hand after it, and the clauses that the act broke.

The engine judges, it does not prevent: an act that can be described is applied, foul or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from tablebridge_rules.acts import melds_with
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
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.hand_end import is_void
from tablebridge_rules.riichi.liability import liable_after
from tablebridge_rules.riichi.penalties import suffer
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, SeatState, start
from tablebridge_rules.riichi.violations import judge, judge_tiles, judge_won
from tablebridge_rules.riichi.violations.due import indicators_owed
from tablebridge_rules.river import Discard
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Step
from tablebridge_rules.tile import TileKind
from tablebridge_rules.violation import Violation

__all__ = ["Step", "replay", "step", "swap_kinds"]

DEFAULT_RULEBOOK = "riichi-league-tw"
DEALT_TILES = 52


def step(state: HandState, event: GameEvent, rulebook: Rulebook | None = None) -> Step[HandState]:
    """Applies `event` and judges it under `rulebook` (by default `riichi-league-tw`).

    A `HandStarted` begins a new hand and forgets the old one.
    """
    book = rulebook or load(DEFAULT_RULEBOOK)
    found = judge(state, event, book)
    after = _apply(state, event, book)
    if isinstance(event, Won) and not found:
        found = judge_won(after, event, book)
    if found:  # seldom
        after = suffer(_noted(after, found, indicators_owed(state, event, book)), found, book)
    return Step(after, (*found, *judge_tiles(state, after, book.table.red_fives, book.violations)))


def _noted(state: HandState, found: Iterable[Violation], indicators: int) -> HandState:
    """The hand with what has been told already, so that it is told once."""
    wrong = frozenset(one.seat for one in found if one.name == "tile_miscount" and one.seat is not None)
    if not wrong and not indicators:
        return state
    return replace(state, miscounted=state.miscounted | wrong, indicators_missed=state.indicators_missed + indicators)


def replay(events: Iterable[GameEvent], rulebook: Rulebook | None = None) -> Step[HandState]:
    """Folds a whole hand, its `HandStarted` first. The violations are those of all events.

    Raises `ValueError` when the first event is another.
    """
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, HandStarted):
        raise ValueError(f"a hand begins with HandStarted, not with {first}: give the events of a whole hand")
    state = start(first)
    violations: list[Violation] = []
    for event in rest:
        result = step(state, event, rulebook)
        state = result.state
        violations += result.violations
    return Step(state, tuple(violations))


def _apply(state: HandState, event: GameEvent, book: Rulebook) -> HandState:
    match event:
        case HandStarted():
            return start(event)
        case WallBuilt():
            return replace(state, stacks=event.stacks)
        case DiceRolled():
            return replace(state, dice=event.dice)
        case Dealt():
            return _deal(state, event)
        case Drawn():
            return _draw(state, event, book)
        case Discarded():
            return _discard(state, event, book)
        case RiichiDeclared():
            return _declare_riichi(state, event.seat, book)
        case RiichiAccepted():
            return _accept_riichi(state, event.seat, book.payment.deposit)
        case Called():
            return _call(state, event, book)
        case IndicatorTurned():
            missed = max(state.indicators_missed - 1, 0)  # one turned late is no longer missing
            return replace(_close_kan(state), indicators=(*state.indicators, event.tile), indicators_missed=missed)
        case Won():
            return _win(state, event)
        case ExhaustiveDraw():
            return _exhaust(state, event, book)
        case AbortiveDraw():
            return replace(state, phase=Phase.ENDED, abortive_draw=event)
        case Settled():
            void = state.void or (not state.settled and is_void(state, event, book))
            return replace(state, points=event.points, sticks=event.sticks, phase=Phase.ENDED, settled=True, void=void)
        case _:
            assert_never(event)


def _deal(state: HandState, event: Dealt) -> HandState:
    for seat in Seat:
        hand = event.hands[seat.number] if event.hands else None
        count = len(hand) if hand is not None else 13
        state = state.with_seat(seat, SeatState(concealed=hand, concealed_count=count))
    return replace(
        state,
        indicators=(event.indicator,),
        wall_left=state.wall_left - DEALT_TILES,
        phase=Phase.MUST_DRAW,
        turn=state.dealer,
    )


def _draw(state: HandState, event: Drawn, book: Rulebook) -> HandState:
    early = state.phase is Phase.MUST_DISCARD and event.seat is not state.turn
    if not early:
        state = _close_kan(_close_discard(state, book))
    part = state.at(event.seat)
    passed = part.passed if part.riichi.declared else frozenset[TileKind]()  # same-turn furiten ends with the own draw
    part = replace(part.take(event.tile), holds_draw=True, drawn=event.tile, passed=passed)
    cost = _replacement_cost(state, book) if event.replacement else 1
    state = replace(state.with_seat(event.seat, part), wall_left=max(state.wall_left - cost, 0))
    if early:  # the turn is still another's: the tile is only in the wrong hand too soon (RL-F06)
        return state
    return replace(
        state,
        phase=Phase.MUST_DISCARD,
        turn=event.seat,
        replacement_pending=False,
        drew_replacement=event.replacement,
        swap_forbidden=frozenset(),
    )


def _replacement_cost(state: HandState, book: Rulebook) -> int:
    """By how many tiles the live wall gets shorter when the dead wall has given one: one that keeps it at 14 (RL-D05),
    a stack for every kan from the second on, or a stack for every second one (RM-X02)."""
    match book.table.dead_wall_after_kong:
        case "always_14":
            return 1
        case "stack_per_kan":
            return 2 if state.kans > 1 else 0
        case "stack_per_two_kans":
            return 2 if state.kans % 2 == 0 else 0
        case _:
            assert_never(book.table.dead_wall_after_kong)


def _discard(state: HandState, event: Discarded, book: Rulebook) -> HandState:
    state = _close_kan(_close_discard(state, book))
    part = state.at(event.seat).give((event.tile,))
    part = replace(
        part,
        holds_draw=False,
        drawn=None,
        river=part.river.add(Discard(event.tile, event.sideways, event.drawn)),
        riichi=replace(part.riichi, ippatsu=False) if part.riichi.ippatsu else part.riichi,
    )
    state = state.with_seat(event.seat, part)
    turn = event.seat.after(1)
    laid = OpenTile(event.seat, event.tile)
    return replace(
        state,
        phase=Phase.MUST_DISCARD if state.at(turn).holds_draw else Phase.CALLS_OPEN,
        turn=turn,
        last_discard=laid,
        open_tile=laid,
        replacement_pending=False,
        drew_replacement=False,
        swap_forbidden=frozenset(),
        open_kan=False,
    )


def _declare_riichi(state: HandState, seat: Seat, book: Rulebook) -> HandState:
    part = state.at(seat)
    unbroken = state.uninterrupted or not book.play.double_riichi_calls
    first = unbroken and len(part.river.discards) == 1
    declared = replace(part.riichi, declared=True, double=first, ippatsu=True)
    return state.with_seat(seat, replace(part, riichi=declared))


def _accept_riichi(state: HandState, seat: Seat, deposit: int) -> HandState:
    part = state.at(seat)
    a, b, c, d = (points - deposit * (owner is seat) for points, owner in zip(state.points, Seat, strict=True))
    state = state.with_seat(seat, replace(part, riichi=replace(part.riichi, accepted=True)))
    return replace(state, points=(a, b, c, d), sticks=state.sticks + 1, stick_down=True)


def _call(state: HandState, event: Called, book: Rulebook) -> HandState:
    meld, caller = event.meld, event.seat
    state = _close_kan(_close_discard(state, book))
    if meld.kind in (MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED):
        state = _interrupt(state)
        if meld.from_seat is not None and meld.called is not None:
            giver = state.at(meld.from_seat)
            river = giver.river.claim(meld.called, caller)
            state = replace(state.with_seat(meld.from_seat, replace(giver, river=river)), last_discard=None)
    part = state.at(caller)
    if not part.riichi.declared and book.play.same_turn_furiten_ends == "own_draw_or_call":
        part = replace(part, passed=frozenset())  # RM-W07
    given = meld.own[-1:] if meld.kind is MeldKind.KAN_ADDED else meld.own
    melds = melds_with(part.melds, meld)
    liable = (*part.liable, *liable_after(part.melds, melds, meld))
    part = replace(part.give(given), holds_draw=False, drawn=None, melds=melds, liable=liable)
    state = replace(state.with_seat(caller, part), turn=caller, drew_replacement=False)
    if not meld.kind.is_kan:
        return replace(
            state,
            phase=Phase.MUST_DISCARD,
            replacement_pending=False,
            swap_forbidden=swap_kinds(meld, book.play.kuikae),
        )
    robbed = meld.kind is not MeldKind.KAN_EXPOSED
    return replace(
        state,
        phase=Phase.MUST_DRAW,
        replacement_pending=True,
        open_tile=OpenTile(caller, given[-1], meld.kind) if robbed else None,
        open_kan=meld.kind is not MeldKind.KAN_CONCEALED,
    )


def swap_kinds(meld: Meld, kuikae: str = "same_tile_forbidden") -> frozenset[TileKind]:
    """The kinds that may not be discarded right after this chi or pon (RL-C02).

    With `same_tile_forbidden` the called kind only; with `forbidden` also the other end of the run.
    """
    if meld.called is None or kuikae == "allowed":
        return frozenset()
    called = meld.called.kind
    kinds = {called}
    if kuikae == "forbidden" and meld.kind is MeldKind.CHI:
        ranks = sorted(tile.kind.rank for tile in meld.own)
        if ranks[1] - ranks[0] == 1:
            other = ranks[1] + 1 if called.rank < ranks[0] else ranks[0] - 1
            if 1 <= other <= 9:
                kinds.add(TileKind.of(called.suit, other))
    return frozenset(kinds)


def _win(state: HandState, event: Won) -> HandState:
    part = state.at(event.seat)
    if event.from_seat is None:
        standing = (*event.concealed, event.tile)
        part = replace(part, concealed=standing, concealed_count=len(standing), drawn=event.tile)
    else:
        part = replace(part, concealed=event.concealed, concealed_count=len(event.concealed))
    # the second winner of a double ron turns the same ura indicators as the first
    ura = max(state.ura_indicators, event.ura_indicators, key=len)
    won = state.with_seat(event.seat, part)
    # a false win beside it, still to be ruled on, voids the hand no more
    return replace(won, phase=Phase.ENDED, wins=(*state.wins, event), ura_indicators=ura, void=False)


def _exhaust(state: HandState, event: ExhaustiveDraw, book: Rulebook) -> HandState:
    state = _close_discard(state, book)
    for seat, tiles in event.revealed:
        part = replace(state.at(seat), concealed=tiles, concealed_count=len(tiles))
        state = state.with_seat(seat, part)
    return replace(state, phase=Phase.ENDED, exhaustive_draw=event)


def _close_discard(state: HandState, book: Rulebook) -> HandState:
    """The open tile was not won on: it has passed everybody but its owner."""
    laid = state.open_tile
    if laid is None:
        return state
    kind, everybody = laid.tile.kind, book.play.same_turn_furiten
    for seat in Seat:
        part = state.at(seat)
        if seat is not laid.seat and kind not in part.passed and (everybody or part.riichi.declared):
            state = state.with_seat(seat, replace(part, passed=part.passed | {kind}))
    # the kan itself is closed by `_close_kan`, which still needs to see it
    return state if laid.kan else replace(state, open_tile=None, stick_down=False)


def _close_kan(state: HandState) -> HandState:
    """A kan that nobody robbed stands: it breaks the first go-round and every ippatsu."""
    laid = state.open_tile
    if laid is None or laid.kan is None:
        return state
    return replace(_interrupt(state), open_tile=None)


def _interrupt(state: HandState) -> HandState:
    for seat in Seat:
        part = state.at(seat)
        if part.riichi.ippatsu:
            state = state.with_seat(seat, replace(part, riichi=replace(part.riichi, ippatsu=False)))
    return replace(state, uninterrupted=False)
