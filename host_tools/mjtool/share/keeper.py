"""Holds a port and lets the programs of this computer share it, until it is lost or unused."""

import select
import time
from collections.abc import Callable

from mjshare import meeting
from mjshare.doors import Door
from mjshare.hub import Hub

from ..dictionary import load
from ..errors import LinkLostError
from ..transport import Transport

UNUSED_S = 3.0  # nobody came, or the last has gone, this long ago: the port is given back
LOOK_S = 0.02  # the hub's own times are ten times as long


class Keeper:
    """One port and everybody who shares it; NoDeviceError when it cannot be opened."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._port = Transport(url)
        self.hub = Hub(self._port.write, load().moves)
        self._place = meeting.place_of(url)
        self._door = Door(self.hub, meeting.listen(self._place))
        self._used_s = time.monotonic()

    @property
    def is_unused(self) -> bool:
        """Nobody has been here for a while."""
        if self.hub.seats:
            self._used_s = time.monotonic()
        return time.monotonic() - self._used_s > UNUSED_S

    def step(self) -> None:
        """Wait a moment for something to do, and do it; LinkLostError when the port is gone."""
        waits = self._port.descriptors()
        places = [*waits, *(guest.fileno() for guest in self._door.sockets())]
        ready = select.select(places, [], [], LOOK_S)[0]
        now_s = time.monotonic()
        if not waits or waits[0] in ready:
            self.hub.answered(self._port.read(), now_s)
        self._door.pump(now_s)
        self.hub.tick(now_s)

    def run(self, end: Callable[[], bool]) -> None:
        """Until `end()` holds."""
        while not end():
            self.step()

    def close(self) -> None:
        """Everybody is shown out, what moves is stopped, the port is given back."""
        self._door.close()
        until = time.monotonic() + 1.0
        try:
            while not self.hub.line.idle and time.monotonic() < until:
                self.hub.answered(self._port.read(), time.monotonic())
                self.hub.tick(time.monotonic())
        except LinkLostError:
            pass
        self._place.unlink(missing_ok=True)
        self._port.close()
