"""Calls: a meld that appears in a corner, or grows."""

from __future__ import annotations

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.meld_reading import (
    MeldReading,
    is_concealed_kan,
    read_concealed_kan,
    read_open_meld,
)
from tablebridge.game.passing import draw_before, passing
from tablebridge.game.situation import Situation, vouch
from tablebridge.observation import MeldSeen
from tablebridge_rules.event import Called, Discarded
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["meld_act", "open_call"]


def meld_act(now: Situation) -> list[DecodedEvent]:
    """The events of the earliest meld that can be explained now; a call of a discard that was never seen in its river
    comes with that discard."""
    for (seat, index), fact in sorted(now.facts.melds.items(), key=lambda item: item[1].at_ms):
        melds = now.hand.at(seat).melds
        if fact.gone_ms is not None or index > len(melds):
            continue
        if index < len(melds):
            events = _added_kan(now, seat, melds[index], fact)
        elif is_concealed_kan(fact.latest.tiles):
            events = _concealed_kan(now, seat, fact)
        else:
            events = _open_meld(now, seat, fact)
        if events:
            return events
    return []


def _added_kan(now: Situation, seat: Seat, pon: Meld, fact: Fact[MeldSeen]) -> list[DecodedEvent]:
    if pon.kind is not MeldKind.PON or len(fact.latest.tiles) != 4 or not _own_turn(now, seat, fact):
        return []
    tile = _added_tile(now, pon)
    meld = Meld(MeldKind.KAN_ADDED, (*pon.own, tile), pon.called, pon.from_seat)
    return [*draw_before(now, seat, fact), vouch(Called(seat, meld), [fact])]


def _added_tile(now: Situation, pon: Meld) -> Tile:
    """The fourth of the kind: the only face of which one is left, the three others lying in the pon."""
    kind = pon.own[0].kind
    if not (kind.is_suited and kind.rank == 5):
        return Tile(kind)
    reds = now.rulebook.red_count(Tile(kind, red=True))
    return Tile(kind, red=sum(tile.red for tile in pon.tiles) < reds)


def _concealed_kan(now: Situation, seat: Seat, fact: Fact[MeldSeen]) -> list[DecodedEvent]:
    reading = read_concealed_kan(fact.latest.tiles, now.rulebook, now.tiles_left())
    if reading is None or not _own_turn(now, seat, fact):
        return []
    return [*draw_before(now, seat, fact), vouch(Called(seat, reading.meld), [fact], reading.confidence)]


def _own_turn(now: Situation, seat: Seat, fact: Fact[MeldSeen]) -> bool:
    """Whether the seat may lay a kan of its own tiles now, its draw seen or, after some patience, not."""
    if seat is not now.hand.turn:
        return False
    if now.hand.phase is Phase.MUST_DISCARD:
        return True
    return now.draw_due and not now.call_under_way() and now.waited(fact, now.patience.implied_draw)


def _open_meld(now: Situation, seat: Seat, fact: Fact[MeldSeen]) -> list[DecodedEvent]:
    laid = now.hand.last_discard
    if now.hand.phase is Phase.CALLS_OPEN and laid is not None and laid.seat is not seat:
        reading = _read(now, seat, fact, laid.tile)
        if reading is not None and _comes_from(reading, laid.seat, seat):
            return [*passing(now, fact), *open_call(now, seat, laid.seat, reading, fact)]
        if reading is None and _taken_for_it(now, laid.seat, seat, fact):
            misread = _read(now, seat, fact, None)
            if misread is not None and misread.meld.from_seat is laid.seat:
                return [*passing(now, fact), *open_call(now, seat, laid.seat, misread, fact)]
    return _call_of_unseen_discard(now, seat, fact)


def _taken_for_it(now: Situation, giver: Seat, owner: Seat, fact: Fact[MeldSeen]) -> bool:
    """Whether `giver`'s last discard left the river and nothing but this meld can hold it: then one of the two was
    misread, and the meld is told as it lies."""
    taken = now.last_discard_fact()
    gone = taken is not None and taken.gone_ms is not None
    return gone and giver is not owner and now.waited(fact, now.patience.missing)


def open_call(
    now: Situation, seat: Seat, giver: Seat, reading: MeldReading, fact: Fact[MeldSeen]
) -> list[DecodedEvent]:
    """The call of `giver`'s last discard; its slot in the river is free again."""
    river = now.facts.rivers[giver]
    slot = river.last_slot()
    if slot is not None:
        river.free(slot)
    meld = Meld(reading.meld.kind, reading.meld.own, reading.meld.called, giver)
    return [vouch(Called(seat, meld), [fact], reading.confidence)]


def _comes_from(reading: MeldReading, giver: Seat, owner: Seat) -> bool:
    """A run comes from the left; of a triplet the place of the sideways tile is only how it was laid."""
    return reading.meld.kind is not MeldKind.CHI or giver.after(1) is owner


def _call_of_unseen_discard(now: Situation, seat: Seat, fact: Fact[MeldSeen]) -> list[DecodedEvent]:
    """A meld of a tile that was taken before its slot was read: the meld is the witness of the discard, too."""
    giver = now.hand.turn
    if giver is seat or not now.waited(fact, now.patience.lost_discard):
        return []
    river = now.facts.rivers[giver]
    if any(tile.gone_ms is None and tile.at_ms <= fact.at_ms for tile in river.fresh):
        return []  # that seat's discard lies there and will be told first
    reading = _read(now, seat, fact, None)
    if reading is None or reading.meld.called is None or not _comes_from(reading, giver, seat):
        return []
    if reading.meld.from_seat is not None and reading.meld.from_seat is not giver:
        return []
    river.fresh = [tile for tile in river.fresh if tile.gone_ms is None]
    discard = vouch(Discarded(giver, reading.meld.called), [fact], reading.confidence)
    meld = Meld(reading.meld.kind, reading.meld.own, reading.meld.called, giver)
    call = vouch(Called(seat, meld), [fact], reading.confidence)
    return [*draw_before(now, giver, fact), discard, call]


def _read(now: Situation, seat: Seat, fact: Fact[MeldSeen], called: Tile | None) -> MeldReading | None:
    reading = read_open_meld(fact.latest.tiles, seat, called, now.rulebook, now.tiles_left())
    if reading is None or (reading.confidence < now.patience.sure and not now.waited(fact, now.patience.reread)):
        return None
    return reading
