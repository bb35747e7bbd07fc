"""How melds lie under each rulebook, from their owner's left to right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge.sim.meld_rows import manner_of
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

A, B, C, D = Seat


def meld(kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Meld:
    return Meld(kind, parse_tiles(own), Tile.parse(called) if called else None, from_seat)


def drawn_up(of_b: Meld, name: str, **table: Any) -> str:
    """The row of B's meld: `-` before a sideways tile, `#` for one that lies face down, `*` after the called one."""
    book: Any = read_rulebook(name)
    book = replace(book, table=replace(book.table, **table))
    texts = []
    for laid in manner_of(book).row(of_b, B):
        face = "#" if not laid.face_up else f"{'-' if laid.turned else ''}{laid.tile}"
        texts.append(face + ("*" if laid.called else ""))
    return " ".join(texts)


CHI, PON, KAN, OWN = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED
RIICHI, ZUNG_JUNG = "riichi-league-tw", "zungjung-wsom-1.03"
TAIWAN, SICHUAN = "taiwan16-ntuee-2009", "sichuan-bloody"


@pytest.mark.parametrize(
    ("name", "of_b", "row"),
    [
        pytest.param(RIICHI, meld(CHI, "65p", "4p", A), "-4p* 5p 6p", id="RL-C05 lowest"),
        pytest.param(RIICHI, meld(CHI, "46p", "5p", A), "-5p* 4p 6p", id="RL-C05 the called tile leftmost"),
        pytest.param(RIICHI, meld(PON, "44p", "4p", A), "-4p* 4p 4p", id="RL-C06 left"),
        pytest.param(RIICHI, meld(PON, "05p", "5p", D), "5p -5p* 0p", id="RL-C06 across"),
        pytest.param(RIICHI, meld(PON, "44p", "4p", C), "4p 4p -4p*", id="RL-C06 right"),
        pytest.param(RIICHI, meld(KAN, "555m", "5m", A), "-5m* 5m 5m 5m", id="RL-C08 left"),
        pytest.param(RIICHI, meld(KAN, "555m", "0m", D), "5m 5m -0m* 5m", id="RL-C08 across"),
        pytest.param(RIICHI, meld(KAN, "555m", "5m", C), "5m 5m 5m -5m*", id="RL-C08 right"),
        pytest.param(RIICHI, meld(OWN, "0555m"), "5m # # 0m", id="RL-C08 concealed, outer faces up"),
        pytest.param("riichi-common", meld(OWN, "5550m"), "# 5m 0m #", id="concealed, middle faces up"),
        pytest.param(ZUNG_JUNG, meld(CHI, "64p", "5p", A), "4p -5p* 6p", id="ZJ-R19 in ascending order"),
        pytest.param(ZUNG_JUNG, meld(CHI, "45p", "6p", A), "4p 5p -6p*", id="ZJ-R19 highest"),
        pytest.param(ZUNG_JUNG, meld(PON, "11z", "1z", A), "-1z* 1z 1z", id="ZJ-R16 left"),
        pytest.param(ZUNG_JUNG, meld(PON, "11z", "1z", D), "1z -1z* 1z", id="ZJ-R16 across"),
        pytest.param(ZUNG_JUNG, meld(PON, "11z", "1z", C), "1z 1z -1z*", id="ZJ-R16 right"),
        pytest.param(ZUNG_JUNG, meld(KAN, "111z", "1z", C), "1z 1z 1z -1z*", id="ZJ-R26 right"),
        pytest.param(ZUNG_JUNG, meld(OWN, "1111z"), "# 1z 1z #", id="ZJ-R24"),
        pytest.param(TAIWAN, meld(CHI, "65p", "4p", A), "5p 4p* 6p", id="TW-R16 between the two"),
        pytest.param(TAIWAN, meld(PON, "44p", "4p", D), "4p 4p 4p*", id="TW-R17"),
        pytest.param(TAIWAN, meld(KAN, "444p", "4p", D), "4p 4p 4p 4p*", id="TW-R20"),
        pytest.param(TAIWAN, meld(OWN, "1111z"), "# # # #", id="TW-R23"),
        pytest.param(SICHUAN, meld(PON, "44p", "4p", A), "4p 4p 4p*", id="SC-R16"),
        pytest.param(SICHUAN, meld(OWN, "4444p"), "# # # #", id="SC-R19"),
    ],
)
def test_how_a_meld_lies(name: str, of_b: Meld, row: str) -> None:
    assert drawn_up(of_b, name) == row


@pytest.mark.parametrize(
    ("display", "row"), [("one_face_up", "# # # 1z"), ("all_face_up", "1z 1z 1z 1z"), ("all_face_down", "# # # #")]
)
def test_tw_r23_a_concealed_kan_lies_as_the_rulebook_chooses(display: str, row: str) -> None:
    assert drawn_up(meld(OWN, "1111z"), TAIWAN, ankan_display=display) == row


@pytest.mark.parametrize(
    ("name", "from_seat", "end"),
    [
        pytest.param(RIICHI, A, None, id="RL-C07 inwards of the sideways tile"),
        pytest.param(ZUNG_JUNG, A, 3, id="ZJ-R25 left"),
        pytest.param(ZUNG_JUNG, D, 3, id="ZJ-R25 across"),
        pytest.param(ZUNG_JUNG, C, 0, id="ZJ-R25 right"),
        pytest.param(TAIWAN, C, 3, id="TW-R22"),
        pytest.param(SICHUAN, C, 3, id="SC-R18"),
    ],
)
def test_where_a_fourth_tile_is_added(name: str, from_seat: Seat, end: int | None) -> None:
    kan = meld(MeldKind.KAN_ADDED, "111p", "1p", from_seat)
    assert manner_of(read_rulebook(name)).added_end(kan, B) == end
