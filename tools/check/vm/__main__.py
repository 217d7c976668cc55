"""`python -m tools.check.vm`: the firmware's speed in the MicroPython VM, a hand per machine."""

import sys
import time

from tools.check.vm import commissioned
from tools.check.vm.built import firmware
from tools.check.vm.lockstep import MACHINES, Lockstep, fresh_plant
from tools.check.vm.script import told

GAME, SEED = "SHOP-B-136", 1
LINE = "{:<12} {:>8} {:>8} {:>9} {:>9} {:>8} {:>8}"


def hand(machine: str) -> tuple[float, float, float, int, bool]:
    """Virtual, wall and VM seconds of one hand, its scans, and whether the logs are equal."""
    table = told(machine, GAME, SEED)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load()
    table.run_until(lambda: table.table.set_waiting == "green", 400_000)
    table.load()
    table.run_until("sorting", 40_000)
    fram = commissioned.image(commissioned.slots(machine))
    with Lockstep(fresh_plant(machine, GAME, SEED), firmware(), fram=fram) as board:
        assert board.vm is not None
        start_s, start_cpu_s = time.monotonic(), board.vm.cpu_s
        board.play(table.plant.deeds, table.now_ms)
        wall_s, cpu_s = time.monotonic() - start_s, board.vm.cpu_s - start_cpu_s
    return (table.now_ms / 1000, wall_s, cpu_s, board.scans, board.events == table.hearing.raw)


def main() -> int:
    """Exit 1 when an event log differs."""
    if len(sys.argv) > 1:
        print("usage: python -m tools.check.vm", file=sys.stderr)
        return 2
    print("one hand of %s in the MicroPython VM; speeds in times real time, asked: 50" % GAME)
    print(LINE.format("machine", "hand s", "wall s", "VM s", "us/scan", "speed", "events"))
    equal = True
    for machine in MACHINES:
        hand_s, wall_s, cpu_s, scans, same = hand(machine)
        equal = equal and same
        print(LINE.format(machine, "%.1f" % hand_s, "%.2f" % wall_s, "%.2f" % cpu_s,
                          "%.0f" % (wall_s / scans * 1e6), "%.0f" % (hand_s / wall_s),
                          "equal" if same else "DIFFER"), flush=True)  # fmt: skip
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
