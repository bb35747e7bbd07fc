"""`tablebridge publish` where it cannot: one line for each fault, with an advice that mends this one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablebridge.cli import main
from tablebridge.cli.publish_broker import broker_of
from tablebridge.mqtt import BrokerAddress
from tablebridge.release import PublicState
from tablebridge.web import WebServer
from tests.tablebridge.mqtt.certificates import Authority
from tests.tablebridge.mqtt.conftest import Mosquitto, free_port, program

pytestmark = pytest.mark.broker


@dataclass
class Hall:
    """Brokers with and without TLS, what is wrong with them, and the files that belong to them."""

    folder: Path
    plain: int
    secured: int
    strict: int
    pages: int
    closed: int

    def filled(self, text: str) -> str:
        ports = {name: getattr(self, name) for name in ("plain", "secured", "strict", "pages", "closed")}
        return text.format(folder=self.folder, **ports)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    openssl = program("openssl")
    ours, theirs = Authority(folder / "ours", "hall-ca", openssl), Authority(folder / "theirs", "other-ca", openssl)
    certificate, key = ours.sign("broker", "IP:127.0.0.1")
    secured, strict = free_port(), free_port()
    tls = f"cafile {ours.file}\ncertfile {certificate}\nkeyfile {key}\n"
    (folder / "acl").write_text("user daemon\ntopic readwrite tablebridge/v1/allowed/#\n")
    broker = folder / "broker"
    broker.mkdir()
    mosquitto = Mosquitto(
        broker,
        f"persistence false\nacl_file {folder / 'acl'}\nlistener {secured} 127.0.0.1\n{tls}"
        f"listener {strict} 127.0.0.1\n{tls}require_certificate true\n",
    )
    (broker / "m.conf").write_text((broker / "m.conf").read_text().replace("anonymous true", "anonymous false"))
    mosquitto.start()
    for name, content in {
        "right": b"open sesame\n",
        "wrong": b"guessed",
        "empty": b"\n",
        "binary": b"\xff\xfe",
    }.items():
        (folder / name).write_bytes(content)
    (folder / "ca").write_bytes(ours.file.read_bytes())
    (folder / "other-ca").write_bytes(theirs.file.read_bytes())
    for name, path in zip(("other", "other-key"), theirs.sign("me"), strict=True):
        (folder / name).write_bytes(path.read_bytes())
    state = PublicState(table="t", rulebook="riichi-common", sequence=0, phase="idle")
    web = WebServer("127.0.0.1", 0, ["t"], lambda _table: state)
    web.start()
    yield Hall(folder, mosquitto.daemon.port, secured, strict, int(web.address.rpartition(":")[2]), free_port())
    web.stop()
    mosquitto.stop()


LOGIN = "--password-file {folder}/right --table allowed"
TRUSTING = "--ca-file {folder}/ca"

FAULTS: dict[str, tuple[str, str]] = {
    "nobody listens": (
        "--broker mqtt://127.0.0.1:{closed}",
        "no broker listens there: 127.0.0.1:{closed} (start it, or correct --broker)",
    ),
    "the port of the pages": (
        "--broker mqtt://127.0.0.1:{pages}",
        "a web server answers there, no MQTT broker: 127.0.0.1:{pages} (correct the port in --broker: "
        "mostly it is 1883)",
    ),
    "pages on a port in use": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --pages {pages} " + LOGIN,
        "the port is in use: 127.0.0.1:{pages} (end the other program or set another --pages)",
    ),
    "no login": (
        "--broker mqtt://127.0.0.1:{plain}",
        "the broker wants a user name and a password: 127.0.0.1:{plain} (give --broker mqtt://user@host and "
        "--password-file)",
    ),
    "a wrong password": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}/wrong",
        "the broker refused user name or password: 127.0.0.1:{plain} as daemon (correct the user in --broker, or what "
        "is in --password-file)",
    ),
    "a table that is not allowed": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}/right --table other",
        "the broker takes no message of ours, Not authorized: 127.0.0.1:{plain} as daemon (its access list must "
        "let us write)",
    ),
    "no password file": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}/nowhere",
        "cannot read the broker's password (No such file or directory): --password-file {folder}/nowhere (correct the "
        "path)",
    ),
    "a folder of passwords": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}",
        "cannot read the broker's password (Is a directory): --password-file {folder} (correct the path)",
    ),
    "an empty password": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}/empty",
        "no password is in the file: --password-file {folder}/empty (write it into it)",
    ),
    "a password that is no text": (
        "--broker mqtt://daemon@127.0.0.1:{plain} --password-file {folder}/binary",
        "the broker's password is not UTF-8 text: --password-file {folder}/binary (save the file as UTF-8)",
    ),
    "a certificate that is not trusted": (
        "--broker mqtts://daemon@127.0.0.1:{secured} --ca-file {folder}/other-ca",
        "the broker's certificate is not trusted, self-signed certificate in certificate chain: 127.0.0.1:{secured} as "
        "daemon (name who signed it in --ca-file)",
    ),
    "a certificate of another name": (
        "--broker mqtts://daemon@localhost:{secured} " + TRUSTING,
        "the broker's certificate is for another name: localhost:{secured} as daemon (correct the host in --broker, "
        "or give it a certificate)",
    ),
    "TLS where none is spoken": (
        "--broker mqtts://daemon@127.0.0.1:{plain} " + TRUSTING,
        "what listens there hung up on TLS: 127.0.0.1:{plain} as daemon (correct the port in --broker, or write "
        "mqtt:// instead of mqtts://)",
    ),
    "none where TLS is spoken": (
        "--broker mqtt://daemon@127.0.0.1:{secured} --password-file {folder}/right",
        "TLS is spoken there: 127.0.0.1:{secured} as daemon (write mqtts:// instead of mqtt://, or correct the port in "
        "--broker)",
    ),
    "no certificate of ours": (
        "--broker mqtts://daemon@127.0.0.1:{strict} --password-file {folder}/right " + TRUSTING,
        "no MQTT broker answers there: 127.0.0.1:{strict} as daemon (does it want a certificate of ours? correct "
        "--certificate-file and --key-file, or see its log)",
    ),
    "a certificate of another authority": (
        "--broker mqtts://daemon@127.0.0.1:{strict} " + TRUSTING
        + " --certificate-file {folder}/other --key-file {folder}/other-key",
        "no MQTT broker answers there: 127.0.0.1:{strict} as daemon (does it take our certificate? correct "
        "--certificate-file, or see its log)",
    ),
    "a key that is not the certificate's": (
        "--broker mqtts://127.0.0.1 --certificate-file {folder}/ca --key-file {folder}/other-key",
        "certificate and key cannot be used: --certificate-file {folder}/ca (both PEM, the key the certificate's own; "
        "an encrypted one only with -c)",
    ),
    "a key alone": (
        "--broker mqtts://127.0.0.1 --key-file {folder}/other-key",
        "a key without a certificate: --key-file {folder}/other-key (add --certificate-file)",
    ),
    "no authority in its file": (
        "--broker mqtts://127.0.0.1 --ca-file {folder}/wrong",
        "no certificate is in this file: --ca-file {folder}/wrong (name a PEM file)",
    ),
    "an authority without TLS": (
        "--broker mqtt://127.0.0.1 --ca-file {folder}/ca",
        "a certificate without TLS: --broker mqtt://127.0.0.1 (write mqtts:// instead of mqtt://)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_its_own_advice(fault: str, hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    flags, line = (hall.filled(text) for text in FAULTS[fault])
    assert main(["publish", *flags.split()]) == 2
    said = [one for one in capsys.readouterr().err.splitlines() if "unencrypted" not in one]
    assert said == [f"tablebridge: {line}"]


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (["dance"], "no recorded evening of that name: dance (there are riichi, sichuan, taiwan, zungjung, or give"),
        (["{folder}/no.gz"], "cannot read the recording: {folder}/no.gz: No such file or directory (give a recorded"),
        (["{folder}"], "cannot read the recording: {folder}: Is a directory (give a recorded"),
        (["--speed", "-1"], "--speed -1: the command line (give 0 to 10000)"),
        (["--speed", "nan"], "--speed nan: the command line (give 0 to 10000)"),
        (["--pages", "70000"], "--pages 70000: the command line (give a port, 0 to 65535)"),
        (["--broker", "hall.local"], "no broker's address: --broker hall.local (give it as mqtt://host, mqtts://host"),
        (["--broker", "http://hall.local"], "no broker's address: --broker http://hall.local ("),
        (["--broker", "mqtt://hall.local/table"], "no broker's address: --broker mqtt://hall.local/table ("),
        (["--broker", "mqtt://hall#1"], "no broker's address: --broker mqtt://hall#1 ("),
        (["--broker", "mqtt://a%00b@hall"], "no broker's address: --broker mqtt://a%00b@hall ("),
        (["--broker", "mqtt://a..b"], "no host has this name: a..b:1883 (correct the host in --broker)"),
        (["--broker", f"mqtt://{'a' * 64}"], f"no host has this name: {'a' * 64}:1883 ("),
        (["--broker", "mqtt://hall:99999"], "no broker's address (Port out of range 0-65535): "),
        (["--broker", "mqtt://me:secret@hall:x"], "a password on the command line: --broker (leave it out, and give"),
        *(
            (["--broker", address], "a password on the command line: --broker (leave it out, and give")
            for address in (
                *("mqtt://me:sec#ret@hall", "mqtt://me:sec/ret@hall", "mqtts://me:sec?ret@hall", "me:secret@hall"),
                *("mqtt:/me:secret@hall", "mqtt:me:secret@hall", "mqtt://me:se@cret@hall", "http://me:secret@hall"),
            )
        ),
        (["--broker", "mqtt://hall", "--password-file", "p"], "a password for nobody: --broker mqtt://hall ("),
        (["--broker", "mqtt://me@hall", "--password-file", "{folder}/p"], "cannot read the broker's password (No such"),
        (["-c", "{folder}/t.toml"], "cannot read the configuration"),
        (["a" * 300], "no recorded evening of that name: aaa"),
        (["-c", "{folder}/t.toml", "--password-file", "p"], "--password-file goes with --broker: the command line ("),
        (["--table", "a b", "--broker", "mqtt://127.0.0.1:{port}"], "a table's name cannot be used in MQTT topics: "),
        (["--broker", "mqtt://127.0.0.1:{port}"], "no broker listens there: 127.0.0.1:{port} (start it, or correct"),
    ],
)
def test_bad_use_is_one_line(flags: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = {"folder": tmp_path, "port": free_port()}
    assert main(["publish", *(flag.format(**places) for flag in flags)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tablebridge: {line.format(**places)}")
    assert said.count("\n") == 1
    assert "secret" not in said


def test_a_broker_of_a_configuration_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    path = tmp_path / "t.toml"
    path.write_text(
        '[[table]]\nname = "t1"\nrulebook = "riichi-common"\n[table.link]\nport = "/dev/ttyUSB0"\n'
        f'[table.camera]\naddress = 0\n[mqtt]\nport = {port}\nusername = "me"\n'
    )
    assert main(["publish", "-c", str(path)]) == 2
    assert f"no broker listens there: 127.0.0.1:{port} as me (" in capsys.readouterr().err


def test_an_address_says_who_and_how() -> None:
    nothing = dict.fromkeys(("config", "password_file", "ca_file", "certificate_file", "key_file"))
    secured = broker_of(Namespace(broker="mqtts://some%20one@hall.local", **nothing))
    assert (secured.host, secured.port, secured.username, secured.tls is None) == (
        "hall.local",
        8883,
        "some one",
        False,
    )
    assert broker_of(Namespace(broker=None, **nothing)) == BrokerAddress()
