"""The report of a session over several games, and older hands of another rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.daemon.console_report import game_of, session_report
from tablebridge.daemon.referee_desk import RefereeDesk
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.ruling import EnterEvent
from tablebridge.game.session import GameSession
from tablebridge_rules.event import Discarded
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")
COMMON = load("riichi-common")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "t1.db", "t1", now=NOON, session="s") as opened:
        yield opened


def play(journal: Journal, seed: int, at: datetime, name: str = BOOK.name) -> None:
    """A game of one hand that begins at that moment."""
    (hand,) = play_game(load(name), seed, 1)
    decoded = [DecodedEvent(event, 1000.0 * place, at) for place, event in enumerate(hand)]
    journal.append(decoded, new_game=name)


def test_a_session_is_the_games_of_one_evening(journal: Journal) -> None:
    play(journal, 1, NOON - timedelta(hours=19))
    play(journal, 2, NOON - timedelta(hours=17))
    play(journal, 3, NOON)
    report = session_report(journal, read_rulebook(BOOK.name))
    assert report["table"] == "t1"
    assert [game["game"] for game in report["games"]] == [2, 3]
    for game in report["games"]:
        assert game["rulebook"] == "riichi-league-tw"
        assert len(game["hands"]) == 1
        assert sum(game["hands"][0]["settled"]["delta"].values()) % 1000 == 0
        assert [len(game["standings"]), game["standings"][0]["place"]] == [4, 1]
    assert report["games"][1]["began_at"] == NOON.isoformat()


def test_who_did_what_is_in_it(journal: Journal) -> None:
    play(journal, 1, NOON)
    session = GameSession("t1", read_rulebook(BOOK.name), journal)
    session.act(EnterEvent(Discarded(Seat.A, Tile.parse("1z")), "after the end"), "lee")
    (game,) = session_report(journal, read_rulebook(BOOK.name))["games"]
    ((act),) = game["acts"]
    assert (act["by"], act["act"]["type"], act["act"]["reason"]) == ("lee", "enter_event", "after the end")


def test_an_empty_journal_has_an_empty_report(journal: Journal) -> None:
    assert session_report(journal, read_rulebook(BOOK.name)) == {"table": "t1", "games": []}


def test_an_older_game_is_read_by_its_own_rulebook(journal: Journal) -> None:
    play(journal, 1, NOON, COMMON.name)
    play(journal, 2, NOON)
    older, newer = (game_of(journal, number, read_rulebook(BOOK.name)) for number in (1, 2))
    assert older is not None
    assert newer is not None
    assert (older.rulebook.name, newer.rulebook.name) == ("riichi-common", "riichi-league-tw")
    report = session_report(journal, read_rulebook(BOOK.name))
    assert [game["rulebook"] for game in report["games"]] == ["riichi-common", "riichi-league-tw"]


def test_a_game_whose_rulebook_is_gone_is_shown_as_it_was_told(journal: Journal) -> None:
    (hand,) = play_game(BOOK, 1, 1)
    journal.append([DecodedEvent(event, 0.0, NOON) for event in hand], new_game="house-rules-of-old")
    play(journal, 2, NOON)
    book = read_rulebook(BOOK.name)
    assert game_of(journal, 1, book) is None
    first, second = session_report(journal, book)["games"]
    assert first == {"table": "t1", "game": 1, "rulebook": "house-rules-of-old", "began_at": NOON.isoformat()}
    assert second["game"] == 2
    desk = RefereeDesk("t1", book, GameSession("t1", book, journal), journal)
    asked = desk.hand_events(1, 0)
    assert list(desk.work()) == []
    assert len(asked.result(0)) == len(hand)
