"""Every mistake is one clear line: what, where, what to do. What can come back does not stop the daemon."""

from __future__ import annotations

import os
import pty
import shutil
import socket
import threading
import time
import tty
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = '[[table]]\nname = "t1"\n[table.link]\nport = "{port}"\n[table.camera]\naddress = "{camera}"\n'


def write_config(
    folder: Path, *, port: str = "absent-port", camera: str = "absent.mp4", top: str = "", broker: int = 1
) -> None:
    text = f"{top}\n[web]\nport = 0\n[mqtt]\nport = {broker}\n" + TABLE.format(port=port, camera=camera)
    (folder / "t.toml").write_text(text, encoding="utf-8")


def broken_model(folder: Path) -> str:
    copy = folder / "model"
    shutil.copytree(ROOT / "models" / "tile_classifier", copy)
    model = copy / "model.onnx"
    model.write_bytes(model.read_bytes()[:1000])
    return f'model = "{copy}"'


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("top", "old", "new", "expected"),
    [
        ("", "port = 0", "port = -1", ["expected `int` >= 0", "t.toml, line 3", "web.port"]),
        ("", 'name = "t1"', 'nme = "t1"', ["unknown key", "line 7", "table[0].nme"]),
        ("", "[web]", "[web", ["not valid TOML", "line 2"]),
        ("", 'name = "t1"', 'name = "t1"\nrulebook = "no-such"', ["no rulebook 'no-such'", "riichi-league-tw"]),
        ('model = "/nowhere"', "", "", ["/nowhere"]),
        ('data = "t.toml"', "", "", ["t.toml"]),
    ],
    ids=["value", "key", "toml", "rulebook", "model folder", "data folder"],
)
def test_a_broken_configuration_is_one_line_and_code_2(
    start: Callable[..., Any], tmp_path: Path, top: str, old: str, new: str, expected: list[str]
) -> None:
    write_config(tmp_path, top=top)
    config = tmp_path / "t.toml"
    config.write_text(config.read_text().replace(old, new, 1) if old else config.read_text(), encoding="utf-8")
    line = refusal(start("run", "run", "-c", "t.toml"))
    assert [text for text in expected if text not in line] == []


@pytest.mark.end_to_end
def test_a_broken_model_is_one_line_and_code_2(start: Callable[..., Any], tmp_path: Path) -> None:
    write_config(tmp_path, top=broken_model(tmp_path))
    assert "model.onnx" in refusal(start("run", "run", "-c", "t.toml"))


@pytest.mark.end_to_end
def test_a_foreign_file_as_journal_is_one_line_and_code_2(start: Callable[..., Any], tmp_path: Path) -> None:
    write_config(tmp_path)
    (tmp_path / "t1.db").write_bytes(b"not a journal, somebody's letter" * 100)
    assert "t1.db" in refusal(start("run", "run", "-c", "t.toml"))
    assert (tmp_path / "t1.db").read_bytes().startswith(b"not a journal")


@pytest.mark.end_to_end
def test_a_port_of_the_pages_in_use_is_one_line_and_code_2(start: Callable[..., Any], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        write_config(tmp_path)
        config = tmp_path / "t.toml"
        config.write_text(config.read_text().replace("port = 0", f"port = {taken.getsockname()[1]}"), encoding="utf-8")
        assert str(taken.getsockname()[1]) in refusal(start("run", "run", "-c", "t.toml"))


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["run", "-c", "absent.toml"], ["absent.toml", "No such file"]),
        (["simulate", "--hands", "0"], ["--hands is 0", "1 or more"]),
        (["simulate", "--camera", "here"], ["not an address", "here"]),
        (["simulate", "--rulebook", "no-such"], ["no-such"]),
        (["simulate", "--video", "hand.gif"], ["hand.gif"]),
        (["simulate", "--truth", "/proc/no/truth.jsonl", "--camera", "127.0.0.1:0"], ["/proc/no/truth.jsonl"]),
        (["demo", "--headless", "--rulebook", "no-such"], ["no-such"]),
        (["recognise", "absent.jpg"], ["absent.jpg"]),
        (["simulate", "--port", "/proc/x/y"], ["port cannot be made", "/proc/x/y"]),
        (["simulate", "--camera", "127.0.0.1:\u00b2"], ["not an address"]),
        (["demo", "--headless", "--folder", "/proc/x"], ["folder cannot be used", "/proc/x"]),
        (["demo", "--headless", "--folder", "/etc/passwd"], ["folder cannot be used", "/etc/passwd"]),
        (["demo", "--headless", "--web-port", "99999"], ["--web-port is 99999", "demo", "0 to 65535"]),
        (["demo", "--headless", "--web-port", "-1"], ["--web-port is -1", "demo"]),
        *(
            ([command, flag, value], [f"{flag} is {said}", command, allowed])
            for command in ("demo", "simulate")
            for flag, value, said, allowed in (
                ("--seed", "-5", "-5", "0 or more"),
                ("--hands", "0", "0", "1 or more"),
                ("--hands", "-1", "-1", "1 or more"),
                ("--speed", "-1", "-1.0", "0, or 0.01 to 100"),
                ("--speed", "inf", "inf", "0, or 0.01 to 100"),
                ("--speed", "nan", "nan", "0, or 0.01 to 100"),
                ("--speed", "1e-300", "1e-300", "0, or 0.01 to 100"),
            )
        ),
        (["simulate", "--fps", "1e-300"], ["--fps is 1e-300", "0.1 to 60"]),
        (["bench", "--speed", "inf"], ["--speed is inf", "bench"]),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else None,
)
def test_a_wrong_argument_is_one_line_and_code_2(
    start: Callable[..., Any], arguments: list[str], expected: list[str]
) -> None:
    line = refusal(start("tb", "--log", "error", *arguments))
    assert [text for text in expected if text not in line] == []


def refusal(program: Any) -> str:
    """The one line with which the program has refused to work, by code 2."""
    assert program.ends(60) == 2, program.stderr
    assert "Traceback" not in program.stderr
    (line,) = program.stderr.strip().splitlines()
    assert line.startswith("tablebridge: ")
    return str(line)


@pytest.mark.end_to_end
def test_a_port_that_another_table_offers_is_left_to_it(start: Callable[..., Any], tmp_path: Path) -> None:
    arguments = ("simulate", "--port", "tty-table", "--camera", "127.0.0.1:0")
    first = start("first", *arguments)
    first.says("waiting for a host", 60)
    line = refusal(start("second", "--log", "error", *arguments))
    assert "another table offers this port" in line
    assert "tty-table" in line
    assert (tmp_path / "tty-table").exists()
    first.kill()
    assert (tmp_path / "tty-table").is_symlink()
    start("third", *arguments).says("waiting for a host", 60)
    assert (tmp_path / "tty-table").exists()


# -- what can come back: the daemon says it once, runs on and retries ------------------------------------------


@pytest.mark.end_to_end
def test_no_port_no_camera_and_no_broker_do_not_stop_the_daemon(start: Callable[..., Any], tmp_path: Path) -> None:
    write_config(tmp_path)
    daemon = start("run", "run", "-c", "t.toml")
    assert "absent-port" in daemon.says("no such port", 30)
    assert "trying again" in daemon.says("absent.mp4", 30)
    daemon.says("broker", 30)
    assert daemon.running
    assert daemon.interrupt() == 0
    assert "Traceback" not in daemon.stderr


@pytest.mark.end_to_end
def test_a_port_that_speaks_something_else_is_named(start: Callable[..., Any], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    stopping = threading.Event()

    def babble() -> None:
        while not stopping.wait(0.05):
            os.write(ours, b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M*76\r\n")

    speaker = threading.Thread(target=babble)
    speaker.start()
    try:
        write_config(tmp_path, port=os.ttyname(theirs))
        daemon = start("run", "run", "-c", "t.toml")
        assert "not as a tablebridge table" in daemon.says(os.ttyname(theirs) + " answers", 30)
        assert daemon.running
    finally:
        stopping.set()
        speaker.join()
        os.close(ours)
        os.close(theirs)


@pytest.mark.end_to_end
def test_a_camera_that_freezes_is_reported_and_comes_back(start: Callable[..., Any], tmp_path: Path) -> None:
    with FreezingCamera() as camera:
        write_config(tmp_path, camera=camera.url)
        daemon = start("run", "run", "-c", "t.toml")
        daemon.says("four corner markers are not seen", 30)
        camera.frozen.set()
        daemon.says("sent no picture for 2 s; connecting again", 30)
        camera.frozen.clear()
        daemon.says("shows 320x240 pixels", 60, times=2)
        assert daemon.running


class FreezingCamera:
    """An MJPEG server whose pictures can be made to stop coming."""

    def __init__(self) -> None:
        self.frozen = threading.Event()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                random = np.random.default_rng(1)
                try:
                    while True:
                        if not camera.frozen.is_set():
                            picture = random.integers(0, 60, (240, 320, 3), np.uint8)
                            jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                            self.wfile.write(head.encode() + jpeg + b"\r\n")
                        time.sleep(0.1)
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/c.mjpg"
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self) -> FreezingCamera:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
