"""Hold-up: from the last zero crossing to the journal's last byte.

The supply is taken to stop at the last crossing (its own hold-up, some milliseconds by its data
sheet, is left as reserve). Then the bulk falls at full load until the board notices; PFAIL# itself
sheds emitters, dice motor and motor power, the firmware the rest in its scan.
"""

from collections.abc import Sequence

from hardware.model import Circuit

from . import ngspice, plot, values
from .corners import Corner, combined, spread
from .figures import Figure, Study, Value
from .limits import Limits

SCAN_MS = 5.0  # firmware/hal/loop.py
LATE_SCANS = 1  # until the scan that sees it begins
RECORD_SCANS = 4  # firmware/mjtable/memory/journal.py: begin, finish, each after a scan left out
SHED_S = 0.010  # two scans: lamps dark and beeper off (firmware/hal/board.py, `finish`)
GAP_NOW_S = 0.050  # firmware/hal/zero_cross.py: a gap that goes on shows 22 ms up to 50 ms
EFFICIENCY = 0.85  # PS2, as in machine.toml
LOAD_PCT = 20.0
SUPPLY_V = (11.76, 12.24)  # IRM-20-12: 12 V +-2 %; check
REFERENCE_PCT = 1.0  # U28 TL431A and R2421, R2422 of 1 % together
ESR_OHM = (0.01, 0.08)
DIODE_A = (2e-7, 2e-5)  # SS34 cold and hot: 0.40 and 0.25 V at 1 A
NOT_SHED = ("sensors_ma", "pico_ma")  # what the journal itself runs on
FIRMWARE_SHEDS = ("lamps_ma", "buzzer_ma")
PLAIN_UF = 2200e-6
START_S = 0.020  # of the netlist: the last crossing
REFS = {"cfront": "C2101", "rtop": "R2421", "rbot": "R2422", "rhyst": "R2423", "rpull": "R2424"}
NETS = {"C2101": ("+12V", "GND"), "C2110": ("+12V_HOLD", "GND"), "C2111": ("+12V_HOLD", "GND"),
        "D2110": ("+12V", "+12V_HOLD"), "PS1": ("+12V",), "PS2": ("+12V_HOLD",),
        "R2421": ("+12V", "PF_IN"), "R2422": ("PF_IN", "GND"), "R2423": ("PF_IN", "PFAIL_N"),
        "R2424": ("PFAIL_N", "+3V3"), "D2420": ("PFAIL_N", "WD_OK"),
        "D2421": ("PFAIL_N", "EMIT_ON"), "D2422": ("PFAIL_N", "DICE_AWAKE"),
        "U26": ("PFAIL_N", "VREF", "PF_IN")}


def parts(circuit: Circuit) -> dict[str, float]:
    """The simulated values, from the circuit."""
    values.check_nets(circuit, NETS)
    fitted = {name: values.of(circuit, ref) for name, ref in REFS.items()}
    return fitted | {"chold": values.of(circuit, "C2110") + values.of(circuit, "C2111")}


def watts(limits: Limits, *names: str) -> float:
    """What these loads of the 5 V rail draw before the converter, W; all without names."""
    return limits.load_ma("v5", *names) * 5e-3 / EFFICIENCY


def loads(limits: Limits) -> dict[str, float]:
    """Full load, after PFAIL#, after the firmware's shedding; the 12 V rail's own, amperes."""
    front_ma = limits.load_ma("v12") - limits.load_ma("v12", "dcdc_ma")
    return {"full_w": watts(limits), "pfail_w": watts(limits, *NOT_SHED, *FIRMWARE_SHEDS),
            "shed_w": watts(limits, *NOT_SHED), "front_a": front_ma / 1e3}


def need_ms(limits: Limits) -> float:
    """From the first sign to the last byte: the next scan, a record, and all that waits."""
    return (LATE_SCANS + RECORD_SCANS) * SCAN_MS + limits.threshold("journal_ms")


def every_corner(fitted: dict[str, float], limits: Limits) -> list[Corner]:
    """C, load, the 12 V rail's own load, reference, supply, series resistance and diode."""
    pct = limits.threshold("rc_tolerance_pct")
    heavy = {key: value * (1 + LOAD_PCT / 100) for key, value in loads(limits).items()}
    light = heavy | {"full_w": heavy["shed_w"], "pfail_w": heavy["shed_w"]}
    return combined(
        spread("C", {key: fitted[key] for key in ("chold", "cfront")}, pct),
        [("all on", heavy), ("12 V rail idle", heavy | {"front_a": 0.001}),
         ("everything idle", light | {"front_a": 0.001})],
        [(f"reference {step:+g} %", {"vref": 2.495 * (1 + step / 100)})
         for step in (-REFERENCE_PCT, REFERENCE_PCT)],
        [(f"{volts:g} V", {"vout": volts}) for volts in SUPPLY_V],
        [("ESR and diode " + name, {"esr": ohms, "is": amps})
         for name, ohms, amps in zip(("cold", "hot"), reversed(ESR_OHM), DIODE_A, strict=True)])


def _run(corners: Sequence[Corner], fitted: dict[str, float], limits: Limits,
         gap_s: float) -> list[dict[str, float]]:
    ratio = {key: fitted[key] for key in ("rtop", "rbot", "rhyst", "rpull")}
    least = limits.threshold("v12_least_mv") / 1e3
    return ngspice.run([ngspice.netlist(
        "holdup.cir", {**ratio, **corner.params, "gap": gap_s, "react": SHED_S}, None,
        {"pfail": "when v(pfail)=1 fall=1", "seen": "when v(timer)=1u rise=1",
         "level": "find v(front) when v(pfail)=1 fall=1",
         "empty": f"when v(hold)={least} fall=1"}) for corner in corners])


def _left(results: Sequence[dict[str, float]], corners: Sequence[Corner]) -> list[Value]:
    """Milliseconds from the first sign to the end of the supply."""
    return [Value(corner.name, (its["empty"] - its["seen"]) * 1e3
                  if "empty" in its and "seen" in its else None)
            for corner, its in zip(corners, results, strict=True)]


def study(circuit: Circuit, limits: Limits) -> Study:
    """With the 12 ms gap, with the firmware of today, with hardware.md's plain capacitor."""
    fitted = parts(circuit)
    wanted = need_ms(limits) * limits.threshold("holdup_margin_pct") / 100
    words = WORDS.format(need=need_ms(limits), wanted=wanted, scans=RECORD_SCANS,
                         flush=limits.threshold("journal_ms"),
                         **{key: f"{value:.2f}" for key, value in loads(limits).items()})
    return Study("Hold-up", words, basic(every_corner(fitted, limits), fitted, limits, wanted),
                 {"holdup": drawing(fitted, limits)}, [plain(fitted, limits, wanted)])


def basic(corners: Sequence[Corner], fitted: dict[str, float], limits: Limits,
          wanted: float) -> list[Figure]:
    """When the board notices and how long the rest lasts."""
    gap_ms, pfail = limits.threshold("gap_shed_ms"), limits.threshold("pfail_mv")
    today, wish = (_run(corners, fitted, limits, gap) for gap in (GAP_NOW_S, gap_ms / 1e3))

    def after(results: Sequence[dict[str, float]]) -> list[Value]:
        return [Value(corner.name, (its["seen"] - START_S) * 1e3 if "seen" in its else None)
                for corner, its in zip(corners, results, strict=True)]

    levels = [Value(corner.name, its["level"] * 1e3)
              for corner, its in zip(corners, wish, strict=True) if "level" in its]
    return [
        Figure("PFAIL# falls at", "mV", pfail * 0.97, pfail * 1.03, levels),
        Figure("12 ms gap or PFAIL#: first sign after the last crossing", "ms", None,
               gap_ms + 0.1, after(wish), 1),
        Figure("12 ms gap or PFAIL#: from the first sign to 7.5 V", "ms", wanted, None,
               _left(wish, corners)),
        Figure("firmware of today: first sign after the last crossing", "ms", None, None,
               after(today), 1),
        Figure("firmware of today: from the first sign to 7.5 V", "ms", wanted, None,
               _left(today, corners)),
        Figure("what the journal needs from the first sign", "ms", None, None,
               [Value("computed", need_ms(limits))])]


def plain(fitted: dict[str, float], limits: Limits, wanted: float) -> Figure:
    """hardware.md: one 2200 uF on the 12 V rail, shedding by firmware alone."""
    its = loads(limits)
    grown = 1 + LOAD_PCT / 100
    full = its["full_w"] + 12 * its["front_a"]
    left = its["shed_w"] + watts(limits, "emit_ma") + 12 * its["front_a"]
    corners = [Corner(f"C {step:+g} %", {
        "chold": PLAIN_UF * (1 + step / 100), "cfront": 1e-6, "front_a": 1e-3, "is": 1.0,
        "full_w": full * grown, "pfail_w": full * grown, "shed_w": left * grown})
        for step in (-limits.threshold("rc_tolerance_pct"), limits.threshold("rc_tolerance_pct"))]
    return Figure("plain 2200 uF of hardware.md, all on: from the first sign to 7.5 V", "ms",
                  wanted, None, _left(_run(corners, fitted, limits, GAP_NOW_S), corners), 1)


def drawing(fitted: dict[str, float], limits: Limits) -> str:
    """Both rails and the load after the last crossing, everything on, C -20 %, load +20 %."""
    corner = every_corner(fitted, limits)[0]
    ratio = {key: fitted[key] for key in ("rtop", "rbot", "rhyst", "rpull")}
    text = ngspice.netlist("holdup.cir", {**ratio, **corner.params, "react": SHED_S,
                                          "stop": 0.16, "gap": GAP_NOW_S})
    time, front, hold, pfail, load = ngspice.curves(
        text, ["v(front)", "v(hold)", "v(pfail)", "i(vload)"])
    kept = range(0, len(time), 5)
    moments = [1e3 * (time[n] - START_S) for n in kept]
    ends = [moments[0], moments[-1]]
    return plot.chart("Hold-up after the last zero crossing: " + corner.name, "time, ms", [
        plot.Panel("volts", [plot.Line("+12V_HOLD", moments, [hold[n] for n in kept], "solid"),
                             plot.Line("+12V", moments, [front[n] for n in kept], "dashed"),
                             plot.Line("7.5 V", ends, [7.5, 7.5], "dotted")]),
        plot.Panel("volts", [plot.Line("PFAIL#", moments, [pfail[n] for n in kept], "solid")]),
        plot.Panel("watts", [plot.Line("5 V converter", moments,
                                       [hold[n] * load[n] for n in kept], "solid")])])


WORDS = """\
Time 0 is the last zero crossing, and the supply is taken to stop there. The bulk (C2110, C2111)
stands behind D2110 and feeds nothing but the 5 V converter; relays, fan and lamps of the 12 V rail
({front_a} A) let it fall on its own, and PFAIL# (10.5 V) comes the sooner. PFAIL# sheds in
hardware: motor power (it clears the ARM latch), emitters, dice motor. Lamps and beeper go with the
firmware's next scans. The converter draws {full_w} W with everything on, {pfail_w} W after PFAIL#
and {shed_w} W in the end, all 20 % more in the simulation; C is 20 % less or more.

The journal needs {need:g} ms from the first sign: one scan until it is seen, {scans} scans of 5 ms
for the last record (begin and finish, each after a full scan that was left out) and {flush:g} ms
to write four slots of the FRAM (1.7 ms each). Twice that, {wanted:g} ms, must be left. The
firmware of today sheds by PFAIL#, or by a gap that it sees as longer than 22 ms only once 50 ms
are over; shedding at 12 ms, as wished, matters only where nothing loads the 12 V rail."""
