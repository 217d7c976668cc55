"""Commands that only look: ports, status, faults, record."""

import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import completing, flight_recorder
from ..client import Client
from ..dictionary import load, nearest
from ..errors import NoDeviceError, UsageError
from ..flash.progress import Progress
from ..message import Answer
from ..options import Json, Port, connect, merge
from ..output import Output
from ..ports import ENVIRONMENT, survey
from ..refusal import ask
from ..values import typed


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(ports)
    app.command()(status)
    app.command()(faults)
    app.command()(record)


def ports(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """List the ports of this computer, and why each is or is not a table."""
    named, output = merge(context, port, as_json)
    found = survey(named or os.environ.get(ENVIRONMENT))
    problem = None
    if not any(port.taken for port in found):
        problem = NoDeviceError(
            "no table at any port" if found else "this computer has no serial ports", "",
            "the cable is out or carries no data, or the table is off",
            "plug the table in, or name a port with --port")
    if output.as_json:
        output.json({"ports": [port.as_json() for port in found]}
                    | (problem.as_json() if problem else {}))
    elif found:
        output.table(("port", "what it is", "table?"),
                     [(port.url, port.description, port.why) for port in found])
    if problem:
        output.note(f"mjtool: {problem}")
        raise typer.Exit(problem.exit_code)


def status(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Show what the table is doing."""
    client, output = connect(context, port, as_json)
    with client:
        answer = ask(client, "status")
    if output.as_json:
        output.json({"port": client.url, "hello": client.hello.as_json()} | typed(answer.fields))
        return
    hello = client.hello
    board = "simulated table" if hello.sim else "table"
    output.table((board, hello.uid), [("port", client.url), ("firmware", hello.fw),
                                      ("machine", hello.machine), *summary(answer)])


def summary(answer: Answer) -> list[tuple[str, str]]:
    """The answer to `status` as rows for people."""
    fields = answer.fields
    sides = zip("ABCD", fields["stacks"].split(","), strict=False)
    rows = [
        ("state", fields["state"].replace("_", " ")),
        ("mode", fields["mode"]),
        ("profile", fields["profile"]),
        ("set on the table", fields["set"]),
        ("set waiting", fields.get("waiting", "unknown")),
        ("stacks", "  ".join(f"{side} {stacks}" for side, stacks in sides)),
        ("tiles short", fields["short"]),
        ("dealer", f"side {fields['dealer']}"),
        ("fault", fault_name(fields["fault"])),
    ]
    return rows


def fault_name(code: str) -> str:
    """A fault's code with its name."""
    row = load().faults.get(code)
    return f"{code} {row['name']}" if row else code


def record(context: typer.Context,
           file: Annotated[Path, typer.Argument(help="The file to write, NAME.mjrec.")],
           port: Port = None, as_json: Json = False) -> None:
    """Read the flight recorder: the last minutes, for `mjsim replay FILE`."""
    client, output = connect(context, port, as_json)
    with client:
        with Progress(output).phase("reading the flight recorder", 1) as phase:
            data = flight_recorder.read(client, phase.of)
        made = flight_recorder.content(client, data)
    try:
        file.write_bytes(made)
    except OSError as problem:
        raise UsageError(f"cannot write the recording: {problem.strerror}", str(file), "",
                         "choose a folder you may write to") from problem
    output.say(f"{file}: {len(data)} bytes; see it by `mjsim replay {file} --show`",
               {"file": str(file), "bytes": len(data)})


def faults(context: typer.Context, code: Annotated[str | None, typer.Argument(
               metavar="[CODE]", autocompletion=completing.faults,
               help="Explain this code; needs no table.")] = None,
           port: Port = None, as_json: Json = False) -> None:
    """Show the active faults with cause and remedy, or explain one code."""
    if code is not None:
        _, output = merge(context, port, as_json)
        explain([{"code": checked(code), "place": "", "detail": ""}], output)
        return
    client, output = connect(context, port, as_json)
    with client:
        active = active_faults(client)
    if output.as_json:
        told = [fault | texts(fault["code"]) for fault in active]
        warns = [fault["severity"] == "warning" for fault in told]
        output.json({"port": client.url} | {
            key: [fault for fault, warn in zip(told, warns, strict=True) if warn == wanted]
            for key, wanted in (("faults", False), ("warnings", True))})
        return
    warned = [fault for fault in active if is_warning(fault)]
    if len(warned) == len(active):
        output.say("No fault is active.", None)
    explain([fault for fault in active if fault not in warned], output)
    if warned:
        output.say("Warned since it was switched on (`mjtool ack` clears what was read):", None)
        explain(warned, output)


def active_faults(client: Client) -> list[dict[str, Any]]:
    """Active faults, the first cause first."""
    found = []
    for row in client.rows("faults"):
        code, place, detail = [*row.split(":"), "", ""][:3]
        found.append({"code": code, "place": "" if place == "-" else place, "detail": detail})
    return found


def is_warning(fault: dict[str, Any]) -> bool:
    """It stops nothing; an unknown code is a fault."""
    return bool(texts(fault["code"])["severity"] == "warning")


def looked_at(fault: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Input, output or plug, what it is and its wires: those at the fault's place."""
    known = load()
    place = fault["place"]
    names = [place] if place in known.io else known.faults[fault["code"]]["io"]
    side = place[-2:] if re.fullmatch(r"\w+_[a-d]", place) else ""
    return [(name, *known.io[name].values()) for name in names
            if not side or name.endswith(side) or not re.fullmatch(r"\w+_[a-d]", name)]


def checked(code: str) -> str:
    """A code as the table of faults spells it, or UsageError."""
    known = load().faults
    digits = code.upper().removeprefix("E")
    name = f"E{digits:0>3}"
    if name not in known:
        raise UsageError(f"there is no fault {code}", "faults", "",
                         f"write E and three digits; {nearest(name, known)}")
    return name


def texts(code: str) -> dict[str, Any]:
    """What the fault table says about a code."""
    row = load().faults.get(code, {})
    shown = ("name", "severity", "measured", "reaction", "causes", "remedy")
    return {key: row.get(key) for key in shown}


def explain(active: list[dict[str, Any]], output: Output) -> None:
    """Cause and remedy of each fault."""
    if output.as_json:
        for fault in active:
            output.json(fault | texts(fault["code"]))
        return
    for fault in active:
        row = load().faults.get(fault["code"])
        if row is None:
            output.say(f"{fault['code']}: not known to this mjtool; update it.", None)
            continue
        place = f" at {fault['place']}" if fault["place"] else ""
        output.say(f"{fault['code']} {row['name']}{place} ({row['severity']})", None)
        if row["measured"] and fault["detail"] not in ("", "0"):
            output.say(f"  Measured: {fault['detail']} {row['measured']}.", None)
        output.say(f"  What the table does: {row['reaction']}.", None)
        for name, what, wires in looked_at(fault):
            output.say(f"  Looks at {name}: {what}. Wire: {wires}.", None)
        output.say("  Likely causes: " + "; ".join(row["causes"]) + ".", None)
        for number, step in enumerate(row["remedy"], 1):
            output.say(f"  {number}. {step}", None)
