"""What a jog would do to rows being built: the chain's rods, and a head that holds tiles."""

from types import SimpleNamespace

import pytest

from mjtable.generated.iomap import M_CHAIN, M_HEAD, M_RING
from mjtable.sorting.rows import Rows


def rows(started, done, in_head=0, unfinished=True):
    """Rows of a set, so many set out and so many arrived."""
    made = Rows(SimpleNamespace(sorter=SimpleNamespace(is_unfinished=lambda: unfinished),
                                lines=[SimpleNamespace(may_hold=lambda: in_head > 0)]))
    made.started, made.done = started, done
    return made


@pytest.mark.parametrize(("started", "in_head", "parts"), [(2, 1, True), (2, 2, True),
                                                           (2, 0, False), (1, 1, False)])
def test_a_head_pushes_what_it_holds_into_a_row_under_way(started, in_head, parts):
    assert bool(rows(started, 1, in_head).would_part(M_HEAD, False)) == parts
    assert not rows(started, 1, in_head).would_part(M_RING, False)
    assert not rows(started, 1, in_head, unfinished=False).would_part(M_HEAD, False)


@pytest.mark.parametrize(("started", "reverse", "parts"), [(2, True, True), (2, False, True),
                                                           (1, False, True), (1, True, False)])
def test_rods_leave_their_zero_backwards_alone_and_never_with_a_row(started, reverse, parts):
    assert bool(rows(started, 1).would_part(M_CHAIN, reverse)) == parts
    assert not rows(started, 1, unfinished=False).would_part(M_CHAIN, reverse)
