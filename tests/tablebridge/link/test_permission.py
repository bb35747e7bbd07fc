"""A command needs the configuration, a role and the table, and says which of them is missing."""

from __future__ import annotations

import pytest

from tablebridge.link.permission import CommandOutcome, Refusal, Role, outcome_before_sending
from tablebridge_protocol.messages import Capability, Hello, OpenCover, SetMode

CAN = Hello(1, 1, 5, Capability.CAN_OPEN_COVER, "Acme", "T1", "1.2", "0001")
OPEN = OpenCover(True)
ALLOWED = ("open_cover", "set_mode")


@pytest.mark.parametrize("role", [Role.REFEREE, Role.TECHNICIAN], ids=lambda role: role.value)
def test_all_three_agree(role: Role) -> None:
    assert outcome_before_sending(OPEN, role, ALLOWED, CAN) is None


@pytest.mark.parametrize(
    ("command", "role", "allowed", "hello", "refusal", "words"),
    [
        (OPEN, Role.REFEREE, (), CAN, Refusal.NOT_ALLOWED, 'add "open_cover" to link.allow_commands'),
        (OPEN, Role.REFEREE, ("set_mode",), CAN, Refusal.NOT_ALLOWED, 'add "open_cover"'),
        (OPEN, Role.VIEWER, ALLOWED, CAN, Refusal.ROLE, "viewer: only a referee or a technician may"),
        (OPEN, Role.TECHNICIAN, ALLOWED, None, Refusal.NO_TABLE, "see the status of the link"),
        (SetMode(144), Role.REFEREE, ALLOWED, CAN, Refusal.NO_CAPABILITY, "it has not the capability can_set_mode"),
    ],
    ids=["off-by-default", "another-is-allowed", "role", "no-table", "capability"],
)
def test_one_is_missing(
    command: OpenCover | SetMode,
    role: Role,
    allowed: tuple[str, ...],
    hello: Hello | None,
    refusal: Refusal,
    words: str,
) -> None:
    outcome = outcome_before_sending(command, role, allowed, hello)
    assert outcome is not None
    assert outcome.refusal is refusal
    assert not outcome.accepted
    assert str(outcome).startswith(f"{command.NAME}: {refusal.value} (")
    assert words in outcome.detail


def test_accepted() -> None:
    assert CommandOutcome(OPEN).accepted
    assert str(CommandOutcome(OPEN)) == "open_cover: accepted by the table"
    assert str(CommandOutcome(OPEN, Refusal.NO_ANSWER)) == (
        "open_cover: the table does not answer, it may have been carried out"
    )
