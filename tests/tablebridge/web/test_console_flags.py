"""Flags in a real Chromium: read, ruled on by touch and key, penalised, raised."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.errors import UsageError
from tests.tablebridge.web.console_desk import Console, flag
from tests.tablebridge.web.console_looks import DISCARD, acts, card, row

pytestmark = pytest.mark.browser


@pytest.fixture
def flagged(referee: Page, console: Console) -> str:
    """A pending flag on the wrong discard; its id."""
    made = flag(72)
    console.desk.change(flags=(made,))
    expect(card(referee, made.id)).to_have_attribute("data-selected", "true")
    return made.id


def test_a_flag_tells_clause_texts_seat_penalty_and_confidence(referee: Page, flagged: str) -> None:
    shown = card(referee, flagged)
    expect(shown.locator(".clause")).to_have_text("RL-T01")
    expect(shown.locator(".title")).to_have_text("Order of turns 摸打順序")
    expect(shown.locator(".what")).to_have_text("B discarded before its turn")
    expect(shown.locator(".says")).to_have_text(["Draw, then discard, each in turn.", "依序摸牌，然後打牌。"])
    expect(shown.locator(".facts dd")).to_have_text(["B", re.compile(r"\d\d:01:12"), "97%", "chombo"])
    expect(shown.locator(".clip")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "key", "act"),
    [
        ("accept_flag", "a", {"type": "accept_flag"}),
        ("overrule_flag", "o", {"type": "overrule_flag"}),
        ("defer_flag", "d", {"type": "defer_flag"}),
        ("accept_only", None, {"type": "accept_flag", "apply": False}),
    ],
)
def test_a_flag_is_ruled_on_by_touch_or_key_with_a_reason(
    name: str, key: str | None, act: dict[str, Any], referee: Page, console: Console, flagged: str
) -> None:
    card(referee, flagged).locator(".reason input").fill("seen from both sides")
    if key is None:
        card(referee, flagged).locator(f'[data-act="{name}"]').click()
    else:
        referee.locator("#flags h2").click()  # out of the text field: there a key is a letter
        referee.keyboard.press(key)
    expect(referee.locator("#told")).to_have_text("Done.")
    assert acts(referee, console) == [act | {"flag_id": flagged, "reason": "seen from both sides"}]


def test_what_is_being_typed_stays_when_something_happens(referee: Page, console: Console, flagged: str) -> None:
    card(referee, flagged).locator(".reason input").press_sequentially("half a sent")
    console.desk.change(flags=(flag(72, confidence=0.5),))
    expect(card(referee, flagged).locator(".facts dd").nth(2)).to_have_text("50%")
    referee.keyboard.type("ence")
    expect(card(referee, flagged).locator(".reason input")).to_have_value("half a sentence")


def test_a_penalty_is_applied_set_and_revoked(referee: Page, console: Console, flagged: str) -> None:
    console.desk.change(flags=(flag(72, state="accepted", by="lee"),))
    expect(card(referee, flagged)).to_have_attribute("data-state", "accepted")
    referee.keyboard.press("p")
    own = card(referee, flagged).locator(".own-points")
    own.locator("summary").click()
    for seat, points in [("A", "1000"), ("B", "-2000")]:
        own.locator(f'[data-seat="{seat}"]').fill(points)
    own.locator('[data-act="set_points"]').click()
    expect(own.locator(".warning")).to_have_text("The four numbers must sum to zero.")
    own.locator('[data-seat="D"]').fill("1000")
    own.locator('[data-act="set_points"]').click()
    assert acts(referee, console, 2) == [
        {"type": "apply_penalty", "flag_id": flagged, "reason": ""},
        {"type": "apply_penalty", "flag_id": flagged, "reason": "", "delta": [1000, -2000, 0, 1000]},
    ]
    penalty = {"id": "s-99", "by_rules": False, "delta": (1000, -2000, 0, 1000), "violation_points": 1}
    changed = msgspec.convert(msgspec.to_builtins(flag(72, state="accepted")) | {"penalty": penalty}, type(flag(72)))
    console.desk.change(flags=(changed,))
    applied = "Penalty applied: +1000 -2000 0 +1000 · Violation points: 1"
    expect(card(referee, flagged).locator(".penalty b")).to_have_text(applied)
    referee.keyboard.press("p")
    assert acts(referee, console, 3)[2] == {"type": "revoke_penalty", "flag_id": flagged, "reason": ""}


def test_a_clip_plays_in_the_card_apart_from_the_console(referee: Page, console: Console, tmp_path: Path) -> None:
    tell = "document.body.textContent"
    script = f"try {{ {tell} = document.cookie + '.' }} catch (refusal) {{ {tell} = refusal.name }}"
    (tmp_path / "clip.html").write_text(f"<!doctype html><body><script>{script}</script>")
    made = flag(72, has_clip=True)
    console.desk.clips[made.id] = tmp_path / "clip.html"
    console.desk.change(flags=(made,))
    inside = card(referee, made.id).frame_locator(".clip").locator("body")
    expect(inside).to_have_text("SecurityError")  # not even its own cookies may be asked for


def test_the_event_of_a_flag_is_one_tap_away(referee: Page, flagged: str) -> None:
    card(referee, flagged).locator('[data-act="show_event"]').click()
    expect(row(referee, DISCARD)).to_have_attribute("data-selected", "true")


def test_flags_are_walked_with_keys_the_open_ones_first(referee: Page, console: Console) -> None:
    console.desk.change(flags=(flag(60, state="overruled"), flag(77, "RL-T02"), flag(72), flag(71, state="accepted")))
    order = referee.locator(".flag").evaluate_all("cards => cards.map(card => card.dataset.flag.split('.')[0])")
    assert order == ["s-72", "s-77", "s-71", "s-60"]
    for key, place in [("j", 1), ("j", 2), ("k", 1), ("k", 0), ("k", 0)]:
        referee.keyboard.press(key)
        expect(referee.locator(".flag").nth(place)).to_have_attribute("data-selected", "true")


def test_a_refusal_is_said_in_its_own_words(referee: Page, console: Console, flagged: str) -> None:
    console.desk.refuse = UsageError("the flag is accepted already", flagged, "choose another")
    referee.keyboard.press("a")
    expect(referee.locator("#told")).to_have_text(f"the flag is accepted already: {flagged} (choose another)")


def test_the_referee_raises_a_flag(referee: Page, console: Console) -> None:
    referee.click("#raise")
    dialog = referee.locator("#raising")
    dialog.locator('[data-field="clause"]').select_option("RL-T02")
    expect(dialog.locator(".says")).to_have_text("Wait. 等待。")
    dialog.locator('[data-field="seat"]').select_option("C")
    dialog.locator('[data-field="text"]').fill("C reached early")
    dialog.locator('[data-act="save"]').click()
    expect(dialog).to_be_hidden()
    raised = {"type": "raise_flag", "clause": "RL-T02", "seat": "C", "text": "C reached early", "penalty": ""}
    assert acts(referee, console) == [raised | {"event_id": None}]
