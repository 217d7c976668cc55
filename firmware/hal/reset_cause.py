"""Why the program starts, and how often in a row the watchdog was the reason.

One word of the controller outlives every reset but that of the power: watchdog SCRATCH0. It holds

    bits 0..7 watchdog restarts in a row   8..11 note for the next start   16..23 mark

MicroPython 1.29 offers it as `machine.mem_backup()[0]`, 1.28 by its address; it is the same word.
`machine.reset_cause()` says "watchdog" for `machine.reset()` too, so a wanted restart leaves a
note; one without a note (mpremote reset) is told by the watchdog's REASON register, the word
before SCRATCH0 on both chips (RP2040 datasheet §4.7.6, RP2350 §12.9.7).
"""

UNSTABLE = 3  # watchdog restarts in a row: stay safe, outputs dead
MARK = 0x5A
FORCED = 2  # bit of WATCHDOG REASON: restarted by the program, not by time
REASON_BEFORE = 4  # bytes from REASON to SCRATCH0
NOTES = ("", "run", "maintenance")  # as mjtable.generated.command_table.LIST_START, from 1 on
MOST = 255


class ResetCause:
    """Made once, at start. `scratch` is the address of SCRATCH0 (`hal.chip`).

    `name` "power" (also brown-out: the supervisor pulls RUN), "watchdog" or "reset" (asked for);
    `note` "", "run" or "maintenance", what the program before asked for; `count` watchdog
    restarts in a row, `unstable` when they are three.
    """

    def __init__(self, machine, scratch):
        if hasattr(machine, "mem_backup"):
            self._memory = machine.mem_backup()
            self._place = 0
        else:
            self._memory = machine.mem32
            self._place = scratch
        word = self._memory[self._place]
        forced = machine.mem32[scratch - REASON_BEFORE] & FORCED
        count = note = 0
        if word >> 16 == MARK and word >> 8 & 15 < len(NOTES):
            count = word & 255
            note = word >> 8 & 15
        if machine.reset_cause() != machine.WDT_RESET:
            self.name = "power"
            note = 0
        elif note or forced:
            self.name = "reset"
        else:
            self.name = "watchdog"
        self.note = NOTES[note]
        self.count = min(count + 1, MOST) if self.name == "watchdog" else 0
        self.unstable = self.count >= UNSTABLE
        self._keep(self.count, 0)

    def started_well(self):
        """The program has run for 10 s without trouble: watchdog restarts count from 0 again."""
        if self.count:
            self.count = 0
            self._keep(0, 0)

    def request(self, mode):
        """Leave a note before machine.reset(): "run" or "maintenance"; others count as "run"."""
        self._keep(0, 2 if mode == NOTES[2] else 1)

    def _keep(self, count, note):
        self._memory[self._place] = MARK << 16 | note << 8 | count
