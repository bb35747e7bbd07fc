"""How Taiwanese hands end on the cloth: every tile chosen, played, performed, and decoded again."""

from __future__ import annotations

from tablebridge.observation import MeldSeen, Sighting
from tablebridge_rules.event import (
    Called,
    FlowersPassed,
    FlowersShown,
    HandsRevealed,
    ReadyDeclared,
    Settled,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import legal_events, resolve
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import load
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.rigged import RiggedTable, performed, told, told_of

A, B, C, D = Seat
BOOK = load("taiwan16-ntuee-2009")
WAITING = "46s"


def all_pass(table: RiggedTable) -> None:
    for seat in Seat:
        table.choose(FlowersPassed, seat)


def kan_table() -> RiggedTable:
    """A lays four of a kind face down and wins on the replacement."""
    table = RiggedTable(BOOK, ("1111m456m789p123s8s22p",), live="8s", tail="8s")
    table.draw()
    all_pass(table)
    table.choose(Called, A)
    table.draw()
    table.choose(Won, A)
    return table


def test_tw_r24_a_hidden_kan_is_told_when_its_owner_wins() -> None:
    table = kan_table()
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []
    [kan] = told(trial, Called)
    assert isinstance(kan, Called)
    assert (kan.meld.kind, kan.meld.own) == (MeldKind.KAN_CONCEALED, ())
    assert [won.kans for won in told(trial, Won) if isinstance(won, Won)] == [(Tile.parse("1m"),)]


def test_tw_r24_of_a_kan_that_nobody_turned_up_the_least_is_told_and_hardly_surely() -> None:
    def face_down(sighting: Sighting) -> Sighting | None:
        faces = isinstance(sighting, MeldSeen) and any(tile.reading.tile != "back" for tile in sighting.tiles)
        return None if faces else sighting

    trial = told_of(BOOK, performed(BOOK, kan_table().end()), face_down)
    [won] = [decoded for _, decoded in trial.told if isinstance(decoded.event, Won)]
    assert won.confidence <= 0.2
    assert len(told(trial, Settled)) == 1


def test_tw_s25_all_eight_flowers() -> None:
    table = RiggedTable(BOOK, ("1234f1234g",), live="9s")
    table.draw()
    table.choose(WonByFlowers, A)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []


def test_tw_s24_seven_flowers_take_the_eighth() -> None:
    hands = ("4g", "1234f123g")
    table = RiggedTable(BOOK, hands, live="9s", tail="3s")
    table.draw()
    table.choose(FlowersShown, A)
    table.choose(WonByFlowers, B)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []


def three_winners() -> RiggedTable:
    hands = (
        "789m123p456p789s7777z",
        f"123m456m789p111z{WAITING}22z",
        f"123m456m789p333z{WAITING}44z",
        f"123m456m789p555z{WAITING}66z",
    )
    table = RiggedTable(BOOK, hands, live="5s")
    table.draw()
    all_pass(table)
    table.discard("5s")
    return table


def test_tw_p04_three_win_on_one_discard() -> None:
    table = three_winners()
    table.act(resolve([event for event in legal_events(table.state, BOOK) if isinstance(event, Won)], BOOK))
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []
    assert len(told(trial, Won)) == 3


def test_tw_r43_of_two_who_open_their_hands_the_next_one_wins() -> None:
    table = three_winners()
    wins = [event for event in legal_events(table.state, BOOK) if isinstance(event, Won) and event.seat is not D]
    table.act(wins[:1])
    late = wins[1]
    table.act([HandsRevealed(((late.seat, late.concealed),))])
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert [won.seat for won in told(trial, Won) if isinstance(won, Won)] == [B]
    assert [event.revealed[0][0] for event in told(trial, HandsRevealed) if isinstance(event, HandsRevealed)] == [C]
    assert trial.comparison.missing == 0


def test_tw_r22_a_tile_that_was_being_added_to_a_pon_is_won_on() -> None:
    hands = ("5s", "55s3z", f"123m456m789p111z{WAITING}22s")
    table = RiggedTable(BOOK, hands, live="8s9m8p7p5s")
    table.draw()
    all_pass(table)
    table.discard("5s")
    table.call(B, MeldKind.PON)
    table.discard("3z", "9m", "8p", "7p")
    table.draw()
    table.call(B, MeldKind.KAN_ADDED)
    table.choose(Won, C)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []


def test_tw_s23_a_declared_hand_is_told_by_its_button() -> None:
    table = RiggedTable(BOOK, ("123m456m789p111z46s22z",), live="9s5s")
    table.draw()
    all_pass(table)
    table.choose(ReadyDeclared, A)
    table.discard("9s", "5s")
    table.choose(Won, A)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []
    assert told(trial, ReadyDeclared) == [ReadyDeclared(A)]
