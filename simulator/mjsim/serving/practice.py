"""What a served table lets its host do besides: things go wrong, and a hand reaches in.

Commands that no board has (a real one answers `err unknown`); a comma stands for a blank:
`sim.inject text=jam,head_b`, `sim.inject text=clear,jam,head_b`, `sim.hand text=block,cnt_a,300`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjsim.plant import inject
from mjsim.plant.inject_words import InjectError, input_name
from mjsim.serving.hand_words import MENDING
from mjsim.table.at_bench import Eyes, lay_tiles, take_tiles
from mjsim.words.names import UsageError

BLOCK_MOST_MS, TILES_MOST = 60_000, 5
PAGE_LETTERS = 120
"""Of rows in one answer: a line has room for 160 with its number and what else stands in it."""


class Practice:
    """The host's hands at one simulated table."""

    def __init__(self, table: Any, speed: float = 1.0) -> None:
        self._table = table
        self._speed = speed
        self._eyes = Eyes(table)
        self.commands: Mapping[str, Callable[[Mapping[str, str]], str]] = {
            "sim.inject": lambda fields: self._done(self.inject, fields),
            "sim.hand": lambda fields: self._done(self.hand, fields),
            "sim.faults": self._faults,
            "sim.table": lambda fields: self._inside(),
            "sim.eyes": lambda fields: self._see(),
            "sim.time": lambda fields: "ok ms=%d" % self._table.now_ms,
        }
        self._verbs: dict[str, Callable[[list[str]], object]] = {
            "block": self._block, "power": self._power, "lid": self._lid, "stop": self._stop,
            "hold": lambda words: self._table.hold(words[0], _ms(words[1])),
            "tile": lambda words: lay_tiles(self._table, words[0], _count(words[1:])),
            "take": lambda words: take_tiles(self._table, words[0]),
        }  # fmt: skip

    def _done(self, act: Callable[[str], object], fields: Mapping[str, str]) -> str:
        """`ok`, or the sentence of what is wrong, a comma for each blank."""
        text = fields.get("text", "").replace(",", " ").strip()
        try:
            act(text)
        except (InjectError, UsageError, ValueError) as problem:
            return "err param key=text why=%s" % _spelled(str(problem))
        self._table.runner.wake()
        return "ok"

    def inject(self, text: str) -> None:
        """Something goes wrong from now on, or `clear ...` is right again."""
        self._table.inject(text)

    def _faults(self, fields: Mapping[str, str]) -> str:
        """What is wrong now, one a row, a page of them from row `from` on."""
        causes = [cause.text.replace(" ", ",") for cause in self._table.plant.causes]
        first = int(fields["from"]) if fields.get("from", "").isdecimal() else 0
        rows: list[str] = []
        for text in causes[first:]:
            if rows and sum(map(len, rows)) + len(text) + 4 * len(rows) > PAGE_LETTERS:
                break
            rows.append(text)
        following = first + len(rows)
        listed = "".join(" %d=%s" % row for row in enumerate(rows))
        return "ok n=%d next=%d%s" % (len(rows), following if following < len(causes) else 0,
                                      listed)

    def _inside(self) -> str:
        """Tiles by place, and which simulation this is."""
        table = self._table
        tiles = " ".join("tiles_%s=%d" % place for place in table.plant.counts().items())
        unit = table.plant.unit
        return "ok %s speed=%g unit=%s:%d seed=%d" % (tiles, self._speed, unit.kind, unit.number,
                                                      table.seed)

    def _see(self) -> str:
        """What has moved since the last look, which of it the wrong way, and which does not turn
        round."""
        moved = self._eyes.moved()
        self._eyes.look_back()
        wrong = [name for name in moved if self._eyes.is_reversed(name)]
        stays = [name for name in moved if self._eyes.stays(name)]
        return "ok moved=%s wrong=%s stays=%s" % tuple(
            ",".join(names) or "none" for names in (moved, wrong, stays))

    def hand(self, text: str) -> None:
        """Somebody does something at the table."""
        verb, *words = text.split() or [""]
        if verb in MENDING:
            place = words[0] if words else ""
            count = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1
            if not self._table.mend(verb, place, count):
                raise UsageError("there is nothing to %s at %s" % (verb, place or "the table"))
            return
        act = self._verbs.get(verb)
        if act is None:
            raise UsageError("a hand cannot '%s' (it can: %s)"
                             % (verb, "; ".join((*self._verbs, *MENDING))))  # fmt: skip
        try:
            act(words)
        except IndexError:
            raise UsageError("%s needs more words" % verb) from None

    def _block(self, words: list[str]) -> None:
        """An input is held on by a finger, or off, for a time."""
        name, ms = input_name(words[0]), _ms(words[1])
        on = words[2:] != ["off"]
        was = self._table.plant.input_raw(name)
        self._table.plant.set_input(name, on)
        self._table.after(ms, lambda: self._table.plant.set_input(name, was))

    def _power(self, words: list[str]) -> None:
        if words[0] == "off" and self._table.table is not None:
            self._table.power_off()
        elif words[0] == "on" and self._table.table is None:
            self._table.power_on()

    def _lid(self, words: list[str]) -> None:
        self._table.set_lid(words[0] == "open")

    def _stop(self, words: list[str]) -> None:
        inject.apply(self._table.plant, "loop " + ("open" if words[0] == "press" else "shut"))


def _count(words: list[str]) -> int:
    """How many tiles: one, or as said."""
    if words and (not words[0].isdecimal() or not 1 <= int(words[0]) <= TILES_MOST):
        raise UsageError("'%s' is no number of tiles from 1 to %d" % (words[0], TILES_MOST))
    return int(words[0]) if words else 1


def _ms(word: str) -> int:
    """A time in ms, with or without its unit."""
    digits = word.removesuffix("ms")
    if not digits.isdecimal() or not 0 < int(digits) <= BLOCK_MOST_MS:
        raise UsageError("'%s' is no time from 1 to %d ms" % (word, BLOCK_MOST_MS))
    return int(digits)


def _spelled(text: str) -> str:
    """As the value of a parameter: no blank, no `*`, short enough for a line."""
    return text.replace(" ", ",").replace("*", "_")[:120]
