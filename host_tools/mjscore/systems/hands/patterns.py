"""Special hands that are put together from a part of each suit and one of the honours.

A pattern is written "part part part | part": what the three suits hold, in any order, and what the
honours hold; parts that are left out hold nothing. Kongs are counted as three tiles here.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from mjscore.shapes import GROUPS
from mjscore.systems.hands.parts import HONOUR_PARTS, NOTHING, SUIT_PARTS, Counts

PATTERNS: dict[str, tuple[str, ...]] = {
    "MH-L06": ("1-7 1-7",),
    "MH-L07": ("5pairs | winds",),
    "MH-L08": ("5pairs | dragons,twin",),
    "MH-L09": ("3pairs | all,twin",),
    "MH-L11": ("1-9 | winds,twin", "1-9,end | winds"),
    "MH-L12": ("1-9,pung,pair",),
    "MH-L13": ("1-9 | five",),
    "MH-L14": ("1-9 | tail",),
    "MH-L15": ("2-8,twin,pungs",),
    "MH-L16": ("1-7 | all",),
    "MH-L17": ("1-8 | three-pairs",),
    "MH-L18": ("2-8,twin pungs-of-1 pungs-of-9",),
    "MH-L19": (
        "end-pung | 3pungs,pair",
        "end-pungs | 2pungs,pair",
        "end-pung end-pung | 2pungs,pair",
        "end-pungs end-pung | 1pung,pair",
        "end-pung end-pung end-pung | 1pung,pair",
    ),
    "MH-L20": ("end-pungs end-pungs end-pair", "end-pungs end-pung,pair end-pung"),
    "MH-L21": ("set,pair | dragon-pungs", "set | dragon-pungs,wind-pair"),
    "MH-L22": ("pair | wind-pungs", "| wind-pungs,dragon-pair"),
    "MH-L23": ("| wind-pungs,dragon-pair",),
    "MH-L24": ("| wind-pairs,2pungs",),
    "MH-L25": ("| 4pungs,pair",),
    "MH-L26": ("123 123 123 | winds,twin",),
    "MH-L27": ("789 789 789 | winds,twin",),
    "MH-L28": ("chow chow chow | winds,twin",),
    "MH-L29": ("pung,pair pung pung | dragons",),
    "MH-L31": ("19,end 19 19 | all", "19 19 19 | all,twin"),
}


def _rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(id, parts of the groups) for every order in which the suits can hold the parts."""
    rows = []
    for rule, patterns in PATTERNS.items():
        for pattern in patterns:
            suits, _, honours = pattern.partition("|")
            held = (suits.split() + [NOTHING] * 3)[:3]
            for order in dict.fromkeys(permutations(held)):
                rows.append((rule, (*order, honours.strip() or NOTHING)))
    return tuple(rows)


def _masks(parts: dict[str, tuple[Counts, ...]]) -> tuple[dict[str, int], dict[Counts, int]]:
    """A bit for every part; and for counts the bits of the parts that they fulfil."""
    bits = {name: 1 << place for place, name in enumerate(parts)}
    masks: dict[Counts, int] = {}
    for name, targets in parts.items():
        for counts in targets:
            masks[counts] = masks.get(counts, 0) | bits[name]
    return bits, masks


ROWS = _rows()
_SUIT_BITS, _SUIT_MASKS = _masks(SUIT_PARTS)
_HONOUR_BITS, _HONOUR_MASKS = _masks(HONOUR_PARTS)
_BITS = tuple(
    (rule, tuple(_SUIT_BITS[part] for part in parts[:3]), _HONOUR_BITS[parts[3]])
    for rule, parts in ROWS
)


def matching(counts: Sequence[int]) -> tuple[str, ...]:
    """Ids of the patterns that the counts of the whole hand fulfil, in the list's order."""
    honours = _HONOUR_MASKS.get(tuple(counts[27:]))
    if honours is None:
        return ()
    first = _SUIT_MASKS.get(tuple(counts[:9]))
    second = _SUIT_MASKS.get(tuple(counts[9:18]))
    third = _SUIT_MASKS.get(tuple(counts[18:27]))
    if first is None or second is None or third is None:
        return ()
    return _matched(first, second, third, honours)


@lru_cache(maxsize=4096)
def _matched(first: int, second: int, third: int, honours: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys([
        rule for rule, bits, own in _BITS
        if own & honours and bits[0] & first and bits[1] & second and bits[2] & third
    ]))  # fmt: skip


def missing(rule: str, counts: Sequence[int]) -> list[int]:
    """The fewest tiles that the hand lacks for the pattern, as tile indexes."""
    nearest: dict[tuple[int, str], list[int]] = {}
    best: list[int] | None = None
    for each, parts in ROWS:
        if each != rule:
            continue
        lacking: list[int] = []
        for group, part in enumerate(parts):
            if (group, part) not in nearest:
                nearest[group, part] = _nearest(group, part, counts)
            lacking += nearest[group, part]
        if best is None or len(lacking) < len(best):
            best = lacking
    return best or []


def _nearest(group: int, part: str, counts: Sequence[int]) -> list[int]:
    """What one group of the hand lacks for the part, taken the way it lacks least."""
    first, end = GROUPS[group]
    own = counts[first:end]
    targets = (SUIT_PARTS if group < 3 else HONOUR_PARTS)[part]
    target = max(targets, key=lambda each: sum(map(min, each, own)))
    return [
        first + at
        for at, (wanted, held) in enumerate(zip(target, own, strict=True))
        for _ in range(wanted - held)
    ]
