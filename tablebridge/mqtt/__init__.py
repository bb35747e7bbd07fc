"""MQTT: what passed the gate, on the topics of one table, with nothing lost over a broker's absence."""

from tablebridge.mqtt.broker import EmbeddedBroker
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.command_desk import CommandDesk
from tablebridge.mqtt.endings import BrokerStatus
from tablebridge.mqtt.home_assistant import HomeAssistant
from tablebridge.mqtt.pace import Pace
from tablebridge.mqtt.publisher import MqttPublisher
from tablebridge.mqtt.topics import Topics

__all__ = [
    "BrokerAddress",
    "BrokerStatus",
    "CommandDesk",
    "EmbeddedBroker",
    "HomeAssistant",
    "MqttPublisher",
    "Pace",
    "Topics",
]
