"""Texts in a configuration: what may stand in one, as a pattern and in words."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["MEANINGS", "Name", "PersonName", "Text"]

_TEXT = r"\A[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*\Z"
_NAME = r"\A[A-Za-z0-9_-]{1,64}\Z"

# besides control characters: separators of lines, and marks that turn the direction of what follows a name
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_PERSON = rf"\A(?=.*\S)[^{_UNSEEN}]*\Z"

Text = Annotated[str, msgspec.Meta(pattern=_TEXT)]
"""A host, a path, an address: not empty, nothing that cannot be seen."""
Name = Annotated[str, msgspec.Meta(pattern=_NAME)]
"""A table's name; it is a part of topics, addresses and file names."""
PersonName = Annotated[str, msgspec.Meta(pattern=_PERSON, max_length=40)]
"""What a person is called, in any script, in at most 40 characters."""

MEANINGS = {
    _TEXT: "must not be empty, nor hold control characters",
    _PERSON: "must not be empty, nor hold control characters or marks of direction",
    _NAME: "must be 1 to 64 letters, digits, - or _",
}
"""What to say instead of each pattern."""
