import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.journal import event_data, event_json
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
    event_type,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import ALL_TILES, Suit, Tile

seats = st.sampled_from(Seat)
tiles = st.sampled_from(ALL_TILES)
rows = st.lists(tiles, max_size=14).map(tuple)
by_seat = st.lists(st.tuples(seats, rows), max_size=4).map(tuple)
fours = st.tuples(*[st.integers(-200_000, 200_000)] * 4)
small = st.integers(0, 40)
melds = st.builds(Meld, st.sampled_from(MeldKind), rows, st.none() | tiles, st.none() | seats)
events: st.SearchStrategy[HandEvent] = st.one_of(
    st.builds(HandStarted, small, st.sampled_from(Wind), seats, small, small, fours),
    st.builds(WallBuilt, fours),
    st.builds(DiceRolled, seats, st.lists(st.integers(1, 6), max_size=3).map(tuple)),
    st.builds(Dealt, tiles, st.none() | st.tuples(rows, rows, rows, rows)),
    st.builds(Drawn, seats, st.none() | tiles, st.booleans()),
    st.builds(Discarded, seats, tiles, st.booleans(), st.none() | st.booleans()),
    st.builds(RiichiDeclared, seats),
    st.builds(RiichiAccepted, seats),
    st.builds(Called, seats, melds, st.none() | st.booleans()),
    st.builds(IndicatorTurned, tiles),
    st.builds(Won, seats, tiles, rows, st.none() | seats, rows, rows),
    st.builds(ExhaustiveDraw, by_seat, by_seat),
    st.builds(AbortiveDraw, st.text(max_size=12), st.none() | seats),
    st.builds(Settled, fours, fours, small),
    st.builds(FirstDealerThrown, seats, st.lists(st.integers(1, 6), max_size=3).map(tuple)),
    st.builds(StreakAnnounced, seats),
    st.builds(TilesDealt, st.none() | st.tuples(rows, rows, rows, rows)),
    st.builds(FlowersShown, seats, rows),
    st.builds(FlowersPassed, seats),
    st.builds(VoidSuitDeclared, seats, st.sampled_from([Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO])),
    st.builds(ReadyDeclared, seats),
    st.builds(WonByFlowers, seats, rows, st.none() | seats),
    st.builds(HandsRevealed, by_seat, by_seat),
)


@given(events)
def test_an_event_survives_the_way_to_json_and_back(event: HandEvent) -> None:
    text = event_json.encode(event)
    assert event_json.decode(text) == event
    assert msgspec.json.decode(text)["type"] == event_type(event)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        pytest.param(
            Discarded(Seat.B, Tile.parse("0p"), sideways=True, drawn=False),
            '{"type":"discard","seat":"B","tile":"0p","sideways":true,"drawn":false}',
            id="discard",
        ),
        pytest.param(
            Called(Seat.C, Meld(MeldKind.KAN_CONCEALED, (Tile.parse("9s"),) * 4)),
            '{"type":"kan","seat":"C","kind":"kan_concealed","own":["9s","9s","9s","9s"],'
            '"called":null,"from_seat":null}',
            id="concealed kan",
        ),
    ],
)
def test_the_text_is_what_readers_rely_on(event: HandEvent, text: str) -> None:
    assert event_json.encode(event) == text


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"type":"sneeze"}', '{"type":"riichi"}', '{"type":"riichi","seat":"E"}'],
    ids=["empty", "no object", "unknown type", "field missing", "no such seat"],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        event_json.decode(text)


@given(tiles)
def test_the_schema_admits_every_face(tile: Tile) -> None:
    document = msgspec.json.encode({"type": "indicator", "tile": str(tile)})
    assert msgspec.json.decode(document, type=event_data.EventData) == event_data.IndicatorData(tile=str(tile))


@pytest.mark.parametrize("name", ["back", "?", "0z", "8z", "10m", ""])
def test_the_schema_refuses_what_is_no_face(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"type": "indicator", "tile": name}), type=event_data.EventData)


def test_an_unknown_field_of_a_newer_program_is_ignored() -> None:
    assert event_json.decode('{"type":"riichi","seat":"A","voice":"riichi!"}') == RiichiDeclared(Seat.A)
