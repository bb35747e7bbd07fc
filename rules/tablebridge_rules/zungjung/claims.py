"""Claims on a discard: which sets a hand can make, which kans a turn allows, whose claim goes before whose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

__all__ = [
    "Claim",
    "TurnStart",
    "Wish",
    "added_kans",
    "can_kan",
    "can_pon",
    "can_rob",
    "chi_pairs",
    "claimants",
    "concealed_kans",
    "next_to_draw",
    "resolve",
]


class Claim(Enum):
    """What a discard can be claimed for; there is no other claim, no declaration of a ready hand (ZJ-R04)."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    WIN = "win"


class TurnStart(Enum):
    """How a turn began: with which tile a seat came to discard."""

    DEAL = "deal"
    DRAW = "draw"
    REPLACEMENT = "replacement"
    CHI = "chi"
    PON = "pon"

    @property
    def allows_kan(self) -> bool:
        """Whether a concealed or added kan may be made: not together with chi or pon (ZJ-R24, ZJ-R25)."""
        return self not in (TurnStart.CHI, TurnStart.PON)


@dataclass(frozen=True, slots=True)
class Wish:
    """A claim as it was made; one that is not `announced`, or not `legal`, has no precedence (ZJ-X04)."""

    seat: Seat
    claim: Claim
    announced: bool = True
    legal: bool = True


def claimants(from_seat: Seat) -> tuple[Seat, ...]:
    """Who may claim a discard, in the order of play (ZJ-R01)."""
    return tuple(from_seat.after(steps) for steps in (1, 2, 3))


def next_to_draw(discarder: Seat) -> Seat:
    """Who draws when a discard was not claimed, whatever brought the discarder to the turn (ZJ-R17, R20, R29)."""
    return discarder.after()


def resolve(wishes: Iterable[Wish], from_seat: Seat) -> tuple[Seat, Claim] | None:
    """The one claim that is granted: a win, the nearest in the order of play first, then pon or kan, then chi (ZJ-X04).

    >>> wishes = [Wish(Seat.C, Claim.WIN), Wish(Seat.D, Claim.PON), Wish(Seat.B, Claim.WIN)]
    >>> resolve(wishes, from_seat=Seat.A)
    (<Seat.B: 'B'>, <Claim.WIN: 'win'>)
    """
    valid = [wish for wish in wishes if wish.announced and wish.legal and wish.seat is not from_seat]
    best = min(valid, key=lambda wish: (_RANKS[wish.claim], claimants(from_seat).index(wish.seat)), default=None)
    return None if best is None else (best.seat, best.claim)


def chi_pairs(standing: Iterable[Tile], tile: Tile, relation: Relation) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of the hand that make a run with a discard of the left; none for another discarder (ZJ-R18)."""
    if relation is not Relation.LEFT or not tile.kind.is_suited:
        return ()
    near = sorted({held.kind for held in standing if held.kind.suit is tile.kind.suit and held != tile})
    return tuple((Tile(a), Tile(b)) for a, b in combinations(near, 2) if _is_run(a.rank, b.rank, tile.kind.rank))


def can_pon(standing: Iterable[Tile], tile: Tile) -> bool:
    """Whether the hand holds two more of the discard, whoever made it (ZJ-R15)."""
    return list(standing).count(tile) >= 2


def can_kan(standing: Iterable[Tile], tile: Tile) -> bool:
    """Whether the hand holds three more of the discard; an exposed triplet is none (ZJ-R26, ZJ-R27)."""
    return list(standing).count(tile) == 3


def can_rob(kan: MeldKind) -> bool:
    """Whether a win may take a tile out of that kan: only one that is being added, never a concealed one (ZJ-X05)."""
    return kan is MeldKind.KAN_ADDED


def concealed_kans(standing: Iterable[Tile], start: TurnStart) -> tuple[Tile, ...]:
    """The tiles of which the hand holds all four in a turn that allows a kan (ZJ-R24)."""
    held = list(standing)
    return tuple(sorted(tile for tile in set(held) if held.count(tile) == 4)) if start.allows_kan else ()


def added_kans(standing: Iterable[Tile], melds: Sequence[Meld], start: TurnStart) -> tuple[Tile, ...]:
    """The tiles that may be added to the own exposed triplets in a turn that allows a kan (ZJ-R25)."""
    held = set(standing)
    pons = (meld.own[0] for meld in melds if meld.kind is MeldKind.PON)
    return tuple(tile for tile in pons if tile in held) if start.allows_kan else ()


_RANKS = {Claim.WIN: 0, Claim.PON: 1, Claim.KAN: 1, Claim.CHI: 2}


def _is_run(a: int, b: int, c: int) -> bool:
    low, middle, high = sorted((a, b, c))
    return (middle, high) == (low + 1, low + 2)
