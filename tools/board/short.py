"""Gives the firmware's own names to what the board knows anyway.

Every name costs the board's heap its length and eight bytes more. A compiled module finds some
names in MicroPython itself (STATIC) and brings others as texts (a state's name, a key of the
link); attributes, globals and parameters of ours are called by these, and by short new ones when
they run out. `names.json` beside the build translates a traceback back.

Attributes and globals are looked up in different places, so both may have the same new name.
"""

import ast
import builtins
import itertools
import keyword
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator

from . import private
from .merge import Merged
from .modules import BuildError, bound_names

# Names that every MicroPython of this .mpy version has in its flash; none is a builtin function,
# so that a global may be called so, and none an attribute that we use of an object not ours.
STATIC = (
    "args", "count", "end", "endswith", "find", "index", "insert", "isalpha", "isdigit",
    "islower", "isspace", "isupper", "join", "key", "keys", "lower", "lstrip", "partition",
    "popitem", "remove", "replace", "reverse", "rfind", "rindex", "rpartition", "rsplit",
    "rstrip", "sep", "setdefault", "sort", "split", "splitlines", "startswith", "strip",
    "throw", "update", "upper", "utf", "value", "values", "intersection", "isdisjoint",
    "issubset", "issuperset", "union", "symmetric_difference",
)
# Attributes of MicroPython's own modules and of what they make (machine, rp2, select, os, ...).
FOREIGN = frozenset("""
    ADC DMA Flash I2C IN IRQ_FALLING IRQ_RISING JOIN_RX JOIN_TX ONE_SHOT OUT OUT_HIGH OUT_LOW
    PERIODIC PIO POLLERR POLLHUP POLLIN POLLOUT PULL_DOWN PULL_UP PWM PWRON_RESET Pin
    SHIFT_LEFT SHIFT_RIGHT SPI SoftI2C SoftSPI StateMachine Timer UART WDT WDT_RESET active
    add_program addressof alloc_emergency_exception_buf args asm_pio bit_count bits bootloader
    buffer bytearray_at calcsize callback channel close collect config const crc32 ctrl
    default_ctrl deinit disable disable_irq dma drive duty duty_u16 enable enable_irq errno
    exec exit feed flush freq get gpio_base heap_lock heap_locked heap_unlock hexlify high idle
    ilistdir implementation init ioctl ipoll irq irqreturn kbd_intr lightsleep listdir low
    mem16 mem32 mem8 mem_alloc mem_backup mem_free mem_info mkdir mode modules mount name
    native off on opt_level pack pack_ctrl pack_into path platform poll print_exception pull
    put qstr_info read read_u16 readblocks readfrom readfrom_into readfrom_mem
    readfrom_mem_into readinto recv register registers remove_program rename reset reset_cause
    restart rmdir rx_fifo scan schedule seek send side sleep sleep_ms sleep_us soft_reset
    stack_use start stat statvfs stderr stdin stdout stop sync tell threshold ticks_add
    ticks_cpu ticks_diff ticks_ms ticks_us time time_ns toggle tx_fifo umount unhexlify
    unique_id unlink unpack unpack_ctrl unpack_from unpack_into unregister value version
    version_info viper write write_readinto writeblocks writeto writeto_mem writevto
""".split())
SHORTEST = "abcdefghijklmnopqrstuvwxyz"
Names = dict[str, dict[str, str]]
"""Old name to new name: "attributes", "globals", "parameters", and "Class._" within a class."""


def shorten(merged: dict[str, Merged], keep: Iterable[str]) -> Names:
    """Rename in place; what was renamed to what."""
    trees = [into.tree for into in merged.values()]
    uses = _Uses(trees, set(keep))
    fixed = set(dir(builtins)) | uses.outside | uses.keep | uses.in_classes
    own = private.find(trees, uses.fixed_attributes | uses.keep, lambda: iter(()))
    for name in {name for each in own.values() for name in each}:
        uses.attributes.pop(name, None)
    names: Names = {
        "attributes": _assign(uses.attributes, uses.texts, fixed | uses.fixed_attributes),
        "globals": _assign(uses.globals, uses.texts, fixed),
    }
    taken = fixed | uses.fixed_attributes | set(names["attributes"].values())
    own = private.find(trees, uses.fixed_attributes | uses.keep, lambda: _free(set(), taken))
    fixed |= uses.fixed_parameters | set(names["globals"].values())
    names["parameters"] = _assign(uses.parameters, uses.texts, fixed)
    for into in merged.values():
        renamer = _Renamer(names, own)
        into.body = [renamer.visit(node) for node in into.body]
        into.origin = {names["globals"].get(name, name): module
                       for name, module in into.origin.items()}
    names.update({f"{names['globals'].get(name, name)}._": each for name, each in own.items()})
    return names


class _Uses:
    """What is named how often."""

    def __init__(self, trees: list[ast.Module], keep: set[str]) -> None:
        self.keep = keep
        self.texts: set[str] = set()
        self.attributes: Counter[str] = Counter()
        self.globals: Counter[str] = Counter()
        self.parameters: Counter[str] = Counter()
        self.outside: set[str] = set()  # what is imported from MicroPython
        self.in_classes: set[str] = set()  # globals named in the body of a class
        foreign = set(FOREIGN) | _builtin_attributes() | keep
        keywords: set[str] = set()
        own_attributes: set[str] = set()
        own_globals: set[str] = set()
        for tree in trees:
            for node in tree.body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    if not _is_ours(node):
                        self.outside.update(bound_names(node))
                else:
                    own_globals.update(bound_names(node))
        for tree in trees:
            for node in ast.walk(tree):
                self._look(node, keywords, foreign, own_attributes, own_globals)
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
                    self.attributes[node.attr] += 1
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


def _is_ours(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module in ("mjtable", "hal")


def _base(node: ast.Attribute) -> str:
    """The name at the left end of `a.b.c`."""
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) else ""


def _builtin_attributes() -> set[str]:
    kinds = (int, str, bytes, bytearray, list, dict, tuple, set, memoryview, array, OSError, range)
    return {name for kind in kinds for name in dir(kind)}


def _assign(wanted: Counter[str], known: set[str], barred: set[str]) -> dict[str, str]:
    """A new name for every wanted one; it stays where it is a text that is needed anyway."""
    texts = {text for text in known if _may_be_name(text)}
    stays = {name for name in wanted if name in texts and name not in barred}
    free = _free(texts, barred | stays)
    made = {name: name if name in stays else next(free)
            for name, _ in sorted(wanted.items(), key=lambda item: (-item[1], item[0]))}
    if len(set(made.values())) < len(made):
        raise BuildError("two names were shortened to one; tools/board/short.py is wrong")
    return made


def _may_be_name(text: str) -> bool:
    return (text.isidentifier() and text.isascii() and not keyword.iskeyword(text)
            and not text.startswith("__"))


def _free(texts: set[str], barred: set[str]) -> Iterator[str]:
    for name in dict.fromkeys([*STATIC, *sorted(texts)]):
        if name not in barred:
            yield name
    known = texts | set(STATIC)
    for length in (1, 2, 3):
        for letters in itertools.product(SHORTEST, repeat=length):
            name = "".join(letters)
            if name not in barred and name not in known and not keyword.iskeyword(name):
                yield name


class _Renamer(ast.NodeTransformer):
    """Applies the new names."""

    def __init__(self, names: Names, own: private.Private) -> None:
        self.own = own
        self.inside: dict[str, str] = {}  # private names of the class around
        self.attributes = names["attributes"]
        self.globals = names["globals"]
        self.parameters = names["parameters"]
        self.scopes: list[dict[str, str]] = []  # local names of the functions around
        self.klass: set[str] | None = None

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        if private.is_private(node.attr) and (base == "self" or base in self.own):
            inside = self.inside if base == "self" else self.own[base]
            node.attr = inside.get(node.attr, node.attr)
        node.attr = self.attributes.get(node.attr, node.attr)
        self.generic_visit(node)
        return node

    def _member(self, name: str) -> str:
        """New name of what a class body binds."""
        return self.inside.get(name) or self.attributes.get(name, name)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self.klass is not None and node.id in self.klass:
            node.id = self._member(node.id)
            return node
        for scope in reversed(self.scopes):
            if node.id in scope:
                node.id = scope[node.id]
                return node
        node.id = self.globals.get(node.id, node.id)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if _is_ours(node):
            for alias in node.names:
                alias.name = self.globals.get(alias.name, alias.name)
            return node
        return self.visit_Import(node)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            bound = alias.asname or alias.name
            if self.scopes and self.scopes[-1].get(bound, bound) != bound:
                alias.asname = self.scopes[-1][bound]
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        if node.name and self.scopes:
            node.name = self.scopes[-1].get(node.name, node.name)
        self.generic_visit(node)
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self.globals.get(name, name) for name in node.names]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        if self.klass is not None:
            node.name = self._member(node.name)
        elif not self.scopes:
            node.name = self.globals.get(node.name, node.name)
        else:
            node.name = self.scopes[-1].get(node.name, node.name)
        arguments = node.args
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        parameters = [*arguments.args, *arguments.kwonlyargs]
        parameters += [each for each in (arguments.vararg, arguments.kwarg) if each]
        outer = {name for part in ast.walk(node) if isinstance(part, ast.Global)
                 for name in part.names}
        scope = {name: name for each in node.body for name in bound_names(each)
                 if name not in outer}
        # a local keeps its name, which costs nothing, unless a global or parameter is called so
        new = {each.arg: self.parameters.get(each.arg, each.arg) for each in parameters}
        taken = set(new.values()) | set(self.globals.values())
        for name in list(scope):
            while scope[name] in taken:
                scope[name] += "_"
        scope.update(new)
        for each in parameters:
            each.arg = new[each.arg]
        klass, self.klass = self.klass, None
        self.scopes.append(scope)
        node.body = [self.visit(each) for each in node.body]
        self.scopes.pop()
        self.klass = klass
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inner(node, {each.arg for each in node.args.args})

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(each) for each in node.bases]
        around, self.inside = self.inside, self.own.get(node.name, {})
        if not self.scopes:
            node.name = self.globals.get(node.name, node.name)
        outer, self.klass = self.klass, set()
        for each in node.body:
            self.klass.update(bound_names(each))
        node.body = [self.visit(each) for each in node.body]
        self.klass, self.inside = outer, around
        return node

    def _comprehension(self, node: ast.expr) -> ast.AST:
        return self._inner(node, {name for each in node.generators  # type: ignore[attr-defined]
                                  for name in bound_names(each.target)})

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _inner(self, node: ast.AST, bound: set[str]) -> ast.AST:
        """A scope of its own within an expression: its names must not hide a global."""
        taken = set(self.globals.values()).union(*[scope.values() for scope in self.scopes])
        new = {name: name + "_" if name in taken else name for name in bound}
        for each in ast.walk(node):
            if isinstance(each, ast.arg) and each.arg in new:
                each.arg = new[each.arg]
        self.scopes.append(new)
        self.generic_visit(node)
        self.scopes.pop()
        return node
