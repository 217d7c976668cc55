"""The watchdog: how soon it lets go, what it rides through, and that it never chops.

The kick is toggled once a scan: a loop of 20 scans a second is a square wave of 10 Hz. Limits of
machine.toml in Hz are square waves, which is the stricter reading of them.
"""

from collections.abc import Sequence

from hardware.model import Circuit

from . import ngspice, values, watchdog_plots
from .corners import Corner, combined, spread
from .figures import Figure, Study, Value
from .kicks import (
    END,
    FAST,
    HIGH,
    KICK,
    LOW,
    PAUSE_S,
    SCAN_S,
    SLOW,
    SLOWEST,
    SQUARE,
    SQUARE_END,
    SQUARES_HZ,
    chirp,
    last_before,
    long_run,
    square,
    trip_hz,
    wave,
)
from .limits import Limits
from .watchdog_words import WORDS

FALLS_V, RISES_V = (0.385, 0.402), (0.396, 0.404)  # TPS3710: 400 mV +-1 %, 2-12 mV below; check
SUPPLY_V = (3.135, 3.465)  # 3.3 V +-5 %
DIODE_A = {"cold": 5e-9, "hot": 2e-6}  # BAT54S: 0.26 V and 0.10 V at 0.1 mA, leaks 2 uA hot
OPENED, SHORTED = 1e9, 1.0  # ohms; a shorted capacitor is a huge one, farads
REFS = {"rser": "R2302", "c1a": "C2301", "c1b": "C2302", "c2": "C2303", "r2a": "R2303",
        "r2b": "R2304", "rdump": "R2306"}
NETS = {"R2302": ("WD_BUF", "WD_SER"), "C2301": ("WD_SER", "WD_MID"),
        "C2302": ("WD_MID", "WD_PUMP"), "C2303": ("WD_LEVEL", "GND"),
        "R2303": ("WD_LEVEL", "GND"), "R2304": ("WD_LEVEL", "GND"), "R2306": ("WD_PUMP", "GND"),
        "D2301": ("WD_PUMP", "GND", "WD_LEVEL"),
        "U29": ("WD_LEVEL", "WD_OK"), "U25": ("WD_KICK", "WD_BUF"), "U21": ("WD_OK", "ARM")}


def parts(circuit: Circuit) -> dict[str, float]:
    """The simulated values, from the circuit."""
    values.check_nets(circuit, NETS)
    return {name: values.of(circuit, ref) for name, ref in REFS.items()}


def every_corner(fitted: dict[str, float], limits: Limits) -> list[Corner]:
    """R, pump and reservoir capacitors, supply and diodes at both ends.

    The parts that make the time are bought closer than the pump's ceramic capacitors.
    """
    r_pct, level_pct = (limits.threshold(name) for name in ("wd_r_pct", "wd_level_pct"))
    return combined(
        spread("R", {key: fitted[key] for key in ("rser", "r2a", "r2b", "rdump")}, r_pct),
        spread("C pump", {key: fitted[key] for key in ("c1a", "c1b")},
               limits.threshold("rc_tolerance_pct")),
        spread("C level", {"c2": fitted["c2"]}, level_pct),
        [(f"{volts:g} V", {"vdd": volts}) for volts in SUPPLY_V],
        [(f"diodes {name}", {"is": amps}) for name, amps in DIODE_A.items()])


def _long_text(params: dict[str, float]) -> str:
    least, most = FALLS_V
    return ngspice.netlist(
        "watchdog.cir", {**params, "stop": END}, {KICK: wave(long_run())},
        {"first": f"when v(level)={RISES_V[1]} rise=1",
         "pause": f"min v(level) from=0.2 to={FAST}", "fast": "min v(level) from=0.7 to=1.0",
         "low": f"when v(level)={least} td={LOW} fall=1",
         "high": f"when v(level)={least} td={HIGH} fall=1",
         "slow": f"min v(level) from={SLOW + 0.1} to=3.2",
         "slowest": f"min v(level) from={SLOWEST + 0.1} to={END}",
         "most": f"when v(level)={most} td={LOW} fall=1"})


def _chirp_text(params: dict[str, float]) -> str:
    times = chirp()
    return ngspice.netlist("watchdog.cir", {**params, "stop": times[-1] + 0.1},
                           {KICK: wave(times)},
                           {"trip": "when v(q)=0.5 fall=1", "again": "when v(q)=0.5 rise=2"})


def _released(results: Sequence[dict[str, float]], corners: Sequence[Corner], key: str,
              moment: float) -> list[Value]:
    since = last_before(long_run(), moment)
    return [Value(corner.name, (its[key] - since) * 1e3 if key in its else None)
            for corner, its in zip(corners, results, strict=True)]


def _levels(results: Sequence[dict[str, float]], corners: Sequence[Corner],
            key: str) -> list[Value]:
    return [Value(corner.name, its[key] * 1e3)
            for corner, its in zip(corners, results, strict=True)]


def _faulty(fitted: dict[str, float], limits: Limits) -> Figure:
    """One part broken: R2304 or R2306 open, C2301 shorted, with the rest at its slowest."""
    faults = (("R2304 open", "r2b", OPENED), ("R2306 open", "rdump", OPENED),
              ("C2301 short", "c1a", SHORTED))
    slowest = [corner for corner in every_corner(fitted, limits) if corner.name.count("+") == 3]
    cases = [Corner(f"{what}, {corner.name}", {**corner.params, key: value})
             for what, key, value in faults for corner in slowest]
    results = ngspice.run([_long_text(case.params) for case in cases])
    ends = [_released(results, cases, key, at) for key, at in (("low", LOW), ("high", HIGH))]
    found = [Value(case.name, None if None in pair else max(pair))
             for case, pair in zip(cases, zip(*([end.value for end in its] for its in ends),
                                              strict=True), strict=True)]
    return Figure("one part broken: motor power gone after the last edge", "ms", None,
                  limits.threshold("wd_off_ms"), found)


def _at_both_thresholds(corners: Sequence[Corner]) -> list[Corner]:
    ends = [(f"{falls * 1e3:g} mV", {"vfall": falls, "vrise": rises})
            for falls, rises in zip(FALLS_V, RISES_V, strict=True)]
    return [Corner(f"{corner.name}, {label}", {**corner.params, **params})
            for corner in corners for label, params in ends]


def _squares(corners: Sequence[Corner], limits: Limits) -> list[Figure]:
    """A kick that falls to one of several low rates, at the corners slowest to let go."""
    slowest = [corner for corner in corners if "R +" in corner.name and "level +" in corner.name]
    cases = [(rate, Corner(f"{rate:g} Hz, {corner.name}",
                           {**corner.params, "vfall": FALLS_V[0], "vrise": RISES_V[0]}))
             for rate in SQUARES_HZ for corner in slowest]
    results = ngspice.run([ngspice.netlist(
        "watchdog.cir", {**case.params, "stop": SQUARE_END}, {KICK: wave(square(rate))},
        {"trip": "when v(q)=0.5 fall=1", "again": "when v(q)=0.5 rise=2"})
        for rate, case in cases])
    found = [Value(case.name, (its["trip"] - SQUARE) * 1e3
                   if "trip" in its and "again" not in its else None)
             for (_, case), its in zip(cases, results, strict=True)]
    return [Figure("kick falls to 5, 7.5, 10, 13, 15, 17, 20 Hz: latched off after", "ms", None,
                   limits.threshold("wd_off_ms"), found)]


def _slow_figures(corners: Sequence[Corner], fitted: dict[str, float],
                  limits: Limits) -> list[Figure]:
    """At which kick it trips, with parts at the corners and as fitted, and that it trips once."""
    bought = combined(spread("R", {key: fitted[key] for key in ("r2a", "r2b")}, 1),
                      spread("C", {key: fitted[key] for key in ("c1a", "c1b")}, 10),
                      spread("C level", {"c2": fitted["c2"]}, 5),
                      [("3.3 V", {"vdd": 3.3})])
    far, near = _at_both_thresholds(corners), _at_both_thresholds(bought)
    results = ngspice.run([_chirp_text(corner.params) for corner in far + near])
    trips = [Value(corner.name, trip_hz(its["trip"]) if "trip" in its else None)
             for corner, its in zip(far + near, results, strict=True)]
    again = [Value(corner.name, 1.0 if "again" in its else 0.0)
             for corner, its in zip(far, results, strict=False)]
    least, most = limits.threshold("wd_slow_hz"), limits.threshold("wd_on_hz")
    return [Figure("slowing kick: square wave at which it trips", "Hz", least, most,
                   trips[:len(far)], 2),
            Figure("the same with the parts as bought (R 1 %, pump 10 %, C2303 5 %)", "Hz", least,
                   most, trips[len(far):], 1),
            Figure("motor power back without a new ARM edge", "times", None, 0, again)]


def basic(corners: Sequence[Corner], limits: Limits) -> list[Figure]:
    """What one long run tells: stuck either way, fast, with pauses, slow."""
    results = ngspice.run([_long_text(corner.params) for corner in corners])
    off_ms = limits.threshold("wd_off_ms")
    stay, gone = FALLS_V[1] * 1e3, FALLS_V[0] * 1e3
    first = [Value(corner.name, (its["first"] - SCAN_S) * 1e3 if "first" in its else None)
             for corner, its in zip(corners, results, strict=True)]
    return [
        Figure("kick stuck low: motor power gone after", "ms", None, off_ms,
               _released(results, corners, "low", LOW)),
        Figure("kick stuck high: motor power gone after", "ms", None, off_ms,
               _released(results, corners, "high", HIGH)),
        Figure("kick of 50 Hz: lowest level, stays on", "mV", stay, None,
               _levels(results, corners, "fast")),
        Figure("scan of 5 ms with pauses of 10 ms: lowest level, stays on", "mV", stay, None,
               _levels(results, corners, "pause")),
        Figure("gap between two toggles that is ridden through", "ms", (SCAN_S + PAUSE_S) * 1e3,
               None, _released(results, corners, "most", LOW), 1),
        Figure("kick of 20 Hz: lowest level, off", "mV", None, gone,
               _levels(results, corners, "slow")),
        Figure("kick of 10 Hz: lowest level, off", "mV", None, gone,
               _levels(results, corners, "slowest")),
        Figure("first kick to WD_OK", "ms", None, 60.0, first, 1)]


def study(circuit: Circuit, limits: Limits) -> Study:
    """All figures of the watchdog."""
    fitted = parts(circuit)
    corners = every_corner(fitted, limits)
    figures = [*basic(corners, limits), *_slow_figures(corners, fitted, limits),
               *_squares(corners, limits),
               _faulty(fitted, limits)]
    return Study("Watchdog", WORDS, figures, {"watchdog": watchdog_plots.drawing(fitted)},
                 [watchdog_plots.plain_chops()])
