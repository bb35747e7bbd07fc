"""Witnesses that are switched on in the middle of a hand: they tell what lies there, and what comes after."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    Observation,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    WallStacks,
)
from tests.tablebridge.game.observations_of import Report

LOOK_MS = 500.0
"""So long the camera takes for its first look at everything."""


def joined_at(reports: Sequence[Report], at_ms: float) -> list[Report]:
    """What lies on the cloth then, told at once, and all later reports. The table itself tells nothing of before."""
    lying: dict[Hashable, Observation] = {}
    for report in reports:
        if report.arrives_ms <= at_ms:
            _note(lying, report)
    first = [
        Report(at_ms + LOOK_MS * (place + 1) / len(lying), replace(seen, at_ms=at_ms))
        for place, seen in enumerate(lying.values())
    ]
    later = [report for report in reports if report.arrives_ms > at_ms]
    return sorted([*first, *later], key=lambda report: report.arrives_ms)


def _note(lying: dict[Hashable, Observation], report: Report) -> None:
    name, there = _thing(report.sighting)
    if name is None:
        return
    if there:
        lying[name] = report.observation
    else:
        lying.pop(name, None)


def _thing(sighting: Sighting) -> tuple[Hashable, bool]:
    """The place that it tells of, and whether something lies there; None for what no later look would tell."""
    match sighting:
        case RiverTileSeen(seat, slot) | RiverTileGone(seat, slot):
            return ("river", seat, slot), isinstance(sighting, RiverTileSeen)
        case MeldSeen(seat, index) | MeldGone(seat, index):
            return ("meld", seat, index), isinstance(sighting, MeldSeen)
        case FlowerSeen(seat, index) | FlowerGone(seat, index):
            return ("flower", seat, index), isinstance(sighting, FlowerSeen)
        case IndicatorSeen(index, _, ura) | IndicatorGone(index, ura):
            return ("indicator", index, ura), isinstance(sighting, IndicatorSeen)
        case HandRevealed(seat) | RevealedHandGone(seat):
            return ("open", seat), isinstance(sighting, HandRevealed)
        case StandingRow(seat):
            return ("row", seat), True
        case RiichiStickSeen(seat, present):
            return ("stick", seat), present
        case WallStacks(side):
            return ("wall", side), True
    return None, False
