"""package.json: the firmware's sources for `mpremote mip install --target / ./package.json`.

Sources and not compiled files, because `mip` takes files by their place beside package.json, from
a repository's address too, and nothing compiled is kept in the repository. The sets in the
release ZIPs have a package.json of their own, for their compiled files.
"""

import json
import re
from pathlib import Path

from tools.make.generate.errors import SourceError

TARGET = Path("package.json")
SLOT = "a"  # the launcher's first choice where `mjtool flash` has never been
PACKAGES = ("hal", "mjtable")
LAUNCHER = ("boot.py", "main.py")  # last: half an installation has nothing that starts
VERSION = Path("firmware/mjtable/version.py")
# What this generator makes itself, listed even before it is made. A new one that is missing here
# makes package.json stale after the first `make generate`; a test names it.
MADE = ("hal/pinmap.py", "mjtable/generated/command_table.py", "mjtable/generated/fault_codes.py",
        "mjtable/generated/iomap.py", "mjtable/generated/setting_table.py",
        "mjtable/generated/timing.py")


def outputs(root: Path) -> dict[Path, str]:
    """The file's text."""
    firmware = root / "firmware"
    found = {path.relative_to(firmware).as_posix() for package in PACKAGES
             for path in (firmware / package).rglob("*.py")}
    urls = [(f"{SLOT}/{path}", f"firmware/{path}") for path in sorted(found | set(MADE))]
    urls += [(name, f"firmware/{name}") for name in LAUNCHER]
    return {TARGET: render(urls, version(root))}


def version(root: Path) -> str:
    """The firmware's version."""
    text = (root / VERSION).read_text(encoding="utf-8")
    found = re.search(r'^VERSION = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SourceError(f'{VERSION}: no line VERSION = "..."; package.json needs the version')
    return found[1]


def render(urls: list[tuple[str, str]], number: str) -> str:
    """package.json as `mip` reads it: destination and source of each file, one a line."""
    rows = ",\n".join(f"  {json.dumps(row)}" for row in urls)
    return f'{{\n "urls": [\n{rows}\n ],\n "deps": [],\n "version": {json.dumps(number)}\n}}\n'
