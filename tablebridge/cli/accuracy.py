"""How often readings were right: in all, by tile set, by class; for `tablebridge recognise --evaluate`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Tally", "table_lines"]

_WORST = 8


@dataclass
class Tally:
    """Counts right, wrong and unknown readings. A reading of `?` is unknown: neither right nor an error."""

    rows: int = 0
    right: int = 0
    unknown: int = 0
    by_set: dict[str, Counter[str]] = field(default_factory=dict)
    by_label: dict[str, Counter[str]] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, tile_set: str, label: str, read: str) -> None:
        """One labelled tile and what it was read as."""
        verdict = "right" if read == label else "unknown" if read == "?" else "wrong"
        self.rows += 1
        self.right += verdict == "right"
        self.unknown += verdict == "unknown"
        self.by_set.setdefault(tile_set, Counter())[verdict] += 1
        self.by_label.setdefault(label, Counter())[verdict] += 1
        if verdict != "right":
            self.confusions[label, read] += 1

    @property
    def accuracy(self) -> float:
        """Right ones as a part of all rows, unknowns included; 0 without rows."""
        return self.right / self.rows if self.rows else 0.0

    def worst(self) -> list[tuple[str, float, int]]:
        """The classes with the lowest accuracy: label, accuracy, rows."""
        ranked = sorted((_part(counts), label, sum(counts.values())) for label, counts in self.by_label.items())
        return [(label, part, rows) for part, label, rows in ranked[:_WORST]]

    def document(self) -> dict[str, object]:
        """Everything as JSON types."""
        return {
            "rows": self.rows,
            "right": self.right,
            "unknown": self.unknown,
            "accuracy": round(self.accuracy, 4),
            "tile_sets": {name: _counts(counts) for name, counts in sorted(self.by_set.items())},
            "classes": {label: _counts(counts) for label, counts in sorted(self.by_label.items())},
            "worst": [label for label, _, _ in self.worst()],
            "confusions": [[label, read, count] for (label, read), count in self.confusions.most_common(20)],
            "left_out": dict(self.left_out),
        }


def _part(counts: Counter[str]) -> float:
    return counts["right"] / sum(counts.values())


def _counts(counts: Counter[str]) -> dict[str, float]:
    rows = sum(counts.values())
    return {
        "rows": rows,
        "right": counts["right"],
        "unknown": counts["unknown"],
        "accuracy": round(counts["right"] / rows, 4),
    }


def table_lines(tally: Tally, held_out: tuple[str, ...]) -> list[str]:
    """The tally for people; `held_out` are tile sets whose photographs the model never saw."""
    lines = [f"{tally.right} of {tally.rows} right ({tally.accuracy:.2%}), {tally.unknown} unknown"]
    for reason, count in sorted(tally.left_out.items()):
        lines.append(f"left out: {count} rows ({reason})")
    lines += ["", f"{'tile set':<24}{'rows':>7}{'right':>9}{'unknown':>9}"]
    for name, counts in sorted(tally.by_set.items()):
        note = "  never trained on" if name in held_out else ""
        lines.append(f"{name or '-':<24}{sum(counts.values()):>7}{_part(counts):>9.2%}{counts['unknown']:>9}{note}")
    lines += ["", f"{'class':<24}{'rows':>7}{'right':>9}{'unknown':>9}"]
    for label, counts in sorted(tally.by_label.items(), key=lambda pair: (pair[0][-1], pair[0])):
        lines.append(f"{label:<24}{sum(counts.values()):>7}{_part(counts):>9.2%}{counts['unknown']:>9}")
    lines += ["", "worst classes: " + ", ".join(f"{label} {part:.1%} of {rows}" for label, part, rows in tally.worst())]
    common = tally.confusions.most_common(10)
    lines.append("most taken for: " + (", ".join(f"{a}>{b} {n}x" for (a, b), n in common) if common else "nothing"))
    return lines
