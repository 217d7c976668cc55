"""What each part of the firmware may import and call, for `tools.check.firmware`."""

from dataclasses import dataclass, field
from pathlib import Path

BOARD_MODULES = frozenset({"machine", "rp2"})
MAKERS = frozenset({"wiring.py", "pio_programs.py"})  # the other drivers are given their parts
BANNED_NAMES = {
    "print": "printing blocks when the host stops reading; use events",
    "eval": "text is never code here",
    "exec": "text is never code here",
    "float": "floats allocate and differ between boards; use integers",
    "sorted": "allocates a list",
}


@dataclass(frozen=True)
class Rules:
    """What one part of the firmware may do."""

    part: str
    modules: frozenset[str]  # MicroPython's, which it may import beside `ours`
    ours: frozenset[str]
    banned: dict[str, str] = field(default_factory=lambda: BANNED_NAMES)
    logic: bool = False  # runs in the scan from end to end

    @property
    def importable(self) -> str:
        """As words of a sentence."""
        own = "only itself and " if self.ours == {self.part} else "only "
        return own + ", ".join(sorted(self.modules | (self.ours - {self.part})))


# Modules of MicroPython 1.23 that CPython has too and that neither allocate behind one's back
# nor reach the outside world; of struct only pack_into is like that.
MJTABLE = Rules(
    "mjtable", frozenset({"array", "struct"}), frozenset({"mjtable"}), logic=True,
    banned={"open": "files belong to the store behind the board interface", **BANNED_NAMES},
)  # fmt: skip
AT_REST = Rules(  # what a part does at power-on and at rest alone may allocate
    "mjtable", MJTABLE.modules | {"hashlib"}, MJTABLE.ours, MJTABLE.banned, logic=True,
)  # fmt: skip
HAL = Rules(
    "hal",
    frozenset({"array", "gc", "io", "micropython", "os", "select", "struct", "sys", "time",
               "uctypes"}),
    frozenset({"hal", "mjtable"}),
)  # fmt: skip
WIRING = Rules("hal", HAL.modules | BOARD_MODULES, HAL.ours)
LAUNCHER = Rules(
    "the launcher", frozenset({"gc", "machine", "sys", "time"}), frozenset({"hal"}),
    banned={name: why for name, why in BANNED_NAMES.items() if name != "print"},
)  # fmt: skip


def rules_for(path: Path) -> Rules:
    """The rules of a file of the firmware."""
    if path.parent.name == "hal":
        return WIRING if path.name in MAKERS else HAL
    if path.name == "chronicle.py":
        return AT_REST
    return LAUNCHER if path.name in ("boot.py", "main.py") else MJTABLE
