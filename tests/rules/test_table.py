"""What every tradition's table has: seats, and the count of the tiles that are known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Table, table_view
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.tile import Tile
from tablebridge_rules.tile_counts import count_of
from tests.rules.play.hands import PlayedHand, as_seen, fold


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("seed", range(2))
def test_a_place_is_counted_again_whenever_its_tiles_change(name: str, seed: int) -> None:
    book = read_rulebook(name)
    played = PlayedHand(book, seed, 0.9)
    played.run()
    for events in (played.events, [as_seen(event) for event in played.events]):
        for state in fold(events, book):
            assert state.count == count_of(state.visible_tiles())
            counts = [0] * 42
            for tile in state.visible_tiles():
                counts[tile.kind.index] += 1
            assert state.seen_counts() == tuple(counts)
            assert table_view(state).count == count_of(table_view(state).visible_tiles())


def test_a_seat_is_replaced_at_its_place() -> None:
    table = TaiwanHand(hand=0, round_wind=Wind.EAST, dealer=Seat.A, points=(0, 0, 0, 0))
    for seat in Seat:
        part = replace(table.at(seat), concealed=(Tile.parse("1f"),), concealed_count=1)
        after = table.with_seat(seat, part)
        assert after.at(seat) is part
        assert [after.at(other) for other in Seat if other is not seat] == [table.at(Seat.A)] * 3
        assert after.count == Tile.parse("1f").unit


def test_most_tables_have_nothing_loose() -> None:
    assert Table.loose_tiles(TaiwanHand(hand=0, round_wind=Wind.EAST, dealer=Seat.A, points=(0, 0, 0, 0))) == ()
