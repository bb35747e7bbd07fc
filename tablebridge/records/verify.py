"""Replays recorded games through the rules: every act must be allowed, every score, payment and next hand the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablebridge.errors import UsageError
from tablebridge.records.acts import ActReader, four_points, hand_started
from tablebridge.records.game_lines import RecordedGame, RecordedHand, Row
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    Won,
)
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.claims import legal_events, ready_hands
from tablebridge_rules.riichi.hand_end import next_hand, scores, settle
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.settlement import settle_exhaustive_draw, settle_win
from tablebridge_rules.riichi.standings import final_standings
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind

__all__ = ["Difference", "rulebook_of", "verify_game", "verify_hand"]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in a hand on which record and rules do not agree.

    `hand` is the record's number, `what` names the thing, `expected` is what the record says, `got` the rules.
    """

    game: str
    hand: object
    what: str
    expected: object
    got: object


def rulebook_of(game_start: Row, base: Rulebook) -> Rulebook:
    """`base` with the choices that the record's `rules` name; what it does not name stays.

    Raises `UsageError` for a choice that is none.
    """
    rules = game_start.get("rules", {})
    if not isinstance(rules, dict):
        raise UsageError(
            "rules are no object", f"the game_start of {game_start.get('game')}", "leave them out, or mend"
        )
    for name in ("red_fives", "open_tanyao", "double_yakuman"):
        if not isinstance(rules.get(name, True), bool):
            where = f"the game_start of {game_start.get('game')}"
            raise UsageError(f"rules.{name} is neither true nor false", where, "leave it out, or mend it")
    table, scoring, game = base.table, base.scoring, base.game
    if rules.get("red_fives") is False:
        table = replace(table, red_fives=())
    if "open_tanyao" in rules:
        scoring = replace(scoring, kuitan=rules["open_tanyao"])
    if "double_yakuman" in rules:
        scoring = replace(scoring, double_yakuman=rules["double_yakuman"])
    if rules.get("length") == "east":
        game = replace(game, rounds=1)
    return replace(base, table=table, scoring=scoring, game=game)


def verify_game(game: RecordedGame, base: Rulebook) -> tuple[Difference, ...]:
    """The first difference of every hand that is not exact; none when the whole game agrees.

    Each hand is replayed from the record's own start, so that one difference does not make others.
    """
    book = rulebook_of(game.start, base)
    found = (verify_hand(game, place, book) for place in range(len(game.hands)))
    return tuple(one for one in found if one is not None)


def verify_hand(game: RecordedGame, place: int, book: Rulebook) -> Difference | None:
    """The first difference of the hand at that place in the game, or between it and what follows; None when exact.

    `book` has the record's own options already (`rulebook_of`).
    """
    hand = game.hands[place]
    after = game.hands[place + 1].start if place + 1 < len(game.hands) else game.end
    try:
        if place == 0:
            _check_first(game, hand)
        _check_after(_replay(hand, book), after, book)
    except _Disagreement as one:
        return Difference(game.name, hand.number, one.what, one.expected, one.got)
    except (RulesError, KeyError, ValueError, TypeError) as error:
        return Difference(game.name, hand.number, "reading the record", "a hand", repr(error))
    return None


class _Disagreement(Exception):
    """Unwinds to the hand at its first difference."""

    def __init__(self, what: str, expected: object, got: object) -> None:
        super().__init__(what)
        self.what, self.expected, self.got = what, expected, got


def _same(what: str, expected: object, got: object) -> None:
    if expected != got:
        raise _Disagreement(what, expected, got)


def _check_first(game: RecordedGame, hand: RecordedHand) -> None:
    opening = HandStarted(hand.start["hand"], Wind.EAST, Seat.A, 0, 0, four_points(game.start["points"]))
    _check_start(opening, hand.start)


def _check_start(got: HandStarted, row: Row) -> None:
    recorded = hand_started(row)
    for name in ("round_wind", "dealer", "honba", "sticks", "points"):
        _same(f"start: {name}", _plain(getattr(recorded, name)), _plain(getattr(got, name)))
    _same("start: number", row["number"], got.dealer.number + 1)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Wind | Seat) else list(value) if isinstance(value, tuple) else value


def _replay(hand: RecordedHand, book: Rulebook) -> HandState:
    """The hand after its settlement. Raises `_Disagreement` at the first row that the rules do not allow or confirm."""
    state, reader = start(hand_started(hand.start)), ActReader()
    for number, row in enumerate(hand.rows, start=1):
        for event in reader.events(row, state):
            _check_allowed(f"row {number} {row['type']}", event, state, book)
            result = step(state, event, book)
            if result.violations:
                first = result.violations[0]
                raise _Disagreement(f"row {number} {row['type']}", "no violation", f"{first.clause} {first.text}")
            state = result.state
        _check_row(row, state, book)
    settled = settle(state, book)
    end = hand.rows[-1] if hand.rows else hand.start
    _same("the hand's last row", "hand_end", end["type"])
    _same("points", end["points"], list(settled.points))
    _same("sticks", end["sticks"], settled.sticks)
    return step(state, settled, book).state


def _check_allowed(what: str, event: GameEvent, state: HandState, book: Rulebook) -> None:
    """The event must be one of those that may happen next; a deal is no choice, an indicator must only be due."""
    match event:
        case Dealt():
            return
        case IndicatorTurned():
            _same(what, "an indicator is due", "an indicator is due" if state.indicators_due else "none is due")
            return
        case ExhaustiveDraw(revealed):
            ready = [seat.value for seat, _ in ready_hands(state, book)]
            _same("ready seats", [seat.value for seat, _ in revealed], ready)
        case Discarded(seat=seat, tile=tile, drawn=True) if state.at(seat).drawn != tile:
            raise _Disagreement(what, f"the drawn tile {tile}", f"drawn was {state.at(seat).drawn}")
    if _owes_stick(state) and not isinstance(event, RiichiAccepted | Won | AbortiveDraw):
        raise _Disagreement("riichi stick", f"{what} without it", "it is due")
    offered = legal_events(state, book)
    if _comparable(event) not in map(_comparable, offered):
        names = sorted({type(one).__name__ for one in offered})
        raise _Disagreement(what, str(event), f"not allowed; of kind {', '.join(names) or 'nothing'} would be")


def _owes_stick(state: HandState) -> bool:
    """Whether the newest discard declared a riichi whose stick is not down."""
    laid = state.last_discard
    riichi = state.at(laid.seat).riichi if laid else None
    return riichi is not None and riichi.declared and not riichi.accepted


def _comparable(event: GameEvent) -> object:
    """What has to agree between a recorded and an offered act; nobody offers a tile to be drawn, or tiles in order."""
    match event:
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case Won():
            return replace(event, concealed=tuple(sorted(event.concealed)), ura_indicators=())
        case Called(seat, meld):
            return seat, replace(meld, own=tuple(sorted(meld.own)))
        case _:
            return event


def _check_row(row: Row, state: HandState, book: Rulebook) -> None:
    """What a row says besides its act, against the state after it."""
    match row["type"]:
        case "riichi_accepted":
            _same("points after riichi", row["points"], list(state.points))
            _same("sticks after riichi", row["sticks"], state.sticks)
        case "exhaustive_draw":
            _check_exhaustive(row, state, book)
        case "abortive_draw":
            _same("delta of the draw", row["delta"], [0, 0, 0, 0])
        case "win":
            _check_win(row, state, book)


def _check_exhaustive(row: Row, state: HandState, book: Rulebook) -> None:
    ready = [Seat(name) for name in row["ready"]]
    nagashi = [Seat(name) for name in row.get("nagashi", ())]
    _same("delta of the draw", row["delta"], list(settle_exhaustive_draw(book, ready, state.dealer, nagashi)))


def _check_win(row: Row, state: HandState, book: Rulebook) -> None:
    """Value and payment of the newest win; the first of two collects counters and sticks."""
    won, score = state.wins[-1], scores(state, book)[-1]
    assert score is not None, "a win without value is never allowed"
    first = len(state.wins) == 1
    honba, sticks = (state.honba, state.sticks) if first else (0, 0)
    for name, got in _values(score):
        _same(f"win: {name}", row[name], got)
    _same("win: indicators", row["indicators"], [str(tile) for tile in state.indicators])
    _same("win: honba", row["honba"], honba)
    _same("win: sticks", row["sticks"], sticks)
    liable = dict(state.at(won.seat).liable)
    delta: Delta = settle_win(book, score, won.seat, won.from_seat, state.dealer, honba, sticks, liable)
    _same("win: delta", row["delta"], list(delta))
    paying = [seat.value for name, seat in liable.items() if name in score.yaku and name in book.payment.pao_list]
    _same("win: liable", row.get("liable"), paying[0] if paying else None)


def _values(score: Score) -> Iterator[tuple[str, object]]:
    yield "yaku", score.yaku
    yield "han", score.han
    yield "fu", score.fu
    yield "yakuman", score.yakuman
    yield "limit", score.limit
    yield "value", score.points.total


def _check_after(state: HandState, after: Row | None, book: Rulebook) -> None:
    """The next hand, or the end of the game with its final points; nothing where the record stops."""
    following = next_hand(state, book)
    if after is None:
        return
    match after["type"]:
        case "hand_start":
            if following is None:
                raise _Disagreement("next hand", after["hand"], "the game is over")
            _check_start(following, after)
        case "game_end":
            if following is not None:
                round_wind, dealer = following.round_wind.value, following.dealer.value
                raise _Disagreement("game end", "the game is over", f"{round_wind}, dealer {dealer}")
            plain = replace(book, game=replace(book.game, rank_points="none"))
            last = {one.seat: one.points for one in final_standings(plain, state.points, state.sticks)}
            _same("final points", after["points"], [last[seat] for seat in Seat])
