"""Compares found boxes with true ones."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tablebridge.vision.localiser_maps import Boxes, overlap
from tile_training.localiser_sample import HIDDEN, Laid

HALF = 0.5


@dataclass
class Count:
    """Tiles wanted and found, answers given and right; `posed` found in the right pose; `scores` of right and wrong
    answers for calibration."""

    wanted: int = 0
    found: int = 0
    posed: int = 0
    answers: int = 0
    right: int = 0
    scores: list[tuple[float, bool]] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Right answers as a part of all."""
        return self.right / max(self.answers, 1)

    @property
    def recall(self) -> float:
        """Found tiles as a part of all wanted."""
        return self.found / max(self.wanted, 1)

    def line(self) -> str:
        """One line of text."""
        return (
            f"precision {self.precision:.1%}  recall {self.recall:.1%} of {self.wanted}  "
            f"pose {self.posed / max(self.found, 1):.1%}"
        )


def match(count: Count, found: Boxes, laid: Laid, least: float = HALF) -> list[int]:
    """Adds one picture: best answers first take the free true tile they overlap most. An answer on a hidden tile is
    neither right nor wrong. Returns for each answer the index of its tile, -1 for none, -2 on a hidden one."""
    middles, reach = laid.centres, laid.lengths()
    free = laid.poses >= 0
    count.wanted += int(free.sum())
    taken: list[int] = [-1] * len(found)
    for index in np.argsort(-found.scores, kind="stable"):
        quad = found.corners_px[index]
        far = np.hypot(*(middles - quad.mean(axis=0)).T) if len(middles) else np.zeros(0)
        best, place = least, -1
        for other in np.flatnonzero(far < reach):
            shared = overlap(quad, laid.quads[other].astype(np.float32))[0]
            if shared >= best and (free[other] or laid.poses[other] == HIDDEN):
                best, place = shared, int(other)
        if place >= 0 and laid.poses[place] == HIDDEN:
            taken[index] = -2
            continue
        count.answers += 1
        count.scores.append((float(found.scores[index]), place >= 0))
        if place >= 0:
            taken[index], free[place] = place, False
            count.right += 1
            count.found += 1
            count.posed += int(found.poses[index] == laid.poses[place])
    return taken
