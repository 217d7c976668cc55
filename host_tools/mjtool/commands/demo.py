"""`mjtool demo` (`make run`): two hands at a simulated table, in a browser where there is one.

The simulator runs as a program of its own, as it does for everybody: `mjsim serve` with people who
play two hands, or, where nobody could see a browser, `mjsim demo` with its picture in text.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
import webbrowser
from typing import Annotated

import typer

from ..client import Client
from ..errors import NoDeviceError
from ..feed import Feed
from ..output import Output

HANDS = 2
SPEED = 8
SEED = 8
"""The evening of `mjsim demo`."""
REMOTE = ("SSH_CONNECTION", "SSH_TTY", "CI")
"""Where one of these is set, a browser would open on another screen, or on none."""
START_S = 20.0
ASK_S = 0.5
Browser = Annotated[bool, typer.Option(help="In a browser, where there is a display.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)


def demo(browser: Browser = True) -> None:
    """Play two hands at a simulated table: in a browser, or as text where there is no display."""
    if not (browser and can_show()):
        raise typer.Exit(subprocess.call([sys.executable, "-m", "mjsim", "demo"]))
    output = Output(False)
    with contextlib.suppress(KeyboardInterrupt), table() as url:
        show(url, output)


def can_show() -> bool:
    """A person sits at a terminal of a computer with a display, and a browser is there."""
    if not sys.stdout.isatty() or any(os.environ.get(name) for name in REMOTE):
        return False
    if sys.platform != "darwin" and not (os.environ.get("DISPLAY")
                                         or os.environ.get("WAYLAND_DISPLAY")):  # fmt: skip
        return False
    with contextlib.suppress(webbrowser.Error):
        return webbrowser.get() is not None
    return False


@contextlib.contextmanager
def table():  # type: ignore[no-untyped-def]
    """The simulated table with its people; its address."""
    words = ["serve", "--players", "auto", "--hands", str(HANDS), "--speed", str(SPEED),
             "--seed", str(SEED)]
    with subprocess.Popen([sys.executable, "-m", "mjsim", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True,
                          start_new_session=True) as simulator:  # fmt: skip
        try:
            assert simulator.stdout is not None
            url = simulator.stdout.readline().strip()
            if not url:
                raise NoDeviceError("the simulated table did not start", "mjsim serve", "",
                                    "run `mjsim serve` to see why")
            yield url
        finally:
            simulator.terminate()


def show(url: str, output: Output) -> None:
    """The dashboard until Ctrl-C; a line when the two hands have been played."""
    from mjweb.serve import Asked, Server

    server = Server(lambda: Client(url, reconnect_s=0.0, lasting=True, name="dashboard"), Asked())
    output.say(f"Two hands at the simulated table, {SPEED} times real time: {server.links.owner}",
               {})
    threading.Thread(target=tell, args=(url, server.links.owner, output), daemon=True).start()
    webbrowser.open(server.links.owner)
    server.run()


def tell(url: str, address: str, output: Output) -> None:
    """Say each hand, and at the end how to go on."""
    dealt = 0
    with Client(url, lasting=True, name="demo") as client:
        feed = Feed(client)
        while dealt < HANDS:
            for event in feed:
                if event.name == "dice":
                    dealt += 1
                    output.say(f"Hand {dealt}: the walls are up and the dice lie.", {})
            time.sleep(ASK_S)
    output.say(f"Two hands were played. The table stays at {address}; Ctrl-C ends it.", {})
