"""What goes wrong with mains, supplies, clock and board."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.inject_row import Rows, fault
from mjsim.plant.inject_words import Words, args_of, number, time_ms

AWAY_MS = 3_600_000
"""The longest: an evening's guests have gone."""


def _dull(plant: Plant, words: Words) -> None:
    plant.random_word = int(words[0])


def _undull(plant: Plant, words: Words) -> None:
    plant.random_word = -1


SUPPLY: Rows = {
    "mains cut": fault(
        "the mains are away for a time", "<ms>", args_of(time_ms(AWAY_MS)),
        lambda p, w: p.cut_mains(int(w[0])), lambda p, w: p.mains_on()),
    "mains half-cycle": fault(
        "one half-cycle is missing", "", args_of(), lambda p, w: p.lose_half_cycle()),
    "mains hz": fault(
        "the mains have another frequency", "<hertz>",
        args_of(lambda w: number(w, "frequency", 40, 70)),
        lambda p, w: p.set_mains_hz(int(w[0])), lambda p, w: p.set_mains_hz(C.MAINS_HZ)),
    "mains sag": fault(
        "the mains' voltage is low: motors are slow, below 65 % they stand", "<percent>",
        args_of(lambda w: number(w, "percentage", 40, 99)),
        lambda p, w: p.sag(int(w[0])), lambda p, w: p.sag(100)),
    "brown-out": fault(
        "the 12 V supply dips; longer than the hold-up, and the board restarts", "<ms>",
        args_of(time_ms(AWAY_MS)), lambda p, w: p.brown_out(int(w[0]))),
    "clock": fault(
        "the board's clock goes too fast (103 %) or too slow", "<percent>",
        args_of(lambda w: number(w, "percentage", 90, 110)),
        lambda p, w: p.set_clock(int(w[0])), lambda p, w: p.set_clock(100)),
    "hot": fault(
        "the triacs are hot", "<tenths of a degree>",
        args_of(lambda w: number(w, "temperature in tenths of a degree", 0, 2000)),
        lambda p, w: p.heat(int(w[0])), lambda p, w: p.cool()),
    "random": fault(
        "the board's random source gives one word for ever", "<word>",
        args_of(lambda w: number(w, "word", 0, 65_535)), _dull, _undull),
    "fuse blown": fault(
        "the fuse of motor group A is blown", "", args_of(),
        lambda p, w: p.blow_fuse(True), lambda p, w: p.blow_fuse(False)),
}  # fmt: skip
"""By name."""
