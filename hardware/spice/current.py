"""The current front end: counts at 12 and 70 mA, where it clips, where zero is."""

from collections.abc import Sequence

from hardware.model import Circuit

from . import ngspice, plot, values
from .corners import Corner, combined, spread
from .figures import Figure, Study, Value
from .limits import Limits

SUPPLY_V = (3.135, 3.465)  # 3.3 V +-5 %; it is the converter's reference too
FITTED_PCT = 1.0  # R2501, R2530, R2531 as bought
OFFSET_V = 0.0045  # MCP6002, either amplifier
COUNTS = 4096
CLIP_SHARE = 0.95  # of what the design says it clips at
MIDDLE_OFF = 200  # firmware/hal/analogue.py: further off the middle and nothing is armed
LOW_A, USUAL_A, HUGE_A = 0.012, 0.070, 2.0  # rms: firmware's "no motor", one motor, a short
DIODE_A = (5e-9, 2e-6)  # BAT54S cold and hot
MAGNETISING_H = (30.0, 130.0)  # ZMCT103C; check
LETTERS = {"A": ("T1", "R2501", "R2502", "C2501", "R2503", "C2502", "D2501"),
           "B": ("T2", "R2511", "R2512", "C2511", "R2513", "C2512", "D2511")}
NAMES = ("burden", "rin", "cin", "rout", "cout")
LEAST_MAINS_V = 180.0  # design hardware §1.2
SETTLED = "from=20m to=60m"


def parts(circuit: Circuit, group: str) -> dict[str, float]:
    """The simulated values of group "A" or "B", from the circuit."""
    current, burden, series, shunt, out, last, clamp = LETTERS[group]
    values.check_nets(circuit, {
        current: (f"CT_{group}", "BIAS"), burden: (f"CT_{group}", "BIAS"),
        series: (f"CT_{group}", f"CUR_{group}_IN"), shunt: (f"CUR_{group}_IN", "GND"),
        clamp: (f"CUR_{group}_IN", "GND", "+3V3"), out: (f"CUR_{group}_OUT", f"I_{group}"),
        last: (f"I_{group}", "GND"), "R2530": ("ADC_VREF", "BIAS_IN"),
        "R2531": ("BIAS_IN", "GND")})
    refs = dict(zip(NAMES, (burden, series, shunt, out, last), strict=True))
    refs |= {"btop": "R2530", "bbot": "R2531"}
    return {name: values.of(circuit, ref) for name, ref in refs.items()}


def every_corner(fitted: dict[str, float], pct: float) -> list[Corner]:
    """Burden, both halves of the bias divider, supply, offset, clamp, transformer."""
    filters = {key: fitted[key] for key in ("rin", "cin", "rout", "cout")}
    return combined(
        spread("R burden", {"burden": fitted["burden"]}, pct),
        spread("R top", {"btop": fitted["btop"]}, pct),
        spread("R bottom", {"bbot": fitted["bbot"]}, pct),
        [("", {key: value * (1 + pct / 100) for key, value in filters.items()})],
        [(f"{volts:g} V, offset {1e3 * offset:+g} mV, {henries:g} H",
          {"vdd": volts, "offset": offset, "is": amps, "lmag": henries})
         for volts, offset, amps, henries in zip(
             SUPPLY_V, (-OFFSET_V, OFFSET_V), DIODE_A, MAGNETISING_H, strict=True)])


def _run(corners: Sequence[Corner], amps: float) -> list[dict[str, float]]:
    return ngspice.run([ngspice.netlist(
        "current.cir", {**corner.params, "irms": amps}, None,
        {"rms": f"rms v(adc) {SETTLED}", "mean": f"avg v(adc) {SETTLED}",
         "top": f"max v(adc) {SETTLED}", "bottom": f"min v(adc) {SETTLED}",
         "pin": f"max v(in) {SETTLED}", "bias": f"avg v(bias) {SETTLED}"})
        for corner in corners])


def _counts(its: dict[str, float], corner: Corner) -> float:
    """Counts rms of the alternating part."""
    return COUNTS / corner.params["vdd"] * (its["rms"] ** 2 - its["mean"] ** 2) ** 0.5


def _values(corners: Sequence[Corner], numbers: Sequence[float]) -> list[Value]:
    return [Value(corner.name, number)
            for corner, number in zip(corners, numbers, strict=True)]


def _clip_ma(usual: dict[str, float], huge: dict[str, float]) -> float:
    """The rms current whose peak reaches the nearer of the two ends."""
    volts_per_a = (usual["rms"] ** 2 - usual["mean"] ** 2) ** 0.5 / USUAL_A
    room = min(huge["top"] - usual["mean"], usual["mean"] - huge["bottom"])
    return 1e3 * room / 2 ** 0.5 / volts_per_a


def relation(limits: Limits) -> float:
    """Counts a milliampere that the firmware reckons with: 2 mV, 3.3 V over 4096 counts."""
    return limits.threshold("current_uv_per_ma") / 1e6 * COUNTS / 3.3


def _figures(corners: Sequence[Corner], limits: Limits, label: str, error_pct: float,
             clip_ma: float, middle_off: float | None) -> list[Figure]:
    low, usual, huge = (_run(corners, amps) for amps in (LOW_A, USUAL_A, HUGE_A))
    rate = relation(limits)
    errors = [100 * (_counts(its, corner) / (1e3 * USUAL_A * rate) - 1)
              for its, corner in zip(usual, corners, strict=True)]
    middles = [its["mean"] * COUNTS / corner.params["vdd"] - COUNTS / 2
               for its, corner in zip(usual, corners, strict=True)]
    return [
        Figure(f"{label}: 70 mA against the firmware's 2 mV a mA", "%", -error_pct, error_pct,
               _values(corners, errors), 1),
        Figure(f"{label}: counts rms at 12 mA", "counts", None, None,
               _values(corners, [_counts(*pair) for pair in zip(low, corners, strict=True)]), 1),
        Figure(f"{label}: counts rms at 70 mA", "counts", None, None,
               _values(corners, [_counts(*pair) for pair in zip(usual, corners, strict=True)]), 1),
        Figure(f"{label}: clips at", "mA rms", clip_ma, None,
               _values(corners, [_clip_ma(*pair) for pair in zip(usual, huge, strict=True)])),
        Figure(f"{label}: zero off the middle", "counts",
               None if middle_off is None else -middle_off, middle_off,
               _values(corners, middles)),
        Figure(f"{label}: amplifier's input at 2 A", "V", None, 3.465 + 0.5,
               _values(corners, [its["pin"] for its in huge]), 2)]


def study(circuit: Circuit, limits: Limits) -> Study:
    """Group A with parts as bought and at +-20 %; group B must have the same values."""
    fitted = parts(circuit, "A")
    other = parts(circuit, "B")
    if other != fitted:
        name = next(name for name in fitted if fitted[name] != other[name])
        raise values.ValueMissing(f"groups A and B differ: {name} is {fitted[name]:g} in A "
                                  f"and {other[name]:g} in B")
    need_ma = limits.of("power", "budget_mw") / LEAST_MAINS_V  # all that may run, in one group
    bought = every_corner(fitted, FITTED_PCT)
    far = every_corner(fitted, limits.threshold("rc_tolerance_pct"))
    full_ma = CLIP_SHARE * limits.threshold("current_full_ma")
    figures = [*_figures(bought, limits, "1 % parts", 7.5, full_ma, MIDDLE_OFF),
               *_figures(far, limits, "20 % parts", 30.0, need_ma, None)]
    return Study("Group currents", WORDS, figures, {"current": drawing(fitted)})


def drawing(fitted: dict[str, float]) -> str:
    """The converter's input at 70 mA and at 1 A."""
    lines = []
    for amps, dash in ((USUAL_A, "solid"), (0.5, "dashed"), (1.0, "dotted")):
        text = ngspice.netlist("current.cir", {**fitted, "irms": amps})
        time, adc = ngspice.curves(text, ["v(adc)"])
        kept = [index for index, moment in enumerate(time) if moment >= 0.02][::4]
        lines.append(plot.Line(f"{1e3 * amps:g} mA rms", [1e3 * (time[n] - 0.02) for n in kept],
                               [adc[n] for n in kept], dash))
    return plot.chart("Group current at the converter", "time, ms",
                      [plot.Panel("volts", lines)])


WORDS = """\
Two turns through 1000:1 into 1 k on a bias of half the converter's reference: 2 mV a mA, 2.48
counts a mA at 3.3 V. The supply is the reference, so its error is one of scale. The scale and the
middle are set by ratios of resistors, which is why R2501, R2530 and R2531 are bought with 1 %;
the firmware takes the middle from its own measurement and refuses to arm when it is more than 200
counts off, and it learns each motor's current. With 20 % parts the scale is off by as much, and
such a divider may be refused: shown so that nobody fits them."""
