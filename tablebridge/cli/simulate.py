"""`tablebridge simulate`: only the virtual table, so that `run` can be pointed at it."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from tablebridge.cli.books import read_book
from tablebridge.cli.stop_request import StopRequest
from tablebridge.cloth import Cloth
from tablebridge.errors import UsageError
from tablebridge.link.adapters import load_adapter
from tablebridge.sim import script as scripts
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.choreography import Act
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tablebridge.sim.disturbance import DISTURBANCES
from tablebridge.sim.foul_play import NoFoul
from tablebridge.sim.foul_scripts import FoulScript, fouls_of
from tablebridge.sim.recorded_game import read_hands
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.table_play import play_game
from tablebridge.sim.virtual_table import CameraSettings, TruthFile, VirtualTable
from tablebridge_rules.play import AnyRulebook

__all__ = ["add_parser", "check_disturb", "check_play", "run"]

_log = logging.getLogger(__name__)

_EXAMPLE = """example:
  tablebridge simulate --seed 3 --port run/tty-table --camera 127.0.0.1:8090 \
      --truth run/truth.jsonl --config run/table.toml
  tablebridge run -c run/table.toml          in another terminal

  tablebridge simulate --seed 3 --video hand.mp4 --truth hand.jsonl        only a film and its truth
  tablebridge simulate --rulebook sichuan-bloody --disturb sleeve,drop --video hand.mp4
  tablebridge simulate --rulebook taiwan16-ntuee-2009 --list-fouls
  tablebridge simulate --rulebook taiwan16-ntuee-2009 --foul TW-F13 --video hand.mp4 --truth hand.jsonl
  tablebridge simulate --rulebook riichi-common --game games.jsonl.gz --hand 3 --video hand.mp4
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "simulate",
        help="a virtual table: serial port, camera and ground truth",
        description="Plays hands from a seed on a serial port and before a camera, and writes down what happened.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rulebook", default="riichi-league-tw", help="which rules the players keep")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same hands (default 1)")
    parser.add_argument("--hands", type=int, help="how many hands (default 1; of a recorded game all, of fouls each)")
    parser.add_argument("--game", type=Path, metavar="FILE", help="play a recorded game (.jsonl, .jsonl.gz) again")
    parser.add_argument("--hand", type=int, metavar="N", help="of the recorded game only this hand, counted from 0")
    parser.add_argument("--foul", metavar="CLAUSE[,CLAUSE]", help="in each hand one of these clauses is broken")
    parser.add_argument("--list-fouls", action="store_true", help="print the clauses that --foul can have broken")
    parser.add_argument(
        "--disturb", metavar="NAME[,NAME]", default="", help=f"what happens besides: {', '.join(DISTURBANCES)}"
    )
    parser.add_argument("--speed", type=float, default=1.0, help="1 = real time, 0 = as fast as the camera is watched")
    parser.add_argument("--port", default="run/tty-table", metavar="PATH|tcp:HOST:PORT", help="serial line to offer")
    parser.add_argument(
        "--adapter", metavar="NAME|FILE.py", help="speak the language of this adapter, see docs/link.md"
    )
    parser.add_argument(
        "--camera", default="127.0.0.1:8090", metavar="HOST:PORT", help="where to serve the MJPEG stream"
    )
    parser.add_argument("--video", type=Path, metavar="FILE", help="write a film (.mp4, .avi, .mkv) instead of serving")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="write what happened as JSON lines")
    parser.add_argument("--config", type=Path, metavar="FILE", help="write a configuration for `run` that fits")
    parser.add_argument("--fps", type=float, default=8.0, help="camera pictures a second of table time (default 8)")
    parser.add_argument("--style", choices=["japanese", "chinese"], default="japanese", help="tile faces")
    parser.add_argument("--stay", action="store_true", help="stay after the last event until host and viewers go")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays to the end; returns 0, or 1 when it was stopped before."""
    _check(args)
    rulebook = read_book(args.rulebook)
    if args.list_fouls:
        return _list_fouls(args, rulebook)
    script = _script(args, rulebook)
    settings = CameraSettings(fps=args.fps, style=args.style, seed=args.seed)
    whole = _film(args, script, settings) if args.video else _serve(args, script, settings)
    if args.json:
        hands = sum(row["type"] == "settled" for row in script.truth)
        summary = {"seed": args.seed, "hands": hands, "events": len(script.truth), "whole": whole}
        print(json.dumps(summary | {"seconds": round(script.duration_ms / 1000, 1)}))
    return 0 if whole else 1


def _script(args: argparse.Namespace, rulebook: AnyRulebook) -> scripts.Script:
    """What is played: hands of the players, hands with fouls, or a recorded game. Raises `UsageError`."""
    disturb = tuple(name for name in args.disturb.split(",") if name)
    if args.game is not None:
        hands: Iterable[Sequence[Act]] = _recorded(args, rulebook)
    elif args.foul is not None:
        fouls = _fouls(args, rulebook)
        hands = scripts.foul_hands(args.seed, args.hands or len(fouls), rulebook, fouls)
    else:
        hands = play_game(args.seed, rulebook, args.hands or 1)
    try:
        return scripts.Script.join(scripts.perform(hands, args.seed, rulebook, Cloth(), disturb=disturb))
    except NoFoul as error:
        raise UsageError(str(error), "simulate --foul", "try another --seed") from error


def _recorded(args: argparse.Namespace, rulebook: AnyRulebook) -> list[Sequence[Act]]:
    if rulebook.TRADITION != "riichi":
        raise UsageError(f"{rulebook.name} is no riichi rulebook", "simulate --game", "add --rulebook riichi-common")
    first = args.hand or 0
    count = 1 if args.hand is not None else args.hands
    hands = list(islice(read_hands(args.game, rulebook, args.seed), first, None if count is None else first + count))
    if not hands:
        raise UsageError(f"there is no hand {first}", str(args.game), "count the hands of the file from 0")
    return list(hands)


def _fouls(args: argparse.Namespace, rulebook: AnyRulebook) -> list[FoulScript]:
    known = {script.clause: script for script in fouls_of(rulebook)}
    found = []
    for clause in args.foul.split(","):
        if clause not in known:
            allowed = f"give one of {', '.join(known)}; --list-fouls says more"
            raise UsageError(f"no script breaks {clause} of {rulebook.name}", "simulate --foul", allowed)
        found.append(known[clause])
    return found


def _list_fouls(args: argparse.Namespace, rulebook: AnyRulebook) -> int:
    rows = [
        {"clause": script.clause, "seen_by": script.seen_by, "title": rulebook.clause(script.clause).title.en}
        for script in fouls_of(rulebook)
    ]
    lines = [f"{row['clause']}  {row['seen_by']:6}  {row['title']}" for row in rows]
    print(json.dumps(rows, ensure_ascii=False) if args.json else "\n".join(lines))
    return 0


def _check(args: argparse.Namespace) -> None:
    check_play("simulate", args.seed, args.hands or (1 if args.hands is None else 0), args.speed)
    check_disturb("simulate", args.disturb)
    if args.hand is not None and (args.game is None or args.hand < 0):
        raise UsageError(f"--hand is {args.hand}", "simulate", "give the number of a hand of --game, from 0")
    if args.game is not None and args.foul is not None:
        raise UsageError("--game and --foul exclude each other", "simulate", "give one of them")
    if not 0.1 <= args.fps <= 60:
        raise UsageError(f"--fps is {args.fps}", "simulate", "give 0.1 to 60")


def check_disturb(command: str, names: str) -> None:
    """The disturbances named by `--disturb` of whichever command. Raises `UsageError` for one that is none."""
    for name in names.split(",") if names else ():
        if name not in DISTURBANCES:
            raise UsageError(f"--disturb names {name!r}", command, f"give some of {', '.join(DISTURBANCES)}")


def check_play(command: str, seed: int, hands: int, speed: float) -> None:
    """The flags that say what is played and how fast, of whichever command. Raises `UsageError`."""
    for name, value, allowed, fine in (
        ("--seed", seed, "0 or more", seed >= 0),
        ("--hands", hands, "1 or more", hands >= 1),
        ("--speed", speed, "0, or 0.01 to 100", speed == 0 or 0.01 <= speed <= 100),  # 100: what `run` can follow
    ):
        if not fine:
            raise UsageError(f"{name} is {value}", command, f"give {allowed}")


def _film(args: argparse.Namespace, script: scripts.Script, settings: CameraSettings) -> bool:
    renderer = SceneRenderer(Cloth(), settings.style, settings.seed, settings.size)
    frames = VirtualCamera(script.motions, renderer, settings.fps, views=script.views).write_video(args.video)
    if args.truth:
        TruthFile(args.truth, script.truth).close()
    _log.info("%s: %d frames, %d events", args.video, frames, len(script.truth))
    return True


def _serve(args: argparse.Namespace, script: scripts.Script, settings: CameraSettings) -> bool:
    stopping = StopRequest.of_signals()
    table = VirtualTable(
        script,
        port_of(args.port),
        address_of(args.camera),
        settings=settings,
        speed=args.speed,
        truth=args.truth,
        speak=load_adapter(args.adapter)().speak if args.adapter else None,
    )
    with table:
        _log.info("table at %s, camera at %s; waiting for a host", table.device.url, table.camera_url)
        if args.config:
            _write_configuration(args, table)
        whole = table.play(stopping)
        if args.stay:
            table.stay(stopping)
        if table.device.unheard:
            _log.warning("%d reports were sent while no host was on the line", table.device.unheard)
    return whole


def port_of(text: str) -> DevicePort:
    """A pseudo-terminal linked at a path, or `tcp:HOST:PORT`. Raises `UsageError`."""
    if text.startswith("tcp:"):
        host, port = address_of(text.removeprefix("tcp:"))
        return TcpPort(host, port)
    return PtyPort(Path(text))


def address_of(text: str) -> tuple[str, int]:
    """`HOST:PORT`. Raises `UsageError` for anything else."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise UsageError("not an address", text, "write HOST:PORT, such as 127.0.0.1:8090")
    return host, int(port)


def _from_everywhere(adapter: str) -> str:
    """An adapter's name, or the whole path of its file."""
    return str(Path(adapter).absolute()) if adapter.endswith(".py") else adapter


def _write_configuration(args: argparse.Namespace, table: VirtualTable) -> None:
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in table.camera.corners_px)
    lines = [
        f"data = {json.dumps(str(args.config.parent.absolute()))}",
        "[[table]]",
        'name = "virtual"',
        f"rulebook = {json.dumps(args.rulebook)}",
        *([f"time_scale = {args.speed}"] if args.speed > 0 else []),
        "[table.link]",
        f"port = {json.dumps(table.device.url)}",
        *([f"adapter = {json.dumps(_from_everywhere(args.adapter))}"] if args.adapter else []),
        "[table.camera]",
        f"address = {json.dumps(table.camera_url)}",
        f"corners_px = [{corners}]",
        *([f"frame_rate = {args.fps}"] if args.speed == 0 else []),
    ]
    try:
        args.config.parent.mkdir(parents=True, exist_ok=True)
        whole = args.config.parent / f"{args.config.name}.part"
        whole.write_text("\n".join(lines) + "\n", encoding="utf-8")
        whole.replace(args.config)  # a reader that waits for the file never finds half of it
    except OSError as error:
        raise UsageError(
            f"cannot write the configuration ({error.strerror})", str(args.config), "choose another file with --config"
        ) from error
    _log.info("wrote %s: tablebridge run -c %s", args.config, args.config)
