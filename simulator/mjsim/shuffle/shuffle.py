"""`mjsim shuffle`: is the machine's shuffle uniform, as far as its walls can tell?

Exit code 0 when the machine and the Fisher-Yates control pass and the control without mixing
fails; 1 when one of them does not, or too many of the sorts stopped (fixed.toml); 2 for usage.
docs/SHUFFLE.md.
"""

import json
import sys
import time

from rich.console import Console

from mjsim.plant.mixing import NAMES as SETS
from mjsim.plant.mixing import USUAL
from mjsim.plant.unit import TYPICAL
from mjsim.shuffle.cycle import CycleFailed
from mjsim.shuffle.report import as_object, reasons, stopped_object
from mjsim.shuffle.show import show
from mjsim.shuffle.study import Plan, study
from mjsim.table import flight
from mjsim.table.making import chosen_unit
from mjsim.words.bar import bar
from mjsim.words.names import MACHINES, UsageError, choose
from mjtable.game import profiles
from mjtable.generated.setting_table import MAXS, NAMES

PLAIN_COLUMNS = 130  # width of the tables when no terminal limits them
PREMIX_MAX_MS = MAXS[NAMES.index("sort.premix_max_ms")]


def plan_of(
    machine: str,
    profile: str,
    cycles: int,
    seed: int,
    premix_ms: int | None = None,
    unit: str = TYPICAL,
    figures: str = USUAL,
) -> Plan:
    """Check what was asked for; `UsageError` says what is possible."""
    machine = choose("machine", machine, MACHINES)
    stacks = {str(row[profiles.NAME]): _stacks(row) for row in profiles.PROFILES}
    profile = choose("profile", profile, stacks)
    if cycles < 1:
        raise UsageError(f"--cycles {cycles}: at least 1 shuffle is needed")
    if premix_ms is not None and not 0 <= premix_ms <= PREMIX_MAX_MS:
        raise UsageError(f"--pre-mix {premix_ms}: must be 0 to {PREMIX_MAX_MS} ms")
    chosen_unit(unit, seed)
    return Plan(machine, profile, stacks[profile], cycles, seed, premix_ms, unit,
                choose("set", figures, SETS))


def _stacks(row: tuple) -> tuple[int, int, int, int]:
    a, b, c, d = row[profiles.STACKS]
    return a, b, c, d


def shuffle(plan: Plan, as_json: bool, workers: int = 2) -> int:
    """Run the study, write it to stdout; the exit code."""
    started = time.perf_counter()
    try:
        with bar("shuffling", plan.cycles * len(plan.arms)) as step:
            outcomes = study(plan, workers, lambda title, done: step(1, title))
    except CycleFailed as error:
        print(f"mjsim shuffle: {error}", file=sys.stderr)
        flight.leave(f"shuffle-{plan.machine}-seed{plan.seed}", error.recording)
        if as_json:
            print(json.dumps(stopped_object(plan, str(error))))
        return 1
    if as_json:
        print(json.dumps(as_object(plan, outcomes, time.perf_counter() - started)))
    else:
        terminal = sys.stdout.isatty()
        show(Console(width=None if terminal else PLAIN_COLUMNS), plan, outcomes)
    return 1 if reasons(outcomes) else 0
