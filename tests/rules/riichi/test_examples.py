"""The examples in the docstrings of the rules, and the one in their README, run as they are written."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import tablebridge_rules

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(tablebridge_rules.__path__, prefix="tablebridge_rules.")
)
README = Path(__file__).parents[3] / "rules" / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.failed == 0
    assert result.attempted >= 8
