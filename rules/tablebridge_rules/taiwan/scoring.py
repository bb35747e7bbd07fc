"""What a win is worth under a Taiwanese rulebook: the best of its readings, with the patterns and clauses behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge_rules.decompose import Reading, standard_readings
from tablebridge_rules.taiwan.patterns import PATTERNS, Case
from tablebridge_rules.taiwan.patterns.flowers import count_proper, flower_kans
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score, ScoredPattern
from tablebridge_rules.taiwan.win import FlowerWin, Win
from tablebridge_rules.waits import count_kinds

__all__ = ["decompose", "score"]


def decompose(win: Win) -> tuple[Reading, ...]:
    """Every reading of the win's tiles as five sets and a pair; none when they are no complete hand (TW-R25).

    Raises `WinError` when the win has a wrong number of tiles or another problem.
    """
    win.require_possible()
    counts = count_kinds((*win.concealed, win.winning_tile))
    readings = standard_readings(counts, win.melds, win.winning_tile.kind, by_self_draw=win.by_self_draw)
    return tuple(dict.fromkeys(readings))


def score(rulebook: Rulebook, win: Win | FlowerWin) -> Score | None:
    """Scores a win by the reading with most tai; None when the tiles are no complete hand. No tai at all is a win.

    A win by flowers that the rulebook's tai table does not have is none, either.

    Raises `WinError` for a win that cannot be at a table.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.seat import Relation, Wind
    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> hand, tile = parse_tiles("123456m789p12367s22p"), parse_tiles("8s")[0]
    >>> result = score(load("taiwan16-ntuee-2009"), Win(hand, tile, Wind.SOUTH, Wind.EAST, from_relation=Relation.LEFT))
    >>> result.tai, result.items
    (3, {'TW-S01': 1, 'TW-S13': 2})
    """
    found = _flower_scores(rulebook, win) if isinstance(win, FlowerWin) else _scores(rulebook, win)
    best = max(found, key=lambda candidate: candidate.tai, default=None)
    return best and replace(best, explanation=_explain(rulebook, best))


def _scores(rulebook: Rulebook, win: Win) -> Iterator[Score]:
    for reading in decompose(win):
        case = Case(win, reading, rulebook.scoring)
        counts = {pattern.name: int(PATTERNS[pattern.name](case)) for pattern in rulebook.tai}
        patterns = tuple(_patterns(rulebook, counts))
        yield Score(sum(found.tai for found in patterns), patterns, win.by_self_draw, reading)


def _patterns(rulebook: Rulebook, counts: dict[str, int]) -> Iterator[ScoredPattern]:
    """The lines of the tai table that count, without those that another one replaces."""
    replaced = {name for line in rulebook.tai if counts[line.name] for name in _replaces(rulebook, line.name)}
    for line in rulebook.tai:
        tai = line.tai * counts[line.name]
        if tai and line.name not in replaced:
            yield ScoredPattern(line.name, tai, line.clauses)


def _replaces(rulebook: Rulebook, name: str) -> tuple[str, ...]:
    """What a pattern replaces; big dragons and big winds keep the single triplets where the rulebook counts them."""
    listed = rulebook.tai_by_name[name].replaces
    if name == "da_sanyuan" and rulebook.scoring.big_dragons_count_triplets:
        return tuple(replaced for replaced in listed if replaced != "jianpai")
    if name == "da_sixi" and rulebook.scoring.big_winds_count_triplets:
        return tuple(replaced for replaced in listed if replaced != "fengpai")
    return listed


def _flower_scores(rulebook: Rulebook, win: FlowerWin) -> Iterator[Score]:
    """Seven or eight flowers: flat, or with the flowers' own tai where the rulebook adds them (TW-S24, TW-S25)."""
    win.require_possible()
    name = "ba_xian" if win.by_self_draw else "qi_qiang_yi"
    if name not in rulebook.tai_by_name:
        return
    counts = {**dict.fromkeys(PATTERNS, 0), name: 1}
    if rulebook.scoring.flower_wins == "with_flowers":
        counts["zhenghua"] = count_proper(win.flowers, win.seat_wind, rulebook.scoring)
        counts["huagang"] = len(flower_kans(win.flowers))
    patterns = tuple(_patterns(rulebook, counts))
    yield Score(sum(found.tai for found in patterns), patterns, win.by_self_draw)


def _explain(rulebook: Rulebook, found: Score) -> str:
    """The sum behind a score, in English, a line a step, each with its clause."""
    counted = [
        f"{rulebook.tai_by_name[pattern.name].title.text()} {pattern.tai} ({', '.join(pattern.clauses)})"
        for pattern in found.patterns
    ]
    base, tai = rulebook.payment.base, rulebook.payment.tai
    payer, clause = ("each of the three others", "TW-P03") if found.by_self_draw else ("the discarder", "TW-P02")
    return "\n".join(
        (
            f"{' + '.join(counted) or 'no pattern'} = {found.tai} tai",
            f"base {base} + {found.tai} tai = {base + tai * found.tai} from {payer} ({clause}), "
            "dealer and streak tai besides (TW-P06)",
        )
    )
