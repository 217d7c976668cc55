"""What the verdicts mean, in sentences: what is shown, and what so many hands still allow."""

import math
from collections.abc import Iterator

from mjstudy.fixed import load
from mjstudy.real import power
from mjstudy.real.family import Verdict
from mjstudy.real.study import Study

SURE = f"{100 * load().real.sure:g} % sure"
PLACE_SD = 1 / math.sqrt(12)  # of a place drawn from 0..1


def percent(share: float) -> str:
    """A share for people; a test may never see its defect."""
    return "never" if math.isinf(share) else f"{100 * share:.1f} %"


def shown(study: Study, verdict: Verdict) -> str:
    """One sentence on a test that found order."""
    key, value, fair = verdict.test.key, verdict.value, verdict.test.reference.mean
    if key in ("equal", "near", "together"):
        many = "more" if value > fair else "fewer"
        return (
            f"{verdict.test.title}: {value:.2f} pairs a hand, a fair shuffle leaves {fair:.2f}: "
            f"{many} than chance explains."
        )
    if key == "layering":
        end = "first" if value < 0 else "last"
        return f"{verdict.test.title}: the tiles dropped last lie where a wall is built {end}."
    if key == "serial":
        way = "in the same place again" if value > 0 else "at the other end"
        return f"{verdict.test.title}: kinds tend to lie {way} in the next hand."
    what = "side" if "side" in key else "tier"
    if value < fair:
        return f"{verdict.test.title}: the {what}s are more even than chance would make them."
    when = ", another one each time" if key == "side_spread" else ""
    return f"{verdict.test.title}: what was dropped together prefers a {what}{when}."


def allows(study: Study) -> Iterator[str]:
    """What these hands leave open, fair or not."""
    equal, layer = study.verdict("equal"), study.verdict("layering")
    if equal:
        most = power.cling_at_most(equal, study.deck, study.places)
        yield f"clinging: up to {percent(most)} of the tiles may stick to the one dropped next"
    two = study.verdict("together")
    if two:
        most = power.cling_at_most(two, study.deck, study.places)
        yield f"through two ports: up to {percent(most)} may leave together into two walls"
    if layer:
        most = power.layering_at_most(layer)
        yield f"layering: a correlation of up to {most:.3f}, {_places(study, most)}"
    serial = study.verdict("serial")
    if serial:
        most = power.layering_at_most(serial)
        yield f"from hand to hand: a correlation of up to {most:.3f}"


def _places(study: Study, correlation: float) -> str:
    """A correlation as a distance in the order of building, in tiles of a lane."""
    lane = max(study.places.layout.exit_ranks) + 1
    if study.deck.dots:
        part = study.deck.counts[1] / study.deck.n
        away = correlation * PLACE_SD / math.sqrt(part * (1 - part)) * lane
        return f"dotted tiles {away:.1f} of {lane} places from the others, on average"
    away = 0.75 * correlation * lane
    return f"first and last quarter {away:.1f} of {lane} places apart, on average"


CANNOT = (
    "Not looked at: one certain tile, three tiles at once, and what a cheat does on purpose.",
    "Equal tiles look alike here: a pair that changed places is not seen.",
)
DOTS_CANNOT = ("Dots see layers and sides. For clinging they are weak: type kinds to see that.",)
