"""Calls as they are carried out: silence, order of acts, how sets lie, what may no longer be touched.

Clause ZJ-R03, ZJ-R16, ZJ-R19, ZJ-R24 to ZJ-R28, ZJ-F01, ZJ-F02, ZJ-F03, ZJ-X03.

Where only a voice decides, `called` says what was heard: True or False by button or referee, None not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.layout import added_places, sideways_places
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = [
    "LaidMeld",
    "judge_added_place",
    "judge_early_replacement",
    "judge_hidden_tile",
    "judge_laid_meld",
    "judge_own_kan",
    "judge_regrouped",
    "judge_silent_discard",
    "judge_silent_kan",
]

_KAN_TILES = 4


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A called set as it was laid: its tiles from the owner's left, the place of the sideways one, and who discarded.

    `sideways` None: no tile lies sideways. `called` and `relation` come from the river, not from the rotation.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    sideways: int | None
    called: Tile
    relation: Relation


def judge_silent_discard(rulebook: Rulebook, seat: Seat, *, called: bool | None = None) -> tuple[Violation, ...]:
    """A discard was made before the set of a claim was exposed: without a call a minor dead hand (ZJ-F01, ZJ-R21)."""
    text = f"{seat.value} discarded before the set was exposed"
    if called is None and rulebook.play.oral_calls == "console":
        open_text = f"{text}; the referee says whether it was announced"
        return foul(rulebook, "ZJ-F01", "discard_before_exposure", seat, open_text, Penalty.WARNING)
    if called is not False:
        return ()
    return foul(rulebook, "ZJ-F01", "silent_call", seat, f"{text} and had announced nothing")


def judge_hidden_tile(rulebook: Rulebook, seat: Seat, tile: Tile, *, exposed: bool) -> tuple[Violation, ...]:
    """A claimed tile must lie in an exposed set, never in the standing hand (ZJ-R03)."""
    if exposed:
        return ()
    return foul(rulebook, "ZJ-R03", "claimed_tile_hidden", seat, f"{seat.value} put the claimed {tile} into the hand")


def judge_silent_kan(
    rulebook: Rulebook, seat: Seat, tile: Tile, *, called: bool | None = None
) -> tuple[Violation, ...]:
    """A tile was shown beside an exposed triplet: without a call it may be ruled a discard (ZJ-F02)."""
    text = f"{seat.value} added {tile} to a triplet"
    if called is None and rulebook.play.oral_calls == "console":
        open_text = f"{text}; the referee says whether a kan was announced"
        return foul(rulebook, "ZJ-F02", "kan_unheard", seat, open_text, Penalty.WARNING)
    if called is not False:
        return ()
    return foul(rulebook, "ZJ-F02", "silent_kan", seat, f"{text} and had announced nothing")


def judge_early_replacement(rulebook: Rulebook, seat: Seat, exposed_tiles: int) -> tuple[Violation, ...]:
    """A replacement was drawn when only so many tiles of the kan had been shown (ZJ-F03)."""
    if exposed_tiles >= _KAN_TILES:
        return ()
    text = f"{seat.value} drew from the tail with {exposed_tiles} tiles of the kan exposed; the referee rules"
    return foul(rulebook, "ZJ-F03", "early_replacement", seat, text)


def judge_own_kan(
    rulebook: Rulebook, seat: Seat, kind: MeldKind, start: TurnStart, *, replacement_left: bool = True
) -> tuple[Violation, ...]:
    """Whether a concealed or added kan may be made in a turn that began so (ZJ-R24, ZJ-R25, ZJ-X03)."""
    concealed = kind is MeldKind.KAN_CONCEALED
    what = f"{seat.value} made {'a concealed' if concealed else 'an added'} kan"
    if not start.allows_kan:
        clause = "ZJ-R24" if concealed else "ZJ-R25"
        return foul(rulebook, clause, "kan_without_draw", seat, f"{what} together with a {start.value}")
    if not replacement_left:
        return foul(rulebook, "ZJ-X03", "no_replacement", seat, f"{what} and no tile is left to replace it")
    return ()


def judge_laid_meld(rulebook: Rulebook, seat: Seat, laid: LaidMeld) -> tuple[Violation, ...]:
    """Whether a called set lies as it must: order of a sequence, place of the sideways tile (ZJ-R16, R19, R26)."""
    shown = " ".join(map(str, laid.tiles))
    if laid.kind is MeldKind.CHI:
        if list(laid.tiles) != sorted(laid.tiles):
            return foul(rulebook, "ZJ-R19", "chi_order", seat, f"{seat.value} laid {shown}, not in ascending order")
        if laid.sideways is None or laid.tiles[laid.sideways] != laid.called:
            return foul(
                rulebook, "ZJ-R19", "chi_rotation", seat, f"{seat.value} did not turn the claimed {laid.called}"
            )
        return ()
    wrong = laid.sideways not in sideways_places(laid.kind, laid.relation)
    if not wrong or rulebook.foul.meld_rotation_error == "ignore":
        return ()
    clause = "ZJ-R16" if laid.kind is MeldKind.PON else "ZJ-R26"
    text = (
        f"{seat.value} took {laid.called} from the {laid.relation.name.lower()} seat, the sideways tile says otherwise"
    )
    return foul(rulebook, clause, "meld_rotation", seat, text, Penalty.CORRECT)


def judge_added_place(rulebook: Rulebook, seat: Seat, relation: Relation, place: int) -> tuple[Violation, ...]:
    """Whether a tile was added to a pon at an end that is not next to the sideways tile (ZJ-R25)."""
    if place in added_places(rulebook, relation):
        return ()
    text = f"{seat.value} put the added tile next to the sideways one"
    return foul(rulebook, "ZJ-R25", "added_tile_place", seat, text, Penalty.CORRECT)


def judge_regrouped(
    rulebook: Rulebook, seat: Seat, kind: MeldKind, before: Sequence[Tile], after: Sequence[Tile]
) -> tuple[Violation, ...]:
    """Whether a set that was formed lost or changed tiles; a pon may only grow to a kan (ZJ-R16, R19, R28)."""
    grown = kind is MeldKind.PON and Counter(after) == Counter((*before, before[0]))
    if Counter(after) == Counter(before) or grown:
        return ()
    clause = "ZJ-R19" if kind is MeldKind.CHI else "ZJ-R28" if kind.is_kan else "ZJ-R16"
    shown = " ".join(map(str, before)), " ".join(map(str, after)) or "nothing"
    return foul(rulebook, clause, "meld_regrouped", seat, f"{seat.value} turned the set {shown[0]} into {shown[1]}")
