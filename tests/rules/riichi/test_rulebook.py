"""The shipped rulebooks, and what is refused in a parlour's own."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.riichi.patterns import PATTERNS
from tablebridge_rules.riichi.rulebook import Rulebook, load, parse, shipped
from tablebridge_rules.tile import Tile

LEAGUE = (resources.files("tablebridge_rules") / "rulebooks" / "riichi-league-tw.toml").read_text("utf-8")


def test_the_shipped_rulebooks() -> None:
    assert shipped("riichi") == ("riichi-common", "riichi-league-tw", "riichi-mjnet-2005")
    for name in shipped("riichi"):
        assert load(name).name == name
        assert load(name) is load(name)


def test_choices_of_the_league(league: Rulebook) -> None:
    """RL-S03 to RL-S06, RL-E02, RL-X12, RL-P02 and the reference of RL-Y01."""
    assert league.game.uma == (20, 10, -10, -20)
    assert (league.game.starting_points, league.game.return_points) == (30000, 30000)
    assert league.red_count(Tile.parse("0p")) == 2
    assert league.red_count(Tile.parse("0s")) == 1
    assert (league.payment.honba_ron, league.payment.honba_tsumo_each, league.payment.noten_total) == (300, 100, 3000)
    assert league.payment.pao_list == ("daisangen", "daisuushii", "suukantsu", "suurenkou")
    assert (league.scoring.counted_yakuman, league.scoring.renhou) == ("sanbaiman", "mangan")
    assert all(yaku.yakuman <= 1 for yaku in league.yaku)


def test_a_book_without_red_fives_has_none(league: Rulebook) -> None:
    book = replace(league, table=replace(league.table, red_fives=()))
    assert book.red_count(Tile.parse("0m")) == 0


def test_every_pattern_is_in_the_league_and_cites_a_clause(league: Rulebook) -> None:
    assert set(league.yaku_by_name) == set(PATTERNS)
    assert league.clause("RL-P02").title.zh == "包則役滿"
    with pytest.raises(KeyError):
        league.clause("RL-Z99")


def test_house_rules_from_a_copied_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(LEAGUE.replace("kuitan = true", "kuitan = false"), "utf-8")
    assert load(path).scoring.kuitan is False
    assert load(str(path)).scoring.kuitan is False


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        RulebookError,
        match="no rulebook 'riichi'; allowed: riichi-common, riichi-league-tw, riichi-mjnet-2005, or a file",
    ):
        load("riichi")
    with pytest.raises(RulebookError, match=r"none\.toml: cannot be read: "):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(RulebookError, match=r"latin\.toml: cannot be read: "):
        load(tmp_path / "latin.toml")


RIICHI = 'riichi = { closed = 1, clause = "RL-R01"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[game]", "[game", "house.toml: no TOML: "),
        ("[game]", "[gmae]", "house.toml: gmae is unknown; known keys: "),
        (
            "[scoring]\n",
            "[scoring]\nkirage = true\n",
            "house.toml: [scoring] kirage is unknown; known keys: beni_kujaku",
        ),
        ("kuitan = true", "kuitan = 1", "house.toml: [scoring] kuitan is 1; allowed: true, false"),
        (
            'renhou = "mangan"',
            'renhou = "5"',
            'house.toml: [scoring] renhou is "5"; allowed: "off", "mangan", "yakuman"',
        ),
        ("0m = 1, 0p", "5m = 1, 0p", "house.toml: [table] red_fives has 5m = 1; allowed: 0 to 4 each of 0m, 0p, 0s"),
        ("0m = 1, 0p", "0m = 5, 0p", "house.toml: [table] red_fives has 0m = 5; allowed: 0 to 4 each of 0m, 0p, 0s"),
        ("[20, 10, -10, -20]", "[20]", "house.toml: [game] uma has 1 places; allowed: a list of 4 whole numbers"),
        (
            "noten_total = 3000",
            "noten_total = 1000",
            "house.toml: [payment] noten_total is 1000; allowed: a multiple of 12",
        ),
        ("round_up_to = 10\n", "round_up_to = 0\n", "house.toml: [fu] round_up_to is 0; allowed: 1 or more"),
        ("round_up_to = 100", "round_up_to = 0", "house.toml: [limits] round_up_to is 0; allowed: 1 or more"),
        ("baiman_han = 8", "baiman_han = 6", "house.toml: [limits] baiman_han is 6; allowed: more than haneman_han"),
        (
            RIICHI,
            'reach = { closed = 1, clause = "RL-R01"',
            "house.toml: [yaku] reach is no pattern; allowed: riichi, ",
        ),
        (RIICHI, 'riichi = { clause = "RL-R01"', "house.toml: [yaku.riichi] closed or yakuman must be more than 0"),
        (RIICHI, RIICHI + ", yakuman = 1", "house.toml: [yaku.riichi] closed or yakuman must be more than 0"),
        (RIICHI, RIICHI + ", open = 2", "house.toml: [yaku.riichi] open is 2; allowed: 0 to 1"),
        (RIICHI, RIICHI + ", yakuman_open = 1", "house.toml: [yaku.riichi] yakuman_open is 1; allowed: 0 to 0"),
        (RIICHI, RIICHI + ', replaces = ["x"]', "house.toml: [yaku.riichi] replaces names x, which is no pattern"),
        (
            RIICHI,
            'riichi = { closed = 1, clause = "X"',
            "house.toml: [yaku.riichi] clause is X; allowed: an id of [clauses]",
        ),
        ('noten = "RL-X12"', 'noten = "X"', "house.toml: [citations] noten is X; allowed: an id of [clauses]"),
        ('edition = "2012 reference"', "", "house.toml: edition is missing or no text; allowed: a text"),
        ("suurenkou = { yakuman", "suurenku = { yakuman", "house.toml: [yaku] suurenku is no pattern"),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, message: str) -> None:
    assert old in LEAGUE
    with pytest.raises(RulebookError) as caught:
        parse(LEAGUE.replace(old, new, 1), "house.toml")
    assert str(caught.value).startswith(message)


def test_a_listed_yakuman_must_be_in_the_table() -> None:
    lines = [line for line in LEAGUE.splitlines() if not line.startswith("suurenkou = {")]
    with pytest.raises(RulebookError, match=r"\[payment\] pao_list names suurenkou, which \[yaku\] does not have"):
        parse("\n".join(lines), "house.toml")
