"""Public states to show, and short ways to write them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from tablebridge.release import (
    PublicDiscard,
    PublicMeld,
    PublicMeldTile,
    PublicPattern,
    PublicResult,
    PublicSeat,
    PublicState,
    PublicWin,
    Released,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def tiles(text: str) -> list[str]:
    """`1z 4s`: names of tiles."""
    return text.split()


def discards(text: str) -> tuple[PublicDiscard, ...]:
    """`1z 4s_ 5z>C`: a river; `_` marks the sideways tile, `>C` one that C took."""
    river = []
    for word in text.split():
        tile, _, taker = word.partition(">")
        river.append(PublicDiscard(tile=tile.rstrip("_"), sideways=tile.endswith("_"), claimed_by=taker or None))
    return tuple(river)


def meld(kind: str, text: str, from_seat: str | None = None) -> PublicMeld:
    """`7z_ 7z 7z`: a meld from left to right; `_` sideways, `^` sideways on top of that one."""
    tiles = tuple(
        PublicMeldTile(tile=word.rstrip("_^"), sideways=word[-1] in "_^", stacked=word.endswith("^"))
        for word in text.split()
    )
    return PublicMeld(kind=kind, tiles=tiles, from_seat=from_seat)


SEATS = {
    "A": PublicSeat(
        wind="east",
        points=31200,
        river=discards("1z 9p 4z 1m 8s 2p 7s 5z>C 3m 6p 0s"),
        concealed=11,
        melds=(meld("pon", "7z_ 7z 7z", "D"),),
    ),
    "B": PublicSeat(wind="south", points=24000, riichi=True, river=discards("9m 1s 3z 2z 7p 4s_ 6m 8p"), concealed=13),
    "C": PublicSeat(
        wind="west",
        points=18900,
        river=discards("1p 9s 2z 8m 3s 4m 5m 6z 9m 1s 7m 2s 3p 4p 6s 8s 9p 2m 3m 1z"),
        concealed=1,
        melds=(
            meld("chi", "6m_ 0m 7m", "B"),
            meld("kan_concealed", "back 2s 2s back"),
            meld("kan_added", "5z 5z 5z_ 5z^", "A"),
            meld("kan_exposed", "4p_ 4p 4p 4p", "D"),
        ),
    ),
    "D": PublicSeat(wind="north", points=24900, river=discards("3z 1m 9p ? 6m 6s"), concealed=14),
}
PLAYING = PublicState(
    table="hall-1",
    rulebook="riichi-league-tw",
    sequence=77,
    phase="playing",
    hand=3,
    round_wind="east",
    dealer="A",
    honba=1,
    sticks=2,
    turn="D",
    wall_left=31,
    indicators=("6p", "9m"),
    seats=SEATS,
)
WON = msgspec.structs.replace(
    PLAYING,
    phase="settled",
    sequence=90,
    turn=None,
    ura_indicators=("4z", "1p"),
    seats={
        **SEATS,
        "B": msgspec.structs.replace(SEATS["B"], revealed=tuple(tiles("2m 3m 4m 0p 6p 7p 3s 4s 8s 8s 7p 8p 9p"))),
    },
    result=PublicResult(
        kind="win",
        wins=(
            PublicWin(
                seat="B",
                from_seat="C",
                tile="5s",
                concealed=tuple(tiles("2m 3m 4m 0p 6p 7p 3s 4s 8s 8s 7p 8p 9p")),
                ura_indicators=("4z", "1p"),
                value=5,
                unit="han",
                han=5,
                fu=30,
                limit="mangan",
                yakuman=0,
                points={"ron": 8000, "total": 8000},
                patterns=(
                    PublicPattern(name="riichi", value=1, clauses=("RL-Y01",), title={"en": "Riichi"}),
                    PublicPattern(name="pinfu", value=1, clauses=("RL-Y01",), title={"en": "Pinfu"}),
                    PublicPattern(name="dora", value=3, clauses=("RL-Y01",), title={"en": "Dora"}),
                ),
                explanation="",
            ),
        ),
        delta=(0, 10300, -8300, 0),
    ),
)


def event(kind: str, sequence: int = 78, **data: object) -> Released:
    return Released(
        id=f"s-{sequence}",
        sequence=sequence,
        type=kind,
        table="hall-1",
        hand=3,
        data={"type": kind, **data},
        captured_at=NOON,
        released_at=NOON,
    )
