"""Plain words for the numbers of the protocol, in the languages of the people who stand at the table.

English comes from `messages.toml`, the others from `words.toml`.
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Final

from tablebridge_protocol.enumerations import FaultCode, NakReason, TableState
from tablebridge_protocol.errors import ProtocolError
from tablebridge_protocol.source import SpecValue, load

__all__ = ["LANGUAGES", "fault_action", "fault_text", "text_of"]

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans", "ja")
"""The languages every text exists in, as tags of BCP 47."""

_NAMES: Final = {FaultCode: "fault_code", NakReason: "nak_reason", TableState: "table_state"}
_FULL_WIDTH: Final = ("zh-Hant", "zh-Hans", "ja")


def text_of(value: FaultCode | NakReason | TableState, language: str = "en") -> str:
    """What a fault, a refusal or a state is. Raises `ProtocolError` for a language that is not in `LANGUAGES`.

    >>> text_of(FaultCode.JAM, "zh-Hant")
    '機器裡卡牌'
    """
    return _words(value, "text", language)


def fault_action(code: FaultCode, language: str = "en") -> str:
    """What somebody at the table does about a fault. Raises `ProtocolError` as `text_of` does.

    >>> fault_action(FaultCode.DOOR_OPEN, "ja")
    '閉めてください'
    """
    return _words(code, "action", language)


def fault_text(code: FaultCode, language: str = "en") -> str:
    """What is wrong and what to do, in one line. Raises `ProtocolError` as `text_of` does.

    >>> fault_text(FaultCode.DOOR_OPEN)
    'a cover or door is open: close it'
    """
    colon = "：" if language in _FULL_WIDTH else ": "
    return f"{text_of(code, language)}{colon}{fault_action(code, language)}"


def _words(value: IntEnum, part: str, language: str) -> str:
    try:
        return _table()[_NAMES[type(value)], value.name.lower()][language][part]
    except KeyError:
        raise ProtocolError(f"no words in the language {language!r}: use one of {', '.join(LANGUAGES)}") from None


@cache
def _table() -> dict[tuple[str, str], dict[str, dict[str, str]]]:
    """Text and action by enumeration, value and language."""
    other = tomllib.loads((files("tablebridge_protocol") / "words.toml").read_text("utf-8"))
    return {
        (enum.name, value.name): {"en": _english(value), **other[enum.name][value.name]}
        for enum in load().enums
        if enum.name in other
        for value in enum.values
    }


def _english(value: SpecValue) -> dict[str, str]:
    return {"text": value.text, "action": value.action}
