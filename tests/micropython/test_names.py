"""The build gives no name that MicroPython needs for itself: members, keywords, words of PIO."""

import ast
from types import SimpleNamespace

import pytest

from tests.micropython.pio_assembler import PIO, Assembler, asm_pio, load
from tools.check.firmware.types import BOARDS, FIRMWARE, stubs
from tools.make.board.build import LAUNCHER, ROOT, sources
from tools.make.board.passes.rename import Renamer
from tools.make.board.source import pio
from tools.make.board.source.modules import BuildError

PROGRAMS = FIRMWARE / "hal" / "pio_programs.py"
MADE_OF = ("_mpy_shed/IRQs", "_mpy_shed/io_mp", "_mpy_shed/mp_implementation", "_mpy_shed/mp_mem")
"""Stubs of what the modules' functions return: interrupts, open files, `sys.implementation`."""


# ---------------------------------------------------------------- what is not ours


def imported():
    """MicroPython's modules that the drivers and the launcher import."""
    files = [*(FIRMWARE / "hal").rglob("*.py"), *(FIRMWARE / name for name in LAUNCHER)]
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - {"hal", "mjtable"}


def stub(board, module):
    """The parsed stub file of a module."""
    folder = stubs(board)
    places = [folder / f"{module}.pyi", folder / module / "__init__.pyi",
              folder / "stdlib" / f"{module}.pyi", folder / "stdlib" / module / "__init__.pyi"]
    path = next((each for each in places if each.is_file()), None)
    assert path is not None, f"{board} has no stub of {module}"
    return ast.parse(path.read_text(encoding="utf-8"))


def members(tree):
    """Everything that a stub file defines: functions, classes, methods, attributes, constants."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return {name for name in found if not name.startswith("_")}


@pytest.mark.parametrize("board", BOARDS)
def test_no_member_of_a_module_that_the_drivers_import_is_renamed(whole, board):
    modules = imported()
    assert {"machine", "rp2", "micropython", "time", "sys", "os", "gc", "select"} <= modules
    renamed = {old for kind, names in whole.names.items() for old, new in names.items()
               if old != new and (kind == "attributes" or kind.endswith("._"))}
    for module in sorted({*modules, "io", *MADE_OF}):
        wrong = sorted(members(stub(board, module)) & renamed)
        assert not wrong, f"{module}: FOREIGN in board/source/uses.py lacks {' '.join(wrong)}"


def test_the_members_are_found_in_the_stubs():
    machine = members(stub("rpi_pico", "machine"))
    assert {"PWM", "duty_u16", "PULL_UP", "readfrom_mem_into"} <= machine
    assert {"StateMachine", "rx_fifo", "pack_ctrl"} <= members(stub("rpi_pico2", "rp2"))


def test_keywords_of_calls_are_those_of_the_sources(whole):
    def keywords(texts):
        return {each.arg for text in texts for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") != "dict"
                for each in node.keywords}
    built = keywords(whole.texts.values())
    assert {"set_base", "sideset_init", "freq"} <= built <= keywords(sources(ROOT).values())


# ---------------------------------------------------------------- PIO programs


def assembled(text, names):
    """The functions of that text, with the tests' assembler for `rp2`."""
    tree = ast.parse(text)
    tree.body = [node for node in tree.body
                 if isinstance(node, ast.FunctionDef) and node.name in names]
    found = {"rp2": SimpleNamespace(PIO=PIO, asm_pio=asm_pio)}
    exec(compile(tree, "programs", "exec"), found)  # noqa: S102
    return [found[name] for name in names]


def test_the_built_programs_are_those_of_the_sources(whole):
    module = load("hal.pio_programs")
    new = whole.globals["hal.pio_programs"]
    zero_cross, ws2812 = assembled(whole.texts["hal/__init__.py"],
                                   [new["zero_cross_program"], new["ws2812_program"]])
    for ticks in (module.FILTER_TICKS, 7):
        assert zero_cross(ticks) == module.zero_cross_program(ticks)
    assert ws2812() == module.ws2812_program()
    assert len(ws2812().opcodes) == 4


def test_a_parameter_called_like_an_instruction_breaks_the_program():
    """Why it must not happen: here it is seen, on the board only there."""
    text = PROGRAMS.read_text(encoding="utf-8").replace("filter_ticks", "push")
    with pytest.raises(TypeError, match="not callable"):
        assembled(text, ["zero_cross_program"])[0](31)


@pytest.mark.parametrize("word", ["push", "x", "pin", "null", "osr", "jmp"])
def test_a_new_name_that_hides_a_word_is_refused(word):
    names = {"attributes": {}, "globals": {}, "parameters": {"filter_ticks": word}}
    message = (f"filter_ticks, in the function around a PIO program, would be called {word}, "
               "a word of the program; .* WORDS in tools/make/board/source/pio.py")
    with pytest.raises(BuildError, match=message):
        Renamer(names, {}).visit(ast.parse(PROGRAMS.read_text(encoding="utf-8")))


def test_the_words_themselves_keep_their_names():
    names = {"attributes": {"side": "s"}, "globals": {"push": "p", "label": "l", "rp2": "r"},
             "parameters": {"filter_ticks": "t"}}
    text = ast.unparse(Renamer(names, {}).visit(ast.parse(PROGRAMS.read_text(encoding="utf-8"))))
    assert "set(y, t)[1]" in text and "push(noblock)" in text and "label('low')" in text
    assert "out(x, 1).side(0)[14]" in text and "@r.asm_pio" in text


def test_no_new_name_is_a_word(whole):
    for kind in ("globals", "parameters"):
        changed = {new for old, new in whole.names[kind].items() if old != new}
        assert not changed & pio.WORDS, kind


@pytest.mark.parametrize("board", BOARDS)
def test_every_word_of_both_chips_is_known(board):
    assert set(Assembler().names()) <= pio.WORDS
    for chip in ("rp2/asm_pio_rp2040", "rp2/asm_pio_rp2350"):
        found = {name for name in members(stub(board, chip)) if name.islower()}
        assert {"prev", "jmppin"} <= found or {"push", "side", "x_dec"} <= found
        assert found <= pio.WORDS, sorted(found - pio.WORDS)
