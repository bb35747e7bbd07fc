"""Claims on a discard: which melds a hand can make, whose claim goes before whose, who wins together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import combinations

from tablebridge_rules.event import Called, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import Tile

__all__ = [
    "Claim",
    "added_kans",
    "can_kan",
    "can_pon",
    "chi_pairs",
    "claim_of",
    "concealed_kans",
    "goes_before",
    "in_turn_order",
    "laid_order",
    "resolve",
    "shown_tiles",
    "winners_of",
]


class Claim(Enum):
    """What is wished for: a meld with the discard, or to win on it."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    WIN = "win"


def claim_of(event: Called | Won) -> Claim:
    """What a meld or a win laid down claims."""
    if isinstance(event, Won):
        return Claim.WIN
    kind = event.meld.kind
    return Claim.CHI if kind is MeldKind.CHI else Claim.PON if kind is MeldKind.PON else Claim.KAN


def goes_before(one: Claim, other: Claim) -> bool:
    """Whether the first claim has precedence: a win before pon and kan, these before chi (TW-R38)."""
    return _RANK[one] > _RANK[other]


_RANK = {Claim.CHI: 0, Claim.PON: 1, Claim.KAN: 1, Claim.WIN: 2}


def in_turn_order(seats: Iterable[Seat], from_seat: Seat) -> tuple[Seat, ...]:
    """The seats in the order in which they play after `from_seat`: its right, across, its left."""
    return tuple(sorted(seats, key=lambda seat: (seat.number - from_seat.number - 1) % 4))


def winners_of(rulebook: Rulebook, claimants: Iterable[Seat], from_seat: Seat) -> tuple[Seat, ...]:
    """Whose wins on one discard stand: of two claimants the first in turn order, three win together (TW-R43, TW-P04).

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> winners_of(load("taiwan16-ntuee-2009"), [Seat.B, Seat.A], from_seat=Seat.D)
    (<Seat.A: 'A'>,)
    """
    ordered = in_turn_order(claimants, from_seat)
    every = rulebook.play.multi_win == "all_win"
    three = rulebook.play.multi_win == "three_yes_two_intercept" and len(ordered) == len(Seat) - 1
    return ordered if every or three else ordered[:1]


def resolve(
    rulebook: Rulebook, claims: Mapping[Seat, Claim], from_seat: Seat, *, self_draw_declared: bool = False
) -> tuple[tuple[Seat, Claim], ...]:
    """The claims that take effect: a win before pon and kan, these before chi and the draw (TW-R38).

    After the next player drew and declared a self-draw no claim on the discard is left (TW-R27, TW-R39).
    """
    if self_draw_declared:
        return ()
    wins = winners_of(rulebook, (seat for seat, claim in claims.items() if claim is Claim.WIN), from_seat)
    if wins:
        return tuple((seat, Claim.WIN) for seat in wins)
    higher = [(seat, claim) for seat, claim in claims.items() if claim in (Claim.PON, Claim.KAN)]
    return tuple(higher or claims.items())[:1]


def chi_pairs(standing: Iterable[Tile], tile: Tile, relation: Relation) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of the hand that make a run with a discard of the left; none for another discarder (TW-R16)."""
    kinds = sorted({held.kind for held in standing if held.kind.is_suited})
    if relation is not Relation.LEFT or not tile.kind.is_suited:
        return ()
    near = [kind for kind in kinds if kind.suit is tile.kind.suit and kind != tile.kind]
    return tuple((Tile(a), Tile(b)) for a, b in combinations(near, 2) if _is_run(a.rank, b.rank, tile.kind.rank))


def can_pon(standing: Iterable[Tile], tile: Tile) -> bool:
    """Whether the hand holds two more of the discard, whoever made it (TW-R17)."""
    return list(standing).count(tile) >= 2 and not tile.kind.is_flower


def can_kan(standing: Iterable[Tile], tile: Tile, relation: Relation) -> bool:
    """Whether the hand holds three more of a discard of across or right; never of the left's (TW-R20)."""
    return list(standing).count(tile) == 3 and relation is not Relation.LEFT


def added_kans(
    rulebook: Rulebook, standing: Iterable[Tile], melds: Iterable[Meld], drawn: Tile | None
) -> tuple[Tile, ...]:
    """The tiles that may be added to the own triplets in a turn (TW-R22).

    `standing` includes the tile `drawn` from the wall; None means the turn came by chi or pon, which allows none.
    """
    if drawn is None:
        return ()
    held = set(standing) if rulebook.play.added_kan_delayed else {drawn}
    return tuple(meld.own[0] for meld in melds if meld.kind is MeldKind.PON and meld.own[0] in held)


def concealed_kans(standing: Iterable[Tile], drawn: Tile | None) -> tuple[Tile, ...]:
    """The tiles of which the hand holds all four, after a draw from the wall (TW-R23)."""
    held = list(standing)
    return tuple(sorted(tile for tile in set(held) if held.count(tile) == 4)) if drawn is not None else ()


def laid_order(meld: Meld) -> tuple[Tile, ...]:
    """The tiles of a meld as they lie: the claimed one between the two of a chi, beside those of a pon or kan.

    Clause TW-R16, TW-R17, TW-R20.
    """
    if meld.called is None:
        return meld.own
    return (meld.own[0], meld.called, meld.own[1]) if meld.kind is MeldKind.CHI else (*meld.own, meld.called)


def shown_tiles(rulebook: Rulebook, meld: Meld) -> tuple[Tile | None, ...]:
    """What the table sees of a meld, None for a tile that lies face down (TW-R23)."""
    if meld.kind is not MeldKind.KAN_CONCEALED:
        return laid_order(meld)
    up = {"all_face_down": 0, "one_face_up": 1, "all_face_up": 4}[rulebook.table.ankan_display]
    return (*meld.own[:up], *(None,) * (4 - up))


def _is_run(a: int, b: int, c: int) -> bool:
    low, middle, high = sorted((a, b, c))
    return (middle, high) == (low + 1, low + 2)
