"""Readings of riichi wins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablebridge_rules.decompose import Form, Reading, Shape
from tablebridge_rules.errors import WinError
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.win import Win

LETTERS = {Shape.RUN: "r", Shape.TRIPLET: "t", Shape.QUAD: "q", Shape.PAIR: "p"}


def written(reading: Reading) -> str:
    """`r1m t2z! … two_sided`: groups by their first kind, `!` where a tile came from another seat, and the wait."""
    groups = [f"{LETTERS[group.shape]}{group.first}{'' if group.concealed else '!'}" for group in reading.groups]
    return " ".join([*groups, reading.wait.value])


@pytest.mark.parametrize(
    ("win", "text", "expected"),
    [
        ("tsumo", "234m567p22456s78s 9s", ["r2m r5p r4s r7s p2s two_sided"]),
        ("ron", "234m567p22456s78s 9s", ["r2m r5p r4s r7s! p2s two_sided"]),
        ("ron", "22m567p45688s 8s pon:111z<left", ["r5p r4s t8s! t1z! p2m triplet"]),
        (
            "tsumo",
            "9m 9m ankan:1111m kakan:2222p<left daiminkan:3333s<left ankan:5555z",
            ["q1m q2p! q3s! q5z p9m pair"],
        ),
        ("ron", "9m 9m ankan:1111m pon:222p<left chi:345s<left ankan:5555z", ["q1m t2p! r3s! q5z p9m! pair"]),
        ("tsumo", "1115m222333444z 5m", ["t1m t2z t3z t4z p5m pair"]),
        ("tsumo", "12m456p789s11222z 3m", ["r1m r4p r7s t2z p1z edge"]),
        ("tsumo", "89m456p789s11222z 7m", ["r7m r4p r7s t2z p1z edge"]),
        ("tsumo", "79m456p789s11222z 8m", ["r7m r4p r7s t2z p1z closed"]),
        ("tsumo", "23m456p789s11222z 1m", ["r1m r4p r7s t2z p1z two_sided"]),
        (
            "tsumo",
            "111222333m99p11z 1z",
            ["r1m r1m r1m t1z p9p triplet", "t1m t2m t3m t1z p9p triplet"],
        ),
        ("tsumo", "2344m567p789s111z 4m", ["r2m r5p r7s t1z p4m pair", "r2m r5p r7s t1z p4m two_sided"]),
        ("tsumo", "1122335577m11p1z 1z", ["p1m p2m p3m p5m p7m p1p p1z pair"]),
        (
            "tsumo",
            "22334455667p11z 7p",
            [
                "r2p r2p r5p r5p p1z two_sided",
                "p2p p3p p4p p5p p6p p7p p1z pair",
            ],
        ),
        ("tsumo", "19m19p19s1234567z 1z", ["orphan"]),
        ("tsumo", "19m19p19s1234566z 7z", ["orphan"]),
        ("tsumo", "19m19p19s1234566z 6z", []),
        ("tsumo", "19m19p19s1234567z 5m", []),
        ("tsumo", "123m456p789s1122z 3z", []),
        ("tsumo", "1111m456p789s222z 2m", []),
        ("tsumo", "11112222m3333p7z 7z", []),
        ("tsumo", "1123m456p789s222z 4m", ["r2m r4p r7s t2z p1m two_sided"]),
        ("tsumo", "1133m456p789s222z 3m", ["t3m r4p r7s t2z p1m triplet"]),
    ],
)
def test_readings(a_win: Callable[..., Win], win: str, text: str, expected: list[str]) -> None:
    assert sorted(written(reading) for reading in decompose(a_win(*text.split(), win=win))) == sorted(expected)


def test_a_reading_tells_sets_and_pair(a_win: Callable[..., Win]) -> None:
    (standard,) = decompose(a_win("2344m567p789s111z", "1m"))
    assert [str(group.first) for group in standard.sets] == ["1m", "5p", "7s", "1z"]
    assert standard.pair is not None
    assert str(standard.pair.first) == "4m"
    (pairs,) = decompose(a_win("1122335577m11p1z", "1z"))
    assert pairs.form is Form.SEVEN_PAIRS
    assert pairs.pair is None
    assert pairs.sets == ()


def test_too_few_tiles_are_refused(a_win: Callable[..., Win]) -> None:
    with pytest.raises(WinError, match="3 concealed tiles with 0 melds, expected 13"):
        decompose(a_win("123m", "1m"))
