"""Counts how many tiles laid on the cloth the camera reads right, over scripted and disturbed hands.

`python deploy/placements.py --seeds 1-20` plays one hand a seed under the virtual camera; each is disturbed in the ways
of `--disturb` (all of them unless told): `lamp` switches to other light levels, `knock` pushes the camera by up to 2 cm
now and then, `sleeve` lays a dark sleeve over a part of the cloth for seconds, `grain` adds noise and JPEG's blocks.
A placement is a discard, a called or added meld, an indicator, or a revealed hand's tile; it is right when what the
camera says last of that place before it is cleared, read by votes, is what lies there. Idle time is cut short.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import cv2
import numpy as np

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.observation import HandRevealed, IndicatorSeen, MeldSeen, RiverTileSeen
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion
from tablebridge.sim.script import build
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.riichi import rulebook

START = datetime(2026, 1, 1, tzinfo=UTC)
DISTURBANCES = ("lamp", "knock", "sleeve", "grain")
_REST_MS, _LEAD_MS = 1100.0, 150.0
_SPARE_PX = 64


def main() -> int:
    """Prints a line a hand and the sum; 1 when fewer than 99.9 % were right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-20", metavar="A-B", help="one hand a seed (default %(default)s)")
    parser.add_argument("--fps", type=float, default=8.0, help="pictures a second of table time (default %(default)s)")
    parser.add_argument("--height", type=int, default=1080, help="of the pictures, in px (default %(default)s)")
    parser.add_argument("--disturb", default=",".join(DISTURBANCES), help="which of them, by commas; '' for none")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    wanted = tuple(name for name in args.disturb.split(",") if name)
    if unknown := set(wanted) - set(DISTURBANCES):
        parser.error(f"no such disturbance: {', '.join(sorted(unknown))}; there are {', '.join(DISTURBANCES)}")
    first, _, last = args.seeds.partition("-")
    classifier, whole = TileClassifier(threads=1), Counter[str]()
    for seed in range(int(first), int(last or first) + 1):
        counts, wrong = play(seed, args.fps, args.height, wanted, classifier)
        whole += counts
        print(f"seed {seed}: {counts['right']} of {counts['placed']} right, {counts['invented']} invented", flush=True)
        for line in wrong:
            print(f"    {line}", flush=True)
    share = whole["right"] / max(whole["placed"], 1)
    print(f"{whole['right']} of {whole['placed']} placements right: {share:.4%}; {whole['invented']} invented")
    return 0 if share >= 0.999 and not whole["invented"] else 1


def play(
    seed: int, fps: float, height_px: int, disturb: Sequence[str], classifier: TileClassifier
) -> tuple[Counter[str], list[str]]:
    """Watches one hand: counts of `placed`, `right` and `invented`, and a line for each that was not right."""
    script = build(seed, 1, rulebook.load("riichi-league-tw"))
    size = (height_px * 4 // 3, height_px)
    renderer = SceneRenderer(Cloth(), seed=seed, size=size, style=("japanese", "chinese")[seed % 2])
    camera = VirtualCamera(script.motions, renderer, fps)
    geometry = TableGeometry.from_corners(renderer.corners_px, size, Cloth())
    observer = TableObserver(geometry, Cloth(), classifier)
    spoil, playback, seen = _Spoiler(seed, size, disturb), camera.play(), _Seen()
    for number in _busy(camera, script.motions):
        at_ms = camera.moment(number)
        image = spoil(playback.frame(at_ms), at_ms)
        frame = CameraFrame(number, at_ms, START + timedelta(milliseconds=at_ms), image)
        for one in observer.observe(frame):
            seen.take(one.sighting)
    return _compare(_laid(script.truth), seen.counted())


def _busy(camera: VirtualCamera, motions: Sequence[Motion]) -> Iterator[int]:
    """The numbers of the frames around motions; a camera would show the same still table in between."""
    spans = sorted((motion.start_ms - _LEAD_MS, motion.end_ms + _REST_MS) for motion in motions)
    until_ms, span = -np.inf, 0
    for number in range(camera.frame_count):
        at_ms = camera.moment(number)
        while span < len(spans) and spans[span][0] <= at_ms:
            until_ms = max(until_ms, spans[span][1])
            span += 1
        if at_ms <= until_ms:
            yield number


class _Spoiler:
    """What happens to the pictures of one hand."""

    def __init__(self, seed: int, size: tuple[int, int], disturb: Sequence[str]) -> None:
        self._random = Random(f"placements {seed}")
        self._size, self._disturb = size, disturb
        coarse = np.random.default_rng(seed).normal(0, 4, [(side + _SPARE_PX) // 2 for side in (size[1], size[0])])
        grain = cv2.merge([cv2.resize(coarse, (size[0] + _SPARE_PX, size[1] + _SPARE_PX))] * 3)
        self._lighter = np.clip(np.round(grain), 0, 255).astype(np.uint8)
        self._darker = np.clip(np.round(-grain), 0, 255).astype(np.uint8)
        self._gain, self._shift = 1.0, np.eye(2, 3)
        self._sleeve: tuple[tuple[int, int], tuple[int, int], float] | None = None
        self._next_ms = dict.fromkeys(DISTURBANCES, 0.0) | {"knock": 9000.0, "lamp": 4000.0, "sleeve": 6000.0}

    def __call__(self, image: np.ndarray, at_ms: float) -> np.ndarray:
        """The picture as it reaches the observer."""
        if self._due("lamp", at_ms, 15_000.0):
            self._gain = self._random.uniform(0.65, 1.25)
        if self._due("knock", at_ms, 40_000.0):
            px = 20.0 * self._size[1] / 1000  # about 2 cm
            turn = self._random.uniform(-0.006, 0.006)
            off = [self._random.uniform(-px, px) / 1.5 for _ in range(2)]
            self._shift = np.array([[1.0, turn, off[0]], [-turn, 1.0, off[1]]])
        if self._due("sleeve", at_ms, 12_000.0):
            place = tuple(round(self._random.uniform(0.25, 0.75) * side) for side in self._size)
            end = (place[0], self._size[1] - 1) if self._random.random() < 0.5 else (self._size[0] - 1, place[1])
            self._sleeve = ((place[0], place[1]), end, at_ms + self._random.uniform(1500, 5000))
        picture = image
        if self._sleeve is not None and at_ms < self._sleeve[2]:
            picture = picture.copy()
            cv2.line(picture, self._sleeve[0], self._sleeve[1], (52, 40, 38), self._size[1] // 14, cv2.LINE_AA)
        picture = cv2.warpAffine(picture, self._shift, self._size, borderMode=cv2.BORDER_REPLICATE)
        picture = cv2.convertScaleAbs(picture, alpha=self._gain)
        if "grain" in self._disturb:
            picture = self._grain(picture)
            jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
            picture = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        return picture

    def _grain(self, picture: np.ndarray) -> np.ndarray:
        """Coarse noise: each frame takes another part of a larger piece of it."""
        x, y = (self._random.randrange(_SPARE_PX) for _ in range(2))
        part = slice(y, y + self._size[1]), slice(x, x + self._size[0])
        return cv2.subtract(cv2.add(picture, self._lighter[part]), self._darker[part])

    def _due(self, name: str, at_ms: float, every_ms: float) -> bool:
        if name not in self._disturb or at_ms < self._next_ms[name]:
            return False
        self._next_ms[name] = at_ms + every_ms * self._random.uniform(0.6, 1.4)
        return True


@dataclass
class _Seen:
    """What was said of each place last; a river's slot may be used again after its tile was called."""

    rivers: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    others: dict[tuple[object, ...], str] = field(default_factory=dict)
    _known: set[tuple[str, int]] = field(default_factory=set)

    def take(self, sighting: object) -> None:
        match sighting:
            case RiverTileSeen(seat, slot, reading, sideways):
                name = reading.tile + ("-" if sideways else "")
                places = self.rivers.setdefault((seat.value, slot), [])
                if (seat.value, slot) in self._known:
                    places[-1] = name
                else:
                    places.append(name)
                self._known.add((seat.value, slot))
            case MeldSeen(seat, index, tiles):
                faces = sorted(tile.reading.tile for tile in tiles if tile.reading.tile != "back")
                self.others["meld", seat.value, index] = " ".join(faces)
            case IndicatorSeen(index, reading, ura):
                self.others["ura" if ura else "indicator", index] = reading.tile
            case HandRevealed(seat, tiles, apart):
                names = sorted([tile.tile for tile in tiles] + ([apart.tile] if apart else []))
                self.others["hand", seat.value] = " ".join(names)
            case _ if type(sighting).__name__ == "RiverTileGone":
                self._known.discard((sighting.seat.value, sighting.slot))  # type: ignore[attr-defined]

    def counted(self) -> Counter[tuple[str, ...]]:
        """Every placement: kind, seat where it has one, and face."""
        rivers = [("discard", seat, name) for (seat, _), names in self.rivers.items() for name in names]
        rest: list[tuple[str, ...]] = []
        for key, faces in self.others.items():
            seat = str(key[1]) if key[0] in ("meld", "hand") else ""
            rest += [(str(key[0]), seat, face) for face in faces.split()]
        return Counter([*rivers, *rest])


def _laid(truth: Sequence[dict]) -> Counter[tuple[str, ...]]:
    """Every placement of the script, as `_Seen.counted` names them."""
    laid: list[tuple[str, ...]] = []
    for row in truth:
        match row["type"]:
            case "discard":
                laid.append(("discard", row["seat"], row["tile"] + ("-" if row["sideways"] else "")))
            case "chi" | "pon":
                laid += [("meld", row["seat"], tile) for tile in row["tiles"]]
            case "kan" if row["kind"] == "kan_added":
                laid.append(("meld", row["seat"], row["tile"]))
            case "kan" if row["from_seat"] is not None:
                laid += [("meld", row["seat"], tile) for tile in row["tiles"]]
            case "kan":  # two faces up, a red five among them
                laid += [("meld", row["seat"], tile) for tile in sorted(row["tiles"])[:2]]
            case "dealt" | "indicator":
                laid.append(("indicator", "", row["tile"]))
            case "win":
                won = [row["tile"]] if row["from_seat"] is None else []
                laid += [("hand", row["seat"], tile) for tile in (*row["tiles"], *won)]
                laid += [("ura", "", tile) for tile in row["ura"]]
            case "exhaustive_draw":
                laid += [("hand", seat, tile) for seat in row["ready"] for tile in row["tiles"][seat]]
    return Counter(laid)


def _compare(laid: Counter[tuple[str, ...]], seen: Counter[tuple[str, ...]]) -> tuple[Counter[str], list[str]]:
    missed, invented = laid - seen, seen - laid
    lines = [f"laid and not read so: {' '.join(each)}" for each in missed.elements()]
    lines += [f"read and not laid so: {' '.join(each)}" for each in invented.elements()]
    placed = laid.total()
    # a misread tile is missed once and read wrongly once; what is more was made up
    made_up = max(invented.total() - missed.total(), 0)
    return Counter(placed=placed, right=placed - missed.total(), invented=made_up), lines


if __name__ == "__main__":
    sys.exit(main())
