"""Accents that an address may ask for, and what is made of those that could not be read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

LEGIBLE = """async ([accents, themes]) => {
  const { legible } = await import("/static/shared/accent.js");
  return Object.fromEntries(themes.map((theme) => [theme, accents.map((accent) => legible(accent, theme))]));
}"""
GROUNDS = {"night": "282e38", "paper": "e8e4da", "clear": "282e38"}
ACCENTS = ("000000", "000033", "0a2a0a", "7f0000", "c2185b", "808080", "f2c14e", "ffff00", "8de0ff", "ffffff")
STAY = {"night": ("f2c14e", "ffff00", "8de0ff", "ffffff"), "paper": ("000000", "000033", "0a2a0a", "7f0000", "c2185b")}


def luminance(colour: str) -> float:
    """By WCAG 2, of `rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.browser
def test_every_accent_can_be_read_and_one_that_could_be_stays(page: Page, served: Any) -> None:
    page.goto(f"{served.address}/overlay?table=hall-2&accent=000033")
    made = page.evaluate(LEGIBLE, [ACCENTS, list(GROUNDS)])
    for theme, ground in GROUNDS.items():
        for accent, colour in zip(ACCENTS, made[theme], strict=True):
            assert contrast(colour[1:], ground) >= 4.5, (theme, accent, colour)
            if contrast(accent, ground) >= 4.5:
                assert colour == f"#{accent}"
    for theme, stay in STAY.items():
        assert {f"#{accent}" for accent in stay} <= set(made[theme])
    red, _, blue = (int(made["night"][1][at : at + 2], 16) for at in (1, 3, 5))
    assert blue > red + 60  # a dark blue becomes a light one, not grey
    worn = page.evaluate(
        "['--accent', '--on-gold'].map((name) => document.documentElement.style.getPropertyValue(name))"
    )
    assert worn == [made["night"][1], "#1b1405"]
