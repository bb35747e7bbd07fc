"""What every test of the Zung Jung rules plays by."""

from __future__ import annotations

import pytest

from tablebridge_rules.zungjung.rulebook import Rulebook, load


@pytest.fixture
def book() -> Rulebook:
    return load("zungjung-wsom-1.03")
