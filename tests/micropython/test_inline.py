"""A function moved to its only call does there what it did; what might mean another stays."""

import ast
from textwrap import dedent

import pytest

from tools.make.board.passes.inline import FRAME_MAX, frame, inline
from tools.make.board.source.merged import Merged


def moved(text, keep=("run",)):
    """Names of what was moved out of a module of this text, and the text it has then."""
    into = Merged("mjtable")
    into.body = ast.parse(dedent(text)).body
    names = inline({"mjtable": into}, keep)
    return names, ast.unparse(ast.fix_missing_locations(into.tree))


def outcome(text, *arguments):
    """What `run` of this module returns, or which exception it raises, and what it noted."""
    found = {"notes": []}
    exec(compile(dedent(text), "module", "exec"), found)  # noqa: S102
    try:
        result = found["run"](*arguments)
    except (ValueError, ZeroDivisionError) as error:
        result = repr(error)
    return result, found["notes"]


SAME = {
    "a value in the middle": """
        def inner(x, y=3):
            z = x * y
            return z - 1
        def run(x):
            z = 5
            if inner(x) > 4 and z == 5:
                return z
            return -z
        """,
    "what was passed is worked out once, in its order": """
        def note(x):
            notes.append(x)
            return x
        def inner(a, b):
            return b + a + b
        def run(x):
            note(7)
            y = inner(note(x), note(2 * x))
            return y
        """,
    "a parameter that is changed": """
        def inner(x):
            while x > 3:
                x -= 3
            return x
        def run(x):
            y = inner(x)
            return x, y
        """,
    "returns at several ends": """
        def inner(x):
            if x > 2:
                return 'large'
            if x < 0:
                y = -x
                if y > 2:
                    return y
            else:
                return None
            return 'small'
        def run(x):
            found = inner(x)
            return found, x
        """,
    "a statement whose value nobody wants": """
        def inner(x):
            if x > 2:
                return notes.append('large')
            notes.append(x)
        def run(x):
            inner(x)
            notes.append('end')
        """,
    "a loop that is left, at the end": """
        def inner(x):
            for y in range(9):
                if y == x:
                    return
                notes.append(y)
            notes.append('all')
        def run(x):
            notes.append('run')
            if x:
                inner(x)
        """,
    "the value of the last of three": """
        def deep(x):
            if x > 1:
                return x
            return 2 * x
        def middle(x):
            y = x + 1
            return deep(y) + y
        def run(x):
            y = x
            if middle(y) > 4:
                return y
            return 0
        """,
    "a value returned as it is": """
        def inner(x):
            for y in (1, 2, 3):
                if y > x:
                    return y
        def run(x):
            if x < 5:
                return inner(x)
            return 6
        """,
    "a variable called like a builtin that the caller needs": """
        def inner(x):
            max = x + 1
            return max
        def run(x):
            y = inner(x)
            return max(x, y, 3)
        """,
    "an exception": """
        def inner(x):
            if x > 2:
                raise ValueError(x)
            return 1 // x
        def run(x):
            y = inner(x)
            return y
        """,
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_is_moved_does_the_same(text):
    names, made = moved(text, ("run", "note"))
    assert names and not any(f"def {name.strip('.')}(" in made for name in names)
    for x in (-5, -1, 0, 1, 2, 3, 4, 9):
        assert outcome(made, x) == outcome(text, x), made


def test_a_method_of_another_object_is_moved_with_what_it_belongs_to():
    text = """
        class Drum:
            def __init__(self):
                self.turns = 0
            def turn(self, times):
                self.turns += times
                return self.turns
        class Table:
            def __init__(self):
                self.drum = Drum()
            def step(self, x):
                return self.twice(x)
            def twice(self, x):
                seen = self.drum.turn(2 * x)
                return seen
        def run(x):
            table = Table()
            table.step(x)
            return table.step(x)
        """
    names, made = moved(text, ("run", "step"))
    assert set(names) == {".turn", ".twice"}
    assert outcome(made, 4) == outcome(text, 4) == (16, [])


STAYS = {
    "two classes have one of this name": """
        class A:
            def turn(self): return 1
        class B(A):
            def turn(self): return 2
        def run(x): return x.turn()
        """,
    "it is called twice": """
        def inner(x): return x
        def run(x): return inner(x) + inner(2)
        """,
    "it is handed out": """
        def inner(x): return x
        def run(x): return map(inner, x)
        """,
    "an attribute has its name": """
        class A:
            def turn(self): return 1
        def run(x):
            x.turn = None
            return x.turn()
        """,
    "it is looked up by a text": """
        class A:
            def turn(self): return 1
        def run(x): return x.turn() if hasattr(x, 'turn') else 0
        """,
    "a table of the class holds it": """
        class A:
            def turn(self): return 1
            ROWS = {'turn': turn}
        def run(x): return x.turn()
        """,
    "an error has a name in it": """
        def inner(x):
            try:
                x.go()
            except OSError as error:
                return error
        def run(x): return inner(x)
        """,
    "MicroPython's objects have such a method": """
        class A:
            def readinto(self): return 1
        def run(x): return x.readinto()
        """,
    "it calls itself": """
        def inner(x): return inner(x - 1) if x else 0
        def run(x): return x
        """,
    "it is a generator": """
        def inner(x): yield x
        def run(x): return inner(x)
        """,
    "it is called of its class": """
        class A:
            def turn(self): return 1
        def run(x): return A.turn(x)
        """,
    "something comes before it": """
        def inner(x):
            notes.append(x)
            return x
        def run(x): return notes.pop() + inner(x)
        """,
    "it returns from within a loop": """
        def inner(x):
            for y in x:
                if y:
                    return y
            return 0
        def run(x):
            y = inner(x)
            return y
        """,
    "a loop asks it again and again": """
        def inner(x):
            y = x.pop()
            return y
        def run(x):
            while inner(x):
                pass
        """,
}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_what_cannot_be_followed_stays(text):
    names, made = moved(text)
    assert names == [] and made == ast.unparse(ast.parse(dedent(text)))


def test_a_frame_that_the_heap_would_have_to_hold_is_not_made():
    many = [f"a{n}" for n in range(FRAME_MAX - 4)]
    text = f"""
        def inner(x):
            {" = ".join(many)} = x
            return {" + ".join(many)}
        def run(x):
            p = q = r = s = t = x
            p = inner(q)
            return p + q + r + s + t
        """
    assert moved(text)[0] == []
    fewer = text.replace(" = ".join(many), "b").replace(" + ".join(many), "b")
    assert moved(fewer)[0] == ["inner"]


@pytest.mark.parametrize(("text", "words"), [
    ("def f(): pass", 1),
    ("def f(a, b): return a + b", 4),
    ("def f(a):\n try:\n  return a\n except OSError:\n  pass", 10),
])
def test_a_frame_is_as_large_as_the_compiler_says(text, words):
    assert frame(ast.parse(text).body[0]) == words
