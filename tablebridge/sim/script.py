"""A session of the virtual table, from a seed: play, choreography and truth in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablebridge.cloth import Cloth
from tablebridge.sim.choreography import Choreography
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.table_play import play_game
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge_rules.play import AnyRulebook

__all__ = ["Script", "TimedReport", "build", "scripts"]


def scripts(
    seed: int, hands: int | None, rulebook: AnyRulebook, cloth: Cloth | None = None, *, disturb: Iterable[str] = ()
) -> Iterator[Script]:
    """The hands of a game one by one, so that nobody waits for a long game; times go on from hand to hand.

    Ends after `hands` of them, or with the game (None: only then). The same arguments give the same scripts. `disturb`
    names what happens besides, see `disturbance`. Raises `ValueError` for a name that is no disturbance.
    """
    names = tuple(disturb)
    disturber = Disturber(names, seed) if names else None
    stage = Choreography(cloth or Cloth(), rulebook, seed, disturber)
    for events in play_game(seed, rulebook, hands):
        yield stage.perform(events)


def build(
    seed: int, hands: int | None, rulebook: AnyRulebook, cloth: Cloth | None = None, *, disturb: Iterable[str] = ()
) -> Script:
    """The whole session as one script; see `scripts`."""
    return Script.join(scripts(seed, hands, rulebook, cloth, disturb=disturb))
