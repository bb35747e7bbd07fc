"""`[console]`: who may log in, and that a password's hash is checked, read and shown to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.config import ConsoleConfig, read
from tablebridge.config.console_password import PasswordHash, hash_password
from tablebridge.errors import UsageError

SALT = b"0123456789abcdef"
GOOD = """
[console]
port = 9000
{more}
[[table]]
name = "t1"
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0
"""
CHEAP = PasswordHash(1, 8, 1, SALT, PasswordHash(1, 8, 1, SALT, bytes(32))._digest_of("east wind"))


def test_a_password_is_known_by_its_hash_alone() -> None:
    made = hash_password("east wind 25")
    again = PasswordHash.parse(f"  {made}\n")
    assert again == made
    assert again.matches("east wind 25")
    assert not again.matches("east wind 26")
    assert not again.matches("")
    assert "east" not in str(made)
    assert str(made).startswith("$scrypt$ln=15,r=8,p=1$")


def test_the_same_password_has_another_hash_each_time() -> None:
    assert str(hash_password("east wind 25")) != str(hash_password("east wind 25"))


def test_a_hash_of_rfc_7914_is_understood() -> None:
    """The third vector of its section 12: n 16384, r 8, p 1."""
    digest = bytes.fromhex(
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    )
    assert PasswordHash(14, 8, 1, b"SodiumChloride", digest).matches("pleaseletmein")


@pytest.mark.parametrize("password", ["", "seven77", "x" * 257])
def test_a_password_too_short_or_too_long_is_none(password: str) -> None:
    with pytest.raises(ValueError, match="8 to 256 characters"):
        hash_password(password)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a password's hash"),
        ("east wind 25", "is not a password's hash"),
        ("$scrypt$ln=15,r=8,p=1$$", "is not a password's hash"),
        ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA", "is not a password's hash"),
        ("$scrypt$ln=25,r=8,p=1$c2FsdA$aGFzaA", "ln from 1 to 18"),
        ("$scrypt$ln=0,r=8,p=1$c2FsdA$aGFzaA", "ln from 1 to 18"),
        ("$scrypt$ln=15,r=99,p=1$c2FsdA$aGFzaA", "r from 1 to 16"),
        ("$scrypt$ln=15,r=8,p=0$c2FsdA$aGFzaA", "p from 1 to 4"),
        ("$scrypt$ln=15,r=8,p=1$c2FsdA$aGFza", "is cut off or mistyped"),
    ],
)
def test_a_line_that_is_no_hash_is_told_without_repeating_it(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as told:
        PasswordHash.parse(text)
    assert text == "" or text not in str(told.value)


def test_nothing_shows_a_hash_by_chance() -> None:
    config = ConsoleConfig(referees={"lee": str(CHEAP)})
    secret = str(CHEAP).rsplit("$", 1)[1]
    assert secret not in repr(config)
    assert secret not in repr(config.hashes)
    assert "lee" in repr(config)


def test_the_console_is_off_until_a_referee_is_named() -> None:
    assert not read(GOOD.format(more=""), "t").console.is_on
    assert ConsoleConfig() == ConsoleConfig(host="127.0.0.1", port=8766, hours=12.0)


def test_referees_in_the_section(tmp_path: Path) -> None:
    console = read(GOOD.format(more=f'[console.referees]\nlee = "{CHEAP}"'), "t").console
    assert console.is_on
    assert (console.port, console.hashes) == (9000, {"lee": CHEAP})


def test_referees_in_a_file_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "referees"
    file.write_text(f"# the league's\n\nlee:{CHEAP}\n chen : {CHEAP}\n")
    file.chmod(0o600)
    console = ConsoleConfig(referees={"wu": str(CHEAP)}, referee_file=str(file))
    assert console.is_on
    assert sorted(console.hashes) == ["chen", "lee", "wu"]


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [
        (b"lee:x", 0o600, "this referee's line is not a password's hash: {file}, line 1 "),
        (b"\n:$scrypt", 0o600, "a line is `name:hash`, .*: {file}, line 2 "),
        (b"l ee:$scrypt", 0o600, "a line is `name:hash`, .*: {file}, line 1 "),
        (b"\xff\xfe", 0o600, r"cannot read the referees' passwords \(it is not UTF-8 text\)"),
        (b"", 0o640, r"may be read by others: console.referee_file = {file} \(chmod 600 the file\)"),
    ],
    ids=["no-hash", "no-name", "odd-name", "no-text", "readable"],
)
def test_what_is_wrong_with_the_file_is_one_line(content: bytes, mode: int, why: str, tmp_path: Path) -> None:
    file = tmp_path / "referees"
    file.write_bytes(content)
    file.chmod(mode)
    with pytest.raises(UsageError, match=why.format(file=file)):
        _ = ConsoleConfig(referee_file=str(file)).hashes


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the referees' passwords \(No such file or directory\)"):
        _ = ConsoleConfig(referee_file=str(tmp_path / "none")).hashes


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("host = ''", "line 4, key console.host"),
        ("hours = 0", "line 4, key console.hours"),
        ("pasword = 1", "unknown key: t, line 4, key console.pasword"),
        ("origins = ['console.example']", "must be as the browser's address begins: .*line 4, key console.origins"),
        ("origins = ['https://console.example/']", "must be as the browser's address begins"),
        ("referees = { 'l ee' = 'x' }", "must be 1 to 64 letters"),
    ],
)
def test_mistakes_are_named_by_key_and_line(more: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        read(GOOD.format(more=more), "t")


@pytest.mark.parametrize("origin", ["https://console.example", "http://hall:8766", "http://[::1]:80"])
def test_origins_that_can_be(origin: str) -> None:
    assert read(GOOD.format(more=f"origins = ['{origin}']"), "t").console.origins == (origin,)
