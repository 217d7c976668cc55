"""Stop: what was set going over the link ends, and what goes on is named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mjtool.client import Client
from mjtool.refusal import ask
from mjtool.sensors import read


@dataclass
class Stopped:
    """What a stop did. `goes_on`: motors that run for the table's own work in this `state`."""

    ended: list[str] = field(default_factory=list)
    was_service: bool = False
    was_selftest: bool = False
    goes_on: list[str] = field(default_factory=list)
    state: str = ""


def stop(client: Client, running: Iterable[str]) -> Stopped:
    """First what ends motion, then a look. `running`: what was seen to run last."""
    found = Stopped(was_service=client.request("status").fields.get("mode") == "service")
    if found.was_service:
        for motor in motors(client, running):
            client.request("motor.jog", name=motor, ms=0)
            found.ended.append(motor)
    client.request("service.leave")  # ends every jog and test, those not seen yet too
    test = client.request("selftest")
    if test.ok and test.fields.get("state", "off") != "off":
        found.was_selftest = client.request("selftest", step="end").ok
    found.state = ask(client, "status").fields["state"]
    found.goes_on = running_now(client)
    return found


def motors(client: Client, names: Iterable[str]) -> list[str]:
    """Those of the outputs that are motors."""
    known = client.dictionary.power["motor_mw"]
    return [name for name in names if name in known]


def running_now(client: Client) -> list[str]:
    """Motors whose output is on."""
    outputs = list(client.rows("io.list", kind="out"))
    image = ask(client, "image").fields["out"]
    return motors(client, [out.name for out in read(image, outputs) if out.level])
