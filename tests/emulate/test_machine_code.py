"""Each `@flat` function does in machine code what it does as plain Python.

mpy-cross compiles it for the RP2040, as the board's build does; the emulated core of `make
emulate` runs what comes out with random inputs, the source runs as plain Python beside it.
Machine code is compared 100,000 times once; `tests/data/flat_code.json` keeps its digest, and as
long as it is the same, fewer do. `make soak PART=flat` compares all of them so often and keeps
the digests.
"""

import ast
import hashlib
import importlib.util
import json
import os
import random
import subprocess
from array import array

import pytest

from mjtable.kit import flat as flags
from tests.emulate.flat_inputs import INPUTS
from tests.patience import HANG_S
from tools.make.board.build import ROOT, sources
from tools.make.board.compiled.cross import compile_text
from tools.make.board.compiled.mpy import by_statement, read
from tools.make.board.passes import flat
from tools.make.board.passes.whole import transform
from tools.make.board.source import modules
from tools.make.board.source.modules import BuildError

from .kit import HERE, NODE

CALLS = 100_000
CALLS_AGAIN = 3_000
KNOWN = ROOT / "tests" / "data" / "flat_code.json"
KEEP = os.environ.get("FLAT_KEEP") == "1"  # `make soak PART=flat`
SIZES = {"ptr8": 1, "ptr16": 2, "ptr32": 4}
ARRAYS = {1: bytearray, 2: lambda items: array("H", items), 4: lambda items: array("i", items)}


def marked():
    """(module, function) of everything that is marked in the firmware."""
    parsed = modules.parse(sources(ROOT))
    flat.note(parsed.values())
    return {(module.name, node.name) for module in parsed.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.FunctionDef) and node.type_comment}  # fmt: skip


@pytest.fixture(scope="module")
def compiled(whole, tmp_path_factory):
    """The statements of a package and their code as they are on an RP2040, by its name."""
    folder, made = tmp_path_factory.mktemp("compiled"), {}

    def of(package):
        if package not in made:
            path = package + "/__init__.py"
            text = flat.machine_code(whole.texts[path])
            compile_text(text, path, folder / (package + ".mpy"), "armv6m")
            code = read((folder / (package + ".mpy")).read_bytes())
            made[package] = list(by_statement(ast.parse(text), code))
        return made[package]
    return of


def machine_code(whole, compiled, module, name):
    """The bytes of a function."""
    wanted = whole.globals[module][name]
    return next(codes[0].body for node, codes in compiled(module.partition(".")[0])
                if getattr(node, "name", "") == wanted)


def plain(module, name):
    """A function as its source says, not what a simulator may run in its place."""
    kept, flags.INSTEAD = flags.INSTEAD, {}
    spec = importlib.util.find_spec(module)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    flags.INSTEAD = kept
    return getattr(made, name)


def on_the_chip(code, calls, folder):
    """What each call gave in the emulated core: result, then its arrays as they are afterwards."""
    (folder / "code.bin").write_bytes(code)
    said = "".join(json.dumps([[w.itemsize, list(w)] if isinstance(w, array) else
                               [1, list(w)] if isinstance(w, bytearray) else w for w in call])
                   + "\n" for call in calls)  # fmt: skip
    done = subprocess.run([str(NODE), str(HERE / "machine_code.mjs"), str(folder / "code.bin")],
                          input=said, capture_output=True, text=True, timeout=HANG_S)  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_flat_function_is_compared():
    assert marked() == set(INPUTS)


@pytest.mark.parametrize(("module", "name"), sorted(INPUTS), ids=lambda part: part)
def test_machine_code_and_plain_python_agree(module, name, whole, compiled, tmp_path):
    rng = random.Random(name)
    code = machine_code(whole, compiled, module, name)
    digest = hashlib.sha256(code).hexdigest()[:16]
    count = CALLS if KEEP or known().get(f"{module}.{name}") != digest else CALLS_AGAIN
    calls = [INPUTS[module, name](rng) for _ in range(count)]
    there = on_the_chip(code, calls, tmp_path)
    function = plain(module, name)
    assert len(there) == count
    for call, found in zip(calls, there, strict=True):
        before = [list(each) if isinstance(each, array | bytearray) else each for each in call]
        result = int(function(*call))
        arrays = [list(each) for each in call if isinstance(each, array | bytearray)]
        assert [result, *arrays] == found, before
    if KEEP:
        kept = known() | {f"{module}.{name}": digest}
        KNOWN.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n")


def known():
    """Digests of machine code that was compared CALLS times."""
    return json.loads(KNOWN.read_text())


def test_only_functions_that_there_are_have_a_digest():
    assert set(known()) == {f"{module}.{name}" for module, name in INPUTS}


# what the build refuses

TABLE = "from mjtable.kit.flat import flat\nLIMIT = 3\n%s\nclass Table:\n    pass\n"


def built(function):
    own = {"mjtable/__init__.py": "", "hal/__init__.py": "", "mjtable/table.py": TABLE % function,
           "mjtable/kit/flat.py": ""}
    texts = transform(own, {"found"}).texts
    return flat.machine_code(texts["mjtable/__init__.py"])


def test_constants_are_put_in_and_the_parameters_typed():
    text = built('@flat("ptr8 int")\ndef found(a, b):\n    return a[b] & LIMIT\n')
    head, body = text.partition("def ")[::2]
    assert "@micropython.viper" in head and "ptr8" in body and "& 3" in body


@pytest.mark.parametrize(("function", "sentence"), [
    ('@flat("ptr8")\ndef found(a, b):\n    return b\n',
     "mjtable.table:4: found has 2 parameters; @flat must say of each whether it is ptr8, ptr"),
    ('@flat("list")\ndef found(a):\n    return a\n', "found has 1 parameters; @flat must say"),
    ('@flat("int")\ndef found(a=1):\n    return a\n',
     "mjtable.table:4: found is flat, its parameters have no defaults; give every argument"),
    ('@flat("int")\ndef found(a):\n    return Table(a)\n',
     r"is flat, but uses \w+: machine code knows its arguments and constants only; give it as"),
])  # fmt: skip
def test_what_cannot_be_machine_code_is_refused(function, sentence):
    with pytest.raises(BuildError, match=sentence):
        built(function)
