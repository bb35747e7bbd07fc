"""A clip gives back, byte for byte, what was put into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.evidence import ClipMaking, ClothFrame, read_clip
from tests.tablebridge.evidence.cloths import cloth_frame, number_of, utc


def making(flag: str = "e1.RL-T01.turn_order.B", frames: tuple[ClothFrame, ...] | None = None) -> ClipMaking:
    kept = tuple(cloth_frame(number) for number in range(20, 31)) if frames is None else frames
    return ClipMaking("hall-1", flag, 2480.0, utc(2480), 500, 500, kept, ("21", "99"))


def written(path: Path, made: ClipMaking) -> Path:
    path.write_bytes(b"".join(made.pieces()))
    return path


def test_a_clip_is_read_back_whole(tmp_path: Path) -> None:
    made = making()
    clip = read_clip(written(tmp_path / "clip.html", made))
    assert (clip.table, clip.flag, clip.act_ms, clip.act_at) == ("hall-1", made.flag, 2480, utc(2480))
    assert [one.ref for one in clip.frames] == [str(number) for number in range(20, 31)]
    assert clip.proof == ("21",), "frame 99 is not in it"
    assert [one.offset_ms for one in clip.frames] == [number * 100 - 2480 for number in range(20, 31)]
    assert [one.jpeg for one in clip.frames] == [one.jpeg for one in made.frames], "encoded once only"


def test_the_frame_that_evidence_names_is_found_in_it(tmp_path: Path) -> None:
    clip = read_clip(written(tmp_path / "clip.html", making()))
    found = clip.find("24")
    assert found is not None
    assert number_of(found.jpeg) == 24
    assert clip.find("31") is None


@pytest.mark.parametrize("name", ["</script><b>", "a&amp;b\"'", "第一局"])
def test_names_cannot_break_out_of_the_page(tmp_path: Path, name: str) -> None:
    one = cloth_frame(1)
    made = making(flag=name, frames=(ClothFrame(name, one.at_ms, one.captured_at, one.jpeg),))
    path = written(tmp_path / "clip.html", made)
    clip = read_clip(path)
    assert (clip.flag, clip.frames[0].ref) == (name, name)
    text = path.read_text("utf-8")
    assert text.count("<script") == text.count("</script>") == 3, "about, the player, one frame"
    assert "<b>" not in text


def test_a_clip_without_its_end_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "clip.html", making())
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(UsageError, match=r"holds 10 of 11 frames.*its end is lost"):
        read_clip(path)


@pytest.mark.parametrize(
    ("content", "what"), [(b"<!DOCTYPE html><p>no clip", "this is no clip"), (b"", "no clip"), (None, "No such file")]
)
def test_another_file_is_refused(tmp_path: Path, content: bytes | None, what: str) -> None:
    path = tmp_path / "clip.html"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=what):
        read_clip(path)
