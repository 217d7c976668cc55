"""KiCad's schematic editor itself, on a screen that nobody sees: its netlist, its rule check.

KiCad 6 has no command for either, so its windows are opened and answered by keys (`xdotool`), the
two buttons without a key by their place. Each step waits for the window or file it asked for.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.hardware.tools import needs
from tests.patience import await_

ROOT = Path(__file__).resolve().parents[2]
FILES = ("board.kicad_sch", "board.kicad_pro", "sym-lib-table", "fp-lib-table")
FOLDERS = ("out/schematic", "lib/mj.pretty")
TOOLS = ("eeschema", "Xvfb", "xdotool", "import")
PICTURES = ROOT / ".build/schematic"
SCREEN = ("-screen", "0", "1600x1000x24", "-nolisten", "tcp",
          "-noreset")  # else the screen falls when xdotool, its first client, leaves it
AGAIN_S = 10  # a key that came too early for the editor is pressed again
RUN, SAVE = (62, 23), (62, 77)  # buttons of the rule check: pixels from right and bottom
SETTLE_S, TRIES, NOTHING = 2, 4, "ERC messages: 0 "
SETTINGS = {  # without them KiCad asks where they are, and for libraries
    "kicad_common.json": "{}", "eeschema.json": "{}",
    "sym-lib-table": "(sym_lib_table)\n", "fp-lib-table": "(fp_lib_table)\n",
    "user.hotkeys": "eeschema.EditorControl.exportNetlist\tCtrl+Shift+N\n"
                    "eeschema.InspectionTool.runERC\tCtrl+Shift+J\n"}


def copied(folder: Path) -> Path:
    """A copy of the project, which KiCad may write into; its root sheet."""
    for name in FOLDERS:
        shutil.copytree(ROOT / "hardware" / name, folder / name)
    for name in (*FILES, "lib/mj.kicad_sym"):
        shutil.copy(ROOT / "hardware" / name, folder / name)
    return folder / FILES[0]


class Editor:
    """The editor with a schematic open."""

    def __init__(self, env: dict[str, str], sheet: Path, program: subprocess.Popen) -> None:
        self.env, self.sheet, self.program = env, sheet, program

    def xdo(self, *words: str) -> str:
        """What xdotool says, "" when it finds nothing."""
        return subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True,
                              check=False).stdout.strip()

    def window(self, name: str) -> str:
        """The window whose title begins so, "" for none."""
        return self.xdo("search", "--onlyvisible", "--name", f"^{name}").partition("\n")[0]

    def titles(self) -> list[str]:
        """The titles of all windows."""
        return self.xdo("search", "--onlyvisible", "--name", ".", "getwindowname",
                        "%@").split("\n")

    def until(self, act: Callable[[], object], done: Callable[[], object]) -> None:
        """Do it again and again until what it is for is there."""
        last = 0.0

        def there() -> object:
            nonlocal last
            self.sound()
            if not (found := done()) and time.monotonic() - last > AGAIN_S:
                act()
                last = time.monotonic()
            return found

        await_(there)

    def sound(self) -> bool:
        """Does it run, and tell of no error? So that nobody waits for a program that fell."""
        assert self.program.poll() is None, "eeschema has ended"
        assert "Error" not in self.titles(), "eeschema refuses a file; see the picture"
        return True

    def shortcut(self, word: str) -> None:
        """Press a key in the drawing, clicked first beside the paper.

        On a busy machine the editor's window has the keyboard before the drawing asks for it.
        """
        box = self.box(self.window(self.sheet.stem))
        x, y = (int(box[key] * part) for key, part in (("WIDTH", 0.9), ("HEIGHT", 0.5)))
        self.xdo("mousemove", str(x), str(y), "click", "1", "sleep", "0.2", "key", word)

    def enter(self) -> None:
        """Say yes to what is asked."""
        self.xdo("key", "Return")

    def click(self, window: str, place: tuple[int, int]) -> None:
        """Click in a window, so far from its right and lower edge."""
        box = self.box(window)
        x, y = box["X"] + box["WIDTH"] - place[0], box["Y"] + box["HEIGHT"] - place[1]
        self.xdo("mousemove", str(x), str(y), "click", "1")

    def box(self, window: str) -> dict[str, int]:
        """Where a window stands and how large it is, X, Y, WIDTH and HEIGHT in pixels."""
        rows = self.xdo("getwindowgeometry", "--shell", window).splitlines()
        return {name: int(value) for name, value in (row.split("=") for row in rows)}

    def picture(self, path: Path) -> None:
        """The screen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)

    def netlist(self) -> str:
        """The netlist that KiCad writes: it asks for a format, then for a name."""
        path = self.sheet.with_suffix(".net")
        self.until(lambda: self.shortcut("ctrl+shift+n"), lambda: self.window("Export Netlist"))
        self.until(self.enter, path.exists)
        return written(path, ")")

    def rule_check(self) -> str:
        """The report of KiCad's rule check; a click that came too early leaves it empty."""
        path, text = self.sheet.with_name("ERC.rpt"), ""
        self.until(lambda: self.shortcut("ctrl+shift+j"), lambda: self.window("Electrical Rules"))
        window = self.window("Electrical Rules")
        for _ in range(TRIES):
            path.unlink(missing_ok=True)
            self.click(window, RUN)
            time.sleep(SETTLE_S)
            self.until(lambda: self.click(window, SAVE), lambda: self.window("Save"))
            self.until(self.enter, path.exists)
            text = written(path, "Warnings")
            if NOTHING not in text:
                break
        return text


def written(path: Path, mark: str) -> str:
    """The text of a file whose last line holds the mark, once it does not grow any more."""
    before = ""

    def whole() -> str:
        nonlocal before
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        done = text == before and mark in text.rstrip().rpartition("\n")[2]
        before = text
        time.sleep(0.2)
        return text if done else ""

    return await_(whole)


@contextmanager
def opened(sheet: Path, home: Path) -> Iterator[Editor]:
    """The editor on a screen of its own, with settings of its own."""
    for tool in TOOLS:
        needs(tool)
    if shutil.which("kicad-cli"):
        pytest.skip("NOT RUN: the windows are those of KiCad 6, this is a later one")
    (home / "6.0").mkdir(parents=True)
    for name, text in SETTINGS.items():
        (home / "6.0" / name).write_text(text, encoding="utf-8")
    read, write = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(write), *SCREEN], pass_fds=[write],
                          stderr=subprocess.DEVNULL) as screen:
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()
        env = {**os.environ, "DISPLAY": f":{display}", "HOME": str(home), "LC_ALL": "C.UTF-8",
               "KICAD_CONFIG_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        try:
            with subprocess.Popen(["eeschema", str(sheet)], env=env, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as program:
                try:
                    editor = Editor(env, sheet, program)
                    await_(lambda: editor.sound() and editor.window(sheet.stem))
                    yield editor
                except AssertionError:
                    editor.picture(PICTURES / "failed.png")
                    raise
                finally:
                    program.kill()
        finally:
            screen.terminate()
