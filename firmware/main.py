"""Starts the active set of the firmware: the folder /a or /b, as the file /active says.

When that set cannot be imported the other one is started, and the file /fallback says why. A set
that `mjtool flash` has just put there is on trial: /active says "b?". While it is imported for the
first time /active says "b!", afterwards "b". Whoever starts and finds "b!" knows that this import
never ended (a hang, a hard crash, a power cut) and leaves that set alone: no reset is wasted.
"""

import gc
import sys
import time

import machine

CLOCK_HZ = 200_000_000  # what the RP2040's maker certifies, at 1.15 V; the RP2350 keeps its 150
VREG = 0x40064000  # RP2040 datasheet §2.10: bits 4 to 7 are the core's voltage
VOLTS_1_15 = 12
RING, RING_LARGE = 1 << 14, 1 << 16  # bytes of the flight recorder: Pico, Pico 2
TRIAL_MS = 8000  # an import takes less than 2 s; the longest this watchdog can wait is 8.4 s


def hurry():
    """The RP2040 at its full clock before anything is imported. It stays slow if it cannot be."""
    if "RP2040" not in sys.implementation._machine or machine.freq() == CLOCK_HZ:
        return
    vreg = machine.mem32[VREG]
    if vreg >> 4 & 15 < VOLTS_1_15:
        machine.mem32[VREG] = vreg & 0x0F | VOLTS_1_15 << 4
        time.sleep_ms(1)
    if machine.mem32[VREG] >> 4 & 15 >= VOLTS_1_15:
        machine.freq(CLOCK_HZ)


def text_of(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def put(path, text):
    """Write a small file; the file system takes all of it over when it is closed, or nothing."""
    try:
        with open(path, "w") as file:
            file.write(text)
        return True
    except OSError:
        print("main:", path, "cannot be written")
        return False


def imported(slot):
    """(the `main` of the firmware in a slot, "") or (None, why it cannot be imported)."""
    sys.path.insert(0, "/" + slot)
    try:
        from hal.start import main

        return main, ""
    except Exception as problem:
        why = "firmware in /%s does not start: %s: %s" % (slot, type(problem).__name__, problem)
        if "incompatible .mpy" in str(problem):
            why += ": put the MicroPython named in docs/FLASHING.md on the board"
    sys.path.remove("/" + slot)
    for name in list(sys.modules):
        if name.split(".")[0] in ("hal", "mjtable"):
            del sys.modules[name]
    gc.collect()  # else the other set is loaded behind this one's remains: no large block is left
    return None, why + "\n"


def watch():
    """A trial after a restart by the computer: nobody may be near to switch off and on.

    Not after power-on: the marker key may ask for maintenance then, which feeds no watchdog.
    """
    if machine.reset_cause() == machine.WDT_RESET:  # this port's cause after machine.reset() too
        machine.WDT(timeout=TRIAL_MS)


def reserve():
    """The flight recorder's ring, before anything is imported: on an RP2040 no free block is that
    long afterwards. The firmware finds it by this name (hal/start.py)."""
    small = "RP2040" in sys.implementation._machine
    sys.modules["flight_ring"] = bytearray(RING if small else RING_LARGE)  # type: ignore


hurry()
reserve()
active = text_of("/active")
slots = "ba" if active[:1] == "b" else "ab"
named = slots[0]
trial = active[1:2] == "?"
start = None
why = ""
if active[1:2] == "!":
    why = ("firmware in /%s hung, crashed or lost its power while it was first imported: it is "
           "left out until it is flashed again\n" % named)
    slots = slots[1]
elif trial and not put("/active", named + "!\n"):
    why = "firmware in /%s is not tried: /active cannot be written\n" % named
    slots = slots[1]
elif trial:
    watch()
for slot in slots:
    start, problem = imported(slot)
    if trial and slot == named:
        put("/active", slot + "\n")
    why += problem
    if start:
        break
if why:
    print("main:", why)
if text_of("/fallback") != why:  # a start like the one before writes nothing
    put("/fallback", why)
if start is None:
    print("main: no set of the firmware starts; run `mjtool flash` from the computer")
else:
    start()
