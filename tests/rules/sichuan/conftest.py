"""The Sichuan rulebook, and hands in short notation, for the tests of that tradition."""

from __future__ import annotations

import pytest

from tablebridge_rules.sichuan.rulebook import Rulebook, load


@pytest.fixture
def book() -> Rulebook:
    return load("sichuan-bloody")
