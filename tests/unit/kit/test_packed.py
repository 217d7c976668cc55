"""Lists of names as one bytes object: what goes in comes out, and is found again."""

from hypothesis import given
from hypothesis import strategies as st

from mjtable.kit.packed import count, packed, start
from mjtable.link.request import Request
from mjtable.link.wire import Writer

WORDS = st.lists(st.from_regex(r"[a-z][a-z0-9_.]{0,20}", fullmatch=True), max_size=60, unique=True)


@given(names=WORDS)
def test_every_name_comes_out_as_it_went_in(names):
    made = packed(names)
    assert count(made) == len(names)
    for index, name in enumerate(names):
        assert made[start(made, index):start(made, index + 1)] == name.encode()
        writer = Writer()
        writer.name(made, index)
        assert writer.buf[:writer.n] == name.encode()


@given(names=WORDS, wanted=st.from_regex(r"[a-z][a-z0-9_.]{0,20}", fullmatch=True))
def test_a_name_is_found_where_it_is_and_nowhere_else(names, wanted):
    request = Request()
    request.buf[3:3 + len(wanted)] = wanted.encode()
    found = request.find(3 | 3 + len(wanted) << 8, packed(names))
    assert found == (names.index(wanted) if wanted in names else -1)
    made = packed([b"x", *names])
    request.key_at[0], request.key_end[0] = 3, 3 + len(wanted)
    assert request.find_key(0, made, 1 | count(made) << 8) == (
        names.index(wanted) + 1 if wanted in names else -1)


def test_a_spare_name_matches_nothing():
    assert Request().find(3 << 8, packed(["", "abc"[:0]])) == -1
