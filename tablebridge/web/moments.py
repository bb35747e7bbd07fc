"""What a page shows again: the last call and the last win that were let out."""

from __future__ import annotations

from typing import Any

import msgspec

from tablebridge.release import PublicMeld, PublicMeldTile, PublicState, PublicWin, Released

__all__ = ["LastCall", "LastWin", "Moments", "MomentsKeeper", "wins_in"]

_MELD_KINDS = frozenset({"chi", "pon"})  # a kan tells its kind itself
_DECLARATIONS = frozenset({"riichi", "ready"})


class LastCall(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that was claimed, a kan, or a declared ready hand.

    `sequence` is that of its event. `kind` is one of `PublicMeld`, riichi or ready; `tiles` lie as the meld does, from
    the owner's left; of a riichi it is the discard that declared it.
    """

    sequence: int
    hand: int
    kind: str
    seat: str
    from_seat: str | None = None
    tiles: tuple[PublicMeldTile, ...] = ()


class LastWin(msgspec.Struct, frozen=True, kw_only=True):
    """The wins of one hand: `state` is that hand as of then, or as it was settled; `sequence` that of the last win."""

    sequence: int
    state: PublicState


class Moments(msgspec.Struct, frozen=True, kw_only=True):
    """Each is None while there is none that is known."""

    call: LastCall | None = None
    win: LastWin | None = None


class MomentsKeeper:
    """Follows what is let out of one table. It is told nothing else, so it can show nothing early."""

    def __init__(self) -> None:
        self._moments = Moments()
        self._earlier_win: LastWin | None = None
        self._state: PublicState | None = None

    @property
    def moments(self) -> Moments:
        """What is known now."""
        return self._moments

    def follow(self, released: Released | None, state: PublicState) -> bool:
        """Takes in an event, or None, and the state after it. True when the moments are others now."""
        before = self._moments
        if released is not None and released.type == "hand_started":
            self._earlier_win = before.win
        self._moments = Moments(
            call=_call(before.call, released, self._state or state, state),
            win=self._win(before.win, released, state),
        )
        self._state = state
        return self._moments != before

    def _win(self, last: LastWin | None, released: Released | None, state: PublicState) -> LastWin | None:
        wins = wins_in(state)
        here = last if last is not self._earlier_win else None
        if not wins:
            return self._earlier_win if here is not None and here.state.hand == state.hand else last
        if here is None or here.state.hand != state.hand or len(wins_in(here.state)) < len(wins):
            return LastWin(sequence=(released or state).sequence, state=state)
        if wins_in(here.state) == wins and here.state.result == state.result:
            return here
        return LastWin(sequence=here.sequence, state=state)  # what is settled or put right is the same win


def wins_in(state: PublicState) -> tuple[PublicWin, ...]:
    """The wins of the hand, whether it is over or goes on."""
    if state.result is not None:
        return state.result.wins if state.result.kind == "win" else ()
    return state.wins


def _call(last: LastCall | None, released: Released | None, before: PublicState, state: PublicState) -> LastCall | None:
    if released is None:
        return last
    kind = released.type
    if kind in _MELD_KINDS or kind == "kan":
        return _claimed(released, state)
    if kind in _DECLARATIONS:
        seat = str(released.data["seat"])
        tiles = _declared_with(kind, seat, state)
        return LastCall(sequence=released.sequence, hand=released.hand, kind=kind, seat=seat, tiles=tiles)
    if kind == "correction" and last is not None and last.hand == released.hand:
        return _put_right(last, before, state)
    return last


def _declared_with(kind: str, seat: str, state: PublicState) -> tuple[PublicMeldTile, ...]:
    """The discard of a riichi, which is laid first (RL-R01); nothing is shown with another ready hand."""
    river = state.seats[seat].river if kind == "riichi" and seat in state.seats else ()
    return tuple(PublicMeldTile(tile=one.tile, sideways=True) for one in river if one.sideways)[-1:]


def _claimed(released: Released, state: PublicState) -> LastCall:
    data: dict[str, Any] = released.data
    kind, seat = str(data.get("kind", released.type)), str(data["seat"])
    called = data.get("called")
    named = sorted([*data["own"], *([called] if called else [])])
    melds = _melds(state, seat, kind)
    # of a kan the event may name one tile only, and the table may show less than all
    laid = next((meld for meld in melds if sorted(_names(meld)) == named), melds[0] if melds else None)
    tiles = laid.tiles if laid is not None else tuple(PublicMeldTile(tile=tile) for tile in named)
    return LastCall(
        sequence=released.sequence,
        hand=released.hand,
        kind=kind,
        seat=seat,
        from_seat=data.get("from_seat"),
        tiles=tiles,
    )


def _put_right(call: LastCall, before: PublicState, state: PublicState) -> LastCall | None:
    """The call after a correction: gone with what it was about, or with the tiles that lie there now."""
    seat = state.seats.get(call.seat)
    if seat is None:
        return None
    if call.kind in _DECLARATIONS:
        stands = seat.ready or seat.riichi
        return msgspec.structs.replace(call, tiles=_declared_with(call.kind, call.seat, state)) if stands else None
    melds = _melds(state, call.seat, call.kind)
    if any(meld.tiles == call.tiles for meld in melds):
        return call
    lay = _melds(before, call.seat, call.kind)
    new = [meld for meld in melds if meld not in lay]  # one that lay there already is another call
    return msgspec.structs.replace(call, tiles=new[0].tiles, from_seat=new[0].from_seat) if new else None


def _melds(state: PublicState, seat: str, kind: str) -> list[PublicMeld]:
    """The newest one first."""
    laid = state.seats[seat].melds if seat in state.seats else ()
    return [meld for meld in reversed(laid) if meld.kind == kind]


def _names(meld: PublicMeld) -> list[str]:
    return [tile.tile for tile in meld.tiles]
