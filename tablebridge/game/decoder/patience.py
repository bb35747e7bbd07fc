"""How long the decoder waits for a witness before it goes on without one, in milliseconds of table time."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Patience"]


@dataclass(frozen=True, slots=True)
class Patience:
    """Zones of the camera settle on their own, arms cover them, and reports overtake each other.

    `reread`: a hardly sure face may still be read better. `implied_draw`: a discard whose draw nobody saw may yet
    turn out to follow a call. `lost_discard`: a meld's tile may still be reported in the river it came from.
    `called`: from a tile leaving a river to its meld. `indicator`: from a kan to its indicator, before the next draw.
    `stick`: a riichi stick may be put down before the others let the tile pass. `put_straight`: for a tile that lies
    sideways by accident. `missing`: until a fact that does not fit is told as out of step; `forced`: until it is
    applied as it lies, and `hidden`: while an arm lies over what came before it. `reveal`: after the last opened hand,
    for another winner; `ura`: for the winner to turn the ura indicators. `all_shown`: at a draw, when every hand was
    opened or laid down, for the faces of the last one; `next_shows`: for each seat that may still do either. `doubt`:
    for two explanations that are about as likely, before the likelier is told.
    """

    sure: float = 0.6  # a face below this confidence is hardly sure
    reread: float = 900.0
    implied_draw: float = 400.0
    lost_discard: float = 700.0
    called: float = 4000.0
    indicator: float = 3000.0
    stick: float = 600.0
    missing: float = 1500.0
    forced: float = 8000.0
    hidden: float = 25000.0
    reveal: float = 3000.0
    ura: float = 5000.0
    all_shown: float = 1500.0
    next_shows: float = 5000.0
    dealer_dice: float = 3000.0
    put_straight: float = 1800.0
    doubt: float = 900.0
