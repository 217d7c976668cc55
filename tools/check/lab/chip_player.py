"""The board's program while recorded scans are played: it takes the place of the launcher.

Reads the lines that lie beside it, times `Table.step` of each, and prints the time and the answer.
"""

import gc
import sys
import time

import machine

HEAD = "/head"
LINES = "/lines"
HERTZ = "/hertz"
LISTEN_MS = 500  # until the computer has found the port


class Timed:
    """A step and how long its last call took, us; garbage is collected before, outside of it."""

    def __init__(self, step):
        self.step = step
        self.us = 0

    def __call__(self, inputs, outputs):
        gc.collect()
        began = time.ticks_us()
        rest = self.step(inputs, outputs)
        self.us = time.ticks_diff(time.ticks_us(), began)
        return rest


def main():
    """Everything, then `end`."""
    with open(HERTZ) as file:
        machine.freq(int(file.read()))
    time.sleep_ms(LISTEN_MS)
    sys.path.insert(0, "/a")
    from player import Player

    with open(HEAD) as file:
        play = Player(file.read())
    timed = Timed(play.table.step)
    play.table.step = timed
    print("begin", gc.mem_free())
    with open(LINES) as file:
        for line in file:
            answer = play.scan(line)
            print(timed.us, answer)
    print("end")


main()
