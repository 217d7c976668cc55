"""The board's program while a recording is played: it takes the place of the launcher.

Prints what `python -m tools.check.lab.recordings` reads, then `end`.
"""

import gc
import json
import sys
import time

import machine

RING = bytearray(1 << 14)  # taken before the heap is in pieces
PIECE = 8  # records between two collections
LISTEN_MS = 500  # until the computer has found the port


def read(name):
    """A file beside this one."""
    with open(name, "rb") as file:
        return file.read()


def main():
    """The whole recording, or up to where the firmware does something else."""
    machine.freq(int(read("/hertz")))
    time.sleep_ms(LISTEN_MS)
    sys.path.insert(0, "/a")
    from mjsim.replay import player

    data = read("/recording")
    one = player.Player(int(read("/wired")), data, json.loads(read("/names")), RING)
    print("begin", gc.mem_free())
    found = None
    while found is None and one.reader.at < len(data):
        found = player.some(one, PIECE)
        gc.collect()
        print("at", one.reader.at)
    print("played", json.dumps([one.scans, found]))
    print("end")


main()
