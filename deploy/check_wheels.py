"""Builds the three wheels and proves each one installed alone: `python deploy/check_wheels.py`.

The two libraries import in an environment that holds nothing else, and their tests pass against the wheel. The
daemon's wheel answers `--version`, reads a tile with the models it carries, and finds it on the picture.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT_ALL = """
import importlib, pkgutil, {package} as package
for module in pkgutil.walk_packages(package.__path__, "{package}."):
    importlib.import_module(module.name)
"""
SCHEMAS_ARE_SHIPPED = """
from importlib.resources import files
from tablebridge.cli.schema import files as generated
folder = files("tablebridge.mqtt").joinpath("schemas")
for name, text in generated().items():
    assert folder.joinpath(name).read_text("utf-8") == text, name
"""
DRAW_A_TILE = """
import sys, cv2, numpy
from tablebridge.faces import face_image
face = face_image("7p", "japanese", 96, 128)
alpha = face[:, :, 3:] / 255
margin = int(sys.argv[2])
picture = numpy.full((128 + 2 * margin, 96 + 2 * margin, 3), (70, 110, 60), numpy.uint8)
place = picture[margin : margin + 128, margin : margin + 96]
place[:] = (face[:, :, :3] * alpha + place * (1 - alpha)).astype(numpy.uint8)
cv2.imwrite(sys.argv[1], picture)
"""


def main() -> int:
    """Builds, installs and checks; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = Path(folder) / "wheels"
        for project in (ROOT / "rules", ROOT / "firmware_protocol", ROOT):
            run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels, project)
        for package, tests in (("tablebridge_rules", "rules"), ("tablebridge_protocol", "firmware_protocol")):
            python = install_alone(Path(folder) / package, wheels.glob(f"{package}-*.whl"))
            run(python, "-I", "-c", IMPORT_ALL.format(package=package))
            show_dependencies(python)
            run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", ROOT / "tests" / tests)
        python = install_alone(Path(folder) / "tablebridge", wheels.glob("*.whl"))
        show_dependencies(python)
        picture = Path(folder) / "tile.png"
        for how, margin in ((["--crops"], 8), ([], 300)):  # the classifier alone, then the localiser, too
            run(python, "-c", DRAW_A_TILE, picture, margin)
            said = run(python, "-m", "tablebridge", "recognise", *how, "--json", picture)
            if '"7p"' not in said:
                sys.exit(f"failed: the installed daemon does not read a 7p ({how or 'whole picture'}): {said[:300]}")
        run(python, "-c", SCHEMAS_ARE_SHIPPED)
        if "riichi " not in (said := run(python, "-m", "tablebridge", "publish", "--list")):
            sys.exit(f"failed: the installed program has no recorded evenings: {said[:300]}")
    return 0


def install_alone(folder: Path, wheels: object) -> Path:
    """A fresh environment with these wheels and nothing else; returns its Python."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"),
        *wheels,  # type: ignore[misc]
    )
    return python


def show_dependencies(python: Path) -> None:
    """Lets that environment see the libraries of this one, but not this checkout: a path line in a `.pth` file
    adds the folder without reading the `.pth` files that make the checkout importable."""
    site = next((python.parent.parent / "lib").glob("python3*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


def run(*command: object) -> str:
    """Runs a command in an empty folder, for Python imports what lies where it starts; returns its output, or ends
    the check showing it."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COVERAGE_PROCESS_START")
    }
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [str(part) for part in command], cwd=empty, env=environment, capture_output=True, text=True
        )
    if done.returncode != 0:
        shown = " ".join(str(part) for part in command)[:200]
        sys.exit(f"failed: {shown}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
