"""What a scan calls has its variables on the stack: a larger frame comes from the heap, at each
call, and the heap is searched from its first hole on (a tenth of a scan's time on the chip)."""

import ast
from pathlib import Path

from tools.make.board.compiled.cross import BYTECODE, compile_text
from tools.make.board.compiled.mpy import by_statement, read
from tools.make.board.passes.inline import FRAME_MAX
from tools.make.board.passes.inline import RARE as LET_GROW
from tools.make.board.passes.lean import words_of
from tools.make.board.passes.whole import Whole

# Besides those that the build may make larger: at the start, at rest, for special questions.
RARE = LET_GROW | set("""
    Analogue.check Answers.wrong_parameter Asking.image Chronicle._head
    Display.probe Exchange._start Facade.marker_set Faults.make_room Figures.learn_from Fram._read
    Generations._pack Generations._read Generations._write HeadLook._drives_on Keys._report
    Medium._pack
    Notices.acknowledge
    Panel._step_key Recorder._count Recorder._lay Rows.plan Service.may_not
    SettingsStore._pack
    Store._read
    _connect _stands _stands_at keep main put_right
""".split())


def large(whole: Whole, folder: Path) -> dict[str, int]:
    """Words of the frames that do not fit, by the function's name in the source."""
    found = {}
    for path, text in whole.texts.items():
        target = folder / "all.mpy"
        compile_text(text, path, target, BYTECODE)
        for node, codes in by_statement(ast.parse(text, type_comments=True),
                                        read(target.read_bytes())):
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            functions = [each for each in inside if isinstance(each, ast.FunctionDef)]
            if isinstance(node, ast.ClassDef):
                codes = codes[0].children
            for function, code in zip(functions, codes, strict=False):
                if not function.type_comment and not function.decorator_list:
                    if words_of(code.body) > FRAME_MAX:
                        found[named(whole, node, function)] = words_of(code.body)
    return found


def named(whole: Whole, node: ast.stmt, function: ast.FunctionDef) -> str:
    """`Class.method` or `function`, as the source has it."""
    plain = {new: old for old, new in whole.names["globals"].items()}
    if not isinstance(node, ast.ClassDef):
        return plain.get(function.name, function.name)
    methods = {new: old for old, new in whole.names["attributes"].items()}
    methods |= {new: old for old, new in whole.names.get(f"{node.name}._", {}).items()}
    return f"{plain.get(node.name, node.name)}.{methods.get(function.name, function.name)}"


def test_frames_of_a_scan_are_on_the_stack(whole, tmp_path):
    found = large(whole, tmp_path)
    wrong = set(found) - RARE - set(whole.forgotten)
    assert not wrong, "%s: more than %d words of variables and stack; use fewer" % (
        ", ".join("%s %d" % (name, found[name]) for name in sorted(wrong)), FRAME_MAX)
    needless = RARE - LET_GROW - set(found)
    assert not needless, "in the list without need: %s" % sorted(needless)
