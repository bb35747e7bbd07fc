"""What is written here is nobody else's to read, and there whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.evidence.private_files import private_folder, write_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o022, 0o000], ids=["usual-umask", "no-umask"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def test_folders_and_files_are_the_users_alone(tmp_path: Path, umask: None) -> None:
    folder = tmp_path / "data" / "evidence"
    private_folder(folder)
    private_folder(folder)
    write_private(folder / "clip", [b"one", b"two"])
    assert (mode(folder), mode(folder / "clip")) == (0o700, 0o600)
    assert (folder / "clip").read_bytes() == b"onetwo"
    assert [path.name for path in folder.iterdir()] == ["clip"]


@pytest.mark.parametrize("bits", [0o755, 0o750, 0o701])
def test_a_folder_that_others_may_read_is_refused(tmp_path: Path, bits: int) -> None:
    folder = tmp_path / "evidence"
    folder.mkdir()
    folder.chmod(bits)
    with pytest.raises(UsageError, match=r"open to other users.*chmod 700"):
        private_folder(folder)
    assert mode(folder) == bits, "it may be somebody's on purpose"


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_bytes(b"")
    with pytest.raises(UsageError, match="is a file"):
        private_folder(tmp_path / "evidence")
    with pytest.raises(UsageError, match="cannot be made"):
        private_folder(tmp_path / "evidence" / "below" / "it")


def test_of_a_write_that_fails_nothing_is_left(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"one"
        raise OSError(28, "No space left on device")

    (tmp_path / "clip").write_bytes(b"before")
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "clip", pieces())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"clip": b"before"}
