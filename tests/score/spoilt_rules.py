"""Rule by rule: the test that fails when the rule is not kept, and how the rule is spoilt.

`REFUSED` are rules in whose name something is refused; they are spoilt by refusing it under
another rule. `SPOILT` are rows of tables, columns of profiles and ways of paying.
"""

from collections.abc import Iterator
from typing import Any

from mjscore import settle
from mjscore.events import rows as event_rows
from mjscore.events.rows import Row
from mjscore.flow import chips, rotation
from mjscore.flow.charleston import Charleston
from mjscore.flow.customs import CUSTOMS
from mjscore.flow.wall_state import WallState
from mjscore.hand import Win
from mjscore.settle import EAST, SEAT_PAIRS, Payments, all_pay
from mjscore.wall import _draw_order
from mjtable.game import profiles
from tests.score.cases import all_cases
from tests.score.flow.play.hand_play import HandPlay
from tests.score.mutations import Spoil, column, entry, replaced

FLOW = "tests/score/flow/test_"
PLAY = "tests.score.flow.play"
RULINGS = "tests/score/test_rulings.py::test_"
CASES = all_cases()

REFUSED = {
    "tests/score/test_compact.py::test_what_cannot_be_read_is_told_with_its_column": "ENG-01",
    FLOW + "hand_play.py::test_east_discards_first_then_one_is_drawn_and_one_discarded_in_turn":
        "ENG-02",
    FLOW + "wall.py::test_a_throw_that_cannot_be_is_refused_in_one_sentence":
        "ENG-03 ENG-04 SA-T05 SB-T05 YEE-T03 LASFS-T02",
    FLOW + "claims.py::test_only_the_next_in_turn_may_chow": "ENG-14 SB-F03 YEE-F02",
    FLOW + "first_east.py::test_throws_that_cannot_be": "SA-T04",
    FLOW + "hand_play.py::test_american_players_lay_no_kong_from_the_hand": "SA-T07",
    FLOW + "charleston.py::test_passes_that_are_none": "SA-F02",
    FLOW + "charleston.py::test_the_second_exchange_needs_all_four": "SA-F03",
    FLOW + "charleston.py::test_an_exchange_once_begun_is_completed": "SA-F04",
    FLOW + "charleston.py::test_jokers_stay_where_they_are": "SA-F05",
    FLOW + "slips.py::test_an_american_hand_with_a_wrong_number_of_tiles_is_dead": "SA-F07",
    FLOW + "claims.py::test_american_jokers_and_flowers_complete_sets": "SA-F09",
    FLOW + "claims.py::test_a_misnamed_tile_is_not_claimed": "SA-F11",
    FLOW + "hand_play.py::test_only_tiles_of_the_hand_are_discarded_and_none_is_taken_back":
        "SA-F12",
    FLOW + "claims.py::test_dead_and_exposed_hands_claim_nothing": "SA-F13",
    FLOW + "hand_play.py::test_drawing_out_of_turn_is_named_by_its_american_rule": "SA-X05",
    "tests/score/test_shop_b.py::test_a_set_of_136_tiles_has_no_flowers": "SB-T01",
    FLOW + "hand_play.py::test_when_nothing_can_be_drawn_the_hand_ends":
        "SB-T07 MJ-T01 YEE-T07 MH-T03 LASFS-T03",
    FLOW + "first_east.py::test_new_seats_are_taken_in_the_order_of_the_totals": "SB-T13",
    FLOW + "telling.py::test_nobody_wins_on_his_own_discard": "SB-F01",
    FLOW + "claims.py::test_american_players_claim_no_chow_and_others_no_quint": "SB-F04",
    FLOW + "claims.py::test_a_discarded_fourth_is_not_added_to_an_open_pung": "SB-F07 SB-F10",
    FLOW + "claims.py::test_a_closed_kong_is_not_robbed": "SB-F08",
    FLOW + "claims.py::test_an_added_kong_is_robbed_only_to_win": "SB-F09 YEE-F03 MH-F03",
    FLOW + "hand_play.py::test_a_drawn_flower_is_laid_aside_and_replaced_before_the_discard":
        "SB-F12 YEE-F05 MH-F01",
    FLOW + "wall.py::test_east_hops_only_where_he_takes_two_top_tiles": "YEE-T06",
    FLOW + "claims.py::test_who_let_a_winning_tile_go_may_claim_sets_but_not_win": "YEE-X02",
    FLOW + "slips.py::test_a_wrong_number_of_tiles_plays_on_and_cannot_win": "YEE-X03",
    "tests/score/test_hands.py::test_without_animals_none_may_lie_there": "MH-T01",
    FLOW + "claims.py::test_the_last_discard_of_lasfs_is_for_mah_jongg_only": "LASFS-F01",
    FLOW + "hand_play.py::test_a_dealt_kong_waits_until_the_flowers_are_replaced": "LASFS-F02",
    FLOW + "slips.py::test_a_wrong_claim_unnoticed_until_the_next_discard_stays_and_bars_the_win":
        "LASFS-X02",
    FLOW + "claims.py::test_a_hand_that_is_too_long_claims_nothing": "LASFS-X04",
}  # fmt: skip

_SETS = FLOW + "hand_play.py::test_the_sets_of_tiles"
_EIGHTEEN = RULINGS + "144_tiles_make_walls_of_eighteen_stacks"
_NINETEEN = RULINGS + "152_tiles_make_walls_of_nineteen_stacks_and_148_two_of_them"
_TWO_TOPS = RULINGS + "east_ends_the_deal_with_two_upper_tiles"
_TO_THE_RIGHT = RULINGS + "another_winner_brings_the_deal_to_the_right"
_KONGS = RULINGS + "kongs_enlarge_the_reserve_and_are_replaced_from_the_tail"
_THREE_DICE = RULINGS + "three_dice_name_the_wall_and_the_place_in_it"
_TURN = RULINGS + "after_a_round_of_turns_east_draws_again"
_RANKS = FLOW + "claims.py::test_the_win_goes_before_every_set_and_a_pung_before_a_chow"


def _bottom_first(self: WallState, kong: bool = False) -> tuple[int, WallState]:
    number = profiles.tiles(self.profile) - 1 - 2 * (self.tail >> 1) - (self.tail & 1)
    return number, self._replace(tail=self.tail + 1, kongs=self.kongs + kong)


def _kept(self: WallState, kong: bool = False) -> tuple[int, WallState]:
    return self.head, self._replace(head=self.head + 1, kongs=self.kongs + kong)


def _stack_later(stacks: Any, dealer: int, broken: str, counted: int) -> Any:
    return _draw_order(stacks, dealer, broken, counted + 1)


def _across(self: HandPlay, seat: int) -> int:
    return (seat + 2) % 4


def _never_blind(self: Charleston, seat: int, tiles: Any) -> Any:
    return self.hands[seat][:3] if tiles is None else tuple(tiles)


def _lowest_first(values: Any, reverse: bool = False) -> Any:
    return sorted(values)


SPOILT: tuple[tuple[str, str, Spoil], ...] = (
    ("ENG-05",
     FLOW + "wall_state.py::test_replacements_come_from_the_last_stack_top_before_bottom",
     lambda patch: patch.setattr(WallState, "replace", _bottom_first)),
    ("ENG-12", RULINGS + "every_case_sums_to_zero",
     lambda patch: patch.setattr(Payments, "net", lambda self: {"E": 1})),
    ("SA-T01 SA-T02", _SETS, column("SHOP-A", profiles.TILES, 160)),
    ("SB-T02", RULINGS + "three_families_make_the_traditional_set",
     column("SHOP-B-136", profiles.TILES, 144)),
    ("YEE-T01", _SETS, column("YEE", profiles.TILES, 136)),
    ("LASFS-T01", _SETS, column("LASFS", profiles.TILES, 136)),
    ("SA-T03", _NINETEEN, column("SHOP-A", profiles.STACKS, (18,) * 4)),
    ("MH-T02", _NINETEEN, column("HANDS-148", profiles.STACKS, (18,) * 4)),
    ("SB-T03", _EIGHTEEN, column("SHOP-B-144", profiles.STACKS, (17,) * 4)),
    ("YEE-T02", _EIGHTEEN, column("YEE", profiles.STACKS, (17,) * 4)),
    ("SA-T06", _TWO_TOPS, column("SHOP-A", profiles.DEAL, profiles.DEAL_YEE)),
    ("SB-T06", _TWO_TOPS, column("SHOP-B-136", profiles.DEAL, profiles.DEAL_YEE)),
    ("SA-T08", FLOW + "hand_play.py::test_when_nothing_can_be_drawn_the_hand_ends",
     entry(CUSTOMS, "SHOP-A", CUSTOMS["SHOP-A"]._replace(ends="drawn"))),
    ("SA-T09 SB-T12 YEE-T09 LASFS-T05", _TO_THE_RIGHT,
     replaced("flow.rotation", "stays", lambda *given: True)),
    ("SA-T10", FLOW + "rotation.py::test_american_and_lasfs_games_are_open",
     column("SHOP-A", profiles.ROTATION, profiles.ROT_FOUR_TIMES)),
    ("SB-T11", FLOW + "rotation.py::test_east_stays_after_a_win_and_after_a_drawn_hand",
     entry(rotation.KEEPS, profiles.ROT_STAY, ())),
    ("YEE-T08",
     FLOW + "rotation.py::test_yee_dealer_retains_the_dice_after_a_win_and_without_a_winner",
     entry(rotation.KEEPS, profiles.ROT_FOUR_TIMES, ("win",))),
    ("YEE-T10", FLOW + "rotation.py::test_yee_ends_when_everybody_has_been_dealer_four_times",
     column("YEE", profiles.ROTATION, profiles.ROT_STAY)),
    ("MJ-T02", FLOW + "rotation.py::test_the_prevailing_wind_moves_every_round_where_it_is_shown",
     column("MJG", profiles.SHOWS, profiles.SHOW_STREAK)),
    ("SA-T11", FLOW + "first_east.py::test_american_chips_are_a_thousand_points",
     entry(chips.CHIPS, "SHOP-A", chips.CHIPS["SHOP-A"][1:])),
    ("MH-T04", FLOW + "first_east.py::test_four_values_of_chips_and_sticks",
     entry(chips.CHIPS, "HANDS", chips.CHIPS["HANDS"][1:])),
    ("SB-T04",
     FLOW + "first_east.py::test_the_highest_total_is_east_and_the_others_follow_to_the_right",
     replaced(f"{PLAY}.first_east", "sorted", _lowest_first)),
    ("SB-T08", _KONGS, column("SHOP-B-136", profiles.PER_KONG, 0)),
    ("SB-T09", _KONGS, lambda patch: patch.setattr(WallState, "replace", _kept)),
    ("SB-F11", FLOW + "hand_play.py::test_an_open_kong_is_replaced_from_the_tail",
     lambda patch: patch.setattr(WallState, "replace", _kept)),
    ("YEE-T04", _THREE_DICE, column("YEE", profiles.WALL, profiles.WALL_EAST)),
    ("YEE-T05", _THREE_DICE, replaced("wall", "_draw_order", _stack_later)),
    ("SA-F10 SB-F05 YEE-F02 ENG-14", _RANKS,
     replaced(f"{PLAY}.claims", "RANKS",
              dict.fromkeys(("win", "kong", "pung", "quint", "chow"), 0))),
    ("SB-F06", FLOW + "claims.py::test_of_several_wins_the_nearest_in_turn_takes_it",
     replaced(f"{PLAY}.claims", "_order", lambda giver, claim: -claim.seat)),
    ("SA-F17 YEE-F01", _TURN, lambda patch: patch.setattr(HandPlay, "next_active", _across)),
    ("SB-F13",
     FLOW + "hand_play.py::test_after_a_claimed_set_the_player_after_the_claimant_goes_on",
     lambda patch: patch.setattr(HandPlay, "next_active", _across)),
    ("SA-F06", FLOW + "charleston.py::test_a_blind_pass_hands_on_the_three_just_received",
     lambda patch: patch.setattr(Charleston, "_given", _never_blind)),
)  # fmt: skip


RESERVES = {  # what stays undrawn: rule -> profile
    "SB-T07": "SHOP-B-136", "MJ-T01": "MJG", "YEE-T07": "YEE", "MH-T03": "HANDS-144",
    "LASFS-T03": "LASFS", "SA-T07": "SHOP-A",
}  # fmt: skip
AFTER_THE_DEAL = FLOW + "wall_state.py::test_after_the_deal"


# ------------------------------------------------------------------ who pays
def case_of(id: str) -> str:
    """The case that says what would come out without the rule."""
    name = next(case.name for case in CASES if id in case.without)
    return f"tests/score/test_cases.py::test_case[{name}]"


def _settled(forget: str) -> Spoil:
    """The classical settlement without one of its parts."""
    own = settle.classical

    def classical(values: list[int], winner: int | None) -> Payments:
        payments = own(values, winner)
        for pair in SEAT_PAIRS:
            kind = "dead" if winner is None else "winner" if winner in pair else "losers"
            if kind == forget:
                payments.pairs[pair] = 0
            elif forget == "east" and EAST in pair:
                payments.pairs[pair] //= 2
        return payments

    def spoil(patch: Any) -> None:
        for module in ("classical", "systems.hands"):
            replaced(module, "classical", classical)(patch)

    return spoil


def _nobody(*given: Any) -> Payments:
    return Payments()


def _once(value: int, win: Win, doubled: bool) -> Payments:
    return all_pay(win.seat, value)


def _twice(value: int, win: Win, doubled: bool) -> Payments:
    return all_pay(win.seat, 2 * value)


PAYING: tuple[tuple[str, Spoil], ...] = (
    ("ENG-11 SB-S01 MJ-S01 MH-S01 LASFS-S01", _settled("winner")),
    ("SB-S02 MJ-S02 MH-S02 LASFS-S02", _settled("losers")),
    ("SB-S03 MJ-S03 MH-S03 LASFS-S03", _settled("east")),
    ("LASFS-S04", _settled("dead")),
    ("MH-S04", replaced("systems.hands", "double_dice", lambda request: False)),
    ("SB-S04", replaced("systems.shop_b", "Payments", lambda: all_pay(0, 1))),
    ("SA-S01 SA-S02", replaced("systems.shop_a", "paid", _once)),
    ("SA-S03", replaced("systems.shop_a", "paid", _twice)),
    ("SA-S04", replaced("systems.shop_a", "paid", _nobody)),
    ("SA-S05", replaced("systems.shop_a", "mirror", lambda payments, backed: None)),
    ("YEE-S01", replaced("systems.yee", "_paid", lambda win, total: all_pay(win.seat, total))),
    ("YEE-S02", replaced("systems.yee", "_paid", _nobody)),
    ("YEE-S03", replaced("systems.yee.flowers", "_last", lambda request, seat: None)),
)


# ------------------------------------------------------------------ events
_EVENTS = "tests/score/test_events.py::test_"
_FREE = _EVENTS + "what_costs_nothing_is_told_with_what_follows"
_BARRED = _EVENTS + "who_is_barred_cannot_win"
_OUT = _EVENTS + "who_is_out_of_the_american_game_cannot_win"
_ENDED = _EVENTS + "nobody_wins_a_hand_that_an_event_ended"
_FOURS = _EVENTS + "bouquet_and_zoo_bring_1000_from_each"
EVENTS = {
    "SA-X01": (_EVENTS + "a_mistaken_mahjong_without_a_hand_shown_costs_nothing",),
    "SA-X02": (_EVENTS + "exposed_players_pay_the_winner_like_the_others",),
    "SA-X03": (_FREE, _OUT),
    "SA-X04": (_EVENTS + "all_pay_the_only_hidden_hand_the_value_announced", _ENDED),
    "SA-X05": (_FREE,),
    "SA-X06": (_FREE,),
    "SA-X07": (_FREE, _OUT),
    "SA-X08": (_FREE,),
    "SA-X09": (_FREE,),
    "SA-X11": (_FREE,),
    "YEE-B01": (_EVENTS + "each_gives_the_thrower_of_three_sixes_six_points",),
    "YEE-X01": (_EVENTS + "a_self_pick_thrown_away_costs_24_to_each",),
    "YEE-X02": (_FREE,),
    "YEE-X03": (_FREE, _BARRED),
    "MH-B01": (_FOURS,),
    "MH-B02": (_FOURS,),
    "LASFS-X01": (_EVENTS + "a_false_mah_jongg_costs_half_the_limit_east_doubly", _ENDED),
    "LASFS-X02": (_FREE, _BARRED),
    "LASFS-X03": (_FREE,),
    "LASFS-X04": (_FREE,),
    "LASFS-X05": (_FREE,),
}


def _fined(happened: Any) -> Payments:
    return all_pay(max(happened.seat, 0), -1)


def event_spoils() -> Iterator[tuple[str, Spoil]]:
    """Each row of the event table: without what it costs, ends, bars; a warning with a fine."""
    for system, rows in event_rows.ROWS.items():
        for row in rows:
            if row.event == event_rows.MISTAKEN:  # one of three rows, by the hands shown: below
                continue
            for changed in _changed(row):
                table = tuple(changed if each is row else each for each in rows)
                yield row.rule, entry(event_rows.ROWS, system, table)
    for name in ("NOBODY_SHOWED", "SOME_SHOWED", "ALL_BUT_ONE"):
        row = getattr(event_rows, name)
        for changed in _changed(row):
            yield row.rule, replaced("events.rows", name, changed)


def _changed(row: Row) -> Iterator[Row]:
    yield row._replace(pays=None if row.pays else _fined)
    if row.ends:
        yield row._replace(ends=False)
    if row.bars:
        yield row._replace(bars=False)
