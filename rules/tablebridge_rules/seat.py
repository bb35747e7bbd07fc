"""Seats, winds and the relations between them."""

from __future__ import annotations

from enum import Enum

__all__ = ["Relation", "Seat", "Wind"]


class Relation(Enum):
    """Where another seat is, seen from one's own; `LEFT` plays before, `RIGHT` after."""

    RIGHT = 1
    ACROSS = 2
    LEFT = 3


class Seat(Enum):
    """A fixed chair; `A B C D` run counter-clockwise seen from above, which is the order of play."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"

    number: int
    """0 for A .. 3 for D."""

    def __init__(self, letter: str) -> None:
        # an attribute, not a property: every look at the state asks for it
        self.number = "ABCD".index(letter)

    def after(self, steps: int = 1) -> Seat:
        """The seat that plays `steps` turns later; negative steps go back."""
        return _SEATS[(self.number + steps) % 4]

    def relation_to(self, other: Seat) -> Relation:
        """Where `other` is, seen from here. Raises `ValueError` for the same seat.

        >>> Seat.A.relation_to(Seat.D)
        <Relation.LEFT: 3>
        """
        return Relation((other.number - self.number) % 4)

    def wind(self, dealer: Seat) -> Wind:
        """This seat's wind in a hand dealt by `dealer`."""
        return _WINDS[(self.number - dealer.number) % 4]


class Wind(Enum):
    """A role of one hand, and the name of a round."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"

    number: int
    """0 for east .. 3 for north; also the honour's rank minus one."""

    def __init__(self, name: str) -> None:
        self.number = ("east", "south", "west", "north").index(name)

    def seat(self, dealer: Seat) -> Seat:
        """The seat that has this wind in a hand dealt by `dealer`."""
        return dealer.after(self.number)


_SEATS = tuple(Seat)
_WINDS = tuple(Wind)
