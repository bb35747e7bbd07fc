"""Changed copies of frozen values, made quickly: a hand is copied several times an act.

`replace` is `dataclasses.replace`, and a type checker knows it as that. It is for values that need no check of their
own when they are made: of one without slots it copies the fields as they are, twenty times as fast.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

__all__ = ["MEMO", "replace"]

MEMO = "memo"
"""Where in its `__dict__` such a value may keep what it has worked out from its fields.

A copy begins without it, unless only fields named in the `KEEPS_MEMO` of its class were changed.
"""

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of `value` with other values in the fields named. Raises `TypeError` for a name it does not have."""
        if not hasattr(value, "__dict__"):
            return dataclasses.replace(value, **changes)
        fields = value.__dict__ | changes
        count = len(value.__dataclass_fields__)
        if MEMO in fields:
            if value.KEEPS_MEMO.issuperset(changes):
                count += 1
            else:
                del fields[MEMO]
        if len(fields) != count:
            wrong = ", ".join(sorted(fields.keys() - value.__dataclass_fields__.keys()))
            raise TypeError(f"{type(value).__name__} has no field {wrong}")
        copy = object.__new__(value.__class__)
        object.__setattr__(copy, "__dict__", fields)
        return copy
