"""The state machine of a table: which changes exist. From the transitions of `messages.toml`."""

from __future__ import annotations

from tablebridge_protocol.enumerations import TableState
from tablebridge_protocol.source import load

__all__ = ["START_STATE", "TRANSITIONS", "may_change"]

START_STATE = TableState[load().start_state.upper()]
"""The state after power-on."""

TRANSITIONS: frozenset[tuple[TableState, TableState]] = frozenset(
    (TableState[change.source.upper()], TableState[change.target.upper()]) for change in load().transitions
)
"""Every change a table may make, from and to."""


def may_change(before: TableState, after: TableState) -> bool:
    """Whether a table may go from one state to the other; staying is no change.

    >>> may_change(TableState.BUILT, TableState.RAISED), may_change(TableState.IDLE, TableState.PLAYING)
    (True, False)
    """
    return (before, after) in TRANSITIONS
