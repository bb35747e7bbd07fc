"""The virtual table's players: sensible, not strong. Each sees only its own hand and what lies on the cloth.

All of them win when they may, discard what leaves the hand nearest to ready, call when it speeds up a hand that has
a yaku, and give way to another's riichi with a bad hand. Where they hesitate, the seeded `Random` decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablebridge.sim.plans import NO_PLAN, Plan, best_progress, discards_by_progress, is_value, plans_for, unseen
from tablebridge_rules.event import AbortiveDraw, Called, Discarded, GameEvent, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds, orphans_shanten

__all__ = ["choose_act", "choose_claim"]

_RIICHI_CHANCE = 0.93
_KAN_CHANCE = 0.75
_VALUE_PON_CHANCE = 0.9
_OPEN_HAND_CHANCE = 0.6
_ORPHANS_WORTH_TRYING = 2
_GIVE_WAY_SHANTEN = 2
_LATE_WALL = 4


def choose_act(state: HandState, options: Sequence[GameEvent], rng: Random) -> GameEvent:
    """What the seat in turn does with its 14 tiles. `options` are its legal events, discards among them."""
    seat = state.turn
    for option in options:
        if isinstance(option, Won):
            return option
        if isinstance(option, AbortiveDraw) and _orphans_far(state, seat):
            return option
    kan = _choose_kan(state, seat, [option for option in options if isinstance(option, Called)], rng)
    if kan is not None:
        return kan
    discards = [option for option in options if isinstance(option, Discarded)]
    return _choose_discard(state, seat, discards, rng)


def choose_claim(state: HandState, seat: Seat, options: Sequence[GameEvent], rng: Random) -> GameEvent | None:
    """What that seat claims of the open tile; `options` are the legal claims of this seat. None to let it pass."""
    for option in options:
        if isinstance(option, Won):
            return option
    calls = [option for option in options if isinstance(option, Called)]
    part = state.at(seat)
    standing = part.concealed or ()
    before = best_progress(standing, part.melds, plans_for(state, seat, part.melds) or tuple(Plan)).shanten
    best: tuple[int, Called] | None = None
    for call in calls:
        distance = _distance_after(state, seat, standing, call.meld)
        if distance < before and (best is None or distance < best[0]) and _wants(state, seat, call.meld, before, rng):
            best = distance, call
    return best[1] if best else None


def _distance_after(state: HandState, seat: Seat, standing: tuple[Tile, ...], meld: Meld) -> int:
    """How far the hand is from ready with that meld laid and the best discard made."""
    melds = (*state.at(seat).melds, meld)
    rest = list(standing)
    for tile in meld.own:
        rest.remove(tile)
    plans = plans_for(state, seat, melds)
    if not plans:
        return NO_PLAN
    return min(best_progress([*rest[:index], *rest[index + 1 :]], melds, plans).shanten for index in range(len(rest)))


def _wants(state: HandState, seat: Seat, meld: Meld, before: int, rng: Random) -> bool:
    """Whether opening the hand this way is worth it: value sets nearly always, others when the hand is open anyway
    or slow, kans of a discard hardly ever."""
    if _threatened(state, seat) and before >= _GIVE_WAY_SHANTEN:
        return False
    if meld.kind is MeldKind.KAN_EXPOSED:
        return not state.at(seat).is_closed and rng.random() < 0.2
    if is_value(meld.tiles[0].kind, seat, state):
        return rng.random() < _VALUE_PON_CHANCE
    if not state.at(seat).is_closed:
        return True
    return before >= 2 and rng.random() < _OPEN_HAND_CHANCE


def _orphans_far(state: HandState, seat: Seat) -> bool:
    return orphans_shanten(count_kinds(state.at(seat).concealed or ())) > _ORPHANS_WORTH_TRYING


def _threatened(state: HandState, seat: Seat) -> bool:
    return any(part.riichi.declared for other, part in zip(Seat, state.seats, strict=True) if other is not seat)


def _choose_kan(state: HandState, seat: Seat, kans: Sequence[Called], rng: Random) -> Called | None:
    """A kan that costs nothing: the hand is as near to ready with it as without."""
    part = state.at(seat)
    standing = part.concealed or ()
    if _threatened(state, seat) and not part.riichi.declared:
        return None
    for kan in kans:
        plans = plans_for(state, seat, part.melds) or tuple(Plan)
        without = min(best_progress([t for t in standing if t is not tile], part.melds, plans) for tile in standing)
        gone = kan.meld.own[-1:] if kan.meld.kind is MeldKind.KAN_ADDED else kan.meld.own
        rest = list(standing)
        for tile in gone:
            rest.remove(tile)
        melds = len(part.melds) + (kan.meld.kind is MeldKind.KAN_CONCEALED)
        after = best_progress(rest, (*part.melds, kan.meld)[:melds], plans)
        if after.shanten <= without.shanten and rng.random() < _KAN_CHANCE:
            return kan
    return None


def _choose_discard(state: HandState, seat: Seat, discards: Sequence[Discarded], rng: Random) -> Discarded:
    part = state.at(seat)
    standing = part.concealed or ()
    plain = {option.tile: option for option in discards if not option.sideways or part.riichi.declared}
    riichi = {option.tile: option for option in discards if option.sideways and not part.riichi.declared}
    if len(plain) == 1:
        return next(iter(plain.values()))
    plans = plans_for(state, seat, part.melds) or tuple(Plan)
    ranked = discards_by_progress(standing, part.melds, plans, plain, unseen(state, seat))
    best = ranked[0][0]
    if _threatened(state, seat) and best.shanten >= _GIVE_WAY_SHANTEN:
        return plain[_safest(state, seat, list(plain), rng)]
    equal = [tile for progress, tile in ranked if progress == best]
    tile = min(equal, key=lambda tile: (_worth(state, seat, tile), rng.random()))
    wants_riichi = state.wall_left >= _LATE_WALL and best.minus_useful < 0 and rng.random() < _RIICHI_CHANCE
    if tile in riichi and wants_riichi:
        return riichi[tile]
    return plain[tile]


def _worth(state: HandState, seat: Seat, tile: Tile) -> float:
    """What a tile is worth in itself when the shape does not care: value and red tiles stay, guest winds go first."""
    kind = tile.kind
    if kind.is_honour:
        return 2.0 if is_value(kind, seat, state) else 1.0
    middle = 1 - abs(kind.rank - 5) / 5
    return 2.0 + middle + 5.0 * tile.red


def _safest(state: HandState, seat: Seat, options: Sequence[Tile], rng: Random) -> Tile:
    """The tile that a riichi hand is least likely to wait for."""
    live = unseen(state, seat)

    def danger(tile: Tile) -> float:
        kind = tile.kind
        worst = 0.0
        for other, part in zip(Seat, state.seats, strict=True):
            if other is seat or not part.riichi.declared:
                continue
            safe = part.river.kinds | part.passed
            if kind in safe:
                continue
            if kind.is_honour:
                risk = 1.0 + live[kind.index]
            else:
                suji = {safe_kind.rank for safe_kind in safe if safe_kind.suit is kind.suit}
                covered = all(rank in suji for rank in (kind.rank - 3, kind.rank + 3) if 1 <= rank <= 9)
                risk = 2.0 if covered else 4.0 + (0 if kind.is_terminal else 2)
            worst = max(worst, risk)
        return worst

    return min(options, key=lambda tile: (danger(tile), rng.random()))
