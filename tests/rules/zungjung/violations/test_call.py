"""Calls as they are carried out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.claims import TurnStart, chi_pairs
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.call import (
    LaidMeld,
    judge_added_place,
    judge_early_replacement,
    judge_hidden_tile,
    judge_laid_meld,
    judge_own_kan,
    judge_regrouped,
    judge_silent_discard,
    judge_silent_kan,
)

B, C = Seat.B, Seat.C
LEFT, ACROSS, RIGHT = Relation.LEFT, Relation.ACROSS, Relation.RIGHT
CHI, PON, EXPOSED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED
FIVE, RED = parse_tiles("5p7z")


@pytest.mark.parametrize(
    ("called", "penalties"),
    [
        pytest.param(False, ["minor_dead_hand"], id="ZJ-F01 the referee confirms that nothing was said"),
        pytest.param(None, ["warning"], id="ZJ-F01 flagged for the referee"),
        pytest.param(True, [], id="ZJ-R21 announced: the discard may come first"),
    ],
)
def test_a_discard_before_the_exposure(book: Rulebook, called: bool | None, penalties: list[str]) -> None:
    found = judge_silent_discard(book, B, called=called)
    assert [one.penalty for one in found] == penalties
    assert {(one.clause, one.seat) for one in found} <= {("ZJ-F01", B)}


def test_calls_are_taken_as_seen_where_the_rulebook_says_so_zj_f01_zj_f02(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, oral_calls="taken_as_seen"))
    assert judge_silent_discard(house, B) == ()
    assert judge_silent_kan(house, B, FIVE) == ()
    assert judge_silent_kan(house, B, FIVE, called=False) != ()


def test_a_claimed_tile_in_the_standing_hand_zj_r03(book: Rulebook) -> None:
    (found,) = judge_hidden_tile(book, B, RED, exposed=False)
    assert (found.clause, found.seat, found.penalty) == ("ZJ-R03", B, "exposure")
    assert judge_hidden_tile(book, B, RED, exposed=True) == ()


@pytest.mark.parametrize(
    ("called", "penalties"),
    [
        pytest.param(False, ["discard"], id="ZJ-F02 ruled a discard"),
        pytest.param(None, ["warning"], id="ZJ-F02 flagged for the referee"),
        pytest.param(True, [], id="ZJ-R25 announced"),
    ],
)
def test_a_silent_kan(book: Rulebook, called: bool | None, penalties: list[str]) -> None:
    found = judge_silent_kan(book, B, FIVE, called=called)
    assert [one.penalty for one in found] == penalties
    assert {(one.clause, one.seat) for one in found} <= {("ZJ-F02", B)}


def test_the_lower_seat_may_chi_a_tile_ruled_a_discard_zj_f02() -> None:
    """South's 5p is a discard; West holds 4p and 6p."""
    assert chi_pairs(parse_tiles("46p"), FIVE, C.relation_to(B)) == (parse_tiles("46p"),)


@pytest.mark.parametrize(("exposed", "foul"), [(0, True), (3, True), (4, False)])
def test_a_replacement_before_the_kan_is_exposed_zj_f03(book: Rulebook, exposed: int, foul: bool) -> None:
    found = judge_early_replacement(book, B, exposed)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("ZJ-F03", B, "major_dead_hand")] * foul


CONCEALED, ADDED = MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED


@pytest.mark.parametrize(
    ("kind", "start", "left", "clause"),
    [
        pytest.param(CONCEALED, TurnStart.DRAW, True, None, id="ZJ-R24 South draws the fourth 2m"),
        pytest.param(CONCEALED, TurnStart.DEAL, True, None, id="ZJ-R24 East after the deal"),
        pytest.param(CONCEALED, TurnStart.PON, True, "ZJ-R24", id="ZJ-R24 with a pon"),
        pytest.param(ADDED, TurnStart.REPLACEMENT, True, None, id="ZJ-R25 after a replacement"),
        pytest.param(ADDED, TurnStart.CHI, True, "ZJ-R25", id="ZJ-R25 with a chi"),
        pytest.param(ADDED, TurnStart.DRAW, False, "ZJ-X03", id="ZJ-X03 no replacement left"),
    ],
)
def test_an_own_kan(book: Rulebook, kind: MeldKind, start: TurnStart, left: bool, clause: str | None) -> None:
    found = judge_own_kan(book, B, kind, start, replacement_left=left)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [(clause, B, "refused")] * bool(clause)


@pytest.mark.parametrize(
    ("kind", "tiles", "sideways", "called", "relation", "clause"),
    [
        pytest.param(PON, "777z", 2, "7z", RIGHT, None, id="ZJ-R16 pon of the lower seat"),
        pytest.param(PON, "777z", 0, "7z", ACROSS, "ZJ-R16", id="ZJ-R16 the left tile for the opposite"),
        pytest.param(PON, "777z", None, "7z", LEFT, "ZJ-R16", id="ZJ-R16 no tile sideways"),
        pytest.param(EXPOSED, "9999p", 2, "9p", ACROSS, None, id="ZJ-R26 one of the two middle ones"),
        pytest.param(EXPOSED, "9999p", 0, "9p", ACROSS, "ZJ-R26", id="ZJ-R26 an end for the opposite"),
        pytest.param(CHI, "456p", 1, "5p", LEFT, None, id="ZJ-R19 4p 5p sideways 6p"),
        pytest.param(CHI, "546p", 0, "5p", LEFT, "ZJ-R19", id="ZJ-R19 5p 4p 6p"),
        pytest.param(CHI, "456p", 0, "5p", LEFT, "ZJ-R19", id="ZJ-R19 another tile sideways"),
        pytest.param(CHI, "456p", None, "5p", LEFT, "ZJ-R19", id="ZJ-R19 no tile sideways"),
    ],
)
def test_a_laid_meld(
    book: Rulebook,
    kind: MeldKind,
    tiles: str,
    sideways: int | None,
    called: str,
    relation: Relation,
    clause: str | None,
) -> None:
    found = judge_laid_meld(book, B, LaidMeld(kind, parse_tiles(tiles), sideways, Tile.parse(called), relation))
    assert [(one.clause, one.seat, one.penalty) for one in found] == [(clause, B, "correct")] * bool(clause)


def test_a_wrong_rotation_is_nothing_where_the_rulebook_says_so_zj_r16(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, meld_rotation_error="ignore"))
    assert judge_laid_meld(house, B, LaidMeld(PON, parse_tiles("777z"), 0, RED, ACROSS)) == ()


@pytest.mark.parametrize(
    ("relation", "place", "foul"),
    [
        pytest.param(LEFT, 3, False, id="ZJ-R25 the right end"),
        pytest.param(LEFT, 0, True, id="ZJ-R25 next to the sideways tile"),
        pytest.param(ACROSS, 0, False, id="ZJ-R25 any end"),
        pytest.param(RIGHT, 3, True, id="ZJ-R25 next to the sideways tile, right"),
    ],
)
def test_where_the_added_tile_lies(book: Rulebook, relation: Relation, place: int, foul: bool) -> None:
    found = judge_added_place(book, B, relation, place)
    assert [(one.clause, one.penalty) for one in found] == [("ZJ-R25", "correct")] * foul


@pytest.mark.parametrize(
    ("kind", "before", "after", "clause"),
    [
        pytest.param(PON, "777z", "777z", None, id="ZJ-R16 untouched"),
        pytest.param(PON, "777z", "7777z", None, id="ZJ-R16 grown to a kan"),
        pytest.param(PON, "777z", "77z", "ZJ-R16", id="ZJ-R16 a tile went back"),
        pytest.param(CHI, "456p", "", "ZJ-R19", id="ZJ-R19 taken back"),
        pytest.param(CHI, "456p", "567p", "ZJ-R19", id="ZJ-R19 regrouped"),
        pytest.param(EXPOSED, "9999p", "999p", "ZJ-R28", id="ZJ-R28 South moves a tile of the kan back"),
        pytest.param(CONCEALED, "2222m", "", "ZJ-R28", id="ZJ-R28 taken back"),
    ],
)
def test_a_set_is_locked(book: Rulebook, kind: MeldKind, before: str, after: str, clause: str | None) -> None:
    found = judge_regrouped(book, B, kind, parse_tiles(before), parse_tiles(after))
    assert [(one.clause, one.seat, one.penalty) for one in found] == [(clause, B, "correct")] * bool(clause)
    assert all(Penalty(one.penalty) for one in found)
