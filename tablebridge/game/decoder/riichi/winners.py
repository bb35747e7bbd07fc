"""Which opened hands win: by self-draw, or on the tile that lies open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablebridge.game.decoder.face_reading import TilesLeft
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import HandReading, likely_hands, read_hand
from tablebridge.game.decoder.view import View
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Drawn, Won
from tablebridge_rules.riichi.hand_end import scores
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import COMPLETE, count_kinds, shanten

__all__ = ["Winner", "as_if_won", "score_of", "winner"]


_PLAIN = 0.8  # a hand so surely read is what it is


@dataclass(frozen=True, slots=True)
class Winner:
    """A hand that wins, without its ura indicators; `confidence` 0..1 of its least sure tile."""

    won: Won
    confidence: float
    fact: Fact[HandRevealed]

    @property
    def by_self_draw(self) -> bool:
        """Whether the winning tile was drawn."""
        return self.won.from_seat is None


def winner(view: View, seat: Seat, fact: Fact[HandRevealed]) -> Winner | None:
    """The win that the opened hand of `seat` is, if it is one now.

    Judged once for each reading of the hand and each state: an open hand lies there for many frames.
    """
    return view.remember(("winner", seat, fact.latest), lambda: _judge(view, seat, fact))


def score_of(state: HandState, won: Won, rulebook: Rulebook) -> Score | None:
    """What the win is worth in this state; None when it does not stand."""
    try:
        return scores(step(state, won, rulebook).state, rulebook)[-1]
    except RulesError:
        return None  # tiles that cannot be together: misread


def _judge(view: View, seat: Seat, fact: Fact[HandRevealed]) -> Winner | None:
    hand, shown = view.state, fact.latest
    standing = 14 - 3 * len(hand.at(seat).melds)
    readings = (*shown.tiles, shown.apart) if shown.apart else shown.tiles
    if len(readings) == standing - 1:
        return _ron(view, seat, fact, readings)
    if len(readings) != standing:
        return None
    taken = _without_taken_tile(view, seat, shown)
    if taken is not None:
        return _ron(view, seat, fact, taken)
    return _self_draw(view, seat, fact)


def as_if_won(view: View, seat: Seat, fact: Fact[HandRevealed], *, only_complete: bool = False) -> Winner | None:
    """The win that an opened hand claims to be, whether or not it stands: on the discard that lies open, or else by
    self-draw in its own turn. Complete if it can be read so."""
    shown, hand = fact.latest, view.state
    readings = (*shown.tiles, shown.apart) if shown.apart else shown.tiles
    standing = 14 - 3 * len(hand.at(seat).melds)
    laid = hand.open_tile if hand.open_tile is not None and hand.open_tile.seat is not seat else None
    if len(readings) == standing and seat is hand.turn:
        laid = None
    elif len(readings) == standing and shown.apart is not None:
        readings = shown.tiles
    elif len(readings) != standing - 1:
        return None
    if laid is None and len(readings) != standing:
        return None
    taken = () if laid is None else (laid.tile,)
    left = view.tiles_left()
    found = read_hand(readings, left, lambda tiles: _is_complete((*tiles, *taken), hand, seat))
    if found is None and not only_complete:
        found = next(likely_hands(readings, left), None)
        if found is None or found.confidence < _PLAIN or _one_tile_off((*found.tiles, *taken), hand, seat):
            return None  # rather one tile of it was misread, or the discard was
    if found is None:
        return None
    won = Won(seat, found.tiles[-1], found.tiles[:-1]) if laid is None else Won(seat, laid.tile, found.tiles, laid.seat)
    return Winner(won, found.confidence, fact)


def _without_taken_tile(view: View, seat: Seat, shown: HandRevealed) -> tuple[ReadTile, ...] | None:
    """The row without the discard which the winner took into it; None when it is no ron shown that way."""
    laid = view.state.open_tile
    if laid is None or laid.seat is seat or shown.apart is None:
        return None
    taken = view.last_discard_fact()
    gone = taken is not None and taken.gone_ms is not None
    others_turn = seat is not view.state.turn
    return shown.tiles if others_turn or (gone and shown.apart.tile == str(laid.tile)) else None


def _ron(view: View, seat: Seat, fact: Fact[HandRevealed], readings: tuple[ReadTile, ...]) -> Winner | None:
    laid = view.state.open_tile
    if laid is None or laid.seat is seat:
        return None

    def wins(tiles: tuple[Tile, ...]) -> bool:
        won = Won(seat, laid.tile, tiles, laid.seat)
        return (
            _is_complete((*tiles, laid.tile), view.state, seat) and score_of(view.state, won, view.rulebook) is not None
        )

    found = read_hand(readings, view.tiles_left(), wins)
    return None if found is None else Winner(Won(seat, laid.tile, found.tiles, laid.seat), found.confidence, fact)


def _self_draw(view: View, seat: Seat, fact: Fact[HandRevealed]) -> Winner | None:
    hand = view.state
    if seat is not hand.turn or hand.phase is Phase.ENDED:
        return None
    if hand.phase is not Phase.MUST_DISCARD:
        hand = step(hand, Drawn(seat, replacement=hand.replacement_pending), view.rulebook).state
    shown = fact.latest
    if shown.apart is not None:
        found = _reading(
            hand, view, seat, (*shown.tiles, shown.apart), lambda tiles: [Won(seat, tiles[-1], tiles[:-1])]
        )
    else:
        # RL-W04: nobody can see which tile was drawn; the lowest value counts
        found = _reading(hand, view, seat, shown.tiles, lambda tiles: _each_as_drawn(seat, tiles))
    if found is None:
        return None
    won, reading = found
    return Winner(won, reading.confidence, fact)


def _reading(
    hand: HandState,
    view: View,
    seat: Seat,
    readings: tuple[ReadTile, ...],
    wins: Callable[[tuple[Tile, ...]], list[Won]],
) -> tuple[Won, HandReading] | None:
    """The likeliest complete reading and its least valuable win that stands."""

    def standing(tiles: tuple[Tile, ...]) -> list[tuple[int, Won]]:
        if not _is_complete(tiles, hand, seat):
            return []
        valued = [(score_of(hand, won, view.rulebook), won) for won in wins(tiles)]
        return [(value.points.total, won) for value, won in valued if value is not None]

    reading = read_hand(readings, TilesLeft.of(hand, view.rulebook), lambda tiles: bool(standing(tiles)))
    if reading is None:
        return None
    return min(standing(reading.tiles), key=lambda pair: pair[0])[1], reading


def _each_as_drawn(seat: Seat, tiles: tuple[Tile, ...]) -> list[Won]:
    return [
        Won(seat, tile, (*tiles[:place], *tiles[place + 1 :]))
        for place, tile in enumerate(tiles)
        if tile not in tiles[:place]
    ]


def _one_tile_off(tiles: tuple[Tile, ...], hand: HandState, seat: Seat) -> bool:
    return shanten(count_kinds(tiles), len(hand.at(seat).melds)) <= 0


def _is_complete(tiles: tuple[Tile, ...], hand: HandState, seat: Seat) -> bool:
    counts = count_kinds(tiles)
    return max(counts) <= 4 and shanten(counts, len(hand.at(seat).melds)) == COMPLETE
