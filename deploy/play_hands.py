"""Plays hands of legal acts to their end, from any seed and of any rulebook, and checks after every act what must hold.

    python deploy/play_hands.py --rulebook sichuan-bloody --seeds 0-9999

After each act: wall, hands, rivers, melds, flowers and indicators are the book's set of tiles; the wall's count is
right; one seat has the turn; no legal act is judged a violation; who sees only the table is offered nothing more;
points and deposits sum to what they were. At the end: the events, through JSON and folded again, make the same state;
the state itself survives the way through JSON; who sees only the table counts the same. With `--games` each seed is a
whole game until the book ends it.

Prints a line a rulebook; exits 1 with the seed and the events at the first thing that does not hold.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from hand_invariants import Broken
from hand_player import POLICIES, HandPlayer
from whole_numbers import MOST, whole_number

from tablebridge_rules.errors import RulebookError, RulesError
from tablebridge_rules.event import HandStarted
from tablebridge_rules.play import AnyRulebook, next_hand, read_rulebook, tradition
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.state_json import event_to_json

MOST_HANDS = 400
"""No game has so many hands: one that reaches them does not end."""

COLUMNS = (
    "hands",
    "acts",
    "self-draw",
    "on a discard",
    "robbed",
    "by flowers",
    "several winners",
    "drawn out",
    "aborted",
    "kans",
    "calls",
    "flowers",
    "longest",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the hands asked for; 1 when something did not hold, 2 for bad use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", metavar="NAME", help="name or file (default: every shipped one)")
    parser.add_argument("--seeds", metavar="A-B", default="0-99", help="first and last seed (default %(default)s)")
    parser.add_argument("--policy", choices=POLICIES, default="useful", help="how seats choose (default %(default)s)")
    parser.add_argument("--games", action="store_true", help="a whole game for each seed instead of one hand")
    parser.add_argument(
        "--whole-every",
        type=int,
        default=1,
        metavar="N",
        help="every N-th seed only is also looked at from outside, folded again and sent through JSON",
    )
    args = parser.parse_args(arguments)
    if args.whole_every < 1:
        parser.error(f"--whole-every {args.whole_every}: 1 or more")
    try:
        books = [read_rulebook(args.rulebook)] if args.rulebook else [read_rulebook(name) for name in shipped()]
        seeds = _seeds(args.seeds)
    except (RulebookError, ValueError) as error:
        parser.error(str(error))
    for book in books:
        try:
            print(summary(book, seeds, args.policy, games=args.games, whole_every=args.whole_every), flush=True)
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


def _seeds(text: str) -> range:
    first_text, dash, last_text = text.partition("-")
    first = whole_number(first_text)
    last = whole_number(last_text) if dash else first
    if first is None or last is None:
        raise ValueError(f"--seeds {text[:40]}: give the first and the last seed, as in 0-9999, {MOST} at most")
    seeds = range(first, last + 1)
    if not seeds:
        raise ValueError(f"--seeds {text}: the last seed comes before the first")
    return seeds


class Failure(Exception):
    """What did not hold, with the seed and the events until there, one line of JSON each."""

    def __init__(self, book: AnyRulebook, seed: int, hand: HandPlayer, error: Exception) -> None:
        events = "\n".join(json.dumps(event_to_json(event)) for event in hand.events)
        super().__init__(f"{events}\n{book.name}, seed {seed}, hand {hand.started.hand}: {error}")


def summary(book: AnyRulebook, seeds: range, policy: str, *, games: bool, whole_every: int = 1) -> str:
    """Plays every seed and says in a line what happened. Raises `Failure`."""
    found: Counter[str] = Counter()
    began = time.process_time()
    for seed in seeds:
        one = HandPlayer(book, seed, policy, whole=seed % whole_every == 0)
        for hand in _game(book, seed, policy) if games else [_hand(book, seed, one)]:
            found += hand.endings
            found["hands"] += 1
            found["acts"] += len(hand.events)
            found["longest"] = max(found["longest"], len(hand.events))
    seconds = time.process_time() - began
    counted = ", ".join(f"{name} {found[name]}" for name in COLUMNS if found[name])
    played = f"{len(seeds)} games, " if games else ""
    return f"{book.name} ({policy}): {played}{counted}; {1000 * seconds / found['hands']:.1f} ms a hand"


def _hand(book: AnyRulebook, seed: int, hand: HandPlayer) -> HandPlayer:
    try:
        hand.run()
    except (Broken, RulesError, AssertionError, LookupError, ValueError, TypeError) as error:
        raise Failure(book, seed, hand, error) from error
    return hand


def _game(book: AnyRulebook, seed: int, policy: str) -> list[HandPlayer]:
    """All hands of one game; seats are drawn by chance where the book draws them anew."""
    chance = Random(seed)
    first_dealer = chance.choice(list(Seat))
    started: HandStarted | None = None
    hands: list[HandPlayer] = []
    while len(hands) < MOST_HANDS:
        player = HandPlayer(book, chance.getrandbits(32), policy, started or _first(book, first_dealer))
        hands.append(_hand(book, seed, player))
        following = next_hand(player.state, book, first_dealer)
        if following is None:
            return hands
        if not isinstance(following, HandStarted):
            first_dealer = chance.choice(list(Seat))
            cycle = getattr(following, "cycle", 0)
            wind = getattr(following, "round_wind", tuple(Wind)[cycle % len(Wind)])
            a, b, c, d = chance.sample(player.state.points, 4)
            following = HandStarted(player.started.hand + 1, wind, first_dealer, 0, 0, (a, b, c, d))
        started = following
    raise Failure(book, seed, hands[-1], Broken(f"the game goes on after {MOST_HANDS} hands"))


def _first(book: AnyRulebook, dealer: Seat) -> HandStarted:
    return HandStarted(0, Wind.EAST, dealer, 0, 0, tradition(book).opening_points(book))


if __name__ == "__main__":
    sys.exit(main())
