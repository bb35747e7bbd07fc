"""What the fold of a Zung Jung hand shows to be wrong with a call."""

from __future__ import annotations

from tablebridge_rules.event import Called
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.violation import Violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.zungjung.circumstances import situation
from tablebridge_rules.zungjung.claims import Claim, Wish, resolve
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.spoken import SpokenCall, may_cancel
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.call import judge_own_kan
from tablebridge_rules.zungjung.violations.claim import judge_claim
from tablebridge_rules.zungjung.wall import may_replace

__all__ = ["CLAIMS", "cancelled_chi", "completed_call", "judge_called", "kan_onto_pon"]

CLAIMS = {MeldKind.CHI: Claim.CHI, MeldKind.PON: Claim.PON, MeldKind.KAN_EXPOSED: Claim.KAN}
"""The claim that a set made with a discard is."""


def judge_called(state: ZungJungHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: the tiles laid, else where they came from, else whether it may be made."""
    cited, seat = book.violations, event.seat
    if kan_onto_pon(state, event) is not None:
        text = f"{seat.value} added a discard to the exposed triplet of {event.meld.own[-1]}"
        return foul(book, "ZJ-R27", "kan_on_exposed_triplet", seat, text)
    if completed_call(state, event) is not None:
        return judge_laid(state, event, cited)
    chi = cancelled_chi(state, event)
    if chi is not None:
        return judge_laid(state, event, cited) or _judge_cancelling(state, event, chi, book)
    found = judge_laid(state, event, cited) or judge_source(state, event, cited) or judge_added(state, event, cited)
    if found:
        return _own_clause(event, book, found)
    return _judge_right(state, event, book)


def _judge_right(state: ZungJungHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the call may be made with tiles that are in order."""
    meld, seat = event.meld, event.seat
    replaced = may_replace(book, state.wall_left, state.replacements)
    if meld.called is None or meld.from_seat is None or meld.kind is MeldKind.KAN_ADDED:
        return judge_own_kan(book, seat, meld.kind, state.turn_start, replacement_left=replaced)
    at = situation(state, seat, meld.called, meld.from_seat, meld.own)
    found = judge_claim(book, seat, CLAIMS[meld.kind], at) or _judge_precedence(state, event, meld.from_seat, book)
    if found or replaced or not meld.kind.is_kan:
        return found
    return foul(book, "ZJ-X03", "no_replacement", seat, f"{seat.value} made a kan and no tile is left to replace it")


_CLAUSES = {
    MeldKind.CHI: "ZJ-R18",
    MeldKind.KAN_EXPOSED: "ZJ-R26",
    MeldKind.KAN_CONCEALED: "ZJ-R24",
    MeldKind.KAN_ADDED: "ZJ-R25",
}
"""The clause of a call of its own, where the rulebook names one for all: no such set, a kan out of turn."""


def _own_clause(event: Called, book: Rulebook, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    clause = _CLAUSES.get(event.meld.kind)
    shared = book.violations.wrong_meld, book.violations.kan_turn
    if clause is None:
        return found
    return tuple(replace(one, clause=clause) if one.clause in shared else one for one in found)


def _judge_precedence(state: ZungJungHand, event: Called, from_seat: Seat, book: Rulebook) -> tuple[Violation, ...]:
    """Whether another spoken call on the same tile goes before this one (ZJ-X04)."""
    others = [call for call in state.calls if call.seat is not event.seat and call.laid == state.last_discard]
    if not others:
        return ()
    own = Wish(event.seat, CLAIMS[event.meld.kind])
    # of equal claims the first one stands: two sets of one tile cannot be made by two seats
    granted = resolve((own, *(Wish(call.seat, call.claim, call.heard is True) for call in others)), from_seat)
    if granted is None or granted[0] is event.seat:
        return ()
    text = f"{event.seat.value} laid a {own.claim.value}, the {granted[1].value} of {granted[0].value} goes before it"
    return foul(book, "ZJ-X04", "precedence", event.seat, text)


def completed_call(state: ZungJungHand, event: Called) -> SpokenCall | None:
    """The call that this set completes, its discard being made already (ZJ-R21)."""
    call = state.call_of(event.seat)
    if call is None or not call.waits_for_exposure or (call.laid.seat, call.laid.tile) != _taken(event.meld):
        return None
    return call


def cancelled_chi(state: ZungJungHand, event: Called) -> SpokenCall | None:
    """The chi whose tile a pon or kan takes after all (ZJ-R22); whether it may is for `may_cancel`."""
    if event.meld.kind not in (MeldKind.PON, MeldKind.KAN_EXPOSED):
        return None
    taken = _taken(event.meld)
    return next(
        (
            call
            for call in state.calls
            if call.exposed and call.seat is not event.seat and (call.laid.seat, call.laid.tile) == taken
        ),
        None,
    )


def _judge_cancelling(state: ZungJungHand, event: Called, chi: SpokenCall, book: Rulebook) -> tuple[Violation, ...]:
    own = state.call_of(event.seat)
    if may_cancel(book, chi, own.announced_ms if own else None):
        return ()
    text = f"{event.seat.value} called {event.meld.kind.value} on {chi.laid.tile} after the chi of {chi.seat.value}"
    return foul(book, "ZJ-R22", "after_chi", event.seat, text)


def kan_onto_pon(state: ZungJungHand, event: Called) -> tuple[Meld, OpenTile] | None:
    """The exposed triplet to which a discard is added, which may not be, and that discard (ZJ-R27).

    It is told as an exposed kan, or as a tile added while the discard of its kind lay open.
    """
    meld, laid = event.meld, state.last_discard
    if not meld.kind.is_kan or laid is None or laid.seat is event.seat or state.phase is not Phase.CALLS_OPEN:
        return None
    if meld.kind is MeldKind.KAN_CONCEALED or meld.own[-1] != laid.tile:
        return None
    pons = ((old, laid) for old in state.at(event.seat).melds if old.kind is MeldKind.PON and old.own[0] == laid.tile)
    return next(pons, None)


def _taken(meld: Meld) -> tuple[Seat | None, object]:
    return meld.from_seat, meld.called
