"""The fault table: mjtable/generated/fault_codes.py, docs/FAULTS.md and the host's part."""

import re
from pathlib import Path
from textwrap import wrap
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import wired
from tools.make.generate.read.machine import load
from tools.make.generate.render import header, mark, python_tuple, table

FILE = "firmware/tables/faults.toml"
CODES = Path("firmware/mjtable/generated/fault_codes.py")
PAGE = Path("docs/FAULTS.md")
TIMES = Path("simulator/mjsim/generated/fault_rows.py")
KEYS = ["code", "id", "name", "severity", "signal", "threshold", "time", "within_ms", "by",
        "measured", "reaction", "causes", "remedy", "io", "inject", "test"]
REASONS = {"io": "no_io", "inject": "no_inject"}
"""Keys that may be empty, each with the key that then says why."""
TEXTS = ("name", "signal", "threshold", "time", "reaction", "causes", "remedy", "test")
PLACE = "{}"
"""In `time`, where a number of `within_ms` stands."""
SEVERITIES = ["warning", "fault", "stop"]
# Hundreds of the codes and their headings on the page; a code of another hundred is refused.
GROUPS = {1: "Link", 2: "Power and mains", 3: "Drum and ring", 4: "Belts and chain", 5: "Heads",
          6: "Wall lifts", 7: "Dice", 8: "Hatch and panel", 9: "Board and program"}
INTRO = """# Faults

Every fault has one code. The table shows it on the display, `mjtool faults` prints cause and
remedy, and the link reports it as an event. A *warning* lets the table go on; a *fault* ends
motion until a person acknowledges; a *stop* removes the power to the motors as well. Nothing
resumes by itself: press the elevator key (or run `mjtool ack`) once the cause has gone. Read the
display once more before you do: while hands are inside another fault may come, and it has a remedy
of its own.

What each fault looks at stands under it with plug, pin and wire colour, as in [IO.md](IO.md),
where each input has what to do by hand and what must then be read.
"""


def read(root: Path) -> list[dict[str, Any]]:
    """The checked rows, by code."""
    source = Source.read(root, FILE)
    source.keys((), source.data, ["fault"], "section")
    machine = load(root)
    places = wired.places(machine)
    seen: dict[object, str] = {}
    for index, row in enumerate(source.data["fault"]):
        at = f"fault#{index}"
        source.keys((at,), row, [*KEYS, *(key for key in REASONS.values() if key in row)])
        if not 100 <= row["code"] <= 999 or row["code"] // 100 not in GROUPS:
            raise source.error((at, "code"), f"code {row['code']} must be 101 to 999")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", row["id"]):
            raise source.error((at, "id"), f"id {row['id']!r} must be lower_snake_case")
        for key in ("code", "id"):
            if row[key] in seen:
                raise source.error((at, key), f"{key} {row[key]} is already used by "
                                   f"{seen[row[key]]}; never reuse one")
            seen[row[key]] = f"E{row['code']} {row['id']}"
        _check(source, at, row, list(places), root)
    return sorted(source.data["fault"], key=lambda row: row["code"])


def _check(source: Source, at: str, row: dict[str, Any], names: list[str], root: Path) -> None:
    """The words of one row; `names` are the inputs and outputs there are."""
    if row["severity"] not in SEVERITIES:
        raise source.unknown((at, row["severity"]), SEVERITIES, "severity",
                             "severity")
    for key in TEXTS:
        if not row[key]:
            raise source.error((at, key), f"E{row['code']} has no {key}")
    for key, reason in REASONS.items():
        if not row[key] and not row.get(reason):
            raise source.error((at, key), f"E{row['code']} has no {key} and no {reason} that says "
                               "why")
        if row[key] and reason in row:
            raise source.error((at, reason), f"E{row['code']} has {key} and {reason}; keep one")
    numbers = (row["time"].count(PLACE), len(row["within_ms"]), len(row["by"]))
    if len(set(numbers)) > 1:
        raise source.error((at, "time"), f"E{row['code']}: {numbers[0]} places in `time`, "
                           f"{numbers[1]} numbers in `within_ms`, {numbers[2]} homes in `by`; one "
                           "each")
    for name in row["io"]:
        if name not in names:
            raise source.unknown((at, name), names, "input, output or plug", "io")
    if not (root / row["test"]).is_file():
        raise source.error((at, "test"), f"E{row['code']}: {row['test']} does not exist")


def outputs(root: Path) -> dict[Path, str]:
    """Firmware constants, the page, and the times that a campaign judges by."""
    rows = read(root)
    return {CODES: codes(rows), PAGE: page(rows, wired.places(load(root))), TIMES: times(rows)}


def within(row: dict[str, Any]) -> str:
    """How soon a fault is told, for people."""
    return str(row["time"]).format(*(f"{ms} ms" for ms in row["within_ms"]))


def times(rows: list[dict[str, Any]]) -> str:
    """The simulator's module: by code its times, and what it looks at."""
    parts = [header(FILE, "Faults as campaigns judge them, by code.")]
    parts += ["# Its times, ms, where it has any.\nWITHIN_MS = {\n"]
    parts += [f'    "E{row["code"]}": {(*row["within_ms"],)},\n' for row in rows
              if row["within_ms"]]
    parts += ["}\n\n# Inputs and motors that it looks at.\nLOOKS_AT = {\n"]
    for row in rows:
        lines = [f'        "{line} "\n' for line in wrap(" ".join(row["io"]), 80) or [""]]
        parts += [f'    "E{row["code"]}": (\n', *lines, "    ),\n"]
    parts += ["}\n\n# Those that let the table go on.\n"]
    parts.append(python_tuple("WARNINGS", [f"E{row['code']}" for row in rows
                                           if row["severity"] == "warning"]))
    return "".join(parts)


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part: by code as a string, what a person needs."""
    shown = ("id", "name", "severity", "measured", "reaction", "causes", "remedy", "io",
             "inject")
    return {"faults": {str(row["code"]): {key: row[key] for key in shown} for row in read(root)}}


def codes(rows: list[dict[str, Any]]) -> str:
    """The firmware's module: one constant per id, and the severity by position in CODES."""
    parts = [header(FILE, "Fault codes; severity 0 warning, 1 fault, 2 stop.")]
    parts += [f"{row['id'].upper()} = {row['code']}\n" for row in rows]
    parts.append("\n")
    parts.append(python_tuple("CODES", [row["code"] for row in rows]))
    parts.append(python_tuple("SEVERITY", [SEVERITIES.index(row["severity"]) for row in rows]))
    return "".join(parts)


def page(rows: list[dict[str, Any]], places: wired.Places) -> str:
    """docs/FAULTS.md: an overview, then each fault with cause, remedy and wires."""
    parts = [mark(FILE), INTRO, table(
        ("code", "fault", "severity", "detected by", "threshold", "within"),
        ((f"[E{r['code']}](#e{r['code']}-{r['id'].replace('_', '-')})", r["name"], r["severity"],
          r["signal"], r["threshold"], within(r)) for r in rows))]
    group = 0
    for row in rows:
        if row["code"] // 100 != group:
            group = row["code"] // 100
            parts.append(f"## E{group}xx: {GROUPS[group]}\n")
        parts.append(_entry(row, places))
    return "\n".join(parts)


def _entry(row: dict[str, Any], places: wired.Places) -> str:
    """One fault."""
    lines = [f"### E{row['code']} {row['id'].replace('_', '-')}", "",
             f"**{row['name']}** ({row['severity']}). Reaction: {row['reaction']}.", ""]
    if row["measured"]:
        lines += [f"Its number: {row['measured']}.", ""]
    lines += ["Likely causes, most likely first:", ""]
    lines += [f"{number}. {text}" for number, text in enumerate(row["causes"], 1)]
    lines += ["", "What to do:", ""]
    lines += [f"{number}. {text}" for number, text in enumerate(row["remedy"], 1)]
    lines.append("")
    if row["io"]:
        lines.append(table(("input, output or plug", "what it is", "wire"), (
            (f"`{name}`", *places[name].values()) for name in row["io"])))
    else:
        lines += [f"I/O: none; {row['no_io']}.", ""]
    lines += [f"In a scenario: `inject {row['inject']}`." if row["inject"] else
              f"Not by `inject`: {row['no_inject']}.", ""]
    lines += [f"Tried in [{Path(row['test']).name}](../{row['test']}).", ""]
    return "\n".join(lines)
