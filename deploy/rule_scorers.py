"""The libraries that `bench_rules` compares, each as a function from drawn hands to prepared calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from random_hands import HandDrawn

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.win import RiichiState, Win
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile

__all__ = [
    "BOOK",
    "Outcome",
    "mahjong_calls",
    "mahjong_outcome",
    "our_outcome",
    "our_wins",
    "riichienv_calls",
    "riichienv_outcome",
    "riichienv_wrapper_calls",
]

Outcome = tuple[int, int | None, int]
"""Han (26, 39 … for several yakuman), fu (None for yakuman) and all that the winner gets; (0, None, 0) without yaku."""

BOOK = load("riichi-common")
_NOTHING: Outcome = (0, None, 0)
_WINDS = tuple(Wind)
_RIICHI = (RiichiState.NONE, RiichiState.RIICHI, RiichiState.DOUBLE)


def our_wins(hands: Sequence[HandDrawn]) -> list[Win]:
    """The hands as this project's values."""
    return [_our_win(hand) for hand in hands]


def our_outcome(result: Any) -> Outcome:
    """What a `Score` says."""
    return (result.han, result.fu, result.points.total) if result else _NOTHING


def _tile(number: int) -> Tile:
    kind = STANDARD_KINDS[number // 4]
    return Tile(kind, red=kind.is_suited and kind.rank == 5 and number % 4 == 0)


_TILES = tuple(_tile(number) for number in range(136))


def _tiles(numbers: Sequence[int]) -> tuple[Tile, ...]:
    return tuple(_TILES[number] for number in numbers)


def _our_win(hand: HandDrawn) -> Win:
    melds = []
    for drawn in hand.melds:
        kind, tiles = MeldKind(drawn.name), _tiles(drawn.tiles)
        closed = kind is MeldKind.KAN_CONCEALED
        melds.append(Meld(kind, tiles) if closed else Meld(kind, tiles[1:], tiles[0], Seat.A))
    return Win(
        concealed=_tiles(hand.concealed),
        winning_tile=_TILES[hand.winning],
        seat_wind=_WINDS[hand.seat_wind],
        round_wind=_WINDS[hand.round_wind],
        melds=tuple(melds),
        from_relation=None if hand.by_self_draw else Relation.LEFT,
        riichi=_RIICHI[hand.riichi],
        ippatsu=hand.ippatsu,
        haitei=hand.last_tile and hand.by_self_draw,
        houtei=hand.last_tile and not hand.by_self_draw,
        indicators=_tiles(hand.indicators),
        ura_indicators=_tiles(hand.ura_indicators),
    )


def mahjong_calls(hands: Sequence[HandDrawn]) -> list[Callable[[], Any]]:
    """One call of `mahjong` for each hand, its values made beforehand."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld as PeerMeld

    options = OptionalRules(has_open_tanyao=True, has_aka_dora=True)
    estimate = HandCalculator.estimate_hand_value
    names = {"chi": PeerMeld.CHI, "pon": PeerMeld.PON, "kan_exposed": PeerMeld.KAN, "kan_concealed": PeerMeld.KAN}

    def call(hand: HandDrawn) -> Callable[[], Any]:
        melds = [PeerMeld(names[meld.name], meld.tiles, meld.name != "kan_concealed") for meld in hand.melds]
        tiles = sorted((*hand.concealed, hand.winning, *(tile for meld in hand.melds for tile in meld.tiles)))
        config = HandConfig(
            is_tsumo=hand.by_self_draw,
            is_riichi=hand.riichi > 0,
            is_daburu_riichi=hand.riichi == 2,
            is_ippatsu=hand.ippatsu,
            is_haitei=hand.last_tile and hand.by_self_draw,
            is_houtei=hand.last_tile and not hand.by_self_draw,
            player_wind=27 + hand.seat_wind,
            round_wind=27 + hand.round_wind,
            options=options,
        )
        shown, below = list(hand.indicators), list(hand.ura_indicators)
        return lambda: estimate(tiles, hand.winning, melds, shown, config, ura_dora_indicators=below)

    return [call(hand) for hand in hands]


def mahjong_outcome(result: Any, _hand: HandDrawn) -> Outcome:
    """What a response of `mahjong` says."""
    if result.error:
        return _NOTHING
    is_yakuman = any(yaku.is_yakuman for yaku in result.yaku)
    return result.han, None if is_yakuman else result.fu, result.cost["total"]


def riichienv_calls(hands: Sequence[HandDrawn]) -> list[Callable[[], Any]]:
    """One call of `riichienv`'s compiled part for each hand, its values made beforehand."""
    from riichienv._riichienv import Conditions, HandEvaluator, MeldType
    from riichienv._riichienv import Meld as PeerMeld
    from riichienv._riichienv import Wind as PeerWind

    names = {
        "chi": MeldType.Chi,
        "pon": MeldType.Pon,
        "kan_exposed": MeldType.Daiminkan,
        "kan_concealed": MeldType.Ankan,
    }
    winds = (PeerWind.East, PeerWind.South, PeerWind.West, PeerWind.North)

    def call(hand: HandDrawn) -> Callable[[], Any]:
        melds = [PeerMeld(names[meld.name], list(meld.tiles), meld.name != "kan_concealed") for meld in hand.melds]
        tiles = sorted((*hand.concealed, hand.winning))
        conditions = Conditions(
            tsumo=hand.by_self_draw,
            riichi=hand.riichi > 0,
            double_riichi=hand.riichi == 2,
            ippatsu=hand.ippatsu,
            haitei=hand.last_tile and hand.by_self_draw,
            houtei=hand.last_tile and not hand.by_self_draw,
            player_wind=winds[hand.seat_wind],
            round_wind=winds[hand.round_wind],
        )
        shown, below = list(hand.indicators), list(hand.ura_indicators)
        return lambda: HandEvaluator(tiles, melds).calc(hand.winning, shown, below, conditions)

    return [call(hand) for hand in hands]


def riichienv_wrapper_calls(hands: Sequence[HandDrawn]) -> list[Callable[[], Any]]:
    """One call of `riichienv`'s Python classes for each hand; not compared, for they err on hands with two kans."""
    from riichienv import Conditions, HandEvaluator
    from riichienv import Meld as PeerMeld
    from riichienv._riichienv import MeldType

    names = {
        "chi": MeldType.Chi,
        "pon": MeldType.Pon,
        "kan_exposed": MeldType.Daiminkan,
        "kan_concealed": MeldType.Ankan,
    }

    def call(hand: HandDrawn) -> Callable[[], Any]:
        melds = [PeerMeld(names[meld.name], list(meld.tiles), meld.name != "kan_concealed") for meld in hand.melds]
        tiles = sorted((*hand.concealed, hand.winning))
        conditions = Conditions(
            tsumo=hand.by_self_draw,
            riichi=hand.riichi > 0,
            double_riichi=hand.riichi == 2,
            ippatsu=hand.ippatsu,
            haitei=hand.last_tile and hand.by_self_draw,
            houtei=hand.last_tile and not hand.by_self_draw,
            player_wind=hand.seat_wind,
            round_wind=hand.round_wind,
        )
        shown, below = list(hand.indicators), list(hand.ura_indicators)
        return lambda: HandEvaluator(tiles, melds).calc(hand.winning, shown, conditions, below)

    return [call(hand) for hand in hands]


def riichienv_outcome(result: Any, hand: HandDrawn) -> Outcome:
    """What a result of `riichienv` says; it pays a hand without yaku too, but says that it does not win."""
    if not result.is_win:
        return _NOTHING
    dealer, others = result.tsumo_agari_oya, result.tsumo_agari_ko
    drawn = dealer + 2 * others if hand.seat_wind else 3 * others
    return result.han, None if result.yakuman else result.fu, drawn if hand.by_self_draw else result.ron_agari
