"""The pages' own fonts: what they cover, and that a browser without any Chinese or Japanese font needs no other."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablebridge.web.site import LANGUAGES, STATIC
from tests.tablebridge.web.console_desk import Console
from tests.tablebridge.web.hall import Hall
from tests.tablebridge.web.looks import await_fonts, open_overlay
from tests.tablebridge.web.states import PLAYING

FOLDER = STATIC / "shared" / "fonts"
CONSOLE = STATIC / "console"
FORMS = ("ja", "zh-Hant", "zh-Hans")
SHORT = {"ja": "j", "zh-Hant": "t", "zh-Hans": "s"}
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
    write(page, [*names(), "한"])
    expect(page.locator("#names li")).to_have_count(201)
    page.evaluate("document.fonts.ready.then(() => null)")
    *used, hangul = fonts_of(page, "#names li")
    strange = {name: fonts for name, fonts in zip(names(), used, strict=True) if not own(fonts)}
    assert strange == {}
    assert not own(hangul)  # what the pages have no glyph for is found


@pytest.mark.browser
def test_a_page_without_names_loads_its_own_words_only_and_each_language_writes_its_own_forms(
    page: Page, served: Any
) -> None:
    drawn, loaded = {}, set[str]()
    page.on("request", lambda request: loaded.add(request.url.rsplit("/", 1)[1]) if ".woff2" in request.url else None)
    for lang in ("ja", "zh-Hant", "zh-Hans"):
        open_overlay(page, served, f"?lang={lang}")
        page.evaluate("document.fonts.ready.then(() => null)")
        expect(page.locator(".centre .figure.wall")).to_be_visible()
        assert {file for file in loaded if not file.startswith(("latin-", "page-"))} == set()
        page.evaluate("document.querySelector('.wind-name').textContent = '直骨角誤'")
        page.evaluate("document.fonts.ready.then(() => null)")
        drawn[lang] = page.locator(".wind-name").first.screenshot()
        loaded.clear()
    assert len(set(drawn.values())) == 3


def words_of(room: str, lang: str) -> list[str]:
    return list(json.loads((STATIC / room / "words" / f"{lang}.json").read_text(encoding="utf-8")).values())


def test_the_slice_of_a_pages_own_words_has_them_all_those_of_the_console_too() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in (*STATIC.rglob("words/*.json"), *CONSOLE.glob("*.js")))
    wanted = {ord(letter) for letter in said if ord(letter) >= 0x2E80}
    assert len(wanted) > 400
    for form in FORMS:
        for weight in (400, 700):
            (own,) = [codes for _, one, file, codes in rules(form) if file == f"page-{SHORT[form]}-{weight}.woff2"]
            assert wanted <= own


@pytest.mark.browser
def test_what_a_page_may_say_can_be_read_though_the_daemon_is_away(page: Page) -> None:
    """Also the names of a screen that was not shown yet."""
    players = ("髙橋 渚", "欧阳娜娜", "Łukasz Żółć", "龔橙")
    hall = Hall({"hall-1": PLAYING}, {"hall-1": players})
    try:
        for path, room, lang in (("/scoreboard/all", "shared", "ja"), ("/status", "status", "zh-Hant")):
            said = "".join(words_of(room, lang)) + ("".join(players) if room == "shared" else "")
            page.goto(f"{hall.address}{path}?lang={lang}")
            await_fonts(page, said)
            is_drawn_alone(page, said)
    finally:
        page.goto("about:blank")
        hall.server.stop()


def is_drawn_alone(page: Page, text: str) -> None:
    """Asserts that these characters are drawn with the page's own fonts, with nothing fetched for them."""
    page.route("**/*.woff2", lambda route: route.abort("connectionrefused"))
    write(page, [text, text])
    expect(page.locator("#names li")).to_have_count(2)
    page.evaluate("document.fonts.ready.then(() => null)")
    used = fonts_of(page, "#names li")
    assert len(used) == 2
    assert own(*used), used
    page.unroute("**/*.woff2")


@pytest.mark.browser
def test_the_mark_of_a_daemon_that_went_away_is_no_row_of_boxes(page: Page, served: Any) -> None:
    page.clock.install()
    open_overlay(page, served, "?lang=zh-Hans&table=hall-2")  # idle: it says nothing yet
    await_fonts(page, "非实时")

    def while_down() -> None:
        expect(page.locator("body")).to_have_attribute("data-connected", "false")
        page.clock.run_for(11_000)
        expect(page.locator("#stale")).to_be_visible()
        assert own(*fonts_of(page, ".stale-word"))

    served.restart(while_down)


@pytest.mark.browser
def test_a_console_needs_no_font_of_the_referees_machine(referee: Page, console: Console) -> None:
    words: dict[str, list[str]] = referee.evaluate("import('/static/console/vocabulary.js').then(({ WORDS }) => WORDS)")
    for place, lang in enumerate(LANGUAGES):
        referee.select_option("#language", lang)
        said = "".join(texts[place] for texts in words.values())
        await_fonts(referee, said)
        assert own(*fonts_of(referee, "#language option"))  # its menu names every language
        is_drawn_alone(referee, said)


def write(page: Page, texts: list[str]) -> None:
    """A list of these texts over the page, bold and thin in turn."""
    page.evaluate(
        """texts => {
            const list = document.createElement("ol");
            list.id = "names";
            texts.forEach((text, place) => {
                const item = document.createElement("li");
                item.textContent = text;
                item.style.fontWeight = place % 2 ? 400 : 700;
                list.append(item);
            });
            document.querySelector("#names")?.remove();
            document.body.append(list);
        }""",
        texts,
    )


def own(*fonts: dict[str, bool]) -> bool:
    """Whether nothing was drawn with fonts of the machine."""
    return all(all(one.values()) for one in fonts)


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
