"""What every model's folder must hold, and what is said when it does not."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.vision import model_folder

CONTENT = b"not really a network"
MANIFEST = f"""
[model]
file = "model.onnx"
version = "3"
sha256 = "{hashlib.sha256(CONTENT).hexdigest()}"
[training]
held_out_tile_sets = ["X"]
[licence]
model = "Apache-2.0"
attribution = "somebody"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "manifest.toml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "model.onnx").write_bytes(CONTENT)
    return tmp_path


def test_a_good_folder_is_read(folder: Path) -> None:
    read = model_folder.read(folder, "tile finder")
    assert (read.content, read.version, read.held_out) == (CONTENT, "3", ("X",))
    assert (read.licence, read.attribution) == ("Apache-2.0", "somebody")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("[model]", "[model", "manifest cannot be read", id="no TOML"),
        pytest.param("version", "versoin", "lacks or misstates a key", id="a key missing"),
        pytest.param("[licence]", "[terms]", "lacks or misstates a key", id="a table missing"),
        pytest.param('["X"]', "3", "lacks or misstates a key", id="another kind"),
        pytest.param('sha256 = "', 'sha256 = "0', "not the one its manifest describes", id="another model"),
        pytest.param("model.onnx", "network.onnx", "a file of the tile finder cannot be read", id="no such file"),
    ],
)
def test_a_bad_manifest_is_refused(folder: Path, old: str, new: str, said: str) -> None:
    (folder / "manifest.toml").write_text(MANIFEST.replace(old, new), encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        model_folder.read(folder, "tile finder")


def test_a_checkouts_folder_comes_before_the_packaged_one(tmp_path: Path) -> None:
    package = tmp_path / "tablebridge"
    with pytest.raises(UsageError, match="no tile finder found"):
        model_folder.find("tile_finder", "tile finder", package)
    for folder in (package / "models" / "tile_finder", tmp_path / "models" / "tile_finder"):
        folder.mkdir(parents=True)
        (folder / "manifest.toml").write_text("", encoding="utf-8")
        assert model_folder.find("tile_finder", "tile finder", package) == folder
