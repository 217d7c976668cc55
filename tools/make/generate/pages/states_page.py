"""docs/STATES.md: the statecharts, the keys and the interlocks, from the firmware's own tables."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.make.generate.errors import SourceError
from tools.make.generate.render import mark, table
from tools.make.generate.words.commands import Commands

SOURCE = "firmware/mjtable"
TARGET = Path("docs/STATES.md")

INTRO = """# States, keys and interlocks

Each mechanism is one chart in `firmware/mjtable/`, written as rows in the column order of the
`transitions` library; the tests hold the board's engine against that library for every state and
event. A condition stands in brackets. Where several arrows have one event, the first whose
condition holds is taken.
"""

KEYS = """
## What the keys do

The word is the method of `keys.py` that runs; a reason in brackets is what the link says when a
key does nothing (it also beeps). Marker gestures that are queued wait until the walls are up and
the dice at rest; while the hatch is up the marker moves at once, and dice wait (`mark_early`).
"""

LOCKS = """
## Interlocks

The last word over the outputs, in `interlocks.py` alone. When a motor would run against one of
these sentences, all motors are switched off and fault E902 is latched.
"""

# Runs with the firmware of the tree that is being generated, not with an installed one.
DUMP = """
import json
from mjtable.generated import command_table
from mjtable.people import keys
from mjtable.table import Table
four, single = Table(0), Table(1)
charts = [four.cycle, four.sorter, four.hatch, four.shuffler, four.lines[0], single.distributor,
          four.lifts[0], four.dice, four.service, four.selftest]
print(json.dumps({
    "charts": [{"name": c.name, "doc": type(c).__module__, "states": c.STATES,
                "rows": c.TRANSITIONS} for c in charts],
    "keys": [[state, *(getattr(what, "__name__", what) for what in row)]
             for state, row in keys.ROWS.items()],
    "reasons": command_table.REASONS,
}))
"""


def outputs_of_firmware(firmware: Path) -> dict[Path, str]:
    """The page."""
    found = facts(firmware)
    found["rules"] = Commands(firmware.parent).interlocks()
    return {TARGET: text(found)}


def facts(firmware: Path) -> dict[str, Any]:
    """The tables of the firmware in this folder."""
    env = {**os.environ, "PYTHONPATH": str(firmware)}
    done = subprocess.run([sys.executable, "-c", DUMP], env=env, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1]
        raise SourceError(f"{SOURCE}: the charts cannot be read: {last}. Mend the firmware first.")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def text(found: dict[str, Any]) -> str:
    """The page's text."""
    parts = [mark(SOURCE), INTRO]
    for chart in found["charts"]:
        parts += [f"\n## {chart['name']}\n\n`{chart['doc'].replace('.', '/')}.py`\n\n",
                  diagram(chart), "\n", state_table(chart)]
    parts += [KEYS, "\n", key_table(found), LOCKS, "\n"]
    parts += [f"- {sentence}\n" for sentence in found["rules"]]
    return "".join(parts)


def diagram(chart: dict[str, Any]) -> str:
    """Mermaid text of one chart; "from any state" is drawn once."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {chart['states'][0][0]}"]
    for trigger, source, dest, conditions in chart["rows"]:
        names = [conditions] if isinstance(conditions, str) else conditions or []
        label = trigger + (f" [{' and '.join(names)}]" if names else "")
        for state in [source] if isinstance(source, str) else source:
            start = "any_state" if state == "*" else state
            lines.append(f"    {start} --> {dest}: {label}")
    return "\n".join([*lines, "```", ""])


def state_table(chart: dict[str, Any]) -> str:
    """What each state drives and how long it may last; "" when none does anything."""
    rows = []
    for name, drives, limit_ms, overstay in chart["states"]:
        if drives or limit_ms or overstay:
            then = f"E{overstay}" if isinstance(overstay, int) and overstay else overstay or ""
            rows.append((f"`{name}`", ", ".join(drives), limit_ms or "", then))
    return table(("state", "drives", "limit ms", "then"), rows) if rows else ""


def key_table(found: dict[str, Any]) -> str:
    """The state x key table."""
    reasons = found["reasons"]
    rows = [(f"`{state}`", *(cell if isinstance(cell, str) else f"({reasons[cell]})"
                             for cell in cells)) for state, *cells in found["keys"]]
    return table(("state", "elevator short", "both held 1 s", "marker"), rows)
