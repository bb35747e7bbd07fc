"""The one gate in front of every public output: what it has not let out, no output ever sees.

Outputs take the types of what is public from here, so that they need not know the game.
"""

from tablebridge.game.journal import event_data
from tablebridge.game.journal.ruling_data import TableEventData
from tablebridge.game.shown.public import (
    PublicDiscard,
    PublicFu,
    PublicMeld,
    PublicMeldTile,
    PublicPattern,
    PublicPayment,
    PublicResult,
    PublicSeat,
    PublicStanding,
    PublicState,
    PublicWin,
)
from tablebridge.release.gate import ReleaseGate, Subscriber
from tablebridge.release.ledger import Ledger
from tablebridge.release.private import ViolationFlag, violation_flag
from tablebridge.release.released import Released, release

__all__ = [
    "Ledger",
    "PublicDiscard",
    "PublicFu",
    "PublicMeld",
    "PublicMeldTile",
    "PublicPattern",
    "PublicPayment",
    "PublicResult",
    "PublicSeat",
    "PublicStanding",
    "PublicState",
    "PublicWin",
    "ReleaseGate",
    "Released",
    "Subscriber",
    "TableEventData",
    "ViolationFlag",
    "event_data",
    "release",
    "violation_flag",
]
