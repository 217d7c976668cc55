"""No class on the board may have a property: it would make every store to it slow."""


import pytest

from tools.make.board.passes import hosted
from tools.make.board.source import modules
from tools.make.board.source.modules import BuildError

HOST = """
from mjtable.kit.hosted import for_host

class Thing:
    def state_name(self):
        return "on"

    state = for_host(state_name)
"""


def test_what_hosts_read_is_left_out_of_the_board():
    parsed = modules.parse({"mjtable/thing.py": HOST})
    hosted.leave_out(parsed.values())
    tree = parsed["mjtable.thing"].tree
    assert [type(each).__name__ for each in tree.body] == ["ClassDef"]
    assert len(tree.body[0].body) == 1


@pytest.mark.parametrize(("line", "words"), [
    ("    @property\n    def slow(self): pass\n", "Thing.slow is a property; it makes every"),
    ("    def __setattr__(self, a, b): pass\n", "Thing.__setattr__ is a __setattr__; it"),
])  # fmt: skip
def test_a_property_is_refused_with_its_place(line, words):
    parsed = modules.parse({"mjtable/thing.py": HOST + "\n" + line})
    with pytest.raises(BuildError, match=rf"mjtable.thing:\d+: {words}"):
        hosted.leave_out(parsed.values())


def test_nothing_built_for_the_board_is_a_property(whole):
    for text in whole.texts.values():
        assert "property" not in text and "for_host" not in text
