"""Numbers the mechanisms compute with: machine.toml's in the plant's own units, and a few more.

Positions are integers: um on a belt, mdeg on a cam, ppm of the hatch's travel, hundredths of a
millisecond of travel on drum, ring, chain and dice plate. Speeds are per ms.
"""

from mjsim.generated import constants as C
from mjsim.plant.unit import NOMINAL, Unit

NEVER = 1 << 59
"""Due time of something that will not happen by itself."""
FAR = 1 << 59
"""Position nothing will reach."""


TURN = 360_000
"""One turn of a cam, mdeg."""

# Belt: a tile's place is the distance of its tail from the port.
GAP_UM = C.BELT_PITCH_UM - C.TILE_LENGTH_UM
"""The port takes the next tile when the one before it has moved on so far."""
NOTCH_UM = C.COUNT_NOTCH_MS * C.BELT_SPEED_UM_PER_MS
"""What a beam sees between the chamfers of two tiles that touch."""
MOUTH_UM = C.BELT_LENGTH_UM + C.HEAD_MOUTH_MS * C.BELT_SPEED_UM_PER_MS
"""A nose so far along the belt, 3 mm past its end: from here on a turning head would hit the tile.
Between two tiles stand 15 mm; 38 ms until a late scan answers and 80 ms of coast take up to
17.7 mm of them, so without these 3 mm no controller could stop in time."""
MOUTH = MOUTH_UM - C.TILE_LENGTH_UM
"""The place of a tile of the design there."""

# Cams: where each flag's edges lie, mdeg, in the order they are passed, from park.
HEAD_EDGES = tuple(
    deg * 1000
    for deg in (
        C.HEAD_PARK_TO_DEG,
        C.HEAD_MID_FROM_DEG,
        C.HEAD_MID_TO_DEG,
        C.HEAD_PUSH_FROM_DEG,
        C.HEAD_PUSH_TO_DEG,
        C.HEAD_PARK_FROM_DEG,
    )
)
LIFT_EDGES = tuple(
    deg * 1000
    for deg in (C.LIFT_DN_TO_DEG, C.LIFT_UP_FROM_DEG, C.LIFT_UP_TO_DEG, C.LIFT_DN_FROM_DEG)
)
LEAST_BETWEEN = 700
"""On a drawn cam no two edges come in the same instant, mdeg: 1.5 ms of the head's."""


def own_edges(edges: tuple[int, ...], unit: Unit, name: str) -> tuple[int, ...]:
    """The edges of one cam of this unit."""
    own = [edge + round(unit.of("cam_edge", "%s %d" % (name, i))) for i, edge in enumerate(edges)]
    if unit.kind != NOMINAL:
        for i in range(1, len(own)):
            if abs(own[i] - own[i - 1]) < LEAST_BETWEEN:
                own[i] = own[i - 1] + LEAST_BETWEEN
    return tuple(own)


def gaps(edges: tuple[int, ...]) -> tuple[int, ...]:
    """Way from each edge to the next, round the turn."""
    return tuple((edges[(i + 1) % len(edges)] - edge) % TURN for i, edge in enumerate(edges))


# Hatch.
HATCH_END = 1_000_000
HATCH_DN_EDGE = HATCH_END * C.HATCH_FLAG_PCT // 100
HATCH_AJAR = HATCH_END * C.HATCH_AJAR_PCT // 100
"""What a lower limit that sticks late may leave open."""
HATCH_UP_EDGE = HATCH_END - HATCH_DN_EDGE

# Clockwork: positions in hundredths of a millisecond of travel at nominal speed.
CLOCK_SPEED = 100
CHAIN_TURN = C.CHAIN_INDEX_MS * 100
CHAIN_EDGES = tuple(
    ms * 100
    for ms in (
        C.CHAIN_FLAG_MS,
        C.CHAIN_CORNER_MS - C.CHAIN_FLAG_MS // 2,
        C.CHAIN_CORNER_MS + C.CHAIN_FLAG_MS // 2,
        C.CHAIN_INDEX_MS - C.CHAIN_FLAG_MS,
    )
)
CHAIN_FLAG = C.CHAIN_FLAG_MS * 100

MAX_STACKS = 19
"""Longest wall a lane holds: 19 stacks of 25 mm = 475 mm (design hardware §3)."""

# Drum.
PICK_MS = 1_000_000 / C.PICK_MU_PER_KS
"""Mean wait, ms, of one back-up tile with all ports of a machine open: 1/mu; each open port has
its share. The one port of the single-port table gets the whole rate: only then do the times of
design hardware §3 hold for it."""
FLIP_PER_MS = (C.FLIP_PHI_PER_KS + C.FLIP_PSI_PER_KS) / 1e6
BACK_SHARE = C.FLIP_PHI_PER_KS / (C.FLIP_PHI_PER_KS + C.FLIP_PSI_PER_KS)
"""Share of tiles lying back-up when nothing is picked."""
WEAK_TILE = 0.05
"""A weak tile's pick-up rate against a sound one's (design domain §14)."""

# Supply.
K1_CLOSE_MS = C.RELAY_MS
"""Arm to live motor bus."""
LIVE_SIGNAL_MS = 55
"""Without the controller's live signal for this long the motors have no power: with the slowest
parts, which let them run on longest. With the quickest it is 16 (hardware/out/spice.md,
watchdog)."""
PFAIL_MS = 30
"""Mains lost to 12 V below 10.5 V: the supply's hold-up and the bulk capacitor."""
HOLD_UP_MS = 107
"""Mains lost to the controller's end (design hardware §1.6)."""
JAM_CURRENT_PCT = 10
"""A stalled motor draws 10-40 % more (design hardware §4.2 row 5). The least is taken: motors this
small hardly change, so it is the missing motion that tells of a stall, not the current."""
ROOM_DC = 250
"""Both temperatures at the start, tenths of a degree."""
DICE_SETTLE_MIN_MS = 300
"""Dice roll on at least this long after their plate stands; at most DICE_PLATE_SETTLE_MS."""


def current_ma(milliwatts: int) -> int:
    """Current of a motor on the mains, mA, at power factor 0.8."""
    return milliwatts * 10 // (C.MAINS_VOLTS_V * 8)
