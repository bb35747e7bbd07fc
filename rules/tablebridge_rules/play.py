"""The one entry to a hand of any tradition: begin, step, legal events, claims, settlement, and what follows.

Each function does what its rulebook's tradition says. The state that `begin` gives is that tradition's own; all of them
are a `Table`, and what one sees who only stands at the table is the same state with hidden hands (`table_view`).

>>> from tablebridge_rules.event import WallBuilt
>>> from tablebridge_rules.seat import Wind
>>> book = read_rulebook("taiwan16-ntuee-2009")
>>> hand = begin(HandStarted(0, Wind.EAST, Seat.A, 0, 0, (200, 200, 200, 200)), book)
>>> [violation.clause for violation in step(hand, WallBuilt((18, 18, 18, 17)), book).violations]
['TW-R05']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from tablebridge_rules.errors import JsonError, RulebookError
from tablebridge_rules.event import HandEvent, HandStarted, Settled
from tablebridge_rules.fact import Fact
from tablebridge_rules.payment import Delta
from tablebridge_rules.rulebook_file import tradition_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.standing import Standing
from tablebridge_rules.state_json import Json
from tablebridge_rules.state_json import from_json as read_json
from tablebridge_rules.state_json import to_json as write_json
from tablebridge_rules.table import AnyTable, Step
from tablebridge_rules.tradition import Tradition
from tablebridge_rules.violation import Violation

if TYPE_CHECKING:
    from tablebridge_rules.riichi.rulebook import Rulebook as RiichiRulebook
    from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
    from tablebridge_rules.taiwan.dealer import Reseating as TaiwanReseating
    from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
    from tablebridge_rules.zungjung.deal import Reseating as ZungJungReseating
    from tablebridge_rules.zungjung.rulebook import Rulebook as ZungJungRulebook

__all__ = [
    "AnyRulebook",
    "Following",
    "apply_fact",
    "bear",
    "begin",
    "enforce",
    "fine",
    "from_json",
    "judge_fact",
    "legal_events",
    "next_hand",
    "read_rulebook",
    "resolve",
    "settle",
    "standings",
    "step",
    "to_json",
    "tradition",
]

AnyRulebook: TypeAlias = "RiichiRulebook | TaiwanRulebook | SichuanRulebook | ZungJungRulebook"
"""A rulebook of any tradition."""

Following: TypeAlias = "HandStarted | TaiwanReseating | ZungJungReseating | None"
"""What comes after a hand: the next one, new seats to be drawn, or nothing, because the game is over."""

AnyTradition: TypeAlias = Tradition[Any, Any, Any]


# Whoever plays by one book need not wait for the other traditions to be imported.


def _riichi() -> AnyTradition:
    from tablebridge_rules.riichi.play import RIICHI

    return RIICHI


def _taiwan() -> AnyTradition:
    from tablebridge_rules.taiwan.play import TAIWAN

    return TAIWAN


def _sichuan() -> AnyTradition:
    from tablebridge_rules.sichuan.play import SICHUAN

    return SICHUAN


def _zung_jung() -> AnyTradition:
    from tablebridge_rules.zungjung.play import ZUNG_JUNG

    return ZUNG_JUNG


_TRADITIONS: dict[str, Callable[[], AnyTradition]] = {
    "riichi": _riichi,
    "taiwan": _taiwan,
    "sichuan": _sichuan,
    "zungjung": _zung_jung,
}


@cache
def _tradition(name: str) -> AnyTradition:
    return _TRADITIONS[name]()


def tradition(rulebook: AnyRulebook) -> AnyTradition:
    """The tradition that the rulebook belongs to, with its tile set and the size of its hands."""
    return _tradition(rulebook.TRADITION)


def read_rulebook(name_or_path: str | PathLike[str]) -> AnyRulebook:
    """The rulebook of that name, or the one in that file (a path ends in `.toml`), of whatever tradition.

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.
    """
    found = tradition_of(name_or_path)
    if found not in _TRADITIONS:
        raise RulebookError(f"{name_or_path}: tradition is {found!r}; allowed: {', '.join(_TRADITIONS)}")
    book: AnyRulebook = _tradition(found).load(name_or_path)
    return book


def begin(event: HandStarted, rulebook: AnyRulebook) -> AnyTable:
    """The state at the beginning of a hand: nothing dealt, the dealer to act."""
    state: AnyTable = tradition(rulebook).start(event)
    return state


def step(state: AnyTable, event: HandEvent, rulebook: AnyRulebook) -> Step[Any]:
    """Applies `event` to a hand begun under `rulebook`, and says which of its clauses the act broke.

    Raises `EventError` for an event that the tradition does not have.
    """
    return tradition(rulebook).step(state, event, rulebook)


def judge_fact(state: AnyTable, fact: Fact, rulebook: AnyRulebook) -> tuple[Violation, ...]:
    """Which clauses are broken by what a witness tells, as the hand stands when it happened; see `fact`."""
    return tradition(rulebook).judge_fact(state, fact, rulebook)


def apply_fact(state: AnyTable, fact: Fact, rulebook: AnyRulebook) -> AnyTable:
    """The hand after such a fact: a fine lies on the table, a dead hand may not win. Later acts are judged by it."""
    after: AnyTable = tradition(rulebook).apply_fact(state, fact, rulebook)
    return after


def enforce(before: AnyTable, made: Step[Any], standing: Collection[Violation], rulebook: AnyRulebook) -> AnyTable:
    """The hand after `made` of `before`, an act or a fact, with the consequences of the violations `standing` alone.

    The fold lets every violation have its consequences at once: fines, dead hands, what is paid at the end. Where a
    referee has the last word, those not ruled on, and those overruled, must have none.
    """
    if not made.violations or made.state.hand != before.hand:
        kept: AnyTable = made.state  # what was done before a new hand was dealt costs no part of it
        return kept
    after: AnyTable = tradition(rulebook).enforce(before, made, standing, rulebook)
    return after


def bear(state: AnyTable, violation: Violation, rulebook: AnyRulebook) -> AnyTable:
    """The hand with the consequences of a violation that no event and no fact of it tells: a referee's own finding."""
    after: AnyTable = tradition(rulebook).bear(state, violation, rulebook)
    return after


def fine(state: AnyTable, violation: Violation, rulebook: AnyRulebook) -> Delta:
    """What A..D pay and get at once for a violation that stands, besides what the fold and the settlement move.

    `state` is the hand after the act; `violation.penalty` is in the words of the rulebook.
    """
    return tradition(rulebook).fine(state, violation, rulebook)


def legal_events(state: AnyTable, rulebook: AnyRulebook, seat: Seat | None = None) -> tuple[HandEvent, ...]:
    """Everything that may happen next by the rules, of `seat` or of anybody; a hidden hand offers nothing.

    A draw is given once, without its tile. Wins by several seats are listed one by one: `resolve` says what they come
    to.
    """
    events = tradition(rulebook).legal_events(state, rulebook)
    return tuple(event for event in events if seat is None or getattr(event, "seat", None) is seat)


def resolve(claims: Sequence[HandEvent], rulebook: AnyRulebook) -> tuple[HandEvent, ...]:
    """What takes effect of the claims made on one tile; nothing when nobody claimed."""
    return tradition(rulebook).resolve(claims, rulebook)


def settle(state: AnyTable, rulebook: AnyRulebook) -> Settled:
    """The points that move at the end of a hand that is over and not settled yet; they sum to zero with the deposits.

    Raises `WinError` when a win holds tiles that cannot be.
    """
    return tradition(rulebook).settle(state, rulebook)


def next_hand(state: AnyTable, rulebook: AnyRulebook, first_dealer: Seat = Seat.A) -> Following:
    """What follows a settled hand: the next one, new seats to be drawn, or None when the game is over.

    `first_dealer` is who dealt the first hand since seats were drawn.
    """
    following: Following = tradition(rulebook).next_hand(state, rulebook, first_dealer)
    return following


def standings(
    rulebook: AnyRulebook,
    points: Delta,
    first_dealer: Seat = Seat.A,
    *,
    sticks: int = 0,
    violation_points: Mapping[Seat, int] | None = None,
) -> tuple[Standing, ...]:
    """The four seats from first to last when a game ends with `points` (A..D), and what each takes from it.

    `first_dealer` breaks ties, or only their order, as the rulebook has it. Only riichi has `sticks` left on the table
    and `violation_points`: its standings (`riichi.standings.Standing`) tell the uma, too. Raises `ValueError` for them
    in a game whose chips alone count.

    >>> [(one.place, one.seat.value, one.points) for one in standings(read_rulebook("sichuan-bloody"), (-3, 6, 6, -9))]
    [(1, 'B', 6), (1, 'C', 6), (3, 'A', -3), (4, 'D', -9)]
    """
    return tradition(rulebook).standings(rulebook, points, first_dealer, sticks, violation_points)


def to_json(state: AnyTable) -> dict[str, Json]:
    """The state as plain JSON values, named by its tradition; `from_json` makes the same state of them."""
    name = next(name for name in _TRADITIONS if isinstance(state, _tradition(name).state))
    return {"tradition": name, "state": write_json(state)}


def from_json(value: object, rulebook: AnyRulebook) -> AnyTable:
    """The state that `to_json` wrote, of the tradition that `rulebook` belongs to.

    Raises `JsonError` for anything else; the message names the path of what cannot be read.
    """
    name = rulebook.TRADITION
    if not isinstance(value, dict) or value.get("tradition") != name:
        found = value.get("tradition") if isinstance(value, dict) else value
        raise JsonError(f"tradition: {found!r} is not that of the rulebook {rulebook.name}, which is {name}")
    state: AnyTable = read_json(tradition(rulebook).state, value.get("state"), "state")
    return state
