"""An untrained network of the shape of YOLOv8 nano as ONNX bytes: a peer to time, for no free weights read tiles.

3.2 million parameters, 8.7 GFLOP for 640 by 640 pixels, 80 classes, three output maps; decoding and suppression are
left out, in the peer's favour. Written as plain protobuf, so that no other package is needed. Weights are random:
time does not depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

__all__ = ["NanoDetector", "nano_detector"]

INPUT_PX = 640
_CLASSES = 80
_BOX = 64
_FLOAT = 1


@dataclass(frozen=True)
class NanoDetector:
    """The model's bytes, and how large it is."""

    content: bytes
    parameters: int
    multiply_adds: int


def nano_detector(seed: int = 0) -> NanoDetector:
    """Builds the network; input `images` (1, 3, 640, 640) float."""
    net = _Network(np.random.default_rng(seed))
    x = net.conv("images", 3, 16, 3, 2, INPUT_PX)
    x = net.c2f(net.conv(x, 16, 32, 3, 2, 320), 32, 32, 1, 160, shortcut=True)
    p3 = net.c2f(net.conv(x, 32, 64, 3, 2, 160), 64, 64, 2, 80, shortcut=True)
    p4 = net.c2f(net.conv(p3, 64, 128, 3, 2, 80), 128, 128, 2, 40, shortcut=True)
    p5 = net.c2f(net.conv(p4, 128, 256, 3, 2, 40), 256, 256, 1, 20, shortcut=True)
    p5 = net.pooled(p5, 256, 20)
    m4 = net.c2f(net.concat([net.doubled(p5), p4]), 384, 128, 1, 40)
    n3 = net.c2f(net.concat([net.doubled(m4), p3]), 192, 64, 1, 80)
    n4 = net.c2f(net.concat([net.conv(n3, 64, 64, 3, 2, 80), m4]), 192, 128, 1, 40)
    n5 = net.c2f(net.concat([net.conv(n4, 128, 128, 3, 2, 40), p5]), 384, 256, 1, 20)
    outputs = [net.head(n3, 64, 80), net.head(n4, 128, 40), net.head(n5, 256, 20)]
    return NanoDetector(net.model(outputs), net.parameters, net.multiply_adds)


@dataclass
class _Network:
    """Nodes and weights as they are added. Sides are those of the input map, in pixels."""

    random: np.random.Generator
    parameters: int = 0
    multiply_adds: int = 0
    _nodes: list[bytes] = field(default_factory=list)
    _weights: list[bytes] = field(default_factory=list)
    _made: int = 0

    def conv(self, x: str, channels: int, out: int, kernel: int, stride: int, side: int, *, active: bool = True) -> str:
        shape = (out, channels, kernel, kernel)
        weights = self.random.normal(0, 0.6 / np.sqrt(channels * kernel * kernel), shape).astype(np.float32)
        names = [self._weight(weights), self._weight(np.zeros(out, np.float32))]
        self.multiply_adds += weights.size * (side // stride) ** 2
        pad = kernel // 2
        attributes = [
            _ints("kernel_shape", [kernel, kernel]),
            _ints("strides", [stride, stride]),
            _ints("pads", [pad] * 4),
        ]
        y = self._node("Conv", [x, *names], attributes)
        return self._node("Mul", [y, self._node("Sigmoid", [y])]) if active else y

    def c2f(self, x: str, channels: int, out: int, repeats: int, side: int, *, shortcut: bool = False) -> str:
        half = out // 2
        whole = self.conv(x, channels, out, 1, 1, side)
        first, second = self._name(), self._name()
        self._nodes.append(_node("Split", [whole], [first, second], [_int("axis", 1)]))
        parts = [first, second]
        for _ in range(repeats):
            y = self.conv(self.conv(parts[-1], half, half, 3, 1, side), half, half, 3, 1, side)
            parts.append(self._node("Add", [parts[-1], y]) if shortcut else y)
        return self.conv(self.concat(parts), half * (2 + repeats), out, 1, 1, side)

    def pooled(self, x: str, channels: int, side: int) -> str:
        parts = [self.conv(x, channels, channels // 2, 1, 1, side)]
        for _ in range(3):
            attributes = [_ints("kernel_shape", [5, 5]), _ints("strides", [1, 1]), _ints("pads", [2] * 4)]
            parts.append(self._node("MaxPool", [parts[-1]], attributes))
        return self.conv(self.concat(parts), channels * 2, channels, 1, 1, side)

    def doubled(self, x: str) -> str:
        scales = self._weight(np.array([1, 1, 2, 2], np.float32))
        return self._node("Resize", [x, "", scales], [_text("mode", "nearest")])

    def concat(self, parts: Sequence[str]) -> str:
        return self._node("Concat", parts, [_int("axis", 1)])

    def head(self, x: str, channels: int, side: int) -> str:
        maps = []
        for width, out in ((_BOX, _BOX), (_CLASSES, _CLASSES)):
            y = self.conv(self.conv(x, channels, width, 3, 1, side), width, width, 3, 1, side)
            maps.append(self.conv(y, width, out, 1, 1, side, active=False))
        return self.concat(maps)

    def model(self, outputs: Sequence[str]) -> bytes:
        graph = [_message(1, node) for node in self._nodes]
        graph += [_string(2, "nano"), *(_message(5, weights) for weights in self._weights)]
        graph.append(_message(11, _value("images", (1, 3, INPUT_PX, INPUT_PX))))
        graph += [_message(12, _value(name, None)) for name in outputs]
        opset = _string(1, "") + _varint_field(2, 13)
        return _varint_field(1, 8) + _message(8, opset) + _message(7, b"".join(graph))

    def _name(self) -> str:
        self._made += 1
        return f"t{self._made}"

    def _node(self, kind: str, inputs: Sequence[str], attributes: Iterable[bytes] = ()) -> str:
        name = self._name()
        self._nodes.append(_node(kind, inputs, [name], attributes))
        return name

    def _weight(self, values: np.ndarray) -> str:
        name = self._name()
        self.parameters += values.size
        dims = b"".join(_varint_field(1, size) for size in values.shape)
        self._weights.append(dims + _varint_field(2, _FLOAT) + _string(8, name) + _message(9, values.tobytes()))
        return name


# -- protobuf, as far as ONNX needs it here: https://protobuf.dev/programming-guides/encoding, onnx.proto --


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _varint_field(tag: int, number: int) -> bytes:
    return _varint(tag << 3) + _varint(number)


def _message(tag: int, content: bytes) -> bytes:
    return _varint(tag << 3 | 2) + _varint(len(content)) + content


def _string(tag: int, text: str) -> bytes:
    return _message(tag, text.encode())


def _node(kind: str, inputs: Sequence[str], outputs: Sequence[str], attributes: Iterable[bytes] = ()) -> bytes:
    parts = [_string(1, name) for name in inputs] + [_string(2, name) for name in outputs]
    return b"".join([*parts, _string(4, kind), *(_message(5, each) for each in attributes)])


def _int(name: str, number: int) -> bytes:
    return _string(1, name) + _varint_field(3, number) + _varint_field(20, 2)


def _ints(name: str, numbers: Sequence[int]) -> bytes:
    return _string(1, name) + b"".join(_varint_field(8, number) for number in numbers) + _varint_field(20, 7)


def _text(name: str, text: str) -> bytes:
    return _string(1, name) + _string(4, text) + _varint_field(20, 3)


def _value(name: str, shape: Sequence[int] | None) -> bytes:
    dims = b"".join(_message(1, _varint_field(1, size)) for size in shape or ())
    tensor = _varint_field(1, _FLOAT) + (_message(2, dims) if shape else b"")
    return _string(1, name) + _message(2, _message(1, tensor))
