"""The watchdog: how soon it lets go, what it rides through, and that it never chops.

The kick is toggled once a scan, so a loop of 20 scans a second is a square wave of 10 Hz.
"""

from collections.abc import Sequence

from hardware.model import Circuit

from . import ngspice, plot, values
from .corners import Corner, combined, spread
from .figures import Figure, Study, Value
from .limits import Limits

SCAN_S = 0.005  # firmware/hal/loop.py: SCAN_FRAMES
PAUSE_S = 0.020  # a late scan gives no kick, garbage is collected at rest only
FALLS_V, RISES_V = (0.385, 0.402), (0.394, 0.404)  # TPS3710: 400 mV +-1 %, 2-12 mV below; check
SUPPLY_V = (3.135, 3.465)  # 3.3 V +-5 %
DIODE_A = {"cold": 5e-9, "hot": 2e-6}  # BAT54S: 0.26 V and 0.10 V at 0.1 mA, leaks 2 uA hot
OPENED, SHORTED = 1e9, 1.0  # ohms; a shorted capacitor is a huge one, farads
PLAIN_FALLS_V = (0.65, 1.45)  # AO3400A: gate threshold
REFS = {"rser": "R2302", "c1a": "C2301", "c1b": "C2302", "c2": "C2303", "r2a": "R2303",
        "r2b": "R2304", "rdump": "R2306"}
NETS = {"R2302": ("WD_BUF", "WD_SER"), "C2301": ("WD_SER", "WD_MID"),
        "C2302": ("WD_MID", "WD_PUMP"), "C2303": ("WD_LEVEL", "GND"),
        "R2303": ("WD_LEVEL", "GND"), "R2304": ("WD_LEVEL", "GND"), "R2306": ("WD_PUMP", "GND"), "D2301": ("WD_PUMP", "GND"),
        "U29": ("WD_LEVEL", "WD_OK"), "U25": ("WD_KICK", "WD_BUF"), "U21": ("WD_OK", "ARM")}
# when what happens in the long run, seconds
FAST, LOW, HIGH, SLOW, SLOWEST, END = 0.5, 1.2, 1.9, 2.6, 3.4, 4.4
KICK = "Vkick kick 0"
CHIRP_GROWS = 1.015  # each gap against the one before
CHIRP_S = (0.010, 0.080)  # gaps between two toggles
SLOWS_DOWN, SLOW_END = 0.4, 1.4  # of the drawing


def toggles(start: float, stop: float, gap: float) -> list[float]:
    """Times of toggles from `start`, `gap` seconds apart, before `stop`."""
    return [start + index * gap for index in range(round((stop - start) / gap))]


def wave(times: Sequence[float]) -> str:
    """A PWL source that starts low and changes its level at each of the times."""
    points = ["0 0"]
    for index, time in enumerate(times):
        points += [f"{time:.6f} {index % 2}", f"{time + 1e-6:.6f} {(index + 1) % 2}"]
    rows = [" ".join(points[at:at + 8]) for at in range(0, len(points), 8)]
    return "PWL(" + "\n+ ".join(rows) + ")"


def long_run() -> list[float]:
    """The toggles of all cases, one after the other; each begins with the firmware's own."""
    times = toggles(0.005, 0.3, SCAN_S)  # ends high, the pause follows; then one that ends low
    times += toggles(0.3 + PAUSE_S, 0.4 + PAUSE_S, SCAN_S)
    times += toggles(0.4 + 2 * PAUSE_S, FAST, SCAN_S)
    times += toggles(FAST, 1.0, 0.01)
    for begin, end, high in ((1.0, LOW, False), (1.7, HIGH, True)):
        times += toggles(begin, end, SCAN_S)
        if len(times) % 2 != high:
            times.append(times[-1] + SCAN_S)
    times += toggles(2.4, SLOW, SCAN_S) + toggles(SLOW, 3.2, 1 / 20)
    return times + toggles(3.2, SLOWEST, SCAN_S) + toggles(SLOWEST, END, 1 / 10)


def chirp() -> list[float]:
    """The firmware's kick, then toggles ever further apart."""
    times, gap = toggles(0.005, 0.3, SCAN_S), CHIRP_S[0]
    while gap < CHIRP_S[1]:
        times.append(times[-1] + gap)
        gap *= CHIRP_GROWS
    return times


def parts(circuit: Circuit) -> dict[str, float]:
    """The simulated values, from the circuit."""
    values.check_nets(circuit, NETS)
    return {name: values.of(circuit, ref) for name, ref in REFS.items()}


def every_corner(fitted: dict[str, float], pct: float) -> list[Corner]:
    """R, pump and reservoir capacitors, supply and diodes at both ends."""
    return combined(
        spread("R", {key: fitted[key] for key in ("rser", "r2a", "r2b", "rdump")}, pct),
        spread("C pump", {key: fitted[key] for key in ("c1a", "c1b")}, pct),
        spread("C level", {"c2": fitted["c2"]}, pct),
        [(f"{volts:g} V", {"vdd": volts}) for volts in SUPPLY_V],
        [(f"diodes {name}", {"is": amps}) for name, amps in DIODE_A.items()])


def _last_before(times: Sequence[float], moment: float) -> float:
    return max(time for time in times if time <= moment + SCAN_S * 1.01)


def _long_text(params: dict[str, float]) -> str:
    least, most = FALLS_V
    return ngspice.netlist(
        "watchdog.cir", {**params, "stop": END}, {KICK: wave(long_run())},
        {"first": f"when v(level)={RISES_V[1]} rise=1",
         "pause": f"min v(level) from=0.2 to={FAST}", "fast": f"min v(level) from=0.7 to=1.0",
         "low": f"when v(level)={least} td={LOW} fall=1",
         "high": f"when v(level)={least} td={HIGH} fall=1",
         "slow": f"min v(level) from={SLOW + 0.1} to=3.2",
         "slowest": f"min v(level) from={SLOWEST + 0.1} to={END}",
         "most": f"when v(level)={most} td={LOW} fall=1"})


def _chirp_text(params: dict[str, float], falls: float, rises: float) -> str:
    times = chirp()
    return ngspice.netlist(
        "watchdog.cir", {**params, "vfall": falls, "vrise": rises, "stop": times[-1] + 0.1},
        {KICK: wave(times)},
        {"trip": "when v(q)=0.5 fall=1", "again": "when v(q)=0.5 rise=2"})


def trip_hz(trip_s: float) -> float:
    """The square wave whose gap between toggles had just come when the latch let go."""
    times = chirp()
    before = [time for time in times if time <= trip_s]
    after = [time for time in times if time > trip_s]
    gap = after[0] - before[-1] if after else CHIRP_S[1]
    return 1 / (2 * gap)


def _released(results: Sequence[dict[str, float]], corners: Sequence[Corner], key: str,
              moment: float) -> list[Value]:
    since = _last_before(long_run(), moment)
    return [Value(corner.name, (its[key] - since) * 1e3 if key in its else None)
            for corner, its in zip(corners, results, strict=True)]


def _levels(results: Sequence[dict[str, float]], corners: Sequence[Corner],
            key: str) -> list[Value]:
    return [Value(corner.name, its[key] * 1e3)
            for corner, its in zip(corners, results, strict=True)]


def _faulty(fitted: dict[str, float], pct: float, limits: Limits) -> Figure:
    """One part broken: R2304 open, C2301 shorted, each with the rest at its slowest."""
    slow = every_corner(fitted, pct)
    cases = [Corner(f"{what}, {corner.name}", {**corner.params, key: value})
             for what, key, value in (("R2304 open", "r2b", OPENED), ("R2306 open", "rdump", OPENED),
                                       ("C2301 short", "c1a", SHORTED))
             for corner in slow if "R +" in corner.name and corner.name.count("+") == 3]
    results = ngspice.run([_long_text(case.params) for case in cases])
    worst = [max(_released(results, cases, key, at)[index].value or 1e9
                 for key, at in (("low", LOW), ("high", HIGH))) for index in range(len(cases))]
    return Figure("one part broken: motor power gone after the last edge", "ms", None,
                  limits.ms("wd_off_ms"),
                  [Value(case.name, value) for case, value in zip(cases, worst, strict=True)])


def _slow_figures(corners: Sequence[Corner], fitted: dict[str, float]) -> list[Figure]:
    """At which kick it trips, with parts at the corners and as fitted, and that it trips once."""
    runs = [(Corner(f"{corner.name}, {falls * 1e3:g} mV", corner.params), falls, rises)
            for corner in corners for falls, rises in zip(FALLS_V, RISES_V, strict=True)]
    fit = [(Corner(f"{corner.name}, {falls * 1e3:g} mV", corner.params), falls, rises)
           for corner in combined(spread("R", {key: fitted[key] for key in ("r2a", "r2b")}, 1),
                                  spread("C", {key: fitted[key] for key in ("c1a", "c1b", "c2")},
                                         10), [("3.3 V", {"vdd": 3.3})])
           for falls, rises in zip(FALLS_V, RISES_V, strict=True)]
    results = ngspice.run([_chirp_text(corner.params, *ends) for corner, *ends in runs + fit])
    trips = [Value(run[0].name, trip_hz(its["trip"]) if "trip" in its else None)
             for run, its in zip(runs + fit, results, strict=True)]
    again = [Value(run[0].name, 1.0 if "again" in its else 0.0)
             for run, its in zip(runs, results, strict=False)]
    return [Figure("slowing kick: square wave at which it trips", "Hz", 10.0, 50.0,
                   trips[:len(runs)], 1),
            Figure("the same with the parts as fitted (R 1 %, C 10 %)", "Hz", 10.0, 50.0,
                   trips[len(runs):], 1),
            Figure("motor power back without a new ARM edge", "times", None, 0, again)]


def study(circuit: Circuit, limits: Limits) -> Study:
    """All figures of the watchdog."""
    fitted = parts(circuit)
    corners = every_corner(fitted, limits.pct("rc_tolerance_pct"))
    results = ngspice.run([_long_text(corner.params) for corner in corners])
    off_ms = limits.ms("wd_off_ms")
    stay, gone = FALLS_V[1] * 1e3, FALLS_V[0] * 1e3
    figures = [
        Figure("kick stuck low: motor power gone after", "ms", None, off_ms,
               _released(results, corners, "low", LOW)),
        Figure("kick stuck high: motor power gone after", "ms", None, off_ms,
               _released(results, corners, "high", HIGH)),
        Figure("kick of 50 Hz: lowest level, stays on", "mV", stay, None,
               _levels(results, corners, "fast")),
        Figure("scan of 5 ms with pauses of 20 ms: lowest level, stays on", "mV", stay, None,
               _levels(results, corners, "pause")),
        Figure("gap between two toggles that is ridden through", "ms", (SCAN_S + PAUSE_S) * 1e3,
               None, _released(results, corners, "most", LOW), 1),
        Figure("loop of 20 scans/s: lowest level, off", "mV", None, gone,
               _levels(results, corners, "slow")),
        Figure("loop of 10 scans/s: lowest level, off", "mV", None, gone,
               _levels(results, corners, "slowest")),
        Figure("first kick to WD_OK", "ms", None, 60.0,
               [Value(corner.name, its["first"] * 1e3 - 5)
                for corner, its in zip(corners, results, strict=True)], 1),
        *_slow_figures(corners, fitted), _faulty(fitted, limits.pct("rc_tolerance_pct"), limits)]
    return Study("Watchdog", WORDS, figures, {"watchdog": drawing(fitted)}, [plain_chops()])


def plain_chops() -> Figure:
    """How often the gate of the plain pump crosses a threshold within a second, loop 10-20 Hz."""
    found = []
    for rate in (10, 20):
        times = toggles(0.005, 0.2, SCAN_S) + toggles(0.2, 1.4, 1 / (2 * rate))
        for volts in (0.65, 1.0, 1.45):
            text = ngspice.netlist("plain_pump.cir", {"stop": 1.4}, {KICK: wave(times)},
                                   {f"c{n}": f"when v(level)={volts} td=0.4 rise={n}"
                                    for n in range(1, 21)})
            count = len(ngspice.run([text])[0])
            found.append(Value(f"kick {rate} Hz, gate threshold {volts:g} V", float(count)))
    return Figure("plain pump of hardware.md: motor power back on within 1 s", "times", None, 0,
                  found)


def drawing(fitted: dict[str, float]) -> str:
    """Level, WD_OK and the latch while the loop slows to 20 scans a second; the plain pump."""
    times = toggles(0.005, SLOWS_DOWN, SCAN_S) + toggles(SLOWS_DOWN, SLOW_END, 1 / 20)
    text = ngspice.netlist("watchdog.cir", {**fitted, "stop": SLOW_END}, {KICK: wave(times)})
    time, level, wd_ok, latch = ngspice.curves(text, ["v(level)", "v(ok)", "v(q)"])
    plain = ngspice.netlist("plain_pump.cir", {"stop": SLOW_END}, {KICK: wave(times)})
    _, gate = ngspice.curves(plain, ["v(level)"])
    moments = [1e3 * value for value in time]
    return plot.chart("Watchdog: the loop slows to 20 scans a second at 400 ms", "time, ms", [
        plot.Panel("volts", [plot.Line("WD_LEVEL", moments, level, "solid"),
                             plot.Line("0.4 V", [0, 1e3 * SLOW_END], [0.4, 0.4], "dotted")]),
        plot.Panel("volts", [plot.Line("WD_OK", moments, wd_ok, "dashed")]),
        plot.Panel("1 = on", [plot.Line("ARM latch", moments, latch, "solid")]),
        plot.Panel("volts", [plot.Line("plain pump, gate", moments, gate[:len(moments)], "solid"),
                             plot.Line("thresholds of the FET", [0, 1e3 * SLOW_END],
                                       [0.65, 0.65], "dotted"),
                             plot.Line("", [0, 1e3 * SLOW_END], [1.45, 1.45], "dotted")])])


WORDS = """\
Each rising edge of the kick fills C2303 through C2301 + C2302 and D2301; R2303 with R2304 empties
it, R2306 the pump's own capacitors; U29 (0.4 V, with hysteresis) makes WD_OK of the level, and
WD_OK low clears the ARM latch U21: the first trip is the last, until the firmware gives a new ARM
edge. Every combination of R, both C, supply 3.3 V +-5 %, diodes
cold and hot; the detector's threshold at the end that hurts.

The firmware toggles the kick once a scan, so "20 scans a second" is a square wave of 10 Hz. Above
the highest frequency of "slowing kick" it stays on at every corner, below the lowest it is off at
every corner; between the two it depends on the parts. Time measured with an R and a C that may
each be 20 % off is itself 1 : 2.25 uncertain, so no such circuit can promise much less; what it
does promise is that it is either on or latched off and never chops."""
