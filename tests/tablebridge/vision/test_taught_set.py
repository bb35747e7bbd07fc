"""A taught set as a file: the same after reading, and every broken one refused in one line."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablebridge.errors import UsageError
from tablebridge.vision.taught_set import KEPT_PX, Example, TaughtSet, read_file, write_file

LABELS = ("1m", "2m", "3m", "not-a-tile")


def a_set(seed: int = 1, numbers: int = 6) -> TaughtSet:
    rng = np.random.default_rng(seed)
    crops = rng.integers(0, 256, (2, KEPT_PX, KEPT_PX, 3)).astype(np.uint8)
    return TaughtSet(
        "table-1",
        "b" * 64,
        LABELS,
        np.array([True, True, False, True]),
        rng.normal(0, 1, numbers).astype(np.float32),
        rng.uniform(0.5, 2, numbers).astype(np.float32),
        rng.normal(0, 1, (numbers + 1, len(LABELS))).astype(np.float32),
        (Example("1m", crops[0]), Example("2m", crops[1])),
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    taught, file = a_set(), tmp_path / "new" / "taught.npz"
    write_file(taught, file)
    again = read_file(file)
    assert (again.name, again.model_sha256, again.labels) == (taught.name, taught.model_sha256, taught.labels)
    for name in ("has", "centre", "scale", "weights"):
        assert np.array_equal(getattr(again, name), getattr(taught, name))
    assert [example.label for example in again.examples] == ["1m", "2m"]
    assert all(np.array_equal(a.crop, b.crop) for a, b in zip(again.examples, taught.examples, strict=True))
    assert [each.name for each in file.parent.iterdir()] == ["taught.npz"], "no half of a file is left"


def test_reading_gives_probabilities_and_never_a_kind_that_the_set_lacks() -> None:
    rng = np.random.default_rng(2)
    kinds = rng.dirichlet(np.ones(4), 50).astype(np.float32)
    kinds[0] = (0, 0, 1, 0)  # the network is certain of what the table does not have
    read = a_set().read(kinds, rng.normal(0, 1, (50, 6)).astype(np.float32))
    assert read.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert read[:, 2].max() < 1e-3


def test_with_no_correction_the_network_answers() -> None:
    taught = a_set()
    plain = TaughtSet(
        taught.name, taught.model_sha256, LABELS, np.ones(4, bool), taught.centre, taught.scale,
        np.zeros_like(taught.weights), taught.examples,
    )  # fmt: skip
    kinds = np.random.default_rng(3).dirichlet(np.ones(4), 20).astype(np.float32)
    assert plain.read(kinds, np.zeros((20, 6), np.float32)) == pytest.approx(kinds, abs=1e-5)


def stored(file: Path, **changes: Any) -> None:
    """Rewrites a taught set's file with some of its parts changed."""
    with np.load(file) as parts:
        kept = {name: parts[name] for name in parts.files}
    for name, value in changes.items():
        if value is None:
            del kept[name]
        else:
            kept[name] = value
    with file.open("wb") as stream:
        np.savez(stream, **kept)


def about(file: Path, **changes: Any) -> None:
    with np.load(file) as parts:
        told = json.loads(str(parts["about"]))
    stored(file, about=np.array(json.dumps(told | changes)))


def pickled() -> bytes:
    stream = io.BytesIO()
    np.savez(stream, about=np.array([{"format": 1}], dtype=object))
    return stream.getvalue()


def worn(file: Path) -> None:
    """Bits turned on the disk, every thousandth byte of the middle."""
    content = bytearray(file.read_bytes())
    for place in range(200, len(content) - 200, 1000):
        content[place] ^= 0x55
    file.write_bytes(bytes(content))


BROKEN: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (lambda file: file.unlink(), "No such file"),
    "a folder": (lambda file: (file.unlink(), file.mkdir()), "directory"),
    "empty": (lambda file: file.write_bytes(b""), "not a taught set"),
    "text": (lambda file: file.write_bytes(b"taught?"), "not a taught set"),
    "half": (lambda file: file.write_bytes(file.read_bytes()[:900]), "not a taught set"),
    "worn": (worn, "not a taught set"),
    "a picture": (lambda file: file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(900)), "not a taught set"),
    "pickled": (lambda file: file.write_bytes(pickled()), "not a taught set"),
    "no weights": (lambda file: stored(file, weights=None), "weights"),
    "other weights": (lambda file: stored(file, weights=np.zeros((3, 4), np.float32)), "shape"),
    "not finite": (lambda file: stored(file, centre=np.full(6, np.nan, np.float32)), "finite"),
    "no scale": (lambda file: stored(file, scale=np.zeros(6, np.float32)), "scales"),
    "no json": (lambda file: stored(file, about=np.array("{")), "not a taught set"),
    "later format": (lambda file: about(file, format=2), "format 2, this version reads 1"),
    "fewer labels": (lambda file: about(file, labels=["1m"]), "shape"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_one_line_that_says_what_to_do(tmp_path: Path, name: str) -> None:
    spoil, said = BROKEN[name]
    file = tmp_path / "taught.npz"
    write_file(a_set(), file)
    spoil(file)
    with pytest.raises(UsageError, match=said) as told:
        read_file(file)
    assert str(file) in str(told.value)
    assert "tablebridge teach" in str(told.value)
    assert "unsafe" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.jpg", b"\xff\xd8\xff\xe0a photograph"),
        ("taught.toml", b"[[table]]"),
        ("notes", b"1f is plum"),
        ("empty", b""),
    ],
)
def test_another_file_is_not_written_over(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(UsageError, match="not a taught set and is not written over"):
        write_file(a_set(), file)
    assert file.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_pipe_or_device_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.npz"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="must be a file"):
        write_file(a_set(), pipe)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["taught.npz", "taught-table"])
def test_a_taught_set_is_replaced_whatever_its_name_and_state(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    write_file(a_set(), file)
    file.write_bytes(file.read_bytes()[:900])
    write_file(a_set(), file)
    assert read_file(file).name == a_set().name


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(a_set(), tmp_path / "file" / "taught.npz")
