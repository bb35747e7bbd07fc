"""Teaching: a set that means nothing to the network is learnt from one picture a kind, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tablebridge.errors import UsageError
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import Enrolment, load_taught, teach
from tablebridge.vision.taught_set import KEPT_PX, Example, write_file
from tablebridge_rules.tile import ALL_TILES

from .pictures import crop_of
from .teaching_network import LABELS, BlankNetwork

FLOWERS = ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g")
SUITED = tuple(str(tile) for tile in ALL_TILES if tile.kind.is_suited and not tile.red)


def blots(label: str, seed: int = 0) -> np.ndarray:
    """What no network has ever seen: coloured blots, other ones for each label; another `seed`, another photograph."""
    drawn = np.random.default_rng([LABELS.index(label), 4])
    picture = np.kron(drawn.integers(40, 255, (5, 4, 3)), np.ones((16, 16, 1)))
    return np.clip(picture + np.random.default_rng([seed, 9]).normal(0, 6, picture.shape), 0, 255).astype(np.uint8)


def read(network: BlankNetwork, taught, crops: list[np.ndarray]) -> list[str]:  # type: ignore[no-untyped-def]
    kinds, embedding = network.embed(crops)
    return [LABELS[best] for best in taught.read(kinds, embedding).argmax(axis=1)]


def test_one_picture_a_kind_is_enough_for_designs_that_mean_nothing_to_the_network() -> None:
    network = BlankNetwork()
    taught = teach(network, [Example(label, blots(label)) for label in FLOWERS], "table-1")  # type: ignore[arg-type]
    for turns in range(4):
        crops = [np.ascontiguousarray(np.rot90(blots(label, seed=7), turns)) for label in FLOWERS]
        assert read(network, taught, crops) == list(FLOWERS)


def test_what_was_not_taught_stays_possible_unless_all_suits_were() -> None:
    network = BlankNetwork()
    some = teach(network, [Example(label, blots(label)) for label in FLOWERS], "some")  # type: ignore[arg-type]
    assert some.has.all()
    suits = teach(network, [Example(label, blots(label)) for label in SUITED], "suits")  # type: ignore[arg-type]
    assert {label for label, has in zip(LABELS, suits.has, strict=True) if has} == {*SUITED, "back", "not-a-tile"}


def test_faces_without_print_are_not_halved() -> None:
    """Two halves of a white dragon look like a white dragon: called no tile, they would teach it away."""
    network = BlankNetwork()
    white, back = np.full((80, 64, 3), 230, np.uint8), np.full((80, 64, 3), (30, 140, 40), np.uint8)
    examples = [Example("5z", white), Example("back", back), *(Example(label, blots(label)) for label in FLOWERS)]
    assert read(network, teach(network, examples, "t"), [white, back]) == ["5z", "back"]  # type: ignore[arg-type]
    alone = teach(network, examples[:2], "t")  # type: ignore[arg-type]
    assert read(network, alone, [white, back]) == ["5z", "back"]


def test_the_same_pictures_teach_the_same() -> None:
    examples = [Example(label, blots(label)) for label in FLOWERS]
    first, second = (teach(BlankNetwork(), examples, "t") for _ in range(2))  # type: ignore[arg-type]
    assert np.array_equal(first.weights, second.weights)
    assert all(example.crop.shape == (KEPT_PX, KEPT_PX, 3) for example in first.examples)


def test_leaving_out_tests_only_kinds_shown_several_times() -> None:
    examples = [Example(label, blots(label, seed)) for label in FLOWERS[:5] for seed in range(3)]
    examples += [Example("1m", blots("1m"))]
    tested = Enrolment(BlankNetwork(), examples).left_out()  # type: ignore[arg-type]
    assert (tested.tested, tested.right_after) == (15, 15)
    assert tested.right_before < 15
    once = Enrolment(BlankNetwork(), examples[::3]).left_out()  # type: ignore[arg-type]
    assert (once.tested, once.right_before, once.right_after) == (0, 0, 0)


def test_leaving_out_shows_a_wrong_picture() -> None:
    """One of three pictures of a kind shows something else: read by a set taught without it, it is not that kind."""
    examples = [Example(label, blots(label, seed)) for label in FLOWERS for seed in range(3)]
    examples[0] = Example(FLOWERS[0], blots(FLOWERS[5], 8))
    tested = Enrolment(BlankNetwork(), examples).left_out()  # type: ignore[arg-type]
    assert tested.right_after == tested.tested - 1


@pytest.mark.parametrize(
    ("examples", "said"),
    [([], "nothing to teach"), ([("9z", 0)], "9z"), ([("not-a-tile", 0)], "not-a-tile")],
    ids=["nothing", "no such tile", "no tile"],
)
def test_what_cannot_be_taught(examples: list[tuple[str, int]], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Enrolment(BlankNetwork(), [Example(label, blots("1m")) for label, _ in examples])  # type: ignore[arg-type]


def test_another_model_is_taught_again_from_the_pictures(tmp_path: Path) -> None:
    examples, file = [Example(label, blots(label)) for label in FLOWERS], tmp_path / "t.npz"
    write_file(teach(BlankNetwork("a" * 64), examples, "t"), file)  # type: ignore[arg-type]
    same = load_taught(file, BlankNetwork("a" * 64))  # type: ignore[arg-type]
    newer = BlankNetwork("c" * 64, numbers=90)
    again = load_taught(file, newer)  # type: ignore[arg-type]
    assert (same.model_sha256, again.model_sha256) == ("a" * 64, "c" * 64)
    assert again.weights.shape == (91, len(LABELS))
    assert read(newer, again, [blots(label, 3) for label in FLOWERS]) == list(FLOWERS)


def test_the_real_network_learns_flowers_of_an_unknown_design(classifier: TileClassifier) -> None:
    taught = classifier.taught_by(teach(classifier, [Example(label, blots(label)) for label in FLOWERS], "t"))
    crops = [np.ascontiguousarray(np.rot90(blots(label, 5), turns)) for label in FLOWERS for turns in range(4)]
    wanted = [label for label in FLOWERS for _ in range(4)]
    before = sum(reading.tile == label for reading, label in zip(classifier.classify(crops), wanted, strict=True))
    after = [reading.tile for reading in taught.classify(crops)]
    assert before < 16
    assert sum(found == label for found, label in zip(after, wanted, strict=True)) >= 30


def test_teaching_flowers_leaves_the_other_faces_alone(classifier: TileClassifier) -> None:
    taught = classifier.taught_by(teach(classifier, [Example(label, blots(label)) for label in FLOWERS], "t"))
    others = [str(tile) for tile in ALL_TILES if str(tile) not in FLOWERS]
    crops = [crop_of(name, "japanese", size=(36, 48)) for name in others]
    before, after = ([reading.tile for reading in each.classify(crops)] for each in (classifier, taught))
    assert sum(a != b for a, b in zip(before, after, strict=True)) <= 1
    assert not taught.classify([np.full((40, 30, 3), (70, 100, 30), np.uint8)])[0].is_face


def test_a_set_of_another_model_is_refused(classifier: TileClassifier) -> None:
    foreign = teach(BlankNetwork(), [Example("1m", blots("1m"))], "foreign")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="another model"):
        classifier.taught_by(foreign)
    assert classifier.taught_by(None).taught is None
