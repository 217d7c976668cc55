"""Classes that the sources split are one on the board, and do the same."""

import ast

import pytest

from tools.make.board.passes import fold
from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError

TEXT = """
class Base:
    def far(self): return "base"
class Part(Base):
    KIND = "part"
    def near(self): return self.KIND + self.own()
    def both(self): return "upper"
    def unused(self): return 1
class Whole(Part):
    def own(self): return "own"
    def both(self): return Part.both(self) + " and lower"
    def unused(self): return 2
TABLE = (Part.near, Part.both)
"""


def folded(text, monkeypatch):
    """What the text defines once `Part` is folded."""
    monkeypatch.setattr(fold, "PARTS", ("Part",))
    into = Merged("toy")
    into.body = ast.parse(text).body
    into.names = {("toy.part", "Part"): "Part"}
    assert fold.fold(into) == ["Part"]
    space = {}
    exec(compile(ast.fix_missing_locations(into.tree), "toy", "exec"), space)  # noqa: S102
    return into, space


def test_one_class_does_what_both_did(monkeypatch):
    into, space = folded(TEXT, monkeypatch)
    whole = space["Whole"]()
    assert "Part" not in space and [base.__name__ for base in type(whole).__mro__[1:]] == [
        "Base", "object"]
    assert (whole.near(), whole.both(), whole.far(), whole.unused()) == (
        "partown", "upper and lower", "base", 2)
    assert [row(whole) for row in space["TABLE"]] == ["partown", "upper"]
    assert into.names == {("toy.part", "Part"): "Whole"}


@pytest.mark.parametrize("more", ["class Other(Part):\n    pass\n", "part = Part()\n"])
def test_a_part_that_others_use_is_refused(more, monkeypatch):
    with pytest.raises(BuildError, match="Part is in PARTS, but more than one class uses it"):
        folded(TEXT + more, monkeypatch)
