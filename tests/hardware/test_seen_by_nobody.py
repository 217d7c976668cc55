"""The two failures that no part of the circuit can see do no harm by themselves."""

from math import pi
from pathlib import Path

import pytest

from hardware import model
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT).data
LOOP = MACHINE["connectors"]["loop"]["pins"]
CONTACTS = [tuple(LOOP[pin:pin + 2]) for pin in (0, 2, 4)]
"""Lid, stop and thermal contacts: each joins the two nets beside each other in its plug."""
FELT_UA = 500
"""IEC 60479-1's threshold of perception, as quoted; the standard itself was not read."""


def is_fed(closed):
    """The coil's feed hangs on +12 V by these contacts."""
    fed = {LOOP[0]}
    for _ in closed:
        for one, other in closed:
            fed |= {one, other} if {one, other} & fed else set()
    return LOOP[5] in fed


def test_the_loop_is_these_three_contacts_and_nothing_else_joins_their_nets():
    nets = set(LOOP[:6])
    assert len(nets) == 4 and is_fed(CONTACTS)
    joins = [ref for ref, part in CIRCUIT.parts.items()
             if len(nets & set(part.pins.values()) - {LOOP[0]}) > 1]
    assert joins == [MACHINE["connectors"]["loop"]["ref"]]


@pytest.mark.parametrize("bridged", range(3))
def test_a_bridged_contact_leaves_the_two_others_that_open_the_loop(bridged):
    for other in {0, 1, 2} - {bridged}:
        closed = [contact for place, contact in enumerate(CONTACTS) if place != other]
        assert CONTACTS[bridged] in closed and not is_fed(closed)


def test_pe_carries_bodies_and_two_small_capacitors_alone():
    """With its wire off the frame is at no more than these let through; the inlet filter has its
    own, whose leakage its sheet gives."""
    onto = {ref: part for ref, part in CIRCUIT.parts.items() if "PE" in part.pins.values()}
    bodies = {ref for ref in onto if ref.startswith(("J", "H", "FL", "JP"))}
    capacitors = {ref: onto[ref] for ref in onto.keys() - bodies}
    assert all(part.value == "2n2 Y1" for part in capacitors.values()) and len(capacitors) == 2
    through_ua = 253 * 2 * pi * 60 * 2.2e-9 * 1e6
    assert len(capacitors) * through_ua < FELT_UA
