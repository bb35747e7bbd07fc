"""Cuts the characters that tile faces carry out of two open fonts into `tablebridge/faces/glyphs.json`.

Run once, by whoever changes the list of characters; the result is committed, so that drawing a tile needs no font.
Needs `fonttools` and the Debian packages `fonts-noto-cjk` and `fonts-lxgw-wenkai` (both SIL Open Font License 1.1,
see `tablebridge/faces/NOTICE.md`):

    python models/training/extract_glyphs.py --noto NotoSerifCJK-Bold.ttc --kai LXGWWenKai-Bold.ttf \
        --out tablebridge/faces/glyphs.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

CHARACTERS = "一二三四五伍六七八九萬東南西北中發春夏秋冬梅蘭菊竹123456789ESWNCFP"


def _open(path: Path, family: str | None) -> TTFont:
    if path.suffix == ".ttc":
        return next(font for font in TTCollection(path).fonts if font["name"].getDebugName(1) == family)
    return TTFont(path)


def outlines(font: TTFont, characters: str) -> dict[str, dict[str, object]]:
    """Per character its ink box `[x0, y0, x1, y1]` and its SVG path, in thousandths of the em, y down."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = 1000 / font["head"].unitsPerEm
    found: dict[str, dict[str, object]] = {}
    for character in characters:
        glyph = glyphs[names[ord(character)]]
        pen, bounds = SVGPathPen(glyphs, ntos=lambda value: str(round(value))), BoundsPen(glyphs)
        flip = (scale, 0, 0, -scale, 0, 0)
        glyph.draw(TransformPen(pen, flip))
        glyph.draw(TransformPen(bounds, flip))
        found[character] = {"box": [round(value) for value in bounds.bounds], "path": pen.getCommands()}
    return found


def _one_line_a_character(data: dict[str, dict[str, dict[str, object]]]) -> str:
    """JSON that a diff can show."""
    fonts = []
    for font, glyphs in data.items():
        lines = [
            f"{json.dumps(character, ensure_ascii=False)}: {json.dumps(glyph, separators=(',', ':'))}"
            for character, glyph in glyphs.items()
        ]
        fonts.append(f"{json.dumps(font)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(fonts) + "\n}\n"


def main() -> None:
    """Reads the two fonts and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--noto", type=Path, required=True)
    parser.add_argument("--kai", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    data = {
        "serif": outlines(_open(options.noto, "Noto Serif CJK TC"), CHARACTERS),
        "kai": outlines(_open(options.kai, None), CHARACTERS),
    }
    options.out.write_text(_one_line_a_character(data), encoding="utf-8")


if __name__ == "__main__":
    main()
