"""Several programs on one board: reads are shared, events kept, one owner of motion.

No clock and no sockets in here: whoever has them calls `heard`, `answered` and `tick`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .board_line import BoardLine, Wish, number_of
from .history import History
from .owner import KEEPS, OWNING, Owner, stops
from .seat import Asked, Seat

SHARED = ("status", "image", "io.list", "marker.get", "profile.get", "profile.list", "faults",
          "settings.get", "stats", "trends", "chronicle", "measure", "motor.result")
FRESH_S = 0.04  # an answer this old is as good as a new one; 25 looks a second are for people
POLL_S = 0.05  # between two looks for events
NEVER_S = -1.0e9
NAME = re.compile("[a-z0-9_.-]{1,40}")
EVENTS = re.compile("(from=[0-9]{1,10})?")
Extra = Callable[[Mapping[str, str]], str]


@dataclass
class Reading:
    """A question that changes nothing, and everybody who waits for its answer."""

    waiting: list[tuple[Seat, Asked]] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    told: set[Seat] = field(default_factory=set)
    at_s: float = 0.0

    def is_news(self, seat: Seat, now_s: float) -> bool:
        """Fresh, and nobody gets the same answer twice."""
        return seat not in self.told and now_s - self.at_s <= FRESH_S


class Hub:
    """`send` takes bytes for the board; `moves(command)`: something moves through it, or a key
    is pressed; `extra`: commands that are answered here, not by the board."""

    def __init__(self, send: Callable[[bytes], object], moves: Callable[[str], bool],
                 extra: Mapping[str, Extra] | None = None) -> None:
        self.line = BoardLine(send)
        self.history = History()
        self.owner = Owner()
        self.seats: list[Seat] = []
        self._moves = moves
        self._own = {"share.name": self._named, "share.list": self._list}
        self._extra = dict(extra or {})
        self._readings: dict[str, Reading] = {}
        self._now_s, self._looked_s = 0.0, NEVER_S
        self._greeted = False  # nothing but `hello` is sent to a port that has not answered it
        self._looking = False
        self._for_events: list[tuple[Seat, Asked]] = []
        self._names = 0

    def join(self, reply: Callable[[bytes], object]) -> Seat:
        """Another program."""
        self._names += 1
        seat = Seat(reply, f"program_{self._names}")
        self.seats.append(seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """It has gone: what it moves stops now, not when the table misses it."""
        seat.gone = True
        self.seats.remove(seat)
        self.line.forget(seat)
        if self.owner.seat is seat:
            self._stop_motion()

    def _stop_motion(self) -> None:
        """Nobody is left who would stop what the owner began."""
        self.owner.seat = None
        self._readings.clear()
        bodies = (f"motor.jog name={self.owner.motor or 'drum'} ms=0", "service.leave")
        self.line.urge(self._now_s, *(Wish(body, lambda lines: None) for body in bodies))

    def heard(self, seat: Seat, data: bytes, now_s: float) -> None:
        """A program has sent this."""
        self._now_s = now_s
        self.owner.heard(seat, now_s)
        for asked in seat.requests(data):
            self._do(seat, asked)

    def answered(self, data: bytes, now_s: float) -> None:
        """The board has sent this."""
        self._now_s = now_s
        self.line.heard(data, now_s)

    def tick(self, now_s: float) -> None:
        """Time has passed."""
        self._now_s = now_s
        self.line.tick(now_s)
        if self.owner.is_silent(now_s):
            self._stop_motion()
        if self._greeted and self.seats and now_s - self._looked_s >= POLL_S:
            self._look()

    def _do(self, seat: Seat, asked: Asked) -> None:
        if asked.command in self._own:
            seat.answer(asked, [self._own[asked.command](seat, asked)])
        elif asked.command in self._extra:
            self._readings.clear()
            seat.answer(asked, [self._extra[asked.command](asked.fields)])
        elif asked.command == "events" and EVENTS.fullmatch(asked.rest):
            self._tell_events(seat, asked)
        elif asked.command in SHARED:
            self._read(seat, asked)
        else:
            self._act(seat, asked)

    def _named(self, seat: Seat, asked: Asked) -> str:
        name = asked.fields.get("name", "")
        if not NAME.fullmatch(name):
            return "err param key=name"
        seat.name = name
        return "ok"

    def _list(self, seat: Seat, asked: Asked) -> str:
        """Who is here: name, and 1 for the owner of motion."""
        rows = " ".join(f"{row}={other.name}:{int(other is self.owner.seat)}"
                        for row, other in enumerate(self.seats))
        return f"ok n={len(self.seats)} next=0 {rows}"

    def _read(self, seat: Seat, asked: Asked) -> None:
        reading = self._readings.get(asked.body)
        if reading is not None and not reading.answer:
            reading.waiting.append((seat, asked))
        elif reading is not None and reading.is_news(seat, self._now_s):
            reading.told.add(seat)
            seat.answer(asked, reading.answer)
        else:
            fresh = self._readings[asked.body] = Reading([(seat, asked)])
            self.line.ask(Wish(asked.body, lambda lines: self._has_read(asked.body, fresh, lines)),
                          self._now_s)

    def _has_read(self, body: str, reading: Reading, lines: list[str] | None) -> None:
        waiting, reading.waiting = reading.waiting, []
        if lines is None and self._readings.get(body) is reading:
            del self._readings[body]
        reading.answer, reading.at_s = lines or [], self._now_s
        for seat, asked in waiting:
            reading.told.add(seat)
            _give(seat, asked, lines)
        if body == "status" and lines:
            self._has_news(number_of(lines[0], "events"))

    def _act(self, seat: Seat, asked: Asked) -> None:
        """What may change something: never shared, and motion is its owner's."""
        owner = self.owner.seat
        moves = self._moves(asked.command) or asked.command in (*OWNING, *KEEPS)
        if owner not in (None, seat) and moves and not stops(asked):
            seat.answer(asked, [f"err busy owner={owner.name}"])
            return

        def done(lines: list[str] | None) -> None:
            self._readings.clear()
            self._looked_s = NEVER_S
            if lines is not None and lines[0].startswith("ok"):
                self._greeted = self._greeted or asked.command == "hello"
                self.owner.told(seat, asked, self._now_s)
                if seat.gone and self.owner.seat is seat:
                    self._stop_motion()  # it went while the board began this
            _give(seat, asked, self._with_share(asked, lines))

        self._readings.clear()
        wish = Wish(asked.body, done, seat)
        if stops(asked):
            self.line.urge(self._now_s, wish)
        else:
            self.line.ask(wish, self._now_s)

    def _with_share(self, asked: Asked, lines: list[str] | None) -> list[str] | None:
        """`hello` says that the link is shared, and by how many."""
        if lines and asked.command == "hello" and lines[0].startswith("ok"):
            return [f"{lines[0]} share={len(self.seats)}"]
        return lines

    def _tell_events(self, seat: Seat, asked: Asked) -> None:
        """From what is known, when that is new enough."""
        start = int(asked.fields.get("from", "0"))
        if self._now_s - self._looked_s < POLL_S and start <= self.history.next:
            seat.answer(asked, self.history.answer(start))
        else:
            self._for_events.append((seat, asked))
            self._look()

    def _has_news(self, following: int) -> None:
        """`status` says which number the next event gets: whether there are new ones."""
        if following == self.history.next:
            self._looked_s = self._now_s
        else:
            self._look()

    def _look(self) -> None:
        """Ask the board for new events, unless that is under way."""
        if not self._looking:
            self._looking = True
            self.line.ask(Wish(f"events from={self.history.next}", self._seen), self._now_s)

    def _seen(self, lines: list[str] | None) -> None:
        self._looking = False
        good = lines is not None and lines[0].startswith("ok")
        if good and self.history.take(lines or []):
            self._look()
            return
        self._looked_s = self._now_s
        waiting, self._for_events = self._for_events, []
        for seat, asked in waiting:
            start = int(asked.fields.get("from", "0"))
            _give(seat, asked, self.history.answer(start) if good else lines)


def _give(seat: Seat, asked: Asked, lines: list[str] | None) -> None:
    """The answer, when there is one."""
    if lines is None:
        seat.unanswered(asked)
    else:
        seat.answer(asked, lines)
