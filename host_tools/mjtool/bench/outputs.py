"""Outputs beside the motors: shown or run for somebody who looks, hears or feels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ToolError
from .operator import NO, YES
from .verdict import FAILED, LEFT, OK, UNSURE, Verdict

if TYPE_CHECKING:
    from .visit import Visit

SHOWN = {"fan": (16, "the fan of the motor bay blows"),
         "lamp_ready": (32, "the lamp READY lights"), "lamp_fault": (64, "the lamp FAULT lights"),
         "loop_lamp": (128, "the lamp of the stop loop lights"),
         "led_run": (2048, "the board's LED RUN lights"),
         "led_arm": (4096, "the board's LED ARM lights"),
         "led_flt": (8192, "the board's LED FLT lights")}
"""Those that `show.test what=outputs` can switch on alone: their bit, and what then is so."""
PANEL = (("lamps", 4, "every lamp of the panel lights white"),
         ("digits", 8888, "every segment of the display lights"), ("beep", 1, "the board beeps"))
MULTIPLEXER = ("amux_a0", "amux_a1", "amux_a2")
TEMPERATURES = ("temp_hs_dc", "temp_bay_dc")
ROOM_DC = (0, 600)  # tenths of a degree: no table on the bench is colder or hotter
V12_MV = (11_400, 12_600)
SAFE_MV = {0: (0, 500), 1: (4_500, 5_500)}
DARK_MV = 2_500  # a counter with nothing on it reads more; a thermistor at room heat 1.6 V


def outputs(visit: Visit) -> None:
    """Lamps, fan, display and beeper: switched on one by one, and looked at."""
    for name, (bit, text) in SHOWN.items():
        if name in visit.session.parts.outputs and not visit.is_done(f"output {name}"):
            _look(visit, f"output {name}", name, "outputs", bit, text)
    for what, value, text in PANEL:
        if not visit.is_done(f"panel {what}"):
            _look(visit, f"panel {what}", what, what, value, text)
    show(visit, "off", 0)


def _look(visit: Visit, item: str, name: str, what: str, value: int, text: str) -> None:
    """Switch it on alone, for the ten seconds that the table shows it, and ask."""
    if not show(visit, what, value):
        visit.tell(Verdict(item, LEFT, LEFT, "the table did not show it"))
        return
    said = visit.session.ask(id=f"look {name}", kind="look",
                             text=f"Do you see, hear or feel it: {text}?")
    visit.tell(looked(item, said, text))


def show(visit: Visit, what: str, value: int) -> bool:
    """Let the table show something; False when it does not."""
    try:
        visit.session.enter()
    except ToolError:
        return False
    return visit.session.client.request("show.test", what=what, value=value).ok


def looked(item: str, said: str, text: str) -> Verdict:
    """An eye's answer as a verdict."""
    if said in YES:
        return Verdict(item, OK, OK, text)
    if said in NO:
        return Verdict(item, FAILED, "dark", f"not so: {text}", "look at wire, driver and lamp")
    return Verdict(item, LEFT, LEFT, "nobody looked")


def multiplexer(visit: Visit) -> None:
    """Its three address lines: each of the eight levels behind them must be that of its part."""
    try:
        values, image = visit.session.measure(), visit.session.image()
    except (ToolError, ValueError):
        return
    bad = {v.name for v in visit.verdicts if v.item.startswith("sensor ") and v.grade != OK}
    free = [f"{name}_mv" for name in ("cnt_a", "cnt_b", "cnt_c", "cnt_d")
            if image.get(name) == 0 and name not in bad]
    for name in MULTIPLEXER:
        if not visit.is_done(f"output {name}"):
            visit.tell(judge_multiplexer(name, values, image.get("safe_fb", 0), free))


def judge_multiplexer(name: str, values: dict[str, int], armed: int, free: list[str]) -> Verdict:
    """A line that stays as it is shows one part's level in another's place; which, its neighbours
    do not tell, so all three are doubted together.
    """
    item = f"output {name}"
    limits = {"v12_mv": V12_MV, "v5safe_mv": SAFE_MV[armed],
              **dict.fromkeys(TEMPERATURES, ROOM_DC), **dict.fromkeys(free, (DARK_MV, 3_300))}
    known = {key: values[key] for key in limits if values.get(key, -1) >= 0}
    if not {"v12_mv", "v5safe_mv", *TEMPERATURES} <= set(known) or not set(free) & set(known):
        return Verdict(item, LEFT, LEFT, "the board does not tell the levels behind it")
    wrong = [key for key, value in known.items()
             if not limits[key][0] <= value <= limits[key][1]]
    if not wrong:
        return Verdict(item, OK, OK, f"{len(known)} levels are those of their parts")
    return Verdict(item, UNSURE, UNSURE, f"{' and '.join(wrong)} cannot be: "
                   + ", ".join(f"{key} {known[key]}" for key in wrong),
                   "look at those parts and their plugs; then at TP14, which must step through "
                   "eight levels")
