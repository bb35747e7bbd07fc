"""How melds are drawn under each rulebook: `_` lies sideways, `^` sideways on the one before it, `*` was called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.shown import shown_of
from tablebridge.game.shown.public import PublicMeldTile
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

OWNER = Seat.B
LEFT, ACROSS, RIGHT = Seat.A, Seat.D, Seat.C
CHI, PON, EXPOSED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED
CONCEALED, ADDED = MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED
TAIWAN, ZUNG_JUNG, SICHUAN = "taiwan16-ntuee-2009", "zungjung-wsom-1.03", "sichuan-bloody"


def text(tiles: Sequence[PublicMeldTile]) -> str:
    return " ".join(
        one.tile + "*" * one.called + ("^" if one.stacked else "_" if one.sideways else "") for one in tiles
    )


@pytest.mark.parametrize(
    ("book", "kind", "own", "called", "from_seat", "row"),
    [
        pytest.param("riichi-league-tw", CHI, "46m", "5m", LEFT, "5m*_ 4m 6m", id="RL-C05 chi"),
        pytest.param("riichi-league-tw", PON, "05p", "5p", ACROSS, "0p 5p*_ 5p", id="RL-C05 pon from across"),
        pytest.param("riichi-league-tw", PON, "77z", "7z", RIGHT, "7z 7z 7z*_", id="RL-C05 pon from the right"),
        pytest.param("riichi-league-tw", EXPOSED, "444s", "4s", ACROSS, "4s 4s 4s*_ 4s", id="RL-C06"),
        pytest.param("riichi-league-tw", ADDED, "999m", "9m", LEFT, "9m*_ 9m^ 9m 9m", id="RL-C07"),
        pytest.param("riichi-league-tw", CONCEALED, "5550s", None, None, "5s back back 0s", id="RL-C08 outer"),
        pytest.param("riichi-common", CONCEALED, "5550s", None, None, "back 5s 0s back", id="middle faces"),
        pytest.param(TAIWAN, CHI, "13s", "2s", LEFT, "1s 2s* 3s", id="TW-R16"),
        pytest.param(TAIWAN, CHI, "45s", "6s", LEFT, "4s 6s* 5s", id="TW-R16 at an end"),
        pytest.param(TAIWAN, PON, "11z", "1z", RIGHT, "1z 1z 1z*", id="TW-R17"),
        pytest.param(TAIWAN, ADDED, "111z", "1z", RIGHT, "1z 1z 1z 1z*", id="TW-R20"),
        pytest.param(TAIWAN, CONCEALED, "8888p", None, None, "back back back back", id="TW-R23"),
        pytest.param(ZUNG_JUNG, CHI, "45s", "6s", LEFT, "4s 5s 6s*_", id="ZJ-R19"),
        pytest.param(ZUNG_JUNG, PON, "22z", "2z", ACROSS, "2z 2z*_ 2z", id="ZJ-R16"),
        pytest.param(ZUNG_JUNG, EXPOSED, "222z", "2z", RIGHT, "2z 2z 2z 2z*_", id="ZJ-R26"),
        pytest.param(ZUNG_JUNG, ADDED, "222z", "2z", LEFT, "2z*_ 2z 2z 2z", id="ZJ-R25 at the right end"),
        pytest.param(ZUNG_JUNG, ADDED, "222z", "2z", RIGHT, "2z 2z 2z 2z*_", id="ZJ-R25 at the left end"),
        pytest.param(ZUNG_JUNG, CONCEALED, "3333z", None, None, "back 3z 3z back", id="ZJ-R24"),
        pytest.param(SICHUAN, PON, "33m", "3m", LEFT, "3m 3m 3m*", id="SC-R16"),
        pytest.param(SICHUAN, CONCEALED, "", None, None, "back back back back", id="SC-R19"),
        pytest.param(SICHUAN, CONCEALED, "7777m", None, None, "7m 7m 7m 7m", id="SC-F03 turned up"),
    ],
)
def test_a_meld_is_drawn_as_it_lies(
    book: str, kind: MeldKind, own: str, called: str | None, from_seat: Seat | None, row: str
) -> None:
    rulebook = read_rulebook(book)
    meld = Meld(kind, parse_tiles(own), Tile.parse(called) if called else None, from_seat)
    assert text(shown_of(rulebook).meld(rulebook, OWNER, meld)) == row
