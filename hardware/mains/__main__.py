"""`python -m hardware.mains [seed]` routes its SELV, writes hardware/mains.routing."""

import sys

from hardware.mains.board import layout
from hardware.mains.routing import FILE, route
from hardware.route.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], FILE, lambda root, seed: route(layout(root), seed)))
