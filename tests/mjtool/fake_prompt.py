"""Ways to a fake board: one without bytes, and what its prompt and its firmware answer to bytes.

While its firmware runs the board answers `hello` and `restart` and nothing else.
"""

import ast
import contextlib

from mpremote.transport import Transport, TransportError, TransportExecError

from mjshare.frame import deframe, encode
from tests.mjtool.fake_board import Hang, Reset

BANNER = b"raw REPL; CTRL-B to exit\r\n>"
INTERRUPTED = (b'\x04Traceback (most recent call last):\r\n  File "<stdin>", line 1, in <module>'
               b"\r\nKeyboardInterrupt: \r\n\x04>")
WINDOW = 128


class Direct(Transport):
    """mpremote's transport without bytes between: quick enough to break at every command."""

    def __init__(self, board):
        self.board = board
        self.commands = []
        self.fails_at = None
        self.change = lambda text: text  # what the line makes of a command

    def exec(self, command, data_consumer=None):
        text = command.decode() if isinstance(command, bytes) else command
        if len(self.commands) == self.fails_at:
            raise TransportError("the line is dead")
        self.commands.append(text)
        try:
            out, err = self.board.execute(self.change(text))
        except Hang:
            self.board.restart()
            raise TransportError("timeout waiting for first EOF reception") from None
        if err:
            raise TransportExecError(out, err)
        if data_consumer:
            data_consumer(out.encode())
        return out.encode()

    def eval(self, expression, parse=True):
        return ast.literal_eval(self.exec(f"print(repr({expression}))").decode().strip())

    def exec_raw_no_follow(self, command):
        with contextlib.suppress(Reset):
            self.exec(command)
        self.board.restart()

    def close(self):
        pass


class Prompt:
    """The board's side of a connection: bytes in, bytes out."""

    def __init__(self, board):
        self.board = board
        self.raw = False
        self.line = b""
        self.paste = None  # bytes of the window that are left, while pasting
        self.resets = False

    def feed(self, data):
        """What the board answers; `resets` is set when it restarts afterwards."""
        out = b""
        for byte in data:
            out += self._byte(bytes((byte,)))
        return out

    def _byte(self, byte):
        if self.board.hung:
            return self._interrupted() if byte == b"\x03" and not self.board.deaf else b""
        if self.paste is not None:
            return self._pasted(byte)
        if self.line + byte == b"\x05A\x01":
            self.line, self.paste = b"", WINDOW
            return b"R\x01" + WINDOW.to_bytes(2, "little") + b"\x01"
        if byte == b"\x01":
            self.raw, self.line = True, b""
            return BANNER
        if byte == b"\x02":
            self.raw = False
            return b"\r\n>>> "
        if byte == b"\x03":
            self.line = b""
            return b"" if self.raw else b"\r\nKeyboardInterrupt\r\n>>> "
        if not self.raw:
            return byte
        if byte == b"\x04":
            return self._end()
        self.line += byte
        return b""

    def _interrupted(self):
        self.board.hung, self.paste, self.line = False, None, b""
        return INTERRUPTED if self.raw else b"\r\nKeyboardInterrupt\r\n>>> "

    def _pasted(self, byte):
        if byte == b"\x03":
            self.paste, self.line = None, b""
            return b"\x04" + INTERRUPTED
        if byte != b"\x04":
            self.line += byte
            self.paste -= 1
            if self.paste:
                return b""
            self.paste = WINDOW
            return b"\x01"
        self.paste = None
        return b"\x04" + self._run()

    def _end(self):
        if self.line:
            return b"OK" + self._run()
        self.board.soft_reset()
        return b"OK\r\nMPY: soft reboot\r\n" + BANNER

    def _run(self):
        code, self.line = self.line.decode(), b""
        try:
            out, err = self.board.execute(code)
        except Reset:
            self.resets = True
            return b""
        except Hang:
            self.resets = "Timer" in self.board.timers and self.board.deaf != "all"
            self.board.hung = not self.resets
            return b""
        return out.encode() + b"\x04" + err.encode() + b"\x04>"


class Firmware:
    """The board's side while its firmware runs; `refusal` answers `restart`."""

    def __init__(self, board, refusal="", hellos=None):
        self.board = board
        self.hellos = {} if hellos is None else hellos
        self.rest = b""
        self.resets = False
        self.refusal = refusal

    def feed(self, data):
        """What the board answers; `resets` is set once it promised a restart."""
        bodies, self.rest, _ = deframe(self.rest + data)
        out = b""
        for body in bodies:
            number, command, *words = body.split()
            said = self.refusal or "ok"
            if command == "hello":
                said = self._hello(self.board.started[0])
            elif command == "restart" and not self.refusal:
                self.board.note = words[0].partition("=")[2]
                self.resets = True
            out += encode(f"{number} {said}")
        return out

    def _hello(self, version):
        if version in self.hellos:
            self.hellos[version] -= 1
            if self.hellos[version] <= 0:
                self.board.started = None  # crashed: there is the prompt
        return f"ok product=mjtable uid=E6 fw={version} proto=1.0 mode=run sim=0"
