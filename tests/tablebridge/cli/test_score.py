"""`tablebridge score`: one hand from flags, many from standard input."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge import cli
from tablebridge.records.json_lines import read_object

VECTORS = Path(__file__).parents[2] / "data" / "riichi_scoring_sample.jsonl"
HAND = ["--hand", "234m67p345m222s66s", "--win-tile", "5p", "--seat", "west", "--round", "east"]
EXPECTED = ("han", "fu", "yaku", "yakuman", "limit", "points", "delta")


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert cli.main(["score", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *arguments: str) -> list[Any]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code = cli.main(["score", "--jsonl", *arguments])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == any("error" in one for one in found)
    return found


def test_one_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", *HAND, "--tsumo"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Closed self-draw 1 (RL-Y01) + All simples 1 (RL-Y01) = 2 han"
    assert out[-1] == "east -1000, south -500, west +2000, north -500"


def test_one_hand_with_all_that_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["--hand", "45p22s345s", "--meld", "pon:666z<across", "--meld", "daiminkan:9999m<right", "--win-tile", "3p"]
    where = ["--seat", "west", "--round", "east", "--ron", "left", "--dora", "11s", "--honba", "1", "--sticks", "2"]
    result = scored(capsys, *hand, *where, "--rulebook", "riichi-mjnet-2005")
    assert (result["yaku"], result["limit"]) == ({"yakuhai_hatsu": 1, "dora": 4}, "mangan")
    assert result["delta"] == {"east": 0, "south": -9500, "west": 11500, "north": 0}
    riichi = scored(capsys, *HAND, "--tsumo", "--riichi", "riichi", "--ippatsu", "--ura", "1m")
    assert riichi["yaku"] == {"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "tanyao": 1, "ura_dora": 1}


@pytest.mark.parametrize(
    ("book", "last"),
    [
        ("taiwan16-ntuee-2009", "east -6, south +6"),
        ("sichuan-bloody", "east -1, south +1"),
        ("zungjung-wsom-1.03", "east -100, south +150, west -25, north -25"),
    ],
)
def test_every_tradition_scores_a_hand(book: str, last: str, capsys: pytest.CaptureFixture[str]) -> None:
    hand = "123m456m789m123p456s7s 7s" if book.startswith("taiwan") else "123m456m789m123p5p 5p"
    standing, tile = hand.split()
    where = ["--ron", "left", "--seat", "south", "--round", "east"]
    assert cli.main(["score", "--rulebook", book, "--hand", standing, "--win-tile", tile, *where]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_a_further_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        scored(capsys, *HAND, "--tsumo", "--field", "honba=2", "--field", "round_wind=south")["delta"]["west"] == 2600
    )
    assert cli.main(["score", *HAND, "--tsumo", "--field", "honba"]) == 2
    assert capsys.readouterr().err == "tablebridge: no field: honba (give --field NAME=VALUE)\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_hand_that_is_no_win_is_code_1(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    arguments = ["score", *HAND, "--tsumo", "--win-tile", "9p", *(["--json"] if as_json else [])]
    assert cli.main(arguments) == 1
    out = capsys.readouterr().out.strip()
    assert (json.loads(out)["error"] if as_json else out.removeprefix("no win: ")) == "the tiles are no complete hand"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a hand is not whole: --hand, --win-tile, --seat, --round, --tsumo or --ron missing"),
        ([*HAND], "a hand is not whole: --tsumo or --ron missing"),
        (
            [*HAND, "--tsumo", "--hand", "23x"],
            "cannot score the hand: hand: cannot read tiles in '23x' from position 0",
        ),
        ([*HAND, "--tsumo", "--hand", "23m"], "cannot score the hand: this win cannot be: 2 concealed tiles"),
        ([*HAND, "--tsumo", "--dora", "x"], "cannot read indicators: cannot read tiles in 'x'"),
        ([*HAND, "--tsumo", "--liable", "west"], "cannot score the hand: C cannot be liable for its own win"),
        ([*HAND, "--tsumo", "--honba", "-1"], "cannot score the hand: this win cannot be: honba is -1"),
        (
            [*HAND, "--tsumo", "--honba", "9" * 20],
            "cannot score the hand: honba is out of all bounds; expected 0 to 9999",
        ),
        (
            [*HAND, "--tsumo", "--field", f"honba={'9' * 5000}"],
            f"cannot score the hand: honba is '{'9' * 59}…; expected a whole number",
        ),
        (
            [*HAND, "--tsumo", "--jsonl"],
            "a hand from flags and hands from standard input: --hand, --win-tile, --tsumo, --seat, --round beside "
            "--jsonl (give one)",
        ),
        (["--jsonl", "--honba", "1"], "a hand from flags and hands from standard input: --honba beside --jsonl"),
        ([*HAND, "--tsumo", "--rulebook", "x"], "cannot use the rulebook: no rulebook 'x'; allowed: riichi-common, "),
        (["--jsonl", "--rulebook", "x.toml"], "cannot read the rulebook (No such file or directory): x.toml (check "),
        ([*HAND, "--tsumo", "--rulebook", "."], "cannot use the rulebook: no rulebook '.'; allowed: riichi-common, "),
        (["--jsonl", "--rulebook", "x"], "cannot use the rulebook: no rulebook 'x'; allowed: riichi-common, "),
    ],
)
def test_bad_use_is_one_line_and_code_2(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert cli.main(["score", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"tablebridge: {message}")
    assert shown.err.count("\n") == 1


def test_the_vectors_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = VECTORS.read_text("utf-8")
    vectors = [json.loads(line) for line in text.splitlines()]
    found = lines(monkeypatch, capsys, text, "--rulebook", "riichi-common")
    assert [one["id"] for one in found] == [vector["id"] for vector in vectors]
    for one, vector in zip(found, vectors, strict=True):
        assert {field: one[field] for field in EXPECTED} == {field: vector["expect"][field] for field in EXPECTED}
        assert {pattern["name"]: pattern["value"] for pattern in one["patterns"]} == one["yaku"]


GOOD = {
    "id": "good",
    "hand": "234m67p345m222s66s",
    "win_tile": "5p",
    "win": "tsumo",
    "seat_wind": "W",
    "round_wind": "east",
}


def test_every_line_that_cannot_be_scored_gives_its_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = [
        "x",
        "[]",
        "",
        json.dumps({"id": 3}),
        json.dumps({**GOOD, "id": 4, "win_tile": "9p"}),
        json.dumps({**GOOD, "id": 5, "rulebook": "none"}),
        json.dumps({**GOOD, "id": 6, "seat_wind": ["W"]}),
    ]
    found = lines(monkeypatch, capsys, "\n".join([*bad, json.dumps(GOOD)]) + "\n")
    assert [(one["id"], one.get("error", "").split(":")[0].split(";")[0]) for one in found] == [
        (None, "line 1"),
        (None, "line 2"),
        (3, "seat_wind is None"),
        (4, "the tiles are no complete hand"),
        (5, "no rulebook 'none'"),
        (6, "seat_wind is ['W']"),
        ("good", ""),
    ]
    assert found[-1]["points"] == {"tsumo_dealer": 1000, "tsumo_non_dealer": 500}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"[" * 100_000, "lists and objects within each other"),
        (b'{"id": ' + b"9" * 5_000 + b"}", "a number of 5000 digits"),
        (b'{"id": "\\ud800"}', "a text with half a character"),
        (b'{"id": NaN}', "NaN is no number"),
        (b'{"id": "\xff"}', "no UTF-8 at byte 9"),
        (b"\x00\x01\x1f\x8b", "no JSON|no UTF-8"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_the_next_is_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: bytes, error: str
) -> None:
    text = b"\n" + line + b"\n" + json.dumps(GOOD).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert cli.main(["score", "--jsonl"]) == 1
    bad, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert bad["id"] is None
    assert re.match(f"line 2: ({error})", bad["error"])
    assert (good["id"], good["han"]) == ("good", 2)


class Unreadable(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise IsADirectoryError(21, "Is a directory")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "no hands: standard input is closed (give hands, as in `tablebridge score --jsonl < hands.jsonl`)"),
        (io.BytesIO(b""), "no hands: standard input (give one JSON object a line)"),
        (io.BytesIO(b"\n \n"), "no hands: standard input (give one JSON object a line)"),
        (io.BufferedReader(Unreadable()), "no hands: standard input cannot be read: Is a directory (give hands, "),
    ],
    ids=["closed", "empty", "blank", "a folder"],
)
def test_without_hands_it_is_bad_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: Any, message: str
) -> None:
    monkeypatch.setattr("sys.stdin", None if given is None else io.TextIOWrapper(given))
    assert cli.main(["score", "--jsonl"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"tablebridge: {message}")
    assert shown.err.count("\n") == 1


ODD = (
    st.none()
    | st.booleans()
    | st.integers(-(10**45), 10**45)
    | st.floats()
    | st.text('\0\u2028\ud800x1m"[', max_size=6)
    | st.sampled_from(["5p", "1m", "east", "ron", "left", "riichi", "chi:345p<left", "ankan:9999s", "a\0.toml"])
)
FIELDS = ("hand", "melds", "win_tile", "win", "from", "riichi", "dora_indicators", "honba", "liable", "rulebook", "id")


@settings(deadline=None, max_examples=50)
@given(st.dictionaries(st.sampled_from(FIELDS), ODD | st.lists(ODD, max_size=3) | st.just([[[]]]), max_size=3))
def test_any_hand_gives_one_line_of_json(changes: dict[str, Any]) -> None:
    out, line = io.StringIO(), json.dumps({**GOOD, **changes}).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
        patch.setattr("sys.stdout", out)
        code = cli.main(["score", "--jsonl"])
    said, end = out.getvalue().split("\n")
    result = read_object(said.encode())
    assert end == ""
    assert code == ("error" in result)
    assert result["id"] in (None, changes.get("id", "good"))


def test_a_line_may_name_its_rulebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    record = {**GOOD, "rulebook": "riichi-mjnet-2005"}
    assert lines(monkeypatch, capsys, json.dumps(record))[0]["patterns"][0]["clauses"] == ["RM-Y02"]
