"""Where rulebooks lie, and house books that extend another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.riichi.rulebook import load, parse
from tablebridge_rules.rulebook_file import RIICHI, read_text, read_values, shipped, tradition_of

HOUSE = 'extends = "riichi-league-tw"\nname = "club"\ntitle = { en = "Club" }\n'


def test_shipped_books_by_tradition() -> None:
    assert set(shipped(RIICHI)) <= set(shipped())
    assert {"riichi-common", "riichi-league-tw", "riichi-mjnet-2005"} <= set(shipped(RIICHI))
    assert tradition_of("riichi-common") == RIICHI
    assert shipped("bridge") == ()


def test_the_tradition_of_a_house_book_is_that_of_what_it_extends(tmp_path: Path) -> None:
    for name, text in (
        ("named", 'tradition = "bridge"\n'),
        ("beside", 'extends = "named.toml"\n'),
        ("house", HOUSE),
    ):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    names = ("named", "beside", "house")
    assert [tradition_of(tmp_path / f"{name}.toml") for name in names] == ["bridge", "bridge", RIICHI]
    with pytest.raises(RulebookError, match="no rulebook 'riichi'; allowed: riichi-common, "):
        tradition_of("riichi")


def test_a_book_of_another_tradition_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"x\.toml: tradition is 'bridge'; expected a riichi rulebook"):
        read_values('tradition = "bridge"', "x.toml", RIICHI)
    with pytest.raises(RulebookError, match=r"x\.toml: tradition is 'bridge'; expected a riichi rulebook"):
        read_values('tradition = "bridge"\n' + HOUSE, "x.toml", RIICHI)


def test_a_house_book_changes_what_it_names_and_keeps_the_rest() -> None:
    league, house = load("riichi-league-tw"), parse(HOUSE + "[scoring]\nkuitan = false\n", "club.toml")
    assert (house.name, house.title.en, house.title.zh) == ("club", "Club", "")
    assert (house.scoring.kuitan, house.scoring.renhou) == (False, league.scoring.renhou)
    assert (house.yaku, house.clauses, house.edition) == (league.yaku, league.clauses, league.edition)


def test_a_table_of_counts_is_replaced_whole() -> None:
    assert parse(HOUSE + "[table]\nred_fives = { 0p = 1 }\n", "club.toml").table.red_fives == (("0p", 1),)


def test_a_line_of_the_yaku_table_changes_key_by_key_or_goes() -> None:
    text = HOUSE + '[yaku]\nchinitsu = { closed = 7 }\nchiihou = "off"\n'
    text += '[clauses.RL-Y01]\nen = "Ours"\n[clauses.CL-1]\nen = "House"\nsays = "Our own."\n'
    house = parse(text, "club.toml")
    chinitsu = house.yaku_by_name["chinitsu"]
    assert (chinitsu.closed, chinitsu.open, chinitsu.clause) == (7, 5, "RL-Y01")
    assert "chiihou" not in house.yaku_by_name
    assert house.clause("RL-Y01").title.en == "Ours"
    assert house.clause("CL-1").says == "Our own."


def test_a_house_book_extends_the_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(HOUSE + "[scoring]\nkuitan = false\n", "utf-8")
    night = HOUSE.replace("riichi-league-tw", "club.toml").replace('"club"', '"night"')
    (tmp_path / "night.toml").write_text(night, "utf-8")
    assert load(tmp_path / "night.toml").scoring.kuitan is False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "nothing"\n', "no rulebook 'nothing'; allowed: "),
        ("extends = 3\n", "club.toml: extends is 3; allowed: a rulebook's name, or a file that ends in .toml"),
        ('extends = "club.toml"\n', "club.toml: extends club.toml, which extends this file"),
        (HOUSE.replace('name = "club"\n', ""), "club.toml: name is missing or no text; allowed: a text"),
        (HOUSE.replace("title = ", "edition = "), "club.toml: title is missing; expected a table"),
        (HOUSE + "game = 3\n", "club.toml: game is 3; expected a table (line 4)"),
        (HOUSE + "[scoring]\nkuitan = 1\n", "club.toml: [scoring] kuitan is 1; allowed: true, false (line 5)"),
        (HOUSE + "[scoring]\nkirage = true\n", "club.toml: [scoring] kirage is unknown; known keys: "),
        (HOUSE + '[yaku]\nreach = "off"\n', "club.toml: [yaku] reach is not in the extended rulebook"),
        (HOUSE + "[yaku]\nriichi = 3\n", "club.toml: [yaku] riichi is 3; expected a table (line 5)"),
        (HOUSE + "[yaku]\nriichi = { open = 2 }\n", "club.toml: [yaku.riichi] open is 2; allowed: 0 to 1 (line 5)"),
        (
            HOUSE + "[limits]\nhaneman_han = 9\n",
            "club.toml: [limits] baiman_han is 8; allowed: more than haneman_han (line 4)",
        ),
    ],
)
def test_a_house_book_that_cannot_be_played(text: str, message: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse(text, "club.toml")
    assert str(caught.value).startswith(message)


def test_books_that_extend_each_other(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.toml").write_text(f'extends = "{other}.toml"\n', "utf-8")
    with pytest.raises(RulebookError, match=r"b\.toml: extends .*a\.toml, which extends this file"):
        load(tmp_path / "a.toml")


def test_text_and_name_of_a_shipped_book() -> None:
    text, file = read_text("riichi-common", RIICHI)
    assert file == "riichi-common.toml"
    assert 'name = "riichi-common"' in text
