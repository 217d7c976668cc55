"""Two phones, a reload, another program beside them, and what each page refuses in a sentence."""

import re

import pytest
from starlette.testclient import TestClient

from mjscore.match.folder import path_of
from mjscore.tiles import CODES
from mjweb.access.rights import PLAY, READ, Rights
from mjweb.app import HERE, build
from mjweb.pages.play import desk as desks
from mjweb.pages.play import kept
from mjweb.words import messages
from tests.play.serving import begun, opened

HAND = ("winner:Bob from:Cem tile:D1 set:pung tile:B2 set:pung tile:C2 set:run tile:DR set:pair "
        "tile:C6 tile:C7 tile:C8 rest:").split()  # fmt: skip
AT = "/play/m/Friday"
HX = {"hx-request": "true"}


def mark(client):
    return re.search(r'name="mark" value="(\w+)"', client.get(AT).text).group(1)


def notice(answer):
    found = re.search(r'class="notice" role="alert">([^<]*)<', answer.text)
    return found.group(1).replace("&#39;", "'") if found else ""


def tap(client, *words):
    now = mark(client)
    for word in words:
        answer = client.post(f"{AT}/tap", data={"mark": now, "tap": word}, headers=HX)
    return now, answer


def rows():
    with opened() as match:
        return match.sheet.rows


def test_a_match_is_begun_and_found_again(client):
    fields = {f"player{n}": name for n, name in enumerate(["Ann", "Bob", "Cem", "Dan"], 1)}
    made = client.post("/play/new", data=fields | {"name": "Friday", "profile": "YEE"})
    assert "Hand 1: Ann deals" in made.text and 'href="/play/m/Friday"' in client.get("/play").text
    again = client.post("/play/new", data=fields | {"name": "Friday", "profile": "YEE"})
    assert again.status_code == 409 and "exists already; choose another name" in notice(again)
    assert 'value="Bob"' in again.text  # nothing typed is lost
    assert "'' is no name for a person" in notice(
        client.post("/play/new", data={"name": "x", "profile": "YEE"}))


def test_a_match_that_is_none(client):
    answer = client.get("/play/m/Nothing")
    assert answer.status_code == 404
    assert notice(answer) == "name: there is no match Nothing; none was begun yet"
    assert client.get("/play/m/Nothing/revision").status_code == 404


def test_the_second_confirmation_of_a_hand_is_refused_and_stores_nothing(client):
    begun()
    now, _ = tap(client, *HAND)
    assert client.post(f"{AT}/confirm", data={"mark": now}, headers=HX).status_code == 200
    second = client.post(f"{AT}/confirm", data={"mark": now}, headers=HX)
    assert second.status_code == 409
    assert notice(second) == "hand 1 is confirmed already; nothing was stored a second time"
    late = client.post(f"{AT}/tap", data={"mark": now, "tap": "winner:Ann"}, headers=HX)
    assert notice(late) == "hand 1 is confirmed already; nothing was stored a second time"
    assert len(rows()) == 1


def test_a_page_of_another_hand_is_brought_up_to_date(client):
    begun()
    answer = client.post(f"{AT}/tap", data={"mark": "0" * 16, "tap": "winner:Ann"}, headers=HX)
    assert notice(answer) == "another phone has begun another hand meanwhile; here it is"


def test_a_hand_entered_by_another_program_keeps_what_was_tapped(client):
    begun()
    now, _ = tap(client, *HAND)
    with opened() as match:
        match.do(match.hand({"win": None}))
    answer = client.post(f"{AT}/confirm", data={"mark": now}, headers=HX)
    assert notice(answer) == ("hand 1 was entered meanwhile by another program; what was tapped "
                              "here is kept, as hand 2: look whether it is")
    assert client.post(f"{AT}/confirm", data={"mark": now}, headers=HX).status_code == 200
    assert [row.winner for row in rows()] == [None, "Bob"]


def test_a_hand_that_is_not_whole_says_what_is_missing(client):
    begun()
    now, answer = tap(client, *HAND[:-1])
    assert "Tap what Ann has." in answer.text
    answer = client.post(f"{AT}/confirm", data={"mark": now}, headers=HX)
    assert answer.status_code == 422 and notice(answer) == "say what Ann has"


def test_a_hand_that_does_not_win_says_why(client):
    begun()
    _, answer = tap(client, *HAND[:-2], "tile:WE", "rest:")
    assert "are not four sets and a pair" in notice(answer)


def test_undo_takes_back_what_this_phone_has_shown_and_only_once(client):
    begun()
    now, _ = tap(client, *HAND)
    client.post(f"{AT}/confirm", data={"mark": now})
    assert "Hand 1: Ann deals" in client.post(f"{AT}/undo", data={"lines": "2"}).text
    again = client.post(f"{AT}/undo", data={"lines": "2"}, headers=HX)
    assert notice(again) == "the match has changed meanwhile, so nothing was taken back"
    assert rows() == () and "Hand 1: Ann deals" in again.text
    now, _ = tap(client, *HAND)
    client.post(f"{AT}/confirm", data={"mark": now})
    assert len(rows()) == 1


def test_parts_of_an_earlier_hand_are_changed_and_the_next_one_waits(client):
    begun()
    now, _ = tap(client, *HAND)
    client.post(f"{AT}/confirm", data={"mark": now})
    tap(client, "winner:Dan")
    assert "Hand 1 is being changed" in client.post(f"{AT}/edit", data={"label": "1"}).text
    assert "Hand 2: Bob deals" in client.post(f"{AT}/leave").text
    client.post(f"{AT}/edit", data={"label": "1"})
    now, answer = tap(client, "from:Dan", "loser:Ann:points", "digit:8")
    assert "Store the change of hand 1" in answer.text
    after = client.post(f"{AT}/confirm", data={"mark": now}, headers=HX)
    assert 'value="winner:Dan" aria-pressed="true"' in after.text
    (row,) = rows()
    assert row.request["win"]["from"] == "N" and row.request["players"]["E"] == {"value": 8}
    assert row.entry.edits == 1
    assert "Change parts of this hand" in client.get(f"{AT}/hand/1").text
    assert client.get(f"{AT}/hand/9").status_code == 404


def test_a_draft_outlives_the_server_and_a_damaged_one_is_begun_anew(client):
    begun()
    now, _ = tap(client, *HAND[:4])
    path = kept.beside(path_of("Friday"))
    app = build(None, Rights(False), frozenset(("table",)))
    with TestClient(app, base_url="http://table") as again:
        assert mark(again) == now and again.get(AT).text.count("class=\"meld open\"") == 1
        path.write_text("{", encoding="utf-8")
        assert mark(again) != now
    assert [each.name for each in path.parent.iterdir() if each.suffix == ".part"] == []


def test_a_tap_without_a_script_leads_back_to_the_page(client):
    begun()
    answer = client.post(f"{AT}/tap", data={"mark": mark(client), "tap": "winner:Bob"},
                         follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, AT)
    assert client.post(f"{AT}/tap", content="x" * 5000, headers=HX).status_code == 409


def test_the_dice_of_the_table_show_the_break_of_the_next_hand_only():
    begun()
    thrown = [(-1, [])]
    desk = desks.Desk(lambda: thrown[0])
    with desk.at("Friday") as now:
        assert now.draft.dice == []
    thrown[0] = (7, [3, 4])
    with desk.at("Friday") as now:
        assert now.draft.dice == [3, 4]
        for word in HAND:
            desk.tap(now, now.draft.id, word)
        desk.confirm(now, now.draft.id)
        assert now.draft.dice == []  # of the hand before
    thrown[0] = (9, [3, 4])
    with desk.at("Friday") as now:
        assert now.draft.dice == [3, 4]


@pytest.mark.parametrize(("right", "path", "status"), [
    (PLAY, "/play", 200), (PLAY, AT, 200), (PLAY, "/", 403), (READ, AT, 200)])
def test_a_link_for_players_opens_the_play_view_and_nothing_else(right, path, status):
    begun()
    rights = Rights(True)
    token = rights.link(right)
    app = build(None, rights, frozenset(("table",)))
    with TestClient(app, base_url="http://table", follow_redirects=True) as web:
        assert web.get(AT).status_code == 401
        answer = web.get(f"{path}?token={token}")
        assert answer.status_code == status
        if right == READ:
            assert "<button" not in answer.text
            assert web.post(f"{AT}/undo", data={"lines": "1"}).status_code == 403


def test_every_tile_has_a_picture_and_a_name():
    for code in CODES:
        text = (HERE / "static" / "tiles" / f"{code}.svg").read_text(encoding="utf-8")
        assert 'viewBox="0 0 60 80"' in text and "<title>" in text and "href" not in text


def test_every_message_that_a_template_asks_for_is_there():
    text = "".join(path.read_text(encoding="utf-8")
                   for path in (HERE / "templates" / "play").glob("*.html"))
    asked = set(re.findall(r'w\("(\w+)"[,)]', text))
    assert asked <= set(messages("en")) and len(asked) > 40
