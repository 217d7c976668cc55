"""A MicroPython board for the tests: really executes what mpremote sends, on a littlefs image.

`FlashChip` logs every program and erase, so that the content after a power cut at any of them can
be made afterwards. `FakeBoard.power_up` runs the launcher main.py that is on the image.
"""

import builtins
import errno
import hashlib
import random
from types import ModuleType, SimpleNamespace

from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

PICO = "Raspberry Pi Pico with RP2040"
PICO_2 = "Raspberry Pi Pico2 with RP2350"
START_HZ = 125_000_000
VREG, VOLTS_1_10 = 0x40064000, 0xB1
BLOCK = 4096
GEOMETRY = {"block_size": BLOCK, "prog_size": 256, "read_size": 32, "cache_size": 1024,
            "lookahead_size": 32}  # as MicroPython's rp2 port has it
PWRON_RESET, WDT_RESET = 1, 3
MODULES = {"binascii", "struct"}  # of the computer's Python that the board may use


class FlashChip(UserContext):
    """The image, and what was done to it since `log` was emptied: (offset, bytes)."""

    def __init__(self, image):
        super().__init__(buffer=bytearray(image))
        self.log = []

    def prog(self, cfg, block, off, data):
        """Program a page."""
        self.log.append((block * cfg.block_size + off, bytes(data)))
        return super().prog(cfg, block, off, data)

    def erase(self, cfg, block):
        """Erase a block."""
        self.log.append((block * cfg.block_size, b"\xff" * cfg.block_size))
        return super().erase(cfg, block)


def cut(image, log, at, seed=0):
    """The image after the power failed in operation `at`, which is done only in part."""
    found = bytearray(image)
    for offset, data in log[:at]:
        found[offset:offset + len(data)] = data
    offset, data = log[at]
    done = random.Random(seed * 7919 + at).randrange(len(data) + 1)
    found[offset:offset + done] = data[:done]
    return bytes(found)


def blank(blocks=352):
    """A new board's file system: 1408 KB unless told otherwise."""
    chip = FlashChip(b"\xff" * (blocks * BLOCK))
    LittleFS(context=chip, block_count=blocks, **GEOMETRY)
    return bytes(chip.buffer)


class Reset(BaseException):
    """machine.reset() was called."""


class Hang(BaseException):
    """The program never goes on from here: an endless loop."""


class Files:
    """MicroPython's `os` and `open` on littlefs, with its error texts."""

    def __init__(self, chip):
        self.fs = LittleFS(context=chip, block_count=len(chip.buffer) // BLOCK, mount=False,
                           **GEOMETRY)
        self.fs.mount()
        self.before = lambda what, path: None  # failure injection

    def _do(self, what, path, action):
        self.before(what, path)
        try:
            return action()
        except LittleFSError as problem:
            raise OSError(-problem.code, errno.errorcode[-problem.code]) from None
        except OSError as problem:
            number = problem.errno or {FileNotFoundError: errno.ENOENT,
                                       FileExistsError: errno.EEXIST,
                                       IsADirectoryError: errno.EISDIR}[type(problem)]
            raise OSError(number, errno.errorcode[number]) from None

    def open(self, path, mode="r"):
        """A file; text is not decoded lazily, so small files only."""
        handle = self._do("open " + mode, path,
                          lambda: self.fs.open(path, mode, **({} if "b" not in mode else
                                                              {"buffering": 0})))
        return _Handle(self, path, handle) if "b" in mode else handle

    def ilistdir(self, top=""):
        """(name, type, inode, size) of everything in a folder."""
        rows = self._do("ilistdir", top, lambda: list(self.fs.scandir(top or "/")))
        return iter([(row.name, 0x4000 if row.type == 2 else 0x8000, 0, row.size)
                     for row in rows])

    def stat(self, path):
        """Kind and size."""
        row = self._do("stat", path, lambda: self.fs.stat(path))
        return (0x4000 if row.type == 2 else 0x8000, 0, 0, 0, 0, 0, row.size, 0, 0, 0)

    def statvfs(self, path):
        """Block size, blocks, free blocks."""
        total = self.fs.block_count
        free = total - self.fs.used_block_count
        return (BLOCK, BLOCK, total, free, free, 0, 0, 0, 0, 255)

    def module(self):
        """As the module `os`."""
        call = self._do
        return SimpleNamespace(
            ilistdir=self.ilistdir, stat=self.stat, statvfs=self.statvfs,
            mkdir=lambda p: call("mkdir", p, lambda: self.fs.mkdir(p)) and None,
            rmdir=lambda p: call("rmdir", p, lambda: self.fs.rmdir(p)) and None,
            remove=lambda p: call("remove", p, lambda: self.fs.remove(p)) and None,
            rename=lambda a, b: call("rename", a, lambda: self.fs.rename(a, b)) and None)


class _Handle:
    """A binary file with MicroPython's errors."""

    def __init__(self, files, path, handle):
        self._files, self._path, self._handle = files, path, handle

    def __getattr__(self, name):
        method = getattr(self._handle, name)
        return lambda *args: self._files._do(name, self._path, lambda: method(*args))

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()


class FakeBoard:
    """`started` is what the launcher started, as hal/start.py of the test told; None: nothing."""

    def __init__(self, image=None, machine=PICO, version=(1, 28, 0, ""), mpy=0x1306,
                 name="micropython"):
        self.chip = FlashChip(blank() if image is None else image)
        self.implementation = _Implementation((name, version))
        self.implementation._machine = machine
        self.implementation._mpy = mpy
        self.before = lambda what, path: None
        self.note = ""  # what the firmware left for the next start
        self.commands = 0
        self.deaf = ""  # a hang does not hear "ctrl-c", or "all": no timer either, interrupts off
        self.power_up()

    def restart(self):
        """machine.reset(), also when one of its watchdogs bites."""
        self.power_up(WDT_RESET)

    def power_up(self, cause=PWRON_RESET):
        """Mount, then boot.py and main.py, unless maintenance was asked for."""
        self.cause = cause
        self.hung = False
        self.timers = set()  # what resets the board when it hangs: "WDT", "Timer"
        log = list(self.chip.log)
        self.chip = FlashChip(self.chip.buffer)  # files left open write to the old one
        self.chip.log = log
        self.files = Files(self.chip)
        self.files.before = lambda what, path: self.before(what, path)
        self.path = ["", "/lib"]
        self.modules = {}
        self.loaded = []  # places of the modules in their order, "collect" for the garbage between
        self.hz = START_HZ
        self.mem32 = {VREG: VOLTS_1_10}
        self.started = None
        self.printed = ""
        note, self.note = self.note, ""
        self.soft_reset()
        for name in ("/boot.py", "/main.py"):
            text = self.content(name)
            if text is not None and not (note and name == "/main.py"):
                try:
                    exec(compile(text, name, "exec"), self._namespace())
                except Exception:  # noqa: BLE001 - it ends at the prompt
                    self.started = None
                except Hang:
                    self.started, self.hung = None, True
                except Reset:
                    self.restart()
                    return
        if self.hung and self.timers:
            self.restart()

    def soft_reset(self):
        """Forget all names."""
        self.names = self._namespace()

    def content(self, path):
        """A file's bytes, None when there is none."""
        try:
            with self.files.fs.open(path, "rb") as file:
                return file.read()
        except (FileNotFoundError, LittleFSError):
            return None

    def put(self, path, data):
        """Write a file past all injected failures."""
        folder = path.rpartition("/")[0]
        if folder:
            self.files.fs.makedirs(folder, exist_ok=True)
        with self.files.fs.open(path, "wb") as file:
            file.write(data)

    def execute(self, code):
        """Run a command as the prompt does: what it printed, and its traceback or nothing."""
        self.commands += 1
        self.printed = ""
        try:
            exec(compile(code, "<stdin>", "exec"), self.names)
        except Exception as problem:  # noqa: BLE001 - the prompt reports all
            last = (f"OSError: [Errno {problem.errno}] {problem.strerror}"
                    if isinstance(problem, OSError) else f"{type(problem).__name__}: {problem}")
            return self.printed, (f"Traceback (most recent call last):\r\n  File \"<stdin>\", "
                                  f"line 1\r\n{last}\r\n")
        return self.printed, ""

    def _namespace(self):
        kept = vars(builtins) | {"open": lambda *args: self.files.open(*args),
                                 "print": self._print, "__import__": self._import}
        return {"__name__": "__main__", "__builtins__": kept}

    def _print(self, *values, sep=" ", end="\n"):
        self.printed += (sep.join(map(str, values)) + end).replace("\n", "\r\n")

    def _import(self, name, names=None, locals_=None, fromlist=(), level=0):
        built_in = {
            "os": self.files.module(), "hashlib": hashlib,
            "sys": SimpleNamespace(implementation=self.implementation, path=self.path,
                                   modules=self.modules),
            "machine": self._machine(), "time": SimpleNamespace(sleep_ms=lambda ms: None),
            "gc": SimpleNamespace(collect=lambda: self.loaded.append("collect"))}
        if name in built_in:
            return built_in[name]
        if name in MODULES:
            return __import__(name)
        module = parent = None
        for depth in range(1, name.count(".") + 2):
            part = ".".join(name.split(".")[:depth])
            parent, module = module, self._load(part, module)
            if parent is not None:
                setattr(parent, part.rpartition(".")[2], module)
        return module if fromlist else self.modules[name.split(".")[0]]

    def _machine(self):
        """The module `machine`, and what a test's firmware does: tell that it started, hang."""
        timers = self.timers

        class Timer:
            """One that rescues: an armed one makes an end of a hang."""

            ONE_SHOT = 0

            def __init__(self, number):
                assert number == -1

            def init(self, mode, period, callback, hard):
                assert hard and mode == self.ONE_SHOT and callback
                timers.add("Timer")

            def deinit(self):
                timers.discard("Timer")

        return SimpleNamespace(
            reset=self._reset, started=self._start, Pin=_Pin, Timer=Timer, hang=self._hang,
            reset_cause=lambda: self.cause, WDT_RESET=WDT_RESET, freq=self._freq, mem32=self.mem32,
            WDT=lambda timeout: timeout <= 8388 and timers.add("WDT"))

    def _freq(self, hz=0):
        """machine.freq: what it is, or set it, which needs its voltage."""
        if not hz:
            return self.hz
        assert self.mem32[VREG] >> 4 & 15 >= 12 or hz <= START_HZ
        self.hz = hz

    def _hang(self):
        raise Hang

    def _load(self, name, parent):
        if name in self.modules:
            return self.modules[name]
        short = name.rpartition(".")[2]
        for folder in [parent.__path__] if parent else self.path:
            place = f"{folder}/{short}"
            text = self.content(f"{place}.py")
            if text is None:
                text = self._byte_code(f"{place}.mpy")
            is_package = text is None and self._is_folder(place)
            if text is None and not is_package:
                continue
            self.loaded.append(place)
            module = ModuleType(name)
            vars(module).update(self._namespace(), __name__=name)
            module.__path__ = place
            self.modules[name] = module
            if is_package:
                text = self.content(f"{place}/__init__.py") or b""
            exec(compile(text, place, "exec"), vars(module))
            return module
        raise ImportError(f"no module named '{name}'")

    def _byte_code(self, path):
        """A compiled module, which cannot run here: as one whose `main` does nothing."""
        data = self.content(path)
        if data is not None and data[1] != self.implementation._mpy & 0xFF:
            raise ValueError("incompatible .mpy file")
        return None if data is None else b"def main(): pass\n"

    def _is_folder(self, path):
        try:
            return self.files.fs.stat(path).type == 2
        except (FileNotFoundError, LittleFSError):
            return False

    def _reset(self):
        raise Reset

    def _start(self, *versions):
        self.started = versions


class _Implementation(tuple):
    """MicroPython's sys.implementation: a tuple with attributes."""


class _Pin:
    OUT = 1

    def __init__(self, number, mode, value):
        pass
