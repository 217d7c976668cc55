"""What a run's figures hang on besides its seed, as a hash: what others made is not used again."""

from __future__ import annotations

import hashlib
import json
from types import ModuleType
from typing import Any

import mujoco

from mjphysics import magnets, measures, run
from mjphysics.drum import Drum
from mjphysics.scene import scene

FORM = 1
"""Of the code that turns a drum and measures it: one more whenever it gives other figures of the
same drum. A test that has a second of a drum with fixed results says when."""


def made_with(drum: Drum, mix_s: float) -> str:
    """Eight hex digits of the drum as the engine reads it, the sweep, the measures, the engine."""
    code = [_figures(module) for module in (run, magnets, measures)]
    told = [FORM, mujoco.__version__, mix_s, scene(drum), drum.ring_n, drum.rpm, drum.turns,
            drum.reverse_ms, code]  # fmt: skip
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:8]


def _figures(module: ModuleType) -> dict[str, Any]:
    """A module's constants."""
    return {name: value for name, value in vars(module).items()
            if name.isupper() and isinstance(value, int | float | str | tuple)}  # fmt: skip
