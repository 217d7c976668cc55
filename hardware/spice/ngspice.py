"""Runs netlists: a template of this folder, some of its lines replaced, figures out of `.meas`.

A template is a whole netlist that ngspice runs as it is. `netlist` puts other numbers into its
`.param` lines, whole new lines for its sources, and what is to be measured. Results are kept by
text, so that nothing is simulated twice in a process.
"""

import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hardware.problem import Problem

FOLDER = Path(__file__).parent
WORKERS = 2
TIMEOUT_S = 1800  # ends what would never end; other programs may run beside it
_DONE: dict[str, dict[str, float]] = {}


class SpiceError(Problem):
    """A netlist that cannot be written or run; the message names the template."""


def netlist(template: str, params: Mapping[str, float], sources: Mapping[str, str] | None = None,
            measures: Mapping[str, str] | None = None) -> str:
    """The template's text with `params`, `sources` (name -> rest of the line) and `measures`."""
    left = {**{f".param {name}=": value for name, value in params.items()},
            **{f"{name} ": rest for name, rest in (sources or {}).items()}}
    lines = []
    for line in (FOLDER / template).read_text(encoding="utf-8").splitlines():
        key = next((key for key in left if line.startswith(key)), None)
        if key is not None:
            value = left.pop(key)
            line = key + (value if isinstance(value, str) else f"{value:.6g}")
        if line == ".end":
            lines += [f".meas tran {name} {what}" for name, what in (measures or {}).items()]
        lines.append(line)
    if left:
        raise SpiceError(f"hardware/spice/{template} has no line that begins with "
                         f"'{next(iter(left)).strip()}'")
    return "\n".join(lines) + "\n"


def run(texts: Sequence[str]) -> list[dict[str, float]]:
    """The figures of each netlist by name; one that never happens (`when`) is absent."""
    new = list(dict.fromkeys(text for text in texts if text not in _DONE))
    with ThreadPoolExecutor(WORKERS) as pool:
        for text, figures in zip(new, pool.map(_figures, new), strict=True):
            _DONE[text] = figures
    return [_DONE[text] for text in texts]


def _figures(text: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        return _read(_ngspice(text, Path(folder)))


def curves(text: str, names: Sequence[str]) -> list[list[float]]:
    """Time and then each of `names` (as "v(level)"), on an even raster of the .tran step."""
    with tempfile.TemporaryDirectory() as folder:
        command = (".control\nset wr_singlescale\nrun\nlinearize " + " ".join(names)
                   + "\nwrdata curves.txt " + " ".join(names) + "\nquit\n.endc\n.end")
        _ngspice(text.replace("\n.end\n", f"\n{command}\n"), Path(folder))
        rows = (Path(folder) / "curves.txt").read_text(encoding="utf-8").splitlines()
    return [[float(number) for number in column] for column in zip(*(r.split() for r in rows),
                                                                   strict=True)]


def _ngspice(text: str, folder: Path) -> str:
    (folder / "run.cir").write_text(text, encoding="utf-8")
    done = subprocess.run(["ngspice", "-b", "run.cir"], cwd=folder, capture_output=True,
                          text=True, timeout=TIMEOUT_S, check=False)
    wrong = [row.strip() for row in (done.stdout + done.stderr).splitlines()
             if "rror" in row and "measure" not in row or "aborted" in row]
    if wrong:
        title = text.splitlines()[0].lstrip("* ")
        raise SpiceError(f"ngspice gave up on '{title}': {wrong[0]}")
    return done.stdout


def _read(stdout: str) -> dict[str, float]:
    figures = {}
    for line in stdout.splitlines():
        name, mark, rest = line.partition("=")
        words = rest.split()
        if mark and words and " " not in name.strip() and name.strip().islower():
            try:
                figures[name.strip()] = float(words[0])
            except ValueError:
                continue
    return figures
