"""Facts that a witness tells of a Zung Jung hand: which clause they break, and what the hand is after them."""

from __future__ import annotations

from tablebridge_rules.fact import (
    AddedTileLaid,
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    DrawJoined,
    Fact,
    MeldChanged,
    MeldLaid,
    PenaltyTile,
    ReplacementTaken,
    RiverTileTaken,
    RowCounted,
    TilesExposed,
    WallBroken,
    WallTouched,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation
from tablebridge_rules.wall import Stack
from tablebridge_rules.zungjung.dead_hand import dead_after
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.heard import apply_timing, apply_voice, judge_timing, judge_voice
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.call import (
    LaidMeld,
    judge_added_place,
    judge_early_replacement,
    judge_hidden_tile,
    judge_laid_meld,
    judge_regrouped,
)
from tablebridge_rules.zungjung.violations.setup import judge_break
from tablebridge_rules.zungjung.violations.turn import judge_count
from tablebridge_rules.zungjung.violations.win import judge_revealed

__all__ = ["apply_fact", "judge_fact"]


def judge_fact(state: ZungJungHand, fact: Fact, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Which clauses `fact`, told of `state`, breaks, with the penalty of each; a fact without a clause breaks none."""
    match fact:
        case WallTouched():
            return _judge_touched(state, fact, rulebook)
        case CallVoiced():
            return judge_voice(state, fact, rulebook)
        case ClaimTimed():
            return judge_timing(state, fact, rulebook)
        case TilesExposed():
            return _judge_exposed(state, fact, rulebook)
        case RowCounted():
            return _judge_row(state, fact, rulebook)
        case RiverTileTaken():
            return judge_hidden_tile(rulebook, fact.seat, fact.tile, exposed=False)
        case ReplacementTaken():
            return judge_early_replacement(rulebook, fact.seat, fact.exposed)
        case WallBroken():
            return _judge_break(state, fact, rulebook)
        case MeldLaid() | AddedTileLaid() | MeldChanged():
            return _judge_meld(fact, rulebook)
        case _:
            return ()


def apply_fact(state: ZungJungHand, fact: Fact, rulebook: Rulebook) -> ZungJungHand:
    """The hand after `fact`: dead hands, calls and discards that are lost, tiles that may not be won on."""
    dead = dead_after(dict(state.dead), (one for one in judge_fact(state, fact, rulebook) if one.penalty))
    if len(dead) != len(state.dead) or dead != dict(state.dead):
        state = replace(state, dead=tuple(dead.items()))
    match fact:
        case WallTouched():
            return replace(state, touched=(*state.touched, fact.seat)) if _discard_is_open(state) else state
        case DrawJoined():
            return replace(state, joined=state.joined or fact.seat is state.turn)
        case CallVoiced():
            return apply_voice(state, fact, rulebook)
        case CallWithdrawn():
            kept = tuple(call for call in state.calls if call.seat is not fact.seat or call.exposed or call.discarded)
            return replace(state, calls=kept)
        case ClaimTimed():
            return apply_timing(state, fact)
        case PenaltyTile():
            return replace(state, barred=(*state.barred, (fact.seat, fact.tile)))
        case _:
            return state


def _discard_is_open(state: ZungJungHand) -> bool:
    return state.phase is Phase.CALLS_OPEN


def _judge_touched(state: ZungJungHand, fact: WallTouched, book: Rulebook) -> tuple[Violation, ...]:
    """A hand on the wall out of turn; on the current discard that seat has no claim any more (ZJ-X08)."""
    seat = fact.seat
    if seat is state.turn or state.phase in (Phase.BEFORE_DEAL, Phase.ENDED):
        return ()
    lost = _discard_is_open(state) and state.last_discard is not None and state.last_discard.seat is not seat
    text = f"{seat.value} touched the wall in the turn of {state.turn.value}"
    if lost:
        text = f"{text} and has given up the discard"
    return foul(book, "ZJ-X08", "wall_touched", seat, text, Penalty.CLAIM_LOST if lost else Penalty.WARNING)


def _judge_exposed(state: ZungJungHand, fact: TilesExposed, book: Rulebook) -> tuple[Violation, ...]:
    """Tiles shown while a win waits to be confirmed, or when it has proved false (ZJ-R13)."""
    if state.false_win is not None:
        return judge_revealed(book, fact.seat, state.false_win, win_stands=False)
    if state.wins and not state.settled:
        return judge_revealed(book, fact.seat, state.wins[0].seat, win_stands=True)
    return ()


def _judge_row(state: ZungJungHand, fact: RowCounted, book: Rulebook) -> tuple[Violation, ...]:
    """A long or a short hand by the tiles counted (ZJ-X08); while a call is half done nothing is to be counted."""
    seat, part, call = fact.seat, state.at(fact.seat), state.unexposed
    if state.phase in (Phase.BEFORE_DEAL, Phase.ENDED) or (call is not None and call.seat is seat):
        return ()
    held = fact.tiles + sum(len(meld.tiles) for meld in part.melds)
    to_discard = state.turn is seat and state.phase is Phase.MUST_DISCARD
    return judge_count(book, seat, held, part.kans, to_discard=to_discard)


def _judge_break(state: ZungJungHand, fact: WallBroken, book: Rulebook) -> tuple[Violation, ...]:
    """Where the deal began; without the throw nothing can be said. Once dealt, all have their first tiles (ZJ-X07)."""
    if not state.dice:
        return ()
    served = len(Seat) if state.dealt else 0
    return judge_break(book, state.dealer, sum(state.dice), Stack(fact.opened, fact.stacks_left), served)


def _judge_meld(fact: MeldLaid | AddedTileLaid | MeldChanged, book: Rulebook) -> tuple[Violation, ...]:
    """How a set lies, and whether it is still the set that it was (ZJ-R16, ZJ-R19, ZJ-R25, ZJ-R26, ZJ-R28)."""
    meld, seat = fact.meld, fact.seat
    if isinstance(fact, MeldChanged):
        return judge_regrouped(book, seat, meld.kind, meld.tiles, fact.tiles)
    if meld.called is None or meld.from_seat is None:
        return ()
    relation = seat.relation_to(meld.from_seat)
    if isinstance(fact, AddedTileLaid):
        return judge_added_place(book, seat, relation, fact.place)
    if meld.kind is MeldKind.KAN_ADDED:
        return ()
    return judge_laid_meld(book, seat, LaidMeld(meld.kind, fact.tiles, fact.sideways, meld.called, relation))
