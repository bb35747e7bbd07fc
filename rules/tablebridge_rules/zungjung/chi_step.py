"""The moments of a chi: its call, its exposure and its discard, and what the others may do meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["ChiStep", "may_act_on_discard", "pon_and_kan_open"]


@dataclass(frozen=True, slots=True)
class ChiStep:
    """When a chi was announced, exposed and followed by its discard, in ms of one clock; None: not yet, or not at all.

    The exposure may come after the discard (ZJ-R21).
    """

    announced_ms: int | None = None
    exposed_ms: int | None = None
    discarded_ms: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the sequence is exposed and a tile discarded; until then the player's time to discard runs."""
        return self.exposed_ms is not None and self.discarded_ms is not None

    @property
    def first_act_ms(self) -> int | None:
        """When the sequence was exposed or a tile discarded, whichever came first."""
        return min((at for at in (self.exposed_ms, self.discarded_ms) if at is not None), default=None)


def pon_and_kan_open(rulebook: Rulebook, chi: ChiStep, at_ms: int) -> bool:
    """Whether another seat may still take the tile of a chi by pon or kan at `at_ms` (ZJ-R22).

    It may until the sequence is exposed or a tile discarded; and longer when that came too soon after the call or
    without one.

    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> book = load("zungjung-wsom-1.03")
    >>> pon_and_kan_open(book, ChiStep(0, 1200), 1500), pon_and_kan_open(book, ChiStep(0, 200), 900)
    (False, True)
    """
    acted = chi.first_act_ms
    if acted is None or at_ms < acted:
        return True
    if chi.announced_ms is None:
        # where calls are taken as seen, laying the tiles is the call
        return rulebook.play.oral_calls == "console"
    return acted - chi.announced_ms < rulebook.play.chi_pause_ms


def may_act_on_discard(chi: ChiStep, claim: Claim | None) -> bool:
    """Whether the discard that followed a chi may be claimed, or with None the next tile be drawn (ZJ-R21).

    The others wait until the sequence is exposed, except for a win.
    """
    return claim is Claim.WIN or chi.is_complete
