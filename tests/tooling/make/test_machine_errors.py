"""Mistakes in hardware/machine.toml are told with file, line, key and the nearest valid key."""

import pytest

from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import load

FILE = "hardware/machine.toml"

# what is replaced, by what, the message without "file:line: ", how many lines below
MISTAKES = {
    "misspelt key": ("budget_mw = {", "bugdet_mw = {",
                     "unknown key power.bugdet_mw; nearest valid key: budget_mw", 0),
    "section without provenance": ('amux = { grade = "default", source = "design hardware §1.5" }',
                                   "", "[amux] has values without grade and source; give it a "
                                   "row in [provenance]: amux = { grade, source }", None),
    "provenance of no section": ("pins = { grade", "pinns = { grade",
                                 "unknown section provenance.pinns; nearest valid section: pins",
                                 0),
    "provenance of numbers": ("pins = { grade", "mains = { grade",
                              "provenance.mains: every value of [mains] has a grade and a source "
                              "of its own; take this row out", 0),
    "provenance of itself": ("pins = { grade", "provenance = { grade",
                             "unknown section provenance.provenance; nearest valid section: "
                             "drives", 0),
    "provenance that is no grade": (
        'amux = { grade = "default"', 'amux = { grade = "defualt"',
        'provenance.amux.grade = "defualt" is no grade; nearest: default', 0),
    "provenance without a source": (
        'amux = { grade = "default", source = "design hardware §1.5" }',
        'amux = { grade = "default", source = " " }',
        "provenance.amux.source must be a text, not ' '", 0),
    "provenance without a grade": (
        'amux = { grade = "default", ', 'amux = { ', "missing key grade in provenance.amux", 0),
    "provenance that is a text": (
        'amux = { grade = "default", source = "design hardware §1.5" }', 'amux = "default"',
        "provenance.amux must be a section, not a value", 0),
    "key for another unit": ("transit_ms = {", "transit_s = {",
                             "unknown key belt.transit_s; nearest valid key: transit_ms", 0),
    "missing key": ("notch_ms = {", "# notch_ms = {", "missing key notch_ms in count", None),
    "unknown section": ("[hatch]", "[hatches]",
                        "unknown section hatches; nearest valid section: hatch", 0),
    "unknown motor": ("[motors.belt_b]", "[motors.belt_x]",
                      "unknown motor motors.belt_x; nearest valid motor: belt_d", 0),
    "machine wired as no other": ('wired = "single_port"', 'wired = "single_prt"',
                                  'machines.single_port.wired = "single_prt" is no machine that '
                                  "is wired as itself; nearest: four_port", 0),
    "machine without a head": ('lines = "A"', 'lines = ""',
                               "machines.single_port: lines = '' are the sides that have a head; "
                               "the firmware runs a table with one (A) or with one on every "
                               "side (ABCD)", 0),
    "machine with an odd name": ("[machines.row_port]", "[machines.Row_port]",
                                 "machines.Row_port: a machine's name has a-z and _ only", 0),
    "machine wired as one it is not": (
        "chain = false\ntiles_a_push = 1", "chain = true\ntiles_a_push = 1",
        "machines.row_port: chain = true, but lines = 'ABCD'; a chain carries the walls of one "
        "line to the other sides", 0),
    "one line without a chain": (
        "chain = true", "chain = false", "machines.single_port: chain = false, but lines = 'A'; a "
        "chain carries the walls of one line to the other sides", 0),
    "machine of other lines than its wiring": (
        'strap_4port = 1\nlines = "ABCD"\nchain = false\ntiles_a_push = 1',
        'strap_4port = 0\nlines = "ABCD"\nchain = false\ntiles_a_push = 1',
        "machines.row_port is wired as four_port, but its strap_4port is not that machine's", 0),
    "two wirings with one strap": (
        "strap_4port = 0", "strap_4port = 1", "machines.four_port and machines.single_port have "
        "the same strap; the board must know which one it drives", None),
    "three tiles a push": ("tiles_a_push = 1", "tiles_a_push = 3",
                           "machines.row_port: tiles_a_push = 3 must be 1 or 2", 0),
    "no default machine": ("default = true", "default = false",
                           "exactly one machine must have default = true", 0),
    "missing part of a number": (
        'volts_v = { value = 200, unit = "v", grade = "default", ',
        'volts_v = { value = 200, unit = "v", ', "missing key grade in mains.volts_v", 0),
    "bare number": ('hz = { value = 50, unit = "hz", grade = "default", '
                    'source = "design hardware §1.2" }', "hz = 50",
                    "mains.hz must be { value, unit, grade, source }", 0),
    "float": ("travel_ms = { value = 2500", "travel_ms = { value = 2.5",
              "hatch.travel_ms = 2.5 must be an integer in ms", 0),
    "wrong unit": ('travel_ms = { value = 2500, unit = "ms"',
                   'travel_ms = { value = 2500, unit = "s"',
                   "hatch.travel_ms has unit 's', expected 'ms'", 0),
    "unknown grade": ('travel_ms = { value = 2500, unit = "ms", grade = "default"',
                      'travel_ms = { value = 2500, unit = "ms", grade = "mesured"',
                      'hatch.travel_ms.grade = "mesured" is no grade; nearest: measured', 0),
    "sum does not follow": (
        "pulse_ms = { value = 220", "pulse_ms = { value = 230",
        "tile.pulse_ms = 230, but tile.length / belt.speed = 220; change what it follows from "
        "and this value together", 0),
    "name on two bits": (
        '"dice_c", "dice_d"', '"dice_c", "dice_c"',
        "inputs.byte7 bit 4: dice_c is already byte7 bit 3; each name belongs to one bit", 0),
    "seven bits": ('"dice_d", "", "", ""]', '"dice_d", "", ""]',
                   "inputs.byte7 has 7 bits, not 8", 0),
    "input without a signal": (
        '"mark", "elevator"', '"mark", "elevater"',
        'inputs.byte8 bit 1: "elevater" is no signal; nearest: elevator', 0),
    "side's input without a signal": (
        '"push_home_b", "jam_b"', '"push_home_b", "jamm_b"',
        'inputs.byte1 bit 7: "jamm_b" is no signal; nearest: jam_b', 0),
    "level that is none": ('active = "low"', 'active = "lwo"',
                           'signals.cnt.active = "lwo" is no level; nearest: low', 0),
    "motor of unknown type": ('type = "ring"', 'type = "rink"',
                              'motors.ring.type = "rink" is no motor type; nearest: ring', 0),
    "negative length": ("travel_ms = { value = 2500", "travel_ms = { value = -2500",
                        "hatch.travel_ms = -2500 must not be negative", 0),
    "no source": ('hz = { value = 50, unit = "hz", grade = "default", '
                  'source = "design hardware §1.2" }',
                  'hz = { value = 50, unit = "hz", grade = "default", source = " " }',
                  "mains.hz has no source", 0),
    "source that is no text": ('hz = { value = 50, unit = "hz", grade = "default", '
                               'source = "design hardware §1.2" }',
                               'hz = { value = 50, unit = "hz", grade = "default", source = 1 }',
                               "mains.hz has no source", 0),
    "value where a section belongs": (
        "[connectors.drum.cable]\n", "cable = 5\n[connectors.drum.wire]\n",
        "connectors.drum.cable must be a section, not 5", 0),
    "other key of a section": ("[amux]\nchannels = [", "[amux]\nchannel = [",
                                "unknown key amux.channel; nearest valid key: channels", 1),
    "text that is a number": ('title = "four-port table: a line (inlet, belt, head) on every '
                              'side"', "title = 4",
                              "machines.four_port.title must be a text, not 4", 0),
    "number that is a text": ("gp = 22", 'gp = "22"',
                              "pins.emit_en.gp must be a whole number, not '22'", 0),
    "list that is a text": ('channels = ["cnt_a_raw", "cnt_b_raw", "cnt_c_raw", "cnt_d_raw", '
                            '"ntc_hs", "ntc_bay", "v12", "v5safe_pinch"]', 'channels = "v12"',
                            "amux.channels must be a list of texts, not 'v12'", 0),
    "truth that is a text": ("default = true", 'default = "yes"',
                             "machines.four_port.default must be true or false, not 'yes'", 0),
    "section that is a text": ("[logic]\n", "[logic.deep]\n",
                               "unknown key logic.deep; nearest valid key: mw; a new one gets its "
                               "place in tools/make/generate/read/schema.py (board: "
                               "board_schema.py)",
                               0),
    "two default machines": ("default = false", "default = true",
                             "exactly one machine must have default = true", None),
    "lines that are no sides": ('lines = "A"', 'lines = "B"',
                                "machines.single_port: lines = 'B' are the sides that have a "
                                "head; the firmware runs a table with one (A) or with one on "
                                "every side (ABCD)", 0),
    "lines of two sides, which no table has": (
        'lines = "A"', 'lines = "AB"', "machines.single_port: lines = 'AB' are the sides that "
        "have a head; the firmware runs a table with one (A) or with one on every side (ABCD)", 0),
    "strap that is neither": ("strap_4port = 1", "strap_4port = 2",
                              "machines.four_port: strap_4port = 2 must be 0 or 1", 0),
    "unknown time of an edge": (
        'edges = "set"', 'edges = "sett"',
        'signals.cnt.edges = "sett" is no time of an edge; nearest: set', 0),
    "nothing said of a stuck input": (
        'stuck = "on: E402; off: E403 or E404, both in the running set"', 'stuck = ""',
        "signals.cnt.stuck must be a text, not ''", 0),
    "idle that is neither": ("idle = 0", "idle = 2", "signals.cnt: idle = 2 must be 0 or 1", 0),
    "unknown pin": ("[pins.wd_kick]", "[pins.wd_kik]",
                    "unknown pin pins.wd_kik; nearest valid pin: wd_kick", 0),
    "unknown group": ('group = "DC"', 'group = "D"',
                      'motors.dice.group = "D" is no group; nearest: DC', 0),
    "motor of no place": ('fitted = "chain"', 'fitted = ""',
                          'motors.chain.fitted = "" is no place; nearest: sides', 0),
    "motor type without words": ('drives = "the drum that tumbles the tiles"', "",
                                 "motor_types.drum.drives must be a text, not None", None),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_message(copy, name):
    old, new, message, _ = MISTAKES[name]
    copy.edit(FILE, old, new)
    with pytest.raises(SourceError) as caught:
        load(copy.root)
    where, _, text = str(caught.value).partition(": ")
    assert text == message
    assert where.startswith(FILE + ":")


@pytest.mark.parametrize("name", [n for n, m in MISTAKES.items() if m[3] is not None])
def test_line(copy, name):
    old, new, _, offset = MISTAKES[name]
    line = copy.edit(FILE, old, new)
    with pytest.raises(SourceError) as caught:
        load(copy.root)
    assert str(caught.value).startswith(f"{FILE}:{line + offset}: ")


def test_not_toml(copy):
    copy.edit(FILE, "[mains]", "[mains")
    with pytest.raises(SourceError, match="hardware/machine.toml: not valid TOML: .*line"):
        load(copy.root)
