"""How a meld lies before its owner under each rulebook: the order of its tiles, the sideways one, faces up or down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from tablebridge_rules.event import Called, HandEvent
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.riichi.rulebook import Rulebook as RiichiRulebook
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.layout import added_places, sideways_places
from tablebridge_rules.zungjung.rulebook import Rulebook as ZungJungRulebook

__all__ = ["Laid", "MeldManner", "Row", "as_seen", "manner_of"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a meld: whether it lies sideways, its face up, and whether it is the one called."""

    tile: Tile
    turned: bool = False
    face_up: bool = True
    called: bool = False


Row = tuple[Laid, ...]
"""A meld from its owner's left to right."""


@dataclass(frozen=True, slots=True)
class MeldManner:
    """How a rulebook's melds lie.

    `row` gives a new meld's row for its owner; `added_end` the place of a tile that is added to a pon, counted in the
    row of four from 0, or None where it lies inwards of the sideways tile.
    """

    row: Callable[[Meld, Seat], Row]
    added_end: Callable[[Meld, Seat], int | None]


def manner_of(book: AnyRulebook) -> MeldManner:
    """How melds lie under that rulebook."""
    match book:
        case RiichiRulebook():
            up = (0, 3) if book.table.ankan_display == "outer_faces_up" else (1, 2)
            return MeldManner(lambda meld, owner: _riichi(meld, owner, up), lambda _meld, _owner: None)
        case ZungJungRulebook():
            return MeldManner(_zung_jung, lambda meld, owner: _zung_jung_end(book, meld, owner))
        case TaiwanRulebook():
            faces = {"all_face_down": (), "one_face_up": (3,), "all_face_up": (0, 1, 2, 3)}[book.table.ankan_display]
            return MeldManner(lambda meld, _owner: _beside(meld, faces), lambda _meld, _owner: 3)
        case SichuanRulebook():
            return MeldManner(lambda meld, _owner: _beside(meld, ()), lambda _meld, _owner: 3)
        case _:
            assert_never(book)


def as_seen(event: HandEvent, manner: MeldManner) -> HandEvent:
    """The event as the table sees it: of a concealed kan that lies face down nobody knows the tiles."""
    if not isinstance(event, Called) or event.meld.kind is not MeldKind.KAN_CONCEALED:
        return event
    faces = any(tile.face_up for tile in manner.row(event.meld, event.seat))
    return event if faces else replace(event, meld=replace(event.meld, own=()))


def _riichi(meld: Meld, owner: Seat, up: tuple[int, ...]) -> Row:
    """The sideways tile is leftmost when taken from the left player, rightmost from the right one, else in the middle,
    of four the third (RL-C05 to RL-C08). Of a concealed kan the outer or the middle pair is face up, a red five among
    it."""
    if meld.called is None or meld.from_seat is None:
        return _concealed(meld, up)
    places = {Relation.LEFT: 0, Relation.ACROSS: (len(meld.own) + 1) // 2, Relation.RIGHT: len(meld.own)}
    return _with_called(sorted(meld.own), meld.called, places[owner.relation_to(meld.from_seat)], turned=True)


def _zung_jung(meld: Meld, owner: Seat) -> Row:
    """A chi in ascending order, the claimed tile sideways (ZJ-R19); in other sets it shows the discarder (ZJ-R16,
    ZJ-R26). A concealed kong has its outer tiles face down (ZJ-R24)."""
    if meld.called is None or meld.from_seat is None:
        return _concealed(meld, (1, 2))
    own = sorted(meld.own)
    if meld.kind is MeldKind.CHI:
        place = sum(tile < meld.called for tile in own)
    else:
        place = sideways_places(meld.kind, owner.relation_to(meld.from_seat))[0]
    return _with_called(own, meld.called, place, turned=True)


def _zung_jung_end(book: ZungJungRulebook, meld: Meld, owner: Seat) -> int:
    """An end that is not next to the sideways tile (ZJ-R25)."""
    assert meld.from_seat is not None, "an added kan has a pon"
    return added_places(book, owner.relation_to(meld.from_seat))[-1]


def _beside(meld: Meld, up: tuple[int, ...]) -> Row:
    """The claimed tile lies between the two of a chi, beside those of a pon or kan (TW-R16, TW-R17, TW-R20, SC-R16,
    SC-R18); no tile is sideways. `up` are the places of a concealed kan that show a face (TW-R23, SC-R19)."""
    if meld.called is None:
        return _concealed(meld, up)
    place = 1 if meld.kind is MeldKind.CHI else len(meld.own)
    return _with_called(sorted(meld.own), meld.called, place, turned=False)


def _concealed(meld: Meld, up: tuple[int, ...]) -> Row:
    """Four tiles of the hand, faces up at these places; a red five is seen where two faces are."""
    plain = sorted(meld.own, key=lambda tile: tile.red)
    order = list(range(4))
    if up:
        order.remove(up[-1])
        order.append(up[-1])  # the last tile, a red one, lies at the last place that is up
    row = {place: Laid(tile, face_up=place in up) for place, tile in zip(order, plain, strict=True)}
    return tuple(row[place] for place in range(4))


def _with_called(own: Sequence[Tile], called: Tile, place: int, *, turned: bool) -> Row:
    laid = [Laid(tile) for tile in own]
    return (*laid[:place], Laid(called, turned=turned, called=True), *laid[place:])
