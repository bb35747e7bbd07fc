"""The clause watch at a virtual table, beside a decoder that is never wrong and half a second late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial

from tablebridge.cloth import Cloth
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.referee.clause_watch import ClauseWatch, Noticed
from tablebridge.sim.choreography import Act, Choreography
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.meld_rows import as_seen, manner_of
from tablebridge_rules.event import Dealt, Drawn, HandEvent, TilesDealt
from tablebridge_rules.frozen import replace
from tablebridge_rules.play import AnyRulebook
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.scene_reports import reports_of_script

LATE_MS = 500.0
_AFTER_MS = 3000.0


def overhear(hands: Sequence[Sequence[Act]], seed: int, book: AnyRulebook, *disturb: str) -> list[Noticed]:
    """What the watch noticed in these hands, played one after the other."""
    stage = Choreography(Cloth(), book, seed, Disturber(disturb, seed) if disturb else None)
    watch, noticed = ClauseWatch(book), list[Noticed]()
    for acts in hands:
        script = stage.perform(acts)
        moments: list[tuple[float, partial[list[Noticed]]]] = [
            (report.arrives_ms, partial(watch.observe, report.observation)) for report in reports_of_script(script)
        ]
        rows = [row for row in script.truth if row["type"] != "violation"]
        for event, row in zip(as_decoded(acts, book), rows, strict=True):
            at_ms = row["at_ms"]
            told = DecodedEvent(event, at_ms, NOON + timedelta(milliseconds=at_ms))
            moments.append((at_ms + LATE_MS, partial(watch.told, told)))
        last_ms = max(at_ms for at_ms, _ in moments)
        first_ms = min(at_ms for at_ms, _ in moments)
        moments += [(at_ms, partial(watch.tick, at_ms)) for at_ms in _seconds(first_ms, last_ms + _AFTER_MS)]
        for _, act in sorted(moments, key=lambda moment: moment[0]):
            noticed += act()
    return noticed


def as_decoded(acts: Sequence[Act], book: AnyRulebook) -> Iterator[HandEvent]:
    """The events of a hand as one tells them who only sees the table."""
    manner = manner_of(book)
    for act in acts:
        if isinstance(act, FoulAct):
            if not isinstance(act.act, HandEvent) or not act.stands:
                continue
            event = act.act
        else:
            event = act
        match event:
            case Dealt() | TilesDealt():
                event = replace(event, hands=None)
            case Drawn():
                event = replace(event, tile=None)
            case _:
                event = as_seen(event, manner)
        yield event


def _seconds(first_ms: float, last_ms: float) -> Iterator[float]:
    at_ms = first_ms
    while at_ms < last_ms:
        at_ms += 1000.0
        yield at_ms
