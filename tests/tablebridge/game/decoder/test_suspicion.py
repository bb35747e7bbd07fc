"""What was told and is contradicted later: never carried on in silence."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import MeldSeen, Observation, ReadTile, RiverTileSeen, Sighting, Witness
from tablebridge_rules.event import Called, Dealt, Discarded, Drawn, GameEvent, HandStarted, Settled
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON, Report, follow, public, reports_of, with_sighting
from tests.tablebridge.game.played import play_game

BOOK = load("riichi-league-tw")
SEEDS = (1, 3, 5, 16, 25, 45)


@cache
def first_hand(seed: int) -> tuple[GameEvent, ...]:
    return tuple(play_game(BOOK, seed, 1, calls=0.8)[0])


def reports_until_tile(seed: int, number: int) -> tuple[list[Report], RiverTileSeen]:
    """The reports up to that discard of the hand, and the sighting of it."""
    reports = reports_of([list(first_hand(seed))], seed)
    at = [place for place, report in enumerate(reports) if isinstance(report.sighting, RiverTileSeen)][number]
    seen = reports[at].sighting
    assert isinstance(seen, RiverTileSeen)
    return reports[: at + 2], seen


def see(decoder: Decoder, sighting: Sighting, at_ms: float) -> list[DecodedEvent]:
    return decoder.observe(Observation(Witness.CAMERA, at_ms, NOON, sighting))


def read_as(seen: RiverTileSeen, name: str, sure: float) -> RiverTileSeen:
    return replace(seen, reading=ReadTile(name, sure, ((name, sure),)))


def after_tile(seed: int = 1, number: int = 6) -> tuple[Decoder, RiverTileSeen, float, list[DecodedEvent]]:
    reports, seen = reports_until_tile(seed, number)
    decoder = Decoder(BOOK)
    events = follow(decoder, reports, after_frames=5)
    assert decoder.suspicions == []
    return decoder, seen, reports[-1].arrives_ms + 500, events


def test_a_told_tile_that_is_surely_another_by_now_is_suspect_and_puts_the_table_out_of_step() -> None:
    decoder, seen, now_ms, events = after_tile()
    place = max(at for at, decoded in enumerate(events) if isinstance(decoded.event, Discarded))
    other = "9p" if seen.reading.tile != "9p" else "1p"
    see(decoder, read_as(seen, other, 0.99), now_ms)
    assert decoder.suspicions == [], "it may be a passing shadow"
    decoder.tick(now_ms + 1600)
    (suspicion,) = decoder.suspicions
    assert (suspicion.index, suspicion.event) == (place, events[place].event)
    assert suspicion.likely == (Tile.parse(other),)
    assert decoder.out_of_step == suspicion.reason


def test_a_second_reading_that_is_not_sure_says_nothing() -> None:
    decoder, seen, now_ms, _ = after_tile()
    see(decoder, read_as(seen, "9p" if seen.reading.tile != "9p" else "1p", 0.5), now_ms)
    decoder.tick(now_ms + 5000)
    assert decoder.suspicions == []
    assert decoder.out_of_step is None


def test_a_correction_clears_the_suspicion_and_nothing_is_told_twice() -> None:
    decoder, seen, now_ms, events = after_tile()
    other = "9p" if seen.reading.tile != "9p" else "1p"
    see(decoder, read_as(seen, other, 0.99), now_ms)
    decoder.tick(now_ms + 1600)
    (suspicion,) = decoder.suspicions
    corrected = [decoded.event for decoded in events]
    corrected[suspicion.index] = Discarded(seen.seat, suspicion.likely[0])
    decoder.resume(corrected)
    assert decoder.tick(now_ms + 5000) == []
    assert (decoder.suspicions, decoder.out_of_step) == ([], None)
    assert decoder.state is not None
    assert suspicion.likely[0] in [discard.tile for discard in decoder.state.at(seen.seat).river.lying]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_corrected_hand_is_followed_to_its_end_like_any_other(seed: int) -> None:
    reports = reports_of([list(first_hand(seed))], seed)
    middle = len(reports) // 2
    decoder = Decoder(BOOK)
    events = follow(decoder, reports[:middle], after_frames=0)
    decoder.resume([decoded.event for decoded in events])  # the referee has changed nothing in the end
    events += follow(decoder, reports[middle:])
    assert [public(decoded.event) for decoded in events] == [public(event) for event in first_hand(seed)]
    assert decoder.out_of_step is None


def test_a_discard_misread_for_sure_is_in_doubt_when_a_meld_is_made_of_it() -> None:
    seed, number = next((seed, at) for seed in SEEDS for at in [called_at(seed)] if at is not None)
    reports = reports_of([list(first_hand(seed))], seed)
    place = [at for at, one in enumerate(reports) if isinstance(one.sighting, RiverTileSeen)][number]
    seen = reports[place].sighting
    assert isinstance(seen, RiverTileSeen)
    wrong = "7z" if seen.reading.tile != "7z" else "5z"
    meld = next(at for at in range(place, len(reports)) if isinstance(reports[at].sighting, MeldSeen))
    changed = [*reports[:place], with_sighting(reports[place], read_as(seen, wrong, 0.98)), *reports[place + 1 :]]
    decoder = Decoder(BOOK)
    events = follow(decoder, changed[: meld + 2], after_frames=60)
    call = events[-1]
    assert isinstance(call.event, Called)
    assert (str(call.event.meld.called), call.confidence <= 0.3) == (seen.reading.tile, True)
    assert call.violations == (), "nobody is accused of what was misread"
    assert decoder.out_of_step is not None
    assert "misread" in decoder.out_of_step


def called_at(seed: int) -> int | None:
    """Which discard of the hand is called first for a pon."""
    discards = -1
    for event in first_hand(seed):
        discards += isinstance(event, Discarded)
        if isinstance(event, Called) and event.meld.kind is MeldKind.PON:
            return discards
    return None


def test_a_fifth_copy_without_another_candidate_is_told_with_little_confidence_and_suspect() -> None:
    decoder, _, now_ms, _ = after_tile(seed=1, number=0)
    told: list[DecodedEvent] = []
    for _ in range(5):
        assert decoder.state is not None
        seat = decoder.state.turn
        tile = RiverTileSeen(seat, len(decoder.state.at(seat).river.lying), ReadTile("9s", 0.98), False)
        now_ms += 2000
        told += [*see(decoder, tile, now_ms), *decoder.tick(now_ms + 1600)]
    nines = [decoded for decoded in told if isinstance(decoded.event, Discarded)]
    assert [str(decoded.event.tile) for decoded in nines if isinstance(decoded.event, Discarded)] == ["9s"] * 5
    assert [decoded.confidence <= 0.3 for decoded in nines] == [False] * 4 + [True]
    (suspicion,) = decoder.suspicions
    assert suspicion.event == nines[-1].event
    assert decoder.out_of_step == suspicion.reason
    assert "more 9s lie open" in suspicion.reason


def test_a_new_hand_begins_without_suspicions() -> None:
    games = play_game(BOOK, 1, 2, calls=0.8)
    decoder = Decoder(BOOK)
    events = follow(decoder, reports_of(games, 1))
    assert [type(decoded.event) for decoded in events].count(HandStarted) == 2
    assert isinstance(events[-1].event, Settled)
    assert decoder.suspicions == []
    assert {Dealt, Drawn} <= {type(decoded.event) for decoded in events}
