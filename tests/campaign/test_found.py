"""Runs of campaigns that failed once: played again alone, they are good."""

from dataclasses import replace

import pytest

from mjsim.campaign.options import options_of
from mjsim.campaign.tree import branch, trunk_at
from mjsim.campaign.wrongs import KINDS

SINCE = ("stuck dice_rot", "stuck svc")
NOW = tuple(kind for kind in KINDS if kind not in SINCE)
BEFORE = tuple(kind for kind in NOW if kind != "service")
"""What these runs were drawn from: the later ones with somebody who serves the table."""

FOUND = {
    "a jam that was told only when another one was acknowledged (144)": (20261125, 5581),
    "a lid that people had shut before it was mended": (20261125, 5605),
    "foreign tiles in a dealt wall, its own beside it": (20261126, 2715),
    "a second cut of the mains while the first one's fault stands": (20261127, 4577),
    "a head taken for empty that nobody had emptied, the lid shut all the time": (20261127, 1018),
    "a belt that drives on, with nothing in its head's mouth": (20261127, 9064),
    "eight faults at once, and no room to note that the lid was open": (20261128, 183),
    "a chain that froze once more while it was frozen": (20261128, 2767),
    "a belt that coasts on, its relay fallen": (20261128, 4784),
    "a hatch that had just set out as the run began": (20261128, 4891),
    "a tile both missing and on the table": (20261128, 5112),
    "a head lost while hands were inside, and no room to tell of it": (4100623801, 374),
    "a shorted lift's plug in another lift's place": (20261130, 1582),
    "a tile that people lifted out of a head, its belt's fault told late": (20261130, 173),
    "a stack that stood in its head when people were sent there": (20261130, 3946),
    "single tiles in the heads of a machine that pushes single tiles": (20261130, 7520),
    "a head that was turned away from PARK before the set came": (20261201, 6062),
    "belts that drive on instead of back, a tile in another one's beam": (20261201, 7017),
    "a motor that had current in the scan of the lid": (20261201, 5331),
    "a hatch under way, its wires exchanged, as the run began": (20261201, 5480),
    "a stop pressed while the controller hung and started anew": (20261203, 289),
    "a stack pushed behind rods that had passed their corner with the row": (20261201, 4776),
    "contents lost under a lid that had long been open": (20261128, 7561),
    "60 Hz while the mains had 51": (20261205, 4337),
    "a current that stayed the same as the last motor went off": (77, 733),
    "of two ways in which an input is stuck one is put right": (20261206, 122),
    "a lift that a triac drives past its lower end": (20261206, 2433),
    "a head that a triac turns away from MID": (20261206, 626),
    "a lower limit of the hatch that sticks at the end of its way": (77, 758),
    "a lift whose limit goes off as it waits for its turn": (20261128, 714),
    "an upper limit that comes on as its lift sets out": (20261128, 991),
    "rods on their way home, and their zero's sensor sticks": (20270314, 6163),
    "a lift that has just landed, its limit lost": (20270314, 6314),
    "a ring that starts a moment before its drum": (20270314, 6834),
    "a relay that opens between two late scans": (20270314, 8555),
    "a jammed drum that what got loose in it freed": (20270411, 546),
    "a lift's limit lost while homing runs the hatch up": (20270411, 4339),
    "rows that people look at as the table has no power": (20270411, 7409),
    "a half-cycle as the controller started anew": (77, 352),
    "rods on their way home, and their zero's sensor flickers": (20281130, 113),
    "a dead cable, its head at MID": (20281130, 980),
    "a belt that was jammed before the power went": (20281113, 6126),
    "a belt that jammed once more as it ran its tiles back": (20270411, 4427),
    "a fuse put back while the program hung, its motors on": (20281208, 478, NOW),
    "a program that died with a tile half past the beam, and a mere look": (20281201, 9950),
    "a belt that jams again, known to be empty before": (20281218, 1523, NOW),
    "a mere look under the lid of a machine that has forgotten all": (20281216, 8278, NOW),
    "a mouth with two tiles, and a cut before anybody came": (20281215, 6415, NOW),
    "a belt too weak to run its tiles back": (20281215, 3696, NOW),
    "a belt that jams again, its tiles counted as gone": (20281215, 247, NOW),
    "a relay that opened while its feedback chattered": (20281220, 9581, NOW),
    "a pusher that showed a lift's limit, the lift a little up": (20281222, 6090, NOW),
    "somebody who ran the dice by hand before all walls were up": (20281224, 2745, NOW),
    "a lift's limit lost while somebody served the table": (20281224, 5577, NOW),
    "a pair that touched, its first one in the head as all was stopped": (20281225, 58, NOW),
    "a wire that was cut while the mains sagged": (20281225, 1948, NOW),
    "a hatch whose wires were exchanged as it left its top": (20281225, 8699, NOW),
    "a belt that jammed before its first tile had come": (20281225, 8930, NOW),
    "dice that jammed once more in a roll that was told of": (20281230, 2497, tuple(KINDS)),
    "a head with two tiles, and a mere look": (20281231, 7735, tuple(KINDS)),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_stays_mended(what):
    seed, number, *more = FOUND[what]
    options = options_of(seed, number, *more or [BEFORE])
    options = replace(options, trunk=replace(options.trunk, thorough=True))
    result = branch(trunk_at(options), options)
    assert not result["failed"], (options.text, result["failed"])
