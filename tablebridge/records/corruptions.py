"""One-step corruptions of a recorded hand: each changes what one act says, as a foul or a careless scorer would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tablebridge.records.game_lines import Row
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import waits

__all__ = [
    "CALLS",
    "Change",
    "Rows",
    "add",
    "call_from_elsewhere",
    "discard_not_held",
    "fifth_copy",
    "insert_after_discard",
    "leave_out",
    "move_points",
    "other_dealer",
    "other_seat",
    "other_wall",
    "ready_seats",
    "riichi_hand_changed",
    "riichi_not_ready",
    "skip_turn",
    "standing",
    "swap_dealt",
    "swap_drawn",
    "twice",
    "wrong_indicator",
    "wrong_meld",
]

Rows = list[dict[str, Any]]
"""A hand's rows, its `hand_start` the first."""

Change = Callable[[Rows, Random], str | None]
"""Changes rows in place and says what it did; None, with nothing changed, where the hand has no place for it."""

_SEATS = tuple(seat.value for seat in Seat)
CALLS = ("chi", "pon", "kan")


def _places(rows: Rows, *types: str) -> list[int]:
    return [place for place, row in enumerate(rows) if row["type"] in types]


def _one(rows: Rows, random: Random, *types: str) -> int | None:
    """The place of one of the rows of those types."""
    found = _places(rows, *types)
    return random.choice(found) if found else None


def _other(random: Random, *not_these: object) -> str:
    return random.choice([seat for seat in _SEATS if seat not in not_these])


def _kind_of(tile: str) -> str:
    return str(Tile(Tile.parse(tile).kind))


def standing(rows: Rows, before: int) -> dict[str, list[str]]:
    """What each seat holds before the row at that place: dealt and drawn tiles less those put out or laid open."""
    hands: dict[str, list[str]] = {seat: [] for seat in _SEATS}
    for row in rows[:before]:
        match row["type"]:
            case "deal":
                hands = {seat: list(tiles) for seat, tiles in row["hands"].items()}
            case "draw":
                hands[row["seat"]].append(row["tile"])
            case "discard":
                hands[row["seat"]].remove(row["tile"])
            case "chi" | "pon" | "kan":
                for tile in [row["tile"]] if row.get("kind") == "kakan" else row["with"]:
                    hands[row["seat"]].remove(tile)
    return hands


def _melds(rows: Rows, before: int, seat: str) -> int:
    """How many melds a seat has laid before the row at that place."""
    return sum(row["type"] in CALLS and row["seat"] == seat and row.get("kind") != "kakan" for row in rows[:before])


# -- tiles --
def swap_dealt(rows: Rows, random: Random) -> str | None:
    hands = rows[1]["hands"]
    one, other = random.sample(_SEATS, 2)
    left, right = (random.randrange(len(hands[seat])) for seat in (one, other))
    first, second = hands[one][left], hands[other][right]
    if _kind_of(first) == _kind_of(second):
        return None
    hands[one][left], hands[other][right] = second, first
    return f"the {first} dealt to {one} and the {second} dealt to {other} exchanged"


def swap_drawn(rows: Rows, random: Random) -> str | None:
    draws = _places(rows, "draw")
    if len(draws) < 2:
        return None
    one, other = (rows[place] for place in random.sample(draws, 2))
    if _kind_of(one["tile"]) == _kind_of(other["tile"]):
        return None
    one["tile"], other["tile"] = other["tile"], one["tile"]
    return f"the {other['tile']} drawn by {one['seat']} and the {one['tile']} drawn by {other['seat']} exchanged"


def fifth_copy(rows: Rows, random: Random) -> str | None:
    """A tile drawn later becomes one of a kind of which all four are out already."""
    place = _one(rows, random, "draw")
    if place is None:
        return None
    seen = [tile for hand in rows[1]["hands"].values() for tile in hand] + [rows[1]["indicator"]]
    seen += [row["tile"] for row in rows[:place] if row["type"] in ("draw", "indicator")]
    whole = sorted(kind for kind, count in Counter(map(_kind_of, seen)).items() if count == 4)
    if not whole:
        return None
    old, rows[place]["tile"] = rows[place]["tile"], random.choice(whole)
    return f"{rows[place]['seat']} draws {rows[place]['tile']}, a fifth one, for {old}"


def discard_not_held(rows: Rows, random: Random) -> str | None:
    place = _one(rows, random, "discard")
    if place is None:
        return None
    row = rows[place]
    held = {_kind_of(tile) for tile in standing(rows, place)[row["seat"]]}
    old, row["tile"] = row["tile"], random.choice(sorted({str(Tile(kind)) for kind in STANDARD_KINDS} - held))
    return f"{row['seat']} discards {row['tile']}, which it does not hold, for {old}"


def wrong_indicator(rows: Rows, random: Random) -> str | None:
    place = _one(rows, random, "deal", "indicator")
    if place is None:
        return None
    row, key = rows[place], "indicator" if rows[place]["type"] == "deal" else "tile"
    others = [str(Tile(kind)) for kind in STANDARD_KINDS if str(Tile(kind)) != _kind_of(row[key])]
    old, row[key] = row[key], random.choice(others)
    return f"the indicator is {row[key]} for {old}"


# -- turns --
def skip_turn(rows: Rows, random: Random) -> str | None:
    turns = [
        place
        for place in _places(rows, "draw")
        if rows[place + 1]["type"] == "discard" and rows[place + 2]["type"] in ("draw", *CALLS)
    ]
    if not turns:
        return None
    place = random.choice(turns)
    seat = rows[place]["seat"]
    del rows[place : place + 2]
    return f"a turn of {seat} is left out"


def leave_out(*types: str) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        place = _one(rows, random, *types)
        if place is None:
            return None
        row = rows.pop(place)
        return f"the {row['type']} of {row.get('seat', 'nobody')} is left out"

    return change


def twice(kind: str) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        place = _one(rows, random, kind)
        if place is None:
            return None
        rows.insert(place + 1, dict(rows[place]))
        return f"the {kind} of {rows[place]['seat']} happens twice"

    return change


def other_seat(*types: str) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        place = _one(rows, random, *types)
        if place is None:
            return None
        row = rows[place]
        old, row["seat"] = row["seat"], _other(random, row["seat"], row.get("from"))
        return f"the {row['type']} is by {row['seat']}, not by {old}"

    return change


def call_from_elsewhere(rows: Rows, random: Random) -> str | None:
    places = [place for place in _places(rows, *CALLS) if rows[place].get("from") in _SEATS]
    if not places:
        return None
    row = rows[random.choice(places)]
    old, row["from"] = row["from"], _other(random, row["from"], row["seat"])
    return f"the {row['type']} of {row['seat']} takes from {row['from']}, not from {old}"


def wrong_meld(rows: Rows, random: Random) -> str | None:
    """One of the own tiles of a call is another that the caller holds and that makes no meld with the rest."""
    place = _one(rows, random, "pon")
    if place is None:
        return None
    row = rows[place]
    others = [tile for tile in standing(rows, place)[row["seat"]] if _kind_of(tile) != _kind_of(row["tile"])]
    if not others:
        return None
    row["with"] = [row["with"][0], random.choice(others)]
    return f"{row['seat']} lays {' '.join(row['with'])} with a called {row['tile']} as a pon"


def other_wall(rows: Rows, random: Random) -> str | None:
    place = _one(rows, random, "draw")
    if place is None:
        return None
    row = rows[place]
    if row.pop("from", None) is None:
        row["from"] = "dead_wall"
    return f"{row['seat']} draws from the {row.get('from', 'live_wall')}"


def insert_after_discard(row: Row) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        places = [place for place in _places(rows, "discard") if rows[place + 1]["type"] == "draw"]
        if not places:
            return None
        rows.insert(random.choice(places) + 1, dict(row))
        return f"a {row['type']} ({row.get('reason', row.get('tile', 'nobody ready'))}) in the middle of the hand"

    return change


# -- riichi --
def riichi_not_ready(rows: Rows, random: Random) -> str | None:
    """A riichi with a discard after which the hand is not ready; the stick is put down as usual."""
    places = [place for place in _places(rows, "discard") if rows[place - 1]["type"] == "draw"]
    random.shuffle(places)
    for place in places:
        seat = rows[place]["seat"]
        declared = any(row["type"] == "riichi" and row["seat"] == seat for row in rows)
        rest = list(map(Tile.parse, standing(rows, place + 1)[seat]))
        if not declared and rows[place + 1]["type"] == "draw" and not waits(rest, _melds(rows, place, seat)):
            rows.insert(place, {"type": "riichi", "seat": seat})
            return f"{seat} declares riichi and is not ready"
    return None


def riichi_hand_changed(rows: Rows, random: Random) -> str | None:
    """A seat in riichi discards another tile that it holds."""
    accepted = {rows[place]["seat"]: place for place in _places(rows, "riichi_accepted")}
    later = [place for place in _places(rows, "discard") if place > accepted.get(rows[place]["seat"], len(rows))]
    if not later:
        return None
    place = random.choice(later)
    row = rows[place]
    others = [tile for tile in standing(rows, place)[row["seat"]] if tile != row["tile"]]
    row.update(tile=random.choice(others), drawn=False)
    return f"{row['seat']} is in riichi and discards {row['tile']} from the hand"


# -- wins, draws and payments --
def move_points(key: str, *types: str) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        place = _one(rows, random, *types)
        if place is None:
            return None
        payer, taker = random.sample(range(4), 2)
        amount = 100 * random.randint(1, 20)
        numbers = list(rows[place][key])
        numbers[payer] -= amount
        numbers[taker] += amount
        rows[place][key] = numbers
        return f"the {key} of the {rows[place]['type']} gives {amount} of {_SEATS[payer]} to {_SEATS[taker]}"

    return change


def add(key: str, *types: str) -> Change:
    def change(rows: Rows, random: Random) -> str | None:
        places = [place for place in _places(rows, *types) if isinstance(rows[place].get(key), int)]
        if not places:
            return None
        row = rows[random.choice(places)]
        row[key] += 1
        return f"the {key} of the {row['type']} is {row[key]}, one more"

    return change


def ready_seats(rows: Rows, random: Random) -> str | None:
    place = _one(rows, random, "exhaustive_draw")
    if place is None:
        return None
    seat = random.choice(_SEATS)
    ready = set(rows[place]["ready"]) ^ {seat}
    rows[place]["ready"] = sorted(ready)
    return f"{seat} is {'ready' if seat in ready else 'not ready'} at the draw"


def other_dealer(rows: Rows, random: Random) -> str | None:
    old, rows[0]["dealer"] = rows[0]["dealer"], _other(random, rows[0]["dealer"])
    return f"the dealer is {rows[0]['dealer']}, not {old}"
