"""The law by which tiles leave the drum.

The law (design hardware §3): a back-up tile is picked at rate mu, shared by the ports, while drum
and ring turn; while the drum turns a face-up tile flips at phi and a back-up one at psi. It is
carried out by thinning: candidates come at a port's share of mu for every loose tile; a candidate
is looked at, and taken when it lies back-up. Places and faces are worked out only when a tile is
looked at, with the exact law for the time since the last look.

Every port waits for its next candidate by itself, and while it is shut keeps what is left of that
wait; every tile has a fate of its own. So a belt that starts some ms later meets the same tiles
some ms later, and nothing else changes.
"""

from __future__ import annotations

from math import exp, log, pi

from mjsim.generated import constants as C
from mjsim.plant.chance import ADD, ALL, HALF, MIX, anew
from mjsim.plant.loose import TWO_PI, Loose
from mjsim.plant.numbers import BACK_SHARE, FLIP_PER_MS, NEVER, PICK_MS, WEAK_TILE
from mjsim.plant.tiles import DEAD, SOUND, WEAK, strongest

_LIFTED = {SOUND: 1.0, WEAK: WEAK_TILE, DEAD: 0.0}


class Pick(Loose):
    """How long each port waits for its next candidate among the loose tiles.

    A wait is measured in loose tiles times ms: `_wait` of a line is what is left
    while its port is shut, and what `_offered` comes to at its end while it is open.
    """

    def __init__(self, plant) -> None:
        super().__init__(plant, plant.mixing)
        self._last = [-1] * len(C.SIDES)  # the tile that each port took last
        lines = C.LINES[C.MACHINES.index(plant.machine)]
        # all ports of a machine share mu
        unit = plant.unit
        self.strongest = strongest(unit)
        self.pick_ms = PICK_MS * lines / unit.pct(("pick", "ring")) / self.strongest
        self.ports = [plant.chance("port_" + side.lower()) for side in C.SIDES]
        self._wait = [self._draw(line) for line in range(len(self.ports))]
        self._offered = 0.0
        self._offered_ms = 0
        self._rate = 0
        self.open: list = []
        self.due = plant.due
        self.slot = plant.add_slot(self.run)
        self.mixing = plant.drum_mixing
        self.log: list[tuple[int, int, int, float]] | None = None
        """For the study: tile, turning time, line and the drum's angle of each pick."""

    def _draw(self, line: int) -> float:
        """A port's wait for a candidate."""
        return -log(1.0 - self.ports[line].random()) * self.pick_ms

    def retime(self, now: int) -> None:
        """Something that makes the rate has changed: when does the next candidate come?"""
        plant = self.p
        self._offered += self._rate * (now - self._offered_ms)
        self._offered_ms = now
        if plant.drum.moving:
            if self._turning_since < 0:
                self._turning_since = now
            self._rate = len(self.loose) if plant.ring.moving else 0
        else:
            self._turned = self.turned(now)
            self._turning_since = -1
            self._rate = 0
        self._plan(now)

    def _plan(self, now: int) -> None:
        if self._rate and self.open:
            wait = self._wait
            first = min([wait[belt.line] for belt in self.open]) - self._offered
            self.due[self.slot] = now + 1 + int(first / self._rate) if first > 0 else now + 1
        else:
            self.due[self.slot] = NEVER

    def opened(self, belt, now: int) -> None:
        """A belt runs and its port is free; a tile that clings to the last one comes at once."""
        self.open.append(belt)
        self.retime(now)
        self._wait[belt.line] += self._offered
        if belt.clings:
            self._wait[belt.line] = self._offered
        self._plan(now)

    def closed(self, belt, now: int) -> None:
        """A belt stands, runs back, or a tile is still in its port."""
        self.open.remove(belt)
        self.retime(now)
        self._wait[belt.line] -= self._offered

    def run(self, now: int) -> None:
        """A candidate at one of the open ports."""
        self._offered += self._rate * (now - self._offered_ms)
        self._offered_ms = now
        wait, plant = self._wait, self.p
        belt = self.open[0]
        for other in self.open:
            if wait[other.line] < wait[belt.line]:
                belt = other
        line = belt.line
        fate = self.ports[line].getrandbits(64)
        wait[line] = self._draw(line)
        tile = self.look(line, fate, now) if self.mixing else self.nearest(line, now)
        if tile >= 0 and self._lifts(tile):
            self.loose.remove(tile)
            self._rate = len(self.loose)
            self.open.remove(belt)
            self._last[line] = tile
            if self.log is not None:
                self.log.append((tile, self.turned(now), line, plant.drum.angle(now)))
            plant.leaves_drum(tile)
            belt.take(tile, now)
        else:
            wait[line] += self._offered
            if belt.clings:
                belt.let_go(now)
        self._plan(now)

    def _lifts(self, tile: int) -> bool:
        """Does the ring hold this candidate? Candidates come as often as the strongest needs."""
        pull = self.p.pull[tile] * _LIFTED[self.p.sound[tile]]
        return pull >= self.strongest or self._chance(tile) * self.strongest < pull

    def look(self, line: int, fate: int, now: int) -> int:
        """Choose a candidate; -1 when there is none.

        Whether one leaves is up to any tile at all, which must lie back-up: so the law's rate
        holds. Which one leaves is another question: one that clings to the port's last, else of
        those that are met under the ring, rather near the port, the first that lies back-up.
        """
        turned = self._turned + now - self._turning_since
        any_one, fate = self._meet(fate, turned)
        if not self.back[any_one]:
            return -1
        tile = self._follower(line, fate, turned)
        if tile >= 0 and self.back[tile]:
            return tile
        port = TWO_PI * line / 4 - self.p.drum.angle(now)
        law = self.law
        for _ in range(law.looks):
            tile, fate = self._meet(fate, turned)
            if self.reach[tile] < law.rim and self.back[tile]:
                far = abs((self.angle[tile] - port + pi) % TWO_PI - pi) / pi
                fate = (fate * MIX + ADD) & ALL
                if (fate >> 32) * HALF < law.far + (1 - law.far) * (1 - far):
                    return tile
        return any_one

    def _meet(self, fate: int, turned: int) -> tuple[int, int]:
        """Any loose tile, as it lies now; the next chance."""
        pool, where, drum = self.pool, self.p.where, self.p.drum_code
        count, tile = len(pool), -1
        while tile < 0 or where[tile] != drum:
            fate = (fate * MIX + ADD) & ALL
            tile = pool[(fate >> 32) * count >> 32]
        self.mix(tile, turned)
        return tile, fate

    def _follower(self, line: int, fate: int, turned: int) -> int:
        """What clings to the tile that this port took last, if it follows; -1 for none."""
        last = self._last[line]
        if last < 0 or ((fate ^ ALL) >> 32) * HALF >= self.law.follow:
            return -1
        tile = self.clings_to(last, turned)
        if tile >= 0:
            self.mix(tile, turned)
        return tile

    def nearest(self, line: int, now: int) -> int:
        """Without mixing, the study's control: the outermost, nearest tile that lies back-up."""
        turned = self.turned(now)
        port = TWO_PI * line / 4 - self.p.drum.angle(now)
        best, found = 9.0, -1
        for tile in self.loose:
            ms = turned - self.seen[tile]
            self.seen[tile] = turned
            fresh = anew(self._chance(tile), exp(-FLIP_PER_MS * ms), -1.0)
            if fresh >= 0:
                self.back[tile] = 1 if fresh < BACK_SHARE else 0
            far = abs((self.angle[tile] - port + pi) % TWO_PI - pi) / TWO_PI
            if self.back[tile] and far / 2 + self.reach[tile] < best:
                best, found = far / 2 + self.reach[tile], tile
        return found

    def returned(self, tile: int, line: int, now: int) -> None:
        """A belt running back drops a tile into the drum: under the ring, back-up, at its port."""
        self.put(tile, TWO_PI * line / 4, 0.0, now)
        self.back[tile] = 1
        self.p.moved_one(tile, self.p.drum_code)
        self.retime(now)
