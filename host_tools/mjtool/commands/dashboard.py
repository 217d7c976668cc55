"""`mjtool dashboard`: the table in a browser."""

import contextlib
import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer

from ..client import Client
from ..options import Json, Port, merge
from ..output import Output
from ..ports import choose

if TYPE_CHECKING:
    from mjweb.serve import Links


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
    announce(server.links, output)
    if browser and not output.as_json:
        webbrowser.open(server.links.owner)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()


def announce(links: "Links", output: Output) -> None:
    """The links, and a QR code where a phone shall find the way."""
    if output.as_json:
        output.json({"dashboard": links.owner, "play": links.play, "read": links.read})
        return
    output.say(f"The dashboard is at {links.owner}  (Ctrl-C ends it)", {})
    if not links.read:
        return
    from segno import make

    output.say(f"Play view, without the right to service: {links.play}", {})
    output.say(f"To look only: {links.read}", {})
    if links.owner.startswith("http:"):
        output.note("Traffic is not encrypted: whoever is in this network can read it. "
                    "--tls-cert and --tls-key end that.")
    make(links.play, error="l").terminal(compact=True)
