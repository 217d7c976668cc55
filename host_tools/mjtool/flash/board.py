"""A board at its MicroPython prompt: files, hashes, free space, restart, over mpremote."""

import ast
import contextlib
import errno
import io
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from mpremote.transport import (  # type: ignore[import-untyped]
    Transport,
    TransportError,
    TransportExecError,
)

from ..errors import LinkLostError
from ..transport import PORT_ERRORS
from .agent import AGENT, TRIAL, WHO
from .errors import RERUN, BoardError

CHUNK = 1024  # bytes a command writes
BLOCK = 4096
INTERRUPT_S = 2.0  # Ctrl-C works at once or not at all
NUMBER = re.compile(r"OSError: (?:\[Errno )?(\d+)")


class File(NamedTuple):
    """A file on the board."""

    sha256: str
    bytes: int


class Board:
    """`where` names the port in messages."""

    def __init__(self, transport: Transport, where: str) -> None:
        self._transport = transport
        self.where = where
        self._agent = False

    def who(self) -> tuple[str, tuple[int, ...], str, int]:
        """Name of the interpreter, its version, the board's name, and the byte code it takes."""
        name, version, machine, mpy = self._value(WHO)
        return name, tuple(version), machine, mpy & 0xFF

    def free_bytes(self) -> int:
        """Free space of the file system."""
        block, _, _, free, *_ = self._value("import os\nprint(os.statvfs('/'))")
        return block * free

    def files(self, folder: str) -> tuple[dict[str, File], list[str]]:
        """Files below `folder` with size and hash, paths relative to it; and its subfolders."""
        try:
            text = self._run(f"mj_list({folder!r})", folder).decode()
        except BoardError as problem:
            if problem.number != errno.ENOENT:
                raise
            return {}, []
        files = {}
        folders = []
        for line in text.splitlines():
            kind, sha256, size, path = line.split(" ", 3)
            inside = path[len(folder) + 1:]
            if kind == "D":
                folders.append(inside)
            else:
                files[inside] = File(sha256, int(size))
        return files, folders

    def hash(self, path: str) -> str:
        """SHA-256 of a file in hex, "" when there is none."""
        try:
            return self._run(f"print(mj_hash({path!r}))", path).decode().strip()
        except BoardError as problem:
            if problem.number != errno.ENOENT:
                raise
            return ""

    def read(self, path: str) -> bytes | None:
        """A small file's content, None when there is none."""
        with self._translated(path):
            try:
                return bytes(self._transport.fs_readfile(path))
            except FileNotFoundError:
                return None

    def write(self, path: str, data: bytes,
              progress: Callable[[int, int], None] | None = None) -> None:
        """Write a file from scratch."""
        with self._translated(path):
            self._transport.fs_writefile(path, data, CHUNK, progress)

    def make_folder(self, path: str) -> None:
        """Make a folder; good when it is there."""
        with self._translated(path), contextlib.suppress(FileExistsError):
            self._transport.fs_mkdir(path)

    def remove(self, path: str, folder: bool = False) -> None:
        """Remove a file or an empty folder; good when it is not there."""
        with self._translated(path), contextlib.suppress(FileNotFoundError):
            (self._transport.fs_rmdir if folder else self._transport.fs_rmfile)(path)

    def copy(self, source: str, target: str) -> None:
        """Copy a file on the board."""
        self._run(f"mj_copy({source!r}, {target!r})", target)

    def rename(self, source: str, target: str) -> None:
        """Put `source` in the place of `target`, in one step."""
        self._run(f"os.rename({source!r}, {target!r})", target)

    def import_error(self, folder: str) -> str:
        """Why the firmware in `folder` cannot be imported, "" when it can; nothing is started."""
        said = self._run(f"{TRIAL}mj_try({folder!r})", folder).decode().strip().splitlines()
        last = said[-1] if said else "it printed nothing"
        return "" if last == "starts" else last

    def interrupt(self) -> None:
        """Stop a command that was left half sent or half done, and wait for the prompt.

        Without the wait the next command meets the traceback, whose `<stdin>` looks like a prompt.
        """
        again = getattr(self._transport, "enter_raw_repl", None)
        if again is not None:  # mpremote prints what it did not understand
            with contextlib.suppress(TransportError, *PORT_ERRORS), redirect_stdout(io.StringIO()):
                again(soft_reset=False, timeout_overall=INTERRUPT_S)

    def restart(self) -> None:
        """Start the board as at power-on; the port goes away with it."""
        with contextlib.suppress(TransportError, *PORT_ERRORS, struct.error):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def close(self) -> None:
        """Give the port back."""
        with contextlib.suppress(*PORT_ERRORS):
            self._transport.close()

    def _run(self, code: str, path: str) -> bytes:
        """What `code`, about `path`, prints; the agent is sent before the first command."""
        with self._translated(path):
            if not self._agent:
                self._transport.exec(AGENT)
                self._agent = True
            return bytes(self._transport.exec(code))

    def _value(self, code: str) -> Any:
        with self._translated("telling what it is"):
            return ast.literal_eval(bytes(self._transport.exec(code)).decode().strip())

    @contextlib.contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        """Errors of the board and of the line as errors of the tool."""
        try:
            yield
        except TransportExecError as problem:
            raise self._failed(what, problem.error_output) from None
        except (TransportError, struct.error, ValueError, SyntaxError) as problem:
            raise self._lost(problem) from None
        except PORT_ERRORS as problem:
            # mpremote's way to report the board's own error
            if isinstance(problem, OSError) and problem.args[1:] == (what,):
                raise self._os_error(what, problem.errno or 0) from None
            raise self._lost(problem) from None

    def _failed(self, what: str, output: str) -> BoardError:
        """The error behind a traceback of the board."""
        found = NUMBER.search(output)
        if found:
            return self._os_error(what, int(found[1]))
        last = output.strip().splitlines()[-1] if output.strip() else "no reason given"
        return BoardError(f"the board failed at {what}: {last}", self.where,
                          "the board is out of memory, or its MicroPython lacks a module",
                          "restart the board and try again; if it happens again, put the "
                          "MicroPython of docs/FLASHING.md on it")

    def _os_error(self, what: str, number: int) -> BoardError:
        if number == errno.ENOSPC:
            return BoardError(
                f"the board's file system became full at {what}", self.where,
                "files of your own take the room", "remove them (`mpremote connect PORT fs ls`, "
                f"`fs rm`); {RERUN}", number)
        name = errno.errorcode.get(number, str(number))
        return BoardError(f"the board's file system refused {what} ({name})", self.where,
                          "the file system is damaged", RERUN, number)

    def _lost(self, problem: Exception) -> LinkLostError:
        return LinkLostError(f"the board stopped answering ({problem})", self.where,
                             "the cable was pulled or the power failed", RERUN)
