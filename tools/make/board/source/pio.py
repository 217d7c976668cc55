"""The words of PIO programs, which no name of ours may hide.

`rp2.asm_pio` runs a program's function with its own names in place of the module's. What the
function takes from the function around it stays as it is: a parameter called `push` there would
be taken for the instruction, on the board only.
"""

import ast

# What a program may say on either chip (rp2.asm_pio of MicroPython 1.29); the tests compare it
# with the stub files.
WORDS = frozenset("""
    block clear delay exec gpio ifempty iffull in_ invert irq irq_next irq_prev isr jmp jmppin
    label mov next noblock nop not_osre not_x not_y null osr out pc pin pindirs pins prev pull
    push rel reverse set side status wait word wrap wrap_target x x_dec x_not_y y y_dec
""".split())


def is_program(node: ast.FunctionDef) -> bool:
    """Made a PIO program by its decorator."""
    for each in node.decorator_list:
        called = each.func if isinstance(each, ast.Call) else each
        if getattr(called, "attr", getattr(called, "id", "")) == "asm_pio":
            return True
    return False


def names_in(node: ast.FunctionDef) -> list[ast.Name]:
    """Every plain name in the program, its words among them."""
    return [part for each in node.body for part in ast.walk(each) if isinstance(part, ast.Name)]
