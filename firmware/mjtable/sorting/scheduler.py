"""Which lines go first: the one with the most work left.

The sides must fill evenly. A side that is full shuts its port, and the fewer ports are open the
longer the last tiles take (0.29 tiles/s with four ports, 0.11 with one; design hardware §3), so
the lead of one line is time lost at the end.
"""


def urgency(line):
    """Work left on a line: tiles to be lifted, then tiles to be stacked."""
    return (line.tile_quota - line.tiles_in << 7) + line.tile_quota - line.counted


def sort_lines(order, lines):
    """Put the most urgent line first in `order` (in place; insertion sort of at most four)."""
    for i in range(1, len(lines)):
        j = i
        while j and urgency(lines[order[j - 1]]) < urgency(lines[order[j]]):
            _swap(order, j)
            j -= 1


def _swap(order, j):
    line = order[j]
    order[j] = order[j - 1]
    order[j - 1] = line
