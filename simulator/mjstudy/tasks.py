"""Tasks of `mjstudy.power` that processes share: by name and number, so that they can be sent."""

import math
from dataclasses import replace

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.equivalence import DIFFERENT, EQUIVALENT
from mjstudy.faces import old_melds
from mjstudy.fixed import Statistic, load
from mjstudy.injected import CLUSTERS, found, own_defects, response, size_for
from mjstudy.level import Alarms, alarms
from mjstudy.measures.family import family
from mjstudy.planned import deviations, on_every_wall, plan
from mjstudy.riffled import most_seen
from mjtable.game import profiles

AT_ONCE = 20  # studies that one task runs
FEWER = 5
RIFFLED, CERTAIN = 20, 0.9  # studies of each number of riffles; share that must see them
_FOR_SIZE = 20  # times the walls of a study, to find a defect's size
_SMALL = 0.1  # sizes whose shift grows in proportion, so that they scale to more walls


def layout_of(profile: str, lanes: int) -> Layout:
    """Walls of a profile on a machine of 1 or 4 lanes."""
    index = profiles.index_of(profile)
    a, b, c, d = (int(profiles.stacks(index, side)) for side in range(4))
    return Layout((a, b, c, d), lanes)


def alarms_of(profile: str, lanes: int, seed: int, walls: int, studies: int,
              first: int, only: str = "") -> dict[str, Alarms]:  # fmt: skip
    """One task: the next few studies, every statistic (or only that one) on every wall."""
    fixed, layout = load(), layout_of(profile, lanes)
    found: dict[str, Alarms] = {}
    count = min(AT_ONCE, studies - first)
    measures = family(on_every_wall(fixed), layout, seed)
    for each in (walls, walls // FEWER):
        some = [m for m in measures if walls_each(fixed.of(m.key), walls) == each
                and only in ("", m.key)]  # fmt: skip
        found |= alarms(some, layout.n, first, count, each, fixed.level, seed)
    return found


def walls_each(statistic: Statistic, walls: int) -> int:
    """Walls of a small study: a fifth for what the study reads on few, because it takes long."""
    return walls if statistic.every == 1 else walls // FEWER


def defect_of(profile: str, lanes: int, seed: int, walls: int, tries: int,
              key: str) -> tuple[str, ...]:  # fmt: skip
    """One task: size the defect for this many walls, then look whether it is found, and whether
    a margin as large as its shift is kept; then how many riffles are seen."""
    fixed, layout = load(), layout_of(profile, lanes)
    statistic = fixed.of(key)
    measure = next(m for m in family(on_every_wall(fixed), layout, seed) if m.key == key)
    defect = own_defects(layout, old_melds(layout.n, fixed.melds.melds, fixed.melds.size))[key]
    sd = deviations([measure], layout.n, 4_000, seed)
    row = plan(replace(fixed, statistics=(statistic,)), sd, walls, CLUSTERS)[0]
    riffles = most_seen(measure, layout.n, row.walls, RIFFLED, fixed.level, CERTAIN, seed + 4)
    size = size_for(measure, defect, row.least, _FOR_SIZE * row.walls, seed)
    if math.isnan(size):
        reach = "-", f"{row.least:.4f}", "beyond reach", "-", "-", "-"
        return statistic.title, defect.title, *reach, str(riffles)
    shift = response(measure, defect, size, _FOR_SIZE * row.walls, seed + 2)
    told = list(found(measure, defect, size, row.walls, tries, fixed.level, shift, seed + 1))
    most = f"{size * math.sqrt(walls / fixed.walls):.5f}" if size < _SMALL else "-"
    words = [f"{100 * sum(word == one for _, word in told) / tries:.1f} %"
             for one in (EQUIVALENT, DIFFERENT)]  # fmt: skip
    return (statistic.title, defect.title, f"{size:.4f}", f"{shift:.4f}",
            f"{100 * sum(good for good, _ in told) / tries:.0f} %", most, *words,
            str(riffles))  # fmt: skip
