"""Tasks of `mjstudy.power` that processes share: by name and number, so that they can be sent."""

import math
from dataclasses import replace

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.faces import old_melds
from mjstudy.fixed import load
from mjstudy.injected import CLUSTERS, found, own_defects, response, size_for
from mjstudy.level import Alarms, alarms
from mjstudy.measures.family import family
from mjstudy.planned import deviations, on_every_wall, plan
from mjtable.game import profiles

AT_ONCE = 20  # studies that one task runs
_FOR_SIZE = 20  # times the walls of a study, to find a defect's size
_SMALL = 0.1  # sizes whose shift grows in proportion, so that they scale to more walls


def layout_of(profile: str, lanes: int) -> Layout:
    """Walls of a profile on a machine of 1 or 4 lanes."""
    index = profiles.index_of(profile)
    a, b, c, d = (int(profiles.stacks(index, side)) for side in range(4))
    return Layout((a, b, c, d), lanes)


def alarms_of(profile: str, lanes: int, seed: int, walls: int, studies: int,
              first: int) -> dict[str, Alarms]:  # fmt: skip
    """One task: statistics read on one wall in k get the first 1/k of the studies."""
    fixed, layout = load(), layout_of(profile, lanes)
    wanted = [m for m in family(on_every_wall(fixed), layout, seed)
              if first * fixed.of(m.key).every < studies]  # fmt: skip
    count = min(AT_ONCE, studies - first)
    return alarms(wanted, layout.n, first, count, walls, fixed.level, seed)


def defect_of(profile: str, lanes: int, seed: int, walls: int, tries: int,
              key: str) -> tuple[str, ...]:  # fmt: skip
    """One task: size the defect for this many walls, then look whether it is found."""
    fixed, layout = load(), layout_of(profile, lanes)
    statistic = fixed.of(key)
    measure = next(m for m in family(on_every_wall(fixed), layout, seed) if m.key == key)
    group = old_melds(layout.n, fixed.melds.melds, fixed.melds.size)
    defect = own_defects(layout, group)[key]
    sd = deviations([measure], layout.n, 4_000, seed)
    row = plan(replace(fixed, statistics=(statistic,)), sd, walls, CLUSTERS)[0]
    size = size_for(measure, defect, row.least, _FOR_SIZE * row.walls, seed)
    if math.isnan(size):
        return statistic.title, defect.title, "-", f"{row.least:.4f}", "beyond reach", "-", "-"
    seen = [good for good, _ in found(measure, defect, size, row.walls, tries, fixed.level,
                                      statistic.margin, seed + 1)]  # fmt: skip
    shift = response(measure, defect, size, _FOR_SIZE * row.walls, seed + 2)
    most = f"{size * math.sqrt(walls / fixed.walls):.5f}" if size < _SMALL else "-"
    words = [word for _, word in found(measure, defect, size, row.walls, tries, fixed.level,
                                       2.0 * row.least, seed + 3)]  # fmt: skip
    return (statistic.title, defect.title, f"{size:.4f}", f"{shift:.4f}",
            f"{100 * sum(seen) / tries:.0f} %", most,
            f"{100 * words.count('different') / tries:.1f} %")  # fmt: skip
