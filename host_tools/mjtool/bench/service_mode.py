"""Service mode on the bench: entered, kept alive, left; a simulated table's key is held."""

from .. import jog
from ..client import Client
from ..refusal import explain
from .clock import Clock

POLL_S = 0.05
MODE_S = 5.0  # service mode ends 10 s after the key was last held
ENTER_S = 1.5
HEARD_S = 1.0


class ServiceMode:
    """The half of a session that goes in and out of service mode."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self.client = client
        self.clock = clock
        self._held_until = 0.0
        self.entered = False  # this program is in service mode: what others do is not ended here

    @property
    def mode(self) -> str:
        """The table's mode."""
        return self.client.request("status").fields.get("mode", "")

    def hold(self, seconds: float = 0.0) -> None:
        """At a simulated table the bench holds the service key; at a real one a person does.

        With `seconds` it is held for so long from now on, else it was held a moment ago. A key
        that is down cannot be pressed again: a press that would end too soon is waited out.
        """
        if not self.client.hello.sim:
            return
        left = self._held_until - self.clock.now()
        if left >= seconds and (seconds or left > -MODE_S):
            return
        if left > 0:
            self.wait(left + POLL_S)
        ms = jog.SIMULATED_HOLD_MS if seconds else round(POLL_S * 1000)
        answer = self.client.request("press", key="service", ms=ms)
        if answer.ok:
            self._held_until = self.clock.now() + ms / 1000

    def wait(self, seconds: float) -> None:
        """Let time pass with the link heard: service mode ends 3 s after the last word."""
        until = self.clock.now() + seconds
        while (left := until - self.clock.now()) > 0:
            self.client.request("status")
            self.clock.sleep(min(left, HEARD_S))

    def enter(self) -> None:
        """Be in service mode; RefusedError and its like say why not."""
        if self.entered and self.mode == "service":
            self.hold()
            return
        if self.client.hello.sim:
            self.client.request("press", key="service", ms=jog.SIMULATED_KEY_MS)
        until = self.clock.now() + ENTER_S
        answer = self.client.request("service.enter")
        while not answer.ok and answer.code == "key" and self.clock.now() < until:
            self.clock.sleep(POLL_S)
            answer = self.client.request("service.enter")
        if not answer.ok:
            raise explain(self.client, "service.enter", answer, {})
        self.entered = True
        self._held_until = self.clock.now()  # the change of mode has let the key go

    def leave(self) -> None:
        """Out of service mode, when it was this program that went in."""
        if self.entered:
            self.entered = False
            self.client.request("service.leave")
