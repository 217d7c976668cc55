"""Which names the firmware uses, how often, and which of them cannot be changed."""

import ast
from array import array
from collections import Counter

from tools.make.board.source.modules import bound_names

# Attributes of MicroPython's own modules and of what they make (machine, rp2, select, os, ...);
# a test compares them with the stub files of both boards. One that the firmware uses and that is
# missing here would get a short name; the test says which (tests/micropython/test_names.py).
FOREIGN = frozenset("""
    ADC DMA Flash I2C IN IRQ_FALLING IRQ_RISING JOIN_RX JOIN_TX ONE_SHOT OUT OUT_HIGH OUT_LOW
    PERIODIC PIO POLLERR POLLHUP POLLIN POLLOUT PULL_DOWN PULL_UP PWM PWRON_RESET Pin SHIFT_LEFT
    SHIFT_RIGHT SPI SoftI2C SoftSPI StateMachine Timer UART WDT WDT_RESET active add_program
    addressof alloc_emergency_exception_buf args asm_pio bit_count bits bootloader buffer
    bytearray_at calcsize callback channel close collect columns config const crc32 ctrl
    default_ctrl deinit disable disable_irq dma drive duty duty_u16 enable enable_irq errno error
    exec exit feed flush freq get gpio_base heap_lock heap_locked heap_unlock hexlify high idle
    ilistdir implementation init ioctl ipoll irq irqreturn kbd_intr lightsleep lines listdir low
    mem16 mem32 mem8 mem_alloc mem_backup mem_free mem_info mkdir mode modules mount name native
    off on open opt_level pack pack_ctrl pack_into path platform poll print_exception pull put
    qstr_info quiet read read_u16 readblocks readfrom readfrom_into readfrom_mem readfrom_mem_into
    readinto recv register registers remove_program rename reset reset_cause restart rmdir rx_fifo
    scan schedule seek send serial side sleep sleep_ms sleep_us size soft_reset stack_use start
    stat statvfs stderr stdin stdout stop sync tell threshold ticks_add ticks_cpu ticks_diff
    ticks_ms ticks_us time time_ns toggle tx_fifo umount unhexlify unique_id unlink unpack
    unpack_ctrl unpack_from unpack_into unregister value version version_info viper write
    write_readinto
    writeblocks writeto writeto_mem writevto
""".split())


class Uses:
    """What is named how often."""

    def __init__(self, trees: list[ast.Module], keep: set[str]) -> None:
        self.keep = keep
        self.texts: set[str] = set()
        self.attributes: Counter[str] = Counter()
        self.globals: Counter[str] = Counter()
        self.parameters: Counter[str] = Counter()
        self.outside: set[str] = set()  # what is imported from MicroPython
        self.in_classes: set[str] = set()  # globals named in the body of a class
        foreign = set(FOREIGN) | builtin_attributes() | keep
        keywords: set[str] = set()
        own_attributes: set[str] = set()
        own_globals: set[str] = set()
        for tree in trees:
            for node in tree.body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    if not is_ours(node):
                        self.outside.update(bound_names(node))
                else:
                    own_globals.update(bound_names(node))
        for tree in trees:
            for part in ast.walk(tree):
                self._look(part, keywords, foreign, own_attributes, own_globals)
        self.fixed_attributes: set[str] = set()
        for tree in trees:
            self._count(tree, own_attributes, own_globals)
        keywords |= keep
        foreign |= keywords
        for name in [*self.attributes]:
            if name in foreign or name.startswith("__"):
                del self.attributes[name]
                self.fixed_attributes.add(name)
        for name in [*self.globals]:
            if name in self.outside | keep | self.in_classes or name.startswith("__"):
                del self.globals[name]
        self.fixed_parameters = keywords
        for name in [*self.parameters]:
            if name in keywords:
                del self.parameters[name]

    def _look(self, node: ast.AST, keywords: set[str], foreign: set[str],
              own_attributes: set[str], own_globals: set[str]) -> None:
        if isinstance(node, ast.Call):
            keywords.update(each.arg for each in node.keywords if each.arg)
            if isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
                if isinstance(node.args[1], ast.Constant):
                    keywords.add(str(node.args[1].value))
        elif isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                own_attributes.add(node.attr)
            elif _base(node) in self.outside:
                foreign.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                own_attributes.update(bound_names(each))
                self.in_classes.update(_named(each) & own_globals)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.texts.add(node.value)

    def _count(self, tree: ast.Module, own_attributes: set[str], own_globals: set[str]) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                if node.attr in own_attributes:
                    self.attributes[node.attr] += not hasattr(node, "named")  # by STATE: no use
                else:
                    self.fixed_attributes.add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                which = self.globals if node.name in own_globals else self.attributes
                which[node.name] += 1
            elif isinstance(node, ast.Name) and node.id in own_globals:
                self.globals[node.id] += 1
            elif isinstance(node, ast.arg):
                self.parameters[node.arg] += 1
        for name in own_attributes:
            self.attributes[name] += 1


def _named(node: ast.stmt) -> set[str]:
    """Names that a statement of a class body reads itself, not within its functions."""
    if isinstance(node, ast.FunctionDef):
        inner: list[ast.AST] = [*node.decorator_list, *node.args.defaults]
    else:
        inner = [node]
    return {part.id for each in inner for part in ast.walk(each)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}


def is_ours(node: ast.Import | ast.ImportFrom) -> bool:
    """Imports from the other package."""
    return isinstance(node, ast.ImportFrom) and node.module in ("mjtable", "hal")


def _base(node: ast.Attribute) -> str:
    """The name at the left end of `a.b.c`."""
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) else ""


def builtin_attributes() -> set[str]:
    """Attributes of what Python itself brings."""
    kinds = (int, str, bytes, bytearray, list, dict, tuple, set, memoryview, array, OSError, range)
    return {name for kind in kinds for name in dir(kind)}
