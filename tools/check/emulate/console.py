"""What people type while the emulation runs: keys, switches, mains, power."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.words.names import UsageError, choose
from tools.check.emulate.world import World

PRESS_MS = 200
TILES = 136
MOST = 152
"""Of one set: the longest walls a machine can build, 4 x 19 stacks."""
HELP = """press KEY [MS]    a key goes down for MS (200): elevator, marker, service, dice_a ...
set INPUT 0|1     hold an input, by its name in docs/IO.md; the lid opens the stop loop
sweep [TILES]     with --plant: the tiles on the table, or a new set (136), into the open hatch
mains on|off      the plug (with --plant the board's supply goes with it)
power on|off      the board's own supply, at once
reset             the board's reset button
state             what the outputs are
quit              end (so does Ctrl-C)"""


class Console:
    """`run(line)` gives the answer; `reset`, `state` and `quit` are the caller's."""

    def __init__(
        self, world: World, reset: Callable[[], None], state: Callable[[], str],
        leave: Callable[[], None],
    ) -> None:  # fmt: skip
        self.world = world
        self._verbs: dict[str, Callable[[list[str]], str]] = {
            "press": self._press,
            "set": self._set,
            "sweep": self._sweep,
            "mains": self._mains,
            "power": self._power,
            "reset": lambda _: self._do(reset, "reset"),
            "state": lambda _: state(),
            "quit": lambda _: self._do(leave, "ending"),
            "help": lambda _: HELP,
        }

    def run(self, line: str) -> str:
        """Do what a line says; "" for an empty line."""
        words = line.split()
        if not words:
            return ""
        try:
            verb = choose("command", words[0], self._verbs)
            return self._verbs[verb](words[1:])
        except UsageError as problem:
            return "%s; `help` lists the commands" % problem

    @staticmethod
    def _do(action: Callable[[], None], answer: str) -> str:
        action()
        return answer

    def _press(self, words: list[str]) -> str:
        if not 1 <= len(words) <= 2 or words[1:] and not words[1].isdecimal():
            raise UsageError("press takes a key and perhaps a time in ms, as `press elevator 300`")
        ms = int(words[1]) if words[1:] else PRESS_MS
        return "%s down for %d ms" % (self.world.press(words[0], ms), ms)

    def _set(self, words: list[str]) -> str:
        if len(words) != 2 or words[1] not in ("0", "1"):
            raise UsageError("set takes an input and 0 or 1, as `set lid 1`")
        return "%s is %s" % (self.world.set_input(words[0], words[1] == "1"), words[1])

    def _sweep(self, words: list[str]) -> str:
        if words and not (len(words) == 1 and words[0].isdecimal() and 0 < int(words[0]) <= MOST):
            raise UsageError("sweep takes the tiles of a new set, 1 to %d, or nothing" % MOST)
        return self.world.sweep(int(words[0]) if words else TILES)

    def _mains(self, words: list[str]) -> str:
        on = self._on_off("mains", words)
        self.world.mains(on)
        return "mains %s" % words[0]

    def _power(self, words: list[str]) -> str:
        self.world.power = self._on_off("power", words)
        return "power %s" % words[0]

    @staticmethod
    def _on_off(verb: str, words: list[str]) -> bool:
        if words not in (["on"], ["off"]):
            raise UsageError("%s takes on or off" % verb)
        return words == ["on"]
