"""The boards in a real Chromium: what is read on them, that it fits, and that they go on by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tablebridge.release import PublicState
from tests.tablebridge.web.hall import PLAYERS, Hall, in_play, replace
from tests.tablebridge.web.played import BOOKS, last_of, played
from tests.tablebridge.web.states import PLAYING, WON, event

pytestmark = pytest.mark.browser

TRADITIONS = tuple(BOOKS)
HUGE = (131_200, -24_000, 900, -108_100)
FIGURES = {"riichi": ["repeats", "sticks", "wall", "dora"], "taiwan": ["repeats", "wall"]}
ONLY_WALL = ["wall"]


@pytest.fixture
def hall() -> Iterator[Hall]:
    states = {tradition: in_play(tradition, tradition) for tradition in TRADITIONS}
    made = Hall(states, {"riichi": PLAYERS})
    yield made
    made.server.stop()


def open_board(page: Page, hall: Hall, path: str) -> None:
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    page.goto(f"{hall.address}/scoreboard{path}")
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def row(page: Page, seat: str) -> Locator:
    return page.locator(f'.row[data-seat="{seat}"]')


def stands_apart(line: Locator) -> bool:
    """Whether the parts of a row lie inside it, one beside the other."""
    parts = [line.locator(name).bounding_box() for name in (".wind", ".who", ".points")]
    box = line.bounding_box()
    assert box is not None
    assert all(parts)
    edges = [edge for part in parts if part for edge in (part["x"], part["x"] + part["width"])]
    return box["x"] <= edges[0] and edges[-1] <= box["x"] + box["width"] and all(a <= b + 1 for a, b in pairwise(edges))


def test_a_table_of_every_tradition_in_every_language(hall: Hall, page: Page) -> None:
    walls = {"riichi": "Wall", "taiwan": "剩餘牌", "zungjung": "剩余牌", "sichuan": "残り"}
    languages = dict(zip(TRADITIONS, ("en", "zh-Hant", "zh-Hans", "ja"), strict=True))
    for tradition in TRADITIONS:
        state = hall.states[tradition]
        open_board(page, hall, f"?table={tradition}&lang={languages[tradition]}")
        expect(page.locator(".row")).to_have_count(4)
        for seat, shown in state.seats.items():
            assert row(page, seat).locator(".points").text_content() == f"{shown.points:,}".replace("-", "−")
            assert (
                row(page, seat).locator(".wind img").get_attribute("alt")
                == {
                    "east": "1z",
                    "south": "2z",
                    "west": "3z",
                    "north": "4z",
                }[shown.wind]
            )
        assert page.locator('.row[data-dealer="true"]').get_attribute("data-seat") == state.dealer
        figures = page.locator(".figure").evaluate_all("all => all.map(one => one.classList[1])")
        assert figures == FIGURES.get(tradition, ONLY_WALL)
        assert page.locator(".figure.wall").inner_text().split() == [walls[tradition].upper(), str(state.wall_left)]


def test_names_are_text_and_huge_points_leave_them_room(hall: Hall, page: Page) -> None:
    seats = {
        seat: replace(shown, points=points)
        for (seat, shown), points in zip(hall.states["riichi"].seats.items(), HUGE, strict=True)
    }
    hall.states["riichi"] = replace(hall.states["riichi"], seats=seats)
    for path in ("", "/all"):
        open_board(page, hall, path)
        card = page.locator('[data-table="riichi"]').first
        expect(card.locator(".name").nth(3)).to_have_text(PLAYERS[3])
        assert card.locator("bdi.name").all_text_contents()[:4] == list(PLAYERS)
        assert card.locator(".name b").count() == 0
        assert [line.text_content() for line in card.locator(".points").all()[:4]] == [
            "131,200",
            "−24,000",
            "900",
            "−108,100",
        ]
        assert [stands_apart(line) for line in card.locator(".row").all()[:4]] == [True] * 4
    open_board(page, hall, "")
    assert page.locator(".row").evaluate_all("rows => rows.map(row => row.dataset.place)") == ["1", "3", "2", "4"]


def test_a_win_stays_while_the_next_hand_is_played(hall: Hall, page: Page) -> None:
    hall.states["riichi"] = replace(PLAYING, table="riichi")
    open_board(page, hall, "?table=riichi")
    expect(page.locator("#outcome")).to_be_hidden()
    hall.show(replace(WON, table="riichi"), event("settled", 90))
    expect(page.locator("#outcome .call")).to_have_text("Ron")
    expect(row(page, "B").locator(".change")).to_have_text("+10,300")
    assert page.locator(".row .change").all_text_contents() == ["", "+10,300", "−8,300", ""]
    hall.show(replace(PLAYING, table="riichi", hand=4), event("hand_started", 91, points=[25000] * 4))
    expect(page.locator("#outcome .label")).to_have_text("Last win")
    for _ in range(2):  # as it is told, and again to a page that comes later
        expect(page.locator("#outcome .win-who")).to_have_text("Ron<b>Bea</b>")
        assert page.locator("#outcome .win-worth > *").all_text_contents() == [
            "from さくら",
            "5 han · 30 fu · Mangan",
        ]
        expect(page.locator("#outcome .win-points")).to_have_text("8,000")
        page.reload()


def test_several_winners_share_the_strip(hall: Hall, page: Page) -> None:
    state = last_of(played(BOOKS["sichuan"], 8), "settled")[1]
    assert state.result is not None
    assert len(state.result.wins) == 3
    hall.states["sichuan"] = replace(state, table="sichuan")
    open_board(page, hall, "?table=sichuan")
    expect(page.locator("#outcome .win")).to_have_count(3)
    screen = page.viewport_size
    assert screen is not None
    for win in page.locator("#outcome .win").all():
        points, who = win.locator(".win-points").bounding_box(), win.locator(".win-text").bounding_box()
        assert points is not None
        assert who is not None
        assert who["x"] + who["width"] <= points["x"] + 1
        assert points["x"] + points["width"] <= screen["width"]


def test_a_board_before_any_game_says_so(hall: Hall, page: Page) -> None:
    for table in hall.states:
        hall.states[table] = PublicState(table=table, rulebook=BOOKS[table], tradition=table, sequence=0, phase="idle")
    open_board(page, hall, "/all?lang=ja")
    expect(page.locator(".card .phase")).to_have_count(4)
    assert set(page.locator(".card .phase").all_text_contents()) == {"開始待ち"}
    # who will play is known already, and on which chair; nobody has points yet
    assert page.locator('.card[data-table="riichi"] .wind').all_text_contents() == ["A", "B", "C", "D"]
    assert page.locator('.card[data-table="riichi"] .points').all_text_contents() == [""] * 4
    assert page.locator('.card[data-table="taiwan"] .row').count() == 0


def test_what_a_hall_is_told_can_be_read_from_across_it(hall: Hall, page: Page) -> None:
    """Ten metres from a television of 55 inches, 3rem is what a reader with 6/6 sees well: 30 lines of 1080."""
    open_board(page, hall, "?table=riichi")
    state = replace(PLAYING, table="riichi", in_step=False, sequence=500, indicators=("6p", "9m", "1z", "2s", "3s"))
    hall.show(state, replace(event("correction", 500, cause="penalty"), table="riichi"))
    notes = page.locator("#notes .note")
    expect(notes).to_have_count(2)
    sizes = notes.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 30
    beside = [page.locator(name).bounding_box() for name in (".head .round", "#notes", ".head .figure >> nth=0")]
    edges = [edge for box in beside if box for edge in (box["x"], box["x"] + box["width"])]
    assert len(edges) == 6
    assert edges == sorted(edges)


def test_more_tables_than_fit_take_turns_and_come_back_after_a_restart(page: Page) -> None:
    names = [f"table-{number}" for number in range(1, 6)]
    hall = Hall({name: in_play("riichi", name) for name in names}, {})
    try:
        open_board(page, hall, "/all?pace=60")
        shown = page.locator(".card")
        expect(shown).to_have_count(3)
        assert shown.evaluate_all("cards => cards.map(card => card.dataset.table)") == names[:3]
        page.keyboard.press("ArrowRight")
        expect(shown).to_have_count(2)
        assert shown.evaluate_all("cards => cards.map(card => card.dataset.table)") == names[3:]
        page.keyboard.press("ArrowRight")
        expect(page.locator("body")).to_have_attribute("data-page", "1")

        del hall.states["table-1"]
        hall.restart()
        expect(shown.first).to_have_attribute("data-table", "table-2")
        expect(shown).to_have_count(4)
        hall.show(replace(hall.states["table-3"], wall_left=7))
        expect(page.locator('.card[data-table="table-3"] .wall b')).to_have_text("7")

        page.goto(f"{hall.address}/scoreboard/all?pace=5")
        hall.states["table-9"] = in_play("riichi", "table-9")
        hall.restart()
        expect(page.locator("body")).to_have_attribute("data-pages", "2")
        expect(page.locator("body")).to_have_attribute("data-page", "2")  # by itself
    finally:
        page.goto("about:blank")
        hall.server.stop()
