"""A recorded evening told again: at another table, at another time, under ids and sequences that are new."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from tablebridge.records.recording import Header, Told
from tablebridge.release import PublicState, Released, ViolationFlag

__all__ = ["ToldAgain"]


@dataclass(frozen=True, slots=True)
class ToldAgain:
    """What of a recorded evening becomes another one.

    `session` is what the ids begin with from now on, and `after` is the sequence of the last event that the table told
    before. `began` (aware UTC) is when the evening begins again, and `speed` how many seconds of table time pass in
    one; 0 is as fast as it goes.
    """

    header: Header
    table: str
    session: str
    after: int
    began: datetime
    speed: float
    _id: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_id", re.compile(rf"{re.escape(self.header.session)}-(\d+)"))

    def told(self, told: Told, now: datetime) -> Told:
        """The same, told `now` (aware UTC); whoever reads it cannot see that it happened before."""
        match told:
            case Released():
                return msgspec.structs.replace(
                    told,
                    id=self._named(told.id),
                    sequence=told.sequence + self.after,
                    table=self.table,
                    data=self._renamed(told.data),
                    captured_at=self._moment(told.captured_at, now),
                    released_at=now,
                )
            case PublicState():
                return msgspec.structs.replace(told, table=self.table, sequence=told.sequence + self.after)
            case ViolationFlag():
                return msgspec.structs.replace(
                    told,
                    id=self._named(told.id),
                    event=self._named(told.event),
                    table=self.table,
                    captured_at=self._moment(told.captured_at, now),
                )
            case _:
                return told

    def _moment(self, moment: datetime, now: datetime) -> datetime:
        """When that was this time; nothing is seen after it is told."""
        if not self.speed:
            return now
        passed_s = (moment - self.header.began).total_seconds() / self.speed
        return min(self.began + timedelta(seconds=passed_s), now)

    def _named(self, text: str) -> str:
        return self._id.sub(lambda found: f"{self.session}-{int(found[1]) + self.after}", text)

    def _renamed(self, value: Any) -> Any:
        """The value with every id in it renamed."""
        match value:
            case str():
                return self._named(value)
            case dict():
                return {name: self._renamed(one) for name, one in value.items()}
            case list() | tuple():
                return [self._renamed(one) for one in value]
            case _:
                return value
