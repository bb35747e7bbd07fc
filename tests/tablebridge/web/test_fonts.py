"""The pages' own fonts: what they cover, and that a browser without any Chinese or Japanese font needs no other."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablebridge.web.site import STATIC
from tests.tablebridge.web.looks import open_overlay

FOLDER = STATIC / "shared" / "fonts"
FORMS = ("ja", "zh-Hant", "zh-Hans")
LARGEST = 12_000_000
RULE = re.compile(r"font-family: '([^']+)'; font-weight: (\d+);.*?url\('([^']+)'\).*?unicode-range: ([^;]+);")


def rules(form: str) -> list[tuple[str, int, str, set[int]]]:
    """Family, weight, file and characters of each face in the style sheet of a form."""
    found = RULE.findall((FOLDER / f"{form}.css").read_text(encoding="utf-8"))
    return [(family, int(weight), file, characters(ranges)) for family, weight, file, ranges in found]


def characters(ranges: str) -> set[int]:
    covered: set[int] = set()
    for one in ranges.split(","):
        first, _, last = one.removeprefix("U+").partition("-")
        covered.update(range(int(first, 16), int(last or first, 16) + 1))
    return covered


def decoded(codec: str, first: range, second: range) -> Iterator[str]:
    """Every character that a two-byte codec has in these rows."""
    for pair in itertools.product(first, second):
        try:
            yield bytes(pair).decode(codec)
        except UnicodeDecodeError:
            continue


GB_2312 = list(decoded("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF)))
JIS_X_0208 = list(decoded("euc_jp", range(0xB0, 0xF5), range(0xA1, 0xFF)))
BIG5_LEVEL_1 = list(decoded("big5", range(0xA4, 0xC7), range(0x40, 0xFF)))[:5401]  # then come signs and level 2
KANA = [chr(code) for code in (*range(0x3041, 0x3097), *range(0x30A1, 0x30FB), 0x3005, 0x30FC)]


@pytest.mark.parametrize("form", FORMS)
def test_a_form_covers_what_names_are_written_with(form: str) -> None:
    assert (len(GB_2312), len(JIS_X_0208), len(BIG5_LEVEL_1)) == (6763, 6355, 5401)
    for weight in (400, 700):
        covered = set().union(*(codes for _, one, _, codes in rules(form) if one == weight))
        wanted = {ord(letter) for letter in (*GB_2312, *JIS_X_0208, *BIG5_LEVEL_1, *KANA, *"Łódź Škoda Nguyễn")}
        assert wanted <= covered


def test_every_file_is_used_and_there_and_all_are_small_enough_to_ship() -> None:
    files = {file for form in FORMS for _, _, file, _ in rules(form)}
    assert files == {path.name for path in FOLDER.glob("*.woff2")}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST
    assert all("OFL" in path.read_text() or "SIL" in path.read_text() for path in FOLDER.glob("LICENSE-*.txt"))
    assert len(list(FOLDER.glob("LICENSE-*.txt"))) == 2


def names() -> list[str]:
    """200 names that nobody has: characters of four scripts taken at even steps, rare ones among them."""
    latin = ["ąćęłń", "šžčřď", "äöüßé", "ñçøåæ", "ğışță", "ễượđọ"]
    han = [
        ["".join(one[i * 97 % len(one)] for i in range(n, n + 3)) for n in range(0, 150, 3)]
        for one in (GB_2312, JIS_X_0208, BIG5_LEVEL_1)
    ]
    kana = ["".join(KANA[(place + step) % len(KANA)] for step in range(4)) for place in range(0, 80, 4)]
    western = [f"{latin[place % 6].title()} {chr(65 + place % 26)}{latin[place // 6 % 6]}" for place in range(30)]
    return [*itertools.chain(*han), *kana, *western]


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "ja"])
def test_no_glyph_of_200_names_is_missing_or_taken_from_the_machine(lang: str, page: Page, served: Any) -> None:
    assert len(names()) == 200
    open_overlay(page, served, f"?lang={lang}")
    page.evaluate(
        """names => {
            const list = document.createElement("ol");
            list.id = "names";
            [...names, "한"].forEach((name, place) => {
                const item = document.createElement("li");
                item.textContent = name;
                item.style.fontWeight = place % 2 ? 400 : 700;
                list.append(item);
            });
            document.body.replaceChildren(list);
        }""",
        names(),
    )
    expect(page.locator("#names li")).to_have_count(201)
    page.evaluate("document.fonts.ready.then(() => null)")
    *used, hangul = fonts_of(page, "#names li")
    strange = {name: fonts for name, fonts in zip(names(), used, strict=True) if not all(fonts.values())}
    assert strange == {}
    assert not all(hangul.values())  # what the pages have no glyph for is found


@pytest.mark.browser
def test_a_page_without_names_loads_its_own_words_only_and_each_language_writes_its_own_forms(
    page: Page, served: Any
) -> None:
    drawn, loaded = {}, set[str]()
    page.on("request", lambda request: loaded.add(request.url.rsplit("/", 1)[1]) if ".woff2" in request.url else None)
    for lang in ("ja", "zh-Hant", "zh-Hans"):
        open_overlay(page, served, f"?lang={lang}")
        page.evaluate("document.fonts.ready.then(() => null)")
        expect(page.locator("#centre .figure.wall")).to_be_visible()
        assert {file for file in loaded if not file.startswith(("latin-", "page-"))} == set()
        page.evaluate("document.querySelector('.wind-name').textContent = '直骨角誤'")
        page.evaluate("document.fonts.ready.then(() => null)")
        drawn[lang] = page.locator(".wind-name").first.screenshot()
        loaded.clear()
    assert len(set(drawn.values())) == 3


def fonts_of(page: Page, selector: str) -> list[dict[str, bool]]:
    """For each element the fonts that drew it, and whether each is the page's own."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    used = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in found]
    session.detach()
    return [{font["familyName"]: font["isCustomFont"] for font in fonts} for fonts in used]
