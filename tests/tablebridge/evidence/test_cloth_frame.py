"""A picture of the cloth becomes JPEG that still shows it."""

from __future__ import annotations

import pytest

from tests.tablebridge.evidence.cloths import cloth_frame, number_of


@pytest.mark.parametrize("number", [0, 1, 2730, 4095])
def test_a_frame_shows_what_was_in_the_picture(number: int) -> None:
    frame = cloth_frame(number)
    assert (frame.ref, number_of(frame.jpeg)) == (str(number), number)
    assert "jpeg" not in repr(frame), "a log line is not the place for a picture"
