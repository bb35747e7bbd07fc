"""Scenes in a real Chromium: each with played hands of every tradition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicStanding, PublicState
from tablebridge.web.scenes import SCENES
from tests.tablebridge.web.directed import NAMES, Directed, await_sequence, cut_to, open_scene, serving
from tests.tablebridge.web.looks import tiles_in
from tests.tablebridge.web.played import BOOKS, Shown, played
from tests.tablebridge.web.states import PLAYING, WON
from tests.tablebridge.web.test_server import get

DEAD_WALL = {"riichi": 14, "taiwan": 16, "zungjung": 14, "sichuan": 0}
ALONE = ("lower-third", "result", "waits", "standings", "program")
UNSEEN = """async (states) => {
  const { unseen } = await import("/static/overlay/scenes/unseen.js");
  return states.map((state) => Object.fromEntries(unseen(JSON.parse(state))));
}"""

replace = msgspec.structs.replace


@pytest.fixture
def directed() -> Iterator[Directed]:
    yield from serving()


def up_to(shown: tuple[Shown, ...], kind: str) -> tuple[Shown, ...]:
    """All up to the last event of that type."""
    place = max(place for place, (released, _) in enumerate(shown) if released.type == kind)
    return shown[: place + 1]


@pytest.mark.browser
@pytest.mark.parametrize("tradition", BOOKS)
def test_every_scene_of_a_played_hand(tradition: str, page: Page, directed: Directed) -> None:
    shown = played(BOOKS[tradition], 4 if tradition == "riichi" else 1, 2)
    pons = up_to(shown, "pon")
    state = directed.play(pons)
    open_scene(page, directed, "program")
    result = cut_to(page, directed, "result")
    call = next(meld for meld in state.seats[pons[-1][0].data["seat"]].melds[::-1] if meld.kind == "pon")  # type: ignore[index]
    expect(result.locator(".call-banner .call-word")).to_have_text("Pon")
    assert tiles_in(result.locator(".call-banner")) == [tile.tile for tile in call.tiles]

    check_lower_third(cut_to(page, directed, "lower-third"), state)
    check_waits(cut_to(page, directed, "waits"), state)

    ended = directed.play(shown[len(pons) :])
    await_sequence(page, ended)
    result = cut_to(page, directed, "result")
    assert ended.result is not None
    expect(result.locator(".call-banner")).to_be_hidden()
    winners = result.locator(".win").evaluate_all("wins => wins.map(win => win.dataset.winner)")
    assert winners == [win.seat for win in ended.result.wins]
    patterns = [len(win.patterns) for win in ended.result.wins]
    drawn = result.locator(".win").evaluate_all(
        "wins => wins.map(win => win.querySelectorAll('[data-pattern]').length)"
    )
    assert drawn == patterns
    check_standings(cut_to(page, directed, "standings"), ended, began=last_start(shown))


def last_start(shown: tuple[Shown, ...]) -> list[int]:
    return next(list(released.data["points"]) for released, _ in shown[::-1] if released.type == "hand_started")  # type: ignore[call-overload]


def check_lower_third(scene: Any, state: PublicState) -> None:
    cells = {seat: scene.locator(f'.lt-seat[data-seat="{seat}"]') for seat in state.seats}
    for place, (seat, cell) in enumerate(cells.items()):
        expect(cell).to_have_attribute("data-points", str(state.seats[seat].points))
        expect(cell.locator(".name")).to_have_text(NAMES[place])  # markup stays text
        assert tiles_in(cell.locator(".lt-flowers")) == list(state.seats[seat].flowers)
        void = state.seats[seat].void_suit
        expect(cell.locator('.mark[data-mark="void"]')).to_have_count(int(void is not None))
    expect(scene.locator('.lt-seat[data-dealer="true"]')).to_have_attribute("data-seat", str(state.dealer))
    expect(scene.locator('.lt-seat[data-turn="true"]')).to_have_attribute("data-seat", str(state.turn))
    expect(scene.locator('[data-figure="figure.wall"] b')).to_have_text(str(state.wall_left))
    assert len(tiles_in(scene.locator(".lt-dora"))) == len(state.indicators)


def hidden(state: PublicState) -> int:
    """Tiles that nobody may have seen: wall, dead wall, standing hands, kans that show no face."""
    assert state.wall_left is not None
    standing = sum(0 if seat.revealed else seat.concealed for seat in state.seats.values())
    kans = [
        meld for seat in state.seats.values() for meld in seat.melds if {tile.tile for tile in meld.tiles} == {"back"}
    ]
    turned = len(state.indicators) + len(state.ura_indicators)
    return state.wall_left + DEAD_WALL[state.tradition] - turned + standing + 4 * len(kans)


def check_waits(scene: Any, state: PublicState) -> None:
    left = scene.locator(".wt-rows .wt-cell").evaluate_all("cells => cells.map(cell => Number(cell.dataset.left))")
    assert sum(left) == hidden(state)
    assert len(left) == {"taiwan": 42, "sichuan": 27}.get(state.tradition, 34)
    expect(scene.locator(".wt-hand")).to_have_count(0)  # hands that stand wait for nothing that is known


def check_standings(scene: Any, state: PublicState, began: list[int]) -> None:
    rows = scene.locator(".st-row").evaluate_all("rows => rows.map(({dataset}) => [dataset.seat, dataset.place])")
    points = {seat: shown.points for seat, shown in state.seats.items()}
    assert [points[seat] for seat, _ in rows] == sorted(points.values(), reverse=True)
    for seat, place in rows:
        assert int(place) == 1 + sum(other > points[seat] for other in points.values())
        change = scene.locator(f'.st-row[data-seat="{seat}"] .change')
        expect(change).to_have_attribute("data-change", str(points[seat] - began["ABCD".index(seat)]))


@pytest.mark.browser
def test_no_tile_is_counted_twice_in_any_state(page: Page, directed: Directed) -> None:
    page.goto(f"{directed.address}/overlay/waits")
    for book in BOOKS.values():
        states = [state for _, state in played(book, 1, 2) if state.wall_left is not None]
        counted = page.evaluate(UNSEEN, [msgspec.json.encode(state).decode() for state in states])
        assert [sum(left.values()) for left in counted] == [hidden(state) for state in states]


@pytest.mark.browser
def test_a_discard_that_two_won_with_is_one_tile(page: Page, directed: Directed) -> None:
    page.goto(f"{directed.address}/overlay/waits")
    assert WON.result is not None
    (first,) = WON.result.wins
    seats = dict(WON.seats)
    for seat in "BD":
        seats[seat] = replace(seats[seat], revealed=(*first.concealed, "5s"))
    seats["C"] = replace(seats["C"], river=(*seats["C"].river, replace(seats["C"].river[0], tile="5s")))
    both = replace(WON, seats=seats, result=replace(WON.result, wins=(first, replace(first, seat="D", from_seat="C"))))
    (left,) = page.evaluate(UNSEEN, [msgspec.json.encode(both).decode()])
    assert left["5s"] == 4 - 2  # the one discard, and the red five in A's river


@pytest.mark.browser
def test_an_opened_hand_tells_what_it_waits_for(page: Page, directed: Directed) -> None:
    ended = directed.play(played(BOOKS["riichi"], 4, 1))
    open_scene(page, directed, "waits", "?lang=ja")
    hands = page.locator(".wt-hand")
    expect(hands).to_have_count(sum(bool(seat.waits) for seat in ended.seats.values()))
    for seat in "ABC":
        assert tiles_in(page.locator(f'.wt-hand[data-seat="{seat}"]')) == list(ended.seats[seat].waits)
    expect(hands.first.locator(".label")).to_have_text("待ち")


@pytest.mark.browser
def test_a_game_ends_in_places_with_their_totals(page: Page, directed: Directed) -> None:
    ends = (("B", 1, 38000, 50.5), ("A", 2, 31200, 10), ("D", 3, 24900, -20), ("C", 4, 5900, -40.5))
    standings = tuple(
        PublicStanding(seat=seat, place=place, points=points, total=total) for seat, place, points, total in ends
    )
    directed.show(replace(WON, standings=standings))
    open_scene(page, directed, "standings")
    expect(page.locator(".st-head b")).to_have_text("Final standings")
    rows = page.locator(".st-row").evaluate_all("rows => rows.map(({dataset}) => [dataset.seat, dataset.place])")
    assert rows == [[seat, str(place)] for seat, place, _, _ in ends]
    assert page.locator(".st-total").all_text_contents() == ["+50.5", "+10", "−20", "−40.5"]
    directed.show(replace(WON, standings=tuple(replace(one, total=one.points) for one in standings)))
    expect(page.locator(".st-total")).to_have_count(0)  # chips alone count: nothing is said twice
    seats = {seat: replace(shown, points=25000) for seat, shown in PLAYING.seats.items()}
    directed.show(replace(PLAYING, seats=seats))
    expect(page.locator(".st-place")).to_have_text(["–"] * 4)


@pytest.mark.parametrize("scene", ALONE)
def test_each_scene_has_an_address(scene: str, directed: Directed) -> None:
    status, headers, body = get(f"{directed.address}/overlay/{scene}?table=hall-2&hold=30&what=call&lang=zh-Hant")
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/html")
    assert b"/static/overlay/main.js" in body


def test_there_is_no_other_scene() -> None:
    assert set(ALONE) - {"program"} == set(SCENES) - {"table", "empty"}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("hold=soon", "no such hold: soon (seconds, from 1 to 999)"),
        ("hold=0", "no such hold: 0 (seconds, from 1 to 999)"),
        ("hold=1000", "no such hold: 1000 (seconds, from 1 to 999)"),
        ("replay=0", "no such replay: 0 (seconds, from 1 to 999)"),
        ("what=draw", "no such what: draw (whats: both, call, win)"),
        ("lang=fr", "no such lang: fr (langs: en, zh-Hant, zh-Hans, ja)"),
        ("table=hall-9", "no such table: hall-9 (tables here: hall-1, hall-2)"),
    ],
)
def test_what_there_is_not_is_named(query: str, text: str, directed: Directed) -> None:
    status, headers, body = get(f"{directed.address}/overlay/result?{query}")
    assert (status, body.decode()) == (404, f"{text}\n")
    assert headers["Refresh"] == "10"
