"""Who may see and do what: hosts, origins, tokens, the policy of every answer."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from mjweb.access.guard import POLICY, Guard, cookie
from mjweb.access.rights import OWNER, PLAY, READ, Rights, allowed

HERE = "127.0.0.1:8000"


def said(request):
    return PlainTextResponse(request.scope.get("right", "none"))


def visitor(rights, base="http://" + HERE):
    app = Starlette(routes=[Route("/{path:path}", said, methods=["GET", "POST"])])
    return TestClient(Guard(app, rights, frozenset({HERE}), False), base, follow_redirects=False)


def test_on_the_loopback_nobody_needs_a_token():
    answer = visitor(Rights(False)).get("/")
    assert answer.status_code == 200 and answer.text == OWNER


def test_every_answer_has_the_policy_a_refusal_too():
    own, foreign = visitor(Rights(True)), visitor(Rights(False), "http://elsewhere:8000")
    for answer in (visitor(Rights(False)).get("/"), own.get("/"), foreign.get("/")):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
    for word in ("unsafe-inline", "unsafe-eval", "http:", "*"):
        assert word not in POLICY
    assert "default-src 'none'" in POLICY and "frame-ancestors 'none'" in POLICY


def test_another_name_for_this_computer_is_refused_in_a_sentence():
    """A foreign page may have its own name point here."""
    answer = visitor(Rights(False), "http://elsewhere:8000").get("/")
    assert answer.status_code == 421 and "name this one with --name" in answer.text


@pytest.mark.parametrize("headers", [
    {"origin": "http://elsewhere"}, {"origin": "null"}, {"origin": "http://127.0.0.1:9999"},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_another_page_asks_is_refused(headers, method):
    answer = visitor(Rights(False)).request(method, "/", headers=headers)
    assert answer.status_code == 403 and "Another page asked for this" in answer.text


def test_another_page_may_link_here():
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert visitor(Rights(False)).get("/", headers=headers).status_code == 200
    assert visitor(Rights(False)).post("/", headers=headers).status_code == 403


def test_our_own_page_may_ask():
    headers = {"origin": "http://" + HERE, "sec-fetch-site": "same-origin"}
    assert visitor(Rights(False)).post("/", headers=headers).status_code == 200


def test_without_a_token_a_page_says_what_to_open():
    answer = visitor(Rights(True)).get("/log")
    assert answer.status_code == 401
    assert answer.text == ("This table asks for a link: open the one that `mjtool dashboard` "
                           "printed, or its QR code.\n")


def test_a_token_is_exchanged_for_a_cookie_and_leaves_the_address():
    rights = Rights(True)
    token = rights.link(READ)
    one = visitor(rights)
    answer = one.get(f"/log?from=3&token={token}")
    assert answer.status_code == 303 and answer.headers["location"] == "/log?from=3"
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert one.get("/log").text == READ


def test_a_wrong_token_is_no_token_and_never_an_open_redirect():
    rights = Rights(True)
    rights.link(OWNER)
    assert visitor(rights).get("/?token=guess").status_code == 401
    answer = visitor(rights).get(f"http://{HERE}//elsewhere/?token={rights.link(PLAY)}")
    assert answer.headers["location"] == "/elsewhere/"


def test_tokens_are_kept_as_hashes_alone():
    rights = Rights(True)
    token = rights.link(OWNER)
    assert token not in repr(rights) and len(token) > 40


@pytest.mark.parametrize(("right", "method", "path", "may"), [
    (OWNER, "POST", "/motors/stop", True),
    (READ, "GET", "/log", True), (READ, "POST", "/faults/E521/ack", False),
    (READ, "GET", "/play", True), (READ, "POST", "/play/tap", False),
    (PLAY, "GET", "/play", True), (PLAY, "POST", "/play/tap", True),
    (PLAY, "GET", "/", False), (PLAY, "GET", "/settings", False), (PLAY, "GET", "/live", True),
    (PLAY, "POST", "/live", False), (PLAY, "GET", "/playground", False),
    (PLAY, "GET", "/static/table.js", True), ("", "GET", "/", False)])
def test_rights(right, method, path, may):
    assert allowed(right, method, path) is may


def test_a_link_for_the_game_has_no_right_to_service():
    rights = Rights(True)
    one = visitor(rights)
    one.get(f"/play?token={rights.link(PLAY)}")
    assert one.get("/play").text == PLAY
    answer = one.post("/motors/stop")
    assert answer.status_code == 403
    assert answer.text == ("This link may not do that: ask whoever runs the dashboard for another "
                           "one.\n")


@pytest.mark.parametrize("text", ["", "mjtable_8000", "a=b; c", "\x00=1", "mjtable_8000=\xff"])
def test_a_spoilt_cookie_is_none(text):
    assert cookie(text, "mjtable_8000") in ("", "\xff")
