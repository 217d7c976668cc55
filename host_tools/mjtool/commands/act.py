"""Commands that do something at the table: press, roll, marker, profile, ack."""

import time
from typing import Annotated

import typer

from .. import completing
from ..client import Client
from ..dictionary import load, nearest
from ..errors import FaultError, UsageError
from ..feed import Feed
from ..message import Event
from ..options import Json, Port, connect, merge
from ..refusal import ask, fault
from ..sentences import sentence
from ..values import event_json, typed

DICE_S = 15.0  # a roll takes 3 to 5 s; a slow simulator more
DOUBLE_S = 0.2  # between the two presses of a double press; the table waits 0.35 s
POLL_S = 0.03


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (press, roll, marker, profile, ack):
        app.command()(command)


def press(context: typer.Context,
          keys: Annotated[list[str], typer.Argument(
              metavar="KEY...", autocompletion=completing.keys,
              help="elevator, marker, service; several = pressed together.")],
          ms: Annotated[int, typer.Option(help="How long, in ms.")] = 100,
          double: Annotated[bool, typer.Option("--double", help="Press twice.")] = False,
          port: Port = None, as_json: Json = False) -> None:
    """Press keys as a finger would (on a real table only in service mode)."""
    _, output = merge(context, port, as_json)
    for key in keys:
        if key not in load().keys:
            raise UsageError(f"there is no key `{key}`", "press", "", nearest(key, load().keys))
    client, output = connect(context, port, as_json)
    with client:
        for again in range(1 + double):
            if again:
                time.sleep(DOUBLE_S)
            for key in keys:
                ask(client, "press", key=key, ms=min(ms, 100) if double else ms)
    names = " and ".join(keys)
    how = "twice" if double else f"for {ms} ms"
    output.say(f"Pressed {names} {how}.", {"keys": keys, "ms": ms, "double": double})


def roll(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Roll the dice again and say what they show."""
    client, output = connect(context, port, as_json)
    with client:
        feed = Feed.from_now(client)
        ask(client, "dice.roll")
        event = wait_for(client, feed, "dice", DICE_S)
    if event is None:
        output.say("The dice were told to roll; no result came in time.", {"rolled": None})
    else:
        output.say(sentence(event), {"rolled": event_json(event)})


def wait_for(client: Client, feed: Feed, name: str, seconds: float) -> Event | None:
    """The next event called `name`, None when none comes; a fault meanwhile is raised."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for event in feed.poll():
            if event.name == name:
                return event
            if event.name == "fault":
                raise fault(client.dictionary, event.fields.get("code", ""), client.url)
        time.sleep(POLL_S)
    return None


def marker(context: typer.Context,
           dealer: Annotated[str | None, typer.Option(
               help="The dealer's side, A to D.", autocompletion=completing.sides)] = None,
           wind: Annotated[str | None, typer.Option(
               help="Prevailing wind, E S W N.", autocompletion=completing.winds)] = None,
           streak: Annotated[int | None, typer.Option(help="Times the dealer stayed.")] = None,
           hand: Annotated[int | None, typer.Option(help="Hand of the round.")] = None,
           number: Annotated[int | None, typer.Option("--round", help="Round.")] = None,
           port: Port = None, as_json: Json = False) -> None:
    """Show the auto-marker, or put it right."""
    wanted = {"dealer": dealer and side("dealer", dealer, "ABCD"),
              "wind": wind and side("wind", wind, "ESWN"),
              "streak": streak, "hand": hand, "round": number}
    given = {key: value for key, value in wanted.items() if value is not None}
    client, output = connect(context, port, as_json)
    with client:
        if given:
            ask(client, "marker.set", **given)
        fields = ask(client, "marker.get").fields
    output.say(f"Dealer side {fields['dealer']}, prevailing wind {fields['wind']}, streak "
               f"{fields['streak']}, hand {fields['hand']} of round {fields['round']}.",
               typed(fields))


def side(option: str, value: str, letters: str) -> str:
    """One letter, as the table spells it, or UsageError."""
    letter = value.upper()
    if len(letter) != 1 or letter not in letters:
        raise UsageError(f"--{option} is one of {', '.join(letters)}, not `{value}`", "marker", "",
                         f"give one letter, like --{option} {letters[0]}")
    return letter


def profile(context: typer.Context,
            name: Annotated[str | None, typer.Argument(
                metavar="[NAME]", help="Choose this profile.",
                autocompletion=completing.profiles)] = None,
            listed: Annotated[bool, typer.Option("--list", help="List all profiles.")] = False,
            port: Port = None, as_json: Json = False) -> None:
    """Show or choose the profile: it takes effect when a set is next sorted."""
    client, output = connect(context, port, as_json)
    with client:
        if name:
            ask(client, "profile.set", name=name)
        fields = ask(client, "profile.get").fields
        rows = [row.split(":") for row in client.rows("profile.list")] if listed else []
    value = typed(fields)
    if listed:
        value["profiles"] = [{"name": row[0], "tiles": int(row[1])} for row in rows]
        output.table(("profile", "tiles", ""), [
            (*row, "chosen" if row[0] == fields["name"] else "") for row in rows])
    if output.as_json or not listed:
        output.say(f"Profile {fields['name']}, {fields['tiles']} tiles a set; the set on the "
                   f"table was built for {fields['on_table'].replace('none', 'no game yet')}.",
                   value)


def ack(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Acknowledge the faults; those whose cause has gone are cleared. Nothing moves."""
    client, output = connect(context, port, as_json)
    with client:
        left = ask(client, "fault.ack").number("left")
        stays = next(client.rows("faults"), "") if left else ""
    if left:
        raise FaultError(f"{left} faults stay, the first is {stays.split(':')[0]}", client.url,
                         "their cause is still there",
                         "see `mjtool faults` for what to do, then acknowledge again")
    output.say("No fault is active any more.", {"left": 0})
