"""Flashing into the genuine MicroPython VM: what is sent to a board is MicroPython."""

import contextlib
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from mpremote.transport_serial import SerialTransport

from mjtool.errors import WrongDeviceError
from mjtool.flash.board import Board
from mjtool.flash.errors import BoardError, FlashError
from mjtool.flash.identity import Identity, identify
from mjtool.flash.install import install
from mjtool.flash.job import Visit
from mjtool.flash.progress import Progress
from mjtool.flash.slots import look, switch
from mjtool.flash.verify import verify
from mjtool.output import Output
from tests.mjtool import small_release
from tests.mjtool.board_line import MPREMOTE, SlowClock

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(sys.executable).with_name("node")
VM = (ROOT / "tools/node/node_modules/@micropython/micropython-webassembly-pyscript"
      / "micropython.mjs")
MACHINE = b"""
WDT_RESET = 3
class Pin:
    OUT = 1
    def __init__(self, number, mode, value):
        pass
class Timer:
    ONE_SHOT = 0
    def __init__(self, number):
        pass
    def init(self, mode, period, callback, hard):
        pass
    def deinit(self):
        pass
def reset_cause():
    return 1
def started(*versions):
    print(*versions)
"""


ERRORS = {rb"OSError: (\[Errno )?44\b": b"OSError: [Errno 2] ENOENT",
          rb"OSError: (\[Errno )?20\b": b"OSError: [Errno 17] EEXIST"}


class Line(SerialTransport):
    """mpremote's transport; the VM's system counts its errors otherwise than a board's."""

    def follow(self, timeout, data_consumer=None):
        out, err = super().follow(timeout, data_consumer)
        for theirs, ours in ERRORS.items():
            err = re.sub(theirs, ours, err)
        return out, err


class Vm:
    """The VM behind a TCP port."""

    def __enter__(self):
        self.node = subprocess.Popen(
            [NODE, Path(__file__).with_name("prompt.mjs"), VM.as_uri()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = "socket://127.0.0.1:%d" % self.server.getsockname()[1]
        threading.Thread(target=self._host, daemon=True).start()
        return self

    def __exit__(self, *problem):
        self.node.kill()
        self.node.wait()
        self.server.close()

    def _host(self):
        connection, _ = self.server.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self._vm, args=(connection,), daemon=True).start()
        with contextlib.suppress(OSError):
            receive = receiver(connection)
            while data := receive(4096):
                self.node.stdin.write(data)

    def _vm(self, connection):
        with contextlib.suppress(OSError):
            while data := self.node.stdout.read(4096):
                connection.sendall(data)


def receiver(connection):
    """Acknowledges at once: pyserial's socket sends small parts and waits for each."""
    def receive(size):
        data = connection.recv(size)
        if hasattr(socket, "TCP_QUICKACK"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        return data

    return receive


@pytest.fixture
def line(monkeypatch):
    """mpremote at the VM's prompt."""
    monkeypatch.setattr(MPREMOTE, SlowClock)
    with Vm() as vm:
        found = Line(vm.url, timeout=10)
        found.enter_raw_repl()
        yield found
        found.close()


@pytest.fixture
def board(line):
    line.fs_mkdir("/lib")
    line.fs_writefile("/lib/machine.py", MACHINE)
    return Board(line, "vm")


def start(line):
    """Run the launcher as at power-on: the versions of the modules that it started."""
    line.exec("import sys\nsys.path[:] = ['', '/lib']\n"
              "for name in list(sys.modules):\n del sys.modules[name]")
    return line.exec("exec(open('/main.py').read(), {})").decode().split()


def put_on(board, release):
    return install(board, release, look(board), Progress(Output(True)))


def test_two_releases_and_back(line, board, tmp_path):
    old = small_release.release(tmp_path, "0.1.0")
    new = small_release.release(tmp_path, "0.2.0")
    assert put_on(board, old).slot == "a"
    assert start(line) == ["0.1.0"] * 3
    assert put_on(board, new).slot == "b"
    assert start(line) == ["0.2.0"] * 3
    slots = look(board)
    assert (slots.active, slots.running.version) == ("b", "0.2.0")
    switch(board, slots.slots["a"])
    assert start(line) == ["0.1.0"] * 3
    board.write("/a/hal/start.py", b"broken")
    assert start(line)[-3:] == ["0.2.0"] * 3, "the launcher takes the other slot"
    assert board.read("/fallback").startswith(b"firmware in /a does not start: NameError: ")


def test_a_set_that_cannot_be_imported_is_not_switched_to(line, board, tmp_path):
    put_on(board, small_release.release(tmp_path, "0.1.0"))
    files = small_release.contents("0.1.0") | {"hal/parts.py": b"import nothing\n"}
    with pytest.raises(FlashError, match=r"0.1.0 in /b does not start on this board \(Import"
                       r"Error: no module named 'nothing'\); nothing was switched"):
        put_on(board, small_release.release(tmp_path / "bad", "0.1.0", files))
    assert board.read("/active") == b"a?\n", "its own first start is still to come"
    assert start(line) == ["0.1.0"] * 3
    assert board.import_error("/a") == "", "what was imported before is not taken for it"
    assert "ImportError" in board.import_error("/b")


def test_the_vm_calls_foreign_byte_code_incompatible(line, board, tmp_path):
    put_on(board, small_release.release(tmp_path, "0.1.0"))
    board.remove("/a/hal/start.py")
    board.write("/a/hal/start.mpy", b"M\x05\x00\x1f")
    assert board.import_error("/a") == "ValueError: incompatible .mpy file"
    assert b"no set of the firmware starts" in line.exec("exec(open('/main.py').read(), {})")
    assert (b"/a does not start: ValueError: incompatible .mpy file: put the MicroPython named in "
            b"docs/FLASHING.md on the board") in board.read("/fallback")


def test_errors_of_the_vm_are_understood(line, board):
    assert board.hash("/none") == ""
    assert board.files("/none") == ({}, [])
    assert board.read("/none") is None
    board.make_folder("/lib")
    board.remove("/none")
    assert board.free_bytes() > 0
    with pytest.raises(BoardError, match=r"refused /other \(ENOENT\)"):
        board.rename("/none", "/other")
    with pytest.raises(BoardError, match="failed at /x: MemoryError.*out of memory"):
        board._run("bytearray(1 << 30)", "/x")


def test_the_vm_is_no_pico(board):
    with pytest.raises(WrongDeviceError, match="this board is `JS with Emscripten`, not a Rasp"):
        identify(board)


def test_every_file_of_the_vm_is_verified(line, board, tmp_path):
    """But those in the folders of the system that the VM runs on, which a board has not."""
    release = small_release.release(tmp_path, "0.1.0")
    put_on(board, release)
    assert start(line) == ["0.1.0"] * 3
    pico = Identity("Raspberry Pi Pico with RP2040", "RP2040", (1, 28, 0), 6)

    line.exec(b"mj_all = mj_list\ndef mj_list(top):\n"
              b" if top not in ('/dev', '/home', '/proc', '/tmp'): mj_all(top)")

    def found():
        verdict = verify(Visit("vm", {"uid": "E6"}, board, pico, look(board)), [release], release)
        return [(row.path, row.what) for row in verdict.problems]

    assert found() == [("/lib/machine.py", "extra")], "the tests' own stand-in"
    board.write("/a/hal/parts.py", b'VERSION = "0.1.0" \n')
    board.write("/hashlib.py", b"")
    assert found() == [("/a/hal/parts.py", "differs"), ("/hashlib.py", "extra"),
                       ("/lib/machine.py", "extra")]
