"""Every output: 595 bit -> driver -> channel -> connector, and back to machine.toml.

`trace` walks the wires with the makers' pin numbers and says what is really at the end of a bit;
`check` compares that with the bit's name in machine.toml.
"""

from .channels import channel, direction, triac_of
from .finding import Finding
from .inputs import RAILS
from .pinouts import (
    AMUX_SELECT,
    DRIVERS,
    OPTO_CATHODE,
    OUT_BITS,
    OUT_CHAIN,
    RELAY_COIL,
    TRIAC_A2,
    uln_output,
)
from .view import View
from .walk import RULE, Broken, End, only, pins_on

LOGIC_ENDS = {("U16", AMUX_SELECT[0]): "amux_a0", ("U16", AMUX_SELECT[1]): "amux_a1",
              ("U16", AMUX_SELECT[2]): "amux_a2", ("U19", "1"): "dice_sleep_n"}


def driver(view: View, byte: int, bit: int) -> tuple[str, str]:
    """The driver's output pin behind a bit of OUT0 to OUT2."""
    chip, pin = OUT_CHAIN[byte], OUT_BITS[bit]
    ref, number = only(view, view.at(chip, pin), pins_on(view, view.net(chip, pin), "uln2803"),
                       "driver input")
    if ref != DRIVERS[byte]:
        raise Broken(view.at(chip, pin), f"{ref}.{number}",
                     f"OUT{byte} is driven by {DRIVERS[byte]}; the bytes are swapped")
    if int(number) > 8:
        raise Broken(view.at(chip, pin), f"{ref}.{number}",
                     "this is the driver's output side; use inputs 1-8")
    return ref, uln_output(number)


def trace(view: View, byte: int, bit: int) -> End:
    """What hangs at a bit; Broken when the walk ends before a connector, coil or input."""
    chip, pin = OUT_CHAIN[byte], OUT_BITS[bit]
    if byte == 3:
        return _logic(view, chip, pin)
    ref, out = driver(view, byte, bit)
    net, at = view.net(ref, out), view.at(ref, out)
    optos = pins_on(view, net, "opto_triac", (OPTO_CATHODE,))
    coils = pins_on(view, net, "relay_spdt", RELAY_COIL)
    if optos:
        return channel(view, only(view, at, optos, "optocoupler")[0])
    if coils:
        return direction(view, at, coils)
    plugs = pins_on(view, net, "connector")
    plug = only(view, at, plugs, "optocoupler, relay coil or connector")
    return End(view.wanted(plug).lower().removesuffix("_out"), view.at(*plug))


def _logic(view: View, chip: str, pin: str) -> End:
    """A bit of OUT3 drives logic, or an LED whose note says what it indicates, by a resistor."""
    net, ends = view.net(chip, pin), []
    behind = [far for _, far in view.beside(net, "resistor") if far not in RAILS]
    for here in (net, *behind):
        ends += [(LOGIC_ENDS[at], view.at(*at)) for at in view.on.get(here, [])
                 if at in LOGIC_ENDS]
        ends += [(view.parts[ref].note, view.at(ref, p)) for ref, p in pins_on(view, here, "led")]
    if len(ends) != 1:
        found = ", ".join(place for _, place in ends) or "nothing"
        raise Broken(view.at(chip, pin), "one logic input or one LED", f"found {found}")
    return End(*ends[0])


def bit_line(view: View, byte: int, bit: int) -> str:
    """`hardware/machine.toml:412 outputs.byte0 bit 3 'chain'`."""
    name = view.machine.outputs[byte * 8 + bit]
    return f"{view.line('outputs', f'byte{byte}')} bit {bit} {name!r}"


def check(view: View) -> tuple[list[Finding], dict[str, tuple[int, int]]]:
    """All outputs; and where the circuit has each of them: name -> (byte, bit)."""
    found: list[Finding] = []
    where: dict[str, tuple[int, int]] = {}
    for index, name in enumerate(view.machine.outputs):
        byte, bit = divmod(index, 8)
        if not name:
            found += spare(view, byte, bit)
            continue
        try:
            end = trace(view, byte, bit)
        except Broken as broken:
            found.append(broken.finding._replace(
                there=f"{broken.finding.there} ({bit_line(view, byte, bit)})"))
            continue
        where.setdefault(end.name, (byte, bit))
        if end.name != name:
            found.append(Finding(RULE, f"{view.at(OUT_CHAIN[byte], OUT_BITS[bit])} ends at "
                                 f"{end.place} = {end.name}", bit_line(view, byte, bit),
                                 "swap the wires or the names"))
    return found + groups(view), where


def spare(view: View, byte: int, bit: int) -> list[Finding]:
    """A bit without a name drives nothing."""
    at = OUT_CHAIN[byte], OUT_BITS[bit]
    others = [f"{r}.{p}" for r, p in view.on.get(view.net(*at), [])
              if (r, p) != at and view.parts[r].kind != "testpoint"]
    if not others:
        return []
    return [Finding(RULE, view.at(*at), bit_line(view, byte, bit), "the bit is spare but drives "
                    f"{', '.join(others)}; give it a name or take the wire off")]


def groups(view: View) -> list[Finding]:
    """Each motor's triac hangs on the bus, fuse and current transformer of its group."""
    found = []
    for motor in view.machine.motors:
        if not motor.output:
            continue
        opto = next((r for r, _ in view.of_kind("opto_triac") if _name(view, r) == motor.name), "")
        triac = triac_of(view, opto) if opto else ""
        if triac and view.net(triac, TRIAC_A2) != f"L_MOT_{motor.group}":
            found.append(Finding(RULE, view.at(triac, TRIAC_A2),
                                 view.line("motors", motor.name, "group"),
                                 f"{motor.name} belongs to group {motor.group}, net "
                                 f"L_MOT_{motor.group}; move the triac or the row"))
    return found


def _name(view: View, opto: str) -> str:
    """The motor behind an optocoupler, "" when the walk does not end."""
    try:
        return channel(view, opto).name
    except Broken:
        return ""
