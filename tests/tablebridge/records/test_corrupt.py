"""What the rules say to corrupted hands, and the figures of many."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablebridge.errors import UsageError
from tablebridge.records.corrupt import Corruption, Verdict, corrupt_games, first_violation, judge, tally
from tablebridge.records.corruption_kinds import KINDS, WRONG_FIGURE
from tablebridge.records.game_lines import RecordedGame, RecordedHand, read_games
from tablebridge_rules.riichi.rulebook import load

GAMES = list(read_games(Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"))
COMMON = load("riichi-common")


def test_untouched_hands_raise_no_violation() -> None:
    assert [first_violation(hand, COMMON) for game in GAMES for hand in game.hands] == [None] * 27


def test_an_untouched_hand_slips_through() -> None:
    assert judge(GAMES[0], 1, COMMON)[0] is Verdict.SLIPPED


@pytest.fixture(scope="module")
def found() -> list[Corruption]:
    return list(corrupt_games(GAMES, COMMON, 3 * len(KINDS), seed=5))


def test_each_kind_is_flagged_or_refused_and_what_slips_may_be_legal(found: list[Corruption]) -> None:
    assert len(found) == 3 * len(KINDS)
    assert [one.says for one in found if one.missed] == []
    assert all(one.kind.may_be_legal for one in found if one.verdict is Verdict.SLIPPED)
    assert all((one.clause != "") == (one.verdict is Verdict.FLAGGED) for one in found)
    assert {one.clause for one in found if one.clause} <= {clause.id for clause in COMMON.clauses}


@pytest.mark.parametrize(
    "name",
    [
        "a fifth copy",
        "a turn left out",
        "a draw left out",
        "a second draw",
        "a second discard",
        "a draw by another seat",
        "a call from another seat",
        "a call with wrong tiles",
        "a draw from the other end of the wall",
        "an indicator too many",
        "a draw game too soon",
        "an abortive draw without reason",
        "a riichi hand changed",
        "a missing stick",
        "a second stick",
        "a wrong payment",
        "a wrong value",
        "a wrong han",
        "a wrong counter",
        "a wrong number of sticks",
        "a wrong dealer",
    ],
)
def test_is_flagged_as_what_it_is(found: list[Corruption], name: str) -> None:
    assert [(one.says, one.name) for one in found if one.kind.name == name and not one.right] == []


def test_one_seed_makes_the_same_corruptions_and_another_does_not(found: list[Corruption]) -> None:
    again = list(corrupt_games(GAMES, COMMON, 6, seed=5))
    assert again == found[:6]
    assert list(corrupt_games(GAMES, COMMON, 6, seed=6)) != again


def test_figures_of_a_kind_add_up(found: list[Corruption]) -> None:
    figures = tally(found)
    assert [one.kind for one in figures] == [kind.name for kind in KINDS]
    for one in figures:
        assert one.made == 3 == one.flagged + one.refused + one.slipped
        assert one.right <= one.flagged == sum(one.clauses.values())


def changed(place: int, row_type: str, **fields: object) -> RecordedGame:
    """The first game with one row of one hand changed; `hand_start` is its start."""
    game = GAMES[0]
    hand = game.hands[place]
    start, rows = deepcopy(dict(hand.start)), deepcopy(list(map(dict, hand.rows)))
    next(row for row in (start, *rows) if row["type"] == row_type).update(fields)
    hands = list(game.hands)
    hands[place] = RecordedHand(start, tuple(rows))
    return replace(game, hands=hands)


@pytest.mark.parametrize(
    ("row_type", "fields", "clause"),
    [
        ("win", {"delta": [0, 0, 0, 0]}, "RC-P03"),
        ("win", {"fu": 110}, "RC-P01"),
        ("win", {"value": 1}, "RC-P02"),
        ("win", {"indicators": ["1m"]}, "RC-D01"),
        ("win", {"honba": 9}, "RC-P05"),
        ("win", {"sticks": 9}, "RC-R02"),
        ("win", {"yaku": {"ippatsu": 1}}, "RC-R01"),
        ("hand_end", {"points": [25000, 25000, 25000, 25000]}, "RC-P03"),
        ("hand_end", {"sticks": 3}, "RC-R02"),
    ],
)
def test_a_figure_is_flagged_by_the_clause_that_reckons_it(row_type: str, fields: dict[str, Any], clause: str) -> None:
    verdict, cited, name, _ = judge(changed(0, row_type, **fields), 0, COMMON)
    assert (verdict, cited, name) == (Verdict.FLAGGED, clause, WRONG_FIGURE)


def test_a_start_that_does_not_follow_from_the_hand_before_is_refused() -> None:
    game = GAMES[0]
    hands = [game.hands[0], game.hands[-1]]
    verdict, clause, _, text = judge(replace(game, hands=hands, end=None), 1, COMMON)
    assert (verdict, clause) == (Verdict.REFUSED, "")
    assert text.startswith("start: round_wind: ")


def test_a_row_that_means_nothing_is_refused() -> None:
    verdict, clause, _, text = judge(changed(0, "draw", tile="1x"), 0, COMMON)
    assert (verdict, clause) == (Verdict.REFUSED, "")
    assert text.startswith("unreadable: ")


def test_without_a_hand_nothing_can_be_corrupted() -> None:
    with pytest.raises(UsageError, match="nothing can be corrupted"):
        list(corrupt_games([], COMMON, 1, seed=1))
