"""MQTT: what passed the gate, on the topics of one table, with nothing lost over a broker's absence."""

from tablebridge.mqtt.broker import EmbeddedBroker
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.publisher import MqttPublisher
from tablebridge.mqtt.session import BrokerStatus
from tablebridge.mqtt.topics import Topics

__all__ = ["BrokerAddress", "BrokerStatus", "EmbeddedBroker", "MqttPublisher", "Topics"]
