"""Names of forty characters in any script, on every scene and board: they fit, become smaller, or end in dots; nothing
gives way to them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicFu, PublicPayment, PublicStanding, PublicState
from tablebridge.web import WebServer
from tablebridge.web.messages import Players
from tests.tablebridge.web.cuts import cut_names, cuts
from tests.tablebridge.web.directed import Directed, await_sequence, cut_to, open_scene
from tests.tablebridge.web.hall import Hall
from tests.tablebridge.web.looks import open_overlay
from tests.tablebridge.web.played import BOOKS, Shown, last_of, played
from tests.tablebridge.web.states import PLAYING, WON, event

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace
SCENES = ("table", "lower-third", "result", "waits", "standings")
WIDEST: Players = ("W" * 40, "國" * 40, "さくら\u0428" * 10, "\u0429王W. " * 8)
"""As wide as forty characters can be: Latin, Han, kana and Cyrillic, and a mixture with blanks."""
NATURAL: Players = (
    "Alexandra Featherstonehaugh-Wolstenholme",
    "さくらももこさくらももこ",
    "Maria del Carmen Fernández de la Vega Sa",
    "Bartholomäus von Hohenberg-Schwarzenfels",
)
"""As long as names of people are."""
LONG_TABLE = "W" * 64


def riichi() -> tuple[Shown, ...]:
    """A call in a hand whose dealer has declared, and a win after it with fu, a bystander liable, and payments."""
    assert WON.result is not None
    fu = tuple(
        PublicFu(kind=kind, fu=4, tile="6z") for kind in ("base", "closed_ron", "concealed_triplet", "pair_wait")
    )
    win = replace(WON.result.wins[0], liable=("D",), fu=40, fu_parts=fu)
    payments = (
        PublicPayment(payer="C", receiver="B", points=8300, clauses=("RL-W02", "RL-P03")),
        PublicPayment(payer="D", receiver="B", points=8000, clauses=("RL-W07",)),
        PublicPayment(payer=None, receiver="B", points=2000, clauses=("RL-R03",)),
    )
    result = replace(WON.result, wins=(win,), payments=payments, delta=(0, 18300, -8300, -8000))

    def declared(state: PublicState) -> PublicState:
        dealer = replace(state.seats["A"], riichi=True, points=-131_200)
        return replace(state, began_with=(30_000, 12_000, 27_200, 24_900), seats={**state.seats, "A": dealer})

    pon = event("pon", 77, seat="A", own=["7z", "7z"], called="7z", from_seat="D")
    return (pon, declared(PLAYING)), (event("win", 90), declared(replace(WON, result=result)))


def final() -> Shown:
    totals = zip("BACD", (47_000, 31_200, 18_900, 2_900), (67.0, 11.2, -21.1, -57.1), strict=True)
    standings = tuple(
        PublicStanding(seat=seat, place=place, points=points, total=total)
        for place, (seat, points, total) in enumerate(totals, 1)
    )
    return event("game_ended", 92), replace(WON, sequence=92, standings=standings)


def taiwan() -> Shown:
    """A dealer who is ready and has eight flowers."""
    _released, state = next(one for one in played(BOOKS["taiwan"], 3) if (one[1].wall_left or 99) < 38)
    assert state.dealer is not None
    flowers = ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g")
    dealer = replace(state.seats[state.dealer], flowers=flowers, ready=True)
    return event("discard", 301), replace(
        state, table="hall-1", sequence=301, hand=9, seats={**state.seats, state.dealer: dealer}
    )


def sichuan() -> Shown:
    """Three winners of one hand, and what each was paid."""
    _released, state = last_of(played(BOOKS["sichuan"], 8), "settled")
    return event("settled", 401), replace(state, table="hall-1", sequence=401, hand=12)


class NamedTable(Directed):
    """A table of players with these names."""

    def __init__(self, names: Players) -> None:
        self.names = names
        super().__init__()

    def _make(self, port: int) -> WebServer:
        return WebServer("127.0.0.1", port, tuple(self.states), self.states.__getitem__, players={"hall-1": self.names})


@pytest.fixture(scope="module")
def evening() -> tuple[Shown, ...]:
    return (*riichi(), final(), taiwan(), sichuan())


@pytest.fixture
def named(request: pytest.FixtureRequest) -> Iterator[NamedTable]:
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    made = NamedTable(request.param)
    yield made
    made.server.stop()


@pytest.mark.parametrize(
    ("named", "lang"),
    [(WIDEST, "en"), (WIDEST, "ja"), (NATURAL, "zh-Hant")],
    indirect=["named"],
    ids=["widest-en", "widest-ja", "natural-zh-Hant"],
)
def test_nothing_gives_way_to_a_name_in_any_scene(
    named: NamedTable, lang: str, page: Page, evening: tuple[Shown, ...]
) -> None:
    open_scene(page, named, "program", f"?lang={lang}")
    for released, state in evening:
        named.show(state, released)
        await_sequence(page, state)
        for scene in SCENES:
            cut_to(page, named, scene)
            where = f"{scene} of {state.sequence} in {lang}"
            assert cuts(page) == [], where
            if named.names == NATURAL:
                assert cut_names(page) == [], where


def boards(names: Players) -> Hall:
    """Ends of hands and hands in play: four tables of the widest names, two of natural ones on larger cards."""
    (_called, playing), (_won, won) = riichi()
    states = {
        LONG_TABLE: won,
        "sichuan": sichuan()[1],
    }
    if names == WIDEST:
        states |= {"playing": playing, "taiwan": taiwan()[1]}
    return Hall({table: replace(state, table=table) for table, state in states.items()}, dict.fromkeys(states, names))


@pytest.fixture
def hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    made = boards(request.param)
    yield made
    made.server.stop()


@pytest.mark.parametrize(
    ("hall", "lang"), [(WIDEST, "en"), (NATURAL, "ja")], indirect=["hall"], ids=["widest-en", "natural-ja"]
)
def test_nothing_gives_way_to_a_name_on_a_board(hall: Hall, lang: str, page: Page) -> None:
    boards_shown = (*(f"scoreboard?table={table}" for table in hall.states), "scoreboard/all?", "status?")
    for path in boards_shown:
        page.goto(f"{hall.address}/{path}&lang={lang}")
        expect(page.locator("body")).to_have_attribute("data-connected", "true")
        expect(page.locator(".row, .table").last).to_be_visible()
        assert cuts(page) == [], path
        if hall.players[LONG_TABLE] == NATURAL:
            where = "#rows *, #outcome *" if path.startswith("scoreboard?") else ".rows *"
            assert cut_names(page, where) == [], path


@pytest.mark.parametrize("named", [(*NATURAL[:3], None)], indirect=True, ids=["natural"])
def test_a_name_has_its_size_again_once_there_is_room(named: NamedTable, page: Page) -> None:
    size = "name => parseFloat(getComputedStyle(name).fontSize)"
    _released, state = riichi()[0]
    name = page.locator('.seat[data-seat="A"] .wind-name')
    named.show(state)
    open_overlay(page, named)
    await_sequence(page, state)
    assert cut_names(page) == []
    beside = name.evaluate(size)

    poor = replace(state.seats["A"], points=1)
    there_is_room = replace(state, sequence=78, seats={**state.seats, "A": poor})
    named.show(there_is_room)
    await_sequence(page, there_is_room)
    assert name.evaluate(size) > beside
    named.show(replace(state, sequence=79))
    await_sequence(page, replace(state, sequence=79))
    assert name.evaluate(size) == beside
