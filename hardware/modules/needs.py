"""What a build from bought modules consists of, what each must have, and what usually fails."""

from __future__ import annotations

from typing import NamedTuple


class Module(NamedTuple):
    """One module: how many a four-port table takes, what it must have, why common ones fail."""

    name: str
    number: str
    must: str
    fails: str


MODULES = (
    Module("controller: Pico or Pico 2 on a screw-terminal carrier", "1",
           "all 26 GPIO and VSYS, 3V3, RUN, GND on terminals; USB reachable with the lid closed",
           "carriers with a lamp, a pull-up or a level shifter on GP16-GP22 or GP26-GP28; "
           "clones without an ADC_VREF pin"),
    Module("output chain: 74HC595 board", "4",
           "SER, SRCLK, RCLK, OE#, QH' and SRCLR# on pins; 3.3 V; OE# not tied to ground",
           "boards that tie OE# low (outputs live during reset); 5 V-only boards with TPIC6B595, "
           "which does not read 3.3 V"),
    Module("input chain: 74HC165 board", "8",
           "SH/LD#, CLK, SER, QH and all of A-H on pins; 3.3 V; no pull resistors of its own",
           "boards with 10k pull-downs on the inputs: a broken wire then reads as inactive or "
           "floats; boards that hide SER, so that they cannot be chained"),
    Module("input conditioning: terminal board with 4k7 pull-up, 1k and 10 nF per input", "64",
           "a pull-up to 3.3 V on every input, close to the 74HC165",
           "opto-coupled 'industrial' input boards: 1-10 ms slow, they lose the 20 ms notch "
           "between two tiles"),
    Module("low-side driver: ULN2803A board", "3",
           "COM on its own terminal (fly-back of relay coils)",
           "ULN2003 boards with stepper plugs: seven channels, COM tied to 5 V"),
    Module("motor switch", "16", "see the table of switches below", "see the table of switches "
           "below"),
    Module("direction relay: change-over relay on a DIN socket, 12 V coil", "7",
           "reinforced insulation coil to contacts (4 kV or more, 8 mm), change-over contact, "
           "free-wheel diode",
           "blue one- to eight-relay boards: 2-4 mm between coil and contact tracks, 'opto "
           "isolated' only towards the logic; interlocking two of them in software instead of "
           "one change-over contact"),
    Module("bus relay K1: force-guided relay on socket (G7SA-2A2B with P7SA-10F)", "1",
           "two NO for L and N, one NC of the same guided set for the mirror input; EN 61810-3 "
           "type A",
           "ordinary two-pole relays: their NC contact says nothing about a welded NO"),
    Module("supply 12 V: closed DIN-rail or IP20 module, 15-25 W", "1",
           "reinforced insulation, approval mark of a test house, 85-264 V, hold-up 10 ms or more",
           "open-frame boards and phone chargers sold as 'isolated 12 V' without an approval"),
    Module("supply 5 V: step-down module 2 A", "1",
           "fixed output; 12 V input with 2200 uF in front of it",
           "trimmer-adjusted modules: one turn of the screw puts 12 V on the 5 V rail"),
    Module("watchdog, arm latch and +5V_SAFE switch", "1",
           "the project's own stage on a strip board ([watchdog](out/sheets/04_watchdog.svg), "
           "[latches and switch](out/sheets/03_safety.svg)); tested as in "
           "[commissioning](safety/commissioning.md)",
           "555 or 'watchdog timer' boards: they restart the controller but do not take the "
           "motors' power; a PWM output keeps them happy after a hang"),
    Module("zero crossing and motor-bus feedback: LTV-814 with 2x 47k 1 W", "2",
           "as [drawn](out/sheets/09_mains_sensing.svg): AC-input coupler specified at 1 mA, two "
           "resistors in series, 8 mm between the sides",
           "'220 V optocoupler' boards: one resistor, rectifier and smoothing capacitor, so "
           "there is no pulse per half-wave"),
    Module("group current: current transformer with burden 1k, two primary turns", "2",
           "as [drawn](out/sheets/11_current.svg): 0.1 mA resolution at 70 mA, linear to 0.5 A",
           "ACS712 boards: their noise is a motor's whole current, and mains runs through the "
           "board at 2-3 mm from the logic"),
    Module("sensor front end: LM393 comparator board per photo sensor", "4-20",
           "hysteresis; raw level on its own pin (count sensors); 3.3 V",
           "boards without hysteresis (they chatter on the tile's chamfer)"),
    Module("journal memory: I2C FRAM board MB85RC256V", "1", "3.3 V, address 0x50",
           "EEPROM boards (24C256): 5 ms a page and about a million writes, which a journal of "
           "every tile uses up"),
    Module("level shifter for the lamps: 74AHCT125 board", "1", "AHCT or HCT, fed with 5 V",
           "MOSFET I2C shifters: too slow for 800 kHz"),
)

KEEPS = (
    "mains filter inlet with 2-pole switch and a fuse in both poles (F1, F1N: T1A), and 30 mA RCD "
    "in the installation",
    "F2 and F3 (T500mA) between K1 and the two motor groups, a 14D471K varistor behind each",
    "snubber 100 R 1 W + 10 nF X2 across each motor switch that has none",
    "run capacitor at the motor between A and B of every reversible motor",
    "stop and lid and 90-degree thermal contact in series with K1's coil (LOOP), nothing else",
    "+5V_SAFE feeds the motor switches' inputs: two channels must both be on for any motion",
    "one bond of frame, inlet, DIN rail, metal box and every motor body to PE, 0.1 ohm or less",
    "one tie of SELV 0 V to PE; none of the modules may make a second one through its screws",
    "mains and SELV wires in separate ducts, 8 mm or double insulation between them everywhere",
    "closed box, IP2X at least from above (felt dust), strain relief on every cable",
)

NOT_FOR = (
    "commercial halls, rented machines, or any place where the player is not the builder "
    "(IEC 60335-2-82 applies there and nobody has assessed this build)",
    "running unattended, or with the lid switch bridged or absent",
    "tables whose motors are not protected against a stalled rotor by impedance or by a fuse",
    "motors above 40 W or any load other than these motors",
    "single-phase mains above 253 V, 60 Hz tables, or supplies without protective earth",
    "a household where children can reach the module box, or a box that opens without a tool",
    "replacing one protection by a setting of the firmware: MicroPython is never the only one",
)
