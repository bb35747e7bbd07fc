"""What holds for every test."""

from __future__ import annotations

import pytest
from hypothesis import settings

# how long an example takes says only how busy the machine is
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

WHOLE_PROGRAMS = ("end_to_end", "browser", "broker")
"""Marks of tests that wait for programs of their own, and so for a machine that may be busy with something else."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test of whole programs is tried twice before it fails the run, and the summary names it if it was.

    What it finds wrong it finds twice; a test without such a mark gets one try.
    """
    for item in items:
        if any(item.get_closest_marker(mark) for mark in WHOLE_PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=1))
