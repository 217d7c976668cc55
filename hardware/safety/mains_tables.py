"""Tables of mains.md: the parts on the mains side as they stand in the circuit, and the limits."""

import difflib
import re
from pathlib import Path

from hardware import model
from hardware.rules import domains
from hardware.rules.barriers import LIVE
from hardware.rules.view import View
from tools.make.generate.errors import Source
from tools.make.generate.read import machine
from tools.make.generate.render import table

from .figures import Figures

FILE = "hardware/safety/mains_parts.toml"
KEYS = ["kind", "job", "must", "without"]
MANY = 5
LIMITS = (
    ("mains.volts_v", "nameplate; the circuit is laid out for 180 to 253 V"),
    ("thresholds.creepage_reinforced_um", "mains to 0 V side, over every surface and through the "
     "air: board, plugs, wires that can come loose"),
    ("thresholds.creepage_basic_um", "L to N, and mains to PE, at 253 V on the coated board; "
     "windings and uncoated places: see below"),
    ("thresholds.pe_bond_mohm", "from the inlet's PE pin to every metal part that can be touched, "
     "at most"),
    ("thresholds.leakage_ua", "earth leakage of the finished table, at most"),
    ("temperature.warn_dc", "triac area or motor bay: warned"),
    ("temperature.stop_dc", "motors off; the thermal contacts in the loop open by themselves at "
     "90 degrees C"),
    ("thresholds.wd_off_ms", "motor power gone after the program's last sign of life, at most"),
)


def tables(root: Path) -> dict[str, str]:
    """The page's tables by name."""
    circuit, figures = model.load(root), Figures(root)
    return {"parts": parts(root, circuit), "limits": limits(figures),
            "leakage": leakage(circuit)}


def live_parts(root: Path, circuit: model.Circuit) -> dict[str, model.Part]:
    """Every part with a pin on a net of the mains side, as the isolation rule floods it."""
    labels, _ = domains.flood(View(circuit, machine.load(root), root))
    return {ref: part for ref, part in circuit.parts.items()
            if any(labels[net].domain in LIVE for net in part.pins.values() if net in labels)}


def parts(root: Path, circuit: model.Circuit) -> str:
    """One row a kind: references, numbers to order, what it must hold."""
    source = Source.read(root, FILE)
    source.keys((), source.data, ["part"], "section")
    live = live_parts(root, circuit)
    kinds = sorted({part.kind for part in live.values()})
    rows = []
    for index, row in enumerate(source.data["part"]):
        at = f"part#{index}"
        source.keys((at,), row, KEYS)
        source.choice((at, "kind"), row["kind"], kinds, "kind on the mains side")
        these = {ref: part for ref, part in live.items() if part.kind == row["kind"]}
        rows.append((row["job"], spans(list(these)),
                     ", ".join(sorted({part.mpn for part in these.values()})),
                     row["must"], row["without"]))
    for kind in kinds:
        if kind not in (row["kind"] for row in source.data["part"]):
            refs = spans([ref for ref, part in live.items() if part.kind == kind])
            raise source.error((), f"kind {kind} ({refs}) touches a mains net and has no row")
    return table(("what", "where", "part", "it must", "without it"), rows)


def spans(refs: list[str]) -> str:
    """Q3, Q4, Q5, R1 as `Q3-Q5, R1`; of many groups the first two, the last, and how many."""
    runs: list[list[str]] = []
    for ref in sorted(refs, key=model.natural):
        letters, number, _ = model.natural(ref)
        if runs and model.natural(runs[-1][-1])[:2] == (letters, number - 1):
            runs[-1].append(ref)
        else:
            runs.append([ref])
    shown = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    if len(shown) > MANY:
        return f"{', '.join(shown[:2])} ... {shown[-1]} ({len(refs)} in all)"
    return ", ".join(shown)


def limits(figures: Figures) -> str:
    """Limits of machine.toml, with the reason for each."""
    return table(("limit", "of", "key"),
                 ((figures[key], text, f"`{key}`") for key, text in LIMITS))


def leakage(circuit: model.Circuit) -> str:
    """Earth leakage of the board's Y capacitors at 253 V 50 Hz, 2 pi f C U."""
    caps = circuit.of_kind("y_capacitor")
    each = {ref: 2 * 3.14159 * 50 * farads(part.value) * 253 * 1000 for ref, part in caps.items()}
    rows = [(ref, circuit.parts[ref].value, " - ".join(sorted(circuit.parts[ref].pins.values())),
             f"{ma:.2f} mA") for ref, ma in each.items()]
    rows.append(("together", "", "both at once: N broken, or both conductors at 253 V",
                 f"{sum(each.values()):.2f} mA"))
    return table(("capacitor", "value", "between", "leakage at 253 V 50 Hz"), rows)


UNITS = {"p": 1e-12, "n": 1e-9, "u": 1e-6}


def farads(value: str) -> float:
    """2n2 or 100n as farads; the rest of the text (class, volts) does not count."""
    found = re.match(r"(\d+)([pnu])(\d*)", value)
    if not found:
        near = difflib.get_close_matches(value, ["2n2", "100n", "10u"], 1, 0.0)[0]
        raise ValueError(f"capacitance {value!r} is not like {near}")
    whole, unit, part = found.groups()
    return float(f"{whole}.{part or 0}") * UNITS[unit]
