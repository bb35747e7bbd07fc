"""A session of the virtual table, from a seed: play, choreography and truth in one."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.cloth import Cloth
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.play import play_game
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge_rules.riichi.rulebook import Rulebook

__all__ = ["Script", "TimedReport", "build", "scripts"]


def scripts(seed: int, hands: int | None, rulebook: Rulebook, cloth: Cloth | None = None) -> Iterator[Script]:
    """The hands of a game one by one, so that nobody waits for a long game; times go on from hand to hand.

    Ends after `hands` of them, or with the game (None: only then). The same arguments give the same scripts.
    """
    stage = Choreography(cloth or Cloth(), rulebook, seed)
    for events in play_game(seed, rulebook, hands):
        yield stage.perform(events)


def build(seed: int, hands: int | None, rulebook: Rulebook, cloth: Cloth | None = None) -> Script:
    """The whole session as one script; see `scripts`."""
    return Script.join(scripts(seed, hands, rulebook, cloth))
