"""The real firmware on an abstract machine: what may happen, and what it does then."""

from __future__ import annotations

from mjsim.campaign.abstract import ROTORS
from mjsim.campaign.alike import alike
from mjsim.campaign.kept import Kept
from mjsim.campaign.unsafe import unsafe
from mjsim.generated.constants import HATCH_TRAVEL_MS
from mjsim.words.stumble import where

KEY_MS, HOLD_MS, BOUNCE_MS, SETTLE, QUIET_MS = 150, 1_400, 30, 40, 120_000
HALF_WAY, UP, LONG_MS = 1, 2, 4_000
EDGE_MS = 250
"""From edge to edge of what turns, and from flag to flag of the rods: the dice are given 400, the
drum 1300, the chain's zero 60 to stay off."""


class World(Kept):
    """What may happen to it, and what it does then."""

    def scan(self) -> int:
        """One scan; the firmware's wait."""
        board = self.board
        board.inputs.now_ms = self.now & 0x3FFFFFFF
        board.read(board.inputs)
        wait = int(self.brain.step(board.inputs, board.outputs))
        before = self.abstract.on
        board.write(board.outputs)
        if self.abstract.hatch != UP:
            self.up_ms = -1
        elif self.up_ms < 0:
            self.up_ms = self.now
        self.unsafe = self.unsafe or unsafe(self.abstract, self.abstract.on & ~before)
        return wait

    def run(self, ms: int) -> None:
        """A time in which no mechanism moves."""
        end = self.now + ms
        while self.now < end:
            self.now += 5
            wait = self.scan()
            self.now = max(self.now, min(end, self.now + wait - wait % 5 - 5))

    def until_it_changes(self, turning: tuple[str, ...] = ()) -> None:
        """Time passes until the firmware does something by itself; some rotors turn meanwhile."""
        was, end, edge = alike(self), self.now + QUIET_MS, self.now
        while self.now < end:
            if turning and self.now >= edge:
                edge = self.now + EDGE_MS
                for name in turning:
                    self.abstract.move(name)
            wait = self.scan()
            if alike(self) != was:
                break
            self.now = min(self.now + max(5, wait - wait % 5), edge if turning else end)

    def do(self, event: str) -> None:
        """One event; a traceback is as bad as an unsafe output."""
        try:
            self._do(event)
        except Exception as problem:  # noqa: BLE001 - it is one of the failures
            self.unsafe = self.unsafe or where(problem)

    def _do(self, event: str) -> None:
        """What happens, and what follows at once."""
        kind, _, what = event.partition(" ")
        if kind == "move":
            self._move(what)
        elif kind == "key":
            for name in what.split("+"):
                self.abstract.put(name, True)
            self.run(HOLD_MS if "+" in what else KEY_MS)
            for name in what.split("+"):
                self.abstract.put(name, False)
            self.run(BOUNCE_MS)
        elif kind in ("wait", "turn"):
            self.until_it_changes(tuple(what.split("+")) if what else ())
        elif kind == "plug":
            self._restart()
        elif kind == "pinch":
            self.abstract.put("pinch", not self.abstract.sees("pinch"))
        elif kind == "hands":
            self.abstract.put_right()
        else:
            self.abstract.stop(self.abstract.sees("loop_raw"), lid=kind == "lid")
        for _ in range(SETTLE):
            self.now += 5
            if self.scan() > 5:
                break

    def _move(self, name: str) -> None:
        """A mechanism comes to its next flag. The hatch takes its time for its way: a lower limit
        that comes too soon is not believed; the rods: nor is a zero that flickers."""
        if name == "hatch" and self.abstract.hatch == HALF_WAY:
            self.run(HATCH_TRAVEL_MS)
        elif name == "chain":
            self.run(EDGE_MS)
        if name in self.abstract.moves():
            self.abstract.move(name)

    def _restart(self) -> None:
        self.abstract.arm(False, self.now)
        self.abstract.write(0, 0, self.now)
        self.abstract.power_cycles += 1
        self.switch_on()
        self.run(100)

    def events(self) -> list[str]:
        """What may happen now."""
        moves = self.abstract.moves()
        found = ["move " + name for name in moves if name not in ROTORS]
        turns = [name for name in moves if name in ROTORS]
        found += ["turn " + name for name in {"+".join(turns): 0, **dict.fromkeys(turns)} if name]
        found += ["wait", "key elevator", "key mark", "key elevator+mark", "pinch", "plug"]
        closed = self.abstract.sees("loop_raw")
        if self.abstract.sees("lid"):
            return [*found, "lid", "hands"]
        return found + (["lid", "stop"] if closed else ["stop"])

    @property
    def long_up(self) -> bool:
        """The hatch is up for so long that a set may be in."""
        return self.up_ms >= 0 and self.now - self.up_ms >= LONG_MS

    @property
    def free(self) -> bool:
        """People can reach their tiles: the hatch is up, and nobody waits for anything."""
        return self.abstract.hatch == UP and self.brain.cycle.state in ("loading", "adding")
