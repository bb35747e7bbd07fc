"""Fouls that no act of the hand shows: from what witnesses see to facts of the rules, and from these to violations.

A foul that is an act (a draw out of turn, a wrong call, a win that does not stand) comes back from the fold with its
event. Others show in how things lie, how long they take or what is put right again; `ClauseWatch` tells those.
`docs/violations.md` has the list.
"""

from __future__ import annotations

from tablebridge.game.referee.clause_watch.claims import Noticed
from tablebridge.game.referee.clause_watch.watch import FACTS, ClauseWatch

__all__ = ["FACTS", "ClauseWatch", "Noticed"]
