"""`[evidence]`: the clips that show the referee what a flag is about."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablebridge.config.texts import Text

__all__ = ["EvidenceConfig"]


class EvidenceConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much of the cloth is kept, for how long and where; `enabled = false` keeps no picture at all.

    A clip reaches from `before_s` before an act to `after_s` after it. `memory_mb` is for the last seconds of each
    camera. Clips stay `days`, together they take `size_mb`, and `keep_free_mb` of their disk stay free. `folder` is
    `evidence` under `data` when not given.
    """

    enabled: bool = True
    before_s: Annotated[float, msgspec.Meta(ge=0.5, le=60)] = 5.0
    after_s: Annotated[float, msgspec.Meta(ge=0.5, le=60)] = 5.0
    memory_mb: Annotated[int, msgspec.Meta(ge=8, le=4096)] = 64
    folder: Text | None = None
    days: Annotated[float, msgspec.Meta(gt=0, le=3650)] = 30.0
    size_mb: Annotated[int, msgspec.Meta(ge=100, le=10_000_000)] = 10_000
    keep_free_mb: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 500
