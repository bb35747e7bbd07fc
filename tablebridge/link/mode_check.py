"""Whether the table plays with as many tiles as the rulebook: told before the first hand, and once.

A set is wrong when the table's mode, what it counted or the walls it raised say another number than the rulebook's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablebridge_protocol.messages import (
    Abilities,
    Deal,
    ModeApplies,
    Port,
    Report,
    SetComplete,
    TileCountMode,
    WallRaised,
)

__all__ = ["TileNeed", "TilesTold", "mode_warning", "told_with"]


@dataclass(frozen=True, slots=True)
class TileNeed:
    """How many tiles a set has under the rulebook of that name."""

    rulebook: str
    tiles: int


@dataclass(frozen=True, slots=True)
class TilesTold:
    """What the table has told of its sets; None where it has told nothing.

    `mode` is the number of the set in play, `following` of the next one where that differs, `counted` what was in the
    last set it completed, `raised` the stacks of each wall, `dealt` whether hands were taken out of the walls,
    `possible` the numbers it can be set to.
    """

    mode: int | None = None
    following: int | None = None
    counted: int | None = None
    raised: dict[Port, int] = field(default_factory=dict)
    dealt: bool = False
    possible: tuple[int, ...] = ()


def told_with(told: TilesTold, report: Report) -> TilesTold:
    """What is told with one report more."""
    match report:
        case TileCountMode(tiles=tiles, applies=ModeApplies.NOW):
            known = told if told.mode in (None, tiles) else replace(told, counted=None, raised={})
            return replace(known, mode=tiles, following=None)  # what was counted before was another set
        case TileCountMode(tiles=tiles):
            return replace(told, following=tiles if tiles != told.mode else None)
        case SetComplete(tiles=tiles):
            begins = told.following is not None and tiles == told.following
            mode, following = (tiles, None) if begins else (told.mode, told.following)
            return replace(told, mode=mode, following=following, counted=tiles, raised={}, dealt=False)
        case WallRaised(side=side, stacks=stacks):
            return replace(told, raised={**told.raised, side: stacks})
        case Deal():
            return replace(told, dealt=True)
        case Abilities(tile_counts=possible):
            return replace(told, possible=tuple(possible))
        case _:
            return told


def mode_warning(need: TileNeed, told: TilesTold) -> str | None:
    """One line where the tiles do not fit the rulebook, saying from which set a change applies; None where they do.

    >>> mode_warning(TileNeed("taiwan16-ntuee-2009", 144), TilesTold(mode=136))
    'the table is set to 136 tiles, but taiwan16-ntuee-2009 is played with 144: set the table to 144 tiles; that \
applies from the next set it builds, the one in play keeps 136'
    """
    if told.mode is not None and told.mode != need.tiles:
        return f"the table is set to {told.mode} tiles, but {_played(need)}: {_how(need, told, told.mode)}"
    if told.following is not None and told.following != need.tiles:
        return (
            f"the table is set to {told.following} tiles from the next set on, but {_played(need)}: "
            f"set it back to {need.tiles} before the next set is built"
        )
    if told.counted is not None and told.counted != need.tiles:
        return f"the table counted {told.counted} tiles in this set, but {_played(need)}: {_recount(need, told)}"
    raised = _raised(told)
    if raised is not None and raised != need.tiles:
        return (
            f"the walls came up with {raised} tiles, but {_played(need)}: set the table to {need.tiles} tiles; "
            "that applies from the next set it builds"
        )
    return None


def _played(need: TileNeed) -> str:
    return f"{need.rulebook} is played with {need.tiles}"


def _how(need: TileNeed, told: TilesTold, mode: int) -> str:
    if told.following == need.tiles:
        return f"it changes to {need.tiles} with the next set it builds, do not play with the one of {mode}"
    if told.possible and need.tiles not in told.possible:
        known = ", ".join(map(str, told.possible))
        return f"this table can be set to {known} only, choose a rulebook for one of them"
    return (
        f"set the table to {need.tiles} tiles; that applies from the next set it builds, the one in play keeps {mode}"
    )


def _recount(need: TileNeed, told: TilesTold) -> str:
    if told.counted is not None and told.counted < need.tiles and told.mode == need.tiles:
        return "look for the missing tiles, add them and let the table count this set again"
    if told.mode == need.tiles:
        return "take out the tiles that do not belong to it and let the table count this set again"
    return f"set the table to {need.tiles} tiles; that applies from the next set it builds"


def _raised(told: TilesTold) -> int | None:
    """Tiles in all four walls; None while one is missing, or where hands have been taken out of them."""
    if told.dealt or len(told.raised) < len(Port) or told.counted is not None:
        return None
    return 2 * sum(told.raised.values())
