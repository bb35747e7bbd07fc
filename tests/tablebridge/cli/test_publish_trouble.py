"""`tablebridge publish` where it cannot: one line for each fault, with an advice that mends this one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablebridge.cli import main
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
