"""Game events as documents: one typed struct an event, told apart by `type`; the schema of `events/<type>` comes
from here. Tiles and seats are their names, so that a reader needs no library."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = [
    "AbortiveDrawData",
    "ChiData",
    "DealtData",
    "DiceRolledData",
    "DiscardData",
    "DrawData",
    "EventData",
    "ExhaustiveDrawData",
    "HandStartedData",
    "IndicatorData",
    "KanData",
    "PonData",
    "RiichiAcceptedData",
    "RiichiData",
    "SettledData",
    "WallBuiltData",
    "WinData",
]

SeatName = Literal["A", "B", "C", "D"]
WindName = Literal["east", "south", "west", "north"]
TileName = Annotated[str, msgspec.Meta(pattern="^([1-9][mps]|0[mps]|[1-7]z|[1-4][fg])$")]
KanName = Literal["kan_exposed", "kan_concealed", "kan_added"]


class _Data(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=False):
    """Root of the documents; unknown fields are ignored, so that an older reader understands a newer journal."""


class HandStartedData(_Data, tag="hand_started", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.HandStarted`."""

    hand: int
    round_wind: WindName
    dealer: SeatName
    honba: int
    sticks: int
    points: tuple[int, int, int, int]


class WallBuiltData(_Data, tag="wall_built", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.WallBuilt`."""

    stacks: tuple[int, int, int, int]


class DiceRolledData(_Data, tag="dice_rolled", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.DiceRolled`."""

    seat: SeatName
    dice: tuple[int, ...]


class DealtData(_Data, tag="dealt", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Dealt`."""

    indicator: TileName
    hands: tuple[tuple[TileName, ...], ...] | None = None


class DrawData(_Data, tag="draw", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Drawn`."""

    seat: SeatName
    tile: TileName | None = None
    replacement: bool = False


class DiscardData(_Data, tag="discard", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Discarded`."""

    seat: SeatName
    tile: TileName
    sideways: bool = False
    drawn: bool | None = None


class RiichiData(_Data, tag="riichi", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.RiichiDeclared`."""

    seat: SeatName


class RiichiAcceptedData(_Data, tag="riichi_accepted", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.RiichiAccepted`."""

    seat: SeatName


class ChiData(_Data, tag="chi", frozen=True, kw_only=True):
    """A run called from the left; `own` are the two tiles of the hand."""

    seat: SeatName
    own: tuple[TileName, ...]
    called: TileName | None = None
    from_seat: SeatName | None = None
    drawn: bool | msgspec.UnsetType | None = msgspec.UNSET


class PonData(_Data, tag="pon", frozen=True, kw_only=True):
    """A triplet called; `own` are the two tiles of the hand."""

    seat: SeatName
    own: tuple[TileName, ...]
    called: TileName | None = None
    from_seat: SeatName | None = None
    drawn: bool | msgspec.UnsetType | None = msgspec.UNSET


class KanData(_Data, tag="kan", frozen=True, kw_only=True):
    """One of the three kans, told by `kind`; a concealed one has neither `called` nor `from_seat`.

    `drawn`, where somebody saw it: whether the last tile of a kan in the own turn is the one just drawn.
    """

    seat: SeatName
    kind: KanName
    own: tuple[TileName, ...]
    called: TileName | None = None
    from_seat: SeatName | None = None
    drawn: bool | msgspec.UnsetType | None = msgspec.UNSET


class IndicatorData(_Data, tag="indicator", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.IndicatorTurned`."""

    tile: TileName


class WinData(_Data, tag="win", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Won`."""

    seat: SeatName
    tile: TileName
    concealed: tuple[TileName, ...]
    from_seat: SeatName | None = None
    ura_indicators: tuple[TileName, ...] = ()


class ExhaustiveDrawData(_Data, tag="exhaustive_draw", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.ExhaustiveDraw`."""

    revealed: tuple[tuple[SeatName, tuple[TileName, ...]], ...] = ()


class AbortiveDrawData(_Data, tag="abortive_draw", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.AbortiveDraw`."""

    reason: str
    seat: SeatName | None = None


class SettledData(_Data, tag="settled", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Settled`."""

    delta: tuple[int, int, int, int]
    points: tuple[int, int, int, int]
    sticks: int


EventData = (
    HandStartedData
    | WallBuiltData
    | DiceRolledData
    | DealtData
    | DrawData
    | DiscardData
    | RiichiData
    | RiichiAcceptedData
    | ChiData
    | PonData
    | KanData
    | IndicatorData
    | WinData
    | ExhaustiveDrawData
    | AbortiveDrawData
    | SettledData
)
