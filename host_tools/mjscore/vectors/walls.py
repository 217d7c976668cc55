"""Kinds `deal`, `profile` and `reserve`: from the profile table and the tiles of its set."""

from collections import Counter
from typing import Any

from mjscore.errors import VECTORS, bad, nearest, shown
from mjscore.flow.customs import tile_set
from mjscore.flow.wall_state import WallState
from mjscore.registry import REGISTRY
from mjscore.tiles import ANIMAL, JOKER, KINDS, SUITED
from mjscore.vectors.asked import flag, options, whole, wholes
from mjscore.wall import Deal, deal, index_of, row_of
from mjtable.game import profiles

CLASSES = ("honours", "suits", "flowers", "animals", "jokers")
SUPPLIED = {"SHOP-A": 160}  # tiles in the box, where the document says it (rules SA-T01)
SELECT = {profiles.WALL_EAST: "E", profiles.WALL_COUNTED: "(sum-1) mod 4"}
DEALS = {profiles.DEAL_SHOP: "SHOP", profiles.DEAL_YEE: "YEE"}
REPLACED = {
    "kong": profiles.FOR_KONG,
    "flower": profiles.FOR_FLOWER,
    "animal": profiles.FOR_ANIMAL,
}


TAIL_DRAWS = ("tail_draws", "replacements", "replacement_draws", "replacements_drawn")
DRAWN_FOR = {
    "kongs": profiles.FOR_KONG,
    "flowers_replaced": profiles.FOR_FLOWER,
    "flowers": profiles.FOR_FLOWER,
    "animals_replaced": profiles.FOR_ANIMAL,
}


def profile_of(system: str, given: dict[str, Any]) -> str:
    """The profile that the input means: by name, by tiles, or by flowers and animals."""
    named = given.get("profile")
    own = list(REGISTRY[system].games)
    if named is not None:
        if named not in own:
            bad(f"{system} has no profile {shown(named)}{nearest(named, own)}", "profile", VECTORS)
        return str(named)
    tiles = given.get("tiles")
    if tiles is not None:
        fitting = [name for name in own if row_of(name)[profiles.TILES] == tiles]
        if not fitting:
            bad(f"{system} is not played with {shown(tiles)} tiles", "tiles", VECTORS)
        return fitting[0]
    return own[-1 if given.get("flowers" if system == "SHOP-B" else "animals") else 0]


def deal_of(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Break and deal by seat."""
    answer = _dealt(system, given).as_dict()
    if "dealer_side" not in given:
        del answer["sides"]
    return answer


def deal_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same by side too, and how many tiles that are."""
    dealt = _dealt(system, given)
    sizes = {seat: len(tiles) for seat, tiles in dealt.hands.items()}
    return dealt.as_dict() | {"profile": dealt.profile, "dealt": sum(sizes.values())}


def _dealt(system: str, given: dict[str, Any]) -> Deal:
    side = given.get("dealer_side", "A")
    hop = flag(given, "east_hop") or bool(options(system, given).get("east_hop"))
    return deal(profile_of(system, given), wholes(given, "dice"), side, east_hop=hop)


def profile(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Tiles, walls and end of the wall."""
    row = row_of(profile_of(system, given))
    stacks = list(row[profiles.STACKS])
    per_wall = [2 * number for number in stacks]
    answer: dict[str, Any] = {"tiles": row[profiles.TILES]}
    if system in SUPPLIED:
        answer["spares"] = SUPPLIED[system] - row[profiles.TILES]
    answer["per_wall"] = per_wall[0] if len(set(per_wall)) == 1 else per_wall
    answer |= {"stacks": stacks, "composition": composition(row[profiles.NAME])}
    answer["draw_when_tiles_left"] = profiles.reserve(profiles.index_of(row[profiles.NAME]), 0, 0)
    rounds = profiles.ROTATIONS[row[profiles.ROTATION]][profiles.ROT_END]
    if rounds:
        answer["hands_per_full_game_min"] = 4 * rounds
    return answer


def profile_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The other columns of the profile table (rules chapter 10)."""
    row = row_of(profile_of(system, given))
    rotation = profiles.ROTATIONS[row[profiles.ROTATION]]
    replaced = row[profiles.REPLACEMENTS]
    reserve_text = str(row[profiles.RESERVE])
    reserve_text += f"+{row[profiles.PER_KONG]}k" if row[profiles.PER_KONG] else ""
    return {
        "profile": row[profiles.NAME],
        "dice": row[profiles.DICE],
        "wall_select": SELECT[row[profiles.WALL]],
        "count": "sum",
        "deal": DEALS[row[profiles.DEAL]],
        "dealt": profiles.DEALT,
        "left": row[profiles.TILES] - profiles.DEALT,
        "left_after_deal": row[profiles.TILES] - profiles.DEALT,
        "reserve": reserve_text + ("-(r mod 2)" if row[profiles.ODD_TAIL] else ""),
        "replacements": [what for what, bit in REPLACED.items() if replaced & bit],
        "rotation": rotation[profiles.ROT_NAME],
        "reseat_after_rounds": rotation[profiles.ROT_RESEAT],
        "rounds": rotation[profiles.ROT_END],
    }


def composition(name: str) -> dict[str, int]:
    """How many tiles of each class are in the set."""
    ends = (("suits", SUITED), ("honours", KINDS), ("flowers", ANIMAL), ("animals", JOKER))
    classes = [next((of for of, end in ends if tile < end), "jokers") for tile in tile_set(name)]
    count = Counter(classes)
    return {of: count[of] for of in CLASSES if count[of]}


def reserve(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Tiles left when the hand is drawn; of LASFS without draws named both sizes of the block."""
    wall = _wall(system, given)
    if profiles.PROFILES[wall.profile][profiles.ODD_TAIL] and not wall.tail:
        sizes = {wall._replace(tail=tail).reserve for tail in (0, 1)}
        return {"block_tiles": sorted(sizes)}
    return {"draw_when_tiles_left": wall.reserve, "stacks_left": (wall.reserve + 1) // 2}


def reserve_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same with the draws that are left for the head of the wall."""
    wall = _wall(system, given)
    return {
        "draw_when_tiles_left": wall.reserve,
        "stacks_left": (wall.reserve + 1) // 2,
        "block_tiles": wall.reserve,
        "reserve": wall.reserve,
        "head_draws": wall.drawable,
        "head_draws_after_deal": wall.drawable,
    }


def _wall(system: str, given: dict[str, Any]) -> WallState:
    index = index_of(profile_of(system, given))
    wall = WallState(index, per_kong=options(system, given).get("reserve_per_kong"))
    if wall.replaces(profiles.FOR_KONG):
        wall = wall._replace(kongs=whole(given, "kongs", 0))
    return wall._replace(tail=_tail(wall, given))


def _tail(wall: WallState, given: dict[str, Any]) -> int:
    """Replacement draws: told as a whole, or kongs and flowers apart.

    What the profile does not replace is not asked for, and so told as unused.
    """
    if not profiles.PROFILES[wall.profile][profiles.REPLACEMENTS]:
        return 0
    for name in TAIL_DRAWS:
        if name in given:
            return whole(given, name)
    names = [name for name, what in DRAWN_FOR.items() if wall.replaces(what)]
    return sum(whole(given, name, 0) for name in names if type(given.get(name)) is not bool)
