"""What goes wrong with tiles, and what else lies among them."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.plant import Plant
from mjsim.plant.inject_row import Rows, fault
from mjsim.plant.inject_words import (
    MOTOR,
    InjectError,
    Words,
    args_of,
    belt_name,
    number,
    some,
    turning_name,
)
from mjsim.plant.tiles import DEAD, SETS, SOUND, WEAK


def _wrong_set(plant: Plant, words: Words) -> None:
    """The set that people will not drop next: neither on the table nor in the works."""
    on_table = {plant.tile_set[tile] for tile in plant.table_tiles()}
    next_set = plant.set_in_works or "".join(on_table) or SETS[0]
    plant.excuse_mix = True
    plant.stray(SETS[1] if next_set == SETS[0] else SETS[0], int(words[0]))


def _extra(plant: Plant, words: Words) -> None:
    names = {plant.tile_set[tile] for tile in plant.table_tiles()} or plant.sets_in_works()
    plant.stray(min(names, default=SETS[0]), int(words[0]))


def _spoil(strength: int) -> Callable[[Plant, Words], None]:
    def start(plant: Plant, words: Words) -> None:
        for tile in plant.some(int(words[0])):
            plant.sound[tile] = strength

    return start


def _heal(plant: Plant, words: Words) -> None:
    for tile in range(len(plant.sound)):
        plant.sound[tile] = SOUND


def _jam_tile(plant: Plant, words: Words) -> None:
    belt = plant.drives[MOTOR[words[0]]]
    if belt is None:
        raise InjectError("%s is not fitted on %s" % (words[0], plant.machine))
    belt.jam_next = True


def _unjam_tile(plant: Plant, words: Words) -> None:
    plant.drives[MOTOR[words[0]]].jam_next = False


def _pairs(touching: float, shingle: float) -> Callable[[Plant, Words], None]:
    """Tiles come together: behind, or half on each other."""
    def start(plant: Plant, words: Words) -> None:
        share = int(words[0]) / 100
        for belt in plant.belts:
            belt.come_in_pairs(share * touching, share * shingle)

    return start


def _apart(plant: Plant, words: Words) -> None:
    for belt in plant.belts:
        belt.come_in_pairs(-1, -1)


def _foreign(plant: Plant, words: Words) -> None:
    plant.foreign_body(MOTOR[words[0]])


def _share(word: str) -> str:
    return number(word, "percentage", 1, 100)


TILES: Rows = {
    "tile missing": fault(
        "tiles get lost: off the table, or out of the drum", "<number>", args_of(some),
        lambda p, w: p.lose(int(w[0]))),
    "tile extra": fault(
        "tiles too many fall in with the next drop", "<number>", args_of(some), _extra),
    "tile weak": fault(
        "tiles' magnets are weak: picked one time in twenty", "<number>", args_of(some),
        _spoil(WEAK), _heal),
    "tile dead": fault(
        "tiles' magnets are dead: never picked", "<number>", args_of(some), _spoil(DEAD), _heal),
    "tile jammed": fault(
        "the next tile before a head stands across until the belt runs back", "<belt>",
        args_of(belt_name), _jam_tile, _unjam_tile),
    "tile doubled": fault(
        "tiles come through the ports in touching pairs", "<percent of them>", args_of(_share),
        _pairs(1, 0), _apart),
    "tile shingled": fault(
        "tiles come through the ports lying on each other", "<percent of them>",
        args_of(_share), _pairs(0, 1), _apart),
    "wrong set": fault(
        "tiles of the other set fall in with the next drop", "<number>", args_of(some),
        _wrong_set),
    "foreign body": fault(
        "a coin in the drum catches drum or ring now and then", "<drum or ring>",
        args_of(turning_name), _foreign, lambda p, w: p.no_foreign_body(MOTOR[w[0]])),
}  # fmt: skip
"""By name."""
