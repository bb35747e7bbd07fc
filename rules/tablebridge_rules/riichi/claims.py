"""Who may do what next, for one who sees every hand; and which of several claims takes effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import assert_never

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.circumstances import ready_waits, win_of
from tablebridge_rules.riichi.own_turn import MAX_KANS, own_turn_events
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase
from tablebridge_rules.riichi.step import swap_kinds
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["legal_events", "ready_hands", "resolve"]

_ORPHANS = 13


def legal_events(state: HandState, rulebook: Rulebook) -> tuple[GameEvent, ...]:
    """Everything that may happen next by the rules, where hands are known; a hidden hand offers nothing.

    A draw is given once, without its tile. Turned indicators, settlement and the start of a hand are no choices and
    are not listed. Wins by several seats are listed one by one: `resolve` says what they come to.
    """
    match state.phase:
        case Phase.BEFORE_DEAL:
            return ()
        case Phase.MUST_DRAW:
            abort = _abort(state, rulebook) if rulebook.play.four_kan_timing == "at_kan" else None
            return (*_rons(state, rulebook), abort or Drawn(state.turn, replacement=state.replacement_pending))
        case Phase.MUST_DISCARD:
            return own_turn_events(state, rulebook)
        case Phase.CALLS_OPEN:
            return _after_discard(state, rulebook)
        case Phase.ENDED:
            # the others may still win on the same tile (RL-W09)
            return _rons(state, rulebook) if state.wins and state.wins[-1].from_seat and not state.settled else ()
        case _:
            assert_never(state.phase)


def resolve(claims: Sequence[GameEvent], rulebook: Rulebook) -> tuple[GameEvent, ...]:
    """What takes effect of the claims made on one tile: a win before pon and kan, those before chi (RL-C02).

    Two winners both win, the one that plays first after the discarder first (RL-W09); three make a draw (RL-W10).
    Nothing when nobody claimed.
    """
    wins = sorted((claim for claim in claims if isinstance(claim, Won)), key=_turns_after_discarder)
    if len(wins) == 3 and rulebook.play.triple_ron == "abort":
        return (AbortiveDraw("triple_ron"),)
    if wins:
        bump = rulebook.play.triple_ron if len(wins) == 3 else rulebook.play.double_ron
        return tuple(wins[:1] if bump == "head_bump" else wins)
    calls = [claim for claim in claims if isinstance(claim, Called)]
    calls.sort(key=lambda call: call.meld.kind is MeldKind.CHI)
    return tuple(calls[:1])


def ready_hands(state: HandState, rulebook: Rulebook) -> tuple[tuple[Seat, tuple[Tile, ...]], ...]:
    """The seats that are ready with their standing tiles, in the order of showing: from the dealer on (RL-X15)."""
    shown = []
    for steps in range(4):
        seat = state.dealer.after(steps)
        standing = state.at(seat).concealed
        if standing is not None and seat not in state.dead and ready_waits(state, seat, standing, rulebook):
            shown.append((seat, standing))
    return tuple(shown)


def _turns_after_discarder(won: Won) -> int:
    return (won.seat.number - won.from_seat.number) % 4 if won.from_seat else 0


def _after_discard(state: HandState, rulebook: Rulebook) -> tuple[GameEvent, ...]:
    laid = state.last_discard
    if laid is None:
        return ()
    giver = state.at(laid.seat)
    if giver.river.discards[-1].sideways and not giver.riichi.declared:
        return (RiichiDeclared(laid.seat),)
    rons = () if state.stick_down else _rons(state, rulebook)
    if len(rons) == 3 and rulebook.play.triple_ron == "abort":
        rons = (*rons, AbortiveDraw("triple_ron"))
    if giver.riichi.declared and not giver.riichi.accepted:
        return (*rons, RiichiAccepted(laid.seat))
    abort = _abort(state, rulebook)
    if abort:
        return (*rons, abort)
    if state.wall_left == 0:
        return (*rons, ExhaustiveDraw(ready_hands(state, rulebook)))
    return (*rons, *_calls(state, laid, rulebook), Drawn(state.turn))


def _abort(state: HandState, rulebook: Rulebook) -> AbortiveDraw | None:
    """The draw that the discard just made brings about, if any (RL-X02, RL-X03, RL-X04, RL-X08)."""
    play = rulebook.play
    if play.four_riichi_draw and all(riichi.accepted for riichi in state.riichi):
        return AbortiveDraw("four_riichi")
    rivers = [river.discards for river in state.rivers]
    if play.four_winds_draw and state.uninterrupted and all(len(river) == 1 for river in rivers):
        first = rivers[0][0].tile.kind
        if first.is_wind and all(river[0].tile.kind == first for river in rivers):
            return AbortiveDraw("four_winds")
    kans = [part.kans for part in state.seats]
    several = play.four_kan_draw == "several_players" and sum(kans) >= MAX_KANS > max(kans)
    each = play.four_kan_draw == "each_player_one" and min(kans) >= 1  # RM-X09
    if several or each:
        return AbortiveDraw("four_kans")
    return None


def _rons(state: HandState, rulebook: Rulebook) -> tuple[GameEvent, ...]:
    laid = state.open_tile
    if laid is None:
        return ()
    winners = {won.seat for won in state.wins}
    return tuple(
        won
        for seat in (laid.seat.after(steps) for steps in (1, 2, 3))
        if seat not in winners and (won := _ron(state, seat, laid, rulebook)) is not None
    )


def _ron(state: HandState, seat: Seat, laid: OpenTile, rulebook: Rulebook) -> Won | None:
    part = state.at(seat)
    if part.concealed is None or seat in state.dead:
        return None
    waiting = ready_kinds(part.concealed, len(part.melds))
    if laid.tile.kind not in waiting or state.furiten(seat, waiting, called_tiles=rulebook.play.furiten_called_tiles):
        return None
    if laid.kan is MeldKind.KAN_CONCEALED and not (rulebook.play.kokushi_robs_ankan and _is_orphans(part.concealed)):
        return None
    won = Won(seat, laid.tile, part.concealed, laid.seat)
    return won if score(rulebook, win_of(state, won, rulebook)) else None


def _is_orphans(standing: tuple[Tile, ...]) -> bool:
    """Whether a ready hand waits with thirteen orphans: nothing but terminals and honours, at most one kind missing."""
    kinds = {tile.kind for tile in standing if not tile.kind.is_simple}
    return len(standing) == _ORPHANS and len(kinds) >= _ORPHANS - 1


def _calls(state: HandState, laid: OpenTile, rulebook: Rulebook) -> Iterator[Called]:
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        part = state.at(seat)
        if part.concealed is None or part.riichi.declared or seat in state.may_not_call:
            continue
        for meld in _melds(part.concealed, laid, chi=seat is laid.seat.after(1), kan=state.kans < MAX_KANS):
            rest = Counter(part.concealed) - Counter(meld.own)
            forbidden = swap_kinds(meld, rulebook.play.kuikae)
            if any(tile.kind not in forbidden for tile in rest):
                yield Called(seat, meld)


def _melds(standing: tuple[Tile, ...], laid: OpenTile, *, chi: bool, kan: bool) -> Iterator[Meld]:
    """The melds that `standing` can make with the discard, each once by its faces."""
    kind = laid.tile.kind
    same = sorted(tile for tile in standing if tile.kind == kind)
    for own in dict.fromkeys(combinations(same, 2)):
        yield Meld(MeldKind.PON, own, laid.tile, laid.seat)
    if kan and len(same) == 3:
        yield Meld(MeldKind.KAN_EXPOSED, tuple(same), laid.tile, laid.seat)
    if not (chi and kind.is_suited):
        return
    by_rank: dict[int, list[Tile]] = {}
    for face in sorted(set(standing)):
        if face.kind.suit is kind.suit:
            by_rank.setdefault(face.kind.rank, []).append(face)
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        for pair in product(by_rank.get(kind.rank + low, ()), by_rank.get(kind.rank + high, ())):
            yield Meld(MeldKind.CHI, pair, laid.tile, laid.seat)
