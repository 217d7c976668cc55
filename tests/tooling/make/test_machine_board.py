"""Mistakes in connectors, pins, supplies and mechanism are told with both places they concern."""

import re
import shutil
from pathlib import Path

import pytest

from tests.copies import Spoilt
from tools.make.generate.errors import SourceError
from tools.make.generate.read.gpio import FUNCTIONS, HEADER
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[3]
FILE = "hardware/machine.toml"

# what is replaced, by what, the message; "@1", "@2": a line, any number
MISTAKES = {
    "GPIO used twice": ("gp = 22", "gp = 21", "pins.emit_en: GP21 is already btn_elevator_n (line "
                        "@1); each GPIO has one use"),
    "function used twice": ('function = "pwm1.b"', 'function = "pwm1.a"',
                            "pins.dice_in2: pwm1.a is already dice_in1 (line @1); each function "
                            "has one use"),
    "illegal function": ("gp = 2\n", "gp = 5\n",
                         "pins.sr_sck: GP5 cannot be spi0.sck (line @1) on RP2040 or RP2350; "
                         "valid GPIO: 2 (free), 6 (now sr_load_n, line @2), 18 (now dice_in1, "
                         "line @3), 22 (now emit_en, line @4)"),
    "unknown function": ('function = "spi0.sck"', 'function = "spi0.clk"',
                         'pins.sr_sck.function = "spi0.clk" is no function; nearest: spi0.sck'),
    "GPIO that is not on the edge": ("gp = 22", "gp = 23",
                                     "pins.emit_en: GP23 is not on a Pico's edge; nearest valid "
                                     "GPIO: 22"),
    "direction against function": ('gp = 28\ndir = "analog"', 'gp = 28\ndir = "in"',
                                   "pins.amux: dir 'in', but adc2 is 'analog'"),
    "unknown direction": ('gp = 28\ndir = "analog"', 'gp = 28\ndir = "analogue"',
                          'pins.amux.dir = "analogue" is no direction; nearest: analog'),
    "unknown net": ('"GND", "hatch_up",', '"GND", "hatch_uo",',
                    "connectors.centre pin 4: unknown net 'hatch_uo'; nearest valid net: "
                    "hatch_up"),
    "net of the other domain": ('pins = ["+5V", "LED_DATA_5V"', 'pins = ["N_MOT", "LED_DATA_5V"',
                                "connectors.lamps pin 1: N_MOT is mains, the connector is selv "
                                "(line @1)"),
    "signal on two pins": ('"cnt_b", "park_b", "mid_b", "inlet_b", "jam_b"',
                           '"cnt_a", "park_b", "mid_b", "inlet_b", "jam_b"',
                           "connectors.side_b pin 4: cnt_a is already on connectors.side_a pin 4 "
                           "(line @1)"),
    "input on no pin": ('"dice_rot", "GND",', '"NTC_BAY", "GND",', None),
    "signal moved to the board": ('what = "the dice plate turns"\nwired = "connector"',
                                  'what = "the dice plate turns"\nwired = "board"',
                                  "signals.dice_rot never leaves the board, but dice_rot is on "
                                  "connectors.centre pin 11 (line @1)"),
    "output on no pin": ('["+12V", "FAN_OUT",', '["+12V", "FAN",',
                         "outputs.byte2 bit 4: FAN_OUT is on no connector, but drives.fan (line "
                         "@1) is wired to one; nearest valid place: a pin FAN_OUT in "
                         "[connectors]"),
    "motor on no pin": ('pins = ["RING_RUN", ', 'pins = ["RING_OUT", ', None),
    "motor of another machine": ('title = "chain motor, reversible"\nfitted = "chain"',
                                 'title = "chain motor, reversible"\nfitted = "all"',
                                 "connectors.chain: machines four_port, single_port, row_port, "
                                 "but motors.chain (line @1) has single_port"),
    "motor without its net": ('pins = ["RING_RUN", ', 'pins = ["L_SW", ',
                              "motors.ring: RING_RUN is on no connector; nearest valid place: a "
                              "pin RING_RUN in [connectors]"),
    "reference without a number": ('ref = "J11"', 'ref = "11"',
                                   "connectors.ring: ref '11' must be J and a number"),
    "connector of an unknown place": (
        'title = "chain motor, reversible"\nfitted = "chain"',
        'title = "chain motor, reversible"\nfitted = "chian"',
        'connectors.chain.fitted = "chian" is no place; nearest: chain'),
    "connector of a side that has none": (
        'title = "chain motor, reversible"\nfitted = "chain"',
        'title = "chain motor, reversible"\nfitted = "lines"',
        "connectors.chain: fitted = 'lines' needs a side, a last letter as in belt_a"),
    "rail of an unknown net": ('net = "12V_LOOP"', 'net = "12V_LOP"',
                               'supplies.v12_loop.net = "12V_LOP" is no net; nearest: 12V_LOOP'),
    "rail fed by an unknown one": ('feed = "v5"', 'feed = "v6"',
                                   'supplies.v5_safe.feed = "v6" is no rail; nearest: v5'),
    "title that says nothing": ('title = "ring motor"', 'title = " "',
                                "connectors.ring.title must be a text, not ' '"),
    "wiring that is neither": ('wired = "connector"', 'wired = "conector"',
                               'signals.cnt.wired = "conector" is no end of a wire; nearest: '
                               "connector"),
    "coast beyond the flag": ("coast_max_ms = { value = 100", "coast_max_ms = { value = 130",
                              "motor_types.head.coast_max_ms = 130, but the head's park flag "
                              "lasts, less scan.react_ms, 117: 13 too much; look at "
                              "motor_types.head.coast_max_ms, head.speed_mdeg_per_ms, "
                              "head.park_from_deg, head.park_to_deg"),
    "reference used twice": ('ref = "J11"', 'ref = "J10"',
                             "connectors.ring: J10 is already drum (line @1)"),
    "unknown family": ('family = "LOOP"', 'family = "LOUP"',
                       'connectors.loop.family = "LOUP" is no family; nearest: LOOP'),
    "family of the other domain": ('family = "LOOP"\ndomain = "selv"',
                                   'family = "LOOP"\ndomain = "mains"',
                                   "connectors.loop: domain 'mains', but family LOOP carries "
                                   "selv"),
    "domain misspelt": ('family = "LOOP"\ndomain = "selv"', 'family = "LOOP"\ndomain = "slev"',
                        'connectors.loop.domain = "slev" is no domain; nearest: selv'),
    "contacts next to each other": ("positions = [1, 3, 5, 7]", "positions = [1, 2, 3, 4]",
                                    "connectors.drum: positions [1, 2, 3, 4], but VH uses every "
                                    "second contact: [1, 3, 5, 7]"),
    "unknown colour": ('colour = "BN", to = "FL1.L"', 'colour = "BX", to = "FL1.L"',
                       "connectors.mains_in pin 1: unknown colour 'BX'; nearest valid colour: LB"),
    "colour in words": ('colour = "BN", to = "FL1.L"', 'colour = "brown", to = "FL1.L"',
                        "connectors.mains_in pin 1: unknown colour 'brown'; nearest valid colour: "
                        "BN"),
    "colour twice in a cable": ('colour = "BN", to = "M_DRUM.B"', 'colour = "BK", to = "M_DRUM.B"',
                                "connectors.drum pin 2: BK is already the colour of "
                                "connectors.drum pin 1 (line @1)"),
    "live wire in PE's colour": ('colour = "BN", to = "FL1.L"', 'colour = "GNYE", to = "FL1.L"',
                                 "connectors.mains_in pin 1: L_IN in GNYE; GNYE is PE's colour "
                                 "and no other's"),
    "two wires to one terminal": ('to = "M_DRUM.B"', 'to = "M_DRUM.A"',
                                  "connectors.drum pin 2: M_DRUM.A already has the wire of "
                                  "connectors.drum pin 1 (line @1)"),
    "wire to nowhere": ('to = "M_DRUM.B"', 'to = "the drum"',
                        "connectors.drum pin 2: to = 'the drum' must be PART.TERMINAL, like "
                        "M_DRUM.A"),
    "pin without a wire": ('    { pin = 4, colour = "GNYE", to = "M_DRUM.PE" },\n', "",
                           "connectors.drum: pin 4 (PE, line @1) has no wire"),
    "wire to a wrong pin": ('{ pin = 4, colour = "GNYE", to = "M_DRUM.PE" }',
                            '{ pin = 5, colour = "GNYE", to = "M_DRUM.PE" }',
                            "connectors.drum: wire 4 is for pin 5; wires go in pin order, and the "
                            "connector has pins 1 to 4"),
    "wrong unit of a length": ('length_mm = { value = 400, unit = "mm"',
                               'length_mm = { value = 400, unit = "cm"',
                               "connectors.mains_in.cable.length_mm has unit 'cm', expected 'mm'"),
    "wrong key of a cable": ("gauge_awg = {", "gage_awg = {",
                             "unknown key connectors.mains_in.cable.gage_awg; nearest valid key: "
                             "gauge_awg"),
    "unknown kind of sensor": ("[sensors.slot]", "[sensors.slit]",
                               "unknown kind of sensor sensors.slit; nearest valid kind of "
                               "sensor: slot"),
    "sensor of an unknown signal": ('signals = ["pinch"]', 'signals = ["pich"]',
                                    "sensors.edge: unknown signal 'pich'; nearest valid signal: "
                                    "pinch"),
    "signal of two kinds": ('signals = ["pinch"]', 'signals = ["park"]',
                            "sensors.edge: park is already sensors.slot (line @1)"),
    "signal of no kind": ('signals = ["pinch"]', "signals = []",
                          "signals.pinch is wired to a connector, but is no kind of [sensors]"),
    "emitters that draw more": ("emitter_ma = { value = 14", "emitter_ma = { value = 20",
                                "supplies.emit.loads.sides_ma = 304, but emitters of [sensors] on "
                                "four sides = 328; change what it follows from and this value "
                                "together"),
    "sensors that draw more": ("supply_ma = { value = 3,", "supply_ma = { value = 15,",
                               "supplies.v5.loads.sensors_ma = 40, but [sensors] take 45"),
    "output without a row": ("[drives.fan]", "[drives.fun]",
                             "unknown output drives.fun; nearest valid output: fan"),
    "unknown rail": ("[supplies.v12_loop]", "[supplies.v12_lop]", None),
    "unknown load": ("relays_ma = {", "relay_ma = {",
                     "unknown key supplies.v12_loop.loads.relay_ma; nearest valid key: relays_ma"),
    "load does not follow": ("emit_ma = { value = 332", "emit_ma = { value = 300",
                             "supplies.v5.loads.emit_ma = 300, but the loads of emit = 332; "
                             "change what it follows from and this value together"),
    "grade does not follow": ("k1_ma = { value = 30, unit = \"ma\", grade = \"check-datasheet\"",
                              "k1_ma = { value = 30, unit = \"ma\", grade = \"computed\"",
                              "supplies.v12_loop.loads.k1_ma has grade 'computed', but exactly "
                              "the values with a sum in tools/make/generate/read/rails.py are "
                              "'computed'"),
    "threshold misspelt": ("wd_off_ms = {", "wd_of_ms = {",
                           "unknown key thresholds.wd_of_ms; nearest valid key: wd_off_ms"),
    "test point of an unknown net": ('net = "ARM_OK"', 'net = "ARM_KO"',
                                     'testpoints.TP9.net = "ARM_KO" is no net; nearest: ARM_OK'),
    "test point upside down": ("min_mv = { value = 11400", "min_mv = { value = 21400",
                               "testpoints.TP2: min_mv = 21400 is above max_mv = 12600 (line "
                               "@1)"),
    "test point without a number": ("[testpoints.TP9]", "[testpoints.arm]",
                                    "testpoints.arm: the name must be TP and a number"),
    "unknown part of the mechanism": ("[mechanism.pusher]", "[mechanism.pushr]",
                                      "unknown part mechanism.pushr; nearest valid part: pusher"),
    "figure of the mechanism in another unit": (
        'stroke_um = { value = 27500, unit = "um"', 'stroke_um = { value = 27500, unit = "mm"',
        "mechanism.pusher.stroke_um has unit 'mm', expected 'um'"),
}
PARTLY = {
    "input on no pin": "inputs.byte5 bit 7: dice_rot is on no connector, but signals.dice_rot "
                       "(line",
    "motor on no pin": "connectors.ring pin 1: unknown net 'RING_OUT'",
    "unknown rail": "unknown rail supplies.v12_lop; nearest valid rail: v12_loop",
}


class Copy(Spoilt):
    """machine.toml alone, in a folder of its own."""

    def __init__(self, root):
        super().__init__(root)
        (root / "hardware").mkdir()
        shutil.copy(ROOT / FILE, root / FILE)


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def told(copy, old, new):
    """Line of the change, and what is said about it without the file."""
    line = copy.edit(FILE, old, new)
    with pytest.raises(SourceError) as caught:
        load(copy.root)
    return line, str(caught.value)


@pytest.mark.parametrize("name", MISTAKES)
def test_message_names_file_line_and_both_places(copy, name):
    old, new, wanted = MISTAKES[name]
    if name == "input on no pin":
        copy.edit(FILE, '"NTC_BAY", "GND"]', '"GND", "GND"]')
    _, message = told(copy, old, new)
    text = (copy.root / FILE).read_text(encoding="utf-8").splitlines()
    pattern = re.escape(wanted or PARTLY[name])
    pattern = re.sub(r"@\d", r"(\\d+)", pattern)
    found = re.fullmatch(rf"{FILE}:(\d+): {pattern}{'' if wanted else '.*'}", message)
    assert found, message
    assert all(0 < int(number) <= len(text) for number in found.groups())


@pytest.mark.parametrize("name,offset", [
    ("GPIO used twice", 0), ("function used twice", 0), ("illegal function", 0),
    ("unknown net", 0), ("signal on two pins", 0), ("unknown colour", 0),
    ("two wires to one terminal", 0), ("wrong unit of a length", 0), ("wrong key of a cable", 0),
    ("unknown load", 0), ("threshold misspelt", 0), ("test point of an unknown net", 0),
    ("signal moved to the board", 1), ("contacts next to each other", 0),
])
def test_line_of_the_mistake(copy, name, offset):
    line, message = told(copy, *MISTAKES[name][:2])
    assert message.startswith(f"{FILE}:{line + offset}: "), message


def test_motor_on_two_connectors(copy):
    copy.edit(FILE, 'pins = ["DRUM_A", "DRUM_B"', 'pins = ["DRUM_A", "HATCH_B"')
    _, message = told(copy, 'pins = ["HATCH_A", "HATCH_B"', 'pins = ["HATCH_A", "DRUM_B"')
    assert re.search(r"motors.drum: its ends are on two connectors, connectors.drum pin 1 "
                     r"\(line \d+\) and connectors.hatch pin 2 \(line \d+\)$", message), message


def test_second_place_is_the_other_line(copy):
    _, message = told(copy, "gp = 22", "gp = 21")
    other = int(re.search(r"\(line (\d+)\)", message).group(1))
    lines = (copy.root / FILE).read_text(encoding="utf-8").splitlines()
    assert lines[other - 1] == "gp = 21" and lines[other - 2] == "[pins.btn_elevator_n]"


# GPIO, functions of the RP2040's and the RP2350's data sheets, table "GPIO functions"
SHEET = {
    0: "spi0.rx uart0.tx i2c0.sda pwm0.a", 1: "spi0.csn uart0.rx i2c0.scl pwm0.b",
    2: "spi0.sck uart0.cts i2c1.sda pwm1.a", 3: "spi0.tx uart0.rts i2c1.scl pwm1.b",
    4: "spi0.rx uart1.tx i2c0.sda pwm2.a", 7: "spi0.tx uart1.rts i2c1.scl pwm3.b",
    8: "spi1.rx uart1.tx i2c0.sda pwm4.a", 11: "spi1.tx uart1.rts i2c1.scl pwm5.b",
    12: "spi1.rx uart0.tx i2c0.sda pwm6.a", 15: "spi1.tx uart0.rts i2c1.scl pwm7.b",
    16: "spi0.rx uart0.tx i2c0.sda pwm0.a", 19: "spi0.tx uart0.rts i2c1.scl pwm1.b",
    20: "spi0.rx uart1.tx i2c0.sda pwm2.a", 23: "spi0.tx uart1.rts i2c1.scl pwm3.b",
    24: "spi1.rx uart1.tx i2c0.sda pwm4.a", 26: "spi1.sck uart1.cts i2c1.sda pwm5.a adc0",
    27: "spi1.tx uart1.rts i2c1.scl pwm5.b adc1", 28: "spi1.rx uart0.tx i2c0.sda pwm6.a adc2",
}


@pytest.mark.parametrize("gp", SHEET)
def test_functions_are_the_data_sheets(gp):
    assert FUNCTIONS[gp] == ("gpio", "pio", *SHEET[gp].split())


def test_every_pair_of_swapped_gpio_is_caught_or_legal(copy):
    """Swapping two GPIO is refused exactly when one of them cannot do the other's work."""
    pins = load(copy.root).data["pins"]
    for first, second in [("sr_sck", "sr_mosi"), ("i_a", "i_b"), ("wd_kick", "arm"),
                          ("dice_in1", "dice_in2"), ("uart0_tx", "uart0_rx"), ("zc", "led_data")]:
        one, two = pins[first], pins[second]
        legal = one["function"] in FUNCTIONS[two["gp"]] and two["function"] in FUNCTIONS[one["gp"]]
        before = (copy.root / FILE).read_text(encoding="utf-8")
        copy.edit(FILE, f"[pins.{first}]\ngp = {one['gp']}\n", f"[pins.{first}]\ngp = 99\n")
        copy.edit(FILE, f"[pins.{second}]\ngp = {two['gp']}\n",
                  f"[pins.{second}]\ngp = {one['gp']}\n")
        copy.edit(FILE, "gp = 99\n", f"gp = {two['gp']}\n")
        if legal:
            load(copy.root)
        else:
            with pytest.raises(SourceError, match="cannot be"):
                load(copy.root)
        (copy.root / FILE).write_text(before, encoding="utf-8")
    assert set(HEADER) == {pin["gp"] for pin in pins.values()}
