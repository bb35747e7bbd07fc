"""A table's MQTT output as its configuration wants it: pace, commands, Home Assistant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from tablebridge.config import MqttConfig, TableConfig
from tablebridge.config.mqtt import MqttCommandName
from tablebridge.link import CommandOutcome
from tablebridge.mqtt import BrokerAddress, BrokerStatus, CommandDesk, HomeAssistant, MqttPublisher, Pace, answers
from tablebridge.mqtt.commands import Handler
from tablebridge.release import Ledger, Released, ReleaseGate
from tablebridge_protocol.messages import Command

__all__ = ["publisher_of"]


def publisher_of(
    table: TableConfig,
    mqtt: MqttConfig,
    broker: BrokerAddress,
    instance: str,
    gate: ReleaseGate,
    ledger: Ledger,
    *,
    ask: Callable[[Command], CommandOutcome],
    set_delay: Callable[[float], float],
    scene: Callable[[str], None],
    replay: Callable[[str], None],
    utc: Callable[[], datetime],
    on_status: Callable[[BrokerStatus], None],
) -> MqttPublisher:
    """The publisher of a table.

    `ask` gives a command to the table and waits for its answer; `set_delay` changes the gate's delay and returns it, in
    seconds; `scene` and `replay` are asked of the pages; `utc` tells the time; `instance` tells this daemon's table
    from the same table of another, for good.
    """
    return MqttPublisher(
        broker,
        table.name,
        ledger.unacknowledged,
        ledger.acknowledge,
        on_status,
        pace=Pace.of(mqtt),
        instance=instance,
        age_s=lambda released: _age_s(released, gate.delay_s, utc()),
        commands=_commands(
            mqtt,
            table.name,
            {
                **answers.reading(table.name, instance, lambda: gate.state, ledger.history),
                **answers.delay(set_delay),
                **answers.pages(scene, replay),
                **answers.motors(ask),
            },
        ),
        home_assistant=_home_assistant(table, mqtt),
    )


def _age_s(released: Released, delay_s: float, now: datetime) -> float:
    """How old an event is beyond the broadcast delay in force, in seconds. Both are of real time: a table that plays
    faster, in a rehearsal, still dates what it sees by the wall clock."""
    return (now - released.captured_at).total_seconds() - delay_s


def _commands(mqtt: MqttConfig, table: str, handlers: Mapping[MqttCommandName, Handler]) -> CommandDesk | None:
    """None while the configuration names no command: then nothing is even listened to."""
    if not mqtt.commands.allow:
        return None
    return CommandDesk(table, mqtt.commands.allow, handlers, timeout_s=mqtt.commands.timeout_s)


def _home_assistant(table: TableConfig, mqtt: MqttConfig) -> HomeAssistant | None:
    wanted = mqtt.home_assistant
    if wanted.discovery == "off":
        return None
    return HomeAssistant(table.name, prefix=wanted.prefix, remove=wanted.discovery == "remove")
