"""Which fouls the virtual table can have committed: every clause that a camera or the table itself can witness.

What only a referee can tell (what was said, what was looked at) is not among them: no script shows it to a camera.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.play import AnyRulebook

__all__ = ["DEMO_FOULS", "FOULS", "FoulScript", "fouls_of"]


@dataclass(frozen=True, slots=True)
class FoulScript:
    """How `clause` comes to be broken: one of the `generators` of `foul_candidates`.

    `after` are generators whose acts lead up to it, in order. `timid`: the players let wins pass. `early`: it is done
    in the first acts of a hand, `late`: with the last tiles of the wall. `seen_by` is the witness: `camera`, or `table`
    for what its reports tell, too. `cites` is the clause that the rules name for it where that is another one, and
    `because` a part of their only reason. `shows`: only where one who sees the table alone can tell in the end, for the
    same act may also be one that nobody sees.
    """

    clause: str
    generators: tuple[str, ...]
    after: tuple[str, ...] = ()
    timid: bool = False
    early: bool = False
    late: bool = False
    shows: bool = False
    seen_by: str = "camera"
    cites: str = ""
    because: str = ""

    @property
    def cited(self) -> str:
        """The clause that the rules name when it is broken."""
        return self.cites or self.clause


_SCRIPTS = (
    # league riichi
    FoulScript("RL-T01", ("draw_out_of_turn", "draw_twice", "discard_out_of_turn")),
    FoulScript("RL-C05", ("wrong_call",)),
    FoulScript("RL-C08", ("misplaced_meld",)),
    FoulScript("RL-D05", ("draw_out_of_turn", "early_replacement")),
    FoulScript("RL-F01", ("wrong_call",)),
    FoulScript("RL-F05", ("exposed_tiles",)),
    FoulScript("RL-F06", ("draw_out_of_turn",)),
    FoulScript("RL-F07", ("counted_row",), after=("draw_twice",)),
    FoulScript("RL-F09", ("wrong_win",)),
    FoulScript("RL-W07", ("wrong_win",), timid=True, cites="RL-F09", because="is furiten"),
    FoulScript("RL-F03", ("wrong_meld_left",), after=("wrong_call",)),
    FoulScript("RL-C02", ("wrong_discard",)),
    FoulScript("RL-R05", (), after=("wrong_riichi",), timid=True),
    # mahjong net
    FoulScript("RM-F01", ("draw_out_of_turn", "discard_out_of_turn")),
    FoulScript("RM-C01", ("wrong_call", "misplaced_meld")),
    FoulScript("RM-C04", ("exposed_tiles",)),
    FoulScript("RM-F02", ("wrong_win",)),
    FoulScript("RM-W05", ("wrong_win",), timid=True, cites="RM-F02", because="is furiten"),
    FoulScript("RM-O01", ("draw_out_of_turn", "draw_twice")),
    FoulScript("RM-R04", ("wrong_call",), shows=True),
    FoulScript("RM-T01", ("touched_discard",)),
    # common riichi
    FoulScript("RC-F01", ("wrong_win",)),
    FoulScript("RC-R01", ("wrong_call",), shows=True),
    FoulScript("RC-T01", ("draw_out_of_turn", "draw_twice", "discard_out_of_turn")),
    FoulScript("RC-T03", ("wrong_call",)),
    # Sichuan
    FoulScript("SC-F01", (), timid=True, shows=True),
    FoulScript("SC-F02", ("exposed_tiles",)),
    FoulScript("SC-F03", ("inspected_kan",), after=("false_kan",)),
    FoulScript("SC-R01", ("wrong_discard",), late=True, shows=True),
    FoulScript("SC-R02", ("wrong_call",)),
    FoulScript("SC-R10", ("wrong_break",), seen_by="table"),
    FoulScript("SC-R13", ("draw_out_of_turn", "draw_twice", "discard_out_of_turn")),
    FoulScript("SC-R14", ("draw_out_of_turn",)),
    FoulScript("SC-R17", ("wrong_call",)),
    FoulScript("SC-R20", ("wrong_end",)),
    FoulScript("SC-R22", ("wrong_win",)),
    # Taiwan
    FoulScript("TW-F01", ("wrong_flowers",), early=True),
    FoulScript("TW-F02", ("draw_twice", "counted_row")),
    FoulScript("TW-F03", ("wrong_flowers",), early=True),
    FoulScript("TW-F04", ("wrong_break",), seen_by="table"),
    FoulScript("TW-F05", ("wrong_call",)),
    FoulScript("TW-F06", ("wrong_end",)),
    FoulScript("TW-F07", ("wrong_call",)),
    FoulScript("TW-F08", ("wrong_win",)),
    FoulScript("TW-F10", ("wrong_call",), after=("exposed_partial_set",)),
    FoulScript("TW-F11", ("wrong_call",), after=("exposed_partial_set",)),
    FoulScript("TW-F13", ("wrong_discard",)),
    FoulScript("TW-F14", ("wrong_discard",)),
    FoulScript("TW-F15", ("wrong_discard",)),
    FoulScript("TW-F19", ("draw_out_of_turn",)),
    FoulScript("TW-F20", ("discard_out_of_turn",)),
    FoulScript("TW-F22", ("wrong_win",)),
    FoulScript("TW-F23", ("wrong_win",), timid=True),
    FoulScript("TW-F24", ("wrong_call", "discard_out_of_turn"), after=("draw_out_of_turn",)),
    FoulScript("TW-F25", ("wrong_win",), after=("exposed_partial_set",)),
    FoulScript("TW-F26", ("inspected_kan",), after=("false_kan",)),
    FoulScript("TW-F27", ("river_tile",)),
    FoulScript("TW-R16", ("misplaced_meld",)),
    FoulScript("TW-R44", ("wrong_call",), timid=True),
    FoulScript("TW-R45", ("touched_discard",)),
    FoulScript("TW-S36", ("wrong_riichi",)),
    # Zung Jung
    FoulScript("ZJ-F01", ("discard_out_of_turn",)),
    FoulScript("ZJ-F03", ("early_replacement",)),
    FoulScript("ZJ-R02", ("late_call",), after=("joined_draw",)),
    FoulScript("ZJ-R03", ("river_tile",)),
    FoulScript("ZJ-R13", ("exposed_tiles",)),
    FoulScript("ZJ-R14", ("wrong_win",)),
    FoulScript("ZJ-R16", ("misplaced_meld",)),
    FoulScript("ZJ-R18", ("wrong_call",)),
    FoulScript("ZJ-R19", ("misplaced_meld",)),
    FoulScript("ZJ-R28", ("regrouped_meld",)),
    FoulScript("ZJ-X07", ("wrong_break",), seen_by="table"),
    FoulScript("ZJ-X08", ("draw_out_of_turn", "draw_twice", "discard_out_of_turn")),
)

FOULS: dict[str, FoulScript] = {script.clause: script for script in _SCRIPTS}
"""The scripts by clause id."""

DEMO_FOULS = (
    *("RL-F06", "RL-F01", "RL-F09", "RM-F01", "RM-C01", "RM-F02", "RC-T01", "RC-T03", "RC-F01"),
    *("SC-R14", "SC-R17", "SC-R22", "TW-F13", "TW-F20", "TW-F08", "ZJ-X08", "ZJ-R18", "ZJ-R14"),
)
"""Clauses for a demonstration, three of each rulebook: a turn, a call or a discard, and a win that does not stand."""


def fouls_of(book: AnyRulebook) -> tuple[FoulScript, ...]:
    """The fouls that can be scripted under that rulebook, in the order of this file."""
    return tuple(script for script in _SCRIPTS if script.clause in book.clauses_by_id)
