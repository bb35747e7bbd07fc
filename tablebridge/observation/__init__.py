"""What one witness saw at one moment. Witnesses yield these; only the game's decoder draws conclusions.

A table report or a sighting says what is on the cloth, never what it means: a tile lies in a river slot,
a row of four stands in the corner. Tiles are named as on the outputs (`5m`, `0p`, `2f`, `back`, `?`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tablebridge.observation.camera_sightings import (
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
    TilesShown,
    ViewHeld,
    WallStacks,
)
from tablebridge.observation.table_reports import (
    ButtonPressed,
    DeadWallSet,
    DealerShown,
    DiceShown,
    HandsDealt,
    LinkDown,
    LinkUp,
    PointsShown,
    RoundShown,
    SetComplete,
    SticksInTray,
    TableFault,
    TableState,
    TileCountMode,
    WallRaised,
)

__all__ = [
    "ButtonPressed",
    "DeadWallSet",
    "DealerShown",
    "DiceShown",
    "Evidence",
    "FlowerGone",
    "FlowerSeen",
    "HandOverCloth",
    "HandRevealed",
    "HandsDealt",
    "IndicatorGone",
    "IndicatorSeen",
    "LinkDown",
    "LinkUp",
    "MeldGone",
    "MeldSeen",
    "MeldTile",
    "Observation",
    "PointsShown",
    "ReadTile",
    "RevealedHandGone",
    "RiichiStickSeen",
    "RiverTileCovered",
    "RiverTileGone",
    "RiverTileSeen",
    "RoundShown",
    "SetComplete",
    "Sighting",
    "StandingRow",
    "SticksInTray",
    "TableFault",
    "TableState",
    "TileCountMode",
    "TilesShown",
    "ViewHeld",
    "WallRaised",
    "WallStacks",
    "Witness",
]


class Witness(Enum):
    """Who saw it."""

    TABLE = "table"
    CAMERA = "camera"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where the proof is kept: `kind` is `frame` (number of the camera frame) or `bytes` (sequence on the wire)."""

    kind: str
    reference: str


Sighting = (
    LinkUp
    | LinkDown
    | SetComplete
    | TileCountMode
    | WallRaised
    | DiceShown
    | DeadWallSet
    | ButtonPressed
    | TableFault
    | HandsDealt
    | DealerShown
    | PointsShown
    | TableState
    | SticksInTray
    | RoundShown
    | RiverTileSeen
    | RiverTileGone
    | RiverTileCovered
    | FlowerSeen
    | FlowerGone
    | MeldSeen
    | MeldGone
    | IndicatorSeen
    | IndicatorGone
    | RiichiStickSeen
    | WallStacks
    | StandingRow
    | HandRevealed
    | RevealedHandGone
    | TilesShown
    | HandOverCloth
    | ViewHeld
)


@dataclass(frozen=True, slots=True)
class Observation:
    """One sighting: `at_ms` in table time (first frame that showed it), `captured_at` aware UTC, `confidence` 0..1.

    `track` names the tile that it tells of: the camera gives each tile it can follow a number of its own, which it
    keeps when the tile moves (see `tablebridge.vision.tracks`).
    """

    witness: Witness
    at_ms: float
    captured_at: datetime
    sighting: Sighting
    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    track: int | None = None
