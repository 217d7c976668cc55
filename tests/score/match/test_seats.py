"""A request and its events carried over to other seats: the same people, the same tiles."""

from mjscore.match import seats
from mjscore.tiles import SEATS

TURNED = dict(zip(SEATS, "NESW", strict=True))  # East sits at North now, and so on


def test_every_seat_of_a_request_is_carried_over():
    request = {
        "players": {"E": {"concealed": ["B1"]}, "S": {"concealed": ["B2"]}},
        "win": {"seat": "S", "tile": "C8", "source": "discard", "from": "W",
                "last_flower_holder": "N"},
        "bettor": "W", "round_wind": "S", "dice": [1, 2],
        "events": [{"event": "payment", "from": "E", "to": "S", "amount": 5},
                   {"event": "triple_six", "thrower": "E"},
                   {"event": "mistaken_mahjong", "seat": "W", "exposed": ["N", "E"], "value": 25},
                   {"event": "SA-X04", "seat": "W", "hidden": "S", "value": 25}],
    }  # fmt: skip
    assert seats.carried(request, TURNED) == {
        "players": {"N": {"concealed": ["B1"]}, "E": {"concealed": ["B2"]}},
        "win": {"seat": "E", "tile": "C8", "source": "discard", "from": "S",
                "last_flower_holder": "W"},
        "bettor": "S", "round_wind": "S", "dice": [1, 2],
        "events": [{"event": "payment", "from": "N", "to": "E", "amount": 5},
                   {"event": "triple_six", "thrower": "N"},
                   {"event": "mistaken_mahjong", "seat": "S", "exposed": ["W", "N"], "value": 25},
                   {"event": "SA-X04", "seat": "S", "hidden": "E", "value": 25}],
    }  # fmt: skip


def test_what_is_no_seat_is_left_for_the_scorer_to_refuse():
    for wrong in ({"players": 5, "win": "S", "events": {"seat": "S"}, "bettor": ["S"]},
                  {"players": {"X": 1}, "win": {"seat": 7}, "events": ["S"], "bettor": None},
                  {"win": None}, {}):  # fmt: skip
        assert seats.carried(wrong, TURNED) == wrong


def test_a_request_stays_as_it_was_given():
    request = {"players": {"E": {}}, "win": {"seat": "E"}, "events": [{"seat": "E"}]}
    seats.carried(request, TURNED)
    assert request == {"players": {"E": {}}, "win": {"seat": "E"}, "events": [{"seat": "E"}]}


def test_a_bet_that_is_an_object_is_carried_over_too():
    bet = {"backs": "W", "shown": False}
    assert seats.carried({"bettor": bet}, TURNED) == {"bettor": {"backs": "S", "shown": False}}
    assert bet["backs"] == "W"
