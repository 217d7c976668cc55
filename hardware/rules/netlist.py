"""The netlist that a board is laid out from: every pin on the same net as in the circuit."""

import re
from functools import lru_cache

from .finding import Finding
from .view import View

RULE = "netlist"
NETLIST = "hardware/out/netlist.net"
REMEDY = "run `make hardware`; never edit the netlist by hand"
NET = re.compile(r'\(net \(code "\d+"\) \(name "([^"]*)"\)')
NODE = re.compile(r'\(node \(ref "([^"]*)"\) \(pin "([^"]*)"\)')


@lru_cache(maxsize=2)
def nodes(text: str) -> dict[tuple[str, str], tuple[str, int]]:
    """Pin -> its net and the line of the file."""
    found, net = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := NET.search(line):
            net = match.group(1)
        for ref, pin in NODE.findall(line):
            found[ref, pin] = (net, number)
    return found


def check(view: View) -> list[Finding]:
    """Both ways: every pin of the circuit, and no pin that the circuit does not have."""
    path = view.root / NETLIST
    if not path.exists():
        return [Finding(RULE, NETLIST, "hardware/out/circuit.json", f"it is missing; {REMEDY}")]
    have = nodes(path.read_text(encoding="utf-8"))
    want = {pin: net for net, pins in view.on.items() for pin in pins}
    found = []
    for pin in sorted({*have, *want}):
        net, line = have.get(pin, ("none", 1))
        if net != want.get(pin):
            found.append(Finding(RULE, f"{NETLIST}:{line} {'.'.join(pin)} on net {net}",
                                 f"circuit: net {want.get(pin, 'none')}", REMEDY))
    return found
