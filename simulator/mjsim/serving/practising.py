"""`mjsim inject` and `mjsim hand`: what somebody who practises does to a table that is served."""

from __future__ import annotations

from typing import Annotated

import typer

from mjsim.plant.inject_help import help_lines
from mjsim.plant.inject_timed import USAGE, timed
from mjsim.plant.inject_words import InjectError
from mjsim.serving import completing
from mjsim.serving.asking import ask
from mjsim.words.names import UsageError

SERVED = Annotated[
    str, typer.Option("--port", "-p", metavar="PORT", show_default=False,
                      help="Where a table is served; otherwise MJTOOL_PORT.")
]


def inject(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FAULT...]", help="As: jam head_b.",
                                           autocompletion=completing.faults)
    ] = None,
    port: SERVED = "",
) -> None:
    """Let something go wrong at a served table, or right again (clear jam head_b, clear all), now
    or at its times (jam head_b after 10s for 2s every 5s 3 times).

    Without words: what is wrong there now, and all that can go wrong.
    """
    if words:
        try:
            timed(" ".join(words))
        except InjectError as problem:
            raise UsageError(str(problem)) from None
        ask(port, "sim.inject", " ".join(words))
        print("%s: done." % " ".join(words))
        return
    answer = ask(port, "sim.faults")
    wrong = [answer[str(row)].replace(",", " ") for row in range(int(answer["n"]))]
    print("Wrong now: %s.\n\nWhat can go wrong:" % (", ".join(wrong) or "nothing"))
    print("\n".join(help_lines()))
    print("\nEach at once, or at its times: %s." % USAGE)


def hand(
    words: Annotated[list[str], typer.Argument(
        metavar="ACT...", help="As: block cnt_a 300.", autocompletion=completing.acts)],
    port: SERVED = "",
) -> None:
    """Reach into a served table: block INPUT MS [off], lid open|shut, stop press|release,
    power off|on, hold KEY MS, tile BELT [COUNT], take BELT, or what a repairer does: lift, lay,
    right, push, straighten, crank PLACE, empty."""
    ask(port, "sim.hand", " ".join(words))
    print("%s: done." % " ".join(words))
