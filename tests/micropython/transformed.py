"""Plays a hand with the firmware's sources, or with what the board's build makes of them.

`python -m tests.micropython.transformed (sources|whole) MACHINE PROFILE SEED`: one line of JSON
with a hash of everything that happened, and what the link answered.
"""

import ast
import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path

from tools.make.board.build import ROOT, sources
from tools.make.board.passes.whole import transform

OUTSIDE = ("simulator/mjsim", "tests/cycle/moments.py", "tests/protocol/bench.py",
           "tests/protocol/fake_table.py")


def names_outside() -> set[str]:
    """What the simulator calls by name: it is not rewritten, so these names stay."""
    found = set()
    for place in OUTSIDE:
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute):
                    found.add(node.attr)
                elif isinstance(node, ast.keyword) and node.arg:
                    found.add(node.arg)
                elif isinstance(node, ast.alias):
                    found.add(node.name)
                elif isinstance(node, ast.FunctionDef) and file.parent.name == "board":
                    found.add(node.name)  # what the simulated board has for the firmware to call
    return found


def for_hosts(own: dict[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """(module, class, attribute, method) of every `attribute = for_host(method)`."""
    for path, text in own.items():
        for node in ast.parse(text).body:
            for each in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(each, ast.Assign) and ast.unparse(each.value)[:9] == "for_host(":
                    yield (path.removesuffix(".py").replace("/", "."), node.name,
                           ast.unparse(each.targets[0]), ast.unparse(each.value.args[0]))


def package(name: str) -> types.ModuleType:
    """An empty package in the place of one of the sources, whose other modules it still finds."""
    if name not in sys.modules:
        made = sys.modules[name] = types.ModuleType(name)
        made.__path__ = [str(Path(ROOT, "firmware", *name.split(".")))]
        above, _, own_name = name.rpartition(".")
        if above:
            setattr(package(above), own_name, made)
    return sys.modules[name]


def install() -> None:
    """From now on `mjtable` is the merged module, and `mjtable.x` what x holds in it."""
    own = {path: text for path, text in sources(ROOT).items() if path.startswith("mjtable/")}
    hosted = list(for_hosts(own))
    whole = transform(own, names_outside() | {method for _, _, _, method in hosted})
    merged = sys.modules["merged"] = types.ModuleType("merged")
    exec(compile(whole.texts["mjtable/__init__.py"], "merged", "exec"), vars(merged))  # noqa: S102
    for module, kind, name, method in hosted:  # the simulator is a host
        made = getattr(merged, whole.globals[module][kind])
        setattr(made, name, property(getattr(made, method)))
    modules = {module for module, _ in whole.constants} | set(whole.globals)
    for name in sorted(modules):
        module = types.ModuleType(name)
        for (source, constant), value in whole.constants.items():
            if source == name:
                setattr(module, constant, value)
        for old, new in whole.globals.get(name, {}).items():
            if hasattr(merged, new):
                setattr(module, old, getattr(merged, new))
        sys.modules[name] = module
        room, _, own_name = name.rpartition(".")
        setattr(package(room), own_name, module)


def main(argv: list[str]) -> int:
    """Play and print."""
    how, machine, profile, seed = argv
    if how == "whole":
        install()
    from mjsim.board.eventlog import EventLog
    from mjtable.generated.command_table import COMMANDS
    from tests.cycle.moments import home
    from tests.protocol.bench import Bench
    log = EventLog(keep=0)
    table = home(machine=machine, profile=profile, seed=int(seed), log=log)
    bench = Bench(table.table)
    if how == "whole":
        sys.modules["merged"].forget()  # as the board does when everything is made
    table.load()
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    table.load()
    table.run_until("sorting", 30_000)
    table.run_until("playing", 300_000)
    bench.now_ms = table.now_ms
    answers = [bench.ask(f"{n + 1} {command.decode()}") for n, command in enumerate(COMMANDS)]
    table.inject("jam head_b" if machine == "four_port" else "jam head_a")
    table.run_for(120_000)
    print(json.dumps({"log": log.digest(), "records": log.count, "answers": answers,
                      "whole": how == "whole" and sys.modules["merged"].forget is None}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
