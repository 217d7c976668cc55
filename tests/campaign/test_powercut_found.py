"""Cuts that a campaign has found, once failures: each is run again alone."""

import pytest

from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Evening
from mjsim.campaign.powercut.play import branch

FOUND = {
    "a tile passed the beam and was in no record yet": [
        ("four_port", 1, Cut(43_580, torn=47)),
        ("four_port", 1, Cut(54_285, torn=47)),
        ("four_port", 1, Cut(55_355, torn=57)),
        ("single_port", 1, Cut(58_230, torn=56)),
        ("row_port", 1, Cut(30_575, torn=3)),
        ("single_port", 20281206, Cut(161_205, torn=0)),
    ],
    "a tile had come in and no record said so": [
        ("single_port", 2, Cut(74_630, torn=0)),
    ],
    "a tile that lay in the beam's edge was through before its pulse was old enough": [
        ("four_port", 1, Cut(146_095)),
        ("four_port", 1, Cut(24_480)),  # the end of a tile that had been counted
        ("four_port", 1, Cut(25_320)),
        ("four_port", 1, Cut(57_875, torn=0)),
    ],
    "the judge took a plate without supply for a roll that had ended": [
        ("four_port", 1, Cut(132_220, hold_ms=8)),
    ],
    "the chain had set out and no record said so": [
        ("single_port", 1, Cut(188_400, torn=39)),
        ("single_port", 1, Cut(392_775, torn=55)),
    ],
    "a tile half past the beam was in the head, and the next one in its place": [
        ("single_port", 20281128, Cut(107_425, torn=0)),
        ("single_port", 20281128, Cut(107_475, torn=1)),
        ("four_port", 20281128, Cut(159_720, torn=0)),
    ],
    "the judge forgot a tile that the inlet had not seen, as another one passed the beam": [
        ("single_port", 20281128, Cut(104_230)),
        ("four_port", 20281128, Cut(159_720)),
    ],
    "a tile half past the beam, and the next one touched it when the belt went on": [
        ("four_port", 20281220, Cut(237_495)),
    ],
    "who looked into a head had lifted the tile out that the belt was said to hold": [
        ("four_port", 20281220, Cut(70_495, torn=41)),
        ("four_port", 20281220, Cut(73_400, torn=0)),
        ("four_port", 20281220, Cut(159_345, torn=41)),
    ],
    "a belt had run back, and its record still held its tiles": [
        ("single_port", 20281220, Cut(121_775, hold_ms=11)),
    ],
    "somebody had the hatch shut just before it was open": [
        ("four_port", 20261125, Cut(276_460, torn=1)),
    ],
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_stays_mended(what):
    for machine, seed, cut in FOUND[what]:
        live = Evening(machine, seed).begin()
        live.run_to(cut.at_ms)
        result = branch(live, cut, set())
        assert not result["failed"], (cut.command(machine, seed), result["failed"])
