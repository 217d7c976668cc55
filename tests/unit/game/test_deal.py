"""Break and deal positions against the documents' examples and a second way of counting."""

import json
from pathlib import Path

import pytest

from mjtable.game import deal, profiles

VECTORS = Path(__file__).parents[2] / "data" / "table_vectors.json"
EVERY = range(len(profiles.PROFILES))
SHOP_B, SHOP_A = profiles.index_of("SHOP-B-136"), profiles.index_of("SHOP-A")
YEE, UNEVEN = profiles.index_of("YEE"), profiles.index_of("HANDS-148")


def sums(profile):
    return range(profiles.dice(profile), 6 * profiles.dice(profile) + 1)


def walk(profile, dealer, dice_sum):
    """The wall as a person takes it: one list of named tiles, walked round tile by tile.

    Knows nothing of the code under test but the tile numbers: walls are laid out on sides A-D,
    read from the dealer's side going left (clockwise), and cut where the dice say.
    """
    stacks = profiles.PROFILES[profile][profiles.STACKS]
    ring, starts = [], {}
    for step, seat in enumerate("ENWS"):
        side = (dealer - step) % 4  # the wall to the left is the next side clockwise
        starts[seat] = len(ring)
        for number in range(1, stacks[side] + 1):
            for half in "tb":
                ring.append("%s %s%d%s" % (seat, "ABCD"[side], number, half))
    seat = "E"
    if profiles.name(profile) == "YEE":
        seat = list("ESWN" * 5)[dice_sum - 1]  # the dealer counts himself as one
    cut = starts[seat] + 2 * dice_sum
    return ring[cut:] + ring[:cut], seat


def dealt_by_hand(profile, order):
    """Take the tiles as people do: three rounds of two stacks, then the singles."""
    wall, hands = list(order), {seat: [] for seat in "ESWN"}
    for _ in range(3):
        for seat in "ESWN":
            hands[seat] += [wall.pop(0) for _ in range(4)]
    if profiles.name(profile) == "YEE":
        for seat in "ESWNE":
            hands[seat].append(wall.pop(0))
    else:
        hands["E"] += [wall.pop(0), wall.pop(1)]  # the tops of the next two stacks
        for seat in "SWN":
            hands[seat].append(wall.pop(0))
    return hands, wall


def named(where, dealer):
    return deal.SEATS[deal.seat_of(where)] + " " + deal.text(where, dealer)


@pytest.mark.parametrize("profile", EVERY, ids=profiles.name)
def test_whole_wall_agrees_with_walking_it_tile_by_tile(profile):
    tiles = profiles.tiles(profile)
    for dealer in range(4):
        for dice_sum in sums(profile):
            order, seat = walk(profile, dealer, dice_sum)
            assert deal.SEATS[deal.break_wall(profile, dice_sum)] == seat
            ours = [named(deal.tile(profile, dealer, dice_sum, n), dealer) for n in range(tiles)]
            assert ours == order
            assert len(set(ours)) == tiles
            hands, wall = dealt_by_hand(profile, order)
            taken = {seat: [] for seat in "ESWN"}
            for i in range(profiles.DEALT):
                n = deal.dealt_tile(profile, i)
                taken[deal.SEATS[deal.dealt_seat(profile, n)]].append(ours[n])
            assert taken == hands
            assert named(deal.next_draw(profile, dealer, dice_sum), dealer) == wall[0]
            assert deal.left_after_deal(profile) == len(wall)
            tail = [deal.tail_tile(profile, dealer, dice_sum, r) for r in range(4)]
            assert [named(where, dealer) for where in tail] == [
                order[-2], order[-1], order[-4], order[-3]
            ]  # fmt: skip


def test_documents_own_examples():
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    rows = [row for row in rows if row["kind"] == "deal"]
    assert [row["id"] for row in rows] == ["PUB-SB-BREAK7", "PUB-SA-BREAK7"]
    for row in rows:
        expected = row["expected"]
        profile = SHOP_A if row["system"] == "SHOP-A" else SHOP_B
        count = deal.sum_of(profile, bytearray(row["input"]["dice"] + [0]))
        assert count == expected["counted"]
        assert deal.SEATS[deal.break_wall(profile, count)] == expected["break_wall"]
        assert deal.seat_text(deal.first_tile(profile, 0, count)) == expected["first_stack"] + "t"
        last = deal.draw_stack(profile, 0, count, profiles.tiles(profile) // 2)
        assert deal.seat_text(last) == expected["tail_stack"] + "t"
        assert deal.seat_text(deal.tail_tile(profile, 0, count, 0)) == (
            expected["first_replacement"]
        )
        hands = {seat: [] for seat in "ESWN"}
        for i in range(profiles.DEALT):
            n = deal.dealt_tile(profile, i)
            where = deal.tile(profile, 0, count, n)
            hands[deal.SEATS[deal.dealt_seat(profile, n)]].append(deal.seat_text(where))
        assert hands == expected["hands"]
        assert deal.seat_text(deal.next_draw(profile, 0, count)) == expected["next_draw"]
        assert deal.left_after_deal(profile) == expected["left"]


def test_chapter_10_examples():
    assert deal.seat_text(deal.first_tile(SHOP_B, 2, 7)) == "E8t"
    assert deal.text(deal.first_tile(SHOP_B, 0, 7), 0) == "A8t"
    assert deal.text(deal.first_tile(SHOP_B, 2, 7), 2) == "C8t"
    # three sixes: wall S, all 18 counted, so the first stack is E1 and the tail S18
    assert deal.break_wall(YEE, 18) == 1
    assert deal.seat_text(deal.first_tile(YEE, 0, 18)) == "E1t"
    assert deal.seat_text(deal.draw_stack(YEE, 0, 18, 72)) == "S18t"


def test_surplus_of_148_tiles_stays_on_a_and_c_whoever_deals():
    for dealer in range(4):
        walls = [deal.wall_length(UNEVEN, dealer, seat) for seat in range(4)]
        assert walls == ([19, 18, 19, 18] if dealer % 2 == 0 else [18, 19, 18, 19])
    # side B deals, 12 counted: E 13-18, then N, which is side A and has 19 stacks
    assert deal.text(deal.draw_stack(UNEVEN, 1, 12, 6), 1) == "B18t"
    assert deal.text(deal.draw_stack(UNEVEN, 1, 12, 7), 1) == "A1t"
    assert deal.text(deal.draw_stack(UNEVEN, 1, 12, 25), 1) == "A19t"
    assert deal.text(deal.draw_stack(UNEVEN, 1, 12, 26), 1) == "D1t"


def test_seats_sit_counter_clockwise_from_the_dealer():
    assert [deal.side_of(1, seat) for seat in range(4)] == [1, 2, 3, 0]


def test_unread_dice_and_impossible_numbers_give_no_place():
    assert deal.sum_of(SHOP_B, bytearray((3, 0, 0))) == 0
    assert deal.sum_of(YEE, bytearray((3, 4, 0))) == 0
    assert deal.sum_of(YEE, bytearray((3, 4, 5))) == 12
    for profile in EVERY:
        for dice_sum in (-1, 0, profiles.dice(profile) - 1, 6 * profiles.dice(profile) + 1):
            assert deal.break_wall(profile, dice_sum) == deal.NOWHERE
            assert deal.first_tile(profile, 0, dice_sum) == deal.NOWHERE
            assert deal.tail_tile(profile, 0, dice_sum, 0) == deal.NOWHERE
    assert deal.draw_stack(SHOP_B, 0, 7, 0) == deal.NOWHERE
    assert deal.draw_stack(SHOP_B, 0, 7, 69) == deal.NOWHERE
    assert deal.text(deal.NOWHERE, 0) == deal.seat_text(deal.NOWHERE) == ""


def test_a_place_packs_and_unpacks():
    for seat in range(4):
        for stack in (1, 17, 19, 31):
            for bottom in (0, 1):
                where = deal.place(seat, stack, bottom)
                assert (deal.seat_of(where), deal.stack_of(where)) == (seat, stack)
                assert deal.is_bottom(where) == bottom
