"""KiCad's own verdict on the schematic: its netlist, its rule check, the size of its letters."""

import itertools
import json
import re
import subprocess

import pytest
from kiutils.schematic import Schematic

from hardware.blocks.erc import ALLOWED
from hardware.model import load
from tests.hardware.eeschema import PICTURES, ROOT, copied, opened
from tests.hardware.kicad_sheets import sheets
from tests.hardware.test_schematic import differing, wanted
from tests.hardware.tools import KICAD_PYTHON, needs

NODE = re.compile(r'\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)')
COMPONENT = re.compile(r'\(comp \(ref "([^"]+)"\)\s+\(value "([^"]*)"\)\s+\(footprint "([^"]*)"\)'
                       r'.*?\(sheetpath \(names "([^"]*)"\)', re.S)
OPEN = "unconnected-("  # how KiCad calls a pin left open
TEXT = 1.27  # height of all letters at parts, mm
LABEL, OUTLINE = 2.2, 1.2  # a global label's height, and what its outline adds to its letters
SLACK = 0.05  # mm, two boxes that only touch share nothing
PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594)}
EDGE, BLOCK = 10, (110, 34)  # KiCad's frame, and its title block in the corner, mm
WIDTHS = r"""
import json, sys
import pcbnew
board = pcbnew.BOARD()
found = {}
for word in json.load(sys.stdin):
    text = pcbnew.PCB_TEXT(board)
    text.SetText(word)
    text.SetTextSize(pcbnew.wxSizeMM(1.27, 1.27))
    text.SetTextThickness(pcbnew.FromMM(0.15))
    found[word] = pcbnew.ToMM(text.GetBoundingBox().GetWidth())
print(json.dumps(found))
"""


def everything_on_the_board(root):
    """A part beside the board is in no netlist of KiCad's: here it is to be compared as well."""
    for sheet in (root.parent / "out/schematic").glob("*.kicad_sch"):
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(text.replace("(on_board no)", "(on_board yes)"), encoding="utf-8")


def nets_of(netlist):
    """KiCad's netlist: name -> its pins."""
    pieces = netlist.partition("(nets")[2].split("(net (code ")[1:]
    return {re.search(r'\(name "([^"]*)"', piece)[1]: set(NODE.findall(piece))
            for piece in pieces}


@pytest.fixture(scope="module")
def kicad(tmp_path_factory):
    """What eeschema writes of the whole: netlist and rule check; a picture is kept."""
    folder = tmp_path_factory.mktemp("eeschema")
    root = copied(folder / "project")
    everything_on_the_board(root)
    with opened(root, folder / "home") as editor:
        editor.picture(PICTURES / "board.png")
        return editor.netlist(), editor.rule_check()


def test_kicads_netlist_is_ours(kicad):
    circuit, nets = load(ROOT), nets_of(kicad[0])
    named = {net: pins for net, pins in nets.items() if not net.startswith(OPEN)}
    assert named == wanted(circuit)
    assert {pin for net in nets.keys() - named.keys() for pin in nets[net]} == {
        (ref, pin) for ref, part in circuit.parts.items() for pin in part.nc}
    assert all(len(nets[net]) == 1 for net in nets.keys() - named.keys())


def test_kicad_has_our_parts_on_their_sheets(kicad):
    found = {row[0]: row[1:] for row in COMPONENT.findall(kicad[0])}
    assert found == {ref: (part.value, part.footprint, f"/{part.block}/")
                     for ref, part in load(ROOT).parts.items()}


def test_kicads_rule_check_says_what_skidls_says(kicad):
    found = re.findall(r"^\[(\w+)\]: .*\n.*\n.*Symbol (\w+) \[[^]]*\] Pin (\w+)", kicad[1], re.M)
    said = kicad[1].rstrip().rpartition("\n")[2].split()
    assert {f"{ref}.{pin}" for _, ref, pin in found} == {
        key.rpartition(", ")[2] for key in ALLOWED}, kicad[1]
    assert {kind for kind, _, _ in found} == {"power_pin_not_driven"}
    assert said[-4:] == ["Errors", str(len(ALLOWED)), "Warnings", "0"], kicad[1]


def test_kicad_sees_two_labels_exchanged(tmp_path):
    root = copied(tmp_path / "project")
    everything_on_the_board(root)
    sheet = root.parent / "out/schematic/watchdog.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    names = {"WD_MID": "WD_SER", "WD_SER": "WD_MID"}
    spoilt = re.sub('(?<=global_label ")(WD_MID|WD_SER)(?=")', lambda its: names[its[0]], text,
                    count=2)
    assert spoilt != text
    sheet.write_text(spoilt, encoding="utf-8")
    with opened(root, tmp_path / "home") as editor:
        nets = nets_of(editor.netlist())
    named = {net: pins for net, pins in nets.items() if not net.startswith(OPEN)}
    assert differing(named, load(ROOT)) == {"WD_MID", "WD_SER"}


# ------------------------------------------------------------------------------- can it be read?
def widths(words):
    """How wide KiCad's font makes each word, mm."""
    needs("pcbnew")
    done = subprocess.run([KICAD_PYTHON, "-c", WIDTHS], input=json.dumps(sorted(words)),
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def boxes(page, wide):
    """Word or part -> left, top, right, bottom, for everything that can be seen, mm."""
    bodies = {its.libId: unit.graphicItems[0].start for its in page.libSymbols
              for unit in its.units if unit.graphicItems}
    for part in page.schematicSymbols:
        x, y, corner = part.position.X, part.position.Y, bodies[part.libId]
        its = {field.key: field for field in part.properties}
        yield "body of " + its["Reference"].value, (
            x - abs(corner.X), y - abs(corner.Y), x + abs(corner.X), y + abs(corner.Y))
        for field in (its["Reference"], its["Value"]):
            at, half = field.position, wide[field.value] / 2
            yield field.value, (at.X - half, at.Y - TEXT / 2, at.X + half, at.Y + TEXT / 2)
    for label in page.globalLabels:
        x, y, long = label.position.X, label.position.Y, wide[label.text] + OUTLINE
        left = x - long if label.position.angle == 180 else x
        yield label.text, (left, y - LABEL / 2, left + long, y + LABEL / 2)


def share(one, two):
    return (one[0] + SLACK < two[2] and two[0] + SLACK < one[2]
            and one[1] + SLACK < two[3] and two[1] + SLACK < one[3])


@pytest.fixture(scope="module")
def wide():
    circuit = load(ROOT)
    values = (part.value for part in circuit.parts.values())
    return widths({*circuit.nets, *circuit.parts, *values})


@pytest.mark.parametrize("name", sorted(
    path.stem for path in (ROOT / "hardware/out/schematic").glob("*.kicad_sch")))
def test_no_word_lies_on_another_or_off_the_paper(name, wide):
    file = ROOT / f"hardware/out/schematic/{name}.kicad_sch"
    page = Schematic.from_file(str(file), "utf-8")
    found = sorted(boxes(page, wide), key=lambda its: its[1])
    width, height = PAPERS[page.paper.paperSize]
    corner = (width - EDGE - BLOCK[0], height - EDGE - BLOCK[1], width, height)
    for word, box in found:
        assert EDGE < box[0] and EDGE < box[1] and box[2] < width - EDGE \
            and box[3] < height - EDGE and not share(box, corner), word
    lies = [(one[0], two[0]) for one, two in itertools.combinations(found, 2)
            if share(one[1], two[1])]
    assert not lies


def test_every_sheet_has_its_box_in_the_root():
    files = {f"out/schematic/{path.name}"
             for path in (ROOT / "hardware/out/schematic").glob("*.kicad_sch")}
    assert sheets(ROOT / "hardware/board.kicad_sch").keys() == files
