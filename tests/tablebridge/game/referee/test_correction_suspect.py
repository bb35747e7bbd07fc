"""What speaks against told events, by the ids that a correction needs."""

from __future__ import annotations

from pathlib import Path

from tablebridge.game.decoder.suspicion import Suspicion
from tablebridge.game.referee.suspect import Suspect, suspects_of
from tablebridge.game.ruling import ReplaceEvent
from tablebridge_rules.event import Dealt, Discarded, Drawn, HandStarted
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.refereed import RefereedTable

A = Seat.A
POINTS = (25000,) * 4
LAID = Discarded(A, Tile.parse("5m"))
FIRST = [HandStarted(0, Wind.EAST, A, 0, 0, POINTS), Dealt(Tile.parse("9m")), Drawn(A), LAID]
SECOND = [HandStarted(1, Wind.EAST, A, 0, 0, POINTS), Dealt(Tile.parse("9m")), Drawn(A), LAID]
SUSPICION = Suspicion(3, LAID, (Tile.parse("0m"), Tile.parse("6m")), "5m was told and is read as 0m now")


def test_a_suspicion_is_against_the_event_of_the_hand_in_play_until_it_is_corrected(tmp_path: Path) -> None:
    table = RefereedTable(read_rulebook("riichi-common"), tmp_path)
    table.tell([*FIRST, *SECOND])
    suspected = table.entries[-1].id
    assert suspects_of([SUSPICION], table.record.game) == (Suspect(suspected, SUSPICION.likely, SUSPICION.reason),)
    table.act(ReplaceEvent(suspected, Discarded(A, Tile.parse("0m"))))
    assert suspects_of([SUSPICION], table.record.game) == ()
    table.journal.close()


def test_what_is_not_told_yet_has_no_id(tmp_path: Path) -> None:
    table = RefereedTable(read_rulebook("riichi-common"), tmp_path)
    assert suspects_of([SUSPICION], table.record.game) == ()
    table.tell(FIRST[:3])
    assert suspects_of([SUSPICION], table.record.game) == ()
    table.journal.close()
