"""Calls, clause by clause: the course of a hand that breaks it, and what the fold finds: clause, penalty, seat.

A course is of events and of facts that only a witness knows. Where a clause allows what looks wrong, nothing is found.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    Drawn,
    Won,
)
from tablebridge_rules.fact import (
    AddedTileLaid,
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    DrawJoined,
    MeldChanged,
    MeldLaid,
    ReplacementTaken,
    RiverTileTaken,
)
from tablebridge_rules.meld import Meld
from tablebridge_rules.table import table_view
from tablebridge_rules.zungjung.state import ZungJungHand
from tests.rules.zungjung.course import (
    ADD_7Z,
    ANKAN,
    APART,
    CHI,
    CHI_9S,
    CHIER,
    CUT_1M,
    KAN,
    NINE,
    OWN_KAN,
    PON,
    PON_9S,
    PONNER,
    QUAD,
    READY,
    SILENT,
    SPOKEN,
    WIN_9S,
    A,
    B,
    C,
    Course,
    D,
    Found,
    T,
    adding,
    at_play,
    call,
    cut,
    draw,
    fed,
    four_2m,
    late,
    open_9s,
    play,
    tile,
    with_pon,
)

TABLE: list[tuple[str, ZungJungHand, Course, list[Found]]] = [
    # --- which discard, and until when
    ("ZJ-R02 not the last discard", open_9s(), [call(C, PON, "99s", "9s", B)], [("ZJ-R02", "tile_returns", C)]),
    ("ZJ-R02 dead after the next discard", late(), [cut(B, "5z"), PON_9S], [("ZJ-R02", "tile_returns", C)]),
    ("ZJ-R02 the draw is not joined", late(), [PON_9S, cut(C, "1m"), draw(D, "1s")], []),
    ("ZJ-R02 joined", late(), [DrawJoined(B), PON_9S], [("ZJ-R02", "tile_returns", C)]),
    ("ZJ-R02 another's tile was joined", late(), [DrawJoined(D), PON_9S], []),
    ("ZJ-R02 a win over a draw", play([draw(B, "5z")], fed(APART, READY))[0], [WIN_9S], []),
    (
        "ZJ-R02 a win too late",
        play([draw(B, "5z")], fed(APART, READY))[0],
        [DrawJoined(B), WIN_9S],
        [("ZJ-R02", "refused", C)],
    ),
    (
        "ZJ-R02 the one who drew claims nothing",
        play([draw(B, "5z")], fed(PONNER))[0],
        [call(B, PON, "99s", "9s", A)],
        [("ZJ-R02", "tile_returns", B)],
    ),
    ("ZJ-R03 a claimed tile in the hand", late(), [RiverTileTaken(C, NINE, called=True)], [("ZJ-R03", "exposure", C)]),
    # --- voices
    ("ZJ-F01 a discard before the set", open_9s(), [CUT_1M], [("ZJ-F01", "warning", B)]),
    ("ZJ-F01 there is no set to follow", fed(APART), [CUT_1M, draw(C, "1s")], [("ZJ-F01", "minor_dead_hand", B)]),
    ("ZJ-F01 a hidden hand may take it", table_view(fed(APART)), [CUT_1M], [("ZJ-F01", "warning", B)]),
    ("ZJ-F01 the set follows", open_9s(), [CUT_1M, CHI_9S, draw(C, "1s")], [("ZJ-F01", "warning", B)]),
    (
        "ZJ-F01 the referee: nothing was said",
        open_9s(),
        [CUT_1M, SILENT],
        [("ZJ-F01", "warning", B), ("ZJ-F01", "minor_dead_hand", B)],
    ),
    (
        "ZJ-F01 no set follows",
        open_9s(),
        [CUT_1M, draw(C, "1s")],
        [("ZJ-F01", "warning", B), ("ZJ-F01", "minor_dead_hand", B)],
    ),
    ("ZJ-F01 a silent chi", open_9s(), [CHI_9S, SILENT], [("ZJ-F01", "warning", B)]),
    ("ZJ-R21 announced: the set may follow", open_9s(), [SPOKEN, CUT_1M, CHI_9S, draw(C, "1s"), cut(C, "1s")], []),
    (
        "ZJ-R21 a draw before the exposure",
        open_9s(),
        [SPOKEN, CUT_1M, draw(C, "1s"), CHI_9S],
        [("ZJ-R21", "refused", C)],
    ),
    (
        "ZJ-R21 a pon before the exposure",
        fed(CHIER, "11m99s258p1234z12s"),
        [SPOKEN, CUT_1M, call(C, PON, "11m", "1m", B)],
        [("ZJ-R21", "refused", C)],
    ),
    (
        "ZJ-R21 a win before the exposure",
        fed(CHIER, "23m456m222p789s55p"),
        [SPOKEN, CUT_1M, Won(C, tile("1m"), T("23m456m222p789s55p"), B)],
        [],
    ),
    (
        "ZJ-R22 a pon after the pause",
        open_9s(),
        [SPOKEN, CHI_9S, ClaimTimed(C, 1500, 1200), PON_9S],
        [("ZJ-R22", "refused", C)] * 2,
    ),
    ("ZJ-R22 exposed too soon", open_9s(), [SPOKEN, CHI_9S, ClaimTimed(C, 900, 200), PON_9S, cut(C, "1m")], []),
    ("ZJ-R22 and discarded", open_9s(), [SPOKEN, CHI_9S, CUT_1M, ClaimTimed(C, 900, 200, 300), PON_9S], []),
    ("ZJ-R22 the chi was silent", open_9s(), [CHI_9S, SILENT, PON_9S], [("ZJ-F01", "warning", B)]),
    ("ZJ-R22 nobody knows the moments", open_9s(), [CHI_9S, PON_9S], [("ZJ-R22", "refused", C)]),
    ("ZJ-R22 a win after the chi", fed(CHIER, READY), [CHI_9S, WIN_9S], []),
    ("ZJ-R02 a win after the chi's discard", fed(CHIER, READY), [CHI_9S, CUT_1M, WIN_9S], [("ZJ-R02", "refused", C)]),
    ("ZJ-R22 a false win", open_9s(), [CHI_9S, Won(C, NINE, T(PONNER), A)], [("ZJ-R14", "refused", C)]),
    ("ZJ-R22 no chi", open_9s(), [ClaimTimed(C, 900, 200), PON_9S], []),
    (
        "ZJ-F02 a silent small kan",
        adding(),
        [ADD_7Z, CallVoiced(B, "kan", voiced=False)],
        [("ZJ-F02", "discard", B)],
    ),
    ("ZJ-R25 an announced small kan", adding(), [ADD_7Z, CallVoiced(B, "kan", voiced=True), Drawn(B, None, True)], []),
    # --- precedence
    (
        "ZJ-X04 a spoken pon goes before",
        open_9s(),
        [CallVoiced(C, "pon", voiced=True), CHI_9S],
        [("ZJ-X04", "refused", B)],
    ),
    ("ZJ-X04 a spoken chi does not", open_9s(), [SPOKEN, PON_9S], []),
    (
        "ZJ-X04 withdrawn",
        open_9s(),
        [CallVoiced(C, "pon", voiced=True), CallWithdrawn(C, "pon"), CHI_9S],
        [],
    ),
    (
        "ZJ-X04 an unannounced claim has none",
        open_9s(),
        [CallVoiced(C, "pon", voiced=True), CallVoiced(C, "pon", voiced=False), CHI_9S],
        [("ZJ-F01", "warning", C)],
    ),
    (
        "ZJ-X04 a nearer win is spoken",
        fed(READY, READY),
        [CallVoiced(B, "ron", True), WIN_9S],
        [("ZJ-X04", "refused", C)],
    ),
    ("ZJ-X04 a farther win is spoken", fed(READY, READY), [CallVoiced(C, "ron", True), Won(B, NINE, T(READY), A)], []),
    (
        "ZJ-X04 the nearer win is there",
        fed(READY, READY),
        [Won(B, NINE, T(READY), A), WIN_9S],
        [("ZJ-X04", "refused", C)],
    ),
    ("ZJ-X04 the nearer win comes later", fed(READY, READY), [WIN_9S, Won(B, NINE, T(READY), A)], []),
    # --- sets
    ("ZJ-R15 a spoken pon without a pair", fed(CHIER), [CallVoiced(B, "pon", True)], [("ZJ-R15", "refused", B)]),
    ("ZJ-R18 chi from the opposite", fed(APART, CHIER), [call(C, CHI, "78s", "9s", A)], [("ZJ-R18", "refused", C)]),
    ("ZJ-R18 a spoken chi from there", fed(APART, CHIER), [CallVoiced(C, "chi", True)], [("ZJ-R18", "refused", C)]),
    ("ZJ-R18 spoken by a hidden hand", table_view(open_9s()), [CallVoiced(C, "chi", True)], [("ZJ-R18", "refused", C)]),
    ("ZJ-R18 a hidden hand may have it", table_view(open_9s()), [CallVoiced(B, "chi", True), CHI_9S], []),
    ("ZJ-R04 no claim", open_9s(), [CallVoiced(B, "riichi", True)], []),
    ("ZJ-R26 a spoken kan", fed(PONNER), [CallVoiced(B, "kan", True)], [("ZJ-R26", "refused", B)]),
    ("ZJ-R18 no sequence", open_9s(), [call(B, CHI, "47m", "9s", A)], [("ZJ-R18", "refused", B)]),
    (
        "ZJ-R26 no four",
        fed(QUAD),
        [call(B, KAN, "991s", "9s", A)],
        [("ZJ-R26", "refused", B), ("ZJ-X08", "refused", B)],
    ),
    ("ZJ-R24 no four", four_2m(), [call(B, ANKAN, "2224m")], [("ZJ-R24", "refused", B)]),
    ("ZJ-R16 no set", open_9s(), [call(C, PON, "91s", "9s", A)], [("ZJ-R16", "correct", C)]),
    (
        "ZJ-R16 the sideways tile",
        open_9s(),
        [PON_9S, MeldLaid(C, PON_9S.meld, T("999s"), 0)],
        [("ZJ-R16", "correct", C)],
    ),
    ("ZJ-R16 as it must lie", open_9s(), [PON_9S, MeldLaid(C, PON_9S.meld, T("999s"), 1)], []),
    ("ZJ-R16 locked", open_9s(), [PON_9S, MeldChanged(C, PON_9S.meld, T("99s"))], [("ZJ-R16", "correct", C)]),
    ("ZJ-R19 the order", open_9s(), [CHI_9S, MeldLaid(B, CHI_9S.meld, T("978s"), 0)], [("ZJ-R19", "correct", B)]),
    ("ZJ-R19 locked", open_9s(), [CHI_9S, MeldChanged(B, CHI_9S.meld, ())], [("ZJ-R19", "correct", B)]),
    (
        "ZJ-R26 the sideways tile",
        fed(QUAD),
        [call(B, KAN, "999s", "9s", A), MeldLaid(B, Meld(KAN, T("999s"), NINE, A), T("9999s"), 2)],
        [("ZJ-R26", "correct", B)],
    ),
    ("ZJ-R25 next to the sideways tile", adding(), [ADD_7Z, AddedTileLaid(B, ADD_7Z.meld, 0)], []),
    (
        "ZJ-R25 next to the sideways tile of the right",
        adding(),
        [ADD_7Z, AddedTileLaid(B, replace(ADD_7Z.meld, from_seat=C), 3)],
        [("ZJ-R25", "correct", B)],
    ),
    ("ZJ-R25 the rest of an added kan", adding(), [ADD_7Z, MeldLaid(B, ADD_7Z.meld, T("7777z"), 2)], []),
    ("ZJ-R24 nothing sideways in it", four_2m(), [OWN_KAN, MeldLaid(B, OWN_KAN.meld, T("2222m"))], []),
    ("ZJ-R28 locked", four_2m(), [OWN_KAN, MeldChanged(B, OWN_KAN.meld, T("222m"))], [("ZJ-R28", "correct", B)]),
    (
        "ZJ-R24 a kan with a pon",
        fed("2222m99s258p123z4m"),
        [call(B, PON, "99s", "9s", A), OWN_KAN],
        [("ZJ-R24", "refused", B)],
    ),
    ("ZJ-R24 a kan out of turn", at_play(A, APART, "2222m47m258p1235z"), [OWN_KAN], [("ZJ-R24", "refused", B)]),
    (
        "ZJ-R25 an added kan out of turn",
        with_pon("147m258p123z7z"),
        [draw(B, "1s"), cut(B, "1s"), ADD_7Z],
        [("ZJ-R25", "refused", B)],
    ),
    ("ZJ-R25 no triplet", play([draw(B, "7z")], at_play(B))[0], [ADD_7Z], [("ZJ-R25", "refused", B)]),
    ("ZJ-R27 told as an exposed kan", with_pon(), [call(B, KAN, "777z", "7z", A)], [("ZJ-R27", "tile_returns", B)]),
    ("ZJ-R27 told as an added tile", with_pon(), [ADD_7Z, Drawn(B, tile("1s"), True)], [("ZJ-R27", "tile_returns", B)]),
    # --- replacements
    ("ZJ-R29 from the live wall", four_2m(), [OWN_KAN, draw(B, "1s")], [("ZJ-R29", "", B)]),
    ("ZJ-R29 none drawn", four_2m(), [OWN_KAN, cut(B, "4m")], [("ZJ-R29", "short_hand", B)]),
    ("ZJ-R29 from the tail without a kan", at_play(B), [Drawn(B, tile("1s"), True)], [("ZJ-R29", "", B)]),
    (
        "ZJ-F03 in the own turn",
        four_2m(),
        [Drawn(B, tile("1s"), True), OWN_KAN, cut(B, "1s")],
        [("ZJ-F03", "major_dead_hand", B)],
    ),
    (
        "ZJ-F03 on a discard",
        fed(APART, QUAD),
        [CallVoiced(C, "kan", True), Drawn(C, tile("1s"), True), call(C, KAN, "999s", "9s", A), cut(C, "1s")],
        [("ZJ-F03", "major_dead_hand", C)],
    ),
    ("ZJ-F03 seen by the camera", four_2m(), [OWN_KAN, ReplacementTaken(B, 3)], [("ZJ-F03", "major_dead_hand", B)]),
    ("ZJ-R24 all four shown", four_2m(), [OWN_KAN, ReplacementTaken(B, 4)], []),
]


@pytest.mark.parametrize(
    ("state", "course", "found"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_what_breaks_a_clause(state: ZungJungHand, course: Course, found: list[Found]) -> None:
    assert play(course, state)[1] == found
