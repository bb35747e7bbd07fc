"""The table's serial line: what it reports becomes observations. Loss and return of the line are part of it."""

from tablebridge.link.mode_check import TileNeed
from tablebridge.link.permission import CommandOutcome, Refusal, Role
from tablebridge.link.status import LinkFigures, LinkState, LinkStatus
from tablebridge.link.table_link import TableLink

__all__ = ["CommandOutcome", "LinkFigures", "LinkState", "LinkStatus", "Refusal", "Role", "TableLink", "TileNeed"]
