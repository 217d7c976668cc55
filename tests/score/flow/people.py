"""Four people who play a hand by the rules, badly but eagerly, and what must hold meanwhile."""

from collections import Counter

from mjscore import wall as places
from mjscore.errors import ScoreError
from mjscore.flow.charleston import BLIND
from mjscore.flow.customs import is_animal, is_aside, tile_set
from mjscore.shapes import is_standard
from mjscore.tiles import INDEX, JOKER, KINDS
from tests.score.flow.play.claims import Claim, own_tiles
from tests.score.flow.play.hand_play import HandPlay


def new_hand(profile, rng, **more):
    """A hand dealt from a shuffled wall."""
    tiles = tile_set(profile)
    rng.shuffle(tiles)
    return HandPlay(profile, tiles, **more)


class People:
    """Plays `play` to its end; counts what was drawn and checks every step."""

    def __init__(self, play, rng, eager=0.6, watched=True):
        self.play, self.rng, self.eager, self.watched = play, rng, eager, watched
        self.head_draws = self.kongs = self.others = 0
        self.turns = []  # seat of every discard

    def to_the_end(self):
        while self.play.phase != "over":
            before = self.play.wall
            getattr(self, "at_" + self.play.phase)()
            self.head_draws += self.play.wall.head - before.head
            self.kongs += self.play.wall.kongs - before.kongs
            drawn = self.play.wall.tail - before.tail
            self.others += drawn - (self.play.wall.kongs - before.kongs)
            if self.watched:
                every_tile_once(self.play)
        return self.play

    def at_exchange(self):
        state = self.play.charleston()
        while not state.complete:
            if state.step == 3 and state.agreed is None:
                state = state.agree({seat: self.rng.random() < 0.9 for seat in "ESWN"})
                continue
            give = {}
            for n, seat in enumerate("ESWN"):
                plain = [tile for tile in state.hands[n] if tile != JOKER]
                blind = state.step and self.rng.random() < 0.2
                give[seat] = BLIND if blind else self.rng.sample(plain, 3)
            state = state.passed(give)
        self.play.exchange(state)

    def at_opening(self):
        player = self.play.seats[self.play.turn]
        self.play.apply({"do": "bonus", "seat": player.seat, "tile": self.aside(player)[0]})

    def at_stuck(self):
        self.play.apply({"do": "end_of_wall"})

    def at_robbable(self):
        offer = self.play.offer
        if not self.claims_win(offer):
            self.play.apply({"do": "replace", "seat": self.play.turn})

    def at_discard(self):
        play, player = self.play, self.play.seats[self.play.turn]
        seat = player.seat
        if self.aside(player):
            play.apply({"do": "bonus", "seat": seat, "tile": self.aside(player)[0]})
        elif player.fresh is not None and self.complete(player) and self.says("win", seat=seat):
            return
        elif self.own_kong(player):
            return
        else:
            animals = [tile for tile in player.concealed if is_animal(tile)]
            only = len(animals) == len(player.concealed)  # nothing else that could be discarded
            if only or animals and self.rng.random() < 0.5 and play.wall.replaceable:
                play.apply({"do": "bonus", "seat": seat, "tile": animals[0]})
                return
            self.turns.append(seat)
            play.apply({"do": "discard", "seat": seat, "tile": self.least_useful(player)})

    def at_draw(self):
        play, offer = self.play, self.play.offer
        if offer is not None and (self.claims_win(offer) or self.claims_sets(offer)):
            return
        if play.wall.ended:
            play.apply({"do": "end_of_wall"})
            return
        giver = play.turn if offer is None else offer.giver
        step = 1
        while not play.seats[(giver + step) % 4].active:
            step += 1
        assert offer is None or play.turn == (giver + step) % 4
        play.apply({"do": "draw", "seat": play.turn})

    def claims_win(self, offer):
        wanted = []
        for player in self.play.seats:
            if player.seat != offer.giver and self.complete(player, offer.tile):
                wanted.append({"seat": player.seat, "kind": "win"})
        return any(self.says("claims", claims=[each]) for each in wanted)

    def claims_sets(self, offer):
        wanted = []
        for kind in ("kong", "pung", "chow"):
            for player in self.play.seats:
                if self.rng.random() < self.eager / 2 and not any(
                    each["seat"] == player.seat for each in wanted
                ):
                    wanted.append({"seat": player.seat, "kind": kind})
        allowed = [each for each in wanted if self.allowed(each)]
        return bool(allowed) and self.says("claims", claims=allowed)

    def allowed(self, claim):
        player = self.play.seats[claim["seat"]]
        wanted = Claim(claim["seat"], claim["kind"])
        try:
            own_tiles(self.play.system, self.play.offer, self.play.claimant(player), wanted)
        except ScoreError:
            return False
        replaced = claim["kind"] == "kong" and self.play.custom.declares
        return self.play.wall.replaceable or not replaced

    def own_kong(self, player):
        if self.rng.random() > self.eager or not self.play.custom.declares:
            return False
        fours = [tile for tile, n in Counter(player.concealed).items() if n == 4]
        added = [tile for tile in player.open_pungs() if tile in player.concealed]
        for name, kinds in (("closed_kong", fours), ("added_kong", added)):
            if kinds and self.says(name, seat=player.seat, tile=kinds[0]):
                return True
        return False

    def complete(self, player, tile=None):
        tiles = player.concealed + ([] if tile is None else [tile])
        if any(each >= KINDS for each in tiles):
            return False
        return is_standard([tiles.count(kind) for kind in range(KINDS)])

    def least_useful(self, player):
        tiles = [tile for tile in player.concealed if not is_animal(tile)]
        aside = [tile for tile in tiles if is_aside(self.play.custom, tile)]
        tiles = [tile for tile in tiles if tile not in aside]

        def use(tile):
            near = [t for t in tiles if t < 27 and tile < 27 and t // 9 == tile // 9
                    and 0 < abs(t - tile) <= 2]  # fmt: skip
            return 3 * tiles.count(tile) + len(near) + self.rng.random()

        return min(tiles, key=use)

    def aside(self, player):
        return [t for t in player.concealed if is_aside(self.play.custom, t) and not is_animal(t)]

    def says(self, do, **fields):
        try:
            self.play.apply({"do": do, **fields})
        except ScoreError:
            return False
        return True


def every_tile_once(play):
    """The wall, the hands, the sets, the flowers and the pond are one set of tiles."""
    size = len(play.order)
    replaced = {size - 2 - 2 * (r // 2) + r % 2 for r in range(play.wall.tail)}
    seen = Counter(play.order[n] for n in range(play.wall.head, size) if n not in replaced)
    seen.update(play.pond)
    if play.offer is not None:
        seen[play.offer.tile] += 1
    for seat in play.seats:
        seen.update(seat.concealed)
        seen.update(seat.bonus)
        for meld in seat.melds:
            seen.update(meld.tiles)
        for tiles in seat.mismatched:
            seen.update(tiles)
    won_from = play.result is not None and play.result.request["win"]
    expected = Counter(tile_set(play.profile))
    if won_from and won_from.get("from"):
        seen[INDEX[won_from["tile"]]] += 1
    elif play.result is not None and play.result.winner is None:
        missing = expected - seen
        assert sum(missing.values()) <= 1  # the last discard, which nobody wanted
        seen += missing
    assert seen == expected, (seen - expected, expected - seen)


PROFILES = places.PROFILES
