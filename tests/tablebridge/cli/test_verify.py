"""`tablebridge verify`: how many hands are exact, and the first difference of each that is not."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tablebridge import cli

GAMES = Path(__file__).parents[2] / "data" / "riichi_games.jsonl.gz"


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The first two hands of the first game, the record cut after them."""
    rows = gzip.decompress(GAMES.read_bytes()).decode().splitlines(keepends=True)
    third = [number for number, row in enumerate(rows) if '"hand_start"' in row][2]
    path = tmp_path / "short.jsonl"
    path.write_text("".join(rows[:third]) + '{"type": "game_cut"}\n', "utf-8")
    return path


def test_hands_that_are_exact(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(short)]) == 0
    assert capsys.readouterr().out == "2 of 2 hands exact, 1 games\n"


def test_one_json_document(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(short), "--json", "--rulebook", "riichi-common"]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": 1, "hands": 2, "exact": 2, "differences": []}


def test_a_difference_is_code_1_and_named(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short.write_text(short.read_text("utf-8").replace('"value":5200', '"value":5201'), "utf-8")
    assert cli.main(["verify", str(short)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "G0023 hand 0: win: value: the record has 5201, the rules 5200",
        "1 of 2 hands exact, 1 games",
    ]
    assert cli.main(["verify", str(short), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert found == {"game": "G0023", "hand": 0, "what": "win: value", "expected": 5201, "got": 5200}


def test_house_rules_are_verified_by_their_file(
    short: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "riichi-common"\nname = "h"\ntitle.en = "H"\n[payment]\ndeposit = 2000\n', "utf-8")
    assert cli.main(["verify", str(short), "--rulebook", str(house)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("G0023 hand 1: points after riichi: ")
    assert last == "1 of 2 hands exact, 1 games"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["none.jsonl"],
            "tablebridge: cannot read the games: none.jsonl: No such file or directory (give JSON lines, ",
        ),
        (["."], "tablebridge: cannot read the games: .: Is a directory (give JSON lines, plain or gzip)\n"),
        (
            [str(GAMES), "--rulebook", "none.toml"],
            "tablebridge: cannot read the rulebook (No such file or directory): none.toml (check the path)\n",
        ),
        ([str(GAMES), "--rulebook", "none"], "tablebridge: cannot use the rulebook: no rulebook 'none'; allowed: "),
    ],
)
def test_bad_use_is_one_line_and_code_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[" * 100_000, "lists and objects within each other, more than 32 deep: {} line 1 (give one event a line"),
        (b'{"type": "game_start", "rules": []}\n', "rules are no object: the game_start of None (leave them out"),
        (
            b'{"type": "game_start", "game": 7, "rules": {"open_tanyao": 1}}\n',
            "rules.open_tanyao is neither true nor false: the game_start of 7 (leave it out",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_one_line(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    assert cli.main(["verify", str(path)]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"tablebridge: {message.format(path)}")
    assert shown.count("\n") == 1


def test_only_exact_hands_are_corrupted(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = short.read_text("utf-8").splitlines()
    deal = next(number for number, row in enumerate(rows) if '"deal"' in row)
    rows[deal] = '{"type": "deal"}'
    short.write_text("\n".join(rows), "utf-8")
    assert cli.main(["verify", str(short), "--corrupt", "20", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [one["hand"] for one in document["differences"]] == [0]
    assert {one["hand"] for one in document["corrupted"]["slipped_through"]} <= {1}
    assert document["corrupted"]["made"] == 20
    short.write_text('{"type": "game_start", "game": 1}\n{"type": "hand_start", "hand": 0}\n', "utf-8")
    assert cli.main(["verify", str(short), "--corrupt", "20"]) == 2
    assert "nothing can be corrupted: the games (give games with at least one exact hand)" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", gzip.compress(b"", mtime=0)], ids=["plain", "gzip"])
@pytest.mark.parametrize("more", [[], ["--json"], ["--corrupt", "3"]], ids=str)
def test_a_file_without_games_is_bad_use(
    content: bytes, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    assert cli.main(["verify", str(path), *more]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"tablebridge: no games: {path} (give recorded games as JSON lines, plain or gzip)\n"


def test_corrupted_hands_are_counted_by_kind(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["verify", str(short), "--corrupt", "40", "--seed", "3"]
    assert cli.main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 of 2 hands exact, 1 games"
    assert lines[1].split() == [
        "corrupted",
        "in",
        "one",
        "place",
        "made",
        "flagged",
        "as",
        "such",
        "refused",
        "slipped",
    ]
    assert lines[-1].startswith("40 corruptions, seed 3: ")
    assert lines[-1].endswith(" slipped through, 0 of them missed")
    assert cli.main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    corrupted = document["corrupted"]
    assert (document["exact"], corrupted["seed"], corrupted["made"], corrupted["missed"]) == (2, 3, 40, 0)
    assert corrupted["flagged"] + corrupted["refused"] + corrupted["slipped"] == 40
    assert len(corrupted["slipped_through"]) == corrupted["slipped"]
    assert sum(kind["made"] for kind in corrupted["kinds"]) == 40


def test_corrupting_nothing_is_bad_use(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(short), "--corrupt", "0"]) == 2
    assert "give 1 or more" in capsys.readouterr().err
