"""Lines: what comes out of a stream of bytes, whatever it is cut into."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjshare.frame import LINE_LIMIT, crc16, decode, deframe, encode

BODY = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="*"),
               max_size=160)


def test_the_published_check_value():
    assert crc16(b"123456789") == 0x29B1


def test_the_line_of_the_design_page():
    assert encode("7 status") == b"7 status*%04X\n" % crc16(b"7 status")


@given(st.lists(BODY, max_size=5), st.binary(max_size=30).filter(lambda data: b"\n" not in data))
def test_what_was_encoded_comes_out_again(bodies, rest):
    data = b"".join(map(encode, bodies)) + rest
    assert deframe(data) == (bodies, rest, 0)


@given(st.binary(max_size=600), st.integers(1, 50))
def test_cutting_the_stream_elsewhere_changes_nothing(data, step):
    data += b"\n"
    rest, found, discarded = b"", [], 0
    for at in range(0, len(data), step):
        bodies, rest, lost = deframe(rest + data[at : at + step])
        found += bodies
        discarded += lost
    assert rest == b""
    assert found == deframe(data)[0]
    assert discarded + sum(len(encode(body)) for body in found) <= len(data)


@given(BODY, st.integers(min_value=0), st.integers(1, 255))
def test_a_changed_byte_is_noticed(body, at, change):
    line = bytearray(encode(body))[:-1]
    line[at % len(line)] ^= change
    assert decode(bytes(line)) != body


def test_noise_without_an_end_does_not_pile_up():
    bodies, rest, discarded = deframe(b"x" * 5000)
    assert (bodies, len(rest), discarded) == ([], LINE_LIMIT, 5000 - LINE_LIMIT)


def test_a_carriage_return_is_ignored_and_lower_case_digits_are_not_ours():
    line = encode("1 ok")
    assert decode(line[:-1] + b"\r") == "1 ok"
    assert decode(line[:-1].lower().replace(b"1 ok", b"1 ok")) in (None, "1 ok")
    assert decode(b"1 ok") is None


def test_a_body_that_is_too_long_or_not_printable_is_not_sent():
    with pytest.raises(ValueError, match="160 characters, this one has 161"):
        encode("x" * 161)
    with pytest.raises(ValueError, match="printable characters without"):
        encode("1 press key=*")
