"""Tables that speak another language: adapters by name, or by the path of a file of one's own."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from tablebridge.errors import UsageError
from tablebridge.link.adapters.adapter import Adapter
from tablebridge.link.adapters.start_byte import StartByteAdapter
from tablebridge.link.adapters.text_line import TextLineAdapter

__all__ = ["ADAPTERS", "Adapter", "load_adapter"]

ADAPTERS: dict[str, type[Adapter]] = {kind.NAME: kind for kind in (StartByteAdapter, TextLineAdapter)}
"""The adapters that are shipped, by name."""


def load_adapter(name: str) -> type[Adapter]:
    """The adapter of that name, or the one in that file (`something.py`).

    Raises `UsageError` for a name that is none, and for a file that cannot be run or has not exactly one adapter.
    """
    if name in ADAPTERS:
        return ADAPTERS[name]
    if not name.endswith(".py"):
        known = ", ".join(ADAPTERS)
        raise UsageError("no such adapter", name, f"write one of {known}, or the path of a file NAME.py")
    module = _run(Path(name))
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Adapter) and value.__module__ == module.__name__
    ]
    if len(own) != 1:
        what = "several adapters" if own else "no adapter"
        raise UsageError(f"the file holds {what}", name, "define one class of it: class MyTable(Adapter)")
    if own[0].__abstractmethods__:
        missing = ", ".join(sorted(own[0].__abstractmethods__))
        raise UsageError(f"the adapter has no {missing}", name, "see docs/link.md")
    return own[0]


def _run(path: Path) -> ModuleType:
    if not path.is_file():
        raise UsageError("no such adapter", str(path), "check the path")
    spec = importlib.util.spec_from_file_location(f"tablebridge_adapter_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UsageError("the adapter cannot be loaded", str(path), "give a file NAME.py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a script of somebody's may end itself
        raise UsageError(
            f"the adapter cannot be loaded ({type(error).__name__}: {error})", str(path), "correct it"
        ) from error
    return module
