"""All cases of a win, put together from suits that were read before: scoring's way from tiles to what patterns ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from tablebridge_rules.decompose import Form, Shape, Wait, suit_groups
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.options import ScoringOptions
from tablebridge_rules.riichi.patterns import needs
from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import OUTSIDE
from tablebridge_rules.riichi.win import RiichiState, Win

__all__ = ["cases"]

_Part = tuple[int, int, int, int, int]
"""A way to use up a suit's tiles: lowest kinds of runs, triplets, pairs, all kinds, couples of equal runs."""


def cases(win: Win, options: ScoringOptions) -> list[Case]:
    """A case for every reading of the win, in the order of `decompose`; none when the tiles are no complete hand.

    Raises `WinError` when the win has a wrong number of tiles or another problem.
    """
    counts = win.possible_counts()
    if win.melds:
        return _melded(win, options, counts)
    facts = _facts(win) | needs.CLOSED
    found = _standard(win, options, counts, counts, facts)
    if counts.count(2) == _PAIRS:
        kinds = sum([1 << index for index, count in enumerate(counts) if count])
        found.append(Case(win, options, counts, facts, len(found), Form.SEVEN_PAIRS, Wait.PAIR, kinds))
    elif counts[0] and counts[33] and not found and _is_orphans(counts):
        found.append(Case(win, options, counts, facts, 0, Form.THIRTEEN_ORPHANS, Wait.ORPHAN, OUTSIDE))
    return found


def _melded(win: Win, options: ScoringOptions, counts: Sequence[int]) -> list[Case]:
    """The cases of a win with melds."""
    standing = [*counts]
    facts = _facts(win) | needs.CLOSED
    runs = triplets = quads = concealed = 0
    for meld in win.melds:
        indices = [tile.kind.index for tile in meld.tiles]
        for index in indices:
            standing[index] -= 1
        kind = meld.kind
        if kind is _CHI:
            runs |= 1 << min(indices)
        else:
            bit = 1 << indices[0]
            triplets |= bit
            if kind is not _PON:
                quads |= bit
        if kind is _CONCEALED:
            concealed |= bit
        else:
            facts &= ~needs.CLOSED
    return _standard(win, options, counts, standing, facts, runs, triplets, quads, concealed)


def _standard(
    win: Win,
    options: ScoringOptions,
    counts: Sequence[int],
    standing: Sequence[int],
    facts: int,
    meld_runs: int = 0,
    meld_triplets: int = 0,
    quads: int = 0,
    meld_concealed: int = 0,
) -> list[Case]:
    """The cases of four sets and a pair; `standing` are the counts without the melds' tiles."""
    found: list[Case] = []
    held = tuple(standing)
    honours = _honour_parts(held[27:34])
    if not honours:
        return found
    suits = (
        _suit_parts(held[0:9], 0),
        _suit_parts(held[9:18], 9),
        _suit_parts(held[18:27], 18),
    )
    winning = win.winning_tile.kind.index
    bit = 1 << winning
    meld_kinds = meld_runs | meld_runs << 1 | meld_runs << 2 | meld_triplets
    for (
        (runs, same, pair, kinds, couples),
        (runs_2, same_2, pair_2, kinds_2, couples_2),
        (runs_3, same_3, pair_3, kinds_3, couples_3),
        (_, same_4, pair_4, kinds_4, _),
    ) in product(*suits, honours):
        pair |= pair_2 | pair_3 | pair_4
        if pair & pair - 1:
            continue
        runs |= runs_2 | runs_3
        same |= same_2 | same_3 | same_4
        waits = []
        for first, wait in _RUN_WAITS[winning]:
            if runs & first:
                waits.append(wait)
        if same & bit:
            waits.append(_TRIPLET)
        if pair == bit:
            waits.append(_PAIR)
        for wait in waits:
            won = bit if wait is _TRIPLET and not facts & needs.SELF_DRAW else 0
            found.append(
                Case(
                    win,
                    options,
                    counts,
                    facts,
                    len(found),
                    _STANDARD,
                    wait,
                    kinds | kinds_2 | kinds_3 | kinds_4 | meld_kinds,
                    runs | meld_runs,
                    same | meld_triplets,
                    quads,
                    same ^ won | meld_concealed,
                    couples + couples_2 + couples_3,
                    pair,
                )
            )
    return found


def _facts(win: Win) -> int:
    """What every reading of the win has, whether it is closed apart."""
    found = needs.SELF_DRAW if win.from_relation is None else 0
    if win.riichi is not _NO_RIICHI:
        found |= needs.RIICHI
        if win.riichi.is_double:
            found |= needs.DOUBLE
        if win.ippatsu:
            found |= needs.IPPATSU
    if win.haitei or win.houtei or win.rinshan or win.chankan or win.first_turn:
        found |= needs.MOMENT
    return found


def _is_orphans(counts: Sequence[int]) -> bool:
    return all(counts[index] for index in _OUTSIDE) and 2 in counts


@lru_cache(maxsize=1 << 17)
def _suit_parts(counts: tuple[int, ...], base: int) -> tuple[_Part, ...]:
    """All ways to use up one suit's tiles; `base` is the index of its first kind."""
    kinds = 0
    for rank, count in enumerate(counts, base):
        if count:
            kinds |= 1 << rank
    parts = []
    for groups in suit_groups(counts, base):
        runs = triplets = pair = couples = unpaired = 0
        for group in groups:
            bit = 1 << group.first.index
            if group.shape is Shape.RUN:
                runs |= bit
                couples += unpaired & bit != 0
                unpaired ^= bit
            elif group.shape is Shape.TRIPLET:
                triplets |= bit
            else:
                pair = bit
        parts.append((runs, triplets, pair, kinds, couples))
    return tuple(parts)


@lru_cache(maxsize=1 << 14)
def _honour_parts(counts: tuple[int, ...]) -> tuple[_Part, ...]:
    """The only way to use up the honours, none when there is no way."""
    triplets = pairs = 0
    for index, count in enumerate(counts, _FIRST_HONOUR):
        if count == 3:
            triplets |= 1 << index
        elif count == 2:
            pairs |= 1 << index
        elif count:
            return ()
    return ((0, triplets, pairs, triplets | pairs, 0),)


def _run_waits(index: int) -> tuple[tuple[int, Wait], ...]:
    """The runs that a kind can complete, from the lowest on, each by the bit of its lowest kind, and the wait."""
    if index >= _FIRST_HONOUR:
        return ()
    found = []
    for offset in (2, 1, 0):
        rank = index % 9 - offset
        if 0 <= rank <= _LAST_START:
            edge = (rank, offset) in ((0, 2), (_LAST_START, 0))
            wait = Wait.CLOSED if offset == 1 else Wait.EDGE if edge else Wait.TWO_SIDED
            found.append((1 << index - offset, wait))
    return tuple(found)


_PAIRS = 7
_FIRST_HONOUR = 27
_LAST_START = 6
"""The last rank, from 0, at which a run starts."""
_RUN_WAITS = tuple(_run_waits(index) for index in range(34))
_OUTSIDE = tuple(index for index in range(34) if OUTSIDE >> index & 1)

# members by name: to ask the enumeration for them costs more than to compare them
_STANDARD = Form.STANDARD
_PAIR, _TRIPLET = Wait.PAIR, Wait.TRIPLET
_CHI, _PON, _CONCEALED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_CONCEALED
_NO_RIICHI = RiichiState.NONE
