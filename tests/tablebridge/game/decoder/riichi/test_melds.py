from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import Hypothesis
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.decoder.riichi import CUSTOMS
from tablebridge.game.decoder.riichi.melds import read_meld
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.game.decoder.view import Setting, View
from tablebridge.observation import MeldSeen, MeldTile, Observation, ReadTile, Witness
from tablebridge_rules.event import Dealt, Discarded, HandStarted
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.play import begin, read_rulebook, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON

BOOK = read_rulebook("riichi-league-tw")
SETTING = Setting(BOOK, CUSTOMS, Patience())


def row(text: str) -> tuple[MeldTile, ...]:
    """`5m <4p 6p ^4p`: `<` sideways, `^` stacked on it, `4p/7z` hardly sure of the first, maybe the second."""
    tiles = []
    for word in text.split():
        names = word.strip("<^").split("/")
        sure = 0.98 if len(names) == 1 else 0.4
        faces = tuple((name, sure - 0.05 * place) for place, name in enumerate(names))
        read = ReadTile(names[0], sure, faces)
        tiles.append(MeldTile(read, sideways=word[0] in "<^", stacked=word[0] == "^"))
    return tuple(tiles)


def hand(lying: Sequence[Tile]) -> AnyTable:
    """A dealt hand in which these tiles lie in C's river."""
    state = begin(HandStarted(0, Wind.EAST, Seat.A, 0, 0, (25000,) * 4), BOOK)
    for event in (Dealt(Tile.parse("1z")), *(Discarded(Seat.C, tile) for tile in lying)):
        state = step(state, event, BOOK).state
    return state


def read(laid: str, called: str | None, lying: str = "") -> list[MeldReading]:
    seen = MeldSeen(Seat.A, 0, row(laid))
    fact = Fact(seen, Observation(Witness.CAMERA, 0, NOON, seen), 0)
    tile = None if called is None else Tile.parse(called)
    state = hand([*parse_tiles(lying), *([tile] if tile else [])])
    return [*read_meld(View(SETTING, TableFacts(), Hypothesis(state=state), 0, NOON), fact, tile)]


@pytest.mark.parametrize(
    ("laid", "called", "kind", "own", "from_seat"),
    [
        pytest.param("<4p 5p 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="RL-C05 chi"),
        pytest.param("<5p 4p 6p", None, MeldKind.CHI, "46p", Seat.D, id="RL-C05 chi of the middle tile, unseen"),
        pytest.param("<4p 4p 4p", "4p", MeldKind.PON, "44p", Seat.D, id="RL-C06 pon from the left"),
        pytest.param("4p <4p 4p", "4p", MeldKind.PON, "44p", Seat.C, id="RL-C06 pon from across"),
        pytest.param("4p 4p <4p", None, MeldKind.PON, "44p", Seat.B, id="RL-C06 pon from the right, unseen"),
        pytest.param("5m <0m 5m", "0m", MeldKind.PON, "55m", Seat.C, id="RL-S06 pon of a red five"),
        pytest.param("<4p 0p 6p", "4p", MeldKind.CHI, "06p", Seat.D, id="RL-S06 chi with a red five"),
        pytest.param("<5m 5m 5m 0m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.D, id="RL-C08 kan from the left"),
        pytest.param("5m 5m <5m 5m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.C, id="RL-C08 kan from across"),
        pytest.param("5m <5m 5m 5m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.C, id="RL-C08 second of four"),
        pytest.param("9s 9s 9s <9s", None, MeldKind.KAN_EXPOSED, "999s", Seat.B, id="RL-C08 kan from the right"),
        pytest.param("4p 4p <4p ^4p", "4p", MeldKind.PON, "44p", Seat.B, id="RL-C07 the pon below an added kan"),
        pytest.param("<4p 5p/7z 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="a doubtful face that fits"),
        pytest.param("<4p 7z/5p 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="a wrong face, the right one second"),
        pytest.param("4p <4p ?", "4p", MeldKind.PON, "44p", Seat.C, id="an unread face: the shape tells it"),
        pytest.param("<8p 7p/8p 8p", None, MeldKind.PON, "88p", Seat.D, id="pon rather than no run"),
        pytest.param("back 9s 9s back", None, MeldKind.KAN_CONCEALED, "9999s", None, id="RL-C08 concealed kan"),
        pytest.param("back 5s 5s back", None, MeldKind.KAN_CONCEALED, "5550s", None, id="RL-S06 all fives"),
        pytest.param("back 9s/8s 9s/8s back", None, MeldKind.KAN_CONCEALED, "9999s", None, id="the surer kind"),
    ],
)
def test_a_row_is_read_as_the_meld_it_can_be(
    laid: str, called: str | None, kind: MeldKind, own: str, from_seat: Seat | None
) -> None:
    meld = read(laid, called)[0].meld
    assert (meld.kind, format_tiles(meld.own), meld.from_seat) == (kind, own, from_seat)
    turned = [tile.reading.tile for tile in row(laid) if tile.sideways]
    assert str(meld.called) == (called or (turned[0] if turned else "None"))


@pytest.mark.parametrize(
    ("laid", "called", "own"),
    [
        pytest.param("<2s 3s 1s", "3s", "21s", id="RL-C08 another tile of the run turned"),
        pytest.param("4p <5p 6p", "4p", "56p", id="RL-C08 in the middle"),
    ],
)
def test_a_run_with_another_tile_turned_is_still_made_with_the_discard(laid: str, called: str, own: str) -> None:
    (reading,) = read(laid, called)
    meld = reading.meld
    assert (meld.kind, str(meld.called), meld.from_seat) == (MeldKind.CHI, called, Seat.D)
    assert [str(tile) for tile in meld.own] == [str(tile) for tile in parse_tiles(own)]
    assert reading.weight < -1


def test_without_a_sideways_tile_nobody_is_named() -> None:
    assert read("4p 4p 4p", "4p")[0].meld.from_seat is None


def test_a_concealed_kan_is_of_a_kind_of_which_all_four_are_left() -> None:
    assert format_tiles(read("back 9s/8s 9s/8s back", None, lying="9s")[0].meld.own) == "8888s"


def test_two_readings_about_as_likely_are_rivals() -> None:
    weights = [reading.weight for reading in read("<7s 6s/9s 8s", "7s")]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    ("laid", "called", "kind"),
    [
        pytest.param("<8m 1m 6m", "8m", MeldKind.CHI, id="RL-F01 no run"),
        pytest.param("9m <9m 9m 8m", "9m", MeldKind.KAN_EXPOSED, id="RL-F01 no kan"),
    ],
)
def test_a_row_that_is_plainly_no_set_is_told_as_it_lies_and_hardly_likely(
    laid: str, called: str, kind: MeldKind
) -> None:
    (reading,) = read(laid, called)
    assert reading.meld.kind is kind
    assert reading.weight < -7
    assert set(map(str, reading.meld.tiles)) >= {tile.reading.tile for tile in row(laid)}


@pytest.mark.parametrize(
    ("laid", "called"),
    [
        pytest.param("<4p 7z/2s 1s/9m", None, id="no set, and not plainly read"),
        pytest.param("<4p 5p 6p", "9s", id="another tile was discarded"),
        pytest.param("<4p <4p 4p", None, id="two sideways"),
        pytest.param("<4p 4p", None, id="two tiles"),
        pytest.param("back back back back", None, id="no face at all"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_row_that_can_be_no_meld_is_none(laid: str, called: str | None) -> None:
    assert read(laid, called) == []
