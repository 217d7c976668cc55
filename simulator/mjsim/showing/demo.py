"""`mjsim demo` (`make run`): two complete hands with both tile sets, shown while they happen.

Accelerated to about half a minute of wall time; if the computer is slow, the pace drops
and the whole still ends within a minute.
"""

from __future__ import annotations

import time

from rich.console import Console
from rich.live import Live

from mjsim.people.habits import Habits
from mjsim.run.report import HandMeter, summarize
from mjsim.run.run import hand_line
from mjsim.showing.scenery import scene, watts
from mjsim.showing.sentences import SENTENCES, TALKERS, Narrator
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError
from mjview.picture import Picture, clock

HANDS = 2
PACE = 8
"""Virtual seconds per wall second."""
FRAME_S = 0.1
STEP_MS = 800
"""Longest step of virtual time: a hand is noticed while its people are still at it."""
HURRY_S = 40.0
"""From here on nothing waits for the wall clock any more."""
LIMIT_S = 55.0
LIMIT_MS = 900_000
PROGRESS_MS = 15_000
"""Virtual time between two lines about the sorting where there is no picture."""
PLAIN_COLUMNS = 110


class Demo:
    """One show: the table, its people, the picture or the lines."""

    def __init__(self, console: Console, pace: float = PACE, seed: int = 8) -> None:
        self.console = console
        self.drawn = console.is_terminal and not console.is_dumb_terminal
        self.pace = pace
        self.table = SimTable(seed=seed, players=Habits(), late="now", unit="typical")
        self.meter = HandMeter(self.table)
        self.picture = Picture(lambda: scene(self.table))
        self.narrator = Narrator(self._tell)
        self.table.hearing.listen(self.narrator.hear, SENTENCES, TALKERS)
        self.told_ms = 0
        self.started = time.monotonic()
        self.elapsed = 0.0

    def _tell(self, t_ms: int, text: str) -> None:
        line = "%8s  %s" % (clock(t_ms), text)
        if self.drawn:
            self.picture.say(line)
        else:
            self.console.print(line, highlight=False)

    def _progress(self) -> None:
        """Without a picture: a line now and then while tiles are sorted."""
        table = self.table
        due = table.now_ms - self.told_ms >= PROGRESS_MS
        if self.drawn or not due or table.state != "sorting":
            return
        self.told_ms = table.now_ms
        stacks = zip("ABCD", table.stacks, strict=True)
        self._tell(table.now_ms, "stacks %s; %d tiles in the drum; %.0f W" % (
            " ".join("%s %d" % pair for pair in stacks), table.plant.counts()["drum"],
            watts(table)))  # fmt: skip

    def play(self) -> None:
        """Both hands, in frames."""
        self.console.print(
            "Two hands at the simulated table, %g times real time: sets green and blue, "
            "%s." % (self.pace, self.table.machine), highlight=False,
        )  # fmt: skip
        if self.drawn:
            with Live(self.picture, console=self.console, auto_refresh=False) as live:
                self._frames(live)
        else:
            self._frames(None)

    def _frames(self, live: Live | None) -> None:
        due = self.started
        step_ms = min(int(FRAME_S * 1000 * self.pace), STEP_MS)
        while len(self.meter.hands) < HANDS:
            self.table.run_for(step_ms)
            self.narrator.flush()
            self._progress()
            if self.meter.look():
                hand = self.meter.hands[-1]
                self._tell(
                    self.table.now_ms, "hand %d: %s" % (len(self.meter.hands), hand_line(hand))
                )
            if live is not None:
                live.update(self.picture, refresh=True)
            due += step_ms / 1000 / self.pace
            self.elapsed = time.monotonic() - self.started
            if self.elapsed < HURRY_S:
                time.sleep(max(0.0, due - time.monotonic()))
            elif self.elapsed > LIMIT_S or self.table.now_ms > LIMIT_MS:
                return

    def summary(self) -> int:
        """What happened, in a few lines; the exit code."""
        report = summarize(self.table, "", self.meter.hands, max(self.elapsed, 0.001))
        wrong = report.violations + self.meter.wrong
        say = self.console.print
        say()
        for number, hand in enumerate(report.hands, 1):
            say("Hand %d: %s; faults: %s." % (
                number, hand_line(hand), " ".join(hand.faults) or "none"),
                highlight=False)  # fmt: skip
        say("Sorted in %s s; peak %.1f W running, %.1f W starting; violations: %s." % (
            " and ".join("%.1f" % hand.sort_s for hand in report.hands),
            report.peak_running_w, report.peak_start_w, len(wrong) or "none"),
            highlight=False)  # fmt: skip
        for line in wrong:
            say("Wrong: " + line, highlight=False)
        if len(report.hands) < HANDS:
            say("Only %d of %d hands were played: %s." % (
                len(report.hands), HANDS, self.table.summary()), highlight=False)  # fmt: skip
        else:
            say("Next: `make serve` puts this table behind a serial port for `mjtool`.",
                highlight=False)  # fmt: skip
        return 1 if wrong or len(report.hands) < HANDS else 0


def command(pace: float = PACE) -> int:
    """Run the show on stdout; 0 when both hands came out right."""
    if pace <= 0:
        raise UsageError("the pace must be above 0, not %g" % pace)
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_COLUMNS)
    demo = Demo(console, pace)
    demo.play()
    return demo.summary()
