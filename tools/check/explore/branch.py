"""A live table's other futures: a forked process goes on with one, its report comes back."""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable
from typing import Any


def elsewhere(future: Callable[[], Any]) -> Any:
    """What `future` reports, run in a copy of this process; here nothing has happened."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            with os.fdopen(writer, "w") as out:
                json.dump(future(), out)
            status = 0
        except BaseException:  # noqa: BLE001 - the branch ends here, whatever it was
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as back:
        text = back.read()
    _, status = os.waitpid(child, 0)
    if status or not text:
        raise RuntimeError("a branch of the search ended without a report")
    return json.loads(text)
