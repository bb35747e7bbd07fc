"""Writes the localiser as the files tablebridge loads: `python -m tile_training.localiser_export --help`."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper
from torch import nn

from tablebridge.vision.localiser_maps import POSES, STRIDE
from tile_training.export import ATTRIBUTION, Graph
from tile_training.localiser_calibrate import Calibration
from tile_training.localiser_network import MULTIPLE_PX, LocaliserNet, Residual, maps_of
from tile_training.localiser_targets import SHAPE_NUMBERS

MANIFEST = """\
# What the tile localiser's files are; read and checked by tablebridge.vision.localiser.

[model]
file = "model.onnx"
version = "{version}"
sha256 = "{sha256}"

[input]
name = "pictures"
layout = "uint8, (n, height, width, 3), BGR; both sides multiples of {multiple}"
normalisation = "inside the graph: value / 127.5 - 1"

[output]
cell = "{stride} by {stride} pixels"
heat = "(n, {poses}, rows, columns) how sure it is that a tile's middle lies in a cell: up, down, standing"
shape = "(n, {numbers}, rows, columns) middle and axes, as tablebridge.vision.localiser_maps.decode reads them"
calibration = "score = logistic({gain:.3f} * logit + {offset:.3f}), fitted on scenes kept from training"
threshold = {threshold:.2f}

[training]
held_out_tile_sets = [{held_out}]
seed = {seed}

[licence]
model = "Apache-2.0"
attribution = "{attribution}"
"""


class _Graph(Graph):
    """As the classifier's, for convolutions of any size, and for maps that are made larger again."""

    def convolved(self, conv: nn.Conv2d, norm: nn.BatchNorm2d | None, x: str) -> str:
        """A convolution with its batch normalisation, if any, folded in."""
        weight = conv.weight.detach()
        if norm is not None:
            gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
            weight, bias = weight * gain[:, None, None, None], norm.bias.detach() - norm.running_mean * gain
        else:
            assert conv.bias is not None
            bias = conv.bias.detach()
        side, stride, pad = conv.kernel_size[0], conv.stride[0], int(conv.padding[0])
        return self.add(
            "Conv", x, self.constant(weight.contiguous().numpy()), self.constant(bias.numpy()),
            kernel_shape=[side, side], pads=[pad] * 4, strides=[stride, stride],
        )  # fmt: skip

    def layers(self, part: nn.Module, x: str) -> str:
        """A block, a residual, or several of them."""
        if isinstance(part, Residual):
            inner = self.layers(part.first, x)
            inner = self.convolved(part.second[0], part.second[1], inner)
            return self.add("Relu", self.add("Add", x, inner))
        assert isinstance(part, nn.Sequential)
        if isinstance(part[0], nn.Conv2d):
            return self.add("Relu", self.convolved(part[0], part[1], x))
        for layer in part:
            x = self.layers(layer, x)
        return x

    def twice(self, x: str) -> str:
        """Every cell as four."""
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.add(
            "Resize", x, "", scales,
            mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor",
        )  # fmt: skip


def graph_of(net: LocaliserNet, calibration: Calibration) -> onnx.ModelProto:
    """The network as an ONNX model from uint8 pictures to scores and shapes."""
    graph = _Graph()
    x = graph.add("Cast", "pictures", to=TensorProto.FLOAT)
    x = graph.add("Transpose", x, perm=[0, 3, 1, 2])
    x = graph.add("Mul", x, graph.constant(np.array(1 / 127.5, np.float32)))
    x = graph.add("Sub", x, graph.constant(np.array(1.0, np.float32)))
    fine = graph.layers(net.fine, x)
    middle = graph.layers(net.middle, fine)
    up = graph.twice(graph.layers(net.from_coarse, graph.layers(net.coarse, middle)))
    up = graph.layers(net.join_middle, graph.add("Add", middle, up))
    up = graph.twice(graph.layers(net.from_middle, up))
    up = graph.layers(net.join_fine, graph.add("Add", graph.layers(net.from_fine, fine), up))
    logits = graph.add(
        "Mul", graph.convolved(net.heat, None, up), graph.constant(np.array(calibration.gain, np.float32))
    )
    logits = graph.add("Add", logits, graph.constant(np.array(calibration.offset, np.float32)))
    graph.add("Sigmoid", logits, output="heat")
    graph.add("Identity", graph.convolved(net.shape, None, up), output="shape")
    proto = helper.make_graph(
        graph.nodes,
        "tile_localiser",
        [helper.make_tensor_value_info("pictures", TensorProto.UINT8, ["n", "height", "width", 3])],
        [
            helper.make_tensor_value_info("heat", TensorProto.FLOAT, ["n", len(POSES), "rows", "columns"]),
            helper.make_tensor_value_info("shape", TensorProto.FLOAT, ["n", SHAPE_NUMBERS, "rows", "columns"]),
        ],
        graph.constants,
    )
    model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", 17)], producer_name="tile_training")
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def largest_difference(model: onnx.ModelProto, net: LocaliserNet, calibration: Calibration) -> float:
    """How far the written graph and the network are apart on a random picture; a few times 1e-5 is rounding."""
    picture = np.random.default_rng(0).integers(0, 256, (96, 160, 3)).astype(np.uint8)
    heat, shape = maps_of(net, picture)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    found_heat, found_shape = session.run(["heat", "shape"], {"pictures": picture[None]})
    return max(
        float(np.abs(calibration.score(heat) - found_heat[0]).max()), float(np.abs(shape - found_shape[0]).max())
    )


def main(arguments: list[str] | None = None) -> int:
    """Writes model.onnx and manifest.toml."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.localiser_export", description=__doc__)
    parser.add_argument("weights", type=Path, help="weights.pt of the training")
    parser.add_argument("--to", type=Path, default=Path(__file__).parents[2] / "tile_localiser")
    parser.add_argument("--version", default="1", help="version of the model")
    options = parser.parse_args(arguments)
    stored = torch.load(options.weights)
    calibration = Calibration(*(float(stored.get(name, getattr(Calibration, name))) for name in _CALIBRATION))
    net = LocaliserNet()
    net.load_state_dict(stored["weights"])
    net.eval()
    model = graph_of(net, calibration)
    difference = largest_difference(model, net, calibration)
    if difference > 1e-3:
        raise SystemExit(f"the written graph differs from the network by {difference:.4f}")
    content = model.SerializeToString()
    options.to.mkdir(parents=True, exist_ok=True)
    (options.to / "model.onnx").write_bytes(content)
    manifest = MANIFEST.format(
        version=options.version,
        sha256=hashlib.sha256(content).hexdigest(),
        multiple=MULTIPLE_PX,
        poses=len(POSES),
        stride=STRIDE,
        numbers=SHAPE_NUMBERS,
        gain=calibration.gain,
        offset=calibration.offset,
        threshold=calibration.threshold,
        held_out=", ".join(f'"{name}"' for name in stored["held_out"]),
        seed=stored["seed"],
        attribution=ATTRIBUTION,
    )
    (options.to / "manifest.toml").write_text(manifest, encoding="utf-8")
    print(f"{len(content) / 1e6:.2f} MB to {options.to}; graph and network differ by at most {difference:.1e}")
    return 0


_CALIBRATION = ("gain", "offset", "threshold")

if __name__ == "__main__":
    raise SystemExit(main())
