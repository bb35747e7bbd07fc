"""In which order a hand was played, told from what lies there when it is over or in its middle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from tablebridge.game.decoder.course_of_play import LaidMeld, Move, Step, course_of_play
from tablebridge_rules.event import Called, Discarded, Drawn, HandStarted, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import begin, read_rulebook, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.refereed import game

A, B, C, D = Seat
BOOKS = ("riichi-league-tw", "taiwan16-ntuee-2009", "zungjung-wsom-1.03", "sichuan-bloody")
PON, CHI, KAN = MeldKind.PON, MeldKind.CHI, MeldKind.KAN_EXPOSED


def called(kind: MeldKind, from_seat: Seat | None) -> LaidMeld:
    own = {PON: "55p", CHI: "46p", KAN: "555p"}[kind]
    return LaidMeld(Meld(kind, parse_tiles(own), Tile.parse("5p"), from_seat), 0.0)


HIDDEN = LaidMeld(Meld(MeldKind.KAN_CONCEALED, ()), 0.0)


def course(
    counts: str, turn: Seat, melds: dict[Seat, list[LaidMeld]] | None = None, *, dealer: Seat = A, drew: bool = True
) -> str | None:
    """The course as a word a move: who discarded, and who took it; `counts` are the lengths of the rivers."""
    rivers = [[0.0] * int(count) for count in counts]
    corners = [(melds or {}).get(seat, []) for seat in Seat]
    moves = course_of_play(rivers, corners, dealer, turn, drew=drew)
    return None if moves is None else " ".join(map(_word, moves))


def _word(move: Move) -> str:
    match move.step:
        case Step.LAY:
            return move.seat.value
        case Step.GIVE:
            return f"{move.seat.value}>{move.taker.value if move.taker else '?'}"
        case Step.KAN:
            return f"{move.seat.value}k"
        case Step.ADD:
            return f"{move.seat.value}+"


@pytest.mark.parametrize(
    ("counts", "turn", "melds", "found"),
    [
        pytest.param("1110", D, {}, "A B C", id="a round that is not over"),
        pytest.param("2211", C, {}, "A B C D A B", id="into the second round"),
        pytest.param("1110", B, {}, None, id="not the turn of that seat"),
        pytest.param("3110", D, {}, None, id="a river too long"),
        pytest.param("1011", B, {C: [called(PON, A)]}, "A>C C D A", id="a pon goes over a seat"),
        pytest.param("1011", B, {C: [called(PON, None)]}, "A>C C D A", id="nobody sees whose tile it was"),
        pytest.param("1110", D, {B: [called(CHI, None)]}, None, id="a call without a discard in its place"),
        pytest.param("0110", D, {B: [called(CHI, A)]}, "A>B B C", id="a run comes from the left"),
        pytest.param("0010", D, {C: [called(CHI, None)]}, None, id="and from nobody else"),
        pytest.param("0010", D, {C: [called(KAN, A)]}, "A>C C", id="a kan of a discard draws"),
        pytest.param("1100", C, {B: [HIDDEN]}, "A Bk B", id="a concealed kan in its turn"),
        pytest.param("0001", A, {D: [LaidMeld(called(PON, A).meld, 0.0, grown_ms=0.0)]}, None, id="no turn to add in"),
        pytest.param(
            "1112", A, {D: [LaidMeld(called(PON, A).meld, 0.0, grown_ms=0.0)]}, "A>D D A B C D+ D", id="added later"
        ),
    ],
)
def test_the_course_of_a_hand(counts: str, turn: Seat, melds: dict[Seat, list[LaidMeld]], found: str | None) -> None:
    assert course(counts, turn, melds) == found


def test_who_has_called_last_has_not_drawn() -> None:
    melds = {C: [called(PON, B)]}
    assert course("1000", C, melds) is None
    assert course("1000", C, melds, drew=False) == "A B>C"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", [1, 4])
def test_every_moment_of_a_played_hand_has_a_course_that_leads_to_it(book: str, seed: int) -> None:
    tried = 0
    for moment in _moments(book, seed):
        unseen = [[0.0] * len(river) for river in moment.rivers]
        corners = [
            [replace(laid, at_ms=0.0, grown_ms=laid.grown_ms and 0.0) for laid in corner] for corner in moment.corners
        ]
        moves = course_of_play(unseen, corners, moment.state.dealer, moment.state.turn, drew=moment.drew)
        assert moves is not None
        laid = [sum(move.step is Step.LAY and move.seat is seat for move in moves) for seat in Seat]
        assert laid == [len(river) for river in moment.rivers]
        tried += 1
    assert tried > 10


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", [1, 4])
def test_who_has_seen_when_things_came_knows_the_order(book: str, seed: int) -> None:
    last = _moments(book, seed)[-1]
    moves = course_of_play(last.rivers, last.corners, last.state.dealer, last.state.turn, drew=last.drew)
    assert moves is not None
    assert " ".join(map(_word, moves)) == last.course


@dataclass
class _Moment:
    """A hand in which somebody holds a tile too many: what lies there, each with the number of the event that laid it,
    and how it came."""

    state: AnyTable
    rivers: list[list[float]]
    corners: list[list[LaidMeld]]
    course: str

    @property
    def drew(self) -> bool:
        return bool(self.state.at(self.state.turn).holds_draw)


def _moments(book: str, seed: int) -> list[_Moment]:
    rulebook, events = read_rulebook(book), game(book, seed, 1)
    assert isinstance(events[0], HandStarted)
    state: AnyTable = begin(events[0], rulebook)
    rivers: list[list[float]] = [[] for _ in Seat]
    corners: list[list[LaidMeld]] = [[] for _ in Seat]
    words: list[str] = []
    found: list[_Moment] = []
    for number, (event, following) in enumerate(pairwise(events[1:])):
        state = step(state, event, rulebook).state
        if isinstance(event, Discarded):
            rivers[event.seat.number].append(float(number))
            words.append(event.seat.value)
        elif isinstance(event, Called):
            words = _called(event, number, rivers, corners, words)
        elif isinstance(event, Won):
            return found  # a Sichuan hand goes on
        if isinstance(event, Drawn | Called) and isinstance(following, Discarded):
            lying = [list(river) for river in rivers], [list(corner) for corner in corners]
            found.append(_Moment(state, *lying, " ".join(words)))
    return found


def _called(
    event: Called, number: int, rivers: list[list[float]], corners: list[list[LaidMeld]], words: list[str]
) -> list[str]:
    seat, meld, corner = event.seat, event.meld, corners[event.seat.number]
    if meld.kind is MeldKind.KAN_ADDED:
        place = next(at for at, laid in enumerate(corner) if laid.meld.tiles[0].kind == meld.tiles[0].kind)
        corner[place] = replace(corner[place], grown_ms=float(number))
        return [*words, f"{seat.value}+"]
    corner.append(LaidMeld(meld, float(number)))
    if meld.from_seat is None:
        return [*words, f"{seat.value}k"]
    rivers[meld.from_seat.number].pop()
    return [*words[:-1], f"{meld.from_seat.value}>{seat.value}"]
