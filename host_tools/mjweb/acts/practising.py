"""A simulated table: what lies where in it, what is wrong, and a hand that reaches in.

Over the wire alone, by the commands that `mjsim serve` answers beside the board's.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjtool.client import Client
from mjtool.dictionary import load
from mjtool.errors import RefusedError
from mjtool.refusal import ask

HANDS = ("lid open", "lid shut", "stop press", "stop release")
"""`power off` is not among them: without power there is no link to switch it on again."""
PRESSES = {"elevator": ("elevator", 100), "elevator_long": ("elevator", 3000),
           "marker": ("marker", 100), "marker_long": ("marker", 3000),
           "service": ("service", 6000)}
"""What a key's button does: the key and how long, in ms."""


@dataclass(frozen=True)
class Inside:
    """Tiles by place; `about`: speed and unit as the simulator says them; `wrong`: what was made
    to go wrong, in the injector's words."""

    tiles: dict[str, int]
    about: dict[str, str]
    wrong: list[str] = field(default_factory=list)


def inside(client: Client) -> Inside:
    """What only a simulator can tell."""
    told = dict(client.request("sim.table").fields)
    tiles = {key.removeprefix("tiles_"): int(value) for key, value in told.items()
             if key.startswith("tiles_")}
    about = {key: value for key, value in told.items() if not key.startswith("tiles_")}
    wrong = [row.replace(",", " ") for row in client.rows("sim.faults")]
    return Inside(tiles, about, wrong)


def catalogue() -> list[tuple[str, str]]:
    """What can go wrong: the fault table's own examples, each with the fault it brings."""
    return [("%s %s" % (code, row["name"]), row["inject"])
            for code, row in load().faults.items() if row.get("inject")]


def reach_in(client: Client, command: str, text: str) -> None:
    """`sim.inject` or `sim.hand`; the simulator's own sentence when it refuses."""
    answer = client.request(command, text=",".join(words(text)))
    if not answer.ok:
        why = answer.fields.get("why", "").replace(",", " ")
        raise RefusedError(why or "this table is not simulated, or its simulator is older")


def words(text: str) -> list[str]:
    """What goes into one parameter: printable words without what a line is made of."""
    clean = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_.@|-")
                    else " " for letter in text)
    return clean[:100].split()


def press(client: Client, button: str) -> None:
    """Press a key as a finger would."""
    if button not in PRESSES:
        raise RefusedError("there is no key `%s`" % button[:40])
    key, ms = PRESSES[button]
    ask(client, "press", key=key, ms=ms)
