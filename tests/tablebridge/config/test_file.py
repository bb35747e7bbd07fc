"""Every mistake in a configuration is one line that names the key and the line of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.config import load, read
from tablebridge.errors import UsageError

GOOD = """\
data = "."

[mqtt]
port = 1883

[web]
port = 8765

[[table]]
name = "t1"
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0

[[table]]
name = "t2"
[table.link]
port = "socket://10.0.0.2:4000"
[table.camera]
address = "rtsp://camera/stream"
frame_rate = 8
"""


def test_a_good_file_is_read_whole() -> None:
    config = read(GOOD, "table.toml")
    assert [table.name for table in config.table] == ["t1", "t2"]
    assert config.table[1].camera.frame_rate == 8
    assert config.table[0].rulebook == "riichi-league-tw"


@pytest.mark.parametrize(
    ("old", "new", "what", "line", "key"),
    [
        ('address = "rtsp', 'adress = "rtsp', "unknown key", 21, "table[1].camera.adress"),
        ("address = 0", "", "key 'address' is missing", 13, "table[0].camera"),
        ("port = 1883", 'port = "x"', "expected `int`", 4, "mqtt.port"),
        ("port = 1883", "port = 70000", "expected `int` <= 65535", 4, "mqtt.port"),
        ("frame_rate = 8", "frame_rate = 0", "expected `float` > 0", 22, "table[1].camera.frame_rate"),
        ("[web]", "[wep]", "unknown key", 6, "wep"),
        ('name = "t2"', 'name = "t 2"', "matching regex", 17, "table[1].name"),
        ('data = "."', "data = 3", "expected `str`", 1, "data"),
        ('name = "t2"', 'name = "t1"', "two tables are named 't1'", 17, ""),
    ],
)
def test_a_mistake_is_named_by_key_and_line(old: str, new: str, what: str, line: int, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(GOOD.replace(old, new), "table.toml")
    said = str(caught.value)
    assert what in said
    assert f"table.toml, line {line}" in said
    assert key in said


def test_broken_toml_names_its_line() -> None:
    with pytest.raises(UsageError, match=r"not valid TOML.*line 4"):
        read(GOOD.replace("port = 1883", "port = "), "table.toml")


def test_a_file_without_tables_is_refused() -> None:
    with pytest.raises(UsageError, match="'table' is missing"):
        read("", "empty.toml")


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the configuration \(No such file"):
        load(tmp_path / "absent.toml")


def test_a_binary_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        load(path)


def test_the_password_comes_from_a_file_or_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "password"
    secret.write_text("s3cret\n", encoding="utf-8")
    monkeypatch.setenv("TB_PASSWORD", "other")
    with_file = read(GOOD.replace("port = 1883", f'port = 1883\npassword_file = "{secret}"'), "t")
    with_variable = read(GOOD.replace("port = 1883", 'port = 1883\npassword_env = "TB_PASSWORD"'), "t")
    assert (with_file.mqtt.password(), with_variable.mqtt.password()) == ("s3cret", "other")
    assert read(GOOD, "t").mqtt.password() is None


def test_a_password_that_is_named_but_absent_is_one_line(tmp_path: Path) -> None:
    for line, what in (
        (f'password_file = "{tmp_path}/none"', "cannot read the broker's password"),
        ('password_env = "TB_NOT_SET"', "is not set"),
    ):
        config = read(GOOD.replace("port = 1883", f"port = 1883\n{line}"), "t")
        with pytest.raises(UsageError, match=what):
            config.mqtt.password()
