"""Each clause whose breach the fold can see: the acts, and the violations that come of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    ReadyDeclared,
    TilesDealt,
    WallBuilt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.state import TaiwanHand, start
from tests.rules.taiwan.course import (
    APART,
    READY,
    STARTED,
    A,
    B,
    C,
    D,
    T,
    at_play,
    call,
    cut,
    dealt,
    draw,
    play,
    pon_state,
    tile,
)

FLOWER_HAND = "1f2f159m159p159s12345z"
OPENING = dealt(FLOWER_HAND, "4f59m159p159s1234567z", gate="2m", passed=False)
SHOWN = FlowersShown(A, T("1f2f"))
PON_HAND = "77z159m159p159s12345z"
CHI_HAND = "3s4s5s6s159m159p123456z"
PON = call(C, MeldKind.PON, "77z", "7z", A)
CHI = call(B, MeldKind.CHI, "4s5s", "3s", A)
EIGHT = Won(B, tile("8s"), T(READY), A)
ANKAN = call(B, MeldKind.KAN_CONCEALED, "9999p")
MIGI = (ReadyDeclared(A), cut(A, "1z"))


def with_dead(state: TaiwanHand, *seats: Seat) -> TaiwanHand:
    return replace(state, dead=frozenset(seats))


def told(*events: HandEvent, state: TaiwanHand) -> TaiwanHand:
    return play(events, state)[0]


def replacement(seat: Seat, text: str) -> Drawn:
    return draw(seat, text, replacement=True)


def later(state: TaiwanHand) -> TaiwanHand:
    """The same after so many discards that a wrong call costs a point."""
    part = state.at(C)
    return state.with_seat(C, replace(part, river=River((Discard(tile("1m")),) * 4)))


WRONG_CHI = call(B, MeldKind.CHI, "4s5s6s", "3s", A)
NO_RUN = call(B, MeldKind.CHI, "4s6s", "3s", A)
OTHER_CHI = call(B, MeldKind.CHI, "4s5s", "6s", A)
LAID_7Z = told(draw(A, "7z"), cut(A, "7z"), state=at_play(A, APART, APART, PON_HAND))
LAID_3S = told(draw(A, "3s"), cut(A, "3s"), state=at_play(A, APART, CHI_HAND))
LAID_8S = told(draw(A, "8s"), cut(A, "8s"), state=at_play(A, APART, READY, READY))
KAN_HAND = told(draw(B, "9p"), state=at_play(B, APART, "123m456m999p123s67s22p"))
MIGI_READY = dealt(READY, gate="1z")
FLOWERS = at_play(D, APART, "3g" + "59m159p159s1234567z").with_seat(
    B, replace(at_play(D, APART, "3g59m159p159s1234567z").at(B), flowers=T("1f2f3f4f1g2g"))
)
ROBBED = told(draw(D, "4g"), FlowersShown(D, T("4g")), state=FLOWERS)
ROB = WonByFlowers(B, T("1f2f3f4f1g2g3g"), D)


@dataclass(frozen=True)
class Row:
    """A clause, the acts after `state`, and who is found to have broken it at what price; no seat: nobody has."""

    clause: str
    what: str
    state: TaiwanHand
    events: tuple[HandEvent, ...]
    seat: Seat | None = None
    penalty: str = ""
    legal: bool = False


DEAD, PAYS, REFUSED = "dead_hand", "full_liability", "refused"

ROWS = (
    Row("TW-R05", "a wall of 17 stacks", start(STARTED), (WallBuilt((18, 18, 18, 17)),), None, "redeal"),
    Row("TW-R06", "the throw names another dealer", start(STARTED), (FirstDealerThrown(C, (4, 5, 3)),)),
    Row("TW-R08", "another seat throws", start(STARTED), (DiceRolled(B, (1, 2, 3)),), B),
    Row("TW-R07", "fifteen tiles dealt", start(STARTED), (TilesDealt((T(APART)[1:], *(T(APART),) * 3)),), A),
    Row("TW-R07", "dealt twice", dealt(), (TilesDealt(),)),
    Row("TW-R07", "a draw before the deal", start(STARTED), (draw(A, "1m"),), A),
    Row("TW-R10", "the dealer replaces both", OPENING, (SHOWN, replacement(A, "3m"), replacement(A, "4m")), legal=True),
    Row("TW-R11", "in order", OPENING, (FlowersPassed(A), FlowersShown(B, T("4f")), replacement(B, "3m")), legal=True),
    Row("TW-F01", "before the dealer has passed", OPENING, (FlowersShown(B, T("4f")),), B, DEAD),
    Row("TW-F01", "a tile from the tail before its turn", OPENING, (replacement(C, "4m"),), C, DEAD),
    Row(
        "TW-F01",
        "TW-R12 a flower that came as a replacement is shown in the same round",
        told(SHOWN, replacement(A, "3g"), replacement(A, "4m"), state=OPENING),
        (FlowersShown(A, T("3g")),),
        A,
        DEAD,
    ),
    Row("TW-F03", "one tile for two flowers", OPENING, (SHOWN, replacement(A, "3m"), FlowersPassed(A)), A, DEAD),
    Row(
        "TW-F03",
        "three tiles for two flowers",
        told(SHOWN, replacement(A, "3m"), replacement(A, "4m"), state=OPENING),
        (replacement(A, "6m"),),
        A,
        DEAD,
    ),
    Row(
        "TW-F03",
        "the right takes two tiles for one flower",
        told(FlowersPassed(A), FlowersShown(B, T("4f")), replacement(B, "3m"), state=OPENING),
        (replacement(B, "6m"),),
        B,
        DEAD,
    ),
    Row("TW-F03", "a tile shown that is no flower", dealt(gate="2m"), (FlowersShown(A, T("5m")),), A, DEAD),
    Row("TW-F02", "a flower shown that is not held", dealt(gate="2m"), (FlowersShown(A, T("2f")),), A, DEAD),
    Row(
        "TW-F03",
        "out of turn",
        at_play(B, "1f" + APART[1:]).with_seat(A, at_play(B).at(A).hide()),
        (FlowersShown(A, T("1f")),),
        A,
        DEAD,
    ),
    Row("TW-F19", "a draw out of turn", at_play(B), (draw(C, "1m"),), C, DEAD),
    Row("TW-F19", "a draw while another has to discard", dealt(), (draw(C, "1m"),), C, DEAD),
    Row("TW-F02", "two draws in one turn", told(draw(B, "1m"), state=at_play(B)), (draw(B, "2m"),), B, DEAD),
    Row("TW-F02", "a draw after chi", told(CHI, state=LAID_3S), (draw(B, "9m"),), B, DEAD),
    Row("TW-F02", "a discard without a draw", at_play(B), (cut(B, "1m"),), B, DEAD),
    Row("TW-F02", "a kan without its replacement", told(ANKAN, state=KAN_HAND), (cut(B, "1m"),), B, DEAD),
    Row("TW-F02", "a tile that is not held", dealt(), (cut(A, "8m"),), A, DEAD),
    Row("TW-F06", "a draw from the tail", at_play(B), (replacement(B, "1m"),), B, DEAD),
    Row("TW-F06", "a replacement from the live end", told(ANKAN, state=KAN_HAND), (draw(B, "1m"),), B, DEAD),
    Row("TW-R30", "one of the sixteen tiles", at_play(B, wall_left=16), (draw(B, "1m"),), B),
    Row("TW-R30", "a draw with tiles left", at_play(B), (ExhaustiveDraw(),)),
    Row("TW-R37", "a draw with the last tile left", at_play(B, wall_left=17), (ExhaustiveDraw(),)),
    Row("TW-F20", "a discard out of turn", dealt(), (cut(D, "9p"),), D, DEAD),
    Row("TW-F13", "a flower in the river", dealt("1f" + APART[2:] + "1m", gate="2m"), (cut(A, "1f"),), A, DEAD),
    Row("TW-F14", "the claimed tile", told(CHI, state=LAID_3S), (cut(B, "3s"),), B, DEAD),
    Row(
        "TW-F14",
        "the fourth of a pon",
        told(PON, state=LAID_7Z.with_seat(C, replace(LAID_7Z.at(C), concealed=T("777z159m159p159s1234z")))),
        (cut(C, "7z"),),
        C,
        DEAD,
    ),
    Row("TW-F15", "the other end", told(CHI, state=LAID_3S), (cut(B, "6s"),), B, DEAD),
    Row("TW-F05", "three tiles of the hand", LAID_3S, (WRONG_CHI,), B, "warning"),
    Row("TW-F05", "tiles that are no run", LAID_3S, (NO_RUN,), B, "warning"),
    Row("TW-F05", "left until the next draw", told(NO_RUN, cut(B, "1z"), state=LAID_3S), (draw(C, "1m"),), B, DEAD),
    Row("TW-F07", "a tile that is not the discard", later(LAID_3S), (OTHER_CHI,), B, "wrong_call"),
    Row("TW-F07", "among the first four discards", LAID_3S, (OTHER_CHI,), B, REFUSED),
    Row(
        "TW-F07",
        "TW-R16 chi of across",
        later(told(draw(D, "3s"), cut(D, "3s"), state=at_play(D, APART, CHI_HAND))),
        (call(B, MeldKind.CHI, "4s5s", "3s", D),),
        B,
        "wrong_call",
    ),
    Row(
        "TW-F07",
        "TW-R20 kan of the left",
        told(draw(A, "9p"), cut(A, "9p"), state=at_play(A, APART, "999p159m159s123456z1p")),
        (call(B, MeldKind.KAN_EXPOSED, "999p", "9p", A),),
        B,
        REFUSED,
    ),
    Row(
        "TW-R22",
        "added to no pon",
        told(draw(B, "1z"), state=pon_state("159m159p159s1234z")),
        (Called(B, Meld(MeldKind.KAN_ADDED, T("111z"), tile("1z"), C)),),
        B,
        REFUSED,
    ),
    Row(
        "TW-R22",
        "right after a call",
        replace(pon_state("7z159m159p159s1234z"), phase=Phase.MUST_DISCARD),
        (Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C)),),
        B,
        REFUSED,
    ),
    Row("TW-R23", "out of turn", at_play(A, APART, "9999p159m159s123456z"), (ANKAN,), B, REFUSED),
    Row("TW-R44", "with 19 tiles left", replace(LAID_7Z, wall_left=19), (PON,), C, "wrong_call"),
    Row("TW-R44", "an own kan with 19 tiles left", replace(KAN_HAND, wall_left=19), (ANKAN,), B, "wrong_call"),
    Row("TW-F24", "a call of a dead hand", with_dead(LAID_7Z, C), (PON,), C, PAYS),
    Row(
        "TW-F24",
        "a call of a dead hand with wrong tiles",
        with_dead(LAID_3S, B),
        (call(B, MeldKind.CHI, "4s6s", "3s", A),),
        B,
        PAYS,
    ),
    Row("TW-F24", "a kan of a dead hand", with_dead(KAN_HAND, B), (ANKAN,), B, PAYS),
    Row("TW-F24", "a win of a dead hand", with_dead(LAID_8S, B), (EIGHT,), B, PAYS),
    Row("TW-F24", "a win by flowers of a dead hand", with_dead(ROBBED, B), (ROB,), B, PAYS),
    Row("TW-F24", "a second draw out of turn", with_dead(at_play(B), C), (draw(C, "1m"),), C, PAYS),
    Row(
        "TW-F08",
        "the hand waits for other tiles",
        LAID_8S,
        (Won(C, tile("8s"), T("123m456m789p123s67m22p"), A),),
        C,
        PAYS,
    ),
    Row("TW-F08", "a tile that is not there", LAID_8S, (Won(B, tile("5s"), T(READY), A),), B, PAYS),
    Row("TW-F08", "six flowers", FLOWERS, (WonByFlowers(B, T("1f2f3f4f1g2g"), D),), B, PAYS),
    Row("TW-F22", "the hand was not waiting", LAID_8S, (Won(C, tile("8s"), T(APART), A),), C, PAYS),
    Row(
        "TW-F23",
        "a passed win",
        told(draw(B, "9m"), cut(B, "5s"), state=LAID_8S),
        (Won(C, tile("5s"), T(READY), B),),
        C,
        PAYS,
    ),
    Row("TW-S36", "MIGI in another's turn", dealt(), (ReadyDeclared(B),), B, "void"),
    Row("TW-S36", "MIGI in time", MIGI_READY, MIGI, legal=True),
    Row(
        "TW-F21",
        "MIGI without waiting",
        told(*MIGI, state=MIGI_READY),
        (draw(B, "8m"), HandsRevealed(((A, T(APART)),))),
        A,
        PAYS,
    ),
    Row(
        "TW-F21",
        "MIGI shown at the draw",
        replace(told(*MIGI, draw(B, "8m"), cut(B, "8m"), state=MIGI_READY), wall_left=16),
        (ExhaustiveDraw(((A, T(APART)),)),),
        A,
        PAYS,
    ),
    Row(
        "TW-F17",
        "a win let go under MIGI",
        told(*MIGI, draw(B, "8s"), cut(B, "8s"), draw(C, "1m"), cut(C, "1m"), state=MIGI_READY),
        (HandsRevealed(((A, T(READY)),)),),
        A,
        DEAD,
    ),
    Row("TW-S24", "the eighth flower is robbed", ROBBED, (ROB,), legal=True),
    Row("TW-R13", "a draw after the end", at_play(B, phase=Phase.ENDED), (draw(B, "1m"),), B),
)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.clause} {row.what}" for row in ROWS])
def test_acts(row: Row) -> None:
    _, found = play(row.events, row.state)
    if row.legal:
        assert found == []
    else:
        assert found == [(row.clause, row.penalty, row.seat)]
