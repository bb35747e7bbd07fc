"""Properties are judged by what holds, never by how long a loaded machine takes for it."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
