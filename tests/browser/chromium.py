"""Where a real Chromium is: BROWSER_PATH, PATH, apt's package, npm's; never a download of its own.

Without one the tests fail in CI and are skipped elsewhere, with a sentence.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BY_NPM = ROOT / ".build" / "chromium"
PACKAGE = "@sparticuz/chromium@153.0.0"
WHERE = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
"""Without the package's own words for it: they are for a cloud that has no second process, with
them two pages at once end the browser, and with `--disable-web-security` no origin is foreign."""
NONE = ("no Chromium: not in BROWSER_PATH, not on PATH, apt could not get it (make tools), nor "
        f"npm ({PACKAGE})")


def find() -> str:
    """The program."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        assert Path(named).is_file(), f"BROWSER_PATH={named}: there is no such file"
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return by_npm()


def by_npm() -> str:
    """The one that npm's package unpacks."""
    npm, node = (ROOT / ".venv" / "bin" / name for name in ("npm", "node"))
    BY_NPM.mkdir(parents=True, exist_ok=True)
    steps = ([str(npm), "install", "--silent", "--no-audit", "--no-fund", PACKAGE],
             [str(node), "--input-type=module", "-e", WHERE])
    said = ""
    for step in steps:
        done = subprocess.run(step, cwd=BY_NPM, capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{npm.parent}:{os.environ['PATH']}"})
        if done.returncode:
            missing()
        said = done.stdout.strip()
    return said


def missing() -> None:
    """Nobody has one."""
    if os.environ.get("CI"):
        pytest.fail(NONE)
    pytest.skip(NONE)
