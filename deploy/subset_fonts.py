"""Cuts the fonts of the public pages: python deploy/subset_fonts.py --fonts FOLDER

FOLDER holds the unpacked Debian packages fonts-noto-cjk, fonts-inter and unicode-data; on Debian:

    apt-get download fonts-noto-cjk fonts-inter unicode-data
    for package in *.deb; do dpkg -x $package FOLDER; done

Needs fonttools and brotli (pip install -e '.[fonts]'). Writes `tablebridge/web/static/shared/fonts/`: slices of WOFF2,
a style sheet for each way to write Han characters, and the licences. Takes some minutes; after a change of words alone
`--words` cuts again only what the pages themselves say.

A page loads the slices that its text needs, by `unicode-range`. A character that Japan, Taiwan and the mainland write
alike is in one file for all three; the others are in a file for each form.
"""

from __future__ import annotations

import argparse
import bz2
import shutil
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

_ROOT = Path(__file__).resolve().parents[1]
_OUT = _ROOT / "tablebridge" / "web" / "static" / "shared" / "fonts"
_PAGES = _ROOT / "tablebridge" / "web" / "static"
_RULEBOOKS = _ROOT / "rules" / "tablebridge_rules" / "rulebooks"
_FORMS = ("ja", "zh-Hant", "zh-Hans")
_SHORT = {"ja": "j", "zh-Hant": "t", "zh-Hans": "s"}
_FACES = {"ja": "Noto Sans CJK JP", "zh-Hant": "Noto Sans CJK TC", "zh-Hans": "Noto Sans CJK SC"}
_HAN_WEIGHTS = {400: "Regular", 700: "Bold"}
_LATIN_WEIGHTS = {400: "Regular", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}
_SLICE = 700
"""Characters of a slice: 100 to 150 kB, which a page gets in one go."""
_METRICS = "ascent-override: 97%; descent-override: 24%; line-gap-override: 0%;"
"""Those of the Latin font, so that a line is as high whatever is written in it."""

_LISTS = ("kTGH", "kBigFive", "kJis0", "kJinmeiyoKanji", "kIICore", "kGB0")
"""The table of general standard characters (8,105), Big5 level 1, JIS X 0208, name kanji, the core of all regions."""
_COMMON = ("kJoyoKanji", "kGB0_1")
_FIRST_HAN = 0x2E80  # below it is what the Latin font draws
_BIG5_LEVEL_1 = 0xC67E
_GB_LEVEL_1 = 5589  # row 55, cell 89 of GB 2312: the 3,755 characters used most
# kana, CJK punctuation, bopomofo, enclosed figures, full-width forms, and what is written between them
_SIGNS = (
    *range(0x2010, 0x2027),
    *range(0x2030, 0x203F),
    *range(0x2460, 0x2474),
    *range(0x3000, 0x3020),
    *range(0x3041, 0x3100),
    *range(0x3105, 0x3130),
    *range(0x31F0, 0x3200),
    *range(0xFF01, 0xFF9F),
)


@dataclass(frozen=True, slots=True)
class Face:
    """A font in a file: its place in a collection, -1 in a file of its own; which glyph draws which character."""

    path: Path
    number: int
    glyphs: dict[int, str]


@dataclass(frozen=True, slots=True)
class Slice:
    """Characters that one file draws for pages of `languages`, which all write them alike."""

    name: str
    languages: tuple[str, ...]
    characters: tuple[int, ...]

    @property
    def is_words(self) -> bool:
        """Whether these are the pages' own words."""
        return self.name.startswith("page-")


def main() -> int:
    """Writes the folder anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, required=True, help="folder of the unpacked packages")
    parser.add_argument("--words", action="store_true", help="only what the pages say; the rest stays as it is")
    args = parser.parse_args()
    source = args.fonts / "usr" / "share"
    _OUT.mkdir(parents=True, exist_ok=True)
    if not args.words:
        for old in _OUT.glob("*.woff2"):
            old.unlink()
    latin = list(_write_latin(source / "fonts" / "opentype" / "inter"))
    slices = _write_han(source / "fonts" / "opentype" / "noto", _character_lists(source / "unicode"), args.words)
    for language in _FORMS:
        han = [
            _rule("Bridge Han", f"{one.name}-{weight}", weight, one.characters)
            for one in slices
            if language in one.languages
            for weight in _HAN_WEIGHTS
        ]
        (_OUT / f"{language}.css").write_text("\n".join([*latin, *han]) + "\n", encoding="utf-8")
    for package in ("fonts-noto-cjk", "fonts-inter"):
        shutil.copyfile(source / "doc" / package / "copyright", _OUT / f"LICENSE-{package}.txt")
    print(f"{sum(path.stat().st_size for path in _OUT.iterdir()):,} bytes in {len(list(_OUT.iterdir()))} files")
    return 0


def _write_latin(folder: Path) -> Iterator[str]:
    """Writes the Latin font, one file a weight, and gives its rules for the style sheets."""
    for weight, style in _LATIN_WEIGHTS.items():
        path = folder / f"Inter-{style}.otf"
        face = Face(path, -1, TTFont(str(path), lazy=True).getBestCmap())
        characters = [code for code in face.glyphs if code < _FIRST_HAN]
        _cut(face, characters, _OUT / f"latin-{weight}.woff2", ("kern", "tnum", "lnum", "ccmp", "mark", "mkmk"))
        yield _rule("Bridge Latin", f"latin-{weight}", weight, characters)


def _write_han(folder: Path, lists: dict[str, set[int]], words_only: bool) -> list[Slice]:
    """Writes a file for each slice and weight, and gives all slices; with `words_only` the files of most stay."""
    slices: list[Slice] = []
    for weight, style in _HAN_WEIGHTS.items():
        faces = _faces(folder / f"NotoSansCJK-{style}.ttc")
        slices = slices or list(_slices(lists, {form: face.glyphs for form, face in faces.items()}))
        with tempfile.TemporaryDirectory() as kept:
            for form, face in faces.items():
                # 65,000 glyphs are read once, not once a slice
                mine = [one for one in slices if one.languages[0] == form and (not words_only or one.is_words)]
                whole = Path(kept) / f"{form}.otf"
                _cut(face, {code for one in mine for code in one.characters}, whole)
                for one in mine:
                    _cut(Face(whole, -1, {}), one.characters, _OUT / f"{one.name}-{weight}.woff2")
    return slices


def _faces(path: Path) -> dict[str, Face]:
    fonts = TTCollection(str(path), lazy=True).fonts
    numbers = {font["name"].getDebugName(1): number for number, font in enumerate(fonts)}
    return {form: Face(path, numbers[name], fonts[numbers[name]].getBestCmap()) for form, name in _FACES.items()}


# --- which characters -------------------------------------------------------------------------------------------------


def _character_lists(unicode: Path) -> dict[str, set[int]]:
    """The characters of each list of the Unihan database by its name; `kGB0_1` are those of the first level."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for path in sorted(unicode.glob("Unihan_*.txt.bz2")):
        with bz2.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith("U+"):
                    continue
                code, name, value = line.rstrip("\n").split("\t")
                if name == "kBigFive" and int(value, 16) > _BIG5_LEVEL_1:
                    continue
                found[name].add(int(code[2:], 16))
                if name == "kGB0" and int(value) <= _GB_LEVEL_1:
                    found["kGB0_1"].add(int(code[2:], 16))
    return found


def _page_characters() -> set[int]:
    """What the pages themselves say, and the rulebooks' patterns: a page without names needs no other slice."""
    said = (*_PAGES.rglob("words/*.json"), *_PAGES.glob("console/*.js"))
    texts = [path.read_text(encoding="utf-8") for path in said]
    texts += [text for path in _RULEBOOKS.glob("*.toml") for text in _titles(tomllib.loads(path.read_text("utf-8")))]
    return {ord(letter) for text in texts for letter in text if ord(letter) >= _FIRST_HAN}


def _titles(value: object) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        if key in ("zh", "ja") and isinstance(inner, str) and len(inner) < 20:
            yield inner
        else:
            yield from _titles(inner)


def _slices(lists: dict[str, set[int]], maps: dict[str, dict[int, str]]) -> Iterator[Slice]:
    """The rarest first: where two slices have a character, the style sheet's last one draws it."""
    han = set().union(*(lists[name] for name in _LISTS))
    common = set().union(*(lists[name] for name in _COMMON)) & han
    page = _page_characters()
    missing = {code for code in han | page if any(code not in glyphs for glyphs in maps.values())}
    if missing:
        sys.exit(f"the font lacks {''.join(map(chr, sorted(missing)))}")
    for tier, members in (("rare", han - common), ("common", common)):
        for languages, codes in sorted(_alike(members, maps).items()):
            short = "".join(_SHORT[language] for language in languages)
            for number, chunk in enumerate(_chunks(codes)):
                yield Slice(f"{tier}-{short}-{number}", languages, chunk)
    for form in _FORMS:
        signs = page | {code for code in _SIGNS if code in maps[form]}
        yield Slice(f"page-{_SHORT[form]}", (form,), tuple(sorted(signs)))


def _alike(codes: Iterable[int], maps: dict[str, dict[int, str]]) -> dict[tuple[str, ...], list[int]]:
    """The characters by the languages that draw them with one glyph; most are in several groups."""
    groups: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for code in sorted(codes):
        by_glyph: defaultdict[str, list[str]] = defaultdict(list)
        for form in _FORMS:
            by_glyph[maps[form][code]].append(form)
        for forms in by_glyph.values():
            groups[tuple(forms)].append(code)
    return groups


def _chunks(codes: list[int]) -> Iterator[tuple[int, ...]]:
    """Even parts of at most `_SLICE`."""
    parts = -(-len(codes) // _SLICE)
    for part in range(parts):
        yield tuple(codes[part * len(codes) // parts : (part + 1) * len(codes) // parts])


# --- files ------------------------------------------------------------------------------------------------------------


def _cut(face: Face, characters: Iterable[int], path: Path, features: Iterable[str] = ()) -> None:
    """Writes those characters of a face, WOFF2 or plain as the name of the file says."""
    options = subset.Options()
    options.layout_features = list(features)
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "DSIG"]
    # the same characters give the same bytes, whenever they are cut
    font = TTFont(str(face.path), fontNumber=face.number, lazy=True, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=list(characters))
    cutter.subset(font)
    font.flavor = "woff2" if path.suffix == ".woff2" else None
    font.save(str(path))


def _rule(family: str, file: str, weight: int, characters: Iterable[int]) -> str:
    return (
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-display: block; {_METRICS} "
        f"src: url('{file}.woff2') format('woff2'); unicode-range: {_ranges(characters)}; }}"
    )


def _ranges(characters: Iterable[int]) -> str:
    """`U+4e00-4e03,U+4e07`."""
    runs: list[list[int]] = []
    for code in sorted(characters):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs)


if __name__ == "__main__":
    sys.exit(main())
