"""Penalties and payments at once that belong to the hand which follows them (rules 3.5 to 8.6)."""

import pytest

from mjscore import events
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.match.game import Match
from mjscore.match.setup import checked

FOUR = ["Ann", "Bob", "Cem", "Dan"]
FLOWERS, SEASONS = ["F1", "F2", "F3", "F4"], ["S1", "S2", "S3", "S4"]
LOST = {"concealed": "B1 B2 B3 B5 B6 B8 B9 C1 C2 C4 C5 C7 D1".split()}
WON = {"concealed": "D1 D2 D3 D5 D5 D5 D7 D7 D7 DG DG DR DR".split()}


@pytest.fixture
def begin(tmp_path):
    """Begins a match that the engine itself scores."""
    opened = []

    def new(profile, name="Friday", **options):
        path = tmp_path / f"{name}.mjmatch"
        opened.append(Match.begin(path, checked(name, profile, FOUR, **options), score))
        return opened[-1]

    yield new
    for match in opened:
        match.close()


def win(match, seat="S", **more):
    players = {each: WON if each == seat else LOST for each in "ESWN"}
    request = {"players": players, "win": {"seat": seat, "tile": "DR", "source": "wall"}}
    return match.do(match.hand(request | more)).row


def shop_a(match, seat="S"):
    hand = {"concealed": "B2 B2 B2 B4 B4 B4 B4 B6 B6 B6 DG DG DG".split()}
    request = {"players": {seat: hand}, "win": {"seat": seat, "tile": "DG", "source": "wall"}}
    return match.do(match.hand(request)).row


def enter(match, event, seat=None, **more):
    body = {"event": event} | ({"seat": seat} if seat else {}) | more
    return match.do({"do": "penalty", "event": body}).row


def told(act):
    with pytest.raises(ScoreError) as caught:
        act()
    return str(caught.value)


@pytest.mark.parametrize(("profile", "event", "rule"), [
    ("YEE", "wrong_count", "YEE-X03"), ("LASFS", "false_claim", "LASFS-X02")])  # fmt: skip
def test_who_is_barred_does_not_win_the_hand_that_follows(begin, profile, event, rule):
    match = begin(profile)
    assert not any(enter(match, event, "Bob").net.values())
    assert told(lambda: win(match)) == (
        f"players: the win is refused: after {event} this hand cannot win [{rule}]")
    assert len(match.sheet.rows) == 1
    other = win(match, "E")  # somebody else may
    assert [each["event"] for each in other.request["events"]] == [event]
    now = next(seat for seat, name in match.sheet.state.seats.items() if name == "Bob")
    assert win(match, now).winner == "Bob"  # and the next hand is another one


def test_an_event_of_a_hand_may_be_entered_before_it_and_said_again_in_it(begin):
    match = begin("YEE")
    enter(match, "wrong_count", "Bob")
    for name in ("wrong_count", "YEE-X03"):
        again = [{"event": name, "seat": "S"}]
        assert win(match, "E", events=again).request["events"] == again
        match.do({"do": "undo"})


def test_a_voided_or_edited_penalty_bars_nobody(begin):
    match = begin("YEE")
    enter(match, "wrong_count", "Bob")
    match.do(match.void("0.1"))
    assert win(match).winner == "Bob"
    done = match.do(match.restore("0.1"))
    assert any("hand 1 no longer fits and counts nothing: players: the win is refused" in each
               for each in done.changes)  # fmt: skip


def test_a_bet_that_was_shown_pays_nothing(begin):
    for shown, name in ((False, "kept"), (True, "shown")):
        match = begin("SHOP-A", name, fifth="Eve", role="bettor")
        match.do({"do": "bet", "backs": "Bob"})
        if shown:
            enter(match, "bettor_shown")
        assert (shop_a(match).net.get("Eve", 0) == 0) == shown


def test_a_bet_that_was_shown_is_not_laid_anew(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    enter(match, "bettor_shown")
    match.do({"do": "bet", "backs": "Bob"})
    assert shop_a(match).net.get("Eve", 0) == 0
    match.do({"do": "bet", "backs": "Bob"})
    seat = next(seat for seat, name in match.sheet.state.seats.items() if name == "Bob")
    assert shop_a(match, seat).net["Eve"] > 0


@pytest.mark.parametrize("late", [False, True])
def test_a_new_wall_does_not_bring_a_shown_bet_back(begin, late):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    bet, shown = {"do": "bet", "backs": "Bob"}, {"event": "bettor_shown"}
    for action in sorted([bet, {"do": "penalty", "event": shown}],
                         key=lambda action: action["do"], reverse=late):  # fmt: skip
        match.do(action)
    match.do(match.hand({"win": None}))
    assert shop_a(match).net.get("Eve", 0) == 0


def test_what_was_paid_at_once_is_not_paid_again_with_the_hand(begin):
    plain, match = begin("HANDS-148", "plain"), begin("HANDS-148")
    assert enter(match, "bouquet", "Bob", tiles=FLOWERS).net["Bob"] == 3000
    won = win(match)
    assert won.net == win(plain).net and "events" not in won.request


def test_nor_where_its_tiles_lie_with_the_hand(begin):
    """A bouquet that lies with a hand is paid; one that a penalty paid before is not again."""
    wins = {"win": {"seat": "S", "tile": "DR", "source": "wall"}}
    hands = {"E": LOST, "S": WON | {"bonus": FLOWERS}, "W": LOST, "N": LOST}
    plain, shown, paid = begin("HANDS-148", "a"), begin("HANDS-148", "b"), begin("HANDS-148", "c")
    enter(paid, "bouquet", "Bob")
    nets = [match.do(match.hand(wins | {"players": hands})).row.net for match in (shown, paid)]
    assert nets[0]["Bob"] == win(plain).net["Bob"] + 3000 == nets[1]["Bob"] + 3000


def test_a_second_bouquet_is_of_the_other_colour(begin):
    match = begin("HANDS-148")
    enter(match, "bouquet", "Bob", tiles=FLOWERS)
    sentence = ("event: this hand has had its bouquet already; a second one names its tiles, and "
                "so does the first [MH-B01]")  # fmt: skip
    for more in ({"tiles": FLOWERS}, {}):
        for name in ("bouquet", "MH-B01", "four_flowers"):
            assert told(lambda more=more, name=name: enter(match, name, "Bob", **more)) == sentence
    again = [{"event": "bouquet", "seat": "S", "tiles": FLOWERS}]
    assert told(lambda: win(match, events=again)) == sentence
    enter(match, "bouquet", "Dan", tiles=SEASONS)
    assert match.sheet.state.totals["Dan"] == 2000
    win(match)
    assert enter(match, "bouquet", "Bob", tiles=FLOWERS).net["Bob"] == 3000


def test_a_hand_has_one_zoo(begin):
    match = begin("HANDS-148")
    enter(match, "zoo", "Bob")
    assert told(lambda: enter(match, "zoo", "Cem")) == (
        "event: this hand has had its zoo already [MH-B02]")


def test_hands_shown_one_after_another_are_added_up(begin):
    match = begin("SHOP-A")
    enter(match, "mistaken_mahjong", "Bob", exposed=["Bob", "Cem"])
    row = enter(match, "mistaken_mahjong", "Dan", exposed=["Dan"], value=25)
    assert row.net == {"Ann": 75, "Bob": -25, "Cem": -25, "Dan": -25}


def test_a_change_of_players_is_another_hand(begin):
    for action in ({"do": "sit", "out": "Bob", "in": "Eve"},
                   {"do": "seats", "chairs": ["Ann", "Eve", "Cem", "Dan"]}):  # fmt: skip
        match = begin("YEE", action["do"], fifth="Eve")
        enter(match, "wrong_count", "Bob")
        match.do(action)
        assert win(match).winner == "Eve"


# -- dice


@pytest.mark.parametrize(("profile", "dice", "sentence"), [
    ("YEE", [3, 4], "dice: YEE is played with 3 dice that show 1 to 6, not with 3, 4 [ENG-04]"),
    ("MJG", [3, 4, 5], "dice: MJG is played with 2 dice that show 1 to 6, not with 3, 4, 5 "
     "[ENG-04]"),
    ("MJG", [0, 7], "dice: MJG is played with 2 dice that show 1 to 6, not with 0, 7 [ENG-04]"),
    ("MJG", [], "dice: MJG is played with 2 dice that show 1 to 6, not with none [ENG-04]"),
])  # fmt: skip
def test_dice_that_the_profile_has_not(begin, profile, dice, sentence):
    match = begin(profile)
    assert told(lambda: match.do({"do": "dice", "dice": dice})) == sentence


SIXES = {"do": "dice", "dice": [6, 6, 6]}


def test_three_sixes_in_the_dice_are_paid_once(begin):
    plain, match = begin("YEE", "plain"), begin("YEE")
    without = win(plain).net
    match.do(SIXES)
    assert not any(match.sheet.state.totals.values())
    assert not any(enter(match, "wrong_count", "Dan").net.values())  # not for the dice
    won = win(match).net
    extra = {"Ann": 18, "Bob": -6, "Cem": -6, "Dan": -6}
    assert won == {name: points + extra[name] for name, points in without.items()}


def test_three_sixes_are_paid_by_the_dice_or_by_a_penalty(begin):
    plain, match = begin("YEE", "plain"), begin("YEE")
    match.do(SIXES)
    assert told(lambda: enter(match, "triple_six", "Ann")) == (
        "event: the dice of this hand show the three sixes, and it pays for them [YEE-B01]")
    match.do({"do": "undo"})
    assert enter(match, "triple_six", "Ann").net["Ann"] == 18
    match.do(SIXES)
    assert win(match).net == win(plain).net
    enter(match, "triple_six", "Bob")
    assert told(lambda: enter(match, "triple_six", "Bob")) == (
        "event: this hand has had its triple_six already [YEE-B01]")


def test_a_penalty_that_ends_the_hand_is_that_hand():
    bob = {"event": "false_mah_jongg_exposed", "seat": "S"}
    assert events.ends_hand("LASFS", bob)
    assert not events.ends_hand("YEE", {"event": "threw_self_pick", "seat": "S"})
    shown = {"event": "mistaken_mahjong", "seat": "S"}
    assert events.ends_hand("SHOP-A", shown | {"exposed": ["E", "S", "W"], "value": 25})
    assert not events.ends_hand("SHOP-A", shown | {"exposed": ["S"]})
    assert not events.ends_hand("YEE", {"event": "nothing known"})
