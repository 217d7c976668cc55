"""Turns the table's `err` answers into errors of the tool, each a sentence that helps on."""

from .client import Client
from .dictionary import Dictionary, nearest
from .errors import FaultError, RefusedError, ToolError, UsageError
from .message import Answer

RECOVER = {
    "raising": "wait until the walls are up",
    "closing": "wait until the hatch is shut and the walls are up",
    "rolling": "wait until the dice lie still",
    "homing": "wait until the machine is home",
    "power_on": "press the elevator key once, so that the machine goes home",
    "sorting": "wait until the sorting ends",
    "fault": "see `mjtool faults`, then `mjtool ack`",
}
"""What to do, by the table's state, where the firmware is too old to say which rule it was."""


HOLD = ("hold the service key at the table and give the command again, the key held until it has "
        "ended; on a simulated table run `mjtool press service --ms 3000` first")
NO_KEY = {
    "dice.roll": "the dice turn for somebody who is there; at the table, hold the marker key",
    "motor.jog": "nobody holds it: a motor runs only while it is held",
    "motor.test": "nobody holds it: a motor runs only while it is held",
    "selftest": "nobody holds it: the self-test moves every motor",
    "restart": "motor power is on, or something moves",
    "settings.set": "this setting affects safety, and nobody holds the key",
}


def ask(client: Client, command: str, **fields: object) -> Answer:
    """Send a request; its answer when the table did it, else the fitting error."""
    answer = client.request(command, **fields)
    if answer.ok:
        return answer
    raise explain(client, command, answer, {key: str(value) for key, value in fields.items()})


def explain(client: Client, command: str, answer: Answer, fields: dict[str, str]) -> ToolError:
    """The error behind a refusal."""
    code = answer.code
    where = f"{client.url}, `{command}`"
    if code == "fault":
        return fault(client.dictionary, answer.fields.get("fault", ""), where)
    if code == "mode":
        needs = answer.fields.get("needs", "another")
        do = HOLD if needs == "service" else "leave service mode first"
        return RefusedError(f"the table does this only in {needs} mode", where, "", do)
    if code == "key":
        return RefusedError("the table does this only while a person holds its service key", where,
                            NO_KEY.get(command, "nobody holds it"), HOLD)
    if code in ("busy", "refused"):
        return _not_now(client.dictionary, answer, where)
    if code in ("unknown", "param", "range"):
        return _wrong(client, command, answer, fields, where)
    return RefusedError(f"the table said `{code}`, which this mjtool does not know", where,
                        "the table's firmware is newer", "update mjtool")


def owned(name: str, where: str = "") -> RefusedError:
    """Another program moves the table."""
    refused = RefusedError(f"another program moves the table: {name}", where,
                           "only one at a time may", "end it there, or wait until it has ended")
    refused.owner = name
    return refused


def _not_now(dictionary: Dictionary, answer: Answer, where: str) -> ToolError:
    """An interlock or the course of the game forbids it, or something has to end: which, if the
    table said so (`by=`, protocol 1.1); or somebody else moves the table (`owner=`)."""
    if "owner" in answer.fields:
        return owned(answer.fields["owner"], where)
    state = answer.fields.get("state", "")
    rule = dictionary.rules.get(answer.fields.get("by", ""))
    what = (f"the table is {state.replace('_', ' ')} and does not do this now" if state
            else "the table does not do this now")
    if rule is not None:
        return RefusedError(what, where, rule["text"], rule["do"])
    return RefusedError(
        what, where,
        "an interlock forbids it" if answer.code == "refused" else "something else has to end",
        RECOVER.get(state, "run `mjtool status` and try again when the table is ready"))


def fault(dictionary: Dictionary, code: str, where: str) -> FaultError:
    """The error for a latched fault, with its cause and remedy."""
    row = dictionary.faults.get(code)
    if row is None:
        return FaultError(f"the table has the fault {code or '(unknown)'}", where, "",
                          "run `mjtool faults`")
    return FaultError(f"the table has the fault {code}: {row['name']}", where,
                      row["causes"][0], "; ".join([*row["remedy"], "then `mjtool ack`"]))


def _wrong(client: Client, command: str, answer: Answer, fields: dict[str, str],
           where: str) -> ToolError:
    """A parameter, or the command itself, is not as the table wants it."""
    key = answer.fields.get("key", "")
    if answer.code == "range" and "min" in answer.fields:
        subject = fields.get("name", key) if key == "value" else key
        return UsageError(
            f"{subject} = {fields.get(key, '')} is outside {answer.fields['min']} to "
            f"{answer.fields['max']}", where, "", "give a value within the limits")
    if answer.code == "unknown" and key:
        names = list(known(client, command, key))
        return UsageError(f"there is no {what(client, command, key)} `{fields.get(key, '')}`",
                          where, "", nearest(fields.get(key, ""), names))
    if answer.code == "unknown" and "command" in answer.fields:
        return UsageError("the table does not know this command", where,
                          "its firmware is older than this mjtool", "update the firmware")
    if key == "dir" and fields.get("dir") == "rev":
        return UsageError(f"the motor {fields.get('name', '')} has one direction only: it cannot "
                          "run in reverse", where, "", "give the command without rev or --reverse")
    return UsageError(f"the table does not take {key or 'this'}"
                      + (f" = {fields[key]}" if key in fields else ""), where, "",
                      "run the command with --help")


def what(client: Client, command: str, key: str) -> str:
    """What a parameter names: key, motor, profile, setting ..."""
    for param in client.dictionary.commands.get(command, {}).get("params", []):
        if param["name"] == key:
            return str(param["kind"])
    return key


def known(client: Client, command: str, key: str) -> list[str]:
    """The names a parameter may have."""
    kind = what(client, command, key)
    if kind == "profile":
        return [row.split(":")[0] for row in client.rows("profile.list")]
    if kind == "motor":
        return [row for row in client.rows("io.list", kind="motor") if row != "-"]
    if kind == "setting":
        return list(client.dictionary.settings)
    return list(client.dictionary.data["lists"].get(kind, []))
