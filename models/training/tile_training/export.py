"""Writes the trained weights as the files tablebridge loads: `python -m tile_training.export --help`.

The network has convolutions, sums and two linear layers only, so its graph is written out node by node; batch
normalisation is folded into the convolution before it. What comes out is compared with the network itself.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from tile_training.labels import LABELS
from tile_training.network import EMBEDDING, Exported, TileNet, _Residual
from tile_training.photos import is_validation, load_photo_tiles
from tile_training.pool import INPUT_PX, Pool, photographed
from tile_training.quantise import quantised

ATTRIBUTION = (
    "Trained in part on photographs of the Roboflow Universe project riichimahjongdetection/"
    "chinese-mahjong-detection v4 (2024-03-17), CC BY 4.0, as redistributed in GitHub alanchoi00/mahjong_detection"
)
OUTPUTS = ("kinds", "turns", "embedding")
MANIFEST = """\
# What the tile classifier's files are; read and checked by tablebridge.vision.model_file.

[model]
file = "model.onnx"
version = "{version}"
sha256 = "{sha256}"
labels = {labels}

[input]
name = "crops"
size_px = {size}
layout = "uint8, (n, size, size, 3), BGR; a crop is stretched to the square"
normalisation = "inside the graph: value / 127.5 - 1"

[output]
kinds = "(n, labels) probabilities, softmax at temperature {temperature:.3f} found on validation photographs"
turns = "(n, 4) probabilities of 0..3 quarter turns counter-clockwise against upright"
embedding = "(n, {embedding}) numbers that stand for the crop, for teaching a table's own set"

[training]
held_out_tile_sets = [{held_out}]
seed = {seed}

[licence]
model = "Apache-2.0"
attribution = "{attribution}"
"""


class Graph:
    """Collects ONNX nodes and constants."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, value: np.ndarray) -> str:
        """Stores an array, gives its name."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def add(self, kind: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        """Adds a node, gives its output's name."""
        name = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def convolution(self, conv: nn.Conv2d, norm: nn.BatchNorm2d, x: str) -> str:
        """A convolution with its batch normalisation folded in."""
        gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        weight = (conv.weight.detach() * gain[:, None, None, None]).contiguous().numpy()
        bias = (norm.bias.detach() - norm.running_mean * gain).numpy()
        stride = conv.stride[0]
        return self.add(
            "Conv", x, self.constant(weight), self.constant(bias),
            kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[stride, stride],
        )  # fmt: skip

    def linear(self, layer: nn.Linear, x: str) -> str:
        """A linear layer."""
        return self.add(
            "Gemm",
            x,
            self.constant(layer.weight.detach().numpy()),
            self.constant(layer.bias.detach().numpy()),
            transB=1,
        )


def graph_of(net: TileNet, temperature: float) -> onnx.ModelProto:
    """The network as an ONNX model from uint8 crops to probabilities."""
    graph = Graph()
    x = graph.add("Cast", "crops", to=TensorProto.FLOAT)
    x = graph.add("Transpose", x, perm=[0, 3, 1, 2])
    x = graph.add("Mul", x, graph.constant(np.array(1 / 127.5, np.float32)))
    x = graph.add("Sub", x, graph.constant(np.array(1.0, np.float32)))
    for block in net.features:
        if isinstance(block, _Residual):
            inner = graph.add("Relu", graph.convolution(block.first[0], block.first[1], x))
            inner = graph.convolution(block.second[0], block.second[1], inner)
            x = graph.add("Relu", graph.add("Add", x, inner))
        else:
            x = graph.add("Relu", graph.convolution(block[0], block[1], x))
    mean, peak = graph.add("GlobalAveragePool", x), graph.add("GlobalMaxPool", x)
    pooled = graph.add("Flatten", graph.add("Concat", mean, peak, axis=1), output="embedding", axis=1)
    kinds = graph.add("Mul", graph.linear(net.kinds, pooled), graph.constant(np.array(1 / temperature, np.float32)))
    graph.add("Softmax", kinds, output="kinds", axis=1)
    graph.add("Softmax", graph.linear(net.turns, pooled), output="turns", axis=1)
    proto = helper.make_graph(
        graph.nodes,
        "tile_classifier",
        [helper.make_tensor_value_info("crops", TensorProto.UINT8, ["n", INPUT_PX, INPUT_PX, 3])],
        [
            helper.make_tensor_value_info("kinds", TensorProto.FLOAT, ["n", len(LABELS)]),
            helper.make_tensor_value_info("turns", TensorProto.FLOAT, ["n", 4]),
            helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n", EMBEDDING]),
        ],
        graph.constants,
    )
    model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", 17)], producer_name="tile_training")
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def largest_difference(model: onnx.ModelProto, net: TileNet, temperature: float) -> float:
    """How far the written graph and the network are apart on random crops; a few times 1e-5 is rounding."""
    crops = np.random.default_rng(0).integers(0, 256, (16, INPUT_PX, INPUT_PX, 3)).astype(np.uint8)
    with torch.inference_mode():
        expected = Exported(net, temperature)(torch.from_numpy(crops))
    found = onnxruntime.InferenceSession(model.SerializeToString()).run(list(OUTPUTS), {"crops": crops})
    return max(float(np.abs(e.numpy() - f).max()) for e, f in zip(expected, found, strict=True))


def calibration_crops(work: Path, data: Path | None) -> np.ndarray:
    """Some thousand crops as the network was trained on: from the rendered pools of `work`, and shaken photographs."""
    rng = np.random.default_rng(0)
    found = [pool.crops[:: max(1, len(pool.labels) // 2000)] for pool in map(Pool.load, sorted(work.glob("*.npz")))]
    if data is not None:
        tiles = [tile for tile in load_photo_tiles(data / "photos") if not is_validation(tile.root)]
        found.append(photographed([tiles[i] for i in rng.permutation(len(tiles))[:1200]], 1, 5).crops)
    crops = np.concatenate(found)
    return crops[rng.permutation(len(crops))]


def agreement(model: onnx.ModelProto, other: onnx.ModelProto, crops: np.ndarray) -> float:
    """The share of crops that both read as the same face."""
    answers = []
    for each in (model, other):
        session = onnxruntime.InferenceSession(each.SerializeToString())
        batches = np.array_split(crops, max(1, len(crops) // 64))
        answers.append(np.concatenate([session.run(["kinds"], {"crops": part})[0].argmax(axis=1) for part in batches]))
    return float((answers[0] == answers[1]).mean())


def main(arguments: list[str] | None = None) -> int:
    """Writes model.onnx, labels.txt and manifest.toml."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.export", description=__doc__)
    parser.add_argument("weights", type=Path, help="weights.pt of the training")
    parser.add_argument("--to", type=Path, default=Path(__file__).parents[2] / "tile_classifier")
    parser.add_argument("--version", default="1", help="version of the model")
    parser.add_argument("--quantise", type=Path, metavar="WORK", help="8-bit, ranges found on the pools of this folder")
    parser.add_argument(
        "--data", type=Path, help="with --quantise: folder with photos/, whose crops are looked at, too"
    )
    options = parser.parse_args(arguments)
    stored = torch.load(options.weights)
    net = TileNet()
    net.load_state_dict(stored["weights"])
    net.eval()
    model = graph_of(net, stored["temperature"])
    difference = largest_difference(model, net, stored["temperature"])
    if difference > 1e-3:
        raise SystemExit(f"the written graph differs from the network by {difference:.4f}")
    if options.quantise is not None:
        crops = calibration_crops(options.quantise, options.data)
        plain, model = model, quantised(model, crops)
        print(f"in 8 bits {100 * agreement(plain, model, crops):.2f} % of {len(crops)} crops are read alike")
    content = model.SerializeToString()
    options.to.mkdir(parents=True, exist_ok=True)
    (options.to / "model.onnx").write_bytes(content)
    (options.to / "labels.txt").write_text("\n".join(LABELS) + "\n", encoding="utf-8")
    manifest = MANIFEST.format(
        version=options.version,
        sha256=hashlib.sha256(content).hexdigest(),
        labels=len(LABELS),
        size=INPUT_PX,
        embedding=EMBEDDING,
        temperature=stored["temperature"],
        held_out=", ".join(f'"{name}"' for name in stored["held_out"]),
        seed=stored["seed"],
        attribution=ATTRIBUTION,
    )
    (options.to / "manifest.toml").write_text(manifest, encoding="utf-8")
    print(f"{len(content) / 1e6:.2f} MB to {options.to}; graph and network differ by at most {difference:.1e}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
