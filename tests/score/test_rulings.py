"""Rules and rulings of table and turns that no score shows, each in a few lines."""

import pytest

from mjscore import wall
from mjscore.engine import score
from mjscore.flow.customs import tile_set
from mjscore.flow.rotation import after, start
from mjscore.flow.wall_state import WallState
from mjscore.tiles import CODES
from mjtable.game import profiles
from tests.score.cases import all_cases
from tests.score.flow.stacked import hand, run


def stacks(profile):
    """Stacks of the walls of E, S, W, N."""
    order = wall.deal(profile, (1,) * profiles.dice(profiles.index_of(profile))).order
    return [max(p.stack for p in order if p.by_seat()[0] == seat) for seat in "ESWN"]


def families(profile):
    """How many honours, suit tiles, flowers with seasons, jokers are in the set."""
    codes = [CODES[tile] for tile in tile_set(profile)]
    flowers = [code for code in codes if code[0] in "FS"]
    suits = [code for code in codes if code[0] in "BCD" and code[1].isdecimal()]
    jokers = codes.count("J")
    return len(codes) - len(suits) - len(flowers) - jokers, len(suits), len(flowers), jokers


def test_144_tiles_make_walls_of_eighteen_stacks():  # SB-T03, SB-Q18, YEE-T02, LASFS-T02
    assert stacks("SHOP-B-136") == [17] * 4
    for profile in ("SHOP-B-144", "YEE", "HANDS-144", "LASFS"):
        assert stacks(profile) == [18] * 4


def test_152_tiles_make_walls_of_nineteen_stacks_and_148_two_of_them():  # SA-T03, MH-T02, MH-Q11
    assert stacks("SHOP-A") == [19] * 4
    assert stacks("HANDS-148") == [19, 18, 19, 18]


def test_three_families_make_the_traditional_set():  # SB-Q22, SB-T01, SB-T02
    assert families("SHOP-B-136") == (28, 108, 0, 0)
    assert families("SHOP-B-144") == (28, 108, 8, 0)
    assert families("SHOP-A") == (28, 108, 8, 8)


def test_eight_flowers_fill_the_walls_of_yee():  # YEE-Q01, YEE-T01
    assert families("YEE") == (28, 108, 8, 0)
    assert 2 * sum(stacks("YEE")) == 144


def test_mjg_is_dealt_and_passed_on_as_shop_b():  # MJ-Q09, MJ-T01, MJ-T02
    for dice in ((1, 1), (3, 4), (6, 6)):
        assert (
            wall.deal("MJG", dice).as_dict()["hands"]
            == (wall.deal("SHOP-B-136", dice).as_dict()["hands"])
        )
    for outcome in (("win", "E"), ("win", "W"), ("drawn", None)):
        ours, theirs = after(start("MJG"), *outcome), after(start("SHOP-B-136"), *outcome)
        assert (ours.dealer, ours.hand) == (theirs.dealer, theirs.hand)


@pytest.mark.parametrize("profile", ["SHOP-A", "SHOP-B-136", "HANDS-144", "LASFS"])
def test_east_ends_the_deal_with_two_upper_tiles(profile):  # SA-T06, SB-T06
    dealt = wall.deal(profile, (3, 4))
    assert [dealt.order.index(place) for place in dealt.hands["E"][-2:]] == [48, 50]
    assert [place.half for place in dealt.hands["E"][-2:]] == ["t", "t"]
    assert [len(dealt.hands[seat]) for seat in "ESWN"] == [14, 13, 13, 13]


@pytest.mark.parametrize(
    ("dice", "first"),  # players counted to the sum, then stacks of that player's wall
    [((1, 1, 1), "W4"), ((1, 1, 2), "N5"), ((1, 2, 2), "E6"), ((3, 3, 4), "S11"),
     ((6, 6, 5), "E18"), ((6, 6, 6), "E1")],
)  # fmt: skip
def test_three_dice_name_the_wall_and_the_place_in_it(dice, first):
    # YEE-T03, YEE-T04, YEE-T05, YEE-Q02, YEE-Q20
    assert wall.deal("YEE", dice).as_dict()["first_stack"] == first


def test_kongs_enlarge_the_reserve_and_are_replaced_from_the_tail():  # SB-T07, SB-T08, SB-T09
    now = WallState(profiles.index_of("SHOP-B-136"))
    assert (now.reserve, now.left) == (14, 83)
    number, now = now.replace(kong=True)
    assert number == 134  # upper tile of the last of 68 stacks
    assert (now.reserve, now.left) == (16, 82)


@pytest.mark.parametrize("profile", ["SHOP-A", "SHOP-B-136", "MJG", "YEE", "HANDS-144", "LASFS"])
def test_another_winner_brings_the_deal_to_the_right(profile):
    # SA-T09, SB-T12, YEE-T09, LASFS-T05
    then = after(start(profile), "win", "N")
    assert (then.dealer, then.streak) == (1, 0)


@pytest.mark.parametrize("profile", ["SHOP-A", "YEE"])
def test_after_a_round_of_turns_east_draws_again(profile):  # SA-F17, SA-F07, YEE-F01
    play = hand(profile, draws="D9 B9 C9 D9")
    run(play, "discard E B1, draw S, discard S D9, draw W, discard W B9, draw N, discard N C9")
    assert (play.phase, play.turn) == ("draw", 0)


def test_dead_rounds_and_the_block_of_lasfs():  # LASFS-T04, LASFS-Q09, LASFS-Q10
    assert after(start("LASFS"), "dead_round").dealer == 1
    assert [WallState(profiles.index_of("LASFS"), tail=r).reserve for r in (0, 1, 2)] == [8, 7, 8]


def test_nothing_of_the_american_wall_is_held_back():  # SA-T07, SA-Q08
    now = WallState(profiles.index_of("SHOP-A"))
    assert (now.reserve, now.drawable) == (0, 99)


def test_the_option_lets_east_hop_in_traditional_play_too():  # SB-Q23, SA-Q01
    plain = wall.deal("SHOP-B-136", (3, 4)).as_dict()["hands"]["E"][-2:]
    hop = wall.deal("SHOP-B-136", (3, 4), east_hop=True).as_dict()["hands"]["E"][-2:]
    assert (plain, hop) == (["N15t", "N16t"], ["N15t", "N17t"])


def test_every_case_sums_to_zero():  # ENG-12
    for case in all_cases():
        answer = score(case.request)
        assert sum(answer.get("net", {}).values()) == 0, case.name
