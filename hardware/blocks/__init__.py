"""The board's sub-circuits, one module each; `BLOCKS` is their order.

References (design hardware §1.9, completed):

  U1        Pico            U2-U5     74HC595 of OUT0-OUT3      U6-U12, U24  74HC165 of IN0-IN7
  U13-U15   ULN2803A of OUT0-OUT2     U16  74HC4051             U171, U172   MCP6002
  U18 FRAM  U19 DRV8833     U20 74AHCT125   U21 74HC74          U22, U23     LM393 counts A-D
  U25 watchdog, first Schmitt gate    U26  LM393 power fail     U27 supervisor  U28 TL431
  U29 watchdog, second Schmitt gate   PS1  IRM-20-12            PS2  TSR 2-2450
  K1 motor bus relay        K2 hatch  K3 chain  K4 drum  K5-K8 belts A-D (direction)
  Q1 K1's driver   Q2 switch of +5V_SAFE   Q3-Q18 triacs   Q19-.. transistors
  OK1-OK16 opto triacs      OK17 zero cross   OK18 motor bus   OK19, OK20 fuses F2, F3
  F2, F3 motor fuses        T1, T2 current transformers   L1 choke   RV1-RV3 varistors
  FL1 inlet filter with F1 (off the board)    JP1-JP3 straps   JP4 the one tie of 0 V to PE
  J.. TP..  from machine.toml        H1-H4 mounting holes       LS1 beeper
  C9000+n   100 nF of Un; C9171 that of U171

Channel n = 1..16 is OUT0 bit 0-7, then OUT1 bit 0-7: OKn, triac Q(n+2), and with base = 100 n
  R+1 560 LED   R+2 1k5 indicator   R+3 360 feed   R+4 330 gate   R+5 100 snubber   C+1 10n X2
  D+1 indicator: R101-R105, C101, D101 for channel 1 (drum), R1601.. for channel 16 (lift_d).
Input i = 0..63 (byte x 8 + bit), 64.. the direct pins of byte 8:
  R(3000+i) pull-up 4k7   R(3100+i) series 1k   C(3000+i) 10n   D(3000+i) TVS
  R(3200+i) to 0 V at the chip, where the pull-up goes to +5V (contacts)
Others by block: 20xx mains_input, 21xx supplies, 22xx safety, 23xx watchdog, 24xx sensing,
  25xx current, 26xx amux, 27xx controller, 28xx storage_display, 29xx dice, lamps, 40xx outputs,
  41xx relays.

Nets: connectors carry the names of machine.toml. An input's chip side, after its 1k, is
IN_<NAME>, also for bits without a connector (IN_SIG1); a 595 pin is <OUTPUT> (DRUM, DIR_HATCH);
the driver's side <MOTOR>_LED, <DIR..>_COIL, <OUTPUT>_OUT; a channel <M>_AN, <M>_IND, <M>_HV,
<M>_GATE, <M>_SNUB, <M>_SW (reversible) or straight <M>_RUN; GPIO nets are the upper-case names
of [pins]; where a GPIO is an input of byte 8 its connector side has the input's name (mark).
"""

# module -> group of its parts in the bill of materials
BLOCKS = {
    "mains_input": "mains",
    "supplies": "supplies",
    "watchdog": "safety",
    "safety": "safety",
    "channels": "motor channels",
    "relays": "motor channels",
    "outputs": "logic",
    "inputs": "logic",
    "sensing": "sensing",
    "current": "sensing",
    "amux": "sensing",
    "controller": "controller",
    "storage_display": "controller",
    "dice": "drivers",
    "lamps": "drivers",
    "connectors": "connectors",
}
