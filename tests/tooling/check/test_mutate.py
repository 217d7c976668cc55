"""`make mutate` tried on a module of a few lines: what it calls noticed, missed and equivalent.

It forks, which a process that runs tests in threads should not: whole runs have their own.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.check.mutate import __main__ as mutate
from tools.check.mutate import campaign, equivalents, mutants, report, targets

ROOT = Path(__file__).resolve().parents[3]
RUN = """
import sys
from pathlib import Path
from tools.check.mutate import trial
from tools.check.mutate.__main__ import main
trial.ALLOWED_S = 0  # seconds that a loop without end is waited for
sys.exit(main(sys.argv[2:], Path(sys.argv[1]), Path(sys.argv[1])))
"""
JAR = '''"""A jar."""

SIZE = 3


def fits(count):
    return count < SIZE


def never():
    return -SIZE
'''
JAR_TEST = """import small_jar


def test_two_fit():
    assert small_jar.fits(2)


def test_nine_do_not():
    assert small_jar.fits(9) is False
"""
TOLD = """

def look(jar, count):
    if count < 0:
        jar.tell("hollow")
    if not fits(count):
        jar.tell("full")
"""
TOLD_TEST = """

def test_less_than_none_is_told():
    class Jar:
        said = []
        tell = said.append
    small_jar.look(Jar, -1)
    assert Jar.said == ["hollow"]
    small_jar.look(Jar, 5)
"""
LOOP = '''"""A loop."""


def empty(count):
    while count > 0:
        count = count - 1
    return count
'''
LOOP_TEST = """import small_loop


def test_it_ends_at_none():
    assert [small_loop.empty(count) for count in (0, 3)] == [0, 0]
"""
RANDOM_CONFTEST = """from random import SystemRandom

from hypothesis import settings

settings.register_profile("own", derandomize=False, database=None)
settings.load_profile("own")


def pytest_configure(config):
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(SystemRandom().randrange(1 << 32))
"""
RANDOM_TEST = """from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import small_jar

SEEN = Path(__file__).with_name("seen")


@given(st.integers(3, 1 << 60))
def test_large_ones_do_not_fit(count):
    with SEEN.open("a") as file:
        file.write(f"{count}\\n")
    assert not small_jar.fits(count)
"""
LESS = "return count < SIZE  ->  return count <= SIZE"


def entry(change, function="fits", module="small_jar.py", reason="nobody asks for three", **more):
    """One row of the list of equivalents."""
    fields = {"module": module, "function": function, "change": change, "reason": reason}
    return "[[equivalent]]\n" + "".join(
        f"{key} = {value!r}\n" for key, value in {**fields, **more}.items() if value is not None)


def group(name, gated=True):
    """A module and its test in the table of targets."""
    return (f"[[group]]\ngated = {str(gated).lower()}\nmodules = ['{name}.py']\n"
            f"tests = ['test_{name}.py']\n")


@pytest.fixture
def room(tmp_path):
    """The jar alone, gated."""
    for name, text in {"small_jar.py": JAR, "test_small_jar.py": JAR_TEST,
                       "small_loop.py": LOOP, "test_small_loop.py": LOOP_TEST,
                       "targets.toml": group("small_jar")}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(room, *words):
    """A whole run in a process of its own: exit code, what it prints and what it complains of."""
    done = subprocess.run([sys.executable, "-c", RUN, str(room), *words], cwd=ROOT,
                          capture_output=True, text=True,
                          env={"PYTHONPATH": f"{ROOT}:{room}", "PYTHONDONTWRITEBYTECODE": "1",
                               "COLUMNS": "80"})
    return done.returncode, done.stdout, done.stderr


# ------------------------------------------------------------------------ whole runs
def test_what_no_test_notices_is_named_and_a_gated_module_fails(room):
    (room / "equivalents.toml").write_text(
        entry("SIZE = 3  ->  SIZE = 4", "(module)"), encoding="utf-8")
    code, out, _ = run(room)
    assert code == 1
    assert out == """\
small_jar.py:7: fits: no test fails
    return count < SIZE  ->  return count <= SIZE
small_jar.py:11: never: no test comes here
    return -SIZE  ->  return None

module                                    killed survived equivalent     %  gate
small_jar.py                                   3        2          1  60.0   low
"""


def test_all_noticed_is_good_and_what_is_not_gated_fails_nothing(room):
    """A loop that a mistake makes endless is noticed as well; the other module is reported."""
    (room / "targets.toml").write_text(group("small_loop") + group("small_jar", gated=False),
                                       encoding="utf-8")
    code, out, _ = run(room, "--all")
    assert code == 0
    assert [line.rstrip() for line in out.splitlines()[-2:]] == [
        "small_loop.py                                  8        0          0 100.0  good",
        "small_jar.py                                   3        3          0  50.0"]


def test_a_group_of_calls_leaves_out_each_of_them_and_nothing_else(room):
    """The module is tried as one of its own as well."""
    (room / "small_jar.py").write_text(JAR + TOLD, encoding="utf-8")
    (room / "test_small_jar.py").write_text(JAR_TEST + TOLD_TEST, encoding="utf-8")
    (room / "targets.toml").write_text(group("small_jar", gated=False)
                                       + group("small_jar") + "calls = ['tell']\n",
                                       encoding="utf-8")  # fmt: skip
    code, out, _ = run(room)
    assert code == 1
    assert out == """\
small_jar.py:18: look: no test fails
    jar.tell('full')  ->  (deleted)

module                                    killed survived equivalent     %  gate
small_jar.py                                   1        1          0  50.0   low
"""


def test_an_equivalent_that_a_test_tells_apart_is_an_error(room):
    change = "return count < SIZE  ->  return count >= SIZE"
    (room / "equivalents.toml").write_text(entry(change), encoding="utf-8")
    code, out, err = run(room, "--prove")
    assert (code, out) == (2, "")
    told, advice = err.splitlines()[-2:]
    assert here(told).startswith(
        "mutate: equivalents.toml: small_jar.py: fits: test_small_jar.py::")
    assert told.endswith(f" tells it apart: {change}")
    assert advice == "mutate: Take the entry out."


@pytest.mark.parametrize(("old", "new", "words"), [
    ("fits(2)", "fits(3)", "mutate: test_small_jar.py::test_two_fit fails without any mistake: "),
    ("import small_jar", "import no_jar", "mutate: the tests cannot be imported: ")])
def test_tests_that_cannot_tell_anything(room, old, new, words):
    (room / "test_small_jar.py").write_text(JAR_TEST.replace(old, new), encoding="utf-8")
    code, out, err = run(room)
    assert (code, out) == (2, "")
    assert here(err.splitlines()[-1]).startswith(words) and "Traceback" not in err


def here(told):
    """A test's file without its folder, which pytest gives when the project lies near it."""
    return re.sub(r"[^ ]*/(?=test_small_jar\.py)", "", told)


def test_random_examples_are_the_same_in_every_run(room):
    """Else a gate would hold on one day and not on another: whatever the tests' conftest says."""
    (room / "conftest.py").write_text(RANDOM_CONFTEST, encoding="utf-8")
    (room / "test_small_jar.py").write_text(RANDOM_TEST, encoding="utf-8")
    seen = []
    for _ in range(2):
        run(room)
        seen.append(set((room / "seen").read_text(encoding="utf-8").split()))
        (room / "seen").unlink()
    assert seen[0] == seen[1] and len(seen[0]) > 10


# ------------------------------------------------------------------------ before anything runs
def test_the_projects_own_tables_fit_its_modules():
    """Else `make mutate` says so, and tries nothing, until somebody runs it."""
    known = equivalents.load(mutate.HERE / "equivalents.toml")
    paths = {name: path for group in targets.load(mutate.HERE / "targets.toml", ROOT)
             for name, path in group.modules.items()}  # fmt: skip
    for name in {entry.module for entry in known}:
        equivalents.check(known, name, mutants.Source(paths[name]), "equivalents.toml")


def refused(room, capsys, *words):
    """What `main` says when it cannot begin."""
    assert mutate.main(list(words), room, room) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


@pytest.mark.parametrize(("rows", "words"), [
    (entry("return count < SIZE  ->  return count != SIZE"),
     "small_jar.py: fits: no such change any more: return count < SIZE  ->  return count != SIZE"),
    (entry(LESS, which=2), f"small_jar.py: fits: no such change any more: {LESS} (number 2)"),
    (entry(LESS, "holds"), f"small_jar.py: holds: no such change any more: {LESS}"),
    (entry(LESS) * 2, f"small_jar.py: fits: twice: {LESS}")])
def test_a_stale_or_double_equivalent(room, capsys, rows, words):
    (room / "equivalents.toml").write_text(rows, encoding="utf-8")
    assert refused(room, capsys) == (
        f"mutate: equivalents.toml: {words}\nmutate: Correct the text as the report writes it, or "
        "take the entry out.\n")


@pytest.mark.parametrize("row", [
    entry(LESS, reason=None), entry(LESS, reason=" "), entry(LESS, because="so")])
def test_an_equivalent_needs_its_reason(room, capsys, row):
    (room / "equivalents.toml").write_text(row, encoding="utf-8")
    assert refused(room, capsys) == (
        f"mutate: equivalents.toml: entry 1 ({LESS}): it needs module, function, change and a "
        "reason, and may have which\n")


def test_a_broken_list_of_equivalents(room, capsys):
    (room / "equivalents.toml").write_text("[[equivalent]\n", encoding="utf-8")
    err = refused(room, capsys)
    assert err.startswith("mutate: equivalents.toml: ") and err.count("\n") == 1


def test_a_name_that_no_module_has(room, capsys):
    assert refused(room, capsys, "box") == (
        "mutate: no module box; gated are small_jar; others by their path\n")


@pytest.mark.parametrize(("name", "words"), [
    ("small_jar.py", "no module small_jar.py; correct the group's modules"),
    ("test_small_jar.py", "test_small_jar.py is not there; correct the group's tests")])
def test_a_table_of_targets_that_names_what_is_not_there(room, capsys, name, words):
    (room / name).unlink()
    assert refused(room, capsys) == f"mutate: targets.toml: {words}\n"


# ------------------------------------------------------------------------ its parts
def changes(room, text):
    """Every change of a module with this text."""
    (room / "part.py").write_text(text, encoding="utf-8")
    return [f"{each.line} {each.function}: {each.change}"
            for each in mutants.Source(room / "part.py").mutants]


@pytest.mark.parametrize(("text", "wanted"), [
    ("def f(a):\n    return a & 1\n", [
        "2 f: return a & 1  ->  return None", "2 f: return a & 1  ->  return a | 1",
        "2 f: return a & 1  ->  return a & 2", "2 f: return a & 1  ->  return a & 0"]),
    ("def f(a, b):\n    if a and not b:\n        a.go()\n", [
        "2 f: if a and (not b):  ->  if a or not b:",
        "2 f: if a and (not b):  ->  if not (a and (not b)):",
        "2 f: if a and (not b):  ->  if a and b:", "3 f: a.go()  ->  (deleted)"]),
    ("class A:\n    def f(self):\n        self.a = -1\n", [
        "3 A.f: self.a = -1  ->  (deleted)", "3 A.f: self.a = -1  ->  self.a = 0"]),
    ("ROWS = ((1, 'a'), (b, c))\n", [
        "1 (module): ROWS = ((1, 'a'), (b, c))  ->  ROWS = ((b, c),)",
        "1 (module): ROWS = ((1, 'a'), (b, c))  ->  ROWS = ((1, 'a'),)",
        "1 (module): ROWS = ((1, 'a'), (b, c))  ->  ROWS = ((2, 'a'), (b, c))",
        "1 (module): ROWS = ((1, 'a'), (b, c))  ->  ROWS = ((0, 'a'), (b, c))"]),
    ("WAIT_MS = 40\nOHM = 0.5\n", [
        "1 (module): WAIT_MS = 40  ->  WAIT_MS = 40 // 2",
        "1 (module): WAIT_MS = 40  ->  WAIT_MS = 40 * 2",
        "2 (module): OHM = 0.5  ->  OHM = 1.0", "2 (module): OHM = 0.5  ->  OHM = 0.25"]),
    ('"""Words."""\nTOUCHES = {"reads": 1}\nname = "a"\n', []),
    ('class A:\n    STATE = ("on", "due")\n    NAMES = ("on", "due")\n', [
        "3 A: NAMES = ('on', 'due')  ->  NAMES = ('due',)",
        "3 A: NAMES = ('on', 'due')  ->  NAMES = ('on',)"])])
def test_the_changes_of_a_statement(room, text, wanted):
    assert changes(room, text) == wanted


def test_a_change_that_is_possible_twice_is_told_by_its_number(room):
    path = room / "part.py"
    path.write_text("def f(a):\n    a.go()\n    a.go()\n", encoding="utf-8")
    found = mutants.Source(path).mutants
    assert [(each.line, each.which) for each in found] == [(2, 1), (3, 2)]
    module = report.Module("part.py", gated=False)
    for each in found:
        module.add(each, campaign.SURVIVED)
    assert report.lines([module])[2] == "part.py:3: f: no test fails, number 2 of its kind"
    assert not module.failed


def test_a_change_leaves_no_trace_in_the_module(room):
    source = mutants.Source(room / "small_jar.py")
    before = source.code()
    for each in source.mutants:
        assert source.code(each) != before
    assert source.code() == before


@pytest.mark.parametrize(("said", "died", "wanted"), [
    ("a\nb\nsurvived", "", (campaign.SURVIVED, "")), ("a\nb\n", "", (campaign.KILLED, "b")),
    ("a\n", "SIGXCPU", (campaign.ENDLESS, "a")), ("", "exit 1", (campaign.KILLED, "(import)"))])
def test_what_came_of_a_mistake(said, died, wanted):
    assert campaign.verdict(said, died) == wanted
