"""Many tables on one bridge: `python -m tools.check.bridging [--tables N] [--minutes M]`.

Simulated tables at which people play, a bridge, a genuine mosquitto that is stopped and started
again every minute, and a listener. At the end: no event number is missing, every table is online,
and how much processor and memory the bridge took. `make soak PART=bridge`; 20 seconds of it are a
test.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tools.check.bridging.mosquitto import PROGRAM
from tools.check.bridging.parlour import TABLES, Parlour

GROWTH_KB = 8_000  # after the first minute: threads and buffers are all there


def main() -> int:
    """Exit code 1 when something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.check.bridging")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--minutes", type=int, default=5)
    given = parser.parse_args()
    if PROGRAM is None:
        print("bridge: mosquitto is missing; `make tools` gets it", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, Parlour(Path(folder), given.tables) as parlour:
        sizes = []
        for minute in range(given.minutes):
            parlour.live(50.0)
            parlour.restart_broker(away_s=10.0)
            sizes.append(parlour.memory_kb())
            print(f"bridge: minute {minute + 1}: {parlour.told()}", flush=True)
        wrong = parlour.wrong()
        if len(sizes) > 1 and sizes[-1] - sizes[0] > GROWTH_KB:
            wrong.append(f"its memory has grown from {sizes[0]} to {sizes[-1]} KB")
    for sentence in wrong:
        print(f"bridge: {sentence}")
    print("bridge: " + ("FAILED" if wrong else "no event is missing, every table is online"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
