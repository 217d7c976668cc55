"""The table's events as far back as this computer remembers: many times what the board keeps."""

from __future__ import annotations

from collections import deque

from .board_line import number_of

KEPT = 20_000  # events; a hand has about 1,500
AT_MOST = 3  # event lines behind one answer (design architecture, "Serial link")


class History:
    """Events in the order of their numbers, without gaps, from `first` to before `next`."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT)
        self.next = 0  # to ask the board for; 0: nothing is known yet

    @property
    def first(self) -> int:
        """The oldest event kept; that of the next one when there is none."""
        return self.next - len(self.lines)

    def take(self, answer: list[str]) -> bool:
        """An answer of the board to `events from=<next>`; True when there is more to ask for."""
        following = number_of(answer[0], "next")
        for line in answer[1:]:
            number = int(line[1:].split(" ")[0])
            if self.lines and number != self.next:
                self.lines.clear()  # the board has started anew, or some were overwritten
            self.lines.append(line)
            self.next = number + 1
        if len(answer) == 1:
            if following != self.next:
                self.lines.clear()
            self.next = following
        return len(answer) > 1

    def answer(self, start: int) -> list[str]:
        """The answer to `events from=<start>`."""
        at = start - self.first
        if not 0 <= at <= len(self.lines):
            at = 0
        found = [self.lines[at + row] for row in range(min(AT_MOST, len(self.lines) - at))]
        following = self.first + at + len(found)
        return [f"ok n={len(found)} first={self.first} next={following}", *found]
