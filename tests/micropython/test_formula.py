"""Formulas stand on the board where they were called, and say the same."""

import ast
from types import SimpleNamespace

import pytest

from tools.make.board.passes import formula
from tools.make.board.source.modules import BuildError

TEXT = """
from mjtable.kit.formula import formula
@formula
def behind(a, b):
    "Whether a is behind b."
    return b - a > 0
@formula
def nearer(a, b):
    return b if behind(b, a) else a
class Thing:
    due = 7
    def take(self, due):
        self.due = nearer(self.due, due)
        return nearer(due, self.due), behind(due + 1, self.due)
"""


def written(text):
    """A module of that text after both steps."""
    module = SimpleNamespace(name="toy", tree=ast.parse(text))
    formula.note([module])
    module.body = module.tree.body
    formula.write_out({"toy": module})
    module.tree.body = module.body
    return ast.unparse(ast.fix_missing_locations(module.tree))


def made(text):
    """What a text defines."""
    space = {}
    exec(text, space)  # noqa: S102
    return space["Thing"]


def test_it_says_the_same_without_a_call():
    text = written(TEXT)
    body = text[text.index("class"):]
    assert "behind" not in body and "nearer" not in body and "formula" not in text
    for due in range(4, 10):
        one, other = made(TEXT)(), made(text)()
        assert one.take(due) == other.take(due)
        assert one.due == other.due


def test_a_choice_between_itself_and_another_is_a_condition():
    text = written(TEXT)
    assert "        if self.due - due > 0:\n            self.due = due\n" in text


@pytest.mark.parametrize(("call", "said"), [
    ("nearer(due + 1, due)", "the formula nearer would work out due \\+ 1 2 times; give it"),
    ("behind(self.word(), due)", "the formula behind would work out self.word\\(\\) 1 times"),
    ("behind(due)", "behind is a formula; give it its 2 arguments by their places"),
    ("behind(a=due, b=1)", "behind is a formula; give it its 2 arguments by their places"),
])
def test_a_call_that_cannot_be_written_out_is_told(call, said):
    with pytest.raises(BuildError, match=said):
        written(TEXT + f"    def wrong(self, due):\n        return {call}\n")


def test_a_formula_of_two_statements_is_told():
    with pytest.raises(BuildError, match="toy:3: two is a formula, but more than one `return`"):
        written("from mjtable.kit.formula import formula\n@formula\ndef two(a):\n"
                "    b = a\n    return b\n")
