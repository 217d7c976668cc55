"""Direction relays: COM = triac, NC = winding A, NO = winding B; unpowered = forward."""

from hardware.blocks.board import Board
from hardware.blocks.channels import out_net
from hardware.blocks.design import Design

FIRST = 2  # K1 is the motor bus


def build(b: Board, design: Design) -> None:
    """Coils hang on 12V_LOOP; their flyback is the driver's own diode to +12V.

    The driver's COM must not go to 12V_LOOP: with the loop open, a lamp at +12V would feed the
    loop's net through that diode and pull K1 in.
    """
    number = FIRST
    for output in (name for name in design.outputs(2) if name.startswith("dir_")):
        for motor in design.directed(output):
            b.add("RT214012", f"K{number}", {
                "A1": "12V_LOOP", "A2": f"{output.upper()}_COIL", "11": out_net(motor),
                "12": f"{motor.net}_A", "14": f"{motor.net}_B"}, note=f"direction of {motor.name}")
            number += 1
