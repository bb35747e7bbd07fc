"""Facts about what players do besides, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.seat import Seat

__all__ = [
    "Cheated",
    "DrawAndDiscardRuled",
    "EnquiryMade",
    "GameTimed",
    "HandMixed",
    "HandNotOpened",
    "Peeked",
    "TileNamesSpoken",
    "TimeTaken",
]


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """How long `seat` has thought: since its turn began, and since others began to count."""

    TYPE: ClassVar[str] = "time_taken"
    seat: Seat
    since_turn_ms: int
    since_count_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Peeked:
    """The referee saw `seat` look at tiles that it may not see."""

    TYPE: ClassVar[str] = "peeked"
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandNotOpened:
    """`seat` declared a win and did not lay its hand open in time."""

    TYPE: ClassVar[str] = "hand_not_opened"
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandMixed:
    """The winning hand of `seat` was mixed with other tiles before it was confirmed."""

    TYPE: ClassVar[str] = "hand_mixed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EnquiryMade:
    """The table was asked whether the last discard is wanted, and nobody answered; `seat` asked."""

    TYPE: ClassVar[str] = "enquiry_made"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TileNamesSpoken:
    """The referee heard `seat` speak names of tiles that were not its discard; `serious` by the referee's word."""

    TYPE: ClassVar[str] = "tile_names_spoken"
    seat: Seat
    serious: bool = False


@dataclass(frozen=True, slots=True)
class Cheated:
    """The referee rules that `seat` cheated; `offence` in the words of the rulebook's tradition."""

    TYPE: ClassVar[str] = "cheated"
    seat: Seat
    offence: str


@dataclass(frozen=True, slots=True)
class DrawAndDiscardRuled:
    """The referee rules that `seat` only draws and discards for the rest of the hand."""

    TYPE: ClassVar[str] = "draw_and_discard_ruled"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GameTimed:
    """How long the game has been played, in s since its first deal."""

    TYPE: ClassVar[str] = "game_timed"
    elapsed_s: int
