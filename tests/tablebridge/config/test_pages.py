"""`[web]` and the players' names: what is taken, and each mistake by key and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablebridge.config import Config, read
from tablebridge.errors import UsageError

TABLE = """\
[[table]]
name = "t1"
{}
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0
"""


def config(web: str = "", table: str = "") -> Config:
    return read(f"[web]\n{web}\n{TABLE.format(table)}", "table.toml")


def players(*names: str) -> str:
    text = json.dumps(names, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML has it escaped alone
    return f"players = {text}"


def test_what_stands_for_nothing() -> None:
    plain = config()
    assert (plain.web.sponsors, plain.web.staff, plain.table[0].players) == (None, True, None)


def test_a_folder_of_sponsors_and_no_page_for_staff() -> None:
    web = config("sponsors = '/srv/sponsors'\nstaff = false").web
    assert (web.sponsors, web.staff) == ("/srv/sponsors", False)


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "王小明",
        "やまだ 太郎",
        "Zoë O'Neil",
        "<b>bold</b>",
        "משה",
        "x" * 40,
        "𠮷野",
        "👩‍🚀",
        "辻\U000e0100",
        "می‌خواهم",
        "क्‍ष",
        "㋡",
    ],
)
def test_a_name_is_any_text_of_forty_characters(name: str) -> None:
    assert config(table=players(name, "B", "C", "D")).table[0].players == (name, "B", "C", "D")


NO_NAME = "must not be empty, nor hold control characters, marks of direction or anything else that is not seen"
UNSEEN = {
    "zero width space": "\u200b",
    "zero width non-joiner": "\u200c",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "Arabic letter mark": "\u061c",
    "embedding": "\u202b",
    "override": "\u202e",
    "isolate": "\u2067",
    "line break": "\n",
    "carriage return": "\r",
    "next line": "\u0085",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "null": "\0",
    "tab": "\t",
    "delete": "\x7f",
    "soft hyphen": "\xad",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "tag": "\U000e0041",
}


@pytest.mark.parametrize(
    ("line", "what", "key"),
    [
        (players("A", "B", "C"), "expected `array` of length 4", "table[0].players"),
        (players("A", "B", "C", "D", "E"), "expected `array` of length 4", "table[0].players"),
        ('players = "ABCD"', "expected `array | null`, got `str`", "table[0].players"),
        (players("A", "B", "", "D"), NO_NAME, "table[0].players[2]"),
        (players("A", "B", "  ", "D"), NO_NAME, "table[0].players[2]"),
        (players("x" * 41, "B", "C", "D"), "expected `str` of length <= 40", "table[0].players[0]"),
        ('players = ["A", "two\\nlines", "C", "D"]', NO_NAME, "table[0].players[1]"),
        ('players = ["A", "\\u202eturned", "C", "D"]', NO_NAME, "table[0].players[1]"),
        ('players = ["A", "\\u2066held", "C", "D"]', NO_NAME, "table[0].players[1]"),
        ('players = ["A", "\\u0085", "C", "D"]', NO_NAME, "table[0].players[1]"),
    ],
)
def test_what_is_no_list_of_names(line: str, what: str, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        config(table=line)
    assert str(caught.value).startswith(what)
    assert f"table.toml, line 5, key {key} (see docs/configuration.md)" in str(caught.value)


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize("name", ["{}Ann", "An{}n", "Ann{}", "王{}小明", "{}", "👩{}n"])
def test_nothing_in_a_name_is_unseen(name: str, sign: str) -> None:
    with pytest.raises(UsageError) as caught:
        config(table=players("A", name.format(sign), "C", "D"))
    assert str(caught.value).splitlines() == [
        f"{NO_NAME}: table.toml, line 5, key table[0].players[1] (see docs/configuration.md)"
    ]


@pytest.mark.parametrize("sign", [UNSEEN[name] for name in ("line break", "line separator", "override", "next line")])
def test_no_text_splits_or_turns_a_line_of_the_log(sign: str) -> None:
    for text in (f"/srv/{sign}sponsors", f"/srv/sponsors{sign}"):
        with pytest.raises(UsageError, match=r"must not be empty, nor hold control .*key web\.sponsors"):
            config(f"sponsors = {json.dumps(text)}")


@pytest.mark.parametrize(
    ("line", "what"),
    [("sponsors = ''", "must not be empty"), ("staff = 1", "expected `bool`"), ("sponsers = 'x'", "unknown key")],
)
def test_what_the_section_does_not_take(line: str, what: str) -> None:
    with pytest.raises(UsageError, match=f"{what}.*table.toml, line 2, key web."):
        config(web=line)


TOKEN = "0123456789abcdef"


def test_the_trigger_s_token_comes_from_a_file_or_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert config().web.trigger_token() is None
    assert config(f"trigger_token_file = '{file}'").web.trigger_token() == TOKEN
    monkeypatch.setenv("TRIGGER_TOKEN", f"{TOKEN}f")
    assert config("trigger_token_env = 'TRIGGER_TOKEN'").web.trigger_token() == f"{TOKEN}f"


def test_the_token_itself_never_stands_in_the_configuration() -> None:
    with pytest.raises(UsageError, match=r"unknown key: .*key web\.trigger_token "):
        config(f"trigger_token = '{TOKEN}'")


@pytest.mark.parametrize("token", ["", "short", "0123456789abcde", "0123456789 abcdef", "0123456789+abcdef", "ü" * 16])
def test_what_can_be_no_token(token: str, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(token, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        config(f"trigger_token_file = '{file}'").web.trigger_token()
    assert str(caught.value) == (
        "the trigger's token is not 16 or more letters, digits and -._~/=: web.trigger_token_file"
        " (make one with: openssl rand -hex 16)"
    )


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the trigger's token \(No such file"):
        config(f"trigger_token_file = '{tmp_path / 'none'}'").web.trigger_token()
