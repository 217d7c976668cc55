"""Every message that a page asks for is there, and none is there for nothing."""

import re
from pathlib import Path

from mjweb.words import messages

ROOT = Path(__file__).resolve().parents[2] / "host_tools/mjweb"
BY_MACHINE = re.compile(r"(counter|tiles|sim|check|severity|key|hand|link|level|flash|side)_\w+"
                        r"|rest|up|down|moving|unknown|estimated|stacks|hatch")
"""Put together from what the machine says, or used by the browser's own scripts."""


def test_every_message_is_there():
    asked = set()
    for path in ROOT.rglob("*.html"):
        asked |= set(re.findall(r'\bw\("(\w+)"', path.read_text(encoding="utf-8")))
    for path in ROOT.glob("[!w]*/*.py"):
        text = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r'\bwords(?:_of\(request\))?\("(\w+)"', text))
    asked -= {name for name in asked if name.endswith("_")}  # the begin of one
    assert asked <= set(messages("en"))


def test_no_message_for_nothing():
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*")
                   if path.suffix in (".html", ".py", ".js"))
    unused = {key for key in messages("en")
              if f'"{key}"' not in text and f".{key}" not in text
              and not BY_MACHINE.fullmatch(key)}
    assert unused == {"bench_try_motor", "bench_try_sensor"}
