"""Options that every command has, and the connection made from them."""

from dataclasses import dataclass
from typing import Annotated

import typer

from . import completing
from .client import RECONNECT_S, Client
from .handshake import dictionary_note
from .output import Output
from .ports import ENVIRONMENT, choose

Port = Annotated[str | None, typer.Option(
    "--port", "-p", metavar="PORT", show_default=False, autocompletion=completing.ports,
    help="Device or address, like /dev/ttyACM0 or socket://127.0.0.1:5000. Otherwise "
         f"{ENVIRONMENT}, otherwise the only table that is plugged in.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


@dataclass
class Common:
    """What was given before the command's name."""

    port: str | None = None
    as_json: bool = False


def merge(context: typer.Context, port: str | None, as_json: bool) -> tuple[str | None, Output]:
    """Options before and behind the command's name, the later ones winning."""
    common = context.find_object(Common) or Common()
    common.as_json = common.as_json or as_json  # errors are reported the same way
    return port or common.port, Output(common.as_json)


def connect(context: typer.Context, port: str | None, as_json: bool,
            reconnect_s: float = RECONNECT_S, lasting: bool = False) -> tuple[Client, Output]:
    """The table these options mean, connected. `lasting`: for long, so that others may come."""
    named, output = merge(context, port, as_json)
    client = Client(choose(named), reconnect_s=reconnect_s, note=output.note, lasting=lasting,
                    name=context.info_name or "mjtool")
    warning = dictionary_note(client.hello, client.dictionary)
    if warning:
        output.note(f"mjtool: warning: {warning}")
    return client, output
