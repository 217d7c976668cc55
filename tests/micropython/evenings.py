"""One evening twice: the simulator's own firmware plays, the board in the VM repeats it.

`ways(...)` answers both event logs; `difference` shows where they part.
"""

from dataclasses import dataclass

from mjsim.board import decode
from mjsim.board.board import MemoryStore
from mjtable.memory.store import SLOT_BYTES, SLOTS
from tools.check.vm import commissioned
from tools.check.vm.built import firmware
from tools.check.vm.lockstep import Lockstep, fresh_plant
from tools.check.vm.script import told

FRAM_A_SCAN = 16


@dataclass
class Ways:
    """What the simulated board and the VM reported, and how the VM fared."""

    expected: list
    found: list
    board: Lockstep
    clock_ms: int = 0  # of the board, at the end
    unread: int = 0  # bytes in the serial port's buffer that the host has not fetched


def shown(event):
    """An event as a line."""
    found = decode.event(event)
    return "%9.3f s  " % (found.pop("t_ms") / 1000) + "  ".join(
        "%s=%s" % item for item in found.items())  # fmt: skip


def difference(expected, found, before=4):
    """Empty when both logs are equal; else where they part."""
    for at in range(max(len(expected), len(found))):
        left = expected[at] if at < len(expected) else None
        right = found[at] if at < len(found) else None
        if left != right:
            lines = [shown(event) for event in expected[max(0, at - before) : at]]
            return "\n".join(lines + [
                "simulated: " + (shown(left) if left else "nothing more"),
                "in the VM: " + (shown(right) if right else "nothing more")])  # fmt: skip
    return ""


def ways(script, machine="four_port", profile="SHOP-B-136", seed=3, offset_ms=0, slots=None,
         acts=()):  # fmt: skip
    """Play `script(table)`, then repeat it in the VM.

    `acts` are (ms, what to do to the board in the VM); `slots` what store and FRAM begin with.
    """
    table = told(machine, profile, seed, offset_ms=offset_ms, store=MemoryStore(slots))
    script(table)
    plant = fresh_plant(machine, profile, seed)
    kept = {**commissioned.slots(machine), **(slots or {})}
    deeds = sorted([*table.plant.deeds, *((ms, act, ()) for ms, act in acts)],
                   key=lambda deed: deed[0])  # fmt: skip
    with Lockstep(plant, firmware(), offset_ms, fram=commissioned.image(kept)) as board:
        try:
            board.play(deeds, table.now_ms)
        except ValueError as problem:
            raise AssertionError(
                "the board in the VM went its own way (%s):\n%s"
                % (problem, difference(table.hearing.raw, board.events))) from problem  # fmt: skip
        played = Ways(table.hearing.raw, board.events, board)
        if board.vm is not None:
            board.vm.memory()  # raises when the heap has grown
            played.clock_ms = int(board.vm.run("answer = hub.hub.now_ms"))
            played.unread = int(board.vm.run("answer = hub.hub.fifo_n"))
    return played


def records(content):
    """The other way round."""
    return {slot: content[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES] for slot in range(SLOTS)}


def home(table):
    """Ready, nothing loaded."""
    table.press("elevator")
    table.run_until("ready", 30_000)


def sorting(table, after_ms=12_000):
    """The first set is being sorted."""
    home(table)
    table.load()
    table.run_for(after_ms)


def waiting(table):
    """The first set is built and waits inside."""
    sorting(table)
    table.run_until(lambda: table.table.set_waiting == "green", 400_000)


def dealt(table, after_ms=10_000):
    """One hand: walls up, dice rolled, the second set going in."""
    waiting(table)
    table.load()
    table.run_until("sorting", 40_000)
    table.run_for(after_ms)
