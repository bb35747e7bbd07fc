"""A session of the virtual table, from a seed: play, choreography and truth in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tablebridge.cloth import Cloth
from tablebridge.sim.choreography import Act, Choreography
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.foul_play import play_foul
from tablebridge.sim.foul_scripts import FoulScript
from tablebridge.sim.table_play import first_hand, play_game
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge_rules.event import HandStarted
from tablebridge_rules.play import AnyRulebook, next_hand

__all__ = ["Script", "TimedReport", "build", "foul_hands", "perform", "scripts"]


def scripts(
    seed: int, hands: int | None, rulebook: AnyRulebook, cloth: Cloth | None = None, *, disturb: Iterable[str] = ()
) -> Iterator[Script]:
    """The hands of a game one by one, so that nobody waits for a long game; times go on from hand to hand.

    Ends after `hands` of them, or with the game (None: only then). The same arguments give the same scripts. `disturb`
    names what happens besides, see `disturbance`. Raises `ValueError` for a name that is no disturbance.
    """
    return perform(play_game(seed, rulebook, hands), seed, rulebook, cloth, disturb=disturb)


def build(
    seed: int, hands: int | None, rulebook: AnyRulebook, cloth: Cloth | None = None, *, disturb: Iterable[str] = ()
) -> Script:
    """The whole session as one script; see `scripts`."""
    return Script.join(scripts(seed, hands, rulebook, cloth, disturb=disturb))


def perform(
    hands: Iterable[Sequence[Act]],
    seed: int,
    rulebook: AnyRulebook,
    cloth: Cloth | None = None,
    *,
    disturb: Iterable[str] = (),
) -> Iterator[Script]:
    """These hands, one after the other, at one table. Raises `ValueError` for a name that is no disturbance."""
    names = tuple(disturb)
    disturber = Disturber(names, seed) if names else None
    stage = Choreography(cloth or Cloth(), rulebook, seed, disturber)
    return (stage.perform(acts) for acts in hands)


def foul_hands(seed: int, hands: int, rulebook: AnyRulebook, fouls: Sequence[FoulScript]) -> Iterator[tuple[Act, ...]]:
    """Hands of a game in each of which one of the fouls is committed, in turn.

    A game that ends, or new seats, begin another game. Raises `NoFoul` where one cannot be committed.
    """
    started, opens = first_hand(seed, rulebook), True
    for number in range(hands):
        played = play_foul(started, seed, rulebook, fouls[number % len(fouls)], opens=opens)
        yield played.acts
        following = next_hand(played.state, rulebook, started.dealer)
        opens = not isinstance(following, HandStarted)
        started = following if isinstance(following, HandStarted) else first_hand(seed + number + 1, rulebook)
