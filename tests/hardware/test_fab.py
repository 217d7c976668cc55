"""The fabrication packs: what the pages and lists say, what is told when something is missing."""

import csv
import hashlib
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware import fab
from hardware.fab import first_page, panel, partslist, plot, read, stages
from hardware.fab.boards import BOARDS, LOGIC, MAINS
from hardware.lib.read_records import read as records_of
from hardware.model import Circuit, load
from hardware.problem import Problem
from tests.hardware.board_raster import numbers, words
from tests.hardware.board_reader import parse, references, rows
from tests.hardware.tools import needs

ROOT = Path(__file__).resolve().parents[2]
EACH = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
OWN = ("assembly.md", "bom.html", "panel.gbr", "parts.csv", "placement.csv", "README.md",
       "stackup.md")


@cache
def circuit():
    return load(ROOT)


@cache
def parts(board):
    return read.fitted(board, ROOT, circuit())


@cache
def lines(board):
    return partslist.lines(ROOT, parts(board), records_of(ROOT))


def text(board, name):
    return (ROOT / board.folder / name).read_text(encoding="utf-8")


def table(board, name):
    return list(csv.DictReader(text(board, name).splitlines()))


def board_parts(board):
    """Reference -> its footprint, by the tests' own reader."""
    root = parse((ROOT / board.file).read_text(encoding="utf-8"))
    return {next(row[2] for row in rows(its, "fp_text") if row[1] == "reference"): its
            for its in rows(root, "footprint")}


# ----------------------------------------------------------------------------- placement
@EACH
def test_every_part_but_straps_and_screws_is_placed_once(board):
    placed = [row["Designator"] for row in table(board, "placement.csv")]
    bare = {ref for ref, its in board_parts(board).items() if its[1].startswith("mj:Mounting")
            and not list(rows(its, "pad"))[0][1]}
    straps = {its.ref for its in parts(board) if its.value == "open"}
    every = set(references((ROOT / board.file).read_text(encoding="utf-8")))
    assert len(placed) == len(set(placed)) and set(placed) == every - bare - straps


@EACH
def test_a_place_is_the_middle_of_the_body_and_pin_one_is_where_the_pad_is(board):
    its = board_parts(board)
    for row in table(board, "placement.csv"):
        part = its[row["Designator"]]
        x, y, *angle = numbers(part, "at")
        turned = int(angle[0]) if angle else 0
        assert int(row["Rotation"]) == turned and row["Layer"] == "top"
        ends = [numbers(line, end) for line in rows(part, "fp_line")
                if words(line, "layer") == ["F.Fab"] for end in ("start", "end")]
        middle = [(min(its) + max(its)) / 2 for its in zip(*ends, strict=True)]
        pad = next(rows(part, "pad"))
        for (px, py), name in ((middle, "Mid"), (numbers(pad, "at")[:2], "Pin 1")):
            dx, dy = {0: (px, py), 90: (py, -px), 180: (-px, -py), 270: (-py, px)}[turned]
            assert float(row[f"{name} X"]) == pytest.approx(x + dx, abs=1e-3)
            assert float(row[f"{name} Y"]) == pytest.approx(board.height - y - dy, abs=1e-3)
        through = any(pad[2] == "thru_hole" for pad in rows(part, "pad"))
        assert row["Mounting"] == ("through hole" if through else "surface")


# ----------------------------------------------------------------------------- parts
@EACH
def test_the_parts_list_has_every_part_of_the_board(board):
    listed = {ref for row in table(board, "parts.csv") for ref in row["references"].split()}
    every = {its.ref for its in parts(board)}
    assert listed <= every and every - listed <= {its.ref for its in parts(board) if its.screw}


def test_both_boards_together_buy_what_the_parts_list_has():
    bought = {}
    for board in BOARDS:
        for row in table(board, "parts.csv"):
            number = row["order_number"]
            bought[number] = bought.get(number, 0) + int(row["quantity"])
    wanted = {}
    for row in csv.DictReader((ROOT / partslist.BOM).read_text(encoding="utf-8").splitlines()):
        if row["group"] not in partslist.OFF_THE_BOARD:
            number = row["manufacturer_part_number"]
            wanted[number] = wanted.get(number, 0) + int(row["quantity"])
    off = [its.mpn for its in circuit().parts.values() if not its.on_board]
    for number, count in wanted.items():
        if number and number not in off:
            assert bought.get(number, 0) == count or number == "0215001.MXP", number
    assert bought[""] == wanted[""]


@EACH
def test_prices_are_those_of_the_classes_and_distributors_are_empty(board):
    priced = [row for row in table(board, "parts.csv") if row["price_class"]]
    assert len(priced) == len(lines(board))
    for row in priced:
        assert 0 < float(row["eur_each_low"]) <= float(row["eur_each_high"])
    assert not any(row[name] for row in table(board, "parts.csv")
                   for name in ("distributor", "distributor_part_number", "distributor_price"))


def test_a_line_that_two_boards_cannot_share_is_told():
    row = {"quantity": "3", "references": "R1 R2", "manufacturer_part_number": "X-1"}
    with pytest.raises(Problem, match="3 of X-1 for 2 references cannot be shared"):
        partslist._share(row, 1)


# ----------------------------------------------------------------------------- first page
@EACH
def test_the_first_page_lists_every_number_that_nobody_read(board):
    page = text(board, "README.md")
    unread = {line.number for line in lines(board)
              if line.number and line.state in ("not read", partslist.NO_RECORD)}
    listed = set(re.findall(r"^- \[ \] \*\*(.+?)\*\*", page, re.M))
    assert listed == unread and unread
    assert f"not read ({len(unread)} of " in page


def test_a_record_that_is_read_leaves_the_page():
    other = {number: replace(its, state="read") for number, its in records_of(ROOT).items()}
    found = partslist.lines(ROOT, parts(LOGIC), other)
    assert "**" not in first_page.unread(found)


def test_a_part_that_the_parts_list_lacks_is_listed_all_the_same():
    its = next(its for its in parts(MAINS) if its.ref == "J51")
    strange = replace(its, placed=replace(its.placed, ref="J99"), part=None)
    found = partslist.lines(ROOT, [strange], records_of(ROOT))
    assert partslist.parts_csv(found).splitlines()[1] == (
        "J99,1,IDC 2x25,IDC_2x25,,,none,,not in the parts list yet,,,,,,")
    assert first_page.unread(found) == (
        "- [ ] no order number: IDC 2x25, IDC_2x25: J99; not in the parts list yet\n")


def test_open_defects_that_name_a_part_of_the_board_stand_first():
    mine, others = first_page.parted(["Read K1. (limit: K1 x)", "Take X9. (limit: J30 y)"],
                                     lines(MAINS))
    assert mine == ["Read K1. (limit: K1 x)"] and others == 1
    assert "LTV-814M-A" in text(MAINS, "README.md").partition("## Parts")[0]


def test_the_checklist_asks_for_the_first_page_of_each_pack():
    order = (ROOT / first_page.ORDER).read_text(encoding="utf-8")
    for board in BOARDS:
        assert f"({board.folder.removeprefix('hardware/')}/README.md) was read" in order


@EACH
def test_links_lead_somewhere(board):
    for name in ("README.md", "assembly.md", "stackup.md"):
        for link in re.findall(r"\]\(([^)#]+)", text(board, name)):
            assert (ROOT / board.folder / link).exists(), f"{name}: {link}"


def test_without_the_checklist_the_page_says_how_to_get_it(tmp_path):
    with pytest.raises(Problem, match="order.md cannot be read .* `make hardware PART=order`"):
        first_page.defects(tmp_path)


# ----------------------------------------------------------------------------- stages
@EACH
def test_every_part_is_fitted_in_one_stage_and_named_in_its_picture(board):
    found = stages.staged(parts(board))
    fitted = [its.ref for _, now in found for its in now]
    assert len(fitted) == len(set(fitted))
    assert set(fitted) == {its.ref for its in parts(board) if not its.screw}
    for count, (_, now) in enumerate(found, 1):
        drawing = ElementTree.fromstring(text(board, f"assembly_{count}.svg"))
        named = {its.text for its in drawing.iter("{http://www.w3.org/2000/svg}text")}
        assert {its.ref for its in now} <= named


def test_low_voltage_comes_before_mains_and_low_before_tall():
    titles = [stage.title for stage, _ in stages.staged([*parts(LOGIC), *parts(MAINS)])]
    assert titles == [stage.title for stage in stages.STAGES], "each is used"
    assert titles.index("Tall parts of the low-voltage side") < titles.index(
        "Couplers across the insulation") < titles.index("Tall parts of the mains side")


def test_a_part_without_a_stage_is_told():
    its = next(its for its in parts(MAINS) if its.ref == "K1")
    strange = replace(its, part=replace(its.part, kind="contactor"))
    with pytest.raises(Problem, match=r"K1 \(contactor, Relay_G7SA\) has no stage"):
        stages.staged([strange])


# ----------------------------------------------------------------------------- page of parts
@EACH
def test_the_page_of_parts_asks_no_network_and_knows_every_part(board):
    page = text(board, "bom.html")
    assert set(re.findall(r"https?://[^\"' <]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "@" not in page.replace("@media", "")
    drawn = set(re.findall(r'id="part-([A-Z]+\d+)"', page))
    assert drawn == {its.ref for its in parts(board) if not its.screw}
    named = {ref for refs in re.findall(r'data-refs="([^"]+)"', page) for ref in refs.split()}
    assert drawn <= named


# ----------------------------------------------------------------------------- panel
@EACH
def test_the_panel_holds_its_boards_between_rails(board):
    its = panel.panel(board)
    assert len(its.boards) == board.panel[0] * board.panel[1]
    for one in its.boards:
        assert one.inside(its.rim) and not any(one.overlaps(two) for two in its.boards
                                               if two is not one)
        assert (round(one.width, 6), round(one.height, 6)) == (board.width, board.height)
    for x, y in (*its.holes, *its.marks):
        assert not any(one.x0 < x < one.x1 and one.y0 < y < one.y1 for one in its.boards)
    turned = {(round(its.rim.x1 - x, 3), round(its.rim.y1 - y, 3)) for x, y in its.marks}
    assert turned != set(its.marks), "the marks show a turned panel"


@EACH
def test_the_panels_file_holds_what_the_panel_is(board):
    its, drawn = panel.panel(board), text(board, "panel.gbr")
    assert drawn.count("D03*") == len(its.marks) and drawn.count("G03*") == len(its.holes)
    lows = set(re.findall(r"^X0Y(\d+)D02\*", drawn, re.M))
    assert {str(round(one.y0 * 1e6)) for one in its.boards} <= lows


# ----------------------------------------------------------------------------- the same bytes
@EACH
def test_no_file_says_when_or_where_it_was_made(board):
    for path in sorted((ROOT / board.folder).rglob("*")):
        if path.is_file():
            made = path.read_text(encoding="utf-8")
            assert not re.search(r"20\d\d-\d\d-\d\d|\d\d:\d\d:\d\d|CreationDate|Pcbnew|/home/|"
                                 r"/tmp/", made), path


@EACH
def test_the_sums_are_those_of_the_files_that_are_sent(board):
    rows_ = [line.split("  ") for line in text(board, fab.SUMS).splitlines()]
    assert {name for _, name in rows_} == {*fab.SENT,
                                           *(f"gerbers/{name}" for name in plot.names(board))}
    for digest, name in rows_:
        content = (ROOT / board.folder / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest, name


def test_two_plots_are_the_same():
    needs("pcbnew")
    assert plot.plotted(MAINS, ROOT) == plot.plotted(MAINS, ROOT)


# ----------------------------------------------------------------------------- what is missing
@pytest.mark.parametrize("version, said", [("", "KiCad's Python is missing, KiCad 6 is wanted"),
                                           ("7.0.11", "KiCad 7.0.11 is here, KiCad 6 is wanted")])
def test_without_kicad_6_all_but_the_plots_is_made(version, said, monkeypatch, capsys):
    monkeypatch.setattr(plot, "kicad", lambda: version)
    made = fab.pack(MAINS, ROOT, circuit())
    assert said in capsys.readouterr().err
    assert set(OWN) <= set(made) and not any(name.startswith("gerbers/") for name in made)
    assert fab.SUMS not in made, "the committed sums stay, too"


def test_a_machine_without_the_interpreter_has_no_kicad(monkeypatch):
    plot.kicad.cache_clear()
    monkeypatch.setattr(plot, "KICAD_PYTHON", "/no/such/python3")
    assert plot.kicad() == ""
    plot.kicad.cache_clear()


def test_a_board_that_is_missing_or_torn_is_told(tmp_path):
    with pytest.raises(Problem, match=r"hardware/mains.kicad_pcb cannot be read .*; write it anew "
                                      r"with `make hardware PART=mains`"):
        read.fitted(MAINS, tmp_path, Circuit({}, {}))
    (tmp_path / "hardware").mkdir()
    path = tmp_path / MAINS.file
    whole = (ROOT / MAINS.file).read_text(encoding="utf-8")
    for torn in ("", "(kicad_pcb (version", whole[:60000]):
        path.write_text(torn, encoding="utf-8")
        with pytest.raises(Problem, match="no whole board file|has no footprint"):
            read.fitted(MAINS, tmp_path, circuit())
    path.write_text(whole.replace('"mj:Relay_G7SA"', '"mj:Relay_X"'), encoding="utf-8")
    with pytest.raises(Problem, match="K1 lies on 'Relay_X', which .*landpatterns.py"):
        read.fitted(MAINS, tmp_path, circuit())


def test_what_kicad_cannot_plot_is_told(tmp_path):
    needs("pcbnew")
    (tmp_path / "hardware").mkdir()
    (tmp_path / MAINS.file).write_text("(kicad_pcb (nonsense", encoding="utf-8")
    with pytest.raises(Problem, match="KiCad could not plot hardware/mains.kicad_pcb: "):
        plot.plotted(MAINS, tmp_path)
