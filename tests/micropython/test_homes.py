"""Names are given so that MicroPython finds them where it looks first (board/source/homes.py)."""

import ast

from tools.check.vm.vm import Vm
from tools.make.board.source.homes import Homes, hash_of

TEXT = """
class Above:
    def __init__(self):
        self.shared = self.own = 0
class Below(Above):
    def __init__(self):
        self._more = 0
class Other:
    def _more(self):
        self.shared = 1
"""


def test_hashes_are_micropythons():
    names = ["a", "cm", "splitlines", "state", "__module__"]
    with Vm() as vm:
        wrong = "\n".join("assert hash(%r) & 0xFFFF == %d, %r" % (name, hash_of(name), name)
                          for name in names)
        vm.run(wrong)


def test_a_name_lies_in_the_objects_of_its_class_and_of_those_below():
    homes = Homes([ast.parse(TEXT)])
    assert set(homes.tables("shared")) == {
        ("Above", "object"), ("Below", "object"), ("Other", "object")}
    assert set(homes.tables("_more", "Below")) == {("Below", "object")}
    assert set(homes.tables("_more", "Other")) == {("Other", "class")}


def test_the_first_name_whose_home_is_free_is_taken():
    homes = Homes([ast.parse(TEXT)])
    tables = homes.tables("own")
    first = homes.choose(["a", "b"], tables)
    assert first == "a" and homes.taken_of("a", tables) == len(tables)
    same = next(each for each in "cdefghijklmnopqrstuvwxyz" if homes.taken_of(each, tables))
    assert homes.choose([same, "b"], tables) == "b"
    assert homes.choose([same, "a"], tables) == min(
        (same, "a"), key=lambda each: homes.taken_of(each, tables)), "the better of two bad ones"


def test_seven_in_eight_names_of_the_firmware_lie_at_home(whole):
    text = "\n".join(whole.texts.values()).replace("self", "self_")
    self = whole.names["parameters"].get("self", "self")
    homes = Homes([ast.parse(text.replace(self, "self") if self != "self" else text)])
    away = all_of = 0
    for table, names in homes.names.items():
        found = [hash_of(name) % homes.sizes[table] for name in names]
        away += len(found) - len(set(found))
        all_of += len(found)
    assert away < all_of / 7
