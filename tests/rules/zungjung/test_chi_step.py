"""The moments of a chi."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.zungjung.chi_step import ChiStep, may_act_on_discard, pon_and_kan_open
from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.rulebook import Rulebook


@pytest.mark.parametrize(
    ("chi", "at_ms", "still_open"),
    [
        pytest.param(ChiStep(0, 1200), 1500, False, id="ZJ-R22 exposed after the pause"),
        pytest.param(ChiStep(0, 1000), 1000, False, id="ZJ-R22 exactly the pause"),
        pytest.param(ChiStep(0, 200), 900, True, id="ZJ-R22 exposed too soon"),
        pytest.param(ChiStep(0, 999), 2000, True, id="ZJ-R22 a moment too soon"),
        pytest.param(ChiStep(0), 5000, True, id="ZJ-R22 announced only"),
        pytest.param(ChiStep(0, 1200), 1100, True, id="ZJ-R22 before the exposure"),
        pytest.param(ChiStep(0, None, 1200), 1300, False, id="ZJ-R22 the discard came first"),
        pytest.param(ChiStep(0, 2000, 200), 2500, True, id="ZJ-R22 the discard came too soon"),
        pytest.param(ChiStep(None, 1200), 5000, True, id="ZJ-R22 never announced"),
    ],
)
def test_whether_pon_and_kan_are_open(book: Rulebook, chi: ChiStep, at_ms: int, still_open: bool) -> None:
    assert pon_and_kan_open(book, chi, at_ms) is still_open


def test_options_of_the_pause_zj_r22_zj_f01(book: Rulebook) -> None:
    quick = replace(book, play=replace(book.play, chi_pause_ms=100))
    assert not pon_and_kan_open(quick, ChiStep(0, 200), 900)
    seen = replace(book, play=replace(book.play, oral_calls="taken_as_seen"))
    assert not pon_and_kan_open(seen, ChiStep(None, 1200), 5000)


def test_until_the_sequence_is_exposed_only_a_win_goes_on_zj_r21() -> None:
    """South announces chi and discards 9m; West's pon waits, a win does not."""
    chi = ChiStep(announced_ms=0, discarded_ms=1500)
    assert not chi.is_complete
    assert {claim: may_act_on_discard(chi, claim) for claim in (*Claim, None)} == {
        Claim.CHI: False,
        Claim.PON: False,
        Claim.KAN: False,
        Claim.WIN: True,
        None: False,
    }
    exposed = replace(chi, exposed_ms=2500)
    assert exposed.is_complete
    assert all(may_act_on_discard(exposed, claim) for claim in (*Claim, None))


def test_an_exposed_sequence_is_not_complete_before_the_discard_zj_r21() -> None:
    assert not ChiStep(0, 1200).is_complete
