"""Every input and output bit that leaves the board has a connector pin, and every pin its bit."""

from tools.make.generate.errors import Source
from tools.make.generate.read import board_schema as board
from tools.make.generate.read import schema
from tools.make.generate.read.connectors import Where, place
from tools.make.generate.read.fitting import having
from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.nets import motor_nets, out_net
from tools.make.generate.read.numbers import text


def drives(source: Source, outputs: tuple[str, ...]) -> None:
    """One row for every output that switches no motor."""
    rows = source.data["drives"]
    motors = {row["output"] for row in source.data["motors"].values()}
    wanted = [name for name in outputs if name and name not in motors]
    source.keys(("drives",), rows, wanted, "output")
    for name, row in rows.items():
        here = ("drives", name)
        source.keys(here, row, board.DRIVE)
        source.choice((*here, "active"), row["active"], schema.ACTIVE, "level")
        source.choice((*here, "wired"), row["wired"], board.WIRED, "end of a wire")
        for key in ("what", "test"):
            text(source, (*here, key), row[key])


def wiring(source: Source, inputs: tuple[str, ...], outputs: tuple[str, ...],
           found: dict[str, list[Where]]) -> None:
    """Check both directions; `found` are the connector pins of each net."""
    for index, name in enumerate(inputs):
        if name:
            stem = signal_of(name, source.data["signals"])[0]
            _bit(source, f"inputs.byte{index // 8} bit {index % 8}", name,
                 ("signals", stem), found.get(name, []))
    rows = source.data["drives"]
    for index, name in enumerate(outputs):
        bit = f"outputs.byte{index // 8} bit {index % 8}"
        if name in rows:
            _bit(source, bit, out_net(name), ("drives", name), found.get(out_net(name), []))
    _motors(source, found)


def _bit(source: Source, bit: str, net: str, row: tuple[str, str], pins: list[Where]) -> None:
    """One bit against its connector pin."""
    section, key = bit.split(" ", maxsplit=1)[0].split(".")
    wired = source.data[row[0]][row[1]]["wired"]
    if wired == "connector" and not pins:
        raise source.error((section, key), f"{bit}: {net} is on no connector, but {'.'.join(row)} "
                           f"(line {source.line(*row, 'wired')}) is wired to one; nearest valid "
                           f"place: a pin {net} in [connectors]")
    if wired == "board" and pins:
        raise source.error((*row, "wired"), f"{'.'.join(row)} never leaves the board, but {net} "
                           f"is on {place(source, pins[0])}")


def _motors(source: Source, found: dict[str, list[Where]]) -> None:
    """Every motor has one connector, on exactly the machines that have the motor."""
    for name, row in source.data["motors"].items():
        homes = []
        for net in motor_nets(source.data, name):
            if net not in found:
                raise source.error(("motors", name), f"motors.{name}: {net} is on no connector; "
                                   f"nearest valid place: a pin {net} in [connectors]")
            homes.append(found[net][0])
        if len({home for home, _ in homes}) > 1:
            raise source.error(("motors", name), f"motors.{name}: its ends are on two connectors, "
                               + " and ".join(place(source, home) for home in homes))
        home = homes[0][0]
        have = having(source.data, source.data["connectors"][home]["fitted"], home)
        wanted = having(source.data, row["fitted"], name)
        if have != wanted:
            line = source.line("motors", name, "fitted")
            raise source.error(("connectors", home, "fitted"), f"connectors.{home}: machines "
                               f"{', '.join(have)}, but motors.{name} (line {line}) has "
                               f"{', '.join(wanted)}")
