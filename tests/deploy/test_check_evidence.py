"""The check of evidence finds what it is there to find."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tablebridge.config import EvidenceConfig
from tablebridge.vision.cloth_picture import ClothPicture

DEPLOY = Path(__file__).parents[2] / "deploy"
MODULES = ("check_evidence", "evidence_film", "evidence_browser")


@pytest.fixture(scope="module")
def check() -> Iterator[Any]:
    """The command as a module, with the files beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DEPLOY))
        import check_evidence

        yield check_evidence
        for name in MODULES:
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def film(check: Any) -> Any:
    return check.Film(1, frames=1)


@pytest.mark.parametrize("number", [0, 1, 4095, 10_922, 16_383])
def test_a_kept_frame_tells_its_number_and_nothing_beside_the_table(film: Any, number: int) -> None:
    picture = film.picture(number)
    cloth = ClothPicture(film.geometry).cut(picture)
    assert film.read(cv2.imencode(".jpg", cloth)[1].tobytes()) == (number, 0)
    cloth[:40, :40] = picture[0, 0]
    assert film.read(cv2.imencode(".jpg", cloth)[1].tobytes())[1] > 1000, "violet is noticed"


def test_the_same_seed_gives_the_same_acts_and_some_come_together(check: Any) -> None:
    acts = check._acts(200, 180_000, 1)
    assert [act.at_ms for act in acts] == [act.at_ms for act in check._acts(200, 180_000, 1)]
    assert all(6000 <= act.at_ms <= 168_000 for act in acts)
    assert 20 < 200 - len({act.at_ms for act in acts}) < 100


@pytest.fixture(scope="module")
def recorded(check: Any, film: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A flag, its clip and the configuration, from four and a half seconds of camera."""
    config = EvidenceConfig(folder=str(tmp_path_factory.mktemp("run") / "clips"), keep_free_mb=0, before_s=1, after_s=1)
    act = check.Act("e1", 2000.0, 2300.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check, "_wait_until", lambda _due_s: None)  # as fast as it goes
        ran, evidence = check._run(film, [act], config, 4.5, every_frame=True)
    assert len(ran.keep_ms) == 68
    path = evidence.clip("e1")
    assert path is not None
    return act, path, config, ran.looked_at


@pytest.fixture
def clip(recorded: Any) -> Iterator[Any]:
    path = recorded[1]
    whole = path.read_bytes()
    yield recorded
    path.write_bytes(whole)


def look(check: Any, film: Any, clip: Any) -> str:
    act, path, config, looked_at = clip
    return " | ".join(check._look_into(film, [act], {act.flag: path}, config, looked_at))


def test_a_good_clip_is_good(check: Any, film: Any, clip: Any) -> None:
    assert look(check, film, clip) == ""


def test_a_missing_clip_is_told(check: Any, film: Any, clip: Any) -> None:
    act, path, config, looked_at = clip
    other = check.Act("e2", 0.0, 0.0)
    found = check._look_into(film, [act, other], {"e1": path, "e2": None}, config, looked_at)
    assert "e2 has no clip" in found


def test_a_frame_that_shows_another_moment_is_told(check: Any, film: Any, clip: Any) -> None:
    act, path, *_ = clip
    wrong = cv2.imencode(".jpg", ClothPicture(film.geometry).cut(film.picture(9999)))[1].tobytes()
    lines = path.read_bytes().splitlines(keepends=True)
    mark = f'data-ref="{act.shown}"'.encode()
    number = next(n for n, line in enumerate(lines) if mark in line)
    head = lines[number][: lines[number].index(b">") + 1]
    lines[number] = head + base64.b64encode(wrong) + b"</script>\n"
    path.write_bytes(b"".join(lines))
    assert f"frame {act.shown} shows the number 9999" in look(check, film, clip)


def test_a_clip_without_its_beginning_is_told(check: Any, film: Any, clip: Any) -> None:
    act, path, _, looked_at = clip
    longer = EvidenceConfig(before_s=3, after_s=1)
    found = " | ".join(check._look_into(film, [act], {act.flag: path}, longer, looked_at))
    assert "2000 ms of it are missing" in found
    assert "not those that were looked at" in found


def test_a_clip_without_the_act_is_told(check: Any, film: Any, clip: Any) -> None:
    _, path, config, looked_at = clip
    elsewhere = check.Act("e1", 2000.0, 2300.0, shown=4444)
    found = check._look_into(film, [elsewhere], {"e1": path}, config, looked_at)
    assert found == ["e1: frame 4444, which shows the act, is not in it"]


def test_a_clip_that_lost_a_frame_is_told(check: Any, film: Any, clip: Any) -> None:
    act, path, config, looked_at = clip
    more = {**looked_at, 999: act.at_ms + 1}
    found = check._look_into(film, [act], {act.flag: path}, config, more)
    assert found == ["e1: its frames are not those that were looked at in its time"]


def test_a_live_camera_does_not_wait(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check.time, "monotonic", lambda: 101.0)
    assert check._next(3, 100.0) == 15, "one second on, frames 4 to 14 are lost"
    assert check._next(20, 100.0) == 21
