"""Two watchdogs: the live signal that keeps motor power on, and the controller's own.

The live signal (GP10) is toggled once a scan, by software alone and only after every check of that
scan has passed; 55 ms without it remove motor power in hardware and 15 ms never do, at any corner
of the parts (hardware/out/spice.md). The controller's watchdog restarts a hung program; it is fed
here and nowhere else, whenever the loop and the frames are alive, so that a broken cable is told
as a fault and not as a restart.

The exchange of frames needs no program to go on (`exchange.py`): when the program hangs, the
outputs stay as they are for the 55 ms until the live signal has been missed, and no longer.
"""

TIMEOUT_MS = 2000  # a flash save at rest may erase twice, 800 ms; the live signal is much faster
FRAMES_MIN = 3  # a scan of 5 ms looks at five frames; after fewer than this the exchange is dead


class Watchdog:
    """`kick` is a pin to call, `wdt` a machine.WDT or None (maintenance and safe mode)."""

    def __init__(self, kick, wdt, chain):
        self._kick = kick
        self._wdt = wdt
        self._chain = chain
        self._frames = chain.frames
        self._level = 0
        self.kicks = 0

    def step(self, in_time):
        """Once a scan, last. `in_time`: the scan kept its limit. True: the signal was given."""
        chain = self._chain
        frames = chain.frames
        alive = frames - self._frames & 0xFFFF >= FRAMES_MIN  # `collect` has compared them all
        self._frames = frames
        if alive and self._wdt is not None:
            self._wdt.feed()
        if not alive or not in_time or chain.bad:
            return False
        self._level = 1 - self._level
        self._kick(self._level)
        self.kicks = self.kicks + 1 & 0x3FFFFFFF
        return True

    def pause(self):
        """Before something that takes long, at rest: all the time there is."""
        if self._wdt is not None:
            self._wdt.feed()

    def resume(self):
        """After it: what came meanwhile is not looked at, and not held against the exchange."""
        self._chain.skip()
        self._frames = self._chain.frames - FRAMES_MIN & 0xFFFF
        self.pause()
