"""The confidence below which a reading is unknown."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest
from tile_training.choose_unknown import lowest_confidence, with_key

MANIFEST = '[model]\nfile = "m"\n\n[output]\nkinds = "p"\n\n[licence]\nmodel = "x"\n'


@pytest.mark.parametrize(
    ("confidence", "right", "wanted", "value"),
    [
        ([0.2, 0.5, 0.6, 0.9], [1, 0, 1, 1], 1.0, 0.6),
        ([0.2, 0.5, 0.6, 0.9], [1, 1, 1, 1], 1.0, 0.2),
        ([0.9, 0.6, 0.5, 0.2], [1, 1, 0, 1], 0.75, 0.2),
        ([0.5, 0.9], [1, 0], 0.9, 1.0),
        ([0.7, 0.7, 0.9], [1, 0, 1], 1.0, 0.9),
    ],
    ids=["the surest", "all", "a part may be wrong", "none good enough", "equals stand or fall together"],
)
def test_the_lowest_confidence_that_keeps_the_promise(
    confidence: list[float], right: list[int], wanted: float, value: float
) -> None:
    assert lowest_confidence(np.array(confidence), np.array(right, bool), wanted) == value


def test_the_manifest_gets_the_key_once() -> None:
    once = with_key(MANIFEST, 0.6123)
    assert tomllib.loads(once)["output"] == {"unknown_below": 0.612, "kinds": "p"}
    again = with_key(once, 0.7)
    assert tomllib.loads(again)["output"]["unknown_below"] == 0.7
    assert again.count("unknown_below") == 1


def test_a_manifest_without_outputs_is_refused() -> None:
    with pytest.raises(SystemExit, match="no section"):
        with_key("[model]\n", 0.5)
