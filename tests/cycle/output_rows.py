"""What people and the board's wires see in each state of the table: one row of every output.

Written by hand from docs/IO.md (what each indicator means), design domain §5 (ready lamp), design
hardware §1.5 and §1.7 (arming, emitters, lamps, digits) and docs/PROFILES.md (what the marker
shows). The motors are not in it: they are the mechanisms' business, their relays are.

`charts`: the states of table, sorter and dice; `lit`: the outputs that are on, in the order of
docs/IO.md, then `arm` and `emit`; `digits`: as on the display, # is the face of a die; `marker`: a
row of `MARKERS`; `beeps`: what sounded since the stop before.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """Everything that is on at one stop."""

    charts: str
    lit: str
    digits: str
    marker: str
    beeps: str = ""


# The lamps of the sides A, B, C, D that are lit; all others are dark.
MARKERS = {
    "dark": ("", "", "", ""),
    "A deals": ("dealer green, E white", "S white", "W white", "N white"),
    "B deals": ("N white", "dealer green, E white", "S white", "W white"),
    "C deals": ("W white", "N white", "dealer green, E white", "S white"),
    "D deals": ("S white", "W white", "N white", "dealer green, E white"),
    "D stays": ("S white", "W white", "N white", "dealer green, stay yellow, E white"),
    "A deals, east round": (
        "dealer green, E red", "E yellow, S white", "E yellow, W white", "E yellow, N white"),
    "A deals, south round": (
        "dealer green, E white, S yellow", "S red", "S yellow, W white", "S yellow, N white"),
    "A deals, two equal dice": (
        "dealer green, stay white, E red", "stay white, E yellow, S white",
        "stay white, E yellow, W white", "stay white, E yellow, N white"),
    "new seats": (
        "dealer green, stay blue, E white", "stay blue, S white",
        "stay blue, W white", "stay blue, N white"),
    "the game is over": (
        "dealer green, stay red, E white", "stay red, S white",
        "stay red, W white", "stay red, N white"),
    "number 0": ("", "", "", ""),
    "number 1": ("", "", "", "dealer green"),
    "number 2": ("", "", "dealer green", ""),
}  # fmt: skip

ROWS = {
    # before home: motor power is not asked for, nothing is ready
    "no power": Row("off", "", "    ", "dark"),
    "power on": Row(
        "power_on / idle / rest", "led_run emit", " 1  ", "A deals"),
    "a key before home": Row(
        "power_on / idle / rest", "led_run emit", " 1  ", "A deals", "refused"),
    "homing": Row(
        "homing / idle / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "chain backing": Row(
        "homing / idle / rest", "dir_chain led_run led_arm arm emit", " 1  ", "A deals"),

    # at rest: ready
    "ready, empty": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", " 1  ", "A deals"),
    "walls finished": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", " 1  ", "A deals",
        "look here"),
    "playing, walls wait": Row(
        "playing / idle / rest", "lamp_ready led_run led_arm arm emit", " 5 1", "D stays",
        "look here"),
    "heat sink warm": Row(
        "playing / idle / rest", "fan lamp_ready led_run led_arm arm emit", " 5 1", "D stays"),

    # the hatch; its relay is drawn on the way down and lets go once the motor stands
    "hatch up to load": Row(
        "loading / idle / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "hatch up, walls wait": Row(
        "loading / idle / rest", "led_run led_arm arm emit", " 1  ", "A deals", "look here"),
    "tiles to add": Row(
        "loading / idle / rest", "led_run led_arm arm emit", "+  8", "A deals",
        "look here, look here"),
    "hatch closing": Row(
        "closing / idle / rest", "dir_hatch led_run led_arm arm emit", " 1  ", "A deals"),
    "hatch shut too soon": Row(
        "ready / idle / rest", "dir_hatch led_run led_arm arm emit", "E807", "A deals",
        "look here"),

    # a set is sorted: not ready
    "premix": Row(
        "ready / premix / rest", "dir_hatch led_run led_arm arm emit", " 1  ", "A deals"),
    "picking": Row(
        "ready / picking / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "draining": Row(
        "ready / draining / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "lookout": Row(
        "ready / lookout / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "resting": Row(
        "ready / resting / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "surplus going back": Row(
        "ready / returning / rest", "dir_belts led_run led_arm arm emit", " 1  ", "A deals"),
    "a belt caught": Row(
        "playing / clearing / rest", "led_run led_arm arm emit", " 1  ", "A deals", "look here"),

    # walls, dice, hand
    "walls rising": Row(
        "raising / idle / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "dice rolling": Row(
        "rolling / premix / rolling", "led_run led_arm dice_sleep_n arm emit", " 1  ",
        "A deals"),
    "dice settling": Row(
        "rolling / picking / settling", "led_run led_arm arm emit", " 1  ", "A deals"),
    "hand dealt": Row(
        "playing / picking / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "dealer B": Row(
        "playing / picking / rest", "led_run led_arm arm emit", " 2  ", "B deals"),
    "dealer C": Row(
        "playing / picking / rest", "led_run led_arm arm emit", " 3  ", "C deals"),
    "dealer D": Row(
        "playing / picking / rest", "led_run led_arm arm emit", " 4  ", "D deals"),
    "dealer stays": Row(
        "playing / picking / rest", "led_run led_arm arm emit", " 5 1", "D stays"),

    # the marker's other pictures, at rest
    "first hand": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", " 1  ", "A deals"),
    "new seats": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", "SEAt", "new seats"),
    "end of the game": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", "End ",
        "the game is over"),
    "east round": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", " 1  ",
        "A deals, east round"),
    "south round": Row(
        "ready / idle / rest", "lamp_ready led_run led_arm arm emit", " 1  ",
        "A deals, south round"),
    "dice tumbling": Row(
        "ready / idle / tumbling", "lamp_ready led_run led_arm arm emit", "##  ",
        "A deals, east round"),
    "dice shown": Row(
        "ready / idle / showing", "lamp_ready led_run led_arm arm emit", "##  ",
        "A deals, east round"),
    "two equal dice": Row(
        "ready / idle / showing", "lamp_ready led_run led_arm arm emit", "##  ",
        "A deals, two equal dice"),

    # tiles are missing, or people stop the sorting: not ready
    "running_short": Row(
        "playing / running_short / rest", "led_run led_arm arm emit", " 1  ", "A deals",
        "look here"),
    "searching": Row(
        "playing / searching / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "waiting for tiles": Row(
        "playing / short / rest", "led_run led_arm arm emit", "- 2C", "A deals"),
    "hatch up to add": Row(
        "adding / short / rest", "led_run led_arm arm emit", "- 2C", "A deals"),
    "hatch closing, added": Row(
        "add_closing / short / rest", "dir_hatch led_run led_arm arm emit", "- 2C", "A deals"),
    "parking": Row(
        "parking / pausing / rest", "led_run led_arm arm emit", " 1  ", "A deals", "look here"),
    "hatch up in mid-sort": Row(
        "adding / paused / rest", "led_run led_arm arm emit", " 1  ", "A deals"),

    # a fault: motor power is gone; the loop's lamp says that button or lid keep it away
    "head jammed": Row(
        "fault / paused / rest", "lamp_fault led_run led_flt emit", "E521", "A deals",
        "look here"),
    "stop pressed": Row(
        "fault / idle / rest", "lamp_fault loop_lamp led_run led_flt emit", "E205", "A deals"),
    "stop released": Row(
        "fault / idle / rest", "lamp_fault led_run led_flt emit", "E205", "A deals"),
    "acknowledged": Row(
        "power_on / idle / rest", "led_run emit", " 1  ", "A deals"),
    "stop pressed before home": Row(
        "fault / idle / rest", "lamp_fault loop_lamp led_run led_flt emit", "E205", "A deals"),
    "lid open": Row(
        "fault / idle / rest", "lamp_fault loop_lamp led_run led_flt emit", "E806", "A deals"),
    "input chain lost": Row(
        "fault / idle / rest", "lamp_fault led_run led_flt emit", "E901", "A deals"),

    # what people who mend it see; the self-test's number is binary, side A weighs 8
    "service": Row(
        "service / idle / rest", "led_run led_arm arm emit", " 1  ", "A deals"),
    "drum jogged back": Row(
        "service / idle / rest", "dir_drum led_run led_arm arm emit", " 1  ", "A deals"),
    "self-test": Row(
        "selftest / idle / rest", "led_run led_arm arm emit", " 1  ", "number 0"),
    "self-test, first item": Row(
        "selftest / idle / rest", "led_run led_arm arm emit", " 1  ", "number 1"),
    "self-test, second item": Row(
        "selftest / idle / rest", "led_run led_arm arm emit", " 1  ", "number 2"),
    "maintenance": Row(
        "maintenance / idle / rest", "led_run emit", " 1  ", "A deals"),
}  # fmt: skip
