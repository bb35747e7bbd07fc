"""Trains the tile classifier: `python -m tile_training.train --help`."""

from __future__ import annotations

import argparse
import copy
import itertools
import multiprocessing
import queue
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from tile_training import faces
from tile_training.disturb import vary
from tile_training.labels import INDEX, LABELS, NOT_A_TILE
from tile_training.network import TileNet
from tile_training.photos import PhotoTile, is_validation, load_photo_tiles, plain
from tile_training.pool import INPUT_PX, Pool, in_parallel, photographed, rendered, rendered_flowers
from tile_training.virtual import STYLE_NAMES, virtual_samples

HELD_OUT = "C-jp-tray"


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.train", description=__doc__)
    parser.add_argument(
        "--data", type=Path, help="folder with photos/ and artwork/; without it only own faces are used"
    )
    parser.add_argument("--fonts", type=Path, help="folder of font files with Chinese characters")
    parser.add_argument("--symbols", type=Path, help="folder of fonts that hold U+1F000 to U+1F028")
    parser.add_argument(
        "--latin", type=Path, default=Path("/usr/share/fonts/truetype/dejavu"), help="fonts for corner digits"
    )
    parser.add_argument("--held-out", default=HELD_OUT, help="tile sets never trained on, with commas; may be none")
    parser.add_argument("--rendered", type=int, default=120_000, help="size of the pool of rendered crops")
    parser.add_argument("--drawn-sets", type=int, default=120, help="how many random sets are drawn by rule")
    parser.add_argument("--flowers", type=int, default=40_000, help="crops of flowers of no set in particular")
    parser.add_argument("--flower-sets", type=int, default=600, help="how many sets of such flowers are drawn by rule")
    parser.add_argument("--virtual", type=int, default=16, help="how many tables of the virtual camera are cut up")
    parser.add_argument("--copies", type=int, default=6, help="shaken copies of each real crop in the pool")
    parser.add_argument("--fresh-s", type=float, default=120.0, help="how often real crops are shaken anew, seconds")
    parser.add_argument("--minutes", type=float, default=40.0, help="time for training itself")
    parser.add_argument("--real-share", type=float, default=0.4, help="part of each batch that is real")
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=1, help="of the network; making crops takes another one")
    parser.add_argument("--processes", type=int, default=2, help="for drawing the pools")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--work", type=Path, default=Path("work"), help="folder for pools and weights")
    return parser.parse_args(arguments)


def face_sets(options: argparse.Namespace) -> list[faces.FaceSet]:
    """All styles that the options give access to."""
    found = faces.own_sets(options.drawn_sets // 4, options.seed)
    if options.data is not None and (options.data / "artwork").is_dir():
        found += faces.artwork_sets(options.data / "artwork")
    lenders = list(found)
    found += faces.symbol_font_sets(options.symbols)
    return found + faces.drawn_sets(options.drawn_sets, options.seed, options.fonts, options.latin, lenders)


def rendered_pool(options: argparse.Namespace) -> Pool:
    """The rendered crops; kept on disk, because they take minutes and another run wants the same ones."""
    file = options.work / f"rendered-{options.rendered}-{options.drawn_sets}-{options.seed}.npz"
    if not file.is_file():
        sets = face_sets(options)
        print(f"{len(sets)} face sets", flush=True)
        in_parallel(rendered, sets, options.rendered, options.seed * 1_000_003, options.processes).save(file)
    pools = [Pool.load(file)]
    if options.flowers:
        pools.append(flower_pool(options))
    if options.virtual:
        cut = virtual_pool(options)
        # about one crop in six is the virtual camera's own, however few tables were drawn
        pools += [cut] * max(1, options.rendered // 6 // len(cut.labels))
    return without_blank_nothing(Pool.joined(pools))


def flower_pool(options: argparse.Namespace) -> Pool:
    """Crops of flowers and seasons of no set in particular, kept on disk as well: what tells them are their marks, and
    most other pictures of them share a few drawings."""
    file = options.work / f"flowers-{options.flowers}-{options.flower_sets}-{options.seed}.npz"
    if not file.is_file():
        sets = faces.flower_sets(options.flower_sets, options.seed, options.fonts, options.latin)
        sets += faces.without_flowers(faces.own_sets(options.drawn_sets // 4, options.seed))  # what lies beside them
        seed = options.seed * 1_000_003 + 500_000
        in_parallel(rendered_flowers, sets, options.flowers, seed, options.processes).save(file)
    return Pool.load(file)


def without_blank_nothing(pool: Pool) -> Pool:
    """Leaves out evenly white crops called 'not a tile': in many sets the white dragon is just that, and a crop of one
    that shows no edge looks the same. Whether something lies there at all is not for the classifier to say."""
    inner = pool.crops[:, 14:-14, 14:-14].reshape(len(pool.labels), -1, 3).astype(np.float32)
    mean = inner.mean(axis=1)
    pale = (mean.min(axis=1) > 0.72 * mean.max(axis=1)) & (mean.max(axis=1) > 80)
    even = inner.std(axis=1).max(axis=1) < 12
    return pool.only(~(pale & even & (pool.labels == INDEX[NOT_A_TILE])))


def virtual_pool(options: argparse.Namespace) -> Pool:
    """Crops of the project's virtual camera, kept on disk as well."""
    file = options.work / f"virtual-{options.virtual}-{options.seed}.npz"
    if not file.is_file():
        tables = [(1000 * options.seed + number, style) for number in range(options.virtual) for style in STYLE_NAMES]
        Pool.of([sample for table in tables for sample in virtual_samples(*table)]).save(file)
    return Pool.load(file)


class Batches:
    """Endless batches: a share of real crops, the rest rendered, every crop turned anew by quarter turns.

    The real tiles are shaken anew in a process of its own, again and again: so few of them are learnt by heart else.
    """

    def __init__(self, drawn: Pool, tiles: list[PhotoTile], options: argparse.Namespace) -> None:
        self._rng = np.random.default_rng(options.seed)
        self._drawn, self._options = drawn, options
        self._ready: queue.Queue[tuple[torch.Tensor, ...]] = queue.Queue(4)
        self._real: Pool | None = None
        if tiles:
            self._real = real_pool(tiles, options, options.seed)
            fresh: multiprocessing.Queue[Pool] = multiprocessing.get_context("fork").Queue(1)
            shaker = multiprocessing.get_context("fork").Process(
                target=_shake, args=(tiles, options, fresh), daemon=True
            )
            shaker.start()
            threading.Thread(target=self._take, args=(fresh,), daemon=True).start()
        threading.Thread(target=self._fill, daemon=True).start()

    def _take(self, fresh: multiprocessing.Queue[Pool]) -> None:
        while True:
            self._real = fresh.get()

    def _fill(self) -> None:
        while True:
            self._ready.put(self._make())

    def next(self) -> tuple[torch.Tensor, ...]:
        """The next batch, made meanwhile by a second thread: crops, labels, quarter turns (-1 unknown), symmetric."""
        return self._ready.get()

    def _make(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Crops, labels, quarter turns (-1 unknown), symmetric."""
        real = self._real
        real_count = int(self._options.batch * self._options.real_share) if real is not None else 0
        parts = [self._part(self._drawn, self._options.batch - real_count)]
        if real is not None:
            parts.append(self._part(real, real_count))
        crops = np.concatenate([part[0] for part in parts])
        labels, turns, symmetric = (np.concatenate([part[k] for part in parts]) for k in (1, 2, 3))
        return vary(self._rng, crops, labels), *(torch.from_numpy(part) for part in (labels, turns, symmetric))

    def _part(self, pool: Pool, count: int) -> tuple[np.ndarray, ...]:
        chosen = np.sort(self._rng.integers(0, len(pool.labels), count))
        crops, turns = pool.crops[chosen], pool.turns[chosen].copy()
        extra = self._rng.integers(0, 4, count)
        for quarter in (1, 2, 3):
            crops[extra == quarter] = np.rot90(crops[extra == quarter], quarter, axes=(1, 2))
        known = turns >= 0
        turns[known] = (turns[known] + extra[known]) % 4
        return crops, pool.labels[chosen], turns, pool.symmetric[chosen]


def held_out(options: argparse.Namespace) -> set[str]:
    """The tile sets that take no part in training."""
    return {name for name in options.held_out.split(",") if name}


def real_pool(tiles: list[PhotoTile], options: argparse.Namespace, seed: int) -> Pool:
    """Shaken crops of real tiles."""
    return without_blank_nothing(photographed(tiles, options.copies, seed))


def _shake(tiles: list[PhotoTile], options: argparse.Namespace, fresh: multiprocessing.Queue[Pool]) -> None:
    """Makes one real pool after another; waits until the last one was taken, and then as long as `--fresh-s`."""
    for seed in itertools.count(options.seed + 1):
        fresh.put(real_pool(tiles, options, seed))
        time.sleep(options.fresh_s)


def loss_of(
    kinds: torch.Tensor, turns: torch.Tensor, labels: torch.Tensor, wanted: torch.Tensor, symmetric: torch.Tensor
) -> torch.Tensor:
    """Cross entropy of the label, and of the quarter turn where it is known (of a symmetric face only its axis)."""
    loss = nn.functional.cross_entropy(kinds, labels, label_smoothing=0.05)
    known = wanted >= 0
    if not bool(known.any()):
        return loss
    log_p = torch.log_softmax(turns[known], dim=1)
    goal = wanted[known][:, None]
    exact = log_p.gather(1, goal)[:, 0]
    either = torch.logaddexp(exact, log_p.gather(1, (goal + 2) % 4)[:, 0])
    return loss - 0.3 * torch.where(symmetric[known], either, exact).mean()


def train(net: TileNet, batches: Batches, options: argparse.Namespace, report: Validation) -> TileNet:
    """Trains for `options.minutes`; the rate follows one cycle over that time. Returns averaged weights."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.02)
    averaged = copy.deepcopy(net)
    began, step, told = time.monotonic(), 0, 0.0
    while (part := (time.monotonic() - began) / 60 / options.minutes) < 1:
        rate = options.rate * (part / 0.06 if part < 0.06 else 0.5 * (1 + np.cos(np.pi * (part - 0.06) / 0.94)))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        crops, labels, wanted, symmetric = batches.next()
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            kinds, turns = net(crops.contiguous(memory_format=torch.channels_last))
        loss = loss_of(kinds.float(), turns.float(), labels, wanted, symmetric)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        blend(averaged, net, min(0.998, step / (step + 20)))
        if part - told > 0.06:
            told = part
            minutes = (time.monotonic() - began) / 60
            print(f"{minutes:6.1f} min  step {step}  loss {loss.item():.3f}  {report(averaged)}", flush=True)
            store(averaged, 1.0, options, options.work / "latest.pt")
    return averaged


def blend(averaged: TileNet, net: TileNet, keep: float) -> None:
    """Moves the averaged weights and statistics a step towards the present ones."""
    with torch.no_grad():
        for old, new in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
            if old.is_floating_point():
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def store(net: TileNet, temperature: float, options: argparse.Namespace, file: Path) -> None:
    """Writes weights and what the export must know about them."""
    weights = {name: value.detach().clone().contiguous() for name, value in net.state_dict().items()}
    known = {"temperature": temperature, "labels": list(LABELS), "held_out": sorted(held_out(options))}
    torch.save({"weights": weights, **known, "seed": options.seed, "minutes": options.minutes}, file)


class Validation:
    """Accuracy on crops kept apart: rendered ones of another seed, and real ones by tile set."""

    def __init__(self, parts: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
        self.parts = parts

    def __call__(self, net: TileNet) -> str:
        """One line of accuracies."""
        said = []
        for name, (crops, labels) in self.parts.items():
            found = logits_of(net, crops).argmax(dim=1).numpy()
            said.append(f"{name} {100 * float((found == labels).mean()):.1f}%")
        return "  ".join(said)


def logits_of(net: TileNet, crops: np.ndarray) -> torch.Tensor:
    """Label logits of prepared crops, in float32."""
    net.eval()
    with torch.inference_mode():
        rows = [
            net(torch.from_numpy(crops[k : k + 256]).permute(0, 3, 1, 2).float() / 127.5 - 1)[0]
            for k in range(0, len(crops), 256)
        ]
    return torch.cat(rows)


def temperature_for(logits: torch.Tensor, labels: torch.Tensor) -> float:
    """The one number that makes confidence mean frequency: the temperature of least cross entropy."""
    grid = [float(value) for value in np.geomspace(0.3, 4, 60)]
    return min(grid, key=lambda value: float(nn.functional.cross_entropy(logits / value, labels)))


def _as_arrays(tiles: list[PhotoTile]) -> tuple[np.ndarray, np.ndarray]:
    from tablebridge.vision.classifier import prepare

    crops = np.stack([prepare(plain(tile), INPUT_PX) for tile in tiles])
    return crops, np.array([INDEX[tile.label] for tile in tiles])


def main(arguments: list[str] | None = None) -> int:
    """Builds the pools, trains, calibrates, saves `work/weights.pt`."""
    options = parse_arguments(arguments)
    cv2.setNumThreads(0)  # before anything is drawn: the drawing processes are forked, threads would not survive that
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    drawn = rendered_pool(options)
    apart = in_parallel(rendered, faces.own_sets(), 2000, 77, 1)
    print(f"{len(drawn.labels)} rendered crops after {time.monotonic() - began:.0f} s", flush=True)

    apart_sets = held_out(options)
    parts = {"own": (apart.crops, apart.labels)}
    training, validation = [], []
    if options.data is not None:
        tiles = list(load_photo_tiles(options.data / "photos"))
        training = [t for t in tiles if t.tile_set not in apart_sets and not is_validation(t.root)]
        validation = [t for t in tiles if t.tile_set not in apart_sets and is_validation(t.root)]
        for name in sorted({t.tile_set for t in tiles}):
            chosen = [t for t in tiles if t.tile_set == name and (name in apart_sets or is_validation(t.root))]
            if chosen:
                parts[("unseen:" if name in apart_sets else "seen:") + name] = _as_arrays(chosen)
        print(f"{len(training)} real tiles after {time.monotonic() - began:.0f} s", flush=True)

    net = TileNet().to(memory_format=torch.channels_last)
    if options.start is not None:
        net.load_state_dict(torch.load(options.start)["weights"])
    report = Validation(parts)
    net = train(net, Batches(drawn, training, options), options, report)
    print("final:", report(net), flush=True)

    crops, labels = _as_arrays(validation) if validation else (apart.crops, apart.labels)
    crops, labels = np.concatenate([crops, apart.crops]), np.concatenate([labels, apart.labels])
    temperature = temperature_for(logits_of(net, crops), torch.from_numpy(labels))
    store(net, temperature, options, options.work / "weights.pt")
    print(f"temperature {temperature:.2f}; weights in {options.work / 'weights.pt'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
