"""Two readers of Gerbers that share nothing with this project: gerbv, which draws by itself, and
pygerber, whose flashes, lines and regions are drawn here; and one of Excellon drills.

pygerber's own pictures round every shape to whole pixels: 99.2 % of them agree at 20 um.
"""

import math
import re
import subprocess
import warnings
from typing import NamedTuple

import numpy as np
from PIL import Image

from tests.hardware.raster import SHIFT, STEP, Raster

DOTS = 2  # gerbv draws this many dots a pixel, because it moves every line to whole dots
ASIDE = STEP / DOTS / 2 + SHIFT  # mm, its picture against the board: the first dot's middle counts
MORE = 0.1  # mm, drawn and cut off again


class Window(NamedTuple):
    """A part of a board, from its lower left corner (mm, whole pixels)."""

    x: float
    y: float
    width: float
    height: float

    def of(self, cells):
        """This part of a whole board's pixels."""
        bottom, left = cells.shape[0] - round(self.y / STEP), round(self.x / STEP)
        return cells[bottom - round(self.height / STEP):bottom,
                     left:left + round(self.width / STEP)]


def windows(width, height, largest=46.0):
    """A board in parts, as few as gerbv can draw at once in a little memory."""
    xs, ys = (np.arange(0, size, largest) for size in (width, height))
    return [Window(x, y, min(largest, width - x), min(largest, height - y))
            for y in ys.tolist() for x in xs.tolist()]


def by_gerbv(path, window, folder):
    """The pixels of a part of a Gerber."""
    picture, corner = folder / "gerbv.png", (window.x + ASIDE, window.y - ASIDE)
    # a hair above a whole number of dots: what is over moves the picture
    inches = [f"{math.ceil((size + MORE) / 25.4 * 1e5) / 1e5:.5f}"
              for size in (window.width, window.height)]
    subprocess.run(["gerbv", "-x", "png", "-B", "0", "-D", f"{25.4 * DOTS / STEP:g}", "-u", "mm",
                    "-O", "{:.4f};{:.4f}".format(*corner), "-W", "x".join(inches), "-b",
                    "#000000", "-f", "#ffffff", "-o", str(picture), str(path)],
                   check=True, capture_output=True)
    Image.MAX_IMAGE_PIXELS = None
    dots = np.asarray(Image.open(picture))[:, :, 0] > 127
    rows, columns = round(window.height / STEP) * DOTS, round(window.width / STEP) * DOTS
    return dots[-rows:, :columns][::DOTS, ::DOTS]


def by_pygerber(path, width, height):
    """The pixels of a whole Gerber; only shapes that our Gerbers have."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own, about the library it is built on
        from pygerber.gerberx3.api.v2 import GerberFile
        commands = GerberFile.from_file(path).parse()._command_buffer
    drawn = Raster(width, height)
    for command in commands:
        assert command.transform.polarity.name == "Dark"
        draw(command, drawn, height)
    return drawn.cells


def draw(command, drawn, height):
    """One command of pygerber's."""
    kind, aperture = type(command).__name__, getattr(command, "aperture", None)
    shape = type(aperture).__name__
    if kind == "Region2":
        drawn.area([place(its.start_point, height) for its in command.command_buffer])
    elif kind == "Line2" and shape == "Circle2":
        drawn.stroke(*place(command.start_point, height), *place(command.end_point, height),
                     mm(aperture.diameter) / 2)
    elif kind == "Flash2" and shape == "Circle2":
        drawn.oval(*place(command.flash_point, height), *[mm(aperture.diameter)] * 2)
    else:
        flash = {"Rectangle2": drawn.box, "Obround2": drawn.oval}[shape]
        flash(*place(command.flash_point, height), mm(aperture.x_size), mm(aperture.y_size))


def mm(offset):
    return float(offset.as_millimeters())


def place(vector, height):
    """Gerber's y counts upwards."""
    return mm(vector.x), height - mm(vector.y)


def drills(path):
    """Every hole of an Excellon file: x, y, diameter."""
    text = path.read_text(encoding="utf-8")
    assert "METRIC" in text and "G90" in text
    sizes = dict(re.findall(r"^T(\d+)C([\d.]+)$", text, re.M))
    found, tool = [], ""
    for number, x, y in re.findall(r"^(?:T(\d+)|X(-?[\d.]+)Y(-?[\d.]+))$", text, re.M):
        if number:
            tool = number
        else:
            found.append((float(x), float(y), float(sizes[tool])))
    return sorted(found)
