"""What a board file says of its footprints and pads, for tests. (KiCad's own reading of the same
file stands beside it in `test_board_kicad.py`, `test_logic_board.py`, `test_mains_board.py`.)"""

from hardware.copper.read import parse, rows


def pad_nets(text: str) -> dict[tuple[str, str], str]:
    """Reference and pad -> net, as the board file says it; open pads are left out."""
    found = {}
    for part in rows(parse(text), "footprint"):
        ref = next(row[2] for row in rows(part, "fp_text") if row[1] == "reference")
        for pad in rows(part, "pad"):
            for net in rows(pad, "net"):
                assert (ref, pad[1]) not in found, f"{ref}.{pad[1]} is on the board twice"
                found[ref, pad[1]] = net[2]
    return found


def references(text: str) -> list[str]:
    """Every footprint's reference, in the file's order."""
    return [next(row[2] for row in rows(part, "fp_text") if row[1] == "reference")
            for part in rows(parse(text), "footprint")]
