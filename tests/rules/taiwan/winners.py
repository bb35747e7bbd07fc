"""Hands whose players win: dealt near to hands of a theme and steered by distance, so that every pattern comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

from tablebridge_rules.event import (
    Called,
    Discarded,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandStarted,
    ReadyDeclared,
    TilesDealt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import begin, resolve, tradition
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook, load
from tablebridge_rules.taiwan.waits import shanten
from tablebridge_rules.taiwan.wall import TILE_SET
from tablebridge_rules.taiwan.win import HAND_TILES, SETS
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.waits import count_kinds
from tests.rules.play.hands import PlayedHand

BOOK = load("taiwan16-ntuee-2009")

SET_CHOICE = Callable[[Random], tuple[TileKind, ...]]
"""Chooses the three kinds of a set."""

WINS = (Won, WonByFlowers)


def _run(suits: str) -> SET_CHOICE:
    def choose(rng: Random) -> tuple[TileKind, ...]:
        suit, rank = rng.choice(suits), rng.randint(1, 7)
        return tuple(Tile.parse(f"{rank + step}{suit}").kind for step in range(3))

    return choose


def _triplet(names: Sequence[str]) -> SET_CHOICE:
    return lambda rng: (Tile.parse(rng.choice(names)).kind,) * 3


_ALL = [str(kind) for kind in STANDARD_KINDS]
_SUIT = {suit: [name for name in _ALL if name.endswith(suit)] for suit in "mpsz"}

THEMES: tuple[tuple[SET_CHOICE, ...], ...] = (
    (_run("mps"),),
    (_run("mps"), _triplet(_ALL)),
    (_triplet(_ALL),),
    (_run("m"), _triplet(_SUIT["m"])),
    (_run("s"), _triplet(_SUIT["z"])),
    (_triplet(_SUIT["z"]),),
    (_triplet(["5z", "6z", "7z"]), _run("mps")),
    (_triplet(["1z", "2z", "3z", "4z"]), _run("p")),
)
"""What the sets of a hand are drawn from: runs, anything, triplets, a flush, a half flush, honours, dragons, winds."""


class WinningHand(PlayedHand):
    """A hand from a seed whose players go for a win."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book, self.rules, self.rng, self.skill = book, tradition(book), Random(seed), 1.0
        streak = self.rng.choice((0, 0, 1, 3))
        dealer, wind = self.rng.choice(list(Seat)), self.rng.choice(list(Wind))
        self.started = HandStarted(0, wind, dealer, streak, 0, self.rules.opening_points(book))
        self.money = sum(self.started.points)
        self.state = begin(self.started, book)
        self.events: list[HandEvent] = [self.started]
        self.eager, self.calling = self.rng.choice((1.0, 1.0, 0.3, 0.0)), self.rng.choice((0.3, 0.6, 1.0))
        hands = self.stacked()
        if streak:
            self.play_any(self.options())
        self.apply(TilesDealt(hands))

    def options(self) -> tuple[HandEvent, ...]:
        return self.rules.legal_events(self.state, self.book)

    def play_any(self, options: Sequence[HandEvent]) -> None:
        """The streak is announced, or not."""
        for event in options:
            if self.rng.random() < 0.5:
                self.apply(event)

    def stacked(self) -> tuple[tuple[Tile, ...], ...]:
        """Hands that are a few tiles from complete, and the wall in which these tiles come early."""
        pool = Counter(TILE_SET)
        wanted: list[Tile] = []
        waited = self.rng.choice([Tile(kind) for kind in STANDARD_KINDS if kind.is_suited])
        together = self.rng.choice((0, 0, 0, 2, 3))
        rows = [self.waiting(pool, waited, wanted) for _ in range(together)]
        rows += [self.theme(pool, wanted, self.rng.randint(1, 4)) for _ in range(4 - together)]
        if pool[waited] > 1 and together:  # the last seat has a pair, and may make a kan that can be robbed
            pool[waited] -= 2
            rows[-1][:0] = [waited] * 2
        self.rng.shuffle(rows)
        if self.rng.random() < 0.4:
            rows[0][:0] = self.flowers(pool)
        rest = list(pool.elements())
        self.rng.shuffle(rest)
        hands = []
        for row in rows:
            hands.append(tuple(row[:HAND_TILES] + [rest.pop() for _ in range(HAND_TILES - len(row))]))
            rest += row[HAND_TILES:]
        for tile in wanted:
            if tile in rest:
                rest.remove(tile)
                rest.insert(self.rng.randint(max(len(rest) - 30, 0), len(rest)), tile)
        self.wall = rest
        return tuple(hands)

    def waiting(self, pool: Counter[Tile], waited: Tile, wanted: list[Tile]) -> list[Tile]:
        """A hand that waits for a tile for which others wait, too: two tiles of a run with it, and four sets."""
        rank, suit = waited.kind.rank, str(waited)[-1]
        near = [(rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)]
        pairs = [[Tile.parse(f"{one}{suit}") for one in pair] for pair in near if pair[0] >= 1 and pair[1] <= 9]
        part = next((pair for pair in pairs if all(pool[tile] for tile in pair)), [])
        pool.subtract(part)
        row = part + self.theme(pool, wanted, 0)[: HAND_TILES + 1]
        given, row = row[HAND_TILES:], row[:HAND_TILES]
        pool.update(given)
        wanted.append(waited)
        return row

    def theme(self, pool: Counter[Tile], wanted: list[Tile], missing: int) -> list[Tile]:
        """Most of a complete hand of one theme, as far as the pool has its tiles: `missing` of them are wanted."""
        choices, row = self.rng.choice(THEMES), list[Tile]()
        for _ in range(60):
            size = 3 if len(row) < 3 * SETS else 2
            kinds = self.rng.choice(choices)(self.rng)[-size:]
            tiles = [Tile(kinds[-1])] * 2 if size == 2 else [Tile(kind) for kind in kinds]
            if all(pool[tile] >= tiles.count(tile) for tile in tiles):
                pool.subtract(tiles)
                row += tiles
            if len(row) == 3 * SETS + 2:
                break
        if not missing:  # the pair and four sets
            pool.update(row[:3])
            return row[3:]
        self.rng.shuffle(row)
        pool.update(row[:missing])
        wanted += row[:missing]
        return row[missing:]

    def flowers(self, pool: Counter[Tile]) -> list[Tile]:
        """Six or more flowers, of a seat that may go for a win by flowers."""
        tiles = [tile for tile in pool if tile.kind.is_flower and pool[tile]]
        self.rng.shuffle(tiles)
        taken = tiles[: self.rng.randint(5, 8)]
        pool.subtract(taken)
        return taken

    def choose(self, options: tuple[HandEvent, ...]) -> tuple[HandEvent, ...]:
        # those that are not eager at all win only among the last tiles
        eager = self.eager or float(self.state.wall_left <= 20)
        wins = [event for event in options if isinstance(event, WINS) and self.rng.random() < eager]
        if wins:
            own = [event for event in wins if event.seat is self.state.turn and self.state.at(event.seat).holds_draw]
            return (own[0],) if own else resolve(wins, self.book)
        calls = [event for event in options if isinstance(event, Called) and self.wishes(event)]
        if calls:
            return resolve(calls, self.book)
        shown = [event for event in options if isinstance(event, FlowersShown | ReadyDeclared)]
        if self.calling == 1:
            shown = [event for event in shown if isinstance(event, FlowersShown)]
        if shown and self.rng.random() < 0.85:
            return (self.rng.choice(shown),)
        discards = [event for event in options if isinstance(event, Discarded)]
        if discards:
            return (min(discards, key=lambda event: (self.distance(event), self.rng.random())),)
        rest = [event for event in options if not isinstance(event, (*WINS, Called, FlowersShown))]
        passing = [event for event in rest if isinstance(event, FlowersPassed)]
        # under MIGI a flower that was drawn leaves no other choice
        return (self.rng.choice(passing or rest or list(options)),)

    def wishes(self, event: Called) -> bool:
        """Whether a player makes a call: for a kan mostly, for chi and pon when it comes nearer to a win."""
        part, meld = self.state.at(event.seat), event.meld
        if meld.kind.is_kan:
            return self.rng.random() < 0.7
        left = list(part.concealed or ())
        before = _distance(_counts(left), len(part.melds))
        for tile in meld.own:
            left.remove(tile)
        gained = before - _distance(_counts(left), len(part.melds) + 1)
        # those that call everything open the whole hand
        wished = gained > 0 or (self.calling == 1 and gained == 0)
        return self.rng.random() < (self.calling if wished else 0.2 * (meld.kind is MeldKind.PON))


def _counts(tiles: Sequence[Tile]) -> tuple[int, ...]:
    return tuple(count_kinds(tile for tile in tiles if not tile.kind.is_flower))


@lru_cache(maxsize=1 << 14)
def _distance(counts: tuple[int, ...], melds: int) -> int:
    return shanten(counts, melds)
