"""Texts in a configuration: what may stand in one, as a pattern and in words."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["MEANINGS", "Name", "PersonName", "Text"]

# control characters, separators of lines, and marks that turn the direction of what follows: they would split or turn
# a line of the log
_TURNING = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_TEXT = rf"\A(?=.*\S)[^{_TURNING}]*\Z"
_NAME = r"\A[A-Za-z0-9_-]{1,64}\Z"

# what else takes no room (Unicode, Default_Ignorable_Code_Point) or is blank: two names that look alike must be alike
_UNSEEN = (
    _TURNING
    + r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u2800\u3164"
    r"\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
# but for joiners where a script needs them: in one picture of several, and between letters of Arabic and Indic scripts
_PICTURE = r"\u2600-\u27bf\U0001f000-\U0001faff"
_JOINED = r"\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff"
_JOINERS = rf"(?<=[{_PICTURE}\ufe0f])\u200d(?=[{_PICTURE}])|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])"
_PERSON = rf"\A(?=.*[^\s\u0300-\u036f\ufe00-\ufe0f\U000e0100-\U000e01ef])(?:[^{_UNSEEN}]|{_JOINERS})*\Z"

Text = Annotated[str, msgspec.Meta(pattern=_TEXT)]
"""A host, a path, an address: not empty, nothing that cannot be seen."""
Name = Annotated[str, msgspec.Meta(pattern=_NAME)]
"""A table's name; it is a part of topics, addresses and file names."""
PersonName = Annotated[str, msgspec.Meta(pattern=_PERSON, max_length=40)]
"""What a person is called, in any script, in at most 40 characters."""

MEANINGS = {
    _TEXT: "must not be empty, nor hold control characters or marks of direction",
    _PERSON: "must not be empty, nor hold control characters, marks of direction or anything else that is not seen",
    _NAME: "must be 1 to 64 letters, digits, - or _",
}
"""What to say instead of each pattern."""
