"""What a seat may do with a discard or in its own turn, for one who sees its hand; and which claims take effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Revealed
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.shape import waits
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["Act", "Claim", "claims_on", "discard_kinds", "own_kongs", "resolve", "winner_kongs"]


class Act(Enum):
    """What a seat claims another's tile for. There is no chi (SC-R17)."""

    WIN = "win"
    KAN = "kan"
    PON = "pon"


@dataclass(frozen=True, slots=True)
class Claim:
    """A declared wish for the tile just discarded, or being added to a kong."""

    seat: Seat
    act: Act


def claims_on(rulebook: Rulebook, hand: Revealed, tile: Tile, *, added: bool = False) -> tuple[Act, ...]:
    """What the holder of `hand` (13 tiles less 3 a meld) may claim `tile` for: a win, a direct kong, a pon.

    With `added` the tile is being added to a kong: it can only be won. A seat that has won claims nothing in the blood
    battle; where winners play on it may win again (SC-R02). Pon and kong of the void suit need the rulebook's leave
    (SC-R16).
    """
    plays_on = rulebook.play.after_win == "xueliu"
    if hand.has_won and not plays_on:
        return ()
    won = tile.kind in waits(hand.standing, hand.melds, hand.void, seven_pairs=rulebook.play.seven_pairs)
    acts = [Act.WIN] if won else []
    copies = sum(held.kind == tile.kind for held in hand.standing)
    if added or (tile.kind.suit is hand.void and not rulebook.play.pon_void_suit):
        return tuple(acts)
    if copies >= 3 and (not hand.has_won or _keeps_waits(rulebook, hand, tile.kind, MeldKind.KAN_EXPOSED)):
        acts.append(Act.KAN)
    if copies >= 2 and not hand.has_won:
        acts.append(Act.PON)
    return tuple(acts)


def resolve(claims: Sequence[Claim], from_seat: Seat) -> tuple[Claim, ...]:
    """What takes effect of the claims on one tile: every win (SC-R03), else the kong or pon (SC-R28).

    Winners come in the order of play after `from_seat`. Nothing when nobody claimed.
    """
    wins = sorted(
        (claim for claim in claims if claim.act is Act.WIN),
        key=lambda claim: (claim.seat.number - from_seat.number) % 4,
    )
    return tuple(wins) or tuple(claims[:1])


def own_kongs(
    rulebook: Rulebook, hand: Revealed, drawn: Tile, *, after_claim: bool = False
) -> tuple[tuple[MeldKind, TileKind], ...]:
    """The kongs that may be made in the own turn from `hand` (without the drawn tile) and `drawn`.

    Concealed ones of four standing tiles (SC-R19), added ones to an own pon (SC-R18). In the turn that began with a
    claim nothing was drawn and no kong may be made: it waits for the next own draw (SC-R21).
    """
    if after_claim:
        return ()
    counts = Counter(tile.kind for tile in (*hand.standing, drawn))
    pons = {meld.tiles[0].kind for meld in hand.melds if meld.kind is MeldKind.PON}
    found = [(MeldKind.KAN_CONCEALED, kind) for kind, count in sorted(counts.items()) if count == 4]
    found += [(MeldKind.KAN_ADDED, kind) for kind in sorted(pons) if counts[kind]]
    allowed = [one for one in found if one[1].suit is not hand.void or rulebook.play.pon_void_suit]
    return winner_kongs(rulebook, hand, drawn, allowed) if hand.has_won else tuple(allowed)


def winner_kongs(
    rulebook: Rulebook, hand: Revealed, drawn: Tile, kongs: Collection[tuple[MeldKind, TileKind]]
) -> tuple[tuple[MeldKind, TileKind], ...]:
    """Those of `kongs` that a seat which has won may still make: of the tile just drawn, with the waits unchanged.

    None in the blood battle, where the winner draws no more (SC-R02).
    """
    if rulebook.play.after_win == "xuezhan":
        return ()
    return tuple((act, kind) for act, kind in kongs if kind == drawn.kind and _keeps_waits(rulebook, hand, kind, act))


def _keeps_waits(rulebook: Rulebook, hand: Revealed, kind: TileKind, act: MeldKind) -> bool:
    """Whether the hand waits on the same tiles after a kong of `kind` with a fourth tile from outside."""
    pairs = rulebook.play.seven_pairs
    before = waits(hand.standing, hand.melds, hand.void, seven_pairs=pairs)
    four = (Tile(kind),) * 4
    rest = tuple(tile for tile in hand.standing if tile.kind != kind)
    melds = tuple(
        replace(meld, kind=act, own=four[:3]) if act is MeldKind.KAN_ADDED and meld.tiles[0].kind == kind else meld
        for meld in hand.melds
    )
    if act is not MeldKind.KAN_ADDED:
        melds = (*melds, Meld(MeldKind.KAN_CONCEALED, four))
    return before == waits(rest, melds, hand.void, seven_pairs=pairs)


def discard_kinds(
    rulebook: Rulebook, hand: Revealed, drawn: Tile | None, claimed: Tile | None = None
) -> frozenset[TileKind]:
    """The kinds that may be discarded: of the void suit as long as one is held (SC-R01), else all (SC-R15).

    `drawn` is the tile just drawn, `claimed` the one taken by pon instead. A seat that has won discards what it drew
    (SC-R02).
    """
    if hand.has_won and drawn is not None:
        return frozenset({drawn.kind})
    kinds = {tile.kind for tile in (*hand.standing, *((drawn,) if drawn else ()))}
    if rulebook.play.swap_call == "forbidden" and claimed is not None:
        kinds -= {claimed.kind}
    void = {kind for kind in kinds if kind.suit is hand.void}
    return frozenset(void if void and rulebook.play.must_discard_void_first else kinds)
