"""`mjtool play`: the play view on phones, with a table or without one."""

import contextlib
import os
import webbrowser

import typer

from ..client import Client
from ..options import Json, Port, merge
from ..ports import ENVIRONMENT, choose
from .dashboard import Browser, Certificate, Host, Key, Names, Number


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)


def play(context: typer.Context, host: Host = "127.0.0.1", tcp_port: Number = 0,
         name: Names = None, tls_cert: Certificate = "", tls_key: Key = "",
         browser: Browser = True, port: Port = None, as_json: Json = False) -> None:
    """Score and pay hands by taps on a phone, until Ctrl-C; without a port, without a table."""
    from mjweb.serve import Asked, Server

    named, output = merge(context, port, as_json)
    url = choose(named) if named or os.environ.get(ENVIRONMENT) else ""

    def connect() -> Client:
        return Client(url, reconnect_s=0.0, lasting=True, name="play")

    server = Server(connect if url else None,
                    Asked(host, tcp_port, tuple(name or ()), tls_cert, tls_key))
    link = server.links.play
    output.say(f"The play view is at {link}  (Ctrl-C ends it)", {"play": link})
    if browser and not output.as_json:
        webbrowser.open(link)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
