"""Records the evenings that come with the program: `python deploy/record_evenings.py [NAME…]`.

Each is played at a table without pictures (`evening`), published to a Mosquitto of its own, and written down as that
broker passed it on: `tablebridge/records/evenings/NAME.jsonl.gz`. To be done again whenever the public state changes.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from evening import Evening
from evening_ear import Ear, Heard
from evening_play import Plan
from rendered_game import Mosquitto

from tablebridge.mqtt import BrokerAddress
from tablebridge.records.recording import Header, is_kept, packed, read_recording
from tests.tablebridge.game.observations_of import NOON

FOLDER = Path(__file__).parents[1] / "tablebridge" / "records" / "evenings"
TABLE = "recorded"

EVENINGS = {
    "riichi": (
        "Four hands of league riichi: riichi, calls, two wins, two exhaustive draws, a correction, rulings",
        Plan("riichi-league-tw", 2, ("", "", "", "RL-F01")),
    ),
    "taiwan": (
        "Two hands of Taiwanese 16-tile mahjong: flowers, a correction, a ruling",
        Plan("taiwan16-ntuee-2009", 1, ("", "TW-F13")),
    ),
    "zungjung": (
        "Two hands of Zung Jung: a correction, a ruling",
        Plan("zungjung-wsom-1.03", 1, ("", "ZJ-R18")),
    ),
    "sichuan": (
        "Two hands of Sichuan mahjong to the last: void suits, several wins, a correction, a ruling",
        Plan("sichuan-bloody", 1, ("", "SC-R17")),
    ),
}
"""By name, in which no player has one: what is in it, and what is played."""


def record(name: str, title: str, plan: Plan) -> bytes:
    """Plays it; returns the file."""
    session = name.encode().hex()
    kept: list[tuple[float, str, bytes]] = []
    moment = NOON
    with Mosquitto() as broker, tempfile.TemporaryDirectory() as folder:

        def set_moment(now: datetime) -> None:
            nonlocal moment
            moment = now

        def note(heard: Heard) -> None:
            if is_kept(heard.topic):
                kept.append((round((moment - NOON).total_seconds() * 1000), heard.topic, heard.payload))

        with Ear(broker.port, TABLE, note) as ear:
            address = BrokerAddress("127.0.0.1", broker.port)
            with Evening(plan, TABLE, Path(folder), address, ear, session=session, at=set_moment) as evening:
                evening.play()
                end = len(kept)
    # what the parts say when the table takes its leave is not of the evening
    header = Header(title=title, rulebook=plan.rulebook, session=session, began=NOON)
    return packed(header, kept[:end])


def main(arguments: list[str] | None = None) -> int:
    """Writes them; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*EVENINGS, []], metavar="NAME", help="default: all of them")
    wanted = parser.parse_args(arguments).names or list(EVENINGS)
    for name in wanted:
        title, plan = EVENINGS[name]
        path = FOLDER / f"{name}.jsonl.gz"
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder, path.name)
            fresh.write_bytes(record(name, title, plan))
            recording = read_recording(fresh)  # what is not whole does not take the place of what was
            shutil.copyfile(fresh, path)
        sys.stdout.write(
            f"{path.name}: {path.stat().st_size} bytes, {len(recording.told)} messages, {recording.length_s:.0f} s, "
            f"{dict(recording.types)}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
