"""Plots as SVG text, drawn by hand: a confusion matrix, a reliability plot, accuracy curves."""

from __future__ import annotations

import html
import itertools
from collections.abc import Mapping, Sequence

__all__ = ["confusion_svg", "curves_svg", "reliability_svg"]

Point = tuple[float, float]

_INK, _FAINT, _PAPER = "#222222", "#cfcfcf", "#ffffff"
_COLOURS = ("#1565c0", "#c62828", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f")
_FONT = 'font-family="sans-serif" font-size="{size}" fill="' + _INK + '"'
_STEPS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0000001)


def confusion_svg(counts: Mapping[tuple[str, str], int], title: str) -> str:
    """What was read (columns) of what it is (rows), by the pair's count: shade is the part of the row; wrong cells
    carry their count. Kinds without any error and any reading are left out only when nothing of them was counted."""
    names = sorted({name for pair in counts for name in pair}, key=lambda name: (len(name) > 2, name[-1], name))
    rows = {name: sum(count for (label, _), count in counts.items() if label == name) for name in names}
    cell, left, top = 16, 64, 74
    side = cell * len(names)
    parts = [_text(left, 22, title, 15), _text(left, 42, "rows: what it is, columns: what was read", 11)]
    for number, name in enumerate(names):
        middle = number * cell + cell / 2
        parts.append(_text(left - 5, top + middle + 4, name, 10, anchor="end"))
        parts.append(_text(left + middle + 3, top - 5, name, 10, turn=-90))
        parts.append(_line((left, top + number * cell), (left + side, top + number * cell), _FAINT, 0.5))
        parts.append(_line((left + number * cell, top), (left + number * cell, top + side), _FAINT, 0.5))
    for (label, read), count in sorted(counts.items()):
        x, y = left + names.index(read) * cell, top + names.index(label) * cell
        share = count / rows[label]
        colour = "#2e7d32" if label == read else "#c62828"
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{cell}" height="{cell}" fill="{colour}" '
            f'fill-opacity="{0.15 + 0.85 * share:.2f}"><title>{html.escape(label)} read as {html.escape(read)}: '
            f"{count} of {rows[label]}</title></rect>"
        )
        if label != read:
            parts.append(_text(x + cell / 2, y + 12, str(count), 9, anchor="middle"))
    parts.append(_frame(left, top, side, side))
    return _document(left + side + 20, top + side + 20, parts)


def reliability_svg(answers: Sequence[tuple[float, bool]], unknown_below: float, title: str) -> str:
    """Confidence against truth: of answers (confidence, right) about equally sure, the part that was right, with how
    many there were. On the diagonal confidence means frequency."""
    side, left, top = 320, 60, 56
    parts = [_text(left, 22, title, 15), _frame(left, top, side, side)]
    parts += _axis_marks(left, top, side, side, (0, 1), (0, 1), "confidence", "right")
    parts.append(_line((left, top + side), (left + side, top), _FAINT, 1.5))
    if unknown_below > 0:
        x = left + side * unknown_below
        parts += [_line((x, top), (x, top + side), "#c62828", 1), _text(x + 4, top + 14, "unknown below", 10)]
    for low, high in itertools.pairwise(_STEPS):
        inside = [answer for answer in answers if low <= answer[0] < high]
        if not inside:
            continue
        sure = sum(confidence for confidence, _ in inside) / len(inside)
        right = sum(truth for _, truth in inside) / len(inside)
        x, y = left + side * sure, top + side * (1 - right)
        size = 2.5 + 9 * (len(inside) / len(answers)) ** 0.5
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{_COLOURS[0]}" fill-opacity="0.7">'
            f"<title>{low:g} to {min(high, 1):g}: {len(inside)} answers, {right:.1%} right</title></circle>"
        )
    return _document(left + side + 24, top + side + 52, parts)


def curves_svg(
    series: Mapping[str, Sequence[Point]], title: str, x_name: str, *, lowest: float = 0.0, y_name: str = "right"
) -> str:
    """Curves of a share (0..1) over some quantity, one colour a name; `lowest` is where the upright axis begins."""
    width, height, left, top = 460, 260, 60, 56
    xs = [x for points in series.values() for x, _ in points]
    span = (min(xs), max(xs)) if min(xs) < max(xs) else (min(xs) - 1, max(xs) + 1)
    parts = [_text(left, 22, title, 15), _frame(left, top, width, height)]
    parts += _axis_marks(left, top, width, height, span, (lowest, 1), x_name, y_name)
    for number, (name, points) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        placed = [
            (
                left + width * (x - span[0]) / (span[1] - span[0]),
                top + height * (1 - (max(y, lowest) - lowest) / (1 - lowest)),
            )
            for x, y in points
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), (value, share) in zip(placed, points, strict=True):
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}">'
                f"<title>{html.escape(name)}: {value:g}: {share:.2%}</title></circle>"
            )
        parts.append(_line((left + width + 12, top + 14 + 18 * number), (left + width + 30, top + 14 + 18 * number),
                           colour, 2))  # fmt: skip
        parts.append(_text(left + width + 36, top + 18 + 18 * number, name, 11))
    widest = max(len(name) for name in series)
    return _document(left + width + 46 + 7 * widest, top + height + 52, parts)


def _axis_marks(
    left: float, top: float, width: float, height: float, xs: Point, ys: Point, x_name: str, y_name: str
) -> list[str]:
    parts = []
    for number in range(6):
        share = number / 5
        x, y = left + width * share, top + height * (1 - share)
        value = ys[0] + (ys[1] - ys[0]) * share
        parts += [
            _line((x, top + height), (x, top + height + 4), _INK, 1),
            _text(x, top + height + 17, f"{xs[0] + (xs[1] - xs[0]) * share:.3g}", 10, anchor="middle"),
            _line((left - 4, y), (left, y), _INK, 1),
            _line((left, y), (left + width, y), _FAINT, 0.5),
            _text(left - 7, y + 4, f"{value:.4g}" if value == round(value, 2) else f"{value:.3f}", 10, anchor="end"),
        ]
    parts.append(_text(left + width / 2, top + height + 36, x_name, 12, anchor="middle"))
    parts.append(_text(18, top + height / 2, y_name, 12, anchor="middle", turn=-90))
    return parts


def _text(x: float, y: float, text: str, size: int, *, anchor: str = "start", turn: int = 0) -> str:
    turned = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
    font = _FONT.format(size=size)
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {font}{turned}>{html.escape(text)}</text>'


def _line(start: Point, end: Point, colour: str, width: float) -> str:
    return (
        f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _frame(left: float, top: float, width: float, height: float) -> str:
    return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="none" stroke="{_INK}"/>'


def _document(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, f'<rect width="100%" height="100%" fill="{_PAPER}"/>', *parts, "</svg>"]) + "\n"
