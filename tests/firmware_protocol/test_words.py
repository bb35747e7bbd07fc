"""Faults, refusals and states in the languages of those who stand at the table."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from tablebridge_protocol.errors import ProtocolError
from tablebridge_protocol.messages import FaultCode, NakReason, TableState
from tablebridge_protocol.words import LANGUAGES, fault_action, fault_text, text_of

OTHERS = tomllib.loads((files("tablebridge_protocol") / "words.toml").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FaultCode, ids=lambda code: code.name)
def test_every_fault_says_what_is_wrong_and_what_to_do(code: FaultCode, language: str) -> None:
    text, action = text_of(code, language), fault_action(code, language)
    assert text in fault_text(code, language)
    assert fault_text(code, language).endswith(action)
    assert text != action
    shortest = 8 if language == "en" else 4
    assert len(text) >= shortest
    assert len(action) >= shortest
    assert text.isascii() is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_texts_of_a_language_are_the_same(language: str) -> None:
    for values in (FaultCode, NakReason, TableState):
        texts = [text_of(value, language) for value in values]
        assert len(set(texts)) == len(texts)


def test_the_other_languages_name_no_value_that_does_not_exist() -> None:
    for table, values in (("fault_code", FaultCode), ("nak_reason", NakReason), ("table_state", TableState)):
        assert list(OTHERS[table]) == [value.name.lower() for value in values]
        assert all(tuple(words) == LANGUAGES[1:] for words in OTHERS[table].values())


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "a cover or door is open: close it"),
        ("zh-Hant", "蓋子或門開著：把它關上"),
        ("zh-Hans", "盖子或门开着：把它关上"),
        ("ja", "カバーか扉が開いています：閉めてください"),
    ],
)
def test_one_line(language: str, line: str) -> None:
    assert fault_text(FaultCode.DOOR_OPEN, language) == line


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ProtocolError, match="no words in the language 'de': use one of en, zh-Hant, zh-Hans, ja"):
        text_of(NakReason.BUSY, "de")
