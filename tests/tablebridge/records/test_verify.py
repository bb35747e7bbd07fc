"""Games that people played, through the rules; and what is said about a record that is wrong in one place."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablebridge.records.game_lines import RecordedGame, RecordedHand, read_games
from tablebridge.records.verify import rulebook_of, verify_game
from tablebridge_rules.riichi.rulebook import load

GAMES = list(read_games(Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"))
COMMON = load("riichi-common")


def test_every_hand_that_people_played_is_exact() -> None:
    assert [len(game.hands) for game in GAMES] == [8, 9, 10]
    assert [verify_game(game, COMMON) for game in GAMES] == [(), (), ()]


def test_the_records_rules_choose_options() -> None:
    rules = {"red_fives": False, "open_tanyao": False, "double_yakuman": False, "length": "east"}
    book = rulebook_of({"rules": rules}, COMMON)
    assert (book.table.red_fives, book.scoring.kuitan, book.scoring.double_yakuman, book.game.rounds) == (
        (),
        False,
        False,
        1,
    )
    assert rulebook_of({}, COMMON) == COMMON


Rows = list[dict[str, Any]]
Change = Callable[[Rows], object]


def changed(game: RecordedGame, number: int, change: Change) -> RecordedGame:
    """A copy of the game with one hand's rows changed, its `hand_start` row the first of them."""
    hand = game.hands[number]
    rows = deepcopy([dict(hand.start), *map(dict, hand.rows)])
    change(rows)
    hands = list(game.hands)
    hands[number] = RecordedHand(rows[0], tuple(rows[1:]))
    return replace(game, hands=hands)


def first_hand(change: Change) -> tuple[str, object, object] | None:
    """What is said about the first hand of the first game after a change of its rows."""
    alone = replace(GAMES[0], hands=GAMES[0].hands[:1], end=None)
    found = verify_game(changed(alone, 0, change), COMMON)
    assert len(found) <= 1
    return (found[0].what, found[0].expected, found[0].got) if found else None


def the(rows: Rows, kind: str, place: int = 0) -> dict[str, Any]:
    return [row for row in rows if row["type"] == kind][place]


def put(row: str, place: int = 0, /, **fields: Any) -> Change:
    return lambda rows: the(rows, row, place).update(fields)


def drop(kind: str, place: int = 0) -> Change:
    return lambda rows: rows.remove(the(rows, kind, place))


def test_an_untouched_hand_is_exact() -> None:
    assert first_hand(lambda rows: None) is None


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (put("hand_start", honba=1), "start: honba"),
        (put("hand_start", number=2), "start: number"),
        (put("hand_start", dealer="B"), "start: dealer"),
        (put("hand_start", points=[25000, 25000, 25000, 24000]), "start: points"),
        (put("draw", seat="B"), "row 2 draw"),
        (put("draw", **{"from": "dead_wall"}), "row 2 draw"),
        (put("discard", drawn=True), "row 3 discard"),
        (put("discard", tile="7z"), "row 3 discard"),
        (drop("discard"), "row 3 draw"),
        (put("pon", seat="B"), "row 28 pon"),
        (put("win", tile="3p"), "row 96 win"),
        (put("win", yaku={"yakuhai_seat": 1}), "win: yaku"),
        (put("win", han=4), "win: han"),
        (put("win", fu=30), "win: fu"),
        (put("win", limit="mangan"), "win: limit"),
        (put("win", yakuman=1), "win: yakuman"),
        (put("win", value=8000), "win: value"),
        (put("win", indicators=["4p"]), "win: indicators"),
        (put("win", honba=1), "win: honba"),
        (put("win", sticks=1), "win: sticks"),
        (put("win", delta=[0, 0, -5300, 5300]), "win: delta"),
        (put("win", liable="A"), "win: liable"),
        (drop("hand_end"), "the hand's last row"),
        (put("hand_end", points=[25000, 25000, 25000, 25000]), "points"),
        (put("hand_end", sticks=1), "sticks"),
        (lambda rows: rows.insert(4, {"type": "indicator", "tile": "1z"}), "row 4 indicator"),
        (lambda rows: rows.insert(4, {"type": "abortive_draw", "reason": "four_kans"}), "row 4 abortive_draw"),
        (lambda rows: rows.insert(4, {"type": "song"}), "reading the record"),
        (put("draw", tile="1x"), "reading the record"),
        (lambda rows: the(rows, "draw").pop("seat"), "reading the record"),
        (put("win", tile="9s"), "reading the record"),
        (put("pon", type="kan", kind="kakan"), "reading the record"),
        (lambda rows: the(rows, "pon", 2).update(type="kan", kind="kakan"), "reading the record"),
        (lambda rows: rows.__delitem__(slice(1, None)), "the hand's last row"),
    ],
)
def test_the_first_thing_that_is_wrong_is_named(change: Change, what: str) -> None:
    found = first_hand(change)
    assert found is not None
    assert found[0] == what
    assert found[1] != found[2]


def test_a_violation_is_named_by_its_clause() -> None:
    """A fifth 9m comes up: the other seats hold four."""
    five = put("draw", tile="9m")
    found = first_hand(lambda rows: (the(rows, "deal")["hands"]["B"].__setitem__(0, "9m"), five(rows)))
    assert found is not None
    assert (found[0], found[1]) == ("row 2 draw", "no violation")


@pytest.mark.parametrize(
    ("game", "number", "change", "what"),
    [
        (0, 1, drop("riichi_accepted"), "riichi stick"),
        (0, 1, put("riichi_accepted", sticks=2), "sticks after riichi"),
        (0, 1, put("riichi_accepted", points=[25000] * 4), "points after riichi"),
        (0, 4, put("exhaustive_draw", ready=[]), "ready seats"),
        (0, 4, put("exhaustive_draw", delta=[0, 0, 0, 0]), "delta of the draw"),
        (0, 7, put("win", 1, honba=1), "win: honba"),
        (0, 7, put("riichi", seat="D"), "reading the record"),
        (
            0,
            1,
            lambda rows: rows.insert(rows.index(the(rows, "riichi")), {"type": "riichi", "seat": "B"}),
            "reading the record",
        ),
        (1, 2, put("abortive_draw", delta=[1000, 0, 0, -1000]), "delta of the draw"),
        (1, 2, put("abortive_draw", reason="four_winds"), None),
        (2, 3, put("exhaustive_draw", nagashi=[]), "delta of the draw"),
    ],
)
def test_what_is_wrong_later_in_a_game(game: int, number: int, change: Change, what: str | None) -> None:
    (found,) = verify_game(changed(GAMES[game], number, change), COMMON)
    assert found.hand == number
    assert what is None or found.what == what


def test_the_next_hand_must_follow() -> None:
    (found, *_) = verify_game(changed(GAMES[0], 1, put("hand_start", dealer="D")), COMMON)
    assert (found.hand, found.what, found.expected) == (0, "start: dealer", "D")


def test_a_game_must_end_when_the_rules_say_so() -> None:
    game = GAMES[0]
    early = replace(game, hands=game.hands[:3])
    assert [(one.hand, one.what) for one in verify_game(early, COMMON)] == [(2, "game end")]
    late = replace(game, hands=[*game.hands, game.hands[0]])
    assert (7, "next hand", 0, "the game is over") in [
        (one.hand, one.what, one.expected, one.got) for one in verify_game(late, COMMON)
    ]
    wrong = replace(game, end={"type": "game_end", "points": [25000] * 4})
    assert [one.what for one in verify_game(wrong, COMMON)] == ["final points"]


def test_a_game_that_is_cut_has_no_end() -> None:
    game = GAMES[0]
    assert verify_game(replace(game, hands=game.hands[:2], end={"type": "game_cut"}), COMMON) == ()
