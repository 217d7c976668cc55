"""What a part touches of the table stands at its top; what does not is told with file and line."""

import ast

import pytest

from tools.check import touches

PART = '''"""A part."""
from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "inputs.level",
    "calls": "raise_fault",
    "writes": "cycle.unsorted due lines.count",
}


class Part:
    def __init__(self, table):
        self.table = table

    def run(self):
        table = self.table
        table.raise_fault(1, "here", table.inputs.level[3] & MASK)
        for line in table.lines:
            line.count += line.state == "off"
        self.table.due[4] = -1
        power = table.power
        power.drop_all()

    def other(self, request):
        request.table.cycle.unsorted = False
        return request.lines
'''


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "firmware/mjtable/safety"
    folder.mkdir(parents=True)
    (folder / "part.py").write_text(PART)
    return tmp_path


def told(root, capsys, *argv):
    code = touches.main(list(argv), root)
    return code, capsys.readouterr().out.splitlines()


def test_names_loops_and_assignments_are_followed():
    found = touches.found(ast.parse(PART))
    assert found == {"reads": {"inputs.level", "lines.state"},
                     "calls": {"power.drop_all", "raise_fault"},
                     "writes": {"cycle.unsorted", "due", "lines.count"}}


def test_what_is_not_declared_is_told(root, capsys):
    code, said = told(root, capsys)
    assert code == 1
    assert said == [
        f"firmware/mjtable/safety/part.py:4: it {what} of the table, which its TOUCHES "
        "does not say; add it there, or ask the part that is for it"
        for what in ("reads `lines.state`", "calls `power.drop_all`")]


def test_what_is_declared_and_not_done_is_told(root, capsys):
    path = root / "firmware/mjtable/safety/part.py"
    path.write_text(PART.replace('"inputs.level', '"inputs.level lines.state now').replace(
        '"raise_fault', '"power.drop_all raise_fault'))
    assert told(root, capsys) == (1, [
        "firmware/mjtable/safety/part.py:4: its TOUCHES says that it reads `now`, which it does "
        "not; take it out"])


def test_a_module_that_only_has_tables_of_that_name_touches_nothing():
    text = "from mjtable.generated import command_table as table\ndef f():\n    table.ROWS()\n"
    assert touches.found(ast.parse(text)) == {"reads": set(), "calls": set(), "writes": set()}


@pytest.mark.parametrize("declared", [True, False])
def test_it_is_written_for_who_asks(root, capsys, declared):
    path = root / "firmware/mjtable/safety/part.py"
    if not declared:
        path.write_text(PART[:PART.index("TOUCHES")] + PART[PART.index("\n\nclass"):])
        assert told(root, capsys)[1][0].startswith("firmware/mjtable/safety/part.py:1: ")
    assert told(root, capsys, "--write") == (0, ["good"])
    assert ('TOUCHES = {\n    "reads": "inputs.level lines.state",\n'
            '    "calls": "power.drop_all raise_fault",\n') in path.read_text()
