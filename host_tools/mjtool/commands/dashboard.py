"""`mjtool dashboard`: the table in a browser."""

import contextlib
import webbrowser
from typing import Annotated

import typer

from ..client import Client
from ..options import Json, Port, merge
from ..ports import choose


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(dashboard)


Host = Annotated[str, typer.Option(
    help="This address of the computer, so that others can come; links get a token.")]
Number = Annotated[int, typer.Option(help="0 = a free one.", min=0, max=65535)]
Names = Annotated[list[str] | None, typer.Option(help="What else browsers may call it.")]
Certificate = Annotated[str, typer.Option(help="Certificate, PEM.")]
Key = Annotated[str, typer.Option(help="Its key, PEM.")]
Browser = Annotated[bool, typer.Option(help="Open it in a browser.")]


def dashboard(context: typer.Context, host: Host = "127.0.0.1", tcp_port: Number = 0,
              name: Names = None, tls_cert: Certificate = "", tls_key: Key = "",
              browser: Browser = True, port: Port = None, as_json: Json = False) -> None:
    """Show the table in a browser, until Ctrl-C."""
    from mjweb.serve import Asked, Server

    named, output = merge(context, port, as_json)
    url = choose(named)

    def connect() -> Client:
        return Client(url, reconnect_s=0.0, lasting=True, name="dashboard")

    server = Server(connect, Asked(host, tcp_port, tuple(name or ()), tls_cert, tls_key))
    output.say(f"The dashboard is at {server.links.owner}  (Ctrl-C ends it)",
               {"dashboard": server.links.owner, "play": server.links.play,
                "read": server.links.read})
    if browser and not output.as_json:
        webbrowser.open(server.links.owner)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
