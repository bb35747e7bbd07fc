"""The riichi table: four walls of seventeen, indicators, sticks, melds that tell the discarder by a sideways tile."""

from tablebridge.game.decoder.riichi.customs import CUSTOMS

__all__ = ["CUSTOMS"]
