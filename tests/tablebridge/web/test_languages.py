"""The words of the public pages: every key in every language, and every text that a page can ask for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from tablebridge.game.journal.ruling_data import CorrectionData
from tablebridge.web.site import LANGUAGES, STATIC
from tablebridge_rules.names import limit_name
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped

SHARED = STATIC / "shared"
PAGES = sorted(path for path in STATIC.rglob("*.js") if "console" not in path.relative_to(STATIC).parts)
FOLDERS = sorted(folder.parent for folder in STATIC.rglob("words") if folder.is_dir())
"""Where there are words: those of all pages, and those of pages that say what no other does."""


def words_in(folder: Path) -> dict[str, dict[str, str]]:
    """The words below a folder by language."""
    files = (folder / "words").glob("*.json")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


WORDS = words_in(SHARED)
ENGLISH = WORDS["en"]
HOLE = re.compile(r"\{\w+\}")
SAID = re.compile(r"""\bsay\(\s*(?:"([^"]+)"|`([\w.]+\.)\$\{)""")
"""`say("key"` or ``say(`prefix.${``."""
FU = (
    *("base", "closed_ron", "self_draw", "seven_pairs", "pair", "closed_wait", "edge_wait", "pair_wait"),
    *("concealed_triplet", "open_triplet", "concealed_quad", "open_quad"),
)
TRADITIONS = sorted({read_rulebook(name).TRADITION for name in shipped()})
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: Path(folder).name)
def test_every_key_has_a_text_with_the_same_holes_in_each_language(folder: Path) -> None:
    found = words_in(folder)
    assert set(found) == set(LANGUAGES)
    wanted = {key: sorted(HOLE.findall(text)) for key, text in found["en"].items()}
    for words in found.values():
        assert {key for key, text in words.items() if not text.strip()} == set()
        assert {key: sorted(HOLE.findall(text)) for key, text in words.items()} == wanted


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(Path(path).relative_to(STATIC)))
def test_a_page_says_only_what_there_are_words_for(path: Path) -> None:
    own = words_in(path.parent).get("en", {})
    for key, prefix in SAID.findall(path.read_text(encoding="utf-8")):
        if key:
            assert key in ENGLISH | own
        else:
            assert any(one.startswith(prefix) for one in ENGLISH | own), prefix


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: Path(folder).name)
def test_no_word_is_without_use(folder: Path) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    literals = set(re.findall(r"""["']([\w.]+)["']""", source))
    prefixes = tuple(re.findall(r"`([\w.]+\.)\$\{", source))
    words = words_in(folder)["en"]
    assert {key for key in words if key not in literals and not key.startswith(prefixes)} == set()


@pytest.mark.parametrize(
    ("prefix", "endings"),
    [
        ("wind", ("east", "south", "west", "north")),
        ("mark.void", ("m", "p", "s")),
        ("result", ("exhaustive_draw", "abortive_draw", "void")),
        ("reason", ("nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron", "time_up", "false_win")),
        ("unit", ("han", "fu", "tai", "points", "fan")),
        ("limit", (*LIMITS, "multiple", "sum", "listed")),
        ("fu", FU),
        ("correction", get_args(get_type_hints(CorrectionData)["cause"])),
        *((f"win.{tradition}", ("claim", "self_draw")) for tradition in TRADITIONS),
    ],
)
def test_whatever_a_state_can_hold_has_a_word(prefix: str, endings: tuple[Any, ...]) -> None:
    assert {f"{prefix}.{ending}" for ending in endings} - set(ENGLISH) == set()


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_is_called_as_the_rules_call_it(limit: str) -> None:
    key = f"limit.{limit}"
    assert ENGLISH[key].lower() == limit_name(limit)
    assert WORDS["ja"][key] == limit_name(limit, "ja")
    assert WORDS["zh-Hant"][key] == limit_name(limit, "zh")


def test_simplified_texts_hold_no_traditional_characters_and_the_other_way_round() -> None:
    """Code page 950 has no simplified forms, GB 2312 no traditional ones."""
    for lang, codec in (("zh-Hant", "cp950"), ("zh-Hans", "gb2312"), ("ja", "shift_jis")):
        strange = {
            letter
            for folder in FOLDERS
            for text in words_in(folder)[lang].values()
            for letter in text
            if "一" <= letter <= "鿿" and not can(letter, codec)
        }
        assert strange == set(), lang


def can(letter: str, codec: str) -> bool:
    """Whether the codec has that character."""
    try:
        letter.encode(codec)
    except UnicodeEncodeError:
        return False
    return True
