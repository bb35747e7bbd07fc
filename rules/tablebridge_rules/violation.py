"""Violations: what a clause says was done wrong. They are values that come back beside the new state."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat

__all__ = ["Violation", "one_violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """An act that breaks a clause.

    `clause` is the clause's id (`RL-T01`), `name` the kind of violation in the words of the catalogue (`turn_order`),
    `seat` who did it (None when it cannot be laid to one seat), `text` one sentence for the referee. `penalty` is what
    the rulebook lays down for it, in the words of its option; empty where the text or the ruling says it.
    """

    clause: str
    name: str
    seat: Seat | None
    text: str
    penalty: str = ""


def one_violation(clause: str, name: str, seat: Seat | None, text: str, penalty: str = "") -> tuple[Violation, ...]:
    """A single violation, as the judging functions return them."""
    return (Violation(clause, name, seat, text, penalty),)
