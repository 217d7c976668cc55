"""The table as a STEP file: fixed time, fixed ids, every part a product with its name.

Without colours: the exporter writes them in the order of addresses, new on every run.
"""

import io
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from build123d import Compound, Location, Shape, export_step, import_step

from .part import Part

TIME = "2000-01-01T00:00:00"  # of no meaning; a date would make every file new
HEADER = re.compile(rb"FILE_NAME\(.*?\);", re.DOTALL)
WRAPPED = re.compile(rb"\n +")
COUNTED = re.compile(rb"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\()'[^']*'")
VOLUME_PART, SIZE_MM = 1e-6, 0.01  # what two files may differ by and mean the same


def step_bytes(name: str, parts: Sequence[Part]) -> bytes:
    """The STEP file of `parts`, one assembly called `name`, in mm."""
    children = []
    for part in parts:
        solid = part.solid.moved(Location())  # a copy: labels must not stick to the model
        solid.label = part.name
        children.append(solid)
    whole = Compound(label=name, children=children)
    file = io.BytesIO()
    export_step(whole, file, write_pcurves=False, timestamp=TIME)
    return _fixed(name, file.getvalue())


def _fixed(name: str, text: bytes) -> bytes:
    """Replace time, writer and running numbers of the exporter; one statement a line."""
    text = WRAPPED.sub(b"", text)
    head = (f"FILE_NAME('{name}.step','{TIME}',(''),(''),'','','');").encode()
    text = HEADER.sub(lambda _: head, text, count=1)
    numbers = iter(range(1, text.count(b"NEXT_ASSEMBLY_USAGE_OCCURRENCE(") + 1))
    return COUNTED.sub(lambda m: m[1] + b"'%d'" % next(numbers), text)


def summary(content: bytes) -> tuple[int, float, tuple[float, ...]]:
    """Number of solids, their volume in mm3 and the bounding box of a STEP file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "read.step"
        file.write_bytes(content)
        whole: Shape = import_step(file)
    box: Any = whole.bounding_box(optimal=False)
    solids = whole.solids()
    return len(solids), sum(s.volume for s in solids), (*tuple(box.min), *tuple(box.max))


def same_step(have: bytes, want: bytes) -> bool:
    """Do two STEP files hold the same: part count, volume and bounding box?"""
    if have == want:
        return True
    try:
        a, b = summary(have), summary(want)
    except (ValueError, OSError, RuntimeError):
        return False
    return (a[0] == b[0] and abs(a[1] - b[1]) <= VOLUME_PART * b[1]
            and all(abs(x - y) <= SIZE_MM for x, y in zip(a[2], b[2], strict=True)))
