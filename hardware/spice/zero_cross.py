"""The zero-cross pulse: how long it is and how far its middle is from the crossing."""

from collections.abc import Sequence

from hardware.model import Circuit

from . import ngspice, plot, values
from .corners import Corner, combined, spread
from .figures import Figure, Study, Value
from .limits import Limits

MAINS_V = (180.0, 253.0)  # design hardware §1.2
LIGHT = 1 / 300  # base current of the opto's transistor against its LED current
GAIN = {50: 150.0, 150: 450.0}  # CTR at 1 mA in per cent (LTV-814 rank A) -> gain
ANY_GAIN = {20: 60.0, 300: 900.0}  # all ranks
ZENER_PCT = (-7.0, 5.0)  # 15 V class C: +-5 %; a little less at the small current near the knee
SWITCH_A = {"hot": 2e-13, "cold": 2e-15}  # 0.60 V -+60 mV
LEVELS_V = (0.8, 2.0)  # RP2040: low below, high above
REFS = {"ra": "R2401", "rb": "R2402", "rload": "R2403", "rbase": "R2404", "rpull": "R2405"}
NETS = {"R2401": ("L_SW", "ZC_Z1"), "R2402": ("N_SW", "ZC_N"), "R2403": ("ZC_E", "GND"),
        "R2404": ("ZC_E", "ZC_B"), "R2405": ("ZC", "+3V3"), "D2401": ("ZC_Z1", "ZC_Z2"),
        "D2402": ("ZC_Z2", "ZC_L"), "OK17": ("ZC_L", "ZC_N", "ZC_E", "+3V3"),
        "Q28": ("ZC_B", "ZC", "GND")}
MEASURES = {"up": f"when v(zc)={LEVELS_V[1]} rise=1",
            "down": f"when v(zc)={LEVELS_V[1]} fall=1 td=5m",
            "foot_up": f"when v(zc)={LEVELS_V[0]} rise=1"}


def parts(circuit: Circuit) -> dict[str, float]:
    """The simulated values, from the circuit."""
    values.check_nets(circuit, NETS)
    zener = values.zener(circuit, "D2401"), values.zener(circuit, "D2402")
    return {"vz": min(zener), **{name: values.of(circuit, ref) for name, ref in REFS.items()}}


def every_corner(fitted: dict[str, float], pct: float) -> list[Corner]:
    """Mains, R before and behind the opto, CTR, zeners and transistor at both ends."""
    return combined(
        [(f"{volts:g} V", {"vrms": volts}) for volts in MAINS_V],
        spread("R mains", {key: fitted[key] for key in ("ra", "rb")}, pct),
        spread("R behind", {key: fitted[key] for key in ("rload", "rbase", "rpull")}, pct),
        _ctr(GAIN),
        [(f"zener {step:+g} %", {"vz": fitted["vz"] * (1 + step / 100)}) for step in ZENER_PCT],
        [(name, {"isat": amps}) for name, amps in SWITCH_A.items()])


def _ctr(gains: dict[int, float]) -> list[tuple[str, dict[str, float]]]:
    return [(f"CTR {ctr} %", {"beta": gain, "light": LIGHT}) for ctr, gain in gains.items()]


def _pulse(results: Sequence[dict[str, float]], corners: Sequence[Corner]) -> list[Value]:
    """Microseconds from up to down. """
    found: list[Value] = []
    for corner, its in zip(corners, results, strict=True):
        long = None
        if "up" in its and "down" in its:
            long = (its["down"] - its["up"]) % 0.01 * 1e6
        found.append(Value(corner.name, long))
    return found


def _middle(its: dict[str, float]) -> float:
    """Microseconds from the nearest crossing of the mains to the pulse's middle."""
    long = (its["down"] - its["up"]) % 0.01
    late = (its["up"] + long / 2) % 0.01
    return (late - 0.01 if late > 0.005 else late) * 1e6


def basic(corners: Sequence[Corner], limits: Limits) -> list[Figure]:
    """Length, place and slope of the pulse."""
    results = ngspice.run([ngspice.netlist("zero_cross.cir", corner.params, None, MEASURES)
                           for corner in corners])
    least, most = limits.threshold("zc_pulse_min_us"), limits.threshold("zc_pulse_max_us")
    whole = [(corner.name, its) for corner, its in zip(corners, results, strict=True)
             if {"up", "down", "foot_up"} <= its.keys()]
    slope = [Value(name, abs(its["foot_up"] - its["up"]) % 0.01 * 1e6) for name, its in whole]
    middle = [Value(name, _middle(its)) for name, its in whole]
    return [Figure("pulse", "us", least, most, _pulse(results, corners)),
            Figure("middle of the pulse after the crossing", "us", -150.0, 150.0, middle),
            Figure("rise from 0.8 to 2.0 V", "us", None, 50.0, slope, 1)]


def study(circuit: Circuit, limits: Limits) -> Study:
    """The pulse over all corners, and that of the stage it replaces."""
    fitted = parts(circuit)
    corners = every_corner(fitted, limits.threshold("rc_tolerance_pct"))
    return Study("Zero crossing", WORDS, basic(corners, limits),
                 {"zero_cross": drawing(fitted)}, [plain(limits)])


def plain(limits: Limits) -> Figure:
    """The pulse of the plain stage: 47k, any LTV-814, 47k pull-up."""
    pct = limits.threshold("rc_tolerance_pct")
    least, most = limits.threshold("zc_pulse_min_us"), limits.threshold("zc_pulse_max_us")
    corners = combined([(f"{volts:g} V", {"vrms": volts}) for volts in MAINS_V],
                       spread("R mains", {"ra": 47e3, "rb": 47e3}, pct),
                       spread("R pull-up", {"rpull": 47e3}, pct), _ctr(ANY_GAIN))
    texts = [ngspice.netlist("plain_zero_cross.cir", corner.params, None,
                             {key: MEASURES[key] for key in ("up", "down")})
             for corner in corners]
    return Figure("plain stage of hardware.md, CTR 20-300 %: pulse", "us", least, most,
                  _pulse(ngspice.run(texts), corners))


def drawing(fitted: dict[str, float]) -> str:
    """Mains, LED current and the pulse around a crossing."""
    text = ngspice.netlist("zero_cross.cir", {**fitted, "stop": 11.5e-3})
    time, mains, led, emitter, pulse = ngspice.curves(
        text, ["v(line)", "i(vled)", "v(emitter)", "v(zc)"])
    kept = [index for index, moment in enumerate(time) if 0.0085 <= moment][::2]
    moments = [1e3 * (time[index] - 0.010) for index in kept]

    def of(curve: Sequence[float], scale: float = 1.0) -> list[float]:
        return [scale * curve[index] for index in kept]

    return plot.chart("Zero crossing at 200 V, parts as drawn", "time after a crossing, ms", [
        plot.Panel("volts", [plot.Line("mains", moments, of(mains), "solid")]),
        plot.Panel("mA", [plot.Line("LED current", moments, of(led, 1e3), "solid")]),
        plot.Panel("volts", [plot.Line("ZC", moments, of(pulse), "solid"),
                             plot.Line("ZC_E", moments, of(emitter), "dashed")])])


WORDS = """\
Two zeners keep the opto's LED dark below 16 V of mains, so that the length of the pulse hangs on a
voltage and not on resistors and CTR; the opto's transistor is an emitter follower, whose collector
does not move (no Miller capacitance), and Q28 sharpens the edge. Every combination of 180 and
253 V, R before and behind the opto, CTR 50 and 150 % (rank A: to be ordered as such), zener -7 and
+5 %, Q28 hot and cold. The opto's transistor is modelled with 15 pF from collector to base and a
gain that follows its CTR: a part with more CTR is slower, as the response times of the data sheet
against load say."""
