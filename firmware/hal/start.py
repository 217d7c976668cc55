"""From power-up to the first scan: why we started, the self-test, table, link and loop.

Three ways to run: `run` with both watchdogs and without Ctrl-C; `maintenance` (marker key held at
power-on, or asked for over the link) and `safe` (three watchdog restarts in a row) without
watchdog, with outputs dead, and with Ctrl-C, so that mpremote gets its prompt.
"""

import gc
import sys

import micropython
from hal import crash, wiring
from hal.board import Board, machine_of
from hal.loop import Loop
from hal.self_check import at_start
from mjtable.generated.fault_codes import BOARD_TEST, RESTARTS, STORE_MISSING
from mjtable.scan.image import Inputs, Outputs
from mjtable.link.link import Link
from mjtable.scan.events import LARGE
from mjtable.table import Table

RING, RING_LARGE = 1 << 14, 1 << 16  # bytes of the flight recorder: Pico, Pico 2
NO_BREAK = -1  # no character interrupts: a byte 3 of the host would stop the loop anywhere


def way(parts):
    """ "run", "maintenance" or "safe"."""
    if parts.reset_cause.unstable:
        return "safe"
    if parts.reset_cause.note == "maintenance":
        return "maintenance"
    if parts.reset_cause.name == "power" and parts.marker_alone():
        return "maintenance"  # both keys are the self-test, which needs motors
    return "run"


def prepare(parts):
    """Everything made and tested, frames going: a loop ready for its first scan."""
    ring = sys.modules.get("flight_ring")  # main.py's, made when there still was a block that long
    if ring is None:
        ring = bytearray(RING if parts.small else RING_LARGE)
    how = way(parts)
    detail = at_start(parts.chain, parts.emit, parts.sleep_ms, parts.analogue)
    fault = BOARD_TEST if detail else RESTARTS if how == "safe" else 0
    inputs = Inputs()
    outputs = Outputs()
    board = Board(parts, inputs, outputs)
    machine = machine_of(parts.chain.levels())
    table = Table(machine, parts.medium)
    cause = "maintenance" if how == "maintenance" else parts.reset_cause.name
    warning = 0 if parts.fram.present else STORE_MISSING
    board.set_up(machine, cause, fault, detail, warning, table.journal.store)
    board.may_arm = how == "run"
    table.inputs = inputs
    table.outputs = outputs
    if not parts.small:
        table.events.make(LARGE)
    table.begin_recording(ring)
    link = Link(table, parts.uid)
    if how == "run":
        micropython.kbd_intr(NO_BREAK)
        parts.start_watchdog()
        if not fault:
            parts.chain.release()
    loop = Loop(board, table, link)  # it takes the parts as they are now
    gc.collect()
    return loop


def main():
    """Run until a restart is asked for. Whatever happens, the outputs end up dead."""
    parts = None
    try:
        parts = wiring.Parts()
        asked = prepare(parts).run()
        parts.off()
        parts.restart(asked)
    except KeyboardInterrupt:
        pass  # at power-up, or maintenance: the prompt is wanted
    except BaseException as problem:
        if parts is not None:
            parts.off()
        crash.keep(problem)  # a watchdog that runs already starts us again
        raise
    finally:
        if parts is not None:
            parts.off()
