"""Who is liable for a yakuman that lies open: RL-P01, RL-P02."""

from __future__ import annotations

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.liability import certain_yakuman, liable_after
from tablebridge_rules.seat import Seat


def pon(text: str, from_seat: Seat = Seat.B) -> Meld:
    called, *own = parse_tiles(text)
    return Meld(MeldKind.PON, tuple(own), called, from_seat)


def kan(text: str, kind: MeldKind = MeldKind.KAN_EXPOSED, from_seat: Seat | None = Seat.B) -> Meld:
    if from_seat is None:
        return Meld(kind, parse_tiles(text))
    called, *own = parse_tiles(text)
    return Meld(kind, tuple(own), called, from_seat)


CHI = Meld(MeldKind.CHI, parse_tiles("23m"), parse_tiles("1m")[0], Seat.D)
CONCEALED = MeldKind.KAN_CONCEALED


@pytest.mark.parametrize(
    ("melds", "names"),
    [
        ((pon("555z"), pon("666z")), set()),
        ((pon("555z"), kan("6666z", CONCEALED, None), pon("777z")), {"daisangen"}),
        ((pon("111z"), pon("222z"), pon("333z")), set()),
        ((pon("111z"), pon("222z"), pon("333z"), pon("444z")), {"daisuushii"}),
        ((kan("1111m"), kan("2222p"), kan("3333s"), kan("4444z", CONCEALED, None)), {"suukantsu"}),
        ((pon("333s"), pon("444s"), pon("555s"), pon("666s")), {"suurenkou"}),
        ((pon("888m"), pon("999m"), pon("111p"), pon("222p")), set()),
        ((pon("333s"), pon("444s"), pon("555s"), CHI), set()),
        ((kan("3333s"), kan("4444s"), kan("5555s"), kan("6666s")), {"suukantsu", "suurenkou"}),
    ],
)
def test_rl_p02_what_the_melds_alone_make_certain(melds: tuple[Meld, ...], names: set[str]) -> None:
    assert certain_yakuman(melds) == names


DRAGONS = (pon("555z", Seat.D), pon("666z", Seat.B))
KANS = (kan("1111m"), kan("2222p"), kan("3333s"))


@pytest.mark.parametrize(
    ("before", "meld", "liable"),
    [
        (DRAGONS, pon("777z", Seat.B), (("daisangen", Seat.B),)),
        (DRAGONS, pon("777m", Seat.B), ()),
        (DRAGONS, kan("7777z", CONCEALED, None), ()),
        (KANS, kan("4444z", MeldKind.KAN_EXPOSED, Seat.C), (("suukantsu", Seat.C),)),
        ((*KANS, pon("444z")), kan("4444z", MeldKind.KAN_ADDED, Seat.C), ()),
    ],
    ids=["RL-P01 third dragon", "another tile", "from the own hand", "fourth kan", "fourth kan by an added tile"],
)
def test_who_fed_the_last_meld(before: tuple[Meld, ...], meld: Meld, liable: tuple[tuple[str, Seat], ...]) -> None:
    assert liable_after(before, (*before, meld), meld) == liable
