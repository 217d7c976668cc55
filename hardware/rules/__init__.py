"""Our own electrical rules over the circuit: `check(circuit, machine)` lists what they find.

One module each: domains (isolation), openends (holes, test points), connectors, link (between the
boards), outputs, inputs, frontends, chain, analogue, netlist, maps (the generated firmware), pico
(controller pins), pulls, decoupling, demanded (values, after demands.toml), safety, strings,
latches, mains_path, earth (leakage), ratings, supplies, phases; and against the records of
hardware/lib/records: records, lands (our pads), polarity, limits.
"""

from pathlib import Path

from hardware.model import Circuit
from tools.make.generate.read.machine import Machine

from . import (
    analogue,
    chain,
    connectors,
    decoupling,
    demanded,
    domains,
    earth,
    frontends,
    inputs,
    lands,
    latches,
    limits,
    link,
    mains_path,
    maps,
    netlist,
    outputs,
    phases,
    pico,
    polarity,
    pulls,
    ratings,
    records,
    safety,
    strings,
    supplies,
)
from .finding import Finding
from .view import ROOT, View

__all__ = ["Finding", "check", "isolation"]


def isolation(circuit: Circuit, machine: Machine, root: Path = ROOT) -> list[Finding]:
    """The rules that keep mains, motor, PE and SELV apart, connectors included."""
    view = View(circuit, machine, root)
    labels, found = domains.check(view)
    return found + connectors.check(view, labels) + link.check(view, labels)


def check(circuit: Circuit, machine: Machine, root: Path = ROOT) -> list[Finding]:
    """Every rule; `root` is where machine.toml and the generated firmware lie."""
    view = View(circuit, machine, root)
    labels, found = domains.check(view)
    found += connectors.check(view, labels) + link.check(view, labels)
    driven, outs = outputs.check(view)
    sensed, ins = inputs.check(view)
    found += driven + sensed + frontends.check(view) + chain.check(view)
    found += maps.check(view, outs, ins)
    for rule in (analogue, netlist, pico, pulls, decoupling, demanded, safety, strings, latches,
                 mains_path, earth, supplies, phases, records, lands):
        found += rule.check(view)
    found += ratings.check(view, labels) + polarity.check(view, labels)
    found += limits.check(view, labels)
    return list(dict.fromkeys(found))
