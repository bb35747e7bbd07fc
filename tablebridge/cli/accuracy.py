"""How often readings were right: in all, by tile set, by class; for `tablebridge recognise --evaluate`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Tally", "table_lines"]

_WORST = 8


@dataclass
class Tally:
    """Counts readings. The first answer is right or not; besides, it is unknown when it is `?` or less sure than
    `unknown_below`, which counts neither for nor against what is known.
    """

    unknown_below: float = 0.0
    rows: int = 0
    right: int = 0
    unknown: int = 0
    known_right: int = 0
    by_set: dict[str, Counter[str]] = field(default_factory=dict)
    by_label: dict[str, Counter[str]] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    answers: list[tuple[float, bool]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, tile_set: str, label: str, read: str, confidence: float = 1.0) -> None:
        """One labelled tile, what it was read as, and how sure (0..1)."""
        right = read == label
        unknown = read == "?" or confidence < self.unknown_below
        self.rows += 1
        self.right += right
        self.unknown += unknown
        self.known_right += right and not unknown
        for counts in (self.by_set.setdefault(tile_set, Counter()), self.by_label.setdefault(label, Counter())):
            counts.update(rows=1, right=int(right), unknown=int(unknown), known_right=int(right and not unknown))
        self.answers.append((confidence, right))
        self.confusions[label, read] += 1

    @property
    def accuracy(self) -> float:
        """Right first answers as a part of all rows; 0 without rows."""
        return self.right / self.rows if self.rows else 0.0

    @property
    def known_accuracy(self) -> float | None:
        """Right ones among those not unknown; None when all are unknown."""
        return self.known_right / (self.rows - self.unknown) if self.rows > self.unknown else None

    def worst(self) -> list[tuple[str, float, int]]:
        """The classes with the lowest accuracy: label, accuracy, rows."""
        ranked = sorted((_part(counts), label, counts["rows"]) for label, counts in self.by_label.items())
        return [(label, part, rows) for part, label, rows in ranked[:_WORST]]

    def wrong(self) -> Counter[tuple[str, str]]:
        """(label, what it was read as) of the readings that were not right."""
        return Counter({pair: count for pair, count in self.confusions.items() if pair[0] != pair[1]})

    def document(self) -> dict[str, object]:
        """Everything as JSON types."""
        return {
            "rows": self.rows,
            "right": self.right,
            "unknown": self.unknown,
            "accuracy": round(self.accuracy, 4),
            "unknown_below": self.unknown_below,
            "known": {
                "rows": self.rows - self.unknown,
                "right": self.known_right,
                "accuracy": None if self.known_accuracy is None else round(self.known_accuracy, 4),
                "unknown_share": round(self.unknown / self.rows, 4) if self.rows else 0.0,
            },
            "tile_sets": {name: _counts(counts) for name, counts in sorted(self.by_set.items())},
            "classes": {label: _counts(counts) for label, counts in sorted(self.by_label.items())},
            "worst": [label for label, _, _ in self.worst()],
            "confusions": [[label, read, count] for (label, read), count in self.wrong().most_common(20)],
            "left_out": dict(self.left_out),
        }


def _part(counts: Counter[str]) -> float:
    return counts["right"] / counts["rows"]


def _known(counts: Counter[str]) -> float | None:
    known = counts["rows"] - counts["unknown"]
    return counts["known_right"] / known if known else None


def _counts(counts: Counter[str]) -> dict[str, float | None]:
    known = _known(counts)
    return {
        "rows": counts["rows"],
        "right": counts["right"],
        "unknown": counts["unknown"],
        "accuracy": round(_part(counts), 4),
        "known_accuracy": None if known is None else round(known, 4),
    }


def table_lines(tally: Tally, held_out: tuple[str, ...]) -> list[str]:
    """The tally for people; `held_out` are tile sets whose photographs the model never saw."""
    lines = [f"{tally.right} of {tally.rows} right ({tally.accuracy:.2%})"]
    known = tally.rows - tally.unknown
    right = "" if tally.known_accuracy is None else f", of the other {known} right: {tally.known_accuracy:.2%}"
    lines.append(
        f"{tally.unknown} unknown ({tally.unknown / tally.rows:.1%}; less sure than {tally.unknown_below:g}){right}"
    )
    for reason, count in sorted(tally.left_out.items()):
        lines.append(f"left out: {count} rows ({reason})")
    lines += ["", _row("tile set", "rows", "right", "unknown", "known right")]
    for name, counts in sorted(tally.by_set.items()):
        lines.append(_count_row(name or "-", counts) + ("  never trained on" if name in held_out else ""))
    lines += ["", _row("class", "rows", "right", "unknown", "known right")]
    for label, counts in sorted(tally.by_label.items(), key=lambda pair: (pair[0][-1], pair[0])):
        lines.append(_count_row(label, counts))
    lines += ["", "worst classes: " + ", ".join(f"{label} {part:.1%} of {rows}" for label, part, rows in tally.worst())]
    common = tally.wrong().most_common(10)
    lines.append("most taken for: " + (", ".join(f"{a}>{b} {n}x" for (a, b), n in common) if common else "nothing"))
    return lines


def _row(name: str, *cells: str) -> str:
    return f"{name:<24}{cells[0]:>7}" + "".join(f"{cell:>13}" for cell in cells[1:])


def _count_row(name: str, counts: Counter[str]) -> str:
    known = _known(counts)
    unknown = f"{counts['unknown'] / counts['rows']:.1%}"
    return _row(name, str(counts["rows"]), f"{_part(counts):.2%}", unknown, "-" if known is None else f"{known:.2%}")
