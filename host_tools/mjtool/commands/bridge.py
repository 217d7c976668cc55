"""`mjtool bridge`: tables on a house's MQTT broker."""

import contextlib
import importlib.util
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import completing
from ..dictionary import nearest
from ..errors import UsageError
from ..options import Json, merge
from ..ports import choose

if TYPE_CHECKING:
    from mjbridge.follower import Wanted

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(bridge)


Ports = Annotated[list[str] | None, typer.Option(
    "--port", "-p", metavar="PORT", autocompletion=completing.ports,
    help="A table's device or address; may be repeated.")]
Names = Annotated[list[str] | None, typer.Option(
    "--name", metavar="PORT=NAME", help="How people call the table there; may be repeated.")]
Mqtt = Annotated[str, typer.Option(help="The broker: mqtt://[USER@]HOST[:PORT], or mqtts://.")]
Secret = Annotated[Path | None, typer.Option(
    help="File with the user's password; otherwise MJTOOL_MQTT_PASSWORD.")]
Ca = Annotated[Path | None, typer.Option(
    help="Certificate of the authority that signed the broker's, PEM; otherwise the system's.")]
Cert = Annotated[Path | None, typer.Option(help="Certificate to show, PEM.")]
Key = Annotated[Path | None, typer.Option(help="Its key, PEM.")]
Id = Annotated[str, typer.Option("--id", help="Of this bridge; otherwise the computer's name.")]
Commands = Annotated[bool, typer.Option("--commands", help="Take `refresh` from the broker.")]
Once = Annotated[bool, typer.Option("--once", help="Publish everything once and end.")]


def bridge(context: typer.Context, mqtt: Mqtt, port: Ports = None, name: Names = None,
           password_file: Secret = None, ca: Ca = None, cert: Cert = None, key: Key = None,
           bridge_id: Id = "", commands: Commands = False, once: Once = False,
           as_json: Json = False) -> None:
    """Publish tables to an MQTT broker, for a house or a parlour, until Ctrl-C."""
    named, output = merge(context, None, as_json)
    need_paho()
    from mjbridge.address import address
    from mjbridge.bridge import Asked, Bridge

    broker = address(mqtt, password_file=password_file, ca=ca, cert=cert, key=key)
    urls = list(dict.fromkeys(port or [choose(named)]))
    made = Bridge(Asked(broker, tables(urls, name or []), own_id(bridge_id), commands),
                  output.note)
    if broker.is_open:
        output.note("mjtool: warning: the password goes to the broker unencrypted; mqtts:// "
                    "ends that.")
    if once:
        made.once()
        output.say(f"Published {len(urls)} of {len(urls)} tables to {broker}.",
                   {"tables": len(urls), "broker": str(broker)})
        return
    output.say(f"To {broker}: {', '.join(urls)}  (Ctrl-C ends it)",
               {"tables": len(urls), "broker": str(broker)})
    with contextlib.suppress(KeyboardInterrupt):
        made.run()


def need_paho() -> None:
    """MQTT is an extra."""
    if importlib.util.find_spec("paho") is None:
        raise UsageError("the package paho-mqtt is not installed", "bridge",
                         "MQTT is an extra of this project",
                         "run `.venv/bin/pip install -e '.[mqtt]'` in the project's folder")


def tables(urls: list[str], names: list[str]) -> "list[Wanted]":
    """The tables and their names."""
    from mjbridge.follower import Wanted

    given = {}
    for pair in names:
        url, equals, called = pair.rpartition("=")
        if not equals or not url or not called.strip():
            raise UsageError(f"`{pair}` is no PORT=NAME", "--name", "",
                             "write the port as in --port, = and the name")
        if url not in urls:
            raise UsageError(f"there is no --port {url}", "--name", "", nearest(url, urls))
        given[url] = called.strip()
    return [Wanted(url, given.get(url, "")) for url in urls]


def own_id(given: str) -> str:
    """The bridge's name in its topics."""
    if given and not ID.fullmatch(given):
        raise UsageError(f"`{given}` is no name for topics", "--id", "",
                         "use letters, digits, - and _, at most 64")
    usual = re.sub(r"[^A-Za-z0-9_-]+", "-", platform.node())[:64].strip("-")
    return given or usual or "bridge"
