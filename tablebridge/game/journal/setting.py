"""What was changed while the daemon ran and is to hold over its restart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

__all__ = ["JournalSetting"]


@dataclass(frozen=True, slots=True)
class JournalSetting:
    """A `value` under a `name`, set `by` somebody at `at` (aware UTC). `instead_of` is what the configuration said
    then: where it says something else by now, that holds."""

    name: str
    value: str
    instead_of: str
    by: str
    at: datetime
