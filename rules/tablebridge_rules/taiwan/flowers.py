"""Flowers: who replaces them when at the start, and the two wins by flowers alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import Tile

__all__ = [
    "SEVEN",
    "Replacement",
    "may_declare_eight",
    "may_rob_flower",
    "next_to_replace",
    "opening_replacements",
    "replaced_at_once",
]

_ALL, SEVEN = 8, 7


@dataclass(frozen=True, slots=True)
class Replacement:
    """One seat's turn in the opening replacement: the flowers `shown` and as many tiles `taken` from the tail.

    `round` is 1 for the flowers of the deal, 2 for those drawn as replacements in round 1, and so on.
    """

    seat: Seat
    round: int
    shown: tuple[Tile, ...]
    taken: tuple[Tile, ...]


def opening_replacements(
    dealer: Seat, hands: Mapping[Seat, Sequence[Tile]], tail: Sequence[Tile]
) -> tuple[Replacement, ...]:
    """The replacements after the deal, in their order: the dealer, then anticlockwise (TW-R10, TW-R11).

    A flower drawn as a replacement waits for the next round, after the last player has finished this one (TW-R12).
    `tail` are the tiles of the wall's tail, the first to be taken first. Raises `ValueError` when it is too short.
    """
    waiting = {seat: tuple(tile for tile in hands.get(seat, ()) if tile.kind.is_flower) for seat in Seat}
    order = [dealer.after(steps) for steps in range(len(Seat))]
    found: list[Replacement] = []
    used, number = 0, 1
    while any(waiting.values()):
        for seat in order:
            shown, taken = waiting[seat], tuple(tail[used : used + len(waiting[seat])])
            if len(taken) < len(shown):
                raise ValueError(f"{len(tail)} tiles of the tail are too few for these flowers")
            used += len(shown)
            waiting[seat] = tuple(tile for tile in taken if tile.kind.is_flower)
            found += [Replacement(seat, number, shown, taken)] if shown else []
        number += 1
    return tuple(found)


def next_to_replace(dealer: Seat, finished: Collection[Seat]) -> Seat | None:
    """Whose turn it is in a round of the opening replacement; None when all have finished: play begins (TW-R11)."""
    order = (dealer.after(steps) for steps in range(len(Seat)))
    return next((seat for seat in order if seat not in finished), None)


def replaced_at_once(rulebook: Rulebook, *, opening: bool) -> bool:
    """Whether a flower that came as a replacement or a draw is replaced at once: in play, not at the start (TW-R12)."""
    return not opening and rulebook.play.midgame_flowers == "immediate"


def may_rob_flower(rulebook: Rulebook, shown: Collection[Tile], hidden: Collection[Tile], eighth: Tile) -> bool:
    """Whether seven flowers, shown or kept hidden in the hand, win on the holder of the `eighth` (TW-S24, TW-S37).

    With `qiqiangyi_replace = "needed"` all seven must have been shown and replaced.
    """
    held = {*shown, *hidden}
    if hidden and rulebook.play.qiqiangyi_replace == "needed":
        return False
    return len(held) == SEVEN and eighth not in held and all(tile.kind.is_flower for tile in (*held, eighth))


def may_declare_eight(flowers: Collection[Tile], *, has_discarded: bool) -> bool:
    """Whether all eight flowers are there and the turn's discard has not been made (TW-S25, TW-S38)."""
    return len({tile for tile in flowers if tile.kind.is_flower}) == _ALL and not has_discarded
