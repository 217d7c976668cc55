"""SKiDL's electrical rules: every message is a failure, but for the ones listed here by reason."""

import re
from collections.abc import Iterable, Mapping

NET = re.compile(r"\bnet (\S+?)[,.]?(?: |$)")
PIN = re.compile(r"pin (\S+?)/\S+ of [^/ ]+/(\w+)")

# message in canonical form -> why it is no mistake
ALLOWED = {
    "Insufficient drive, +12V_HOLD, PS2.1":
        "the supply comes from +12V through D2110, which for SKiDL is a passive part",
    "Insufficient drive, VSYS, U1.39":
        "the supply comes from +5V through D1, which for SKiDL is a passive part",
}


def canonical(message: str) -> str:
    """`WARNING: Pin conflict on net ZC, ...` -> `Pin conflict, ZC, OK17.4 U1.17`.

    SKiDL names the two pins in any order; anything of another form is kept as it is.
    """
    text = message.partition(": ")[2]
    net = NET.search(text)
    pins = sorted(f"{ref}.{pin}" for pin, ref in PIN.findall(text))
    if not net or not pins:
        return text
    return f"{' '.join(text.split()[:2])}, {net.group(1).rstrip('.,')}, {' '.join(pins)}"


def judge(messages: Iterable[str], allowed: Mapping[str, str] = ALLOWED) -> list[str]:
    """What is wrong: messages not allowed, and allowances that nothing needs any more."""
    said = {canonical(message): message for message in messages}
    wrong = [f"ERC {message}" for key, message in sorted(said.items()) if key not in allowed]
    wrong += [f"hardware/blocks/erc.py: nothing says {key!r} any more; take it out of ALLOWED"
              for key in allowed if key not in said]
    return wrong
