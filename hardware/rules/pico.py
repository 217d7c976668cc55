"""Controller pins: functions that RP2040 and RP2350 both have there, each used once, and wired.

The functions are those of tools/make/generate/read/gpio.py, which checks machine.toml as it is
read; here they are held against the circuit too, so that a machine made in memory is judged as
well.
"""

import re

from tools.make.generate.read.gpio import ANY, DIR_OF, FUNCTIONS, HEADER

from .finding import Finding
from .pinouts import PICO_3V3, PICO_GPIO, PICO_GROUND, PICO_RUN, PICO_VSYS
from .view import View

RULE = "controller"
FIXED = {PICO_RUN: "RUN", PICO_3V3: "+3V3", PICO_VSYS: "VSYS",
         **dict.fromkeys(PICO_GROUND, "GND")}


def legal(view: View) -> list[Finding]:
    """Every function exists on its GPIO, fits the direction, and is used once."""
    found: list[Finding] = []
    used: dict[str, str] = {}
    for name, row in view.data["pins"].items():
        gp, function = row["gp"], row["function"]
        line = view.line("pins", name, "function")
        able = FUNCTIONS[gp] if gp in HEADER else ()
        if function not in able:
            where = [f"GP{g}" for g in HEADER if function in FUNCTIONS[g]]
            found.append(Finding(RULE, line, f"GP{gp} of RP2040 and RP2350", f"{function} is not "
                                 f"there; GP{gp} can be {', '.join(sorted(able)) or 'nothing'}; "
                                 f"{function} is at {', '.join(where) or 'no pin'}"))
        if function in used and function not in ANY:
            found.append(Finding(RULE, line, view.line("pins", used[function], "function"),
                                 f"both pins use {function}; a peripheral has each pin once"))
        used.setdefault(function, name)
        want = DIR_OF.get(re.sub(r"\d", "", function), row["dir"])
        if row["dir"] != want:
            found.append(Finding(RULE, view.line("pins", name, "dir"), line,
                                 f"{function} is {want}, not {row['dir']}"))
    return found


def wired(view: View) -> list[Finding]:
    """Every GPIO of machine.toml reaches the pin of the module that carries it."""
    wanted = [(PICO_GPIO[row["gp"]], name.upper(), view.line("pins", name, "gp"))
              for name, row in view.data["pins"].items() if row["gp"] in PICO_GPIO]
    wanted += [(pin, net, f"pin {pin} of the module is {net}") for pin, net in FIXED.items()]
    return [Finding(RULE, view.at(ref, pin), there, f"this pin should be net {net}; move the wire "
                    "or the row")
            for ref, _ in view.of_kind("pico") for pin, net, there in wanted
            if view.net(ref, pin) != net]


def check(view: View) -> list[Finding]:
    """Legal functions and right wires."""
    return legal(view) + wired(view)
