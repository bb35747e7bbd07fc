"""`[evidence]`: its defaults, and each mistake by key and line."""

from __future__ import annotations

import pytest

from tablebridge.config import EvidenceConfig, read
from tablebridge.errors import UsageError

REST = """\
[[table]]
name = "t1"
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0
"""


def section(lines: str) -> EvidenceConfig:
    return read(f"[evidence]\n{lines}\n{REST}", "table.toml").evidence


def test_without_a_section_clips_are_ten_seconds() -> None:
    evidence = read(REST, "table.toml").evidence
    assert evidence == EvidenceConfig()
    assert (evidence.enabled, evidence.before_s, evidence.after_s) == (True, 5, 5)


def test_every_key_is_taken() -> None:
    lines = "enabled = false\nbefore_s = 8\nafter_s = 2.5\nmemory_mb = 128\nfolder = '/srv/clips'\ndays = 7\n"
    assert section(f"{lines}size_mb = 500\nkeep_free_mb = 0") == EvidenceConfig(
        enabled=False, before_s=8, after_s=2.5, memory_mb=128, folder="/srv/clips", days=7, size_mb=500, keep_free_mb=0
    )


@pytest.mark.parametrize(
    ("line", "what", "key"),
    [
        ("enabled = 1", "expected `bool`", "enabled"),
        ("before_s = 0", "expected `float` >= 0.5", "before_s"),
        ("after_s = 61", "expected `float` <= 60", "after_s"),
        ("memory_mb = 7", "expected `int` >= 8", "memory_mb"),
        ("memory_mb = 8.5", "expected `int`", "memory_mb"),
        ('folder = ""', "must not be empty", "folder"),
        ("days = 0", "expected `float` > 0", "days"),
        ("days = nan", "expected `float` > 0", "days"),
        ("size_mb = 99", "expected `int` >= 100", "size_mb"),
        ("keep_free_mb = -1", "expected `int` >= 0", "keep_free_mb"),
        ("seconds = 5", "unknown key", "seconds"),
    ],
)
def test_a_mistake_is_named_by_key_and_line(line: str, what: str, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        section(line)
    said = str(caught.value)
    assert what in said
    assert f"table.toml, line 2, key evidence.{key}" in said
