"""What one rulebook remembers for scoring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablebridge_rules.riichi.patterns import ASKED, Case, cases
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.win import Win


def only_case(rulebook: Rulebook, win: Win) -> Case:
    (case,) = cases(win, rulebook.scoring)
    return case


def test_equal_facts_are_counted_once(a_win: Callable[..., Win], league: Rulebook) -> None:
    one = only_case(league, a_win("234m567p345s6688s", "8s", win="tsumo"))
    other = only_case(league, a_win("345m678p234s5588s", "5s", win="tsumo"))
    assert one.facts == other.facts
    assert league.worth.counted(one) is league.worth.counted(other)
    assert [yaku.name for yaku, _, _ in league.worth.counted(one).lines] == ["menzen_tsumo", "tanyao"]


def test_a_pattern_that_asks_for_more_is_asked_each_time(a_win: Callable[..., Win], league: Rulebook) -> None:
    case = only_case(league, a_win("111m222p33s99s", "9s", "pon:444p<left"))
    first, second = league.worth.counted(case), league.worth.counted(case)
    assert first is not second
    assert first.lines == second.lines
    assert {yaku.name for yaku, _, _ in first.lines} & ASKED == {"toitoi"}


def test_an_option_that_is_off_is_never_counted(a_win: Callable[..., Win]) -> None:
    book, win = load("riichi-mjnet-2005"), a_win("555666777888m9m", "9m", win="tsumo")
    named = {}
    for option in ("off", "tiles_5_to_9"):
        result = score(replace(book, scoring=replace(book.scoring, hyakumangoku=option)), win)
        assert result is not None
        named[option] = set(result.yaku)
    assert named["tiles_5_to_9"] - named["off"] == {"hyakumangoku"}


def test_bonus_tiles_stand_where_the_table_has_them(a_win: Callable[..., Win], common: Rulebook) -> None:
    win = a_win("234m067p345s6688s", "8s", riichi="riichi", dora_indicators=["5s"], ura_indicators=["1m"])
    result = score(common, win)
    assert result is not None
    order = [yaku.name for yaku in common.yaku]
    assert sorted(result.yaku, key=order.index) == list(result.yaku)
    assert result.yaku == {"riichi": 1, "tanyao": 1, "dora": 2, "ura_dora": 1, "aka_dora": 1}


def test_a_bonus_that_another_yaku_replaces_does_not_count(a_win: Callable[..., Win], common: Rulebook) -> None:
    yaku = [replace(one, replaces=("dora",)) if one.name == "tanyao" else one for one in common.yaku]
    win = a_win("234m567p345s6688s", "8s", dora_indicators=["5s"])
    for book, counted in ((common, {"tanyao": 1, "dora": 2}), (replace(common, yaku=tuple(yaku)), {"tanyao": 1})):
        result = score(book, win)
        assert result is not None
        assert result.yaku == counted
