"""A motor's channel: optocoupler -> triac -> perhaps a direction relay -> motor connector."""

from .pinouts import (
    OPTO_FEED,
    OPTO_GATE,
    RELAY_COM,
    RELAY_NC,
    RELAY_NO,
    TRIAC_A1,
    TRIAC_A2,
    TRIAC_GATE,
)
from .view import View
from .walk import Broken, End, only, pins_on


def triac_of(view: View, opto: str) -> str:
    """The triac whose gate an optocoupler drives, fed from the triac's own A2."""
    gate = view.at(opto, OPTO_GATE)
    ref, _ = only(view, gate, pins_on(view, view.net(opto, OPTO_GATE), "triac", (TRIAC_GATE,)),
                  "triac gate")
    feeds = [net for _, net in view.beside(view.net(opto, OPTO_FEED), "resistor")]
    if view.net(ref, TRIAC_A2) not in feeds:
        raise Broken(view.at(opto, OPTO_FEED), view.at(ref, TRIAC_A2), "the feed resistor must "
                     "come from A2 of the same triac (quadrants I and III)")
    return ref


def channel(view: View, opto: str) -> End:
    """Optocoupler -> triac -> perhaps a direction relay -> motor connector."""
    triac = triac_of(view, opto)
    net = view.net(triac, TRIAC_A1)
    relays = pins_on(view, net, "relay_spdt", (RELAY_COM,))
    if relays:
        relay = only(view, view.at(triac, TRIAC_A1), relays, "direction relay")[0]
        one, two = (only(view, view.at(relay, pin), pins_on(view, view.net(relay, pin),
                    "connector"), "motor connector") for pin in (RELAY_NC, RELAY_NO))
        if one[0] != two[0] or not view.wanted(one).endswith("_A"):
            raise Broken(view.at(*one), view.at(*two), f"{relay} must give both ends of one "
                         "motor, winding A at rest")
        return End(view.plug_name(one[0]), view.at(*one))
    plug = only(view, view.at(triac, TRIAC_A1), pins_on(view, net, "connector"),
                "motor connector or direction relay")
    return End(view.plug_name(plug[0]), view.at(*plug))


def direction(view: View, at: str, coils: list) -> End:
    """Relay coils: their contacts lie in the channels of the motors with this `dir`."""
    names, relays = set(), [ref for ref, _ in coils]
    for ref in relays:
        for contact in (RELAY_NC, RELAY_NO):
            for plug, _ in pins_on(view, view.net(ref, contact), "connector"):
                names |= {m.dir for m in view.machine.motors if m.name == view.plug_name(plug)}
    if len(names) != 1:
        raise Broken(at, ", ".join(relays), "these relays turn motors of "
                     f"{', '.join(sorted(names)) or 'no direction output'}; one output, one set")
    name = names.pop()
    want = sum(m.dir == name for m in view.machine.motors)
    if want != len(relays):
        raise Broken(at, ", ".join(relays), f"{name} has {want} motors in machine.toml but "
                     f"{len(relays)} relays; connect every coil")
    return End(name, ", ".join(relays))
