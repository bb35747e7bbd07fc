"""The public state of a hand: everything a spectator may see, as one typed document."""

from __future__ import annotations

import msgspec

__all__ = [
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
]

Unset = msgspec.UnsetType
UNSET = msgspec.UNSET


class PublicDiscard(msgspec.Struct, frozen=True, kw_only=True):
    """A tile in a river; `claimed_by` names the seat that took it away."""

    tile: str
    sideways: bool = False
    claimed_by: str | None = None
    confidence: float = 1.0


class PublicMeldTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile of a meld from the owner's left to right; `back` as tile for the turned ones of a concealed kan.

    `called` marks the tile taken from another seat, also where no tile lies sideways.
    """

    tile: str
    sideways: bool = False
    stacked: bool = False
    called: bool = False


class PublicMeld(msgspec.Struct, frozen=True, kw_only=True):
    """A meld: `kind` is chi, pon, kan_exposed, kan_concealed or kan_added; `from_seat` the discarder."""

    kind: str
    tiles: tuple[PublicMeldTile, ...]
    from_seat: str | None = None


class PublicSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: its wind in this hand, points without the stick on the table, river, melds, concealed tiles.

    `ready`: it has declared a ready hand (riichi, MIGI). `flowers` lie before the hand, `void_suit` is the suit (m, p
    or s) that it declared, `won` that it has won in this hand; `set_aside` are tiles that lie apart with its wins.
    `waits` are the kinds that would complete a hand that was laid open, once the hand is over.
    """

    wind: str
    points: int
    riichi: bool = False
    ready: bool = False
    river: tuple[PublicDiscard, ...] = ()
    melds: tuple[PublicMeld, ...] = ()
    flowers: tuple[str, ...] = ()
    void_suit: str | None = None
    concealed: int = 0
    revealed: tuple[str, ...] = ()
    won: bool = False
    set_aside: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()


class PublicPattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern that counted: what it was worth in the win's unit, its clauses, its title by language."""

    name: str
    value: int
    clauses: tuple[str, ...] = ()
    title: dict[str, str] = {}


class PublicFu(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the fu before rounding: `kind` as in `tablebridge_rules.riichi.fu.FuPart`, `tile` of a set or pair."""

    kind: str
    fu: int
    tile: str | None = None


class PublicPayment(msgspec.Struct, frozen=True, kw_only=True):
    """Points that went to a seat: from another one, or from the deposits on the table (`payer` null)."""

    payer: str | None
    receiver: str
    points: int
    clauses: tuple[str, ...] = ()


class PublicWin(msgspec.Struct, frozen=True, kw_only=True):
    """One win. Without a value it did not stand, or nobody can tell: `patterns` is empty then.

    `from_seat` is null for a self-draw, `tile` for a win by `flowers` alone. `value` counts `unit`: han, tai, points or
    fan. `points` is what it brought: `total`, in riichi `ron` or the shares of a self-draw too. `han`, `fu`,
    `fu_parts` (what the fu were counted from, before rounding), `limit` and `yakuman` are riichi's, `limit` Zung Jung's
    too. `liable` are the seats that paid instead of others.
    """

    seat: str
    from_seat: str | None
    tile: str | None
    concealed: tuple[str, ...] = ()
    flowers: tuple[str, ...] = ()
    ura_indicators: tuple[str, ...] = ()
    patterns: tuple[PublicPattern, ...] = ()
    value: int | Unset = UNSET
    unit: str | Unset = UNSET
    han: int | Unset = UNSET
    fu: int | Unset | None = UNSET
    fu_parts: tuple[PublicFu, ...] = ()
    limit: str | Unset = UNSET
    yakuman: int | Unset = UNSET
    points: dict[str, int] | Unset = UNSET
    liable: tuple[str, ...] = ()
    explanation: str | Unset = UNSET


class PublicResult(msgspec.Struct, frozen=True, kw_only=True):
    """How the hand ended: `kind` is win, exhaustive_draw, abortive_draw or void (time ran out, or a foul ended it).

    `wins` in their order; `payments` one by one, those made during the hand included; `delta` is what A..D gained or
    lost by them.
    """

    kind: str
    wins: tuple[PublicWin, ...] = ()
    payments: tuple[PublicPayment, ...] = ()
    delta: tuple[int, int, int, int] | None = None
    reason: str | None = None


class PublicStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the end of a game: `place` 1..4, shared where the rulebook has it so, `points` with what is left on the
    table, `total` what counts when games are added up; `uma` is riichi's, for the place alone."""

    seat: str
    place: int
    points: int
    total: int | float
    uma: int | float | None = None


class PublicState(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. `sequence` is that of the last event folded in.

    `tradition` is that of the rulebook: riichi, taiwan, zungjung or sichuan. `phase` is idle, building, playing or
    settled. `honba` counts repeats: counters in riichi, the dealer's streak in Taiwan. `wall_left` are the tiles that
    can still be drawn. `began_with` are the points of A..D when the hand began, as corrections of earlier hands have
    them. `wins` are those of a hand that goes on after them; once it is over `result` has them.
    `standings` are there once the game is over, from first to last. `violations` counts those of the game that the
    referee let stand.
    """

    table: str
    rulebook: str
    tradition: str = "riichi"
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
    began_with: tuple[int, int, int, int] | None = None
    wins: tuple[PublicWin, ...] = ()
    result: PublicResult | None = None
    standings: tuple[PublicStanding, ...] = ()
    violations: int = 0
