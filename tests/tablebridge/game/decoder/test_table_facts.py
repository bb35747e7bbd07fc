from __future__ import annotations

from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.observation import (
    ButtonPressed,
    DiceShown,
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    ViewHeld,
    WallRaised,
    Witness,
)
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON


def told(*sightings: tuple[float, Sighting], facts: TableFacts | None = None) -> TableFacts:
    """Facts after these reports, each arriving 10 ms after its moment."""
    facts = facts or TableFacts()
    for at_ms, sighting in sightings:
        facts.note(Observation(Witness.CAMERA, at_ms, NOON, sighting), at_ms + 10)
    return facts


def tile(slot: int, name: str = "5m", sure: float = 0.9, seat: Seat = Seat.B) -> RiverTileSeen:
    return RiverTileSeen(seat, slot, ReadTile(name, sure), False)


def meld(*names: str) -> MeldSeen:
    return MeldSeen(Seat.C, 0, tuple(MeldTile(ReadTile(name, 0.9)) for name in names))


def test_a_repeated_tile_is_one_fact_with_its_surest_face_and_first_moment() -> None:
    facts = told((0, tile(0, "5m", 0.4)), (50, tile(0, "6m", 0.8)), (90, tile(0, "7m", 0.5)))
    (fact,) = facts.rivers[Seat.B]
    assert (fact.latest.reading.tile, fact.at_ms, fact.changed_ms) == ("6m", 0, 60)


def test_a_face_that_cannot_be_read_any_more_takes_nothing_away() -> None:
    (fact,) = told((0, tile(0, "5m", 0.4)), (50, tile(0, "?", 0.9))).rivers[Seat.B]
    assert fact.latest.reading.tile == "5m"


def test_the_same_face_in_a_slot_seen_empty_may_be_the_same_tile_and_another_face_is_another() -> None:
    facts = told((0, tile(0)), (90, RiverTileGone(Seat.B, 0)), (120, tile(0)))
    first, second = facts.rivers[Seat.B]
    assert (first.lies, second.lies, second.again) == (False, True, first)
    told((200, RiverTileGone(Seat.B, 0)), (5000, tile(0, "9s")), facts=facts)
    assert facts.rivers[Seat.B][-1].again is None
    assert facts.river_tile(Seat.B, 0) is facts.rivers[Seat.B][-1]


def test_a_covered_tile_is_not_gone() -> None:
    facts = told((0, tile(0)), (40, RiverTileCovered(Seat.B, 0, True, 30)))
    assert facts.covered == {(Seat.B, 0): 30}
    assert facts.may_hide(Seat.B, 60)
    assert facts.rivers[Seat.B][0].lies
    told((90, RiverTileCovered(Seat.B, 0, False, 80)), facts=facts)
    assert not facts.covered


def test_a_meld_that_grew_is_a_new_fact_and_one_half_hidden_is_none() -> None:
    facts = told((0, meld("5m", "5m", "5m")))
    first = facts.melds[Seat.C, 0]
    told((50, meld("5m", "5m")), facts=facts)
    assert facts.melds[Seat.C, 0] is first
    assert len(first.latest.tiles) == 3
    told((90, meld("5m", "5m", "5m", "5m")), facts=facts)
    assert facts.melds[Seat.C, 0].at_ms == 90
    told((95, MeldGone(Seat.C, 0)), facts=facts)
    assert not facts.melds[Seat.C, 0].lies


def test_a_kan_that_was_robbed_is_a_pon_again_and_the_act_that_it_was() -> None:
    facts = told((0, meld("5m", "5m", "5m", "5m")), (50, meld("5m", "5m", "5m")))
    fact = facts.melds[Seat.C, 0]
    assert (fact.at_ms, len(fact.latest.tiles), fact.lies) == (0, 3, True)


def test_a_meld_read_anew_keeps_its_moment_and_says_when_it_changed() -> None:
    facts = told((0, meld("5m", "5m", "5m")), (50, meld("5m", "5m", "0m")))
    fact = facts.melds[Seat.C, 0]
    assert (fact.at_ms, fact.changed_ms) == (0, 60)
    told((80, meld("5m", "5m", "0m")), facts=facts)
    assert fact.changed_ms == 60


def test_flowers_and_indicators_have_their_places() -> None:
    plum, bamboo = ReadTile("1f", 0.9), ReadTile("4f", 0.9)
    facts = told((0, FlowerSeen(Seat.A, 0, plum)), (10, FlowerSeen(Seat.A, 1, bamboo)), (20, FlowerGone(Seat.A, 0)))
    assert [facts.flowers[Seat.A, index].lies for index in (0, 1)] == [False, True]
    told((30, IndicatorSeen(0, plum)), (40, IndicatorSeen(0, bamboo, ura=True)), (50, IndicatorGone(0)), facts=facts)
    assert (facts.indicators[0].lies, facts.ura[0].lies) == (False, True)


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


def test_walls_told_again_are_the_same_walls_and_corrected_at_once() -> None:
    facts = told((0, WallRaised(Seat.A, 17)), (50, WallRaised(Seat.A, 17)), (60, WallRaised(Seat.A, 18)))
    wall = facts.walls[Seat.A]
    assert (wall.at_ms, wall.latest.stacks) == (0, 18)
    told((60_000, WallRaised(Seat.A, 17)), facts=facts)
    assert facts.walls[Seat.A] is not wall


def test_a_throw_told_twice_is_one_throw() -> None:
    throw = DiceShown("break", Seat.A, (1, 2))
    facts = TableFacts()
    for arrives_ms in (10.0, 900.0):
        facts.note(Observation(Witness.TABLE, 0, NOON, throw), arrives_ms)
    assert len(facts.dice) == 1
    told((5000, throw), facts=facts)
    assert len(facts.dice) == 2


def test_what_has_no_place_on_the_cloth_is_kept_in_order() -> None:
    facts = told((0, ButtonPressed(Seat.A, "call")), (5, ButtonPressed(Seat.B, "call")))
    assert [fact.latest.seat for fact in facts.others] == [Seat.A, Seat.B]
    told(*((float(at), ButtonPressed(Seat.C, "call")) for at in range(10, 400)), facts=facts)
    assert len(facts.others) == 200


def test_hands_over_the_cloth_and_a_held_view_are_states() -> None:
    facts = told((0, HandOverCloth(Seat.A, True)), (1, ViewHeld(True, "knocked")))
    assert (facts.may_hide(Seat.A, 20), facts.held) == (True, "knocked")
    assert not facts.may_hide(Seat.B, 20)
    told((2, HandOverCloth(Seat.A, True)), (3, HandOverCloth(Seat.A, False)), facts=facts)
    assert facts.may_hide(Seat.A, 20), "one of two arms has left"
    assert not facts.may_hide(Seat.A, 60_000), "it must have left unseen"
    told((4, HandOverCloth(Seat.A, False)), (5, ViewHeld(False, "")), facts=facts)
    assert facts.may_hide(Seat.A, 20), "what it hid may still come to be seen"
    assert (facts.may_hide(Seat.A, 900), facts.held) == (False, None)


def test_a_new_hand_forgets_all_that_was_seen_before_its_walls_and_what_it_used_up() -> None:
    facts = told(
        (0, tile(0)),
        (1, IndicatorSeen(0, ReadTile("1z", 0.9))),
        (2, DiceShown("break", Seat.A, (1, 2))),
        *((100 + seat.number, WallRaised(seat, 17)) for seat in Seat),
        (200, IndicatorSeen(1, ReadTile("2z", 0.9))),
        (201, DiceShown("break", Seat.B, (3, 4))),
        (202, DiceShown("dealer", Seat.B, (3, 4))),
        (210, tile(0, "9s")),
    )
    facts.forget_before(100, [facts.dice[2]])
    assert [fact.latest.reading.tile for fact in facts.rivers[Seat.B]] == []
    assert set(facts.indicators) == {1}
    assert [throw.latest.seat for throw in facts.dice] == [Seat.B]
