"""Turns, sets, kongs, flowers and the end of the wall, rule by rule."""

import pytest

from mjscore.errors import ScoreError
from mjscore.flow.customs import custom_of, tile_set
from mjscore.tiles import CODES, INDEX
from tests.score.flow.play.hand_play import HandPlay
from tests.score.flow.stacked import IDLE, hand, idle_to_the_end, run, stacked

CLASSICAL = ["SHOP-B-136", "MJG", "YEE", "HANDS-144", "LASFS"]
EVERY = ["SHOP-A", *CLASSICAL]
TURN = {"SHOP-A": "SA-F07", "SHOP-B-136": "SB-F01", "YEE": "YEE-F01"}


def refused(play, line, *words):
    """The action is refused, in these words, and everything stays as it was."""
    before = picture(play)
    with pytest.raises(ScoreError) as caught:
        run(play, line)
    assert picture(play) == before
    for each in words:
        assert each in str(caught.value), str(caught.value)
    return caught.value


def picture(play):
    seats = [vars(seat) | {} for seat in play.seats]
    seats = [{key: list(v) if isinstance(v, list) else v for key, v in s.items()} for s in seats]
    return (
        play.phase,
        play.turn,
        play.offer,
        list(play.pond),
        play.wall,
        list(play.events),
        seats,
    )


def melds(play, seat):
    return [(m.kind, " ".join(CODES[t] for t in m.tiles), m.open) for m in play.seat(seat).melds]


def held(play, seat):
    return sorted(CODES[t] for t in play.seat(seat).concealed)


@pytest.mark.parametrize("name", EVERY)
def test_east_discards_first_then_one_is_drawn_and_one_discarded_in_turn(name):
    play = hand(name, draws="D9 B9")
    rule = TURN.get(name, "ENG-02")
    refused(play, "draw E", "not E's to do now: E discards next", rule if name != "SHOP-A" else "")
    run(play, "discard E B1")
    refused(play, "draw W", "not W's to do now: S draws next")
    refused(play, "discard S B2", "S draws next", rule)
    run(play, "draw S")
    assert "D9" in held(play, "S") and len(held(play, "S")) == 14
    refused(play, "draw W", "S discards next")
    run(play, "discard S D9, draw W, discard W B9, draw N")
    assert [CODES[tile] for tile in play.pond] == ["B1", "D9", "B9"]


def test_drawing_out_of_turn_is_named_by_its_american_rule():  # SA-X05
    refused(hand("SHOP-A", "discard E B1"), "draw N", "SA-X05")


@pytest.mark.parametrize("name", EVERY)
def test_only_tiles_of_the_hand_are_discarded_and_none_is_taken_back(name):  # SA-F12, SA-X08
    play = hand(name)
    refused(play, "discard E D9", "E has no D9 in the hand")
    run(play, "discard E B1")
    rule = "SA-F12" if name == "SHOP-A" else TURN.get(name, "ENG-02")
    refused(play, "take_back E", "neither taken back nor exchanged", rule)


def test_after_a_claimed_set_the_player_after_the_claimant_goes_on():  # SB-F04, SB-F13
    play = hand("SHOP-B-136", "discard E B1, claim W pung", W=IDLE["W"].replace("B3 B6", "B1 B1"))
    assert melds(play, "W") == [("pung", "B1 B1 B1", True)] and play.pond == []
    refused(play, "win W", "took a discard for a set and wins only with a drawn or claimed")
    run(play, "discard W WE, draw N")
    assert play.turn == 3 and len(held(play, "W")) == 10


def test_a_chow_is_laid_open_with_the_two_tiles_said():  # SB-F03
    play = hand("SHOP-B-136", "discard E B4", S="B2 B3 B5 C2 C5 C8 D2 D5 D8 WE WS WW DR")
    refused(play, "claim S chow", "fits several chows: say with which two tiles")
    run(play, "claim S chow B3 B5")
    assert melds(play, "S") == [("chow", "B3 B4 B5", True)] and play.phase == "discard"


def test_an_open_kong_is_replaced_from_the_tail():  # SB-F07, SB-F11, YEE-F03
    for name in CLASSICAL:
        play = hand(name, "discard E B1, claim W kong", tail="D8",
                    W="B1 B1 B1 C3 C6 C9 D3 D6 D9 WE WS WN DG")  # fmt: skip
        assert melds(play, "W") == [("kong", "B1 B1 B1 B1", True)]
        assert (play.seat("W").source, CODES[play.seat("W").fresh]) == ("loose_kong", "D8")
        assert (play.wall.tail, play.wall.kongs, len(held(play, "W"))) == (1, 1, 11)


def test_a_closed_kong_stays_concealed_and_cannot_be_robbed():  # SB-F08, LASFS-F03, MH-F03
    for name in CLASSICAL:
        play = hand(name, E="B1 B1 B1 B1 C1 C4 C7 D1 D4 D7 WE WS WW DR", tail="D8")
        refused(play, "closed_kong E C1", "E has not four C1 in the hand")
        run(play, "closed_kong E B1")
        assert melds(play, "E") == [("kong", "B1 B1 B1 B1", False)]
        assert play.phase == "discard" and "D8" in held(play, "E") and play.wall.kongs == 1
        refused(play, "win S", "S has no tile to win with now")


ADDED = {"E": "B1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG",
         "W": "B1 B1 B6 C3 C6 C9 D3 D6 D9 WE WS WN DG"}  # fmt: skip
TO_ADDED = """discard E B1, claim W pung, discard W WE, draw N, discard N DW
draw E, discard E B4, draw S, discard S B2, draw W"""


def added(name, **more):
    return hand(name, TO_ADDED, draws="D9 D8 D7 B1", tail="DR", **{**ADDED, **more})


def test_an_added_kong_waits_for_robbers_and_is_then_replaced():  # SB-F09, SB-F11
    for name in CLASSICAL:
        play = added(name, N="B4 B7 B8 C2 C5 C8 D3 D6 D9 WN WW DG DW")
        refused(play, "added_kong W C3", "no open pung to which a drawn C3 is added")
        run(play, "added_kong W B1")
        assert (play.phase, play.wall.kongs) == ("robbable", 0)
        refused(play, "discard W WS", "W replaces the kong's tile, unless somebody robs it")
        refused(play, "claim S pung", "a kong is robbed only of the tile added")
        run(play, "replace W")
        assert melds(play, "W") == [("kong", "B1 B1 B1 B1", True)]
        assert play.seat("W").source == "loose_kong" and play.wall.kongs == 1


def test_robbing_takes_the_tile_and_leaves_the_pung():  # SB-F09
    play = run(added("SHOP-B-136", N="B2 B3 C2 C3 C4 D2 D3 D4 D4 D5 D6 DW DW"),
               "added_kong W B1, win N")  # fmt: skip
    told = play.result.request
    assert told["win"] | {"tile": "B1", "source": "robbed_kong", "from": "W"} == told["win"]
    west = told["players"]["W"]
    assert west["melds"][0]["tiles"] == ["B1"] * 3 and len(west["concealed"]) == 10
    assert "dead" not in west


def test_american_players_lay_no_kong_from_the_hand():  # SA-T07
    play = hand("SHOP-A", E="B1 B1 B1 B1 C1 C4 C7 D1 D4 D7 WE WS WW DR")
    refused(play, "closed_kong E B1", "not laid down from the hand", "SA-T07")
    refused(play, "bonus E B1", "B1 is an ordinary tile in SHOP-A", "SA-T07")
    flowers = hand("SHOP-A", E="F1 F2 F3 F4 C1 C4 C7 D1 D4 D7 WE WS WW DR")
    run(flowers, "discard E F1")
    assert [CODES[flowers.offer.tile]] == ["F1"]


def test_an_american_kong_is_claimed_without_a_replacement():  # SA-F09, SA-T07
    play = hand("SHOP-A", "discard E B1, claim W kong",
                W="B1 B1 J C3 C6 C9 D3 D6 D9 WE WS WN DG".replace("J", "B1"))  # fmt: skip
    assert len(held(play, "W")) == 10 and play.wall.tail == 0
    run(play, "discard W C3")  # 4 + 9 tiles: thirteen, the hand lives
    assert play.seat("W").active and play.count(play.seat("W")) == 13


FLOWERY = "F1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG"


def test_dealt_flowers_are_replaced_in_turn_before_east_discards():  # SB-F12, MH-F01
    play = hand("SHOP-B-144", E=FLOWERY, W="S3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG",
                tail="F2 D8 D9")  # fmt: skip
    refused(play, "discard E B4", "E lays the dealt flowers aside")
    run(play, "bonus E F1")
    assert play.turn == 0  # the replacement is a flower again
    run(play, "bonus E F2")
    assert (play.phase, play.turn) == ("opening", 2)
    run(play, "bonus W S3")
    assert (play.phase, play.turn, play.wall.tail) == ("discard", 0, 3)
    assert held(play, "W").count("D9") == 2 and [CODES[t] for t in play.seat("E").bonus] == [
        "F1",
        "F2",
    ]


def test_a_drawn_flower_is_laid_aside_and_replaced_before_the_discard():  # SB-F12, YEE-F05
    rules = {"SHOP-B-144": "SB-F12", "YEE": "YEE-F05", "HANDS-144": "MH-F01"}
    for name, rule in rules.items():
        play = hand(name, "discard E B1, draw S", draws="F3", tail="DW")
        refused(play, "discard S F3", "F3 is laid aside and replaced, not discarded")
        refused(play, "discard S B2", "F3 is laid aside and replaced before the discard", rule)
        refused(play, "bonus S F4", "S has no F4 in the hand")
        refused(play, "bonus S B2", "B2 is an ordinary tile")
        run(play, "bonus S F3")
        assert play.seat("S").source == "loose_flower" and "DW" in held(play, "S")


def test_flowers_are_laid_aside_in_the_own_turn_only():  # SB-F12
    play = hand("LASFS", "discard E B1, draw S, discard S B2, draw W", draws="F3")
    refused(play, "bonus S F3", "not S's to do now: W discards next")
    play = hand("SHOP-B-144", E=FLOWERY, W="S3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG")
    refused(play, "bonus W S3", "not W's to do now: E lays the dealt flowers aside")


def test_lasfs_lets_a_flower_be_forgotten_which_is_then_worth_nothing():  # LASFS-X05
    play = hand("LASFS", "discard E B1, draw S, discard S B2, draw W", draws="F3")
    told = idle_to_the_end(run(play, "discard W B3"))
    run(told, "end_of_wall")
    assert told.result.request["players"]["S"]["bonus_undeclared"] == ["F3"]
    assert len(told.result.request["players"]["S"]["concealed"]) == 12


def test_a_dealt_kong_waits_until_the_flowers_are_replaced():  # LASFS-F02
    dealt = "B1 B1 B1 B1 C1 C4 C7 D1 D4 D7 WE WS WW F1"
    for name, rule in (("LASFS", "LASFS-F02"), ("SHOP-B-144", "SB-F12")):
        play = hand(name, E=dealt, tail="F2 DW")
        refused(play, "closed_kong E B1", "E lays the dealt flowers aside")
        play = hand(name, "discard E WE, draw S", S="B1 B1 B1 B1 C2 C5 C8 D2 D5 D8 WE WS WW",
                    E="B2 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG",
                    N="B3 B4 B7 C2 C5 C8 D3 D6 D9 WN WW DG DW", draws="F3", tail="DW")  # fmt: skip
        refused(play, "closed_kong S B1", "F3 is replaced before the kong", rule)
        run(play, "bonus S F3, closed_kong S B1")


def test_animals_are_exposed_when_their_holder_chooses():  # MH-F01, MH-F02
    play = hand("HANDS-148", E="A1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG", tail="DW")
    assert play.phase == "discard"  # nobody is made to show it
    refused(play, "discard E A1", "A1 is exposed, not discarded", "MH-F01")
    kept = hand("HANDS-148", "discard E B4",
                E="A1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG")  # fmt: skip
    run(idle_to_the_end(kept), "end_of_wall")
    assert kept.result.request["players"]["E"]["bonus_undeclared"] == ["A1"]
    run(play, "bonus E A1")
    assert [CODES[t] for t in play.seat("E").bonus] == ["A1"] and "DW" in held(play, "E")


def test_four_of_one_colour_and_four_animals_are_paid_at_once():  # MH-B01, MH-B02, MH-Q14
    play = hand("HANDS-148", E="A1 A2 A3 A4 F1 F2 F3 F4 D7 WE WS WW DR DG",
                tail="D8 D8 D9 D9 B9 B9 C9 C9 S1")  # fmt: skip
    run(play, "bonus E F1, bonus E F2, bonus E F3")
    assert play.events == []
    run(play, "bonus E F4, bonus E A1, bonus E A2, bonus E A3, bonus E A4")
    assert play.events == [
        {"event": "bouquet", "seat": "E", "tiles": ["F1", "F2", "F3", "F4"]},
        {"event": "zoo", "seat": "E", "tiles": ["A1", "A2", "A3", "A4"]},
    ]


@pytest.mark.parametrize(
    "name, ends, rule",
    [("SHOP-A", "new_wall", "SA-T07"), ("SHOP-B-136", "drawn", "SB-T07"),
     ("MJG", "drawn", "MJ-T01"), ("YEE", "drawn", "YEE-T07"), ("HANDS-148", "drawn", "MH-T03"),
     ("LASFS", "dead_round", "LASFS-T03")],
)  # fmt: skip
def test_when_nothing_can_be_drawn_the_hand_ends(name, ends, rule):  # SA-T08, SB-T10, LASFS-T04
    play = hand(name, "discard E B1")
    refused(play, "end_of_wall", "tiles can still be drawn", rule)
    idle_to_the_end(play)
    assert play.wall.left == play.wall.reserve and play.phase == "draw"
    refused(play, "draw %s" % "ESWN"[play.turn], "nothing can be drawn any more", rule)
    run(play, "end_of_wall")
    assert play.result.kind == ends and play.result.request["win"] is None
    refused(play, "draw S", "the hand is over")


@pytest.mark.parametrize(
    "name, rule", [("SHOP-B-144", "SB-T07"), ("YEE", "YEE-T07"), ("HANDS-148", "MH-T03")]
)
def test_on_the_last_tile_no_kong_is_laid_and_a_flower_ends_the_hand(name, rule):
    play = idle_to_the_end(hand(name, "discard E B1"), least=1)
    seat, player = "ESWN"[play.turn], play.seats[play.turn]
    player.concealed[:4] = [INDEX["B9"]] * 4
    play.order[play.wall.head] = INDEX["F4"]  # the last tile that can be drawn
    run(play, f"draw {seat}")
    assert play.wall.ended
    refused(play, f"closed_kong {seat} B9", "nothing is replaced any more", rule)
    run(play, f"bonus {seat} F4")
    assert play.phase == "stuck"
    refused(play, f"discard {seat} B9", "nothing is left to draw")
    run(play, "end_of_wall")
    assert play.result.kind == "drawn"
    assert len(play.result.request["players"][seat]["concealed"]) == 13


def test_on_the_last_discard_of_lasfs_only_mah_jongg_is_called():  # LASFS-F01
    play = idle_to_the_end(hand("LASFS", "discard E B1"))
    seat = (play.offer.giver + 2) % 4
    tile = play.offer.tile
    play.seats[seat].concealed[:2] = [tile, tile]
    refused(play, "claim %s pung" % "ESWN"[seat], "the last discard is for Mah Jongg only",
            "LASFS-F01")  # fmt: skip
    run(play, "claim %s win" % "ESWN"[seat])
    assert play.result.request["win"]["last_tile"] is True


def test_no_kong_is_claimed_from_the_last_discard():
    play = idle_to_the_end(hand("SHOP-B-136", "discard E B1"))
    seat = (play.offer.giver + 2) % 4
    play.seats[seat].concealed[:3] = [play.offer.tile] * 3
    refused(play, "claim %s kong" % "ESWN"[seat], "nothing is replaced any more", "SB-T07")
    run(play, "claim %s pung" % "ESWN"[seat])


def test_a_kong_counts_one_tile_of_reserve_where_that_is_agreed():  # SB-Q05
    for per_kong, reserve in ((None, 16), (1, 15)):
        options = {} if per_kong is None else {"reserve_per_kong": per_kong}
        play = hand("SHOP-B-136", "closed_kong E B1", options=options, tail="DW",
                    E="B1 B1 B1 B1 C1 C4 C7 D1 D4 D7 WE WS WW DR")  # fmt: skip
        assert play.wall.reserve == reserve


def test_several_claims_are_weighed_and_the_best_is_carried_out():  # SB-F05, SA-F10
    play = hand("SHOP-B-136", "discard E B4", S="B5 B6 B8 C2 C5 C8 D2 D5 D8 WE WS WW DR",
                N="B4 B4 B7 C2 C5 C8 D3 D6 D9 WN WW DG DW")  # fmt: skip
    chow, pung = {"seat": "S", "kind": "chow"}, {"seat": "N", "kind": "pung"}
    play.apply({"do": "claims", "claims": [chow, pung]})
    assert play.turn == 3 and melds(play, "N") == [("pung", "B4 B4 B4", True)]
    for claims, words in (([chow], "there is no tile to claim"),):
        with pytest.raises(ScoreError, match=words):
            play.apply({"do": "claims", "claims": claims})
    run(play, "discard N B7")
    for claims, words in (
        ([], "somebody must claim the tile"),
        ([{"seat": "E", "kind": "win"}] * 2, "a player claims a tile only once"),
        (["pung"], "a claim is an object with seat, kind, tiles and named, not 'pung'"),
        ([{"seat": "X", "kind": "win"}], "must be one of E, S, W, N, not 'X'"),
    ):
        with pytest.raises(ScoreError, match=words):
            play.apply({"do": "claims", "claims": claims})


def test_a_promised_concealed_hand_takes_no_discard_but_the_last():  # SA-F08
    play = hand("SHOP-A", W=IDLE["W"].replace("B3 B6", "B1 B1"))
    play.apply({"do": "goes_for", "seat": "W", "kind": "concealed"})
    run(play, "discard E B1")
    refused(play, "claim W pung", "takes only its last tile from a discard", "SA-F08")
    play.apply({"do": "goes_for", "seat": "W", "kind": ""})
    run(play, "claim W pung")
    with pytest.raises(ScoreError, match="W has claimed a discard already.*SA-F08"):
        play.apply({"do": "goes_for", "seat": "W", "kind": "concealed"})
    with pytest.raises(ScoreError, match="must be one of '', 'concealed', not 'star'"):
        play.apply({"do": "goes_for", "seat": "W", "kind": "star"})


def test_the_exchange_comes_first_and_is_complete():  # SA-F02, SA-F04
    play = HandPlay("SHOP-A", stacked("SHOP-A"))
    refused(play, "discard E B1", "the exchange of tiles comes first")
    with pytest.raises(ScoreError, match="completed once it is begun.*SA-F04"):
        play.exchange(play.charleston())
    strange = play.charleston()._replace(step=6, hands=((0,) * 14, *((0,) * 13,) * 3))
    with pytest.raises(ScoreError, match="these are not the tiles that were dealt"):
        play.exchange(strange)
    done = play.charleston()._replace(step=3, agreed=False)
    play.exchange(done)
    assert play.phase == "discard"
    with pytest.raises(ScoreError, match="tiles are exchanged once, before the play"):
        play.exchange(done)


@pytest.mark.parametrize(
    "told, words",
    [
        ({"do": "drew", "seat": "E"}, "there is no action 'drew'; did you mean \"draw\"?"),
        ({"do": "discard", "seat": "E"}, "the action discard needs the field tile"),
        ({"do": "draw", "seat": "E", "tiles": []}, "the action draw has no field 'tiles'"),
        ({"do": "discard", "seat": "Q", "tile": "B1"}, "must be one of E, S, W, N, not 'Q'"),
        ({"do": "discard", "seat": 4, "tile": "B1"}, "must be one of E, S, W, N, not 4"),
        ({"do": "discard", "seat": "E", "tile": "B0"}, "there is no tile 'B0'"),
        ({}, "there is no action None"),
        ({"do": "claims", "claims": "pung"}, "must be a list, not 'pung'"),
        ({"do": "false_claim", "seat": "E", "tiles": 3}, "must be a list, not 3"),
    ],
)
def test_actions_that_are_none(told, words):
    with pytest.raises(ScoreError) as caught:
        hand("SHOP-B-136").apply(told)
    assert words in str(caught.value)


def test_a_wall_or_an_option_that_is_none():
    with pytest.raises(ScoreError, match="every tile of MJG's set exactly once"):
        HandPlay("MJG", tile_set("MJG")[:-1])
    with pytest.raises(ScoreError, match="every tile of MJG's set exactly once"):
        HandPlay("MJG", ["B1"] * 136)
    with pytest.raises(ScoreError, match="the play has no option 'beginner'; did you mean"):
        HandPlay("YEE", tile_set("YEE"), options={"beginner": True})


def test_the_sets_of_tiles():  # SA-T01, SA-T02, SB-T01, SB-T02, YEE-T01, MH-T01, LASFS-T01
    sizes = {"SHOP-A": 152, "SHOP-B-136": 136, "SHOP-B-144": 144, "MJG": 136, "YEE": 144}
    sizes |= {"HANDS-144": 144, "HANDS-148": 148, "LASFS": 144}
    for name, size in sizes.items():
        codes = [CODES[tile] for tile in tile_set(name)]
        assert len(codes) == size
        assert codes.count("J") == (8 if name == "SHOP-A" else 0)
        assert codes.count("A1") == (name == "HANDS-148")
        assert codes.count("F1") == codes.count("S4") == (size > 136)
        assert codes.count("DW") == codes.count("C5") == 4
    assert custom_of("HANDS-148").aside == "FSA"
