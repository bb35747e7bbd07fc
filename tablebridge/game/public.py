"""The public state of a hand: everything a spectator may see, as one typed document."""

from __future__ import annotations

import msgspec

__all__ = ["PublicDiscard", "PublicMeld", "PublicMeldTile", "PublicResult", "PublicSeat", "PublicState"]


class PublicDiscard(msgspec.Struct, frozen=True, kw_only=True):
    """A tile in a river; `claimed_by` names the seat that took it away."""

    tile: str
    sideways: bool = False
    claimed_by: str | None = None
    confidence: float = 1.0


class PublicMeldTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile of a meld from the owner's left to right; `back` as tile for the turned ones of a concealed kan."""

    tile: str
    sideways: bool = False
    stacked: bool = False


class PublicMeld(msgspec.Struct, frozen=True, kw_only=True):
    """A meld: `kind` is chi, pon, kan_exposed, kan_concealed or kan_added; `from_seat` the discarder."""

    kind: str
    tiles: tuple[PublicMeldTile, ...]
    from_seat: str | None = None


class PublicSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: its wind in this hand, points without the stick on the table, river, melds, concealed tiles."""

    wind: str
    points: int
    riichi: bool = False
    river: tuple[PublicDiscard, ...] = ()
    melds: tuple[PublicMeld, ...] = ()
    concealed: int = 0
    revealed: tuple[str, ...] = ()


class PublicResult(msgspec.Struct, frozen=True, kw_only=True):
    """How the hand ended: `kind` win, exhaustive_draw or abortive_draw; wins with patterns; deltas A..D."""

    kind: str
    wins: tuple[dict[str, object], ...] = ()
    delta: tuple[int, int, int, int] | None = None
    reason: str | None = None


class PublicState(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. `sequence` is that of the last event folded in.

    `phase` is idle, building, playing or settled.
    """

    table: str
    rulebook: str
    sequence: int
    phase: str
    hand: int = 0
    round_wind: str | None = None
    dealer: str | None = None
    honba: int = 0
    sticks: int = 0
    turn: str | None = None
    wall_left: int | None = None
    indicators: tuple[str, ...] = ()
    ura_indicators: tuple[str, ...] = ()
    in_step: bool = True
    out_of_step: str | None = None
    seats: dict[str, PublicSeat] = {}
    result: PublicResult | None = None
