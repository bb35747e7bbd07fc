"""Wins in the catalogue's notation, for the tests of the Taiwanese rules."""

from __future__ import annotations

import pytest

from tablebridge_rules.taiwan.rulebook import Rulebook, load


@pytest.fixture
def book() -> Rulebook:
    return load("taiwan16-ntuee-2009")
