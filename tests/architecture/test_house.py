"""The house keeps its shape: top level, packages, dependencies, nothing of one machine in it."""

from __future__ import annotations

import re
import subprocess
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"tablebridge", "models", "firmware_protocol", "rules", "tests", "deploy", "docs", ".ci", ".github"}
FILES = {
    "pyproject.toml",
    "requirements.lock",
    "Makefile",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    ".gitignore",
}


def tracked() -> list[Path]:
    """Every file that belongs to the project: from git, or in an export without it all but what is ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_top_level_holds_only_what_was_agreed() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert top <= FOLDERS | FILES
    assert top >= FILES


def test_no_file_names_a_folder_of_one_machine_or_a_registry() -> None:
    wrong = re.compile(r"/(work|root|home/\w+)/|https?://[\w.]*(pypi|pythonhosted|npmjs)", re.IGNORECASE)
    me = Path(__file__).resolve()
    found = []
    for path in tracked():
        if path == me or path.suffix in {".onnx", ".png", ".jpg", ".gz", ".db", ".npz", ".webp", ".woff2"}:
            continue
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(ROOT)}: {hit[0]}" for hit in wrong.finditer(text)]
    assert found == []


def test_opencv_is_installed_once() -> None:
    """opencv-python beside opencv-python-headless destroys cv2 when one of them is removed."""
    names = {distribution.metadata["Name"].lower() for distribution in distributions()}
    assert "opencv-python" in names
    assert not names & {"opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless"}


def test_files_stay_small_enough_to_hold_in_the_head() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked()
        if path.suffix == ".py" and (lines := path.read_text(encoding="utf-8").count("\n")) > 400
    }
    assert long == {}
