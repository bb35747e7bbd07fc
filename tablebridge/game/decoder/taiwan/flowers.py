"""Flowers laid open before a hand, and the tiles that replace them: in turn before play, at once in it (TW-R10 to R12).

Nobody hears the players pass the turn of the opening replacement on, so that a pass is told when a later act needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_beginning import holds
from tablebridge.game.decoder.implied import IMPLIED
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import Face, View, vouch
from tablebridge.observation import FlowerSeen
from tablebridge_rules.event import Drawn, FlowersPassed, FlowersShown, HandEvent, StreakAnnounced, TilesDealt
from tablebridge_rules.play import step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.flowers import SEVEN
from tablebridge_rules.taiwan.state import TaiwanHand

__all__ = [
    "dealt_before",
    "draws_before",
    "flower_faces",
    "flower_groups",
    "may_draw",
    "opening_over",
    "replaced",
    "shown",
    "unexplained_flowers",
    "way_to_play",
]

_TOGETHER_MS = 900.0  # laid down by one movement of the hand
_SETTLE_MS = 350.0  # until the last of them is read
_TURN_MS = 1500.0  # for those whose turn comes before to show theirs
_HIDDEN_MS = 4000.0  # for an arm to leave them
_LONG_MS = 2000.0  # flowers that nothing explains until then were not laid in turn
_SEEN_MS = 600.0  # for the row to show it
_PLAIN = 0.9
_WINS = -2.0  # log weight of replacing a flower that may be won on
_NO_FLOWER = -4.0  # log weight of a face that is none: a reading error before it is a foul
_MOST_ACTS = 24  # of a go-round of four seats there are fewer


def flower_groups(view: View) -> Iterator[tuple[Seat, list[Fact[FlowerSeen]]]]:
    """The flowers of each seat that no event has told and that were laid down together, once they have settled."""
    for seat in _seats_with_new(view):
        group = _group(view, seat)
        if group and all(view.waited(fact, _SETTLE_MS) for fact in group) and not _more_lie(view, seat, group):
            yield seat, group


def _more_lie(view: View, seat: Seat, group: list[Fact[FlowerSeen]]) -> bool:
    """Whether the row that the flowers left behind is too short for these alone: others are hidden just now."""
    row, laid_ms = view.here(view.facts.rows.get(seat)), group[0].at_ms
    if row is None or not -_TOGETHER_MS < row.at_ms - laid_ms < _TOGETHER_MS:
        return False
    before = view.full_row(seat) - (_is_opening(view.state) and seat is not view.state.dealer)
    missing = before - row.latest.tiles - row.latest.drawn - len(group)
    return missing > 0 and not view.waited(group[0], _HIDDEN_MS)


def _seats_with_new(view: View) -> tuple[Seat, ...]:
    """The seats before which flowers may lie that no event has shown: mostly none, and this is asked at every frame."""
    known = sum(len(part.flowers) for part in view.state.seats)
    return tuple(Seat) if len(view.facts.flowers) > known else ()


def _group(view: View, seat: Seat) -> list[Fact[FlowerSeen]]:
    index, group = len(view.state.at(seat).flowers), list[Fact[FlowerSeen]]()
    while (fact := view.here(view.facts.flowers.get((seat, index)))) is not None:
        if group and fact.at_ms - group[0].at_ms > _TOGETHER_MS:
            break
        group.append(fact)
        index += 1
    return group


def shown(view: View) -> Iterator[Proposal]:
    """Flowers that were laid open: in the opening the seats before have passed, in play the seat in turn has drawn."""
    state: TaiwanHand = view.state
    for seat, group in flower_groups(view):
        faces = [flower_faces(view, fact) for fact in group]
        if not all(faces):
            continue
        event = FlowersShown(seat, tuple(options[0].tile for options in faces))
        confidence = min(options[0].confidence for options in faces)
        told = vouch(event, group, confidence, at=max(group, key=lambda fact: fact.at_ms))
        weight = sum(options[0].weight for options in faces)
        if len(state.at(seat).flowers) + len(group) >= SEVEN:
            weight += _WINS
        held_ms = max(view.hold_of(fact, confidence) for fact in group)
        # a face so surely read is what it is, even where it is no flower
        plain = confidence >= _PLAIN
        before = _events_before(view, seat)
        if before is not None:
            implied = tuple(vouch(one, group, IMPLIED) for one in before)
            passes = any(isinstance(one, FlowersPassed) for one in before)
            turn_ms = max(fact.arrived_ms for fact in group) + _TURN_MS if passes else held_ms
            yield Proposal((*implied, told), weight=weight, certain=plain, not_before_ms=max(held_ms, turn_ms))
        if before is None or (before and _is_opening(state)):
            # out of turn: nobody before has passed (TW-F01), or it is no turn for flowers at all (TW-F03)
            due = tuple(vouch(one, group, IMPLIED) for one in _draws_due(state))
            doubt = f"{seat.value} shows flowers out of turn, or what another has shown was missed"
            yield Proposal((*due, told), weight=weight, not_before_ms=held_ms, doubt=doubt)


def flower_faces(view: View, fact: Fact[FlowerSeen]) -> list[Face]:
    """The faces that a tile before a hand may be, the likeliest first; one that is no flower is hardly likely."""
    faces = [
        face if face.tile.kind.is_flower else Face(face.tile, face.weight + _NO_FLOWER, face.confidence)
        for face in view.faces(fact.latest.reading)
    ]
    return sorted(faces, key=lambda face: -face.weight)


def _is_opening(state: TaiwanHand) -> bool:
    return state.opening is not None or (state.phase is Phase.MUST_DRAW and not state.river_count and not state.due)


def _draws_due(state: TaiwanHand) -> list[HandEvent]:
    """The draws that `turn` has still to make: the gate tile, a turn's tile, replacements."""
    if state.phase is not Phase.MUST_DRAW:
        return []
    return [Drawn(state.turn, replacement=state.replacement_pending)] * max(state.due, 1)


def _events_before(view: View, seat: Seat) -> list[HandEvent] | None:
    """What nobody saw and must have happened before `seat` shows flowers; None when it cannot show any now."""
    state: TaiwanHand = view.state
    if _is_opening(state):
        return _turn_of(view, seat)
    if seat is not state.turn:
        return None
    if state.phase is Phase.MUST_DISCARD:
        return []
    if view.call_under_way():
        return None
    return _draws_due(state) or [Drawn(seat)]


def _turn_of(view: View, seat: Seat) -> list[HandEvent] | None:
    """The draws and passes of the opening until it is the turn of `seat`, or until play begins and it is the dealer."""
    state: TaiwanHand = view.state
    events: list[HandEvent] = []
    while len(events) < _MOST_ACTS:
        event: HandEvent
        if state.phase is Phase.MUST_DRAW:
            event = Drawn(state.turn, replacement=state.replacement_pending)
        elif state.opening is None:
            return events if state.turn is seat else None
        elif state.actor is seat and seat not in state.opening.again:
            return events
        else:
            event = FlowersPassed(state.actor)
        events.append(event)
        state = cast(TaiwanHand, step(state, event, view.rulebook).state)
    return None


def replaced(view: View) -> Iterator[Proposal]:
    """A row that is whole again in the opening: the seat has taken all its replacements."""
    state: TaiwanHand = view.state
    if state.opening is None or not state.due or state.turn is state.dealer:
        return
    row = view.here(view.facts.rows.get(state.turn))
    if row is None or row.at_ms <= view.hypothesis.event_ms or not holds(row.latest, view.setting.hand_tiles):
        return
    yield Proposal(tuple(vouch(event, [row]) for event in _draws_due(state)))


def way_to_play(view: View, act: Fact[Any]) -> tuple[DecodedEvent, ...]:
    """The draws and passes that end the opening before `act` of the dealer; none in play."""
    state: TaiwanHand = view.state
    if not _is_opening(state):
        return ()
    events = view.remember("way to play", lambda: _all_passed(view, state))
    return tuple(vouch(event, [act], IMPLIED) for event in events)


def _all_passed(view: View, state: TaiwanHand) -> list[HandEvent]:
    events: list[HandEvent] = []
    while (state.phase is Phase.MUST_DRAW or state.opening is not None) and len(events) < _MOST_ACTS:
        event: HandEvent = FlowersPassed(state.actor)
        if state.phase is Phase.MUST_DRAW:
            event = Drawn(state.turn, replacement=state.replacement_pending)
        events.append(event)
        state = cast(TaiwanHand, step(state, event, view.rulebook).state)
    return events


def opening_over(view: View) -> Iterator[Proposal]:
    """The dealer's first discard, kan or open hand, or a call of that discard: everybody has passed."""
    state: TaiwanHand = view.state
    if not _is_opening(state):
        return
    dealer = state.dealer
    acts: list[Fact[Any]] = [fact for fact in view.fresh_tiles(dealer) if fact.lies]
    acts += view.fresh_melds()
    opened = view.facts.reveals.get(dealer)
    acts += [opened] if opened is not None and view.here(opened) is not None else []
    if not acts or any(_group(view, seat) for seat in _seats_with_new(view)):
        return
    act = min(acts, key=lambda fact: fact.at_ms)
    if events := way_to_play(view, act):
        yield Proposal(events)


def dealt_before(view: View) -> tuple[HandEvent, ...] | None:
    """For `Customs.joined`: the deal, and all flowers that lie there by now shown in the opening."""
    silent = (StreakAnnounced(view.state.dealer),) if view.state.streak else ()
    events: list[HandEvent] = [*silent, TilesDealt()]
    seen = _after(view, events)
    for seat in (view.state.dealer.after(steps) for steps in range(len(Seat))):
        group = _all_flowers(seen, seat)
        faces = [flower_faces(seen, fact) for fact in group]
        way = _turn_of(seen, seat) if group else []
        if way is None or not all(faces):
            return None
        shown_now = [FlowersShown(seat, tuple(options[0].tile for options in faces))] if group else []
        events += [*way, *shown_now]
        seen = _after(seen, [*way, *shown_now])
    return (*events, *_all_passed(seen, seen.state))


def _all_flowers(view: View, seat: Seat) -> list[Fact[FlowerSeen]]:
    facts = (view.here(view.facts.flowers.get((seat, index))) for index in range(SEVEN + 1))
    return [fact for fact in facts if fact is not None]


def _after(view: View, events: Iterable[HandEvent]) -> View:
    """The view with these events told."""
    state: TaiwanHand = view.state
    for event in events:
        state = cast(TaiwanHand, step(state, event, view.rulebook).state)
    return replace(view, hypothesis=replace(view.hypothesis, state=state), memory={})


def may_draw(view: View) -> bool:
    """For `Customs.may_draw`: the row that was whole before its flowers were shown says nothing of a replacement."""
    state: TaiwanHand = view.state
    row = view.facts.rows.get(state.turn)
    fresh = row is not None and row.at_ms > view.hypothesis.event_ms
    return not (state.due and state.shown) or fresh or view.quiet(_SEEN_MS)


def draws_before(view: View, act: Fact[Any]) -> tuple[DecodedEvent, ...]:
    """For `Customs.before_act`: replacements due besides the one that the act itself implies."""
    state: TaiwanHand = view.state
    if state.phase is not Phase.MUST_DRAW or state.due < 2:
        return ()
    return tuple(vouch(event, [act], IMPLIED) for event in _draws_due(state)[1:])


def unexplained_flowers(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """For `Customs.unexplained`: flowers that lie there and that no event has shown."""
    for seat in _seats_with_new(view):
        for fact in _group(view, seat):
            if view.waited(fact, _LONG_MS):
                tile = fact.latest.reading.tile
                yield fact, f"the flower {tile} lies before {seat.value}'s hand, and it was not its turn"
