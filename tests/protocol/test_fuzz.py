"""Whatever comes over the wire: nothing wrong is executed, the answers stay bounded, and the link
works again with the next good line."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.protocol.bench import Bench, bodies, line

GOOD = line("77 press key=elevator")
BYTES = st.binary(max_size=400)
TEXT = st.text(st.sampled_from("0123456789 abkpress.=*\r\nhelo-:"), max_size=300).map(str.encode)


def truncated(data):
    return st.integers(0, len(data) - 1).map(lambda n: data[:n])


def is_request(data):
    """By the design page alone: is this line a good request?"""
    return line(data.rpartition(b"*")[0].decode("latin-1")) == data + b"\n" if all(
        byte < 128 for byte in data) else False


@settings(max_examples=150)
@given(st.lists(st.one_of(BYTES, TEXT, truncated(GOOD)), max_size=4))
def test_garbage_is_never_executed_and_the_next_good_line_is(chunks):
    bench = Bench()
    data = b"".join(chunks)
    assume(GOOD.rstrip() not in data)
    sent = bench.raw(data + b"\n")
    for item in sent:
        assert len(item) < 200
        assert bodies(item)
    bad = [text for text in (data + b"\n").split(b"\n")[:-1] if not is_request(text.rstrip(b"\r"))]
    assert sum(bench.link.counts[2:]) >= len(bad)
    assert len(sent) <= data.count(b"\n") + 1
    before = len(bench.table.calls)
    assert bench.ask("78 press key=marker") == ["78 ok"]
    assert len(bench.table.calls) == before + 1
    assert before == 0


@settings(max_examples=100)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=170))
def test_any_body_with_a_right_checksum_gets_one_answer(body):
    bench = Bench()
    bench.table.mode = "service"
    sent = bench.raw(line(body))
    assert len(sent) == 1
    first = bodies(sent[0])[0].split()
    assert first[1] in ("ok", "err")
    assert first[0] == "0" or first[0] == body.split(" ")[0]


@settings(max_examples=60)
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_one_wrong_byte_is_never_executed(at, byte):
    bad = GOOD[:at] + bytes([byte]) + GOOD[at + 1 :]
    bench = Bench()
    bench.raw(bad + b"\n")
    assert bench.table.calls == [] or bad == GOOD
