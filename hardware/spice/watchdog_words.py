"""What the report says about the watchdog."""

WORDS = """\
Each rising edge of the kick fills C2303 through C2301 + C2302 and D2301; R2303 with R2304 empties
it, R2306 the pump's own capacitors; U29 (0.4 V, with hysteresis) makes WD_OK of the level, and
WD_OK low clears the ARM latch U21: the first trip is the last, until the firmware gives a new ARM
edge. Every combination of R (3 %: parts of 1 %), C2303 (10 %: film of 5 %), the pump's ceramic
capacitors (20 %), supply 3.3 V +-5 % and diodes cold and hot; the detector's threshold at the end
that hurts.

The firmware toggles the kick once a scan, so its own 200 scans a second are a square wave of
100 Hz. The limits are taken as square waves: on at 50 Hz, latched off from 20 Hz down, which holds
for a loop of 10 to 20 scans a second (5 to 10 Hz) all the more. Above the highest frequency of
"slowing kick" it stays on at every corner, below the lowest it is off at every corner; between the
two it depends on the parts, but is either on or latched off and never chops.

20 to 50 Hz is 1 : 2.5. With R and C of 20 % the time alone was 1 : 2.25 uncertain, supply and
threshold made it 1 : 2.47, and half a per cent was left at each end. So the parts that make the
time, R2303, R2304 and C2303, are bought closer: the worst of all parts at once then spread
1 : 1.43, and more than a fifth is left at each end; as bought they trip near 29 Hz. A small C2303
against C2301 and C2302 makes the level high, and with it the supply matter little. The price is
that a gap in the kick is ridden through for a shorter time; scans that are in time leave none
above 15 ms."""
