"""Finding the classifier's files, and refusing broken ones in one line."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier

OWN = model_file.default_folder()


def manifest_with(threshold: str) -> bytes:
    """The committed manifest with another line for the threshold."""
    text = (OWN / "manifest.toml").read_text(encoding="utf-8")
    return re.sub(r"(?m)^unknown_below.*$", threshold, text).encode()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "tile_classifier"
    shutil.copytree(OWN, folder)
    return folder


def test_the_committed_model_loads() -> None:
    model = model_file.load()
    assert len(model.labels) == 47
    assert model.input_px == 48
    assert hashlib.sha256(model.content).hexdigest() == model.sha256
    assert "CC BY 4.0" in model.attribution


def test_the_fold_beside_it_was_kept_from_a_tile_set() -> None:
    fold = model_file.load(model_file.default_folder().parent / "tile_classifier_folds" / "without-C")
    assert fold.held_out == ("C-jp-tray",)
    assert fold.labels == model_file.load().labels


@pytest.mark.parametrize("name", ["tile_classifier", "tile_classifier_folds/without-C"])
def test_the_threshold_of_the_manifest_is_the_models(name: str) -> None:
    folder = OWN.parent / name
    manifest = tomllib.loads((folder / "manifest.toml").read_text(encoding="utf-8"))
    model = model_file.load(folder)
    assert model.unknown_below == manifest["output"]["unknown_below"]
    assert 0.5 < model.unknown_below < 1


def test_without_a_threshold_nothing_is_unknown(copied: Path) -> None:
    manifest = copied / "manifest.toml"
    lines = manifest.read_text(encoding="utf-8").splitlines()
    manifest.write_text("\n".join(line for line in lines if not line.startswith("unknown_below")), encoding="utf-8")
    assert model_file.load(copied).unknown_below == 0.0


def test_a_checkouts_model_comes_before_the_packaged_one(tmp_path: Path) -> None:
    package = tmp_path / "tablebridge"
    packaged, checkout = package / "models" / "tile_classifier", tmp_path / "models" / "tile_classifier"
    packaged.mkdir(parents=True)
    (packaged / "manifest.toml").write_text("")
    assert model_file.default_folder(package) == packaged
    checkout.mkdir(parents=True)
    (checkout / "manifest.toml").write_text("")
    assert model_file.default_folder(package) == checkout


def test_no_model_at_all_names_both_places(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no tile classifier found") as caught:
        model_file.default_folder(tmp_path / "tablebridge")
    assert str(tmp_path / "models") in caught.value.where
    assert str(tmp_path / "tablebridge") in caught.value.where


@pytest.mark.parametrize("name", ["model.onnx", "labels.txt", "manifest.toml"])
def test_a_missing_file_is_named(copied: Path, name: str) -> None:
    (copied / name).unlink()
    with pytest.raises(UsageError, match=name):
        model_file.load(copied)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("model.onnx", b"not a model", "not the one its manifest describes"),
        ("manifest.toml", b"[model\n", "manifest cannot be read"),
        ("manifest.toml", b"\xff\xfe", "manifest cannot be read"),
        ("manifest.toml", b"[model]\nfile = 'model.onnx'\n", "lacks or misstates a key"),
        ("manifest.toml", b"model = 3\n", "lacks or misstates a key"),
        ("manifest.toml", manifest_with("unknown_below = 1.5"), "unknown_below is 1.5"),
        ("manifest.toml", manifest_with("unknown_below = 'often'"), "lacks or misstates a key"),
        ("manifest.toml", manifest_with("unknown_below = nan"), "unknown_below is nan"),
        ("labels.txt", b"1m 2m", "labels do not fit"),
        ("labels.txt", b"", "labels do not fit"),
    ],
)
def test_a_damaged_file_is_one_clear_line(copied: Path, name: str, content: bytes, said: str) -> None:
    (copied / name).write_bytes(content)
    with pytest.raises(UsageError, match=said) as caught:
        model_file.load(copied)
    assert "\n" not in str(caught.value)
    assert str(copied) in caught.value.where


def test_a_cut_off_model_is_refused_by_its_hash(copied: Path) -> None:
    file = copied / "model.onnx"
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(UsageError, match="sha256"):
        model_file.load(copied)


@pytest.mark.parametrize("content", [b"", b"no protobuf at all", b"\x08\x08\x12\x03abc"])
def test_bytes_that_are_no_network_are_refused_even_when_the_hash_fits(copied: Path, content: bytes) -> None:
    manifest = copied / "manifest.toml"
    old = hashlib.sha256((copied / "model.onnx").read_bytes()).hexdigest()
    manifest.write_text(manifest.read_text().replace(old, hashlib.sha256(content).hexdigest()))
    (copied / "model.onnx").write_bytes(content)
    with pytest.raises(UsageError, match="not a tile classifier") as caught:
        TileClassifier(model_file.load(copied))
    assert "\n" not in str(caught.value)
