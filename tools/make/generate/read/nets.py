"""The nets that machine.toml names: what may stand on a connector's pin or a test point."""

from typing import Any

from tools.make.generate.read import board_schema as board

Data = dict[str, Any]


def mains_nets(data: Data) -> list[str]:
    """Mains, PE and the motors' ends."""
    motors = [net for name in data["motors"] for net in motor_nets(data, name)
              if net not in board.DICE_NETS]
    return [*board.MAINS_NETS, *motors]


def selv_nets(data: Data) -> list[str]:
    """Rails, pins of the controller, inputs, outputs, levels of the analogue multiplexer."""
    names = list(board.SELV_NETS)
    names += [name.upper() for name in data["pins"]]
    names += [name for row in data["inputs"].values() for name in row if name]
    names += [name.upper() for row in data["outputs"].values() for name in row if name]
    names += [out_net(name) for name in data["drives"]]
    names += [name for name in data["amux"]["channels"] if name.endswith("_raw")]
    return list(dict.fromkeys(names))


def motor_nets(data: Data, name: str) -> list[str]:
    """The nets that a motor's cable carries of its own: both ends, or the one that it runs by."""
    row = data["motors"][name]
    if not row["output"]:
        return list(board.DICE_NETS)
    ends = ("A", "B") if row["dir"] else ("RUN",)
    return [f"{name.upper()}_{end}" for end in ends]


def out_net(name: str) -> str:
    """Net of an output behind its driver, where it leaves the board."""
    return f"{name.upper()}_OUT"
