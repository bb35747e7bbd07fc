"""What `simulate` can be told to play: rulebooks, recorded games, fouls, disturbances; and what it refuses."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.cli import simulate
from tablebridge.errors import UsageError
from tablebridge.sim.timeline import Script
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped

GAMES = Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"


def arguments(*flags: str) -> Namespace:
    return cli.parser().parse_args(["simulate", *flags])


def script(*flags: str) -> Script:
    args = arguments(*flags)
    simulate._check(args)
    return simulate._script(args, read_rulebook(args.rulebook))


def types(of: Script) -> list[str]:
    return [row["type"] for row in of.truth]


@pytest.mark.parametrize("name", shipped())
def test_every_rulebook_is_played(name: str) -> None:
    played = script("--rulebook", name, "--seed", "4")
    assert types(played).count("settled") == 1
    assert not played.views


def test_a_recorded_game_is_played_whole_or_one_hand_of_it() -> None:
    one = script("--rulebook", "riichi-common", "--game", str(GAMES), "--hand", "1")
    two = script("--rulebook", "riichi-common", "--game", str(GAMES), "--hands", "2")
    assert types(two).count("settled") == 2
    second = [row for row in two.truth if row["hand"] == 1]
    assert types(one) == [row["type"] for row in second]
    assert [row.get("tile") for row in one.truth] == [row.get("tile") for row in second]


def test_each_foul_gets_its_hand() -> None:
    played = script("--rulebook", "sichuan-bloody", "--foul", "SC-R14,SC-R17")
    assert [row["clause"] for row in played.truth if row["type"] == "violation"] == ["SC-R14", "SC-R17"]
    assert types(played).count("settled") == 2


def test_disturbances_change_moments_but_not_what_happens() -> None:
    clean, disturbed = (script("--seed", "2", *flags) for flags in ((), ("--disturb", "lamp,knock,hover")))
    assert types(clean) == types(disturbed)
    assert [row.get("tile") for row in clean.truth] == [row.get("tile") for row in disturbed.truth]
    assert disturbed.views
    assert disturbed.duration_ms > clean.duration_ms


@pytest.mark.parametrize("name", shipped())
def test_the_fouls_are_listed_with_their_clauses(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--rulebook", name, "--list-fouls", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    clauses = read_rulebook(name).clauses_by_id
    assert listed
    assert all(row["title"] == clauses[row["clause"]].title.en for row in listed)
    assert {row["seen_by"] for row in listed} <= {"camera", "table"}
    assert cli.main(["simulate", "--rulebook", name, "--list-fouls"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(listed)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--disturb", "sleeve,thunder"), "--disturb names 'thunder'.*push"),
        (("--hand", "1"), "--hand is 1"),
        (("--game", str(GAMES), "--hand", "-1"), "--hand is -1"),
        (("--game", str(GAMES), "--foul", "RL-F06"), "exclude each other"),
        (("--game", str(GAMES), "--hand", "99"), "no hand 99"),
        (("--game", str(GAMES), "--rulebook", "sichuan-bloody"), "is no riichi rulebook"),
        (("--foul", "TW-F13"), "no script breaks TW-F13 of riichi-league-tw.*RL-F06"),
        (("--hands", "0"), "--hands is 0"),
    ],
)
def test_what_cannot_be_played_is_one_line(flags: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        script(*flags)
