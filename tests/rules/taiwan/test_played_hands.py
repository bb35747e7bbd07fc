"""Whole hands played by the pure functions alone: no tile is lost, counts are right, payments sum to zero."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.claims import Claim, added_kans, chi_pairs, concealed_kans, resolve
from tablebridge_rules.taiwan.flowers import opening_replacements
from tablebridge_rules.taiwan.passed_win import ConcealedKan, Missed, PassAct, Played, is_barred, missed_after
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.seats import later_hand
from tablebridge_rules.taiwan.settlement import settle_exhaustive_draw, settle_win, settle_wins
from tablebridge_rules.taiwan.violations.call import OwnKan, Situation, judge_laid_meld, judge_own_kan, judge_swap
from tablebridge_rules.taiwan.violations.call import legal_claims as legal
from tablebridge_rules.taiwan.violations.flowers import judge_flower_discard, judge_opening_turn
from tablebridge_rules.taiwan.violations.turn import judge_count
from tablebridge_rules.taiwan.violations.win import LaidDown, judge_win
from tablebridge_rules.taiwan.waits import is_complete, shanten, waits
from tablebridge_rules.taiwan.wall import TILE_SET, draws_left, may_replace_flower, plan_wall
from tablebridge_rules.taiwan.win import Win
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds

HANDS = 24


@dataclass
class Part:
    """What one seat holds and has done."""

    standing: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[Tile] = field(default_factory=list)
    river: list[Tile] = field(default_factory=list)
    acts: list[PassAct] = field(default_factory=list)


class Hand:
    """One hand, driven by chance from a seed."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book, self.chance = book, random.Random(seed)
        self.dealer = self.chance.choice(list(Seat))
        self.seats = later_hand(self.dealer, sum(self.chance.randint(1, 6) for _ in range(3)))
        self.plan = plan_wall(book, self.seats)
        tiles = list(TILE_SET)
        self.chance.shuffle(tiles)
        places = ((stack, upper) for stack in self.plan.stacks for upper in (True, False))
        self.wall = dict(zip(places, tiles, strict=True))
        self.parts = {seat: Part() for seat in Seat}
        self.live = self.tail = 0

    def deal(self) -> None:
        for seat, stacks in self.plan.deal:
            self.parts[seat].standing += [self.wall.pop((stack, upper)) for stack in stacks for upper in (True, False)]
        self.draw(self.dealer)
        tail = [self.wall[self.plan.tail(index)] for index in range(20)]
        hands = {seat: part.standing for seat, part in self.parts.items()}
        for turn in opening_replacements(self.dealer, hands, tail):
            part = self.parts[turn.seat]
            part.standing = [tile for tile in part.standing if tile not in turn.shown]
            part.flowers += turn.shown
            part.standing += [self.take_tail() for _ in turn.shown]
        finished: list[Seat] = []
        for seat in (self.dealer.after(steps) for steps in range(4)):
            assert judge_opening_turn(self.book, self.dealer, finished, seat) == ()
            finished.append(seat)

    def take_tail(self) -> Tile:
        self.tail += 1
        return self.wall.pop(self.plan.tail(self.tail - 1))

    def draw(self, seat: Seat, *, replacement: bool = False) -> Tile:
        if replacement:
            tile = self.take_tail()
        else:
            self.live += 1
            tile = self.wall.pop(self.plan.live(self.live - 1))
        self.parts[seat].standing.append(tile)
        return tile

    def drawn_in_play(self, seat: Seat, *, replacement: bool = False) -> Tile | None:
        """A draw with the flowers in it replaced at once; None when the wall ends with a flower."""
        tile = self.draw(seat, replacement=replacement)
        while tile.kind.is_flower:
            self.parts[seat].standing.remove(tile)
            self.parts[seat].flowers.append(tile)
            if not may_replace_flower(self.book, len(self.wall), self.tail):
                return None
            tile = self.draw(seat, replacement=True)
        return tile

    def play(self) -> Delta:
        self.deal()
        turn, drawn = self.dealer, self.parts[self.dealer].standing[-1]
        meld: Meld | None = None
        while True:
            self.check_counts(turn)
            if meld is None:
                tile, won = self.own_turn(turn, drawn)
                if won is not None:
                    return won
                drawn = tile
            discard = self.discard(turn, meld)
            claims = self.claims(turn, discard)
            settled = self.settle(claims, turn, discard)
            if settled is not None:
                return settled
            taken = resolve(self.book, claims, turn)
            if taken:
                seat, claim = taken[0]
                meld = self.call(seat, claim, turn, discard)
                turn = seat
                if meld.kind.is_kan:
                    self.drawn_in_play(seat, replacement=True)
                continue
            if draws_left(self.book, len(self.wall), self.tail) == 0:
                return settle_exhaustive_draw()
            turn, meld = turn.after(), None
            next_tile = self.drawn_in_play(turn)
            if next_tile is None:
                return settle_exhaustive_draw()
            drawn = next_tile

    def own_turn(self, seat: Seat, drawn: Tile) -> tuple[Tile, Delta | None]:
        part = self.parts[seat]
        while True:
            won = self.self_draw(seat, drawn)
            if won is not None:
                return drawn, won
            concealed = concealed_kans(part.standing, drawn)
            added = added_kans(self.book, part.standing, part.melds, drawn)
            if not concealed and not added:
                return drawn, None
            kind = MeldKind.KAN_CONCEALED if concealed else MeldKind.KAN_ADDED
            if judge_own_kan(self.book, seat, OwnKan(kind=kind, wall_left=len(self.wall))):
                return drawn, None
            tile = (concealed or added)[0]
            if concealed:
                part.melds.append(Meld(kind, (tile,) * 4))
                part.standing = [held for held in part.standing if held != tile]
                part.acts.append(ConcealedKan())
            else:
                pon = next(one for one in part.melds if one.own[0] == tile and one.kind is MeldKind.PON)
                part.melds[part.melds.index(pon)] = Meld(kind, (*pon.own, tile), pon.called, pon.from_seat)
                part.standing.remove(tile)
                part.acts.append(Played(tile.kind, waits(part.standing)))
            replaced = self.drawn_in_play(seat, replacement=True)
            assert replaced is not None
            drawn = replaced

    def self_draw(self, seat: Seat, drawn: Tile) -> Delta | None:
        part = self.parts[seat]
        if not is_complete(part.standing, len(part.melds)):
            return None
        rest = list(part.standing)
        rest.remove(drawn)
        missed = missed_after(self.book, part.acts)
        laid = LaidDown(standing=tuple(rest), tile=drawn, melds=len(part.melds), by_self_draw=True, missed=missed)
        assert bool(judge_win(self.book, seat, laid)) == is_barred(self.book, missed, drawn.kind)
        if missed:
            return None
        result = score(self.book, Win(tuple(rest), drawn, self.seats.wind(seat), Wind.EAST, tuple(part.melds)))
        assert result is not None
        return settle_win(self.book, result, seat, None, self.dealer)

    def discard(self, seat: Seat, meld: Meld | None) -> Tile:
        part = self.parts[seat]
        allowed = [
            tile for tile in sorted(set(part.standing)) if not (meld and judge_swap(self.book, seat, meld, tile))
        ]
        tile = min(allowed, key=lambda one: (self.distance(seat, one), self.chance.random()))
        assert judge_flower_discard(self.book, seat, tile) == ()
        part.standing.remove(tile)
        part.river.append(tile)
        part.acts.append(Played(tile.kind, waits(part.standing)))
        return tile

    def distance(self, seat: Seat, tile: Tile) -> int:
        rest = list(self.parts[seat].standing)
        rest.remove(tile)
        return shanten(count_kinds(rest), len(self.parts[seat].melds))

    def claims(self, turn: Seat, discard: Tile) -> dict[Seat, Claim]:
        found = {}
        for seat in (turn.after(steps) for steps in (1, 2, 3)):
            part = self.parts[seat]
            at = Situation(
                standing=tuple(part.standing),
                tile=discard,
                relation=seat.relation_to(turn),
                wall_left=len(self.wall),
                river=sum(len(one.river) for one in self.parts.values()),
                melds=len(part.melds),
                missed=missed_after(self.book, part.acts),
            )
            wished = sorted(legal(self.book, at), key=list(Claim).index)
            if Claim.WIN in wished and self.chance.random() < 0.3:
                part.acts.append(Missed(discard.kind))
            elif Claim.WIN in wished:
                found[seat] = Claim.WIN
            elif wished and self.chance.random() < 0.4:
                found[seat] = self.chance.choice(wished)
        return found

    def settle(self, claims: dict[Seat, Claim], turn: Seat, discard: Tile) -> Delta | None:
        winners = [seat for seat, claim in claims.items() if claim is Claim.WIN]
        if not winners:
            return None
        scores = {}
        for seat in winners:
            part, relation = self.parts[seat], seat.relation_to(turn)
            win = Win(tuple(part.standing), discard, self.seats.wind(seat), Wind.EAST, tuple(part.melds), relation)
            result = score(self.book, win)
            assert result is not None
            scores[seat] = result
        deltas = [delta for _, delta in settle_wins(self.book, scores, turn, self.dealer)]
        a, b, c, d = (sum(changes) for changes in zip(*deltas, strict=True))
        return a, b, c, d

    def call(self, seat: Seat, claim: Claim, turn: Seat, discard: Tile) -> Meld:
        part = self.parts[seat]
        own = (discard,) * (2 if claim is Claim.PON else 3)
        if claim is Claim.CHI:
            own = self.chance.choice(chi_pairs(part.standing, discard, seat.relation_to(turn)))
        kind = {Claim.CHI: MeldKind.CHI, Claim.PON: MeldKind.PON, Claim.KAN: MeldKind.KAN_EXPOSED}[claim]
        meld = Meld(kind, own, discard, turn)
        assert judge_laid_meld(self.book, seat, kind, meld.tiles, next_has_drawn=True) == ()
        for tile in own:
            part.standing.remove(tile)
        self.parts[turn].river.pop()
        part.melds.append(meld)
        return meld

    def check_counts(self, turn: Seat) -> None:
        for seat, part in self.parts.items():
            melds = [meld.kind for meld in part.melds]
            assert judge_count(self.book, seat, len(part.standing), melds, to_discard=seat is turn) == ()

    def tiles(self) -> Counter[Tile]:
        found = Counter(self.wall.values())
        for part in self.parts.values():
            melded = [tile for meld in part.melds for tile in meld.tiles]
            found.update([*part.standing, *part.flowers, *part.river, *melded])
        return found


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_hand_played_to_its_end(book: Rulebook, seed: int) -> None:
    hand = Hand(book, seed)
    delta = hand.play()
    assert sum(delta) == 0
    assert hand.tiles() == Counter(TILE_SET)
    assert len(hand.wall) == 144 - 64 - hand.live - hand.tail
    assert any(delta) or draws_left(book, len(hand.wall), hand.tail) == 0
