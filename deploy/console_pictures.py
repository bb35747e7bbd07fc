"""The pictures of the referee's console in `docs/console.md`: .venv/bin/python deploy/console_pictures.py

A virtual table plays a hand with a foul before a rendered camera, the daemon follows it, and a real Chromium shows the
console once the foul is flagged and its clip is there. Takes some minutes. Needs fonts with Chinese and Japanese
(Debian: fonts-noto-cjk). Exit code 1 when no flag with a clip came.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Locator, Page, expect, sync_playwright

from tablebridge.config import Config, ConsoleConfig, WebConfig, load
from tablebridge.config.console_password import hash_password
from tablebridge.daemon import Daemon
from tablebridge.mqtt import BrokerAddress

_ROOT = Path(__file__).resolve().parents[1]
_TABLET = {"width": 1024, "height": 768}
_DESK = {"width": 1920, "height": 1080}
_PATIENCE_S = 900.0
_NO_BROKER = BrokerAddress("127.0.0.1", 1)  # nobody listens: the pictures need no outputs


def main() -> int:
    """Takes the pictures."""
    args = _arguments()
    args.folder.mkdir(parents=True, exist_ok=True)
    password = secrets.token_urlsafe(12)
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablebridge-pictures-")))
        table = opened.enter_context(_virtual_table(folder, args))
        config = _with_console(load(folder / "table.toml"), folder, password)
        daemon = Daemon(config, broker=_NO_BROKER)
        opened.callback(daemon.stop)
        daemon.start()
        assert daemon.console is not None
        page = opened.enter_context(_chromium())
        _log_in(page, daemon.console.address, password)
        flag = _flag_with_clip(page, table)
        if flag is None:
            print("no flag with a clip came: try another --seed or --foul", file=sys.stderr)
            return 1
        for path in _take(page, flag, args.folder):
            print(path)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Takes the pictures of the referee's console.")
    parser.add_argument("--folder", type=Path, default=_ROOT / "docs" / "console", help="where they go")
    parser.add_argument("--rulebook", default="riichi-league-tw")
    parser.add_argument("--foul", default="RL-F06", metavar="CLAUSE", help="which foul is committed")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


@contextmanager
def _virtual_table(folder: Path, args: argparse.Namespace) -> Iterator[subprocess.Popen[bytes]]:
    """`tablebridge simulate`, as fast as it is watched; stands when its configuration is written."""
    command = [sys.executable, "-m", "tablebridge", "--log", "warning", "simulate", "--rulebook", args.rulebook]
    command += ["--seed", str(args.seed), "--hands", "1", "--foul", args.foul, "--speed", "0", "--fps", "8"]
    command += ["--port", str(folder / "tty-table"), "--camera", "127.0.0.1:0"]
    command += ["--truth", str(folder / "truth.jsonl"), "--config", str(folder / "table.toml"), "--stay"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        while not (folder / "table.toml").exists():
            if process.poll() is not None:
                raise SystemExit("the virtual table did not start: see the line above")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def _with_console(config: Config, folder: Path, password: str) -> Config:
    console = ConsoleConfig(port=0, referees={"lee": str(hash_password(password))})
    return msgspec.structs.replace(config, data=str(folder), web=WebConfig(port=0), console=console)


@contextmanager
def _chromium() -> Iterator[Page]:
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("chromium is not installed: make setup-test brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        )
        yield browser.new_page(viewport=_TABLET, reduced_motion="reduce", locale="en-GB")
        browser.close()


def _log_in(page: Page, address: str, password: str) -> None:
    page.goto(address)
    page.fill("[name=name]", "lee")
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")
    expect(page.locator('body[data-connected="true"]')).to_be_visible(timeout=60_000)


def _flag_with_clip(page: Page, table: subprocess.Popen[bytes]) -> Locator | None:
    """The first flag whose clip is there, opened; None when the hand goes by without one."""
    clip = page.locator(".flag .clip")
    until_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until_s and table.poll() is None:
        try:
            expect(clip).to_be_visible(timeout=5_000)
        except AssertionError:
            for card in page.locator('.flag[data-selected="false"]').all()[:1]:
                card.locator(".line").click()  # only the card that is open shows its clip
            continue
        return page.locator('.flag[data-selected="true"]')
    return None


def _take(page: Page, flag: Locator, folder: Path) -> Iterator[Path]:
    flag.locator('[data-act="show_event"]').click()
    inside = flag.frame_locator(".clip")
    expect(inside.locator("canvas")).to_be_visible(timeout=20_000)
    inside.locator("#act").click()
    page.wait_for_timeout(1000)  # its picture is decoded
    page.locator("#flags ol").evaluate("list => { list.scrollTop = 0; }")
    yield _picture(page, folder / "console-en.png")
    page.set_viewport_size(_DESK)
    page.select_option("#language", "zh-Hant")
    page.wait_for_timeout(1500)
    yield _picture(page, folder / "console-zh.png")
    page.set_viewport_size(_TABLET)
    page.select_option("#language", "ja")
    page.keyboard.press("l")
    yield _picture(page, folder / "editor-ja.png")
    page.keyboard.press("Escape")
    page.select_option("#language", "en")
    flag.locator(".reason input").fill("seen from both sides")
    flag.locator('[data-act="accept_flag"]').click()
    expect(flag).to_have_attribute("data-state", "accepted")
    page.click("#report")
    expect(page.locator('body[data-ready="true"]')).to_be_visible()
    yield _picture(page, folder / "report-en.png")


def _picture(page: Page, path: Path) -> Path:
    page.screenshot(path=path)
    return path


if __name__ == "__main__":
    sys.exit(main())
