"""The table's serial line: what it reports becomes observations. Loss and return of the line are part of it."""

from tablebridge.link.status import LinkFigures, LinkState, LinkStatus
from tablebridge.link.table_link import TableLink

__all__ = ["LinkFigures", "LinkState", "LinkStatus", "TableLink"]
