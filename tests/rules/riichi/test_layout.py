"""How rivers and melds lie: the clauses' own examples."""

from __future__ import annotations

import pytest

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import format_tiles, parse_meld, parse_tiles
from tablebridge_rules.riichi.layout import (
    DiscardArea,
    discarder_at,
    judge_meld_order,
    judge_rows,
    laid_order,
    lying_melds,
    river_rows,
)
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile

A = Seat.A


@pytest.fixture
def mjnet() -> Rulebook:
    return load("riichi-mjnet-2005")


@pytest.mark.parametrize(
    ("discards", "rows"),
    [
        pytest.param(0, [], id="RL-T02 none"),
        pytest.param(6, [6], id="RL-T02 one row"),
        pytest.param(14, [6, 6, 2], id="RL-T02 three rows"),
        pytest.param(20, [6, 6, 8], id="RL-T02 twenty discards"),
    ],
)
def test_rows_of_six(league: Rulebook, discards: int, rows: list[int]) -> None:
    river = River(tuple(Discard(Tile(kind)) for kind in STANDARD_KINDS[:discards]))
    laid = river_rows(river)
    assert [len(row) for row in laid] == rows
    assert tuple(discard for row in laid for discard in row) == river.discards
    assert judge_rows(league, A, rows) == ()


def test_a_claimed_discard_leaves_its_slot_to_the_next_rl_t02() -> None:
    river = River(tuple(Discard(Tile(kind)) for kind in STANDARD_KINDS[:7])).claim(Tile(STANDARD_KINDS[2]), A)
    assert [len(row) for row in river_rows(river)] == [6]


@pytest.mark.parametrize("rows", [[7], [6, 5, 1], [6, 6, 6, 2]])
def test_other_rows_are_noticed_rl_t02(league: Rulebook, mjnet: Rulebook, rows: list[int]) -> None:
    (notice,) = judge_rows(league, A, rows)
    assert (notice.clause, notice.name, notice.seat, notice.penalty) == ("RL-T02", "river_layout", A, "notice")
    assert judge_rows(mjnet, A, rows) == ()


@pytest.mark.parametrize(
    ("meld", "order", "sideways"),
    [
        pytest.param("daiminkan:5555m<left", "5555m", 0, id="RL-C08 from the left"),
        pytest.param("daiminkan:5555m<across", "5555m", 2, id="RL-C08 from across"),
        pytest.param("daiminkan:5555m<right", "5555m", 3, id="RL-C08 from the right"),
        pytest.param("pon:444p<across", "444p", 1, id="RL-C06 from across"),
        pytest.param("pon:444p<right", "444p", 2, id="RL-C06 from the right"),
        pytest.param("kakan:4444p<right", "4444p", 2, id="RL-C07 the pon's order stays"),
        pytest.param("chi:456p<left", "456p", 0, id="RL-C05 from the left"),
        pytest.param("pon:222m<left", "222m", 0, id="RM-C01 pon from the left"),
        pytest.param("pon:222m<across", "222m", 1, id="RM-C01 pon from across"),
        pytest.param("pon:222m<right", "222m", 2, id="RM-C01 pon from the right"),
        pytest.param("kakan:4444p<right", "4444p", 2, id="RM-C01 added kan"),
        pytest.param("ankan:9999s", "9999s", None, id="RM-C01 concealed kan"),
    ],
)
def test_the_sideways_tile_points_at_its_discarder(meld: str, order: str, sideways: int | None) -> None:
    tiles, place = laid_order(parse_meld(meld).meld(A), A)
    assert (format_tiles(tiles), place) == (order, sideways)


def test_a_run_with_its_middle_tile_sideways_is_malformed_rl_c05(league: Rulebook) -> None:
    chi = parse_meld("chi:456p<left").meld(A)
    assert judge_meld_order(league, chi, A, parse_tiles("456p"), 0) == ()
    assert [one.name for one in judge_meld_order(league, chi, A, parse_tiles("546p"), 1)] == ["malformed_meld"]


def test_the_called_tile_of_a_chi_comes_first_rm_c01(mjnet: Rulebook) -> None:
    chi = parse_meld("chi:534s<left").meld(A)
    assert chi.called == Tile.parse("5s")
    assert laid_order(chi, A) == (parse_tiles("534s"), 0)
    assert judge_meld_order(mjnet, chi, A, parse_tiles("534s"), 0) == ()
    (wrong,) = judge_meld_order(mjnet, chi, A, parse_tiles("345s"), 2)
    assert (wrong.clause, wrong.name, wrong.penalty) == ("RM-C01", "malformed_meld", "warning")


def test_the_second_meld_lies_left_of_the_first_rl_c04() -> None:
    first, second = parse_meld("pon:444p<across").meld(Seat.B), parse_meld("chi:345s<left").meld(Seat.B)
    lying = lying_melds((first, second), Seat.B)
    assert [format_tiles(tiles) for tiles, _ in lying] == ["345s", "444p"]
    assert [sideways for _, sideways in lying] == [0, 1]


@pytest.mark.parametrize(
    ("kind", "place", "relation"),
    [
        pytest.param(MeldKind.KAN_EXPOSED, 0, Relation.LEFT, id="RL-C08 first"),
        pytest.param(MeldKind.KAN_EXPOSED, 1, Relation.ACROSS, id="RL-C08 second means across, too"),
        pytest.param(MeldKind.KAN_EXPOSED, 2, Relation.ACROSS, id="RL-C08 third"),
        pytest.param(MeldKind.KAN_EXPOSED, 3, Relation.RIGHT, id="RL-C08 fourth"),
        pytest.param(MeldKind.PON, 2, Relation.RIGHT, id="RM-C01 pon"),
        pytest.param(MeldKind.CHI, 0, Relation.LEFT, id="RM-C01 chi"),
    ],
)
def test_whom_a_sideways_tile_points_at(kind: MeldKind, place: int, relation: Relation) -> None:
    assert discarder_at(kind, place) is relation


@pytest.mark.parametrize(("kind", "place"), [(MeldKind.CHI, 1), (MeldKind.PON, 3), (MeldKind.KAN_EXPOSED, 4)])
def test_where_no_tile_can_lie_sideways(kind: MeldKind, place: int) -> None:
    with pytest.raises(ValueError, match=f"at place {place} of a {kind.value}"):
        discarder_at(kind, place)


def test_a_kan_from_across_with_the_second_tile_sideways_is_style_rl_c08(league: Rulebook, common: Rulebook) -> None:
    kan = parse_meld("daiminkan:5555m<across").meld(A)
    tiles = parse_tiles("5555m")
    assert judge_meld_order(league, kan, A, tiles, 2) == ()
    (style,) = judge_meld_order(league, kan, A, tiles, 1)
    (wrong,) = judge_meld_order(league, kan, A, tiles, 3)
    assert (style.clause, style.name, style.penalty) == ("RL-C08", "meld_style", "notice")
    assert (wrong.clause, wrong.name, wrong.penalty) == ("RL-C08", "malformed_meld", "violation_point")
    assert judge_meld_order(common, kan, A, tiles, 3) == ()


@pytest.mark.parametrize(
    ("point", "inside"),
    [((0, 0), True), ((-170, 170), True), ((170, -260), False), ((0, 181), False), ((-181, 0), False)],
    ids=lambda value: f"RM-T02 {value}",
)
def test_the_discard_area_is_inside_the_walls_as_they_were_raised(point: tuple[int, int], inside: bool) -> None:
    area = DiscardArea(((-180, -180), (180, -180), (180, 180), (-180, 180)))
    assert area.holds(*point) is inside
