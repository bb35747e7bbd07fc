"""What a win is worth under a Sichuan rulebook: the best of its readings, with the patterns and sums behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge_rules.sichuan.patterns import PATTERNS, Case
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score, ScoredPattern
from tablebridge_rules.sichuan.shape import Reading, readings
from tablebridge_rules.sichuan.win import Win

__all__ = ["capped_value", "score"]


def score(rulebook: Rulebook, win: Win) -> Score | None:
    """Scores a win by its best reading; None when the tiles are no hand: no shape, three suits, or the void suit.

    Raises `WinError` for a win that cannot be at a table.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.sichuan.rulebook import load
    >>> result = score(load("sichuan-bloody"), Win(parse_tiles("1111m335577889p"), parse_tiles("9p")[0]))
    >>> result.by_clause, result.fan, result.each
    ({'SC-S09': 3}, 3, 9)
    """
    found = (_score(rulebook, win, reading) for reading in readings(win, seven_pairs=rulebook.play.seven_pairs))
    best = max(found, key=lambda candidate: candidate.fan, default=None)
    return best and replace(best, explanation="\n".join(_lines(rulebook, best)))


def capped_value(rulebook: Rulebook, fan: int) -> int:
    """What a hand of so many fan is worth in points: the base doubled for each, up to the cap (SC-P06, SC-P08).

    >>> from tablebridge_rules.sichuan.rulebook import load
    >>> [capped_value(load("sichuan-bloody"), fan) for fan in (0, 2, 4, 5)]
    [1, 4, 16, 16]
    """
    return rulebook.payment.base << min(fan, rulebook.scoring.cap_fan)


def _score(rulebook: Rulebook, win: Win, reading: Reading) -> Score:
    patterns = tuple(_counted(rulebook, Case(win, reading, rulebook.scoring)))
    fan = sum(pattern.value for pattern in patterns)
    return Score(
        fan=fan,
        named_fan=fan + (rulebook.scoring.fan_base == "one"),
        multiplier=1 << fan,
        patterns=patterns,
        by_self_draw=win.by_self_draw,
        each=capped_value(rulebook, fan) + (_added_base(rulebook, fan) if win.by_self_draw else 0),
        reading=reading,
    )


def _counted(rulebook: Rulebook, case: Case) -> Iterator[ScoredPattern]:
    """The patterns that count, without those that another one replaces and the roots that others include."""
    times = [(pattern, int(PATTERNS[pattern.name](case))) for pattern in rulebook.played_patterns]
    found = [line for line in times if line[1]]
    replaced = {name for pattern, _ in found for name in pattern.replaces}
    lines = [line for line in found if line[0].name not in replaced]
    included = max((pattern.roots for pattern, _ in lines), default=0)
    for pattern, count in lines:
        counts = count - included if pattern.name == "gen" else count
        if counts > 0:
            yield ScoredPattern(pattern.name, pattern.fan * counts, (pattern.clause,))


def _added_base(rulebook: Rulebook, fan: int) -> int:
    """What a self-draw adds to each payment where it does not add a fan (SC-S24)."""
    if rulebook.scoring.zimo_bonus == "add_fan":
        return 0
    return capped_value(rulebook, fan) if rulebook.scoring.zimo_base_multiplied else rulebook.payment.base


def _lines(rulebook: Rulebook, best: Score) -> Iterator[str]:
    cited = rulebook.citations
    counted = (
        f"{rulebook.patterns_by_name[pattern.name].title.text()} {pattern.value} ({', '.join(pattern.clauses)})"
        for pattern in best.patterns
    )
    yield f"{' + '.join(counted)} = {best.fan} fan"
    cap, base = rulebook.scoring.cap_fan, rulebook.payment.base
    value = capped_value(rulebook, best.fan)
    product = f"base {base} x 2^{min(best.fan, cap)} = {value}"
    yield f"{product}, capped at {cap} fan ({cited.cap})" if best.fan > cap else product
    if not best.by_self_draw:
        yield f"{best.each} from the discarder ({cited.discard_win})"
        return
    if best.each > value:
        yield f"self-draw: {value} + {best.each - value} = {best.each} ({cited.self_draw_base})"
    yield f"{best.each} from each seat still in the hand ({cited.self_draw})"
