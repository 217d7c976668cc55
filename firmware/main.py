"""Starts the active set of the firmware: the folder /a or /b, as the file /active says.

When that set cannot be imported the other one is started, and the file /fallback says why.
"""

import sys


def text_of(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


start = None
why = ""
for slot in "ba" if text_of("/active")[:1] == "b" else "ab":
    sys.path.insert(0, "/" + slot)
    try:
        from hal.start import main as start

        break
    except Exception as problem:
        why += "firmware in /%s does not start: %s: %s" % (slot, type(problem).__name__, problem)
        if "incompatible .mpy" in str(problem):
            why += ": put the MicroPython named in docs/FLASHING.md on the board"
        why += "\n"
    sys.path.remove("/" + slot)
    for name in list(sys.modules):
        if name.split(".")[0] in ("hal", "mjtable"):
            del sys.modules[name]
if why:
    print("main:", why)
try:
    if text_of("/fallback") != why:  # a start like the one before writes nothing
        with open("/fallback", "w") as file:
            file.write(why)
except OSError:
    print("main: /fallback cannot be written")
if start is None:
    print("main: no set of the firmware starts; run `mjtool flash` from the computer")
else:
    start()
