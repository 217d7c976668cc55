"""`python -m hardware.logic [seed]` routes the logic board, writes hardware/logic.routing."""

import sys

from hardware.logic.board import layout
from hardware.logic.routing import FILE, route
from hardware.route.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], FILE, lambda root, seed: route(layout(root), seed)))
