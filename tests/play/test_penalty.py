"""Penalties and payments on a phone: the game's own table, its fields, stored once."""

import re

import pytest

from mjscore.events.rows import rows_of
from mjscore.registry import GAMES
from mjweb.words import LANGUAGES, messages
from tests.mjweb.conftest import plain
from tests.play.serving import begun, opened

PAGE = "/play/m/Friday/penalty"


def hidden(client, event, page=PAGE):
    """The fields that the form brings along: its mark, and how far the match has come."""
    text = client.get(page, params={"event": event}).text
    return dict(re.findall(r'name="(mark|lines|event)" value="(\w+)"', text))


def entered(client, event, **fields):
    """The page that follows, in words."""
    answer = client.post(PAGE, data={**hidden(client, event), **fields})
    return plain(answer.text)


@pytest.mark.parametrize("profile", GAMES)
def test_every_event_of_a_game_has_its_form(client, profile):
    begun(profile=profile)
    with opened() as match:
        system = match.setup.system
    page = client.get(PAGE).text
    for row in rows_of(system):
        assert f"penalty?event={row.event}" in page
        form = plain(client.get(PAGE, params={"event": row.event}).text)
        assert row.follows in form and "Store it" in form


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_name(language):
    for profile in ("SHOP-A", "YEE", "HANDS", "LASFS", "SHOP-B", "MJG", "RIICHI", "HKOS"):
        for row in rows_of(profile):
            assert messages(language)[f"play_event_{row.event}"]


def test_a_penalty_is_stored_once_and_itemised(client):
    begun(profile="YEE")
    one = hidden(client, "threw_self_pick")
    for _ in range(2):
        answer = client.post(PAGE, data={**one, "seat": "Bob"})
        assert answer.url.path == "/play/m/Friday/hand/0.1"
    page = plain(answer.text)
    assert "Threw away a self-drawn winning tile (Bob): pays each other player" in page
    assert "Bob pays Ann 24" in page and "Change parts" not in page
    with opened() as match:
        assert dict(match.sheet.state.totals) == {"Ann": 24, "Bob": -72, "Cem": 24, "Dan": 24}


def test_one_that_ends_the_hand_is_that_hand(client):
    begun(profile="LASFS")
    assert "Bob pays Ann 500" in entered(client, "false_mah_jongg_exposed", seat="Bob")
    with opened() as match:
        assert match.sheet.rows[0].entry.kind == "hand"
    assert "Hand 2:" in plain(client.get("/play/m/Friday").text)


def test_who_is_barred_cannot_win_the_hand_that_is_tapped(client):
    begun(profile="YEE")
    entered(client, "wrong_count", seat="Bob")
    page = client.get("/play/m/Friday").text
    token = re.search(r'name="mark" value="(\w+)"', page)[1]
    for tap in ["winner:Bob", "special:seven_flowers",
                *(f"tile:{code}" for code in "F1 F2 F3 F4 S1 S2 S3".split())]:
        page = client.post("/play/m/Friday/tap", data={"mark": token, "tap": tap}).text
    assert "cannot win" in plain(page)


def test_a_clubs_own_special_hands_are_offered(client):
    """The table of special hands may stand in the club's rules, not in the match's options."""
    table = [{"id": "moon", "mahjiang": 300}]
    begun(profile="MJG", own={"inherits": "MJG", "name": "club",
                              "options": {"special_hands": table}})
    page = client.get("/play/m/Friday").text
    token = re.search(r'name="mark" value="(\w+)"', page)[1]
    page = client.post("/play/m/Friday/tap", data={"mark": token, "tap": "winner:Bob"}).text
    assert "special:moon" in page


def test_shown_hands_and_four_tiles(client):
    begun(profile="SHOP-A")
    said = entered(client, "mistaken_mahjong", seat="Bob", exposed_0="Bob", exposed_1="Cem",
                   exposed_2="Dan", value="40")
    assert "Bob pays Ann 40" in said
    begun("Saturday", "HANDS-144")
    page = client.get("/play/m/Saturday/penalty?event=bouquet").text
    assert 'value="F1,F2,F3,F4"' in page and 'value="S1,S2,S3,S4"' in page
    saturday = "/play/m/Saturday/penalty"
    answer = client.post(saturday, data={**hidden(client, "bouquet", saturday), "seat": "Ann",
                                         "tiles": "S1,S2,S3,S4"})
    assert "Bob pays Ann 1000" in plain(answer.text)


def test_a_payment_by_agreement(client):
    begun()
    said = entered(client, "payment", **{"from": "Ann", "to": "Dan", "amount": "10",
                                         "why": "a cup of tea"})
    assert "Ann pays Dan 10" in said
    assert "payment" in plain(client.get("/play/m/Friday").text)


@pytest.mark.parametrize(("event", "fields", "sentence"), [
    ("payment", {"from": "Ann", "to": "Dan", "amount": "-3"}, "points are a whole number"),
    ("payment", {"from": "Ann", "to": "Ann", "amount": "3"}, "Ann cannot pay Ann"),
    ("payment", {"from": "Ann", "to": "", "amount": "3"}, "nobody was chosen"),
    ("payment", {"from": "Ann", "to": "Bob", "amount": "3", "why": "x" * 81},
     "one line of at most 80 letters"),
    ("payment", {"from": "Ann", "to": "Bob", "amount": "3", "why": "tea\x07"},
     "one line of at most 80 letters"),
    ("payment", {"from": "Ann", "to": "Bob", "amount": "3", "why": "x" * 5_000},
     "what was sent is no form of this page"),
    ("zoo", {"seat": "Ann"}, "SHOP-B has no penalty called 'zoo'")])
def test_a_refusal_is_a_sentence_and_what_was_typed_stays(client, event, fields, sentence):
    begun()
    answer = client.post(PAGE, data={"mark": "m", "lines": "1", "event": event, **fields})
    assert answer.status_code == 422 and sentence in plain(answer.text)
    kept = event == "payment" and "no form" not in sentence
    assert not kept or f'value="{fields["amount"]}"' in answer.text
    with opened() as match:
        assert not match.sheet.rows


def test_somebody_who_does_not_play_is_refused(client):
    begun(profile="YEE")
    answer = client.post(PAGE, data={**hidden(client, "let_win_go"), "seat": "Eve"})
    assert answer.status_code == 422 and "Eve" in plain(answer.text)


def test_a_form_from_before_another_hand_is_refused(client):
    """It was shown when other people sat at the seats, and may be entered already."""
    begun()
    old = hidden(client, "payment")
    entered(client, "payment", **{"from": "Bob", "to": "Cem", "amount": "5"})
    answer = client.post(PAGE, data={**old, "from": "Ann", "to": "Dan", "amount": "10"})
    assert answer.status_code == 422 and "the match has changed meanwhile" in plain(answer.text)
    with opened() as match:
        assert dict(match.sheet.state.totals) == {"Ann": 0, "Bob": -5, "Cem": 5, "Dan": 0}
    assert hidden(client, "payment")["lines"] != old["lines"]


def test_no_such_match(client):
    assert client.get("/play/m/Nobody/penalty").status_code == 404
