"""What is no motor, sensor or output: the board's own signals, test points, mains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ToolError
from .operator import number
from .parts import nominal
from .stages import NEED_MAINS, WITH_LOOP, WITH_POWER
from .verdict import FAILED, LEFT, OK, UNSURE, Verdict

if TYPE_CHECKING:
    from .session import Session
    from .visit import Visit

POWER = {"k1_mir": 0, "lmot_fb": 1, "safe_fb": 1}
"""What reads so while K1 is on, and the other way when it is not."""
DISARM_S = 1.0  # from the end of service mode until K1 has surely fallen
REVISION = ("brd0", "brd1")  # the board's number, whatever it is
STRAP = {"four_port": 1, "single_port": 0}
BENCH_POINTS = ("mains on", "always: the reference", "lid shut, stop released", "running",
                "firmware running", "disarmed", "no motor of group A on", "no motor of group B on",
                "changes eight times a second", "mains on: mean of 100 pulses a second")
"""States of test points that hold with the table at rest; the others are made by hand."""


def identity(visit: Visit) -> None:
    """Who answers: product and protocol were checked when the link began."""
    hello = visit.session.client.hello
    visit.tell(Verdict(f"board {hello.machine}", OK, OK, f"{hello.uid}, firmware {hello.fw}, "
                       f"protocol {hello.proto}"))


def board(visit: Visit) -> None:
    """Signals that never leave the board: straps, signature, loop, power read back."""
    session = visit.session
    image = session.image()
    expected = {"sig1": 1, "sig0": 0, "strap_4port": STRAP[session.parts.machine],
                "loop_raw": 1, "lid": 0, "fuse_ok": 1, "pfail": 0}
    for part in session.parts.inputs.values():
        if part.plug:
            continue
        wanted = expected.get(part.name)
        level = image[part.name]
        item = f"sensor {part.name}"
        if part.name in WITH_POWER or visit.stage == "bare" and part.name in WITH_LOOP:
            visit.tell(Verdict(item, LEFT, LEFT, f"it reads {level}", "", {"level": level}))
        elif part.name in REVISION:
            visit.tell(Verdict(item, OK, OK, f"it reads {level}: as its strap was soldered", "",
                               {"level": level}))
        elif level == wanted:
            visit.tell(Verdict(item, OK, OK, f"it reads {level}", "", {"level": level}))
        else:
            visit.tell(Verdict(item, FAILED, "wrong level", f"it reads {level}, not {wanted}",
                               part.hand, {"level": level}))


AT_REST = ("power_on", "service", "fault")  # states in which nothing asks for motor power


def wrong_power(session: Session) -> dict[str, str]:
    """Right after a motion: the three signals of motor power, with it and without; what is wrong.
    """
    wrong = {}
    for armed in (1, 0):
        image = session.image()
        for name, level in POWER.items():
            want = level if armed else 1 - level
            if image[name] != want and name not in wrong:
                wrong[name] = (f"{name} reads {image[name]} with motor power "
                               f"{'on' if armed else 'off'}")
        if armed:
            session.leave()
            session.clock.sleep(DISARM_S)
    return wrong


def power(visit: Visit) -> None:
    """Verdicts on them, after a motor has run."""
    wrong = wrong_power(visit.session)
    state = visit.session.client.request("status").fields.get("state", "")
    for name in POWER:
        part = visit.session.parts.inputs[name]
        item = f"sensor {name}"
        if wrong and state not in AT_REST:
            visit.tell(Verdict(item, UNSURE, "cannot tell", "the table began to move by itself: "
                               "a key is down, or bounces", "put that key right first"))
            continue
        visit.tell(Verdict(item, FAILED, "wrong level", wrong[name], part.hand) if name in wrong
                   else Verdict(item, OK, OK, "it follows motor power"))


def volts(visit: Visit) -> None:
    """Test points: a voltmeter's reading against what the design expects at rest."""
    for name, row in visit.session.parts.testpoints.items():
        state = row["states"][0]
        at_rest = next((s for s in row["states"] if s["when"] in BENCH_POINTS), None)
        if visit.is_done(f"point {name}") or at_rest is None or (
                visit.stage != "mains" and name in NEED_MAINS):
            continue
        state = at_rest
        said = visit.session.ask(
            id=f"volts {name}", kind="measure", unit="V",
            text=f"{name} ({row['net']}) against TP1, {state['when']}: volts")
        value = number(said) if said else None
        visit.tell(judge_point(name, row["net"], state, value))


def judge_point(name: str, net: str, state: dict[str, Any], value: float | None) -> Verdict:
    """A reading against its limits."""
    low, high = state["min_mv"] / 1000, state["max_mv"] / 1000
    item, want = f"point {name}", f"{low:.2f} to {high:.2f} V, {state['when']}"
    if value is None:
        return Verdict(item, LEFT, LEFT, f"not measured; {net} has {want}")
    figures = {"volts": value, "least": low, "most": high}
    if low - 0.005 <= value <= high + 0.005:
        return Verdict(item, OK, OK, f"{net} has {value:.2f} V", "", figures)
    return Verdict(item, FAILED, "wrong voltage", f"{net} has {value:.2f} V, not {want}",
                   "see hardware/safety/commissioning.md, B", figures)


def mains(visit: Visit) -> None:
    """Frequency, gaps and supplies as the board reads them."""
    try:
        values = visit.session.measure()
    except (ToolError, ValueError) as problem:
        visit.tell(Verdict("mains frequency", UNSURE, UNSURE, str(problem)))
        return
    for verdict in judge_mains(values):
        visit.tell(verdict)


def judge_mains(values: dict[str, int]) -> list[Verdict]:
    """Verdicts on mains and supplies."""
    middle, by = nominal("mains", "hz") * 10, nominal("mains", "tolerance_dhz")
    rows = (("mains frequency", "mains_dhz", middle - by, middle + by, 10, "Hz"),
            ("mains gap", "mains_gap_ms", 0, nominal("mains", "lost_one_ms"), 1, "ms"),
            ("supply v12", "v12_mv", 11_400, 12_600, 1000, "V"))
    found = []
    for item, key, low, high, scale, unit in rows:
        value = values.get(key, -1)
        text = f"{value / scale:g} {unit}"
        if value < 0 or key == "v12_mv" and value == 0:
            found.append(Verdict(item, LEFT, LEFT, "the board does not measure it"))
        elif low <= value <= high:
            found.append(Verdict(item, OK, OK, text, "", {key: value}))
        else:
            found.append(Verdict(item, FAILED, "out of limits",
                                 f"{text}, not {low / scale:g} to {high / scale:g} {unit}",
                                 "look at the mains, fuses and the supply", {key: value}))
    return found
