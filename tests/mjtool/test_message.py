"""Bodies become messages, and every message has a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.dictionary import load
from mjtool.errors import WrongDeviceError
from mjtool.message import Answer, Event, LineError, Request, parse
from mjtool.sentences import log_line, sentence
from mjtool.values import event_json, typed

TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80)


def test_every_form_of_a_line():
    assert parse("7 ok") == Answer(7, "", {})
    assert parse("7 ok n=1 next=0 0=a:b") == Answer(7, "", {"n": "1", "next": "0", "0": "a:b"})
    assert parse("7 err range key=ms min=1 max=2") == Answer(
        7, "range", {"key": "ms", "min": "1", "max": "2"})
    assert parse("0 err crc") == LineError("crc")
    assert parse("+12 48200 hatch to=open") == Event(12, 48200, "hatch", {"to": "open"})
    assert parse("7 press key=marker") == Request(7, "press", {"key": "marker"})
    assert Request(7, "press", {"key": "marker"}).body() == "7 press key=marker"


@pytest.mark.parametrize("body", ["", "hello", "x ok", "7 ok key", "7 ok =3", "+ 1 hatch",
                                  "+1 2", "7 err", "7"])
def test_what_is_no_message(body):
    assert parse(body) is None


@given(TEXT)
def test_any_message_has_a_sentence(body):
    message = parse(body)
    if message is not None:
        text = sentence(message)
        assert text.endswith(".")
        assert "\n" not in text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("7 status", "Request 7: status. The table at a glance."),
        ("7 press key=marker ms=50", "Request 7: press with key marker, ms 50. Press a key"),
        ("7 jump", "Request 7: jump."),
        ("7 ok", "Answer 7: done."),
        ("7 ok left=0", "Answer 7: left 0."),
        ("7 err mode needs=service",
         "Answer 7: refused (mode): not allowed in the mode the table is in (needs=); needs "
         "service."),
        ("7 err odd", "Answer 7: refused (odd): a refusal unknown here."),
        ("0 err crc", "A line was not taken (crc): the checksum does not fit the line."),
        ("0 err busy", "A line was not taken (busy): another host already has this port"),
        ("0 err odd", "A line was not taken (odd): for a reason unknown here."),
        ("+1 2 state machine=table to=power_on", "Table is now power on."),
        ("+1 2 key key=elevator gesture=short did=ignored why=hatch_moving",
         "Key elevator, short: ignored, because the hatch is moving."),
        ("+1 2 key key=marker gesture=double did=acted", "Key marker, double: acted."),
        ("+1 2 count side=A in=17", "Side A has taken in 17 tiles."),
        ("+1 2 stack side=D n=9", "Side D has 9 stacks."),
        ("+1 2 hatch to=open", "The hatch is open."),
        ("+1 2 walls to=rising set=green", "The walls of the green set are rising."),
        ("+1 2 dice mode=electronic a=3 b=5", "The dice lie still (electronic): 3 5."),
        ("+1 2 dice mode=motor", "The dice lie still (motor)."),
        ("+1 2 dice mode=motor a=0 b=0", "The dice lie still (motor)."),
        ("+1 2 marker dealer=B wind=E streak=2", "Dealer is side B, wind E, streak 2."),
        ("+1 2 set name=blue did=short side=C n=2", "Blue set: short, side C, 2 tiles."),
        ("+1 2 fault at=line_b code=E521 detail=0",
         "Fault E521 (Head jam) at line b, detail 0."),
        ("+1 2 fault code=E000", "Fault E000."),
        ("+1 2 ack code=E521", "Fault E521 (Head jam) acknowledged."),
        ("+1 2 sensor name=cnt_a is=1", "Sensor cnt a is 1."),
        ("+1 2 motor name=drum did=jog ms=500", "Motor drum: jog, for 500 ms."),
        ("+1 2 mains did=dropout gap_ms=22", "Mains: dropout, gap 22 ms."),
        ("+1 2 boot reset=power n=3", "The board started (power), start number 3."),
        ("+1 2 comet tail=long", "Comet: tail long."),
        ("+1 2 comet", "Comet."),
        ("+1 2 state to=open", "Unknown is now open."),
    ],
)
def test_sentences(body, text):
    message = parse(body)
    assert message is not None
    assert sentence(message).startswith(text)


def test_every_event_and_error_of_the_dictionary_has_words():
    known = load()
    for event in known.events.values():
        text = sentence(parse(event["example"]))
        assert "{" not in text and "[" not in text and "unknown" not in text
    assert all(known.errors.values()) and all(known.line_errors.values())
    assert all(known.reasons.values())


def test_a_log_line_has_the_boards_seconds():
    assert log_line(Event(1, 48205, "hatch", {"to": "shut"})) == "    48.205 s  The hatch is shut."


def test_values_for_programs():
    assert typed({"stacks": "17,-1", "set": "none", "short": "0", "fw": "1", "s": "a,b"}) == {
        "stacks": [17, -1], "set": None, "short": 0, "fw": "1", "s": "a,b"}
    assert event_json(Event(4, 5, "count", {"side": "A", "in": "17"})) == {
        "number": 4, "t_ms": 5, "event": "count", "side": "A", "in": 17,
        "text": "Side A has taken in 17 tiles."}


def test_an_answer_without_its_number_is_another_version():
    with pytest.raises(WrongDeviceError, match="answer 7 has no number `next`.*update firmware"):
        Answer(7, "", {"n": "x"}).number("next")
