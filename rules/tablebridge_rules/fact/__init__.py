"""What a witness tells besides the acts of a hand: a camera saw it, the table felt it, or the referee entered it.

An act (`event.py`) moves the hand on; a fact says how an act was done, or that something happened beside it. One frozen
value a fact; `play.judge_fact` says which clause it breaks under a rulebook, `play.apply_fact` what the hand is after
it. A tradition that has no clause for a fact finds nothing in it. `TYPE` is its name on outputs.

Moments are in ms of one clock, lengths of time in ms, places on the cloth in mm; None is what nobody has seen or said.
"""

from __future__ import annotations

from tablebridge_rules.fact.call import (
    AddedTileLaid,
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    KanInspected,
    MeldChanged,
    MeldLaid,
    MeldLeft,
    RiichiWithdrawn,
)
from tablebridge_rules.fact.conduct import (
    Cheated,
    DrawAndDiscardRuled,
    EnquiryMade,
    GameTimed,
    HandMixed,
    HandNotOpened,
    Peeked,
    TileNamesSpoken,
    TimeTaken,
)
from tablebridge_rules.fact.tiles import (
    DiscardLaid,
    DiscardTouched,
    PenaltyTile,
    RiverLaid,
    RiverTileTaken,
    RowCounted,
    TilesExposed,
)
from tablebridge_rules.fact.wall import (
    DrawJoined,
    FlowersReplaced,
    FlowersShownFirst,
    ReplacementTaken,
    SetCounted,
    WallBroken,
    WallFaceUp,
    WallTileTaken,
    WallTouched,
)

__all__ = [
    "AddedTileLaid",
    "CallVoiced",
    "CallWithdrawn",
    "Cheated",
    "ClaimTimed",
    "DiscardLaid",
    "DiscardTouched",
    "DrawAndDiscardRuled",
    "DrawJoined",
    "EnquiryMade",
    "Fact",
    "FlowersReplaced",
    "FlowersShownFirst",
    "GameTimed",
    "HandMixed",
    "HandNotOpened",
    "KanInspected",
    "MeldChanged",
    "MeldLaid",
    "MeldLeft",
    "Peeked",
    "PenaltyTile",
    "ReplacementTaken",
    "RiichiWithdrawn",
    "RiverLaid",
    "RiverTileTaken",
    "RowCounted",
    "SetCounted",
    "TileNamesSpoken",
    "TilesExposed",
    "TimeTaken",
    "WallBroken",
    "WallFaceUp",
    "WallTileTaken",
    "WallTouched",
]

Fact = (
    WallTouched
    | DrawJoined
    | TilesExposed
    | CallVoiced
    | CallWithdrawn
    | ClaimTimed
    | MeldLaid
    | AddedTileLaid
    | MeldChanged
    | ReplacementTaken
    | PenaltyTile
    | MeldLeft
    | DiscardTouched
    | DiscardLaid
    | RiverLaid
    | RowCounted
    | TimeTaken
    | Peeked
    | RiichiWithdrawn
    | HandNotOpened
    | HandMixed
    | EnquiryMade
    | KanInspected
    | WallTileTaken
    | WallBroken
    | WallFaceUp
    | SetCounted
    | FlowersReplaced
    | FlowersShownFirst
    | RiverTileTaken
    | TileNamesSpoken
    | Cheated
    | DrawAndDiscardRuled
    | GameTimed
)
"""Everything a witness can tell at a table of any tradition."""
