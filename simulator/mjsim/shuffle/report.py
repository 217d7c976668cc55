"""What a shuffle study found: why it failed, what it could see, and the JSON object."""

from mjsim.shuffle.fixed import FIXED
from mjsim.shuffle.statistics import family, power
from mjsim.shuffle.statistics.family import MeanTest, PooledTest
from mjsim.shuffle.study import Outcome, Plan


def failures(outcome: Outcome) -> str:
    """Titles of the tests that failed, for a sentence."""
    return "; ".join(verdict.title for verdict in outcome.verdicts if not verdict.passed)


def reasons(outcomes: list[Outcome]) -> list[str]:
    """Sentences that say why the study failed; none when it passed."""
    sentences = []
    for outcome in outcomes:
        if len(outcome.stopped) > FIXED.stops * outcome.cycles:
            sentences.append(
                f"{outcome.arm.title}: {len(outcome.stopped)} of {outcome.cycles} cycles stopped,"
                f" the first: {outcome.stopped[0]}"
            )
        if outcome.as_it_must or not outcome.readings:
            continue
        cycles = len(outcome.readings)
        if outcome.arm.must == "fail":
            sentences.append(
                f"the control with {outcome.arm.title} passed: {cycles} cycles are too few to"
                " see anything; ask for more with --cycles"
            )
        else:
            sentences.append(f"{outcome.arm.title} is not uniform: {failures(outcome)}")
    return sentences


def sees(test: MeanTest | PooledTest, cycles: int, count: int) -> float:
    """Smallest defect the study finds so surely (`sees`): a shift, or a share when pooled."""
    if isinstance(test, PooledTest):
        return power.smallest_bias(test, cycles, count)
    return power.smallest_shift(test, cycles, count)


def as_object(plan: Plan, outcomes: list[Outcome], wall_s: float) -> dict:
    """The study as one JSON object."""
    tests = family.tests(plan.layout)
    return {
        **_head(plan, reasons(outcomes)),
        "tests": [
            {
                "key": test.key,
                "title": test.title,
                "mean": test.reference.mean,
                "sd": test.reference.sd,
                "sees": sees(test, plan.cycles, len(tests)),
            }
            for test in tests
        ],
        "arms": {outcome.arm.key: _arm(outcome) for outcome in outcomes},
        "wall_s": round(wall_s, 3),
    }


def stopped_object(plan: Plan, reason: str) -> dict:
    """The JSON object of a study that a stopped machine ended: no tests, no arms."""
    return _head(plan, [reason])


def _head(plan: Plan, why: list[str]) -> dict:
    return {
        "machine": plan.machine,
        "profile": plan.profile,
        "seed": plan.seed,
        "unit": plan.unit,
        "set": plan.figures,
        "cycles": plan.cycles,
        "tiles": plan.layout.n,
        "level": FIXED.level,
        "fixed_sha256": FIXED.sha256,
        "passed": not why,
        "reasons": why,
    }


def _arm(outcome: Outcome) -> dict:
    return {
        "must": outcome.arm.must or None,
        "premix_ms": outcome.arm.premix_ms,
        "drum_mixing": outcome.arm.mixing,
        "passed": outcome.passed,
        "stopped": outcome.stopped,
        "tests": {
            verdict.key: {
                "value": verdict.value,
                "z": verdict.z,
                "p": verdict.p,
                "p_holm": verdict.p_holm,
                "passed": verdict.passed,
            }
            for verdict in outcome.verdicts
        },
        "adjacency_counts": histogram(outcome),
    }


def histogram(outcome: Outcome) -> list[int]:
    """How many shuffles kept 0, 1, 2, .. neighbours."""
    kept = [reading.adjacency for reading in outcome.readings]
    return [kept.count(value) for value in range(max(kept, default=0) + 1)]
