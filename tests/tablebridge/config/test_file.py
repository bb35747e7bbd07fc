"""Every mistake in a configuration is one line that names the key and the line of the file."""

from __future__ import annotations

import os
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
        ('name = "t2"', 'name = "t 2"', "must be 1 to 64 letters, digits, - or _", 17, "table[1].name"),
        ('name = "t2"', 'name = "t2\\n"', "must be 1 to 64 letters, digits, - or _", 17, "table[1].name"),
        ("[web]", "[table2]", "unknown key", 6, "table2"),
        ("address = 0", "address = -3", "expected `int` >= 0", 14, "table[0].camera.address"),
        ("address = 0", "address = 99999999999", "expected `int` <= 9999", 14, "table[0].camera.address"),
        (
            'port = "/dev/ttyUSB0"',
            'port = "x"\nallow_commands = ["explode"]',
            "invalid enum value 'explode', there are raise_walls, roll_dice,",
            13,
            "table[0].link.allow_commands[0]",
        ),
        (
            'port = "/dev/ttyUSB0"',
            'port = "x"\ncapture_mb = 0',
            "expected `float` >= 0.01",
            13,
            "table[0].link.capture_mb",
        ),
        ('port = "/dev/ttyUSB0"', 'port = "x"\nbaud = 1', "expected `int` >= 300", 13, "table[0].link.baud"),
        (
            'port = "/dev/ttyUSB0"',
            'port = "x"\ncandidates = ["a", ""]',
            "must not be empty",
            13,
            "table[0].link.candidates",
        ),
        ("frame_rate = 8", "frame_rate = nan", "expected `float` > 0", 22, "table[1].camera.frame_rate"),
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


@pytest.mark.parametrize("text", ["", "# nothing\n", "[mqtt]\nport = 1883\n", "table = []", "[table]\nname = 't1'\n"])
def test_a_file_without_tables_is_told_to_add_one(text: str) -> None:
    with pytest.raises(UsageError, match=r"no table: empty.toml \(add a \[\[table\]\] section"):
        read(text, "empty.toml")


TEXTS = [
    ("mqtt", "host", 4),
    ("mqtt", "username", 4),
    ("mqtt", "password_file", 4),
    ("mqtt", "password_env", 4),
    ("web", "host", 7),
    ("", "data", 1),
    ("", "model", 1),
    ("table[1]", "rulebook", 17),
    ("table[1]", "journal", 17),
    ("table[1].link", "port", 19),
    ("table[1].camera", "address", 21),
]
"""Every text in a configuration: its section, its key, and the line before which it is put."""


@pytest.mark.parametrize("value", ['""', '"  "', "''''''", r'"a\u0000b"', r'"a\nb"'])
@pytest.mark.parametrize(("section", "key", "line"), TEXTS, ids=lambda value: str(value))
def test_a_text_that_is_empty_or_unseen_is_named_by_key_and_line(section: str, key: str, line: int, value: str) -> None:
    lines = GOOD.splitlines()
    if lines[line - 1].startswith(f"{key} ="):
        del lines[line - 1]
    lines.insert(line - 1, f"{key} = {value}")
    with pytest.raises(UsageError) as caught:
        read("\n".join(lines), "table.toml")
    where = f"{section}.{key}".lstrip(".")
    assert str(caught.value).startswith(
        f"must not be empty, nor hold control characters or marks of direction: table.toml, line {line}, key {where} ("
    )


def with_corners(*corners: object) -> str:
    return GOOD.replace("address = 0", f"address = 0\ncorners_px = {list(corners)}")


SQUARE = ([90.0, 80.0], [90.0, 10.0], [10.0, 10.0], [10.0, 80.0])


@pytest.mark.parametrize("corners", [SQUARE, SQUARE[1:] + SQUARE[:1], SQUARE[3:] + SQUARE[:3]])
def test_corners_may_begin_anywhere(corners: tuple[list[float], ...]) -> None:
    assert read(with_corners(*corners), "t").table[0].camera.corners_px == tuple(map(tuple, corners))


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0]] * 4,
        [SQUARE[0], SQUARE[0], *SQUARE[2:]],
        [[0, 0], [10, 0], [20, 0], [30, 0]],
        [[90, 80], [90, 10], [90, 5], [90, 1]],
        SQUARE[::-1],
        [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]],
        [*SQUARE[:3], [60, 30]],
        [*SQUARE[:3], [50, 45]],
        [*SQUARE[:3], [float("inf"), 80]],
        [*SQUARE[:3], [float("nan"), 80]],
    ],
    ids=["one-point", "two-alike", "in-a-row", "upright-row", "clockwise", "crossed", "dent", "triangle", "inf", "nan"],
)
def test_corners_of_no_cloth_are_named_by_key_and_line(corners: list[object]) -> None:
    with pytest.raises(UsageError, match=r"four corners.*: table.toml, line 15, key table\[0\].camera.corners_px \("):
        read(with_corners(*corners), "table.toml")


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


def test_a_password_that_is_no_utf_8_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "password"
    secret.write_bytes(b"\xff\xfe")
    monkeypatch.setenv("TB_PASSWORD", os.fsdecode(b"\xff\xfe"))
    for line in (f'password_file = "{secret}"', 'password_env = "TB_PASSWORD"'):
        config = read(GOOD.replace("port = 1883", f"port = 1883\n{line}"), "t")
        with pytest.raises(UsageError, match=r"the broker's password is not UTF-8 text: mqtt.password_.* \(\w+"):
            config.mqtt.password()


def test_lens_and_second_camera_are_read() -> None:
    text = """
[[table]]
name = "t1"
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0
focal_px = 1480.0
distortion = [-0.2, 0.05, 0, 0, 0]
[table.second_camera]
address = 1
corners_px = [[1000, 900], [990, 100], [100, 110], [90, 905]]
"""
    (table,) = read(text, "t").table
    assert (table.camera.focal_px, table.camera.distortion) == (1480.0, (-0.2, 0.05, 0.0, 0.0, 0.0))
    assert table.second_camera is not None
    assert table.second_camera.address == 1
    with pytest.raises(UsageError, match=r"key table\[0\].second_camera.corners_px"):
        read(text.replace("[990, 100]", "[80, 100]").replace("[100, 110]", "[990, 90]"), "t")
