"""What the table tells: its reports in the daemon's words."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat, Wind

__all__ = [
    "ButtonPressed",
    "DeadWallSet",
    "DealerShown",
    "DiceShown",
    "HandsDealt",
    "LinkDown",
    "LinkUp",
    "PointsShown",
    "RoundShown",
    "SetComplete",
    "SticksInTray",
    "TableFault",
    "TableState",
    "TileCountMode",
    "WallRaised",
]


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The table answered; `serial_number` names it for good."""

    vendor: str
    model: str
    firmware: str
    serial_number: str


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The table is not heard any more; `reason` is one clear line."""

    reason: str


@dataclass(frozen=True, slots=True)
class SetComplete:
    """All tiles are inside and counted."""

    tiles: int


@dataclass(frozen=True, slots=True)
class TileCountMode:
    """The set the table builds from the next shuffle on."""

    tiles: int


@dataclass(frozen=True, slots=True)
class WallRaised:
    """The wall of one side came up with so many stacks of two."""

    side: Seat
    stacks: int


@dataclass(frozen=True, slots=True)
class DiceShown:
    """The table's dice came to rest; `purpose` is `dealer` (who deals first) or `break` (where the wall opens)."""

    purpose: str
    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadWallSet:
    """Where the dead wall's first indicator is: the side and the stack, 0 at that side's right-hand end."""

    side: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button at a seat: its name as in the wire specification."""

    seat: Seat
    button: str


@dataclass(frozen=True, slots=True)
class TableFault:
    """The table stopped or warns; code and plain words. `active` is False when the fault is gone again."""

    code: int
    text: str
    active: bool = True


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The machine has dealt: tiles of each hand, and what that left of each wall, A..D. An odd wall ends in a half
    stack."""

    hands: tuple[int, ...]
    walls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerShown:
    """The lamp that shows who deals stands still at a seat; `chosen` when a running lamp picked it."""

    seat: Seat
    chosen: bool


@dataclass(frozen=True, slots=True)
class PointsShown:
    """The points of a seat have changed and are steady; `source` is `display` or `sticks` (counted in the tray)."""

    seat: Seat
    points: int
    source: str


@dataclass(frozen=True, slots=True)
class TableState:
    """What the table does now, in the words of the wire specification: `raised`, `playing`, `closing` …"""

    state: str


@dataclass(frozen=True, slots=True)
class SticksInTray:
    """The tray for riichi sticks of a seat holds so many."""

    seat: Seat
    sticks: int


@dataclass(frozen=True, slots=True)
class RoundShown:
    """The table's counter: the prevailing wind, whose turn as dealer it is, and how often the dealer has continued."""

    round_wind: Wind
    seat: Seat
    continuation: int
