"""The order of a scan: the place of everyone who takes part, and its bit in masks of them."""

P_SUPERVISION, P_MAINS, P_SWITCH, P_PANEL = range(4)
P_CHARTS = 4  # lines, hatch, shuffler, lifts, chain, service, self-test: 12 at the most
P_DICE, P_SORTER, P_CYCLE, P_POWER, P_SIGNALS, P_INTERLOCKS, P_JOURNAL = range(16, 23)
PLACES = 23

SUPERVISION = 1 << P_SUPERVISION
MAINS = 1 << P_MAINS
SWITCH = 1 << P_SWITCH
PANEL = 1 << P_PANEL
SORTER = 1 << P_SORTER
CYCLE = 1 << P_CYCLE
POWER = 1 << P_POWER
SIGNALS = 1 << P_SIGNALS
INTERLOCKS = 1 << P_INTERLOCKS
JOURNAL = 1 << P_JOURNAL
CHARTS = (1 << P_SORTER) - (1 << P_CHARTS)
EVERYONE = (1 << PLACES) - 1
RISING = 1 << PLACES  # beside an input's places (watchers.py): its fall concerns no chart
EITHER = RISING << 1  # the same: its rise may break an interlock, too
