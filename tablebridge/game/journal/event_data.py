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
    "FirstDealerThrownData",
    "FlowerData",
    "FlowersPassedData",
    "HandStartedData",
    "HandsRevealedData",
    "IndicatorData",
    "KanData",
    "PonData",
    "ReadyData",
    "RiichiAcceptedData",
    "RiichiData",
    "SettledData",
    "StreakAnnouncedData",
    "VoidSuitData",
    "WallBuiltData",
    "WinData",
]

SeatName = Literal["A", "B", "C", "D"]
WindName = Literal["east", "south", "west", "north"]
TileName = Annotated[str, msgspec.Meta(pattern=r"\A([1-9][mps]|0[mps]|[1-7]z|[1-4][fg])\Z")]
SuitName = Literal["m", "p", "s"]
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


class FirstDealerThrownData(_Data, tag="first_dealer_thrown", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.FirstDealerThrown`."""

    seat: SeatName
    dice: tuple[int, ...]


class StreakAnnouncedData(_Data, tag="streak_announced", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.StreakAnnounced`."""

    seat: SeatName


class DealtData(_Data, tag="dealt", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.Dealt`; without `indicator` where none is turned (`TilesDealt`)."""

    indicator: TileName | msgspec.UnsetType = msgspec.UNSET
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


class FlowerData(_Data, tag="flower", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.FlowersShown`."""

    seat: SeatName
    tiles: tuple[TileName, ...]


class FlowersPassedData(_Data, tag="flowers_passed", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.FlowersPassed`."""

    seat: SeatName


class VoidSuitData(_Data, tag="void_suit", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.VoidSuitDeclared`."""

    seat: SeatName
    suit: SuitName


class ReadyData(_Data, tag="ready", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.ReadyDeclared`."""

    seat: SeatName


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
    """See `tablebridge_rules.event.Won`; by flowers alone (`WonByFlowers`) it has `flowers`, and none of the others."""

    seat: SeatName
    tile: TileName | msgspec.UnsetType = msgspec.UNSET
    concealed: tuple[TileName, ...] | msgspec.UnsetType = msgspec.UNSET
    flowers: tuple[TileName, ...] | msgspec.UnsetType = msgspec.UNSET
    from_seat: SeatName | None = None
    ura_indicators: tuple[TileName, ...] | msgspec.UnsetType = msgspec.UNSET
    kans: tuple[TileName, ...] | msgspec.UnsetType = msgspec.UNSET


class HandsRevealedData(_Data, tag="hands_revealed", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.HandsRevealed`."""

    revealed: tuple[tuple[SeatName, tuple[TileName, ...]], ...]
    kans: tuple[tuple[SeatName, tuple[TileName, ...]], ...] = ()


class ExhaustiveDrawData(_Data, tag="exhaustive_draw", frozen=True, kw_only=True):
    """See `tablebridge_rules.event.ExhaustiveDraw`."""

    revealed: tuple[tuple[SeatName, tuple[TileName, ...]], ...] = ()
    kans: tuple[tuple[SeatName, tuple[TileName, ...]], ...] = ()


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
    | FirstDealerThrownData
    | StreakAnnouncedData
    | DealtData
    | DrawData
    | DiscardData
    | FlowerData
    | FlowersPassedData
    | VoidSuitData
    | ReadyData
    | RiichiData
    | RiichiAcceptedData
    | ChiData
    | PonData
    | KanData
    | IndicatorData
    | WinData
    | HandsRevealedData
    | ExhaustiveDrawData
    | AbortiveDrawData
    | SettledData
)
