"""Every rule of the judge is shown to fire, alone by what the plant and the output pins do."""

from types import SimpleNamespace

import pytest

from mjsim.campaign.judge import Judge
from mjsim.campaign.rules import END, RULES, SAID, SENTENCES
from mjsim.generated import constants as C
from tests.plant.crude import CHAIN, DRUM, FREE, HATCH, RING, Bench, belt, head, lift, nominal

DICE = 1 << C.M_DICE
WALL = (17, 17, 17, 17)


class Stand:
    """A plant, a crude hand at its outputs, and the judge beside it; no firmware anywhere."""

    def __init__(self, machine="four_port", **more):
        self.bench = Bench(nominal(machine, limits=FREE, bounce_ppm=0, **more))
        self.plant = self.bench.plant
        pins = SimpleNamespace(lamps=bytearray(24))
        pins.lamps[0] = 1
        self.board = SimpleNamespace(outputs=pins)
        self.judge = Judge(self, WALL)
        self.look()

    def look(self):
        self.judge.look()

    def drive(self, motors, aux=0, ms=200, step=5):
        """The output image for a time, the judge looking at every scan."""
        self.bench.drive(motors, aux)
        for _ in range(ms // step):
            self.look()
            self.bench.run(step)
        self.look()

    def walls(self, sizes=WALL, tier=2):
        """Walls on the table, as lifts leave them, of a new set."""
        plant = self.plant
        name = ("green", "blue")["green" in plant.tile_set]
        for side, size in enumerate(sizes):
            plant.table[side].clear()
            tiles = plant.new_set(name, size * tier)
            plant.take_from_table([])
            plant.lanes[side][:] = [tuple(tiles[i * tier : (i + 1) * tier]) for i in range(size)]
            plant.hand[:] = [tile for tile in plant.hand if tile not in tiles]
            for tile in tiles:
                plant.pick.back[tile] = 1
            plant.wall_rises(side, plant.lanes[side])
        return self

    def deal(self):
        """The dice roll."""
        self.drive(DICE, C.AUX_DICE_SLEEP_N, 50)
        self.drive(0, 0, 50)


def unasked(s):
    s.plant.press_stop(True)
    s.look()
    s.plant.press_stop(False)
    s.plant.arm(0, s.plant.now)
    s.plant.arm(1, s.plant.now)
    s.bench.run(50)
    s.drive(DRUM)


def half_up(s):
    s.plant.lifts[0].set_angle(90_000)
    s.drive(head(1))


def pusher_out(s):
    s.plant.heads[0].set_angle(292_000)
    s.drive(lift(1))


def chain_away(s):
    s.plant.chain.set_place(s.plant.chain.edges[0] + 5_000)
    s.drive(lift(1))


def lid(s):
    s.plant.set_input("lid", 1)
    s.drive(DICE, C.AUX_DICE_SLEEP_N)


def stop(s):
    s.plant.press_stop(True)
    s.drive(DICE, C.AUX_DICE_SLEEP_N)


def pinch(s):
    s.plant.hatch.set_place(900_000)
    s.plant.set_input("pinch", 1)
    s.drive(HATCH, C.AUX_DIR_HATCH)


def hatch_at(place, aux):
    """It set out from the middle, and goes on at its end."""
    def do(s):
        s.plant.hatch.set_place(500_000)
        s.drive(0, aux, 20)
        s.drive(HATCH, aux, 20)
        s.plant.hatch.set_place(place)
        s.drive(HATCH, aux, 400)

    return do


def hatch_from(place, aux):
    """It sets out the wrong way."""
    def do(s):
        s.plant.hatch.set_place(place)
        s.drive(HATCH, aux, 1_200)

    return do


def both_ends(s):
    s.plant.stick("lift_up_a", 1)
    s.plant.stick("lift_dn_a", 1)
    s.drive(lift(0))


def open_hatch(s):
    s.plant.hatch.set_place(500_000)
    s.drive(DRUM)


def says(name):
    text = {
        "hand in the drum": "hand in the drum: drum moved while the hatch was not shut",
        "sets mixed": "sets mixed: blue and green tiles dropped",
        "relay": "direction relay of hatch switched while hatch was on or moving",
        "tile twice": "tile 3 is in 2 places, not in one",
        "power": "60.0 W running, limit 50.0 W: drum",
        "moved together": "head_d turned while lift_c was not down",
        "one place": "two things in one place: the wall of side A rose under 3 tiles on the table",
        "half a stack": "half a stack pushed by the head of line A",
        "tile in the way": "tile driven into the turning head of line B",
        "physics": "something nobody has thought of",
    }[name]

    def do(s):
        s.plant.violate(text)
        s.look()

    return do


def turned_up(s):
    s.walls()
    s.plant.pick.back[s.plant.raised[2][3][1]] = 0
    s.deal()


def mixed(s):
    s.walls()
    s.plant.tile_set[s.plant.raised[1][0][0]] = "blue"
    s.deal()


def twice(s):
    s.walls().deal()
    s.walls()
    for tile in range(len(s.plant.tile_set)):
        s.plant.tile_set[tile] = "green"
    s.deal()


def wrong_dealer(s):
    s.walls()
    s.board.outputs.lamps[0], s.board.outputs.lamps[12] = 0, 1
    s.deal()


def lost(s):
    s.plant.new_set("green", 4)
    s.plant.hand.pop()


def beside(s):
    s.walls().deal()
    tile = s.plant.new_set("green", 1)
    s.plant.hand.pop()
    s.plant.pick.loose.extend(tile)
    s.plant.moved(tile, s.plant.drum_code)


CASES = {
    "nobody began": unasked,
    "open hatch": open_hatch,
    "lift not down": half_up,
    "pusher out": pusher_out,
    "chain away": chain_away,
    "chain and head": lambda s: s.drive(CHAIN | head(0)),
    "lift and under": lambda s: s.drive(lift(0) | RING),
    "hatch and inside": lambda s: s.drive(HATCH | DRUM),
    "belt and head": lambda s: s.drive(belt(0) | head(0)),
    "lid": lid,
    "stop": stop,
    "pinch": pinch,
    "hatch at its top": hatch_at(999_000, 0),
    "hatch at its bottom": hatch_at(0, C.AUX_DIR_HATCH),
    "hatch against its top": hatch_from(999_000, 0),
    "hatch against its bottom": hatch_from(0, C.AUX_DIR_HATCH),
    "lift at both ends": both_ends,
    "fault lamp": lambda s: s.drive(DRUM, C.AUX_LAMP_FAULT),
    "stacks": lambda s: s.walls((17, 17, 16, 17)).deal(),
    "twos": lambda s: s.walls(tier=1).deal(),
    "faces": turned_up,
    "one set": mixed,
    "alternates": twice,
    "marker": wrong_dealer,
    "tiles": lost,
    "beside": beside,
    **{name: says(name) for name in (*SENTENCES, "physics")},
}
IMPOSSIBLE = {"dead board": "the plant's own outputs are dead then: its relays are asked here"}


def dead(s):
    s.plant.cut_mains()
    s.bench.run(2_000)
    assert not s.plant.logic_ok
    s.plant.effective = DRUM
    s.look()
    s.bench.run(200)
    s.look()


@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_a_rule_fires_and_nobody_else_would_have_told(rule):
    stand = Stand("single_port" if rule.startswith("chain") else "four_port")
    CASES.get(rule, dead)(stand)
    assert rule in {breach.rule for breach in stand.judge.finish()}
    rest = Stand("single_port" if rule.startswith("chain") else "four_port")
    rest.judge = Judge(rest, WALL, tuple(one for one in RULES if one.name != rule))
    CASES.get(rule, dead)(rest)
    assert rule not in {breach.rule for breach in rest.judge.finish()}


def test_every_rule_has_its_case():
    assert set(CASES) | set(IMPOSSIBLE) == {rule.name for rule in RULES}
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_a_good_hand_breaks_nothing():
    stand = Stand()
    stand.walls().deal()
    stand.drive(DRUM, 0, 500)
    stand.drive(0, 0, 500)
    assert stand.judge.finish() == []


def test_what_a_sensor_lies_about_nobody_could_know():
    stand = Stand()
    stand.plant.stick("pinch", 0)
    pinch(stand)
    assert "pinch" not in {breach.rule for breach in stand.judge.finish()}


@pytest.mark.parametrize(("held_ms", "together", "expected"), [
    (150, False, {1}), (150, True, {0}), (1_500, False, {0}),
])  # fmt: skip
def test_the_judge_follows_the_marker_key(held_ms, together, expected):
    stand = Stand()
    stand.judge.scene.may_deal = {0}
    stand.bench.run(2_000)
    stand.plant.set_input("mark", 1)
    stand.plant.set_input("elevator", together)
    stand.drive(0, 0, held_ms)
    stand.plant.set_input("mark", 0)
    stand.plant.set_input("elevator", 0)
    stand.drive(0, 0, 200)
    assert stand.judge.scene.may_deal == expected


@pytest.mark.parametrize(("dies_ms", "expected"), [(-50, {0, 1}), (100, {0, 1}), (1_000, {1})])
def test_whether_the_marker_key_was_heard_nobody_knows_when_the_program_dies_with_it(
    dies_ms, expected
):
    """Before the key is let go, while it waits for a second press, and long after."""
    stand = Stand()
    board, stand.judge.scene.may_deal = stand.board, {0}
    stand.bench.run(2_000)
    stand.plant.set_input("mark", 1)
    stand.drive(0, 0, 150 + min(dies_ms, 0))
    if dies_ms < 0:
        stand.board = None
        stand.drive(0, 0, -dies_ms)
    stand.plant.set_input("mark", 0)
    stand.drive(0, 0, max(dies_ms, 0))
    stand.board = None
    stand.drive(0, 0, 500)
    stand.board = board
    stand.drive(0, 0, 200)
    assert stand.judge.scene.may_deal == expected


def test_what_a_hung_program_left_on_may_come_back_all_at_once():
    """A fuse was put back meanwhile; the first look behind its restart still sees that."""
    for back in (False, True):
        stand = Stand()
        board, stand.board = stand.board, None
        stand.look()
        stand.board = board if back else None
        stand.plant.violate("ring started 0 ms after another motor, limit 100 ms")
        stand.look()
        assert stand.judge.breaches == []
        stand.board = board
        stand.look()
        says("power")(stand)
        assert [breach.rule for breach in stand.judge.breaches] == ["power"]


def test_a_hand_is_of_the_set_of_most_of_its_tiles():
    """A tile that the wrongs have put in may be the first of a wall."""
    stand = Stand()
    stand.walls().deal()
    stand.walls()
    first = stand.plant.raised[0][0][0]
    assert stand.plant.tile_set[first] == "blue"
    stand.plant.tile_set[first] = "green"
    stand.judge.scene.added["green"] += 1
    stand.deal()
    told = {breach.rule for breach in stand.judge.finish()}
    assert not told & {"one set", "alternates", "beside"}


def test_the_judge_asks_nothing_of_the_firmware():
    import mjsim.campaign.judge as judge
    import mjsim.campaign.motions as motions
    import mjsim.campaign.outcomes as outcomes
    import mjsim.campaign.rules as rules
    import mjsim.campaign.scene as scene

    for module in (judge, motions, outcomes, rules, scene):
        names = {getattr(value, "__module__", "") or "" for value in vars(module).values()}
        assert not any(name.startswith("mjtable") for name in names)
    assert {rule.when for rule in RULES} >= {SAID, END}


def test_the_judges_book_of_games_is_the_firmwares():
    from mjsim.campaign.games import STACKS
    from mjtable.game import profiles

    assert {row[profiles.NAME]: row[profiles.STACKS] for row in profiles.PROFILES} == STACKS
