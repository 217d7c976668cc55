"""One owner of motion at a time: who began, until it ends, says nothing more, or is gone."""

from __future__ import annotations

from .seat import Asked, Seat

OWNING = ("service.enter", "motor.jog", "motor.test", "selftest", "emitters", "show.test")
KEEPS = ("keepalive",)  # what nobody else may send: it lets the owner's motor run on
SILENT_S = 3.0  # the table ends service mode after the same time without its host


def stops(asked: Asked) -> bool:
    """It ends something: anybody may."""
    fields = asked.fields
    return (asked.command == "service.leave"
            or asked.command == "motor.jog" and fields.get("ms") == "0"
            or asked.command == "selftest" and fields.get("step") == "end")


class Owner:
    """Who moves the table."""

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self.motor = ""  # that it ran last
        self._heard_s = 0.0

    def heard(self, seat: Seat, now_s: float) -> None:
        """A program has asked something."""
        if self.seat is seat:
            self._heard_s = now_s

    def is_silent(self, now_s: float) -> bool:
        """There is one, and it has said nothing for too long."""
        return self.seat is not None and now_s - self._heard_s > SILENT_S

    def told(self, seat: Seat, asked: Asked, now_s: float) -> None:
        """The table has done what was asked."""
        if asked.command == "service.leave":
            self.seat = None
        elif asked.command in OWNING and not stops(asked):
            self.seat = seat
            self._heard_s = now_s
            self.motor = asked.fields.get("name", self.motor)
