"""Somebody at a simulated table who does what the bench asks and answers what is true.

It lays tiles, covers sensors and presses keys with the plant's own hands; its eyes see which
mechanism has moved and which way, its meters read what the plant knows.
"""

from mjsim.generated import constants as C
from mjsim.plant.signals import INPUT
from mjsim.table.at_bench import Eyes, lay_tiles, take_tiles
from mjsim.table.session import SimTable
from mjtool.bench.operator import Ask
from mjtool.bench.parts import parts


class Witness:
    """An operator for `mjtool.bench.session.Session`."""

    is_quick = True

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.asked: list[str] = []
        self.eyes = Eyes(table)

    def answer(self, ask: Ask) -> str:
        """Do it, or say what is so."""
        self.asked.append(ask.id)
        verb, _, name = ask.id.partition(" ")
        if verb in ("touch", "tile", "take"):
            words = ask.act.split()
            return str(getattr(self, "_" + words[0])(*words[1:]))
        return str(getattr(self, "_see_" + verb)(name, ask))

    def before_test(self) -> None:
        """From here on it watches what moves."""
        self.eyes.look_back()

    # hands

    def _block(self, name: str, ms: str) -> str:
        """Hold an input the other way round for a time; time does not pass here."""
        plant, index = self.table.plant, INPUT[name]
        byte, mask = index >> 3, 1 << (index & 7)
        was = plant.input_raw(name)
        self._put(name, byte, mask, not was)
        self.table.after(int(ms), lambda: self._put(name, byte, mask, was))
        return "done"

    def _put(self, name: str, byte: int, mask: int, on: object) -> None:
        if name in ("lid",):
            self.table.plant.set_input(name, on)
        else:
            self.table.plant.put(byte, mask, on)
            self.table.plant.next_ms = min(self.table.plant.due)
        self.table.runner.wake()

    def _tile(self, name: str, count: str) -> str:
        lay_tiles(self.table, name, int(count))
        self.table.runner.wake()
        return "done"

    def _take(self, name: str) -> str:
        take_tiles(self.table, name)
        self.table.runner.wake()
        return "done"

    # eyes and meters

    def _see_look(self, name: str, ask: Ask) -> str:
        if name not in C.MOTORS:
            return "yes"  # a lamp, a beep
        moved = self.eyes.moved()
        return "yes" if name in moved else moved[0] if moved else "no"

    def _see_way(self, name: str, ask: Ask) -> str:
        return "no" if self.eyes.is_reversed(name) else "yes"

    def _see_back(self, name: str, ask: Ask) -> str:
        return "no" if self.eyes.stays(name) else "yes"

    def _see_ohms(self, name: str, ask: Ask) -> str:
        plant, index = self.table.plant, C.MOTORS.index(name)
        return "2" if (plant.shorted | plant.half_wave) >> index & 1 else "2000000"

    def _see_volts(self, name: str, ask: Ask) -> str:
        states = parts("four_port").testpoints[name]["states"]
        state = next(s for s in states if f", {s['when']}:" in ask.text)
        return f"{(state['min_mv'] + state['max_mv']) / 2000:.2f}"

    def _see_step(self, name: str, ask: Ask) -> str:
        return {"A2": "0.05", "A5": "20", "B1": "40", "D1": "6", "D6": "30", "G": "0.4"}.get(
            name, "yes")

    def _see_rest(self, name: str, ask: Ask) -> str:
        return "no"
