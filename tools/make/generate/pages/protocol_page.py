"""docs/PROTOCOL.md: the serial link's page, with one worked example a command."""

import binascii
from pathlib import Path
from typing import Any

from tools.make.generate.render import mark, table
from tools.make.generate.words.commands import FILE, Commands

PAGE = Path("docs/PROTOCOL.md")
INTRO = """# Serial link

The table's board speaks only when spoken to. One request is outstanding at a time, an answer comes
within 100 ms, and a host that hears nothing sends the very same line again, up to three times.
Protocol {protocol}, dictionary `{hash}`; both come in the answer to `hello`. Another major
protocol is refused by the host; another dictionary means that the two sides know different
commands.

USB serial, any bit rate. A board hears one program; several share it through `mjtool share`
([SHARING.md](SHARING.md)), which adds `owner=` to a refusal `busy` and answers commands of its
own. A port that can serve but one says `0 err busy` to whoever comes second.

## Lines

    body*CCCC\\n

`body` is printable ASCII without `*`, at most 160 bytes; `CCCC` is its CRC-16/CCITT-FALSE
(polynomial 0x1021, start 0xFFFF; of `123456789` it is 29B1) in four upper-case hex digits. A `\\r`
before the `\\n` is ignored. Everything is an integer with its unit in the key (`gap_ms=20`), a
name, or hex. Keys are `[a-z0-9_]+`, values `[A-Za-z0-9_.:+,-]*`.

{forms}
A line that is wrong in itself is never executed. It is counted (see `stats`) and answered
`0 err <what>`, at most once in a scan of 5 ms:

{line_errors}
The same id with the same body again gets the remembered answer, event lines included, and is not
executed again. `hello` always executes and clears that memory: begin with it.

## Refusals

{errors}
## Safety

Motion never begins by itself because a link was lost or found. `motor.jog` and `motor.test` work
in service mode only, which a person enters by holding the service key at the table, and only while
the key is held: either ends when it is let go, when the interlocks forbid it (a pinch, an end of
the hatch), and when no `keepalive` came for as long as the setting `service.deadman_ms` says (500
ms of the table's time, if nobody changed it). Service mode ends 10 s after the key was let go, 3 s
after the last good request, whatever it was, and after 10 minutes; a link that is lost so ends a
motion first and the mode then. A `press` ends with every change of mode. What else a command needs
of a person stands in the list below; over the link the service key counts as held on a simulated
board only. A fault stays until a person acknowledges it, at the table or with `fault.ack`, and its
cause has gone.

## Commands

"""
FORMS = (
    ("request", "`<id> <command> [key=value ...]`, id 1 to 65535 without leading zeros, counted "
     "up by the host"),
    ("answer", "`<id> ok [key=value ...]`"),
    ("refusal", "`<id> err <code> [key=value ...]`"),
    ("event", "`+<number> <t_ms> <name> [key=value ...]`, only behind an answer to `events`"),
    ("page of a list", "`<id> ok n=<rows> next=<from, 0 at the end> 0=... 1=...`; rows count from "
     "0 on every page"),
)
EVENTS = """
## Event lines

The ring keeps the newest 64 on a Pico, some 5 s of a sort, and 1024 on a Pico 2 and in the
simulator, over a minute. Ask from the number in `next`; when that one is no longer kept, the
answer begins with the oldest, and `first` tells how many are lost. t_ms is the board's clock
modulo 2^30. A key without a value is left out.

"""
RULES = """`by=` of a refusal `refused` or `busy`. The first of them are the interlocks, which hold
over everything that moves a motor.

"""


def outputs(root: Path) -> dict[Path, str]:
    """The page."""
    return {PAGE: text(Commands(root))}


def sealed(body: str) -> str:
    """The line without its line feed."""
    return f"{body}*{binascii.crc_hqx(body.encode(), 0xFFFF):04X}"


def text(rows: Commands) -> str:
    """The page's text."""
    errors = [(f"`{name}`", help_) for name, help_ in rows.data["errors"].items()]
    lines = [(f"`{name}`", help_) for name, help_ in rows.data["line_errors"].items()]
    parts = [mark(FILE), "\n", INTRO.format(
        forms=table(("line", "form"), FORMS), protocol=rows.data["protocol"], hash=rows.hash(),
        errors=table(("code", "meaning"), errors),
        line_errors=table(("what", "meaning"), lines))]
    parts.append(table(("command", "what it does", "needs"), (
        (f"[`{c['name']}`](#{c['name'].replace('.', '')})", c["help"], _person(c, rows))
        for c in rows.commands)))
    parts += [_command(command, rows) for command in rows.commands]
    parts += [EVENTS, *[_event(event) for event in rows.events]]
    parts += ["## Why a key did nothing\n\n", table(("why", "meaning"), (
        (f"`{reason['name']}`", reason["text"]) for reason in rows.reasons))]
    parts += ["\n## Which rule refused\n\n", RULES, table(("by", "rule", "what to do"), (
        (f"`{rule['name']}`", rule["text"], rule["do"]) for rule in rows.rules))]
    parts += ["\n## Machines in `state` events\n\n", table(("machine", "what it is"), (
        (f"`{machine['name']}`", machine["help"]) for machine in rows.machines))]
    return "".join(parts)


def _command(command: dict[str, Any], rows: Commands) -> str:
    modes = [mode for mode in command["modes"] if mode != "sim"]
    where = "any mode" if len(modes) == 3 else " and ".join(modes) + " mode"
    if "sim" in command["modes"]:
        where += "; any mode on a simulated board"
    again = "may be repeated" if command["idempotent"] else "acts each time"
    if command["key"] != "free":
        where += "; needs " + rows.keys[command["key"]]
    parts = [f"\n### {command['name']}\n\n{command['help']} ({where}; {again}; "
             f"since {command['since']})\n\n"]
    if command["params"]:
        parts += [table(("parameter", "value", "default", "meaning"), (
            (f"`{p['name']}`", _values(p, rows), _default(p, rows), p["help"])
            for p in command["params"])), "\n"]
    if command["answer"]:
        parts += [table(("answer", "meaning"), (
            (f"`{a['name']}`", a["help"]) for a in command["answer"])), "\n"]
    lines = [f"> {sealed(command['example'])}"]
    lines += [f"< {sealed(body)}" for body in command["gives"].strip().split("\n")]
    return "".join(parts) + "```\n" + "\n".join(lines) + "\n```\n"


def _person(command: dict[str, Any], rows: Commands) -> str:
    return "-" if command["key"] == "free" else rows.keys[command["key"]]


def _values(param: dict[str, Any], rows: Commands) -> str:
    if param["kind"] == "int":
        unit = f" {param['unit']}" if "unit" in param else ""
        return f"{param['min']} to {param['max']}{unit}"
    if param["kind"] == "side":
        return "A, B, C, D"
    return ", ".join(rows.lists.get(param["kind"], [f"name of a {param['kind']}"]))


def _default(param: dict[str, Any], rows: Commands) -> str:
    default = param.get("default")
    if default is None:
        return "must be given"
    if default == -1:
        return "-"
    return rows.lists[param["kind"]][default] if param["kind"] in rows.lists else str(default)


def _event(event: dict[str, Any]) -> str:
    keys = ", ".join(_key(key) for key in event["keys"])
    return (f"### {event['name']}\n\n{event['help']} Keys: {keys}.\n\n"
            f"    {sealed(event['example'])}\n\n")


def _key(key: dict[str, Any]) -> str:
    kinds = {"side": "A to D", "code": "E and three digits", "int": "", "str": "",
             "reason": "see below", "words": ", ".join(key.get("words", []))}
    notes = "; ".join(note for note in (kinds[key["kind"]], key["help"]) if note)
    return f"`{key['name']}`" + (f" ({notes})" if notes else "")
