"""Calls on the newest discard of which more is known than the set on the cloth: that they were voiced, and when."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile
from tablebridge_rules.zungjung.chi_step import ChiStep, pon_and_kan_open
from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["SpokenCall", "may_cancel"]


@dataclass(frozen=True, slots=True)
class SpokenCall:
    """A call by `seat` on the tile `laid`. `heard`: it was voiced, it was not, or nobody has told (None).

    `exposed` and `discarded` tell which halves of the step are done; the discard may come first (ZJ-R21). Moments are
    ms of one clock, None where nobody saw them.
    """

    seat: Seat
    claim: Claim
    laid: OpenTile
    heard: bool | None = None
    announced_ms: int | None = None
    exposed: bool = False
    exposed_ms: int | None = None
    discarded: bool = False
    discarded_ms: int | None = None

    @property
    def waits_for_exposure(self) -> bool:
        """True while the tile after it is discarded and the set is not laid open yet."""
        return self.discarded and not self.exposed


def may_cancel(rulebook: Rulebook, call: SpokenCall, at_ms: int | None) -> bool:
    """Whether a pon or kan at `at_ms` still takes the tile of a chi that lies already (ZJ-R22).

    A chi known to be unvoiced never closes the tile; one of which nobody knows the moments is taken as well made.
    """
    if call.heard is False:
        return pon_and_kan_open(rulebook, ChiStep(None, 0), 0)
    step = ChiStep(call.announced_ms, call.exposed_ms, call.discarded_ms)
    if step.announced_ms is None or step.first_act_ms is None or at_ms is None:
        return False
    return pon_and_kan_open(rulebook, step, at_ms)
