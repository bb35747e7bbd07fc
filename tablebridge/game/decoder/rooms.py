"""Which customs belong to a rulebook: the one place that knows all rooms. A room is imported when it is needed."""

from __future__ import annotations

from importlib import import_module

from tablebridge.game.decoder.customs import Customs
from tablebridge_rules.play import AnyRulebook

__all__ = ["customs_of"]


def customs_of(rulebook: AnyRulebook) -> Customs:
    """How the rulebook's tradition plays on the cloth: `CUSTOMS` of the room that bears its name."""
    customs = import_module(f"tablebridge.game.decoder.{rulebook.TRADITION}").CUSTOMS
    assert isinstance(customs, Customs)
    return customs
