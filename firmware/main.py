"""Starts the active set of the firmware: the folder /a or /b, as the file /active says.

When that set cannot be imported the other one is started; `mjtool flash` writes both.
"""

import sys


def _order():
    try:
        with open("/active") as file:
            first = file.read(1)
    except OSError:
        first = "a"
    return ("b", "a") if first == "b" else ("a", "b")


def _import(slot):
    sys.path.insert(0, "/" + slot)
    try:
        from hal.start import main

        return main
    except Exception as problem:
        print("main: the firmware in /" + slot + " does not start:", problem)
    sys.path.remove("/" + slot)
    for name in list(sys.modules):
        if name.split(".")[0] in ("hal", "mjtable"):
            del sys.modules[name]
    return None


start = _import(_order()[0]) or _import(_order()[1])
if start is None:
    print("main: no set of the firmware starts; run `mjtool flash` from the computer")
else:
    start()
