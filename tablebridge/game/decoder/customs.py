"""How one tradition plays on the cloth: the room's only word to the decoder, one value a tradition.

The decoder's core knows seats, rivers, melds and rows. What a tradition adds, it says here; see `customs_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tablebridge_rules.event import HandEvent, TilesDealt
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile

if TYPE_CHECKING:  # a view names its customs
    from tablebridge.game.decoded import DecodedEvent
    from tablebridge.game.decoder.fact import Fact
    from tablebridge.game.decoder.meld_reading import MeldReading
    from tablebridge.game.decoder.proposal import Proposal
    from tablebridge.game.decoder.view import View
    from tablebridge.observation import MeldSeen, RiverTileSeen

__all__ = ["Act", "Customs"]

Act: TypeAlias = "Callable[[View], Iterable[Proposal]]"
"""What may have happened next, by one kind of act. Pure: the same view, the same proposals."""


def _nothing_before(view: View, act: Fact[Any]) -> tuple[DecodedEvent, ...]:
    return ()


def _nothing_after(view: View, fact: Fact[Any], discard: DecodedEvent) -> tuple[DecodedEvent, ...]:
    return ()


def _tiles_dealt(view: View) -> tuple[HandEvent, ...]:
    return (TilesDealt(),)


def _means_nothing(view: View, fact: Fact[RiverTileSeen]) -> tuple[bool, float]:
    return False, float("-inf")


def _kans(table: AnyTable) -> int:
    return table.kans


def _always(view: View) -> bool:
    return True


def _nothing_owed(view: View) -> str | None:
    return None


def _nothing_unexplained(view: View) -> Iterable[tuple[Fact[Any], str]]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """The acts of one tradition and the few words that the core needs of it.

    Acts come in groups; those of a group compete, and of equal weight the earlier one wins:
    `opening` before play (no hand, a hand over, before the deal) and when four new walls stand in the middle of one;
    `playing` from the deal to the end, mostly `(*COMMON_ACTS, …)` of `common_acts` with the tradition's own; `closing`
    in the same time, how a hand ends; `checking` after the end until it is settled (hands opened to be checked).

    `read_meld` reads a row in the corner as this tradition lays it: `called` is the discard it would be made with, or
    None when that was not seen. Likeliest first, none when it can be no such meld.
    `before_act` are events that an act implies before itself (a riichi whose tile passed), given the fact of the act.
    `after_discard` are events that a discard brings with it (a riichi told by the sideways tile).
    `joined` are the events from the beginning of a hand to the dealer's first draw, as what lies there tells of them to
    whoever joins in the middle; None while it cannot be told.
    `sideways` says whether a discard counts as laid sideways, and until when (table ms) it may still be put straight;
    where that declares nothing, no discard is sideways, however it was pushed or dropped.
    `replaced` counts the tiles taken from the tail so far, for reckoning with the stacks of the wall.
    `may_draw` says whether nothing is awaited before the next draw (an indicator after a kan).
    `ready_to_settle` says whether an ended hand may be settled now, and `owed` in one line what has been missing for it
    for too long. `unexplained` names the tradition's own things on
    the cloth (an indicator, a flower, an opened hand) that lie there in play and the state does not have, each with
    one line for the referee; the longer one lies, the more it speaks against the hypothesis.
    """

    opening: tuple[Act, ...]
    playing: tuple[Act, ...]
    closing: tuple[Act, ...]
    checking: tuple[Act, ...] = ()
    read_meld: Callable[[View, Fact[MeldSeen], Tile | None], Iterable[MeldReading]]
    before_act: Callable[[View, Fact[Any]], tuple[DecodedEvent, ...]] = _nothing_before
    after_discard: Callable[[View, Fact[Any], DecodedEvent], tuple[DecodedEvent, ...]] = _nothing_after
    joined: Callable[[View], tuple[HandEvent, ...] | None] = _tiles_dealt
    sideways: Callable[[View, Fact[RiverTileSeen]], tuple[bool, float]] = _means_nothing
    replaced: Callable[[AnyTable], int] = _kans
    may_draw: Callable[[View], bool] = _always
    ready_to_settle: Callable[[View], bool] = _always
    owed: Callable[[View], str | None] = _nothing_owed
    unexplained: Callable[[View], Iterable[tuple[Fact[Any], str]]] = _nothing_unexplained
