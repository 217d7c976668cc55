"""The checklist before ordering names every number once, and what of it nobody has read."""

import csv
import re

from hardware.lib.read_records import read
from hardware.lib.record import Record, RecordPin
from hardware.order.page import page, wanted
from hardware.rules.records import BOM
from hardware.rules.view import ROOT

TEXT = (ROOT / BOM).read_text(encoding="utf-8")
HEAD = "group,manufacturer_part_number,value,quantity,references,substitute\n"


def record(mpn, state, **more):
    pins = {"1": RecordPin("1", "G", "gate"), "2": RecordPin("2", "S", "source")}
    return Record(mpn, f"x.toml:1 {mpn}", "Maker", "nmos", "SOT-23", state, pins=pins, **more)


def test_every_number_of_the_parts_list_has_one_row():
    made = page(TEXT, read(ROOT), {})
    named = re.findall(r"^- \[ \] (?:\*\*)?(.+?)(?:\*\* |  ?\(\w)", made, re.M)
    rows = list(csv.DictReader(TEXT.splitlines()))
    numbers = {row[key] for row in rows for key in ("manufacturer_part_number", "substitute")}
    assert len(named) == len(wanted(TEXT)) == len(numbers - {""})


def test_a_row_says_what_to_compare_and_where_it_comes_from():
    bom = HEAD + "a,Q-1,x,3,R1 R2 R3 R4,Q-2\nb,Q-1,x,1,R9,\nc,Q-3,x,1,J1,\n"
    made = page(bom, {"Q-1": record("Q-1", "not read", source="a library"),
                      "Q-2": record("Q-2", "read", source="Maker DS1 page 2")}, {})
    assert "- [ ] **Q-1** Maker, SOT-23: 3 for R1 R2 R3 and 1 more. Pins: 1 G, 2 S. " in made
    assert "Source: a library." in made
    assert "**Q-2** Maker, SOT-23, instead of Q-1: 3 for" in made
    assert "| not read | 1 | 0 |" in made and "| read | 0 | 1 |" in made
    assert "## Without a record\n\n- [ ] Q-3 (J1)" in made


def test_what_the_rules_still_find_stands_first():
    made = page(HEAD, {}, {"limit: R1 0.2 W <-> its record: x": "Take a larger one.",
                           "limit: R2 0.2 W <-> its record: x": "Take a larger one."})
    assert "- [ ] Take a larger one. (limit: R1 0.2 W; limit: R2 0.2 W)\n" in made
    assert made.index("Do not order yet") < made.index("Before a board is sent") \
        < made.index("| state |")
    assert "No rule finds anything" in page(HEAD, {}, {})


def test_a_number_that_is_a_part_and_a_substitute_is_a_part():
    bom = HEAD + "a,Q-1,x,3,R1,Q-2\nb,Q-2,x,1,R9,\n"
    assert [(its.number, its.instead_of) for its in wanted(bom)] == [("Q-1", ""), ("Q-2", "")]
