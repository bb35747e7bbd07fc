"""Calls as they were heard and timed: what a silent or a late one breaks, and what the hand is after it.

Clause ZJ-F01, ZJ-F02, ZJ-R21, ZJ-R22, ZJ-X04.
"""

from __future__ import annotations

from tablebridge_rules.fact import CallVoiced, ClaimTimed
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.call_step import ruled_discard
from tablebridge_rules.zungjung.circumstances import situation
from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.spoken import SpokenCall, may_cancel
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.call import judge_silent_discard, judge_silent_kan
from tablebridge_rules.zungjung.violations.claim import judge_claim

__all__ = ["apply_timing", "apply_voice", "judge_timing", "judge_voice"]

_CLAIMS = {"chi": Claim.CHI, "pon": Claim.PON, "kan": Claim.KAN, "ron": Claim.WIN}
"""The words of `CallVoiced` that claim a discard; `tsumo` does not, and `riichi` is none here (ZJ-R04)."""


def judge_voice(state: ZungJungHand, fact: CallVoiced, rulebook: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call that was heard, or with one that was not."""
    seat = fact.seat
    if fact.voiced:
        laid = _to_be_claimed(state, fact)
        at = situation(state, seat, laid.tile, laid.seat) if laid else None
        return judge_claim(rulebook, seat, _CLAIMS[fact.call], at) if at else ()
    call = state.call_of(seat)
    if call is not None and call.waits_for_exposure:
        return judge_silent_discard(rulebook, seat, called=False)
    added = _added_kan(state, seat)
    if added is not None:
        return judge_silent_kan(rulebook, seat, added.tile, called=False)
    if rulebook.play.oral_calls != "console":
        return ()
    return foul(
        rulebook, "ZJ-F01", "silent_call", seat, f"{seat.value} did not announce its {fact.call}", Penalty.WARNING
    )


def apply_voice(state: ZungJungHand, fact: CallVoiced, rulebook: Rulebook) -> ZungJungHand:
    """The hand after a call was heard, or was not: the call on the newest discard, or a tile ruled a discard."""
    call = state.call_of(fact.seat)
    if call is not None:
        heard = replace(call, heard=fact.voiced, announced_ms=fact.at_ms)
        return replace(state, calls=tuple(heard if one is call else one for one in state.calls))
    if not fact.voiced:
        added = _added_kan(state, fact.seat)
        return ruled_discard(state, added) if added else state
    laid = _to_be_claimed(state, fact)
    if laid is None or judge_voice(state, fact, rulebook):
        return state
    spoken = SpokenCall(fact.seat, _CLAIMS[fact.call], laid, heard=True, announced_ms=fact.at_ms)
    return replace(state, calls=(*state.calls, spoken))


def judge_timing(state: ZungJungHand, fact: ClaimTimed, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether a pon or kan comes too late to go before a chi (ZJ-R22)."""
    chi = _chi_against(state, fact)
    if chi is None or may_cancel(rulebook, _timed(chi, fact), fact.at_ms):
        return ()
    text = f"{fact.seat.value} called at {fact.at_ms} ms, after the chi of {chi.seat.value} on {chi.laid.tile}"
    return foul(rulebook, "ZJ-R22", "after_chi", fact.seat, text)


def apply_timing(state: ZungJungHand, fact: ClaimTimed) -> ZungJungHand:
    """The hand with the moments of a chi and of the call that would take its tile."""
    chi = _chi_against(state, fact)
    if chi is None:
        return state
    own = SpokenCall(fact.seat, Claim.PON, chi.laid, heard=True, announced_ms=fact.at_ms)
    others = (one for one in state.calls if one is not chi and one.seat is not fact.seat)
    return replace(state, calls=(_timed(chi, fact), *others, own))


def _to_be_claimed(state: ZungJungHand, fact: CallVoiced) -> OpenTile | None:
    """The tile that a voiced word claims; None when it claims none: an own kan, a self-draw, a call already made."""
    laid = state.open_tile
    if fact.call not in _CLAIMS or laid is None or laid.seat is fact.seat or state.call_of(fact.seat) is not None:
        return None
    return laid if state.phase in (Phase.CALLS_OPEN, Phase.MUST_DRAW) else None


def _added_kan(state: ZungJungHand, seat: Seat) -> OpenTile | None:
    """The tile that `seat` has just added to a triplet, its replacement not drawn yet."""
    laid = state.open_tile
    return laid if laid is not None and laid.kan is MeldKind.KAN_ADDED and laid.seat is seat else None


def _chi_against(state: ZungJungHand, fact: ClaimTimed) -> SpokenCall | None:
    chis = (call for call in state.calls if call.claim is Claim.CHI and call.exposed and call.seat is not fact.seat)
    return next(chis, None)


def _timed(chi: SpokenCall, fact: ClaimTimed) -> SpokenCall:
    return replace(chi, exposed_ms=fact.chi_placed_at_ms, discarded_ms=fact.chi_discard_at_ms)
