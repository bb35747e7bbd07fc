from __future__ import annotations

from tablebridge.game.facts import ClothFacts
from tablebridge.observation import (
    DiceShown,
    HandRevealed,
    IndicatorSeen,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    WallRaised,
    Witness,
)
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON


def told(*sightings: tuple[float, Sighting], facts: ClothFacts | None = None) -> ClothFacts:
    facts = facts or ClothFacts()
    for at_ms, sighting in sightings:
        facts.note(Observation(Witness.CAMERA, at_ms, NOON, sighting), at_ms + 10)
    return facts


def tile(slot: int, name: str = "5m", sure: float = 0.9, seat: Seat = Seat.B) -> RiverTileSeen:
    return RiverTileSeen(seat, slot, ReadTile(name, sure), False)


def meld(*names: str) -> MeldSeen:
    return MeldSeen(Seat.C, 0, tuple(MeldTile(ReadTile(name, 0.9)) for name in names))


def test_the_lowest_slot_was_discarded_first_whatever_came_first() -> None:
    river = told((0, tile(1, "6m")), (5, tile(0, "5m"))).rivers[Seat.B]
    first = river.next()
    assert first is not None
    assert first.latest.reading.tile == "5m"


def test_a_repeated_tile_is_one_tile_with_its_surest_face_and_first_moment() -> None:
    river = told((0, tile(0, "5m", 0.4)), (50, tile(0, "6m", 0.8)), (90, tile(0, "7m", 0.5))).rivers[Seat.B]
    (fact,) = river.fresh
    assert (fact.latest.reading.tile, fact.at_ms) == ("6m", 0)


def test_an_explained_tile_is_not_new_when_it_is_read_again_or_was_hidden() -> None:
    facts = told((0, tile(0)))
    river = facts.rivers[Seat.B]
    river.explain(river.fresh[0])
    told((50, tile(0, "9s")), (90, RiverTileGone(Seat.B, 0)), (120, tile(0)), facts=facts)
    assert river.fresh == []
    assert river.lying[0].gone_ms is None


def test_another_tile_in_the_place_of_one_that_is_gone_is_new() -> None:
    facts = told((0, tile(0)))
    river = facts.rivers[Seat.B]
    river.explain(river.fresh[0])
    told((90, RiverTileGone(Seat.B, 0)), (5000, tile(0, "9s")), facts=facts)
    assert [fact.latest.reading.tile for fact in river.fresh] == ["9s"]
    assert river.lying[0].gone_ms == 90


def test_a_meld_that_grew_is_a_new_fact_and_one_half_hidden_is_none() -> None:
    facts = told((0, meld("5m", "5m", "5m")))
    first = facts.melds[Seat.C, 0]
    told((50, meld("5m", "5m")), facts=facts)
    assert facts.melds[Seat.C, 0] is first
    assert len(first.latest.tiles) == 3
    told((90, meld("5m", "5m", "5m", "5m")), facts=facts)
    assert facts.melds[Seat.C, 0].at_ms == 90


def test_a_row_told_twice_keeps_its_first_moment_and_one_that_changed_does_not() -> None:
    row = StandingRow(Seat.A, 13, True)
    facts = told((0, row), (50, row))
    assert facts.rows[Seat.A].at_ms == 0
    told((90, StandingRow(Seat.A, 13, False)), (120, row), facts=facts)
    assert facts.rows[Seat.A].at_ms == 120


def test_an_open_hand_read_again_counts_as_changed() -> None:
    facts = told((0, HandRevealed(Seat.A, (ReadTile("1m", 0.9),))), (50, HandRevealed(Seat.A, (ReadTile("2m", 0.9),))))
    fact = facts.reveals[Seat.A]
    assert (fact.at_ms, fact.changed_ms) == (0, 60)
    told((90, RevealedHandGone(Seat.A)), facts=facts)
    assert fact.gone_ms == 90


def test_a_new_hand_forgets_all_that_was_seen_before_its_walls() -> None:
    facts = told(
        (0, tile(0)),
        (1, IndicatorSeen(0, ReadTile("1z", 0.9))),
        (2, DiceShown("break", Seat.A, (1, 2))),
        *((100 + seat.number, WallRaised(seat, 17)) for seat in Seat),
        (200, IndicatorSeen(1, ReadTile("2z", 0.9))),
        (201, DiceShown("break", Seat.B, (3, 4))),
    )
    facts.begin_hand(100)
    assert facts.rivers[Seat.B].fresh == []
    assert set(facts.indicators) == {1}
    assert facts.break_dice is not None
    assert facts.break_dice.latest.seat is Seat.B
    assert facts.walls == {}
    told((103, WallRaised(Seat.D, 17)), facts=facts)
    assert facts.walls == {}, "a repeated report of the walls used up"
    told((9000, WallRaised(Seat.D, 17)), facts=facts)
    assert set(facts.walls) == {Seat.D}


def test_after_the_settlement_what_lies_there_is_no_new_act() -> None:
    facts = told((0, tile(0)))
    facts.end_hand()
    told((50, tile(0, "9s")), facts=facts)
    assert facts.rivers[Seat.B].fresh == []
