"""Trains the localiser: `python -m tile_training.localiser_train --help`."""

from __future__ import annotations

import argparse
import copy
import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from tablebridge.vision.localiser_maps import decode, without_doubles
from tile_training.localiser_batches import Batches
from tile_training.localiser_calibrate import SHARED, Calibration, calibrated
from tile_training.localiser_crops import CropMaker, Sources, training_photos
from tile_training.localiser_match import Count, match
from tile_training.localiser_network import LocaliserNet, maps_of
from tile_training.localiser_sample import Laid
from tile_training.train import HELD_OUT, face_sets

_VALIDATION_SEED = 900
_CALIBRATION_CROPS = 240


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.localiser_train", description=__doc__)
    parser.add_argument(
        "--data", type=Path, help="folder with photos/ and artwork/; without it only own faces are used"
    )
    parser.add_argument("--fonts", type=Path, help="folder of font files with Chinese characters")
    parser.add_argument("--symbols", type=Path, help="folder of fonts that hold U+1F000 to U+1F028")
    parser.add_argument(
        "--latin", type=Path, default=Path("/usr/share/fonts/truetype/dejavu"), help="fonts for corner digits"
    )
    parser.add_argument("--held-out", default=HELD_OUT, help="tile sets never trained on, separated by commas")
    parser.add_argument("--drawn-sets", type=int, default=40, help="how many random sets are drawn by rule")
    parser.add_argument("--minutes", type=float, default=40.0, help="time for training itself")
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=1, help="of the network")
    parser.add_argument("--processes", type=int, default=1, help="for drawing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--only-calibrate", action="store_true", help="no training: calibrates the weights of --start")
    parser.add_argument("--work", type=Path, default=Path("work-localiser"), help="folder for weights")
    return parser.parse_args(arguments)


def loss_of(heat: torch.Tensor, shape: torch.Tensor, targets: tuple[torch.Tensor, ...]) -> torch.Tensor:
    """Focal loss of the middles, and the distance of the outlines where there is a tile."""
    wanted, weight, numbers, shaped, placed = targets
    sure = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    hit = wanted >= 0.999
    right = torch.log(sure) * (1 - sure) ** 2
    wrong = torch.log(1 - sure) * sure**2 * (1 - wanted) ** 4
    tiles = hit.sum().clamp(min=1)
    loss = -(torch.where(hit, right, wrong) * weight[:, None]).sum() / tiles
    off = nn.functional.smooth_l1_loss(shape, numbers, reduction="none", beta=0.1)
    middle = (off[:, :2].sum(dim=1) * placed).sum() / placed.sum().clamp(min=1)
    outline = (off[:, 2:].sum(dim=1) * shaped).sum() / shaped.sum().clamp(min=1)
    return loss + 0.7 * middle + 1.0 * outline


@dataclass(frozen=True)
class Validation:
    """Crops of other scenes, other virtual tables and the photographs kept apart."""

    crops: list[Laid]

    def __call__(self, net: LocaliserNet, least: float = 0.35) -> str:
        """Precision and recall at an overlap of a half."""
        count = Count()
        net.eval()
        for crop in self.crops:
            heat, shape = maps_of(net, crop.picture)
            found = without_doubles(decode(heat, shape, least), SHARED)
            match(count, found, crop)
        return count.line()


def train(net: LocaliserNet, batches: Batches, options: argparse.Namespace, report: Validation) -> LocaliserNet:
    """Trains for `options.minutes`; the rate follows one cycle over that time. Returns averaged weights."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.02)
    averaged = copy.deepcopy(net)
    began, step, told, mean = time.monotonic(), 0, 0.0, 0.0
    while (part := (time.monotonic() - began) / 60 / options.minutes) < 1:
        rate = options.rate * (part / 0.05 if part < 0.05 else 0.5 * (1 + np.cos(np.pi * (part - 0.05) / 0.95)))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        pictures, *targets = batches.next()
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            heat, shape = net(pictures.contiguous(memory_format=torch.channels_last))
        loss = loss_of(heat.float(), shape.float(), tuple(targets))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        step += 1
        mean += (loss.item() - mean) / min(step, 50)
        blend(averaged, net, min(0.998, step / (step + 20)))
        if part - told > 0.04:
            told = part
            minutes = (time.monotonic() - began) / 60
            line = f"{minutes:6.1f} min  step {step}  crops {batches.made}  loss {mean:.3f}"
            print(f"{line}  {report(averaged)}", flush=True)
            store(averaged, options, options.work / "latest.pt")
    return averaged


def blend(averaged: LocaliserNet, net: LocaliserNet, keep: float) -> None:
    """Moves the averaged weights and statistics a step towards the present ones."""
    with torch.no_grad():
        for old, new in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
            if old.is_floating_point():
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def store(net: LocaliserNet, options: argparse.Namespace, file: Path, calibration: Calibration | None = None) -> None:
    """Writes weights and what the export must know about them."""
    weights = {name: value.detach().clone().contiguous() for name, value in net.state_dict().items()}
    known = {"held_out": sorted(options.held_out.split(",")), "seed": options.seed, "minutes": options.minutes}
    torch.save({"weights": weights, **known, **dataclasses.asdict(calibration or Calibration())}, file)


def finish(net: LocaliserNet, apart: CropMaker, options: argparse.Namespace) -> None:
    """Calibrates on crops not yet seen, and writes what is exported."""
    calibration = calibrated(net, [apart.next() for _ in range(_CALIBRATION_CROPS)])
    store(net, options, options.work / "weights.pt", calibration)
    print(f"{calibration}; weights in {options.work / 'weights.pt'}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Trains and saves `work/weights.pt`."""
    options = parse_arguments(arguments)
    cv2.setNumThreads(0)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.work.mkdir(parents=True, exist_ok=True)
    sets = face_sets(options)
    held_out = set(options.held_out.split(","))
    photos = training_photos(options.data / "photos", held_out) if options.data is not None else []
    print(f"{len(sets)} face sets, {len(photos)} photographs", flush=True)
    apart = CropMaker(Sources(sets, [], options.seed + _VALIDATION_SEED))
    if options.only_calibrate:
        net = LocaliserNet()
        net.load_state_dict(torch.load(options.start)["weights"])
        finish(net, apart, options)
        return 0
    report = Validation([apart.next() for _ in range(48)])
    batches = Batches(Sources(sets, photos, options.seed), options.batch, options.processes)
    net = LocaliserNet().to(memory_format=torch.channels_last)
    if options.start is not None:
        net.load_state_dict(torch.load(options.start)["weights"])
    net = train(net, batches, options, report)
    print("final:", report(net), flush=True)
    finish(net, apart, options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
