"""The watchdog's drawing, and the plain pump that it replaces."""

from . import ngspice, plot
from .figures import Figure, Value
from .kicks import KICK, SCAN_S, toggles, wave

PLAIN_FALLS_V = (0.65, 1.0, 1.45)  # AO3400A: gate threshold, from end to end
SLOWS_DOWN, SLOW_END = 0.4, 1.4  # of the drawing, seconds
SLOW_RATE = 40  # scans a second, a square wave of 20 Hz


def plain_chops() -> Figure:
    """How often the gate of the plain pump crosses a threshold within a second, loop 10-20 Hz."""
    found = []
    for rate in (10, 20):
        times = toggles(0.005, 0.2, SCAN_S) + toggles(0.2, 1.4, 1 / (2 * rate))
        for volts in PLAIN_FALLS_V:
            text = ngspice.netlist("plain_pump.cir", {"stop": 1.4}, {KICK: wave(times)},
                                   {f"c{n}": f"when v(level)={volts} td=0.4 rise={n}"
                                    for n in range(1, 21)})
            count = len(ngspice.run([text])[0])
            found.append(Value(f"kick {rate} Hz, gate threshold {volts:g} V", float(count)))
    return Figure("plain pump of hardware.md: motor power back on within 1 s", "times", None, 0,
                  found)


def drawing(fitted: dict[str, float]) -> str:
    """Level, WD_OK and the latch while the kick slows to 20 Hz; the plain pump."""
    times = toggles(0.005, SLOWS_DOWN, SCAN_S) + toggles(SLOWS_DOWN, SLOW_END, 1 / SLOW_RATE)
    text = ngspice.netlist("watchdog.cir", {**fitted, "stop": SLOW_END}, {KICK: wave(times)})
    time, level, wd_ok, latch = ngspice.curves(text, ["v(level)", "v(ok)", "v(q)"])
    plain = ngspice.netlist("plain_pump.cir", {"stop": SLOW_END}, {KICK: wave(times)})
    _, gate = ngspice.curves(plain, ["v(level)"])
    moments = [1e3 * value for value in time]
    ends = [0, 1e3 * SLOW_END]
    return plot.chart("Watchdog: the kick slows to 20 Hz at 400 ms", "time, ms", [
        plot.Panel("volts", [plot.Line("WD_LEVEL", moments, level, "solid"),
                             plot.Line("0.4 V", ends, [0.4, 0.4], "dotted")]),
        plot.Panel("volts", [plot.Line("WD_OK", moments, wd_ok, "dashed")]),
        plot.Panel("1 = on", [plot.Line("ARM latch", moments, latch, "solid")]),
        plot.Panel("volts", [plot.Line("plain pump, gate", moments, gate[:len(moments)], "solid"),
                             plot.Line("thresholds of the FET", ends,
                                       [PLAIN_FALLS_V[0]] * 2, "dotted"),
                             plot.Line("", ends, [PLAIN_FALLS_V[-1]] * 2, "dotted")])])
