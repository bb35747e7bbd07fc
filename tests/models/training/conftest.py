"""The training is a project of its own, run from its folder: these tests put that folder on the path."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "models" / "training"))
