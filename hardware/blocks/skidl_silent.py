"""SKiDL without its side effects: no logs in the working directory, no talk about KiCad.

Importing it looks for KiCad's libraries, which this project does not use, warns that there are
none, and opens .log and .erc files. All of that is sent away here. It also makes its own class of
loggers everybody's, who then cannot log what is no text (Numba does).
"""

import contextlib
import io
import logging
import os
import sys
import tempfile
from typing import Any


def _quiet() -> Any:
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch, contextlib.redirect_stderr(io.StringIO()):
        os.chdir(scratch)
        try:
            import skidl as library
            for logger in _loggers():
                logger.stop_file_output()
        finally:
            os.chdir(here)
            logging.setLoggerClass(logging.Logger)  # it makes its own the loggers of everybody
    library.set_default_tool(library.KICAD9)
    # two thirds of the time went into traces of the call stack; Board notes the lines itself
    tracing: Any = sys.modules["skidl.circuit"]
    tracing.get_skidl_trace = list
    return library


def _loggers() -> list[Any]:
    module = sys.modules["skidl.logger"]
    return [module.rt_logger, module.erc_logger]


skidl: Any = _quiet()


def erc(circuit: Any) -> list[str]:
    """Every error and warning of SKiDL's own electrical rules, in order."""
    logger = sys.modules["skidl.logger"].erc_logger
    found: list[str] = []

    class Keep(logging.Handler):
        """Keeps what is said instead of printing it."""

        def emit(self, record: logging.LogRecord) -> None:
            """One message."""
            found.append(f"{record.levelname}: {record.getMessage()}")

    keep = Keep(logging.WARNING)
    others = logger.handlers[:]
    logger.handlers[:] = [keep]
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            circuit.ERC()
    finally:
        logger.handlers[:] = others
    return sorted(set(found))
