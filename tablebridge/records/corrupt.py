"""Corrupts recorded games in one place each and asks the rules: is every one flagged by a clause, or refused?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from tablebridge.errors import UsageError
from tablebridge.records.acts import ActReader, hand_started
from tablebridge.records.corruption_kinds import KINDS, WRONG_FIGURE, Kind, corrupted
from tablebridge.records.game_lines import RecordedGame, RecordedHand
from tablebridge.records.verify import Difference, rulebook_of, verify_hand
from tablebridge_rules.errors import RulesError
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.violation import Violation

__all__ = ["Corruption", "Tally", "Verdict", "corrupt_games", "first_violation", "judge", "tally"]


class Verdict(Enum):
    """What the rules say to a corrupted hand.

    FLAGGED cites a clause. REFUSED names the act that may not happen, or the row that can mean nothing. SLIPPED: the
    hand breaks no rule.
    """

    FLAGGED = "flagged"
    REFUSED = "refused"
    SLIPPED = "slipped"


@dataclass(frozen=True, slots=True)
class Corruption:
    """One corrupted hand and what the rules said to it; `clause` is empty unless flagged, `name` the violation's."""

    kind: Kind
    game: str
    hand: object
    says: str
    verdict: Verdict
    clause: str = ""
    name: str = ""
    text: str = ""

    @property
    def right(self) -> bool:
        """Whether it was flagged as what it is, and not for what followed from it."""
        return self.verdict is Verdict.FLAGGED and self.name in self.kind.names

    @property
    def missed(self) -> bool:
        """Whether it slipped through although such a change breaks a rule always."""
        return self.verdict is Verdict.SLIPPED and not self.kind.may_be_legal


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one kind; `right` of the flagged ones were flagged as what they are."""

    kind: str
    made: int
    flagged: int
    right: int
    refused: int
    slipped: int
    clauses: dict[str, int]


def corrupt_games(
    games: Sequence[RecordedGame], base: Rulebook, count: int, seed: int, differences: Iterable[Difference] = ()
) -> Iterator[Corruption]:
    """`count` corruptions, the kinds in turn, each in a hand drawn by `seed`; a kind that no hand has a place for
    is left out. A hand of `differences` is wrong already, and left alone.

    Raises `UsageError` when there is no hand at all.
    """
    random = Random(seed)
    wrong = [(one.game, one.hand) for one in differences]
    places = [
        (game, place)
        for game in games
        for place, hand in enumerate(game.hands)
        if (game.name, hand.number) not in wrong
    ]
    kinds, made = list(KINDS), 0
    while made < count:
        if not places or not kinds:
            raise UsageError("nothing can be corrupted", "the games", "give games with at least one exact hand")
        for kind in tuple(kinds):
            if made == count:
                return
            one = _corrupt_one(places, kind, base, random)
            if one is None:
                kinds.remove(kind)
                continue
            made += 1
            yield one


def _corrupt_one(
    places: Sequence[tuple[RecordedGame, int]], kind: Kind, base: Rulebook, random: Random
) -> Corruption | None:
    for game, place in random.sample(places, len(places)):
        changed = corrupted(game.hands[place], kind, random)
        if changed is not None:
            return _judged(game, place, changed, kind, base)
    return None


def _judged(
    game: RecordedGame, place: int, changed: tuple[RecordedHand, str], kind: Kind, base: Rulebook
) -> Corruption:
    hand, says = changed
    hands = [*game.hands[:place], hand, *game.hands[place + 1 :]]
    verdict, clause, name, text = judge(replace(game, hands=hands), place, rulebook_of(game.start, base))
    return Corruption(kind, game.name, game.hands[place].number, says, verdict, clause, name, text)


def judge(game: RecordedGame, place: int, book: Rulebook) -> tuple[Verdict, str, str, str]:
    """What the rules say to the hand at that place: the verdict, a clause, the violation's name and a text.

    First the fold is asked, which cites clauses; then whether every act was offered and every figure agrees; last
    whether the hand follows from the one before.
    """
    hand = game.hands[place]
    try:
        found = first_violation(hand, book)
    except (RulesError, KeyError, ValueError, TypeError) as error:
        return Verdict.REFUSED, "", "", f"unreadable: {error}"
    if found is not None:
        return Verdict.FLAGGED, found.clause, found.name, found.text
    difference = verify_hand(game, place, book)
    if difference is None and place > 0:
        difference = verify_hand(game, place - 1, book)
    if difference is None:
        return Verdict.SLIPPED, "", "", "every act and every figure is possible"
    text = f"{difference.what}: the record has {difference.expected}, the rules {difference.got}"
    clause = _cited(difference, hand, book)
    return (Verdict.FLAGGED, clause, WRONG_FIGURE, text) if clause else (Verdict.REFUSED, "", "", text)


def first_violation(hand: RecordedHand, book: Rulebook) -> Violation | None:
    """The first violation that the fold finds in a hand.

    Raises `RulesError`, `KeyError`, `ValueError` or `TypeError` at a row that cannot be read before that.
    """
    state, reader = start(hand_started(hand.start)), ActReader()
    for row in hand.rows:
        for event in reader.events(row, state):
            result = step(state, event, book)
            if result.violations:
                return result.violations[0]
            state = result.state
    return None


def _cited(difference: Difference, hand: RecordedHand, book: Rulebook) -> str:
    """The clause by which that figure is reckoned; empty for what is no figure."""
    cited = book.citations
    won = next((row for row in hand.rows if row["type"] == "win"), None)
    payment = cited.noten if won is None else cited.self_draw if won["from"] is None else cited.ron
    clauses = {
        "win: yaku": _yaku_clause(difference.expected, difference.got, book),
        "win: han": cited.shape,
        "win: indicators": book.violations.indicator_surplus,
        "win: fu": cited.fu,
        "win: value": cited.limit,
        "win: delta": payment,
        "delta of the draw": cited.noten,
        "ready seats": cited.noten,
        "points": payment,
        "riichi stick": cited.deposit,
        "win: honba": cited.honba,
        "start: honba": cited.honba,
        "win: sticks": cited.deposit,
        "start: sticks": cited.deposit,
        "sticks": cited.deposit,
        "sticks after riichi": cited.deposit,
        "points after riichi": cited.deposit,
    }
    return clauses.get(difference.what, "")


def _yaku_clause(expected: object, got: object, book: Rulebook) -> str:
    """The clause of the first yaku on which two lists do not agree."""
    if not (isinstance(expected, dict) and isinstance(got, dict)):
        return ""
    differing = (name for name in {**expected, **got} if expected.get(name) != got.get(name))
    return next((book.yaku_by_name[name].clause for name in differing if name in book.yaku_by_name), "")


def tally(corruptions: Sequence[Corruption]) -> tuple[Tally, ...]:
    """The figures of each kind, in the order of `KINDS`."""
    return tuple(
        _tally(kind.name, of_kind)
        for kind in KINDS
        if (of_kind := [one for one in corruptions if one.kind.name == kind.name])
    )


def _tally(kind: str, corruptions: Sequence[Corruption]) -> Tally:
    verdicts = Counter(one.verdict for one in corruptions)
    return Tally(
        kind=kind,
        made=len(corruptions),
        flagged=verdicts[Verdict.FLAGGED],
        right=sum(one.right for one in corruptions),
        refused=verdicts[Verdict.REFUSED],
        slipped=verdicts[Verdict.SLIPPED],
        clauses=dict(Counter(one.clause for one in corruptions if one.clause).most_common()),
    )
