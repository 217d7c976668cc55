"""Reading the records: every mistake with its file, line, part and pin; series; counts."""

from pathlib import Path

import pytest

from hardware.lib.read_records import FOLDER, RecordError, collect, read
from hardware.lib.record import counted, seats

ROOT = Path(__file__).resolve().parents[2]
GOOD = '''["X1"]
maker = "any"
kind = "nmos"
package = "SOT-23"
land = "mj:SOT-23"
state = "read"
source = "sheet 1, page 2"
pins = [
  {no = "1", name = "G", does = "gate", v = [-12, 12]},
  {no = "2", name = "S", does = "source"},
  {no = "3", name = "D", does = "drain", ma = 500},
]
limits = {ds_v = 30, coil_v = [8, 12]}
'''


def folder(tmp_path, *texts):
    """A root with records of these texts."""
    (tmp_path / FOLDER).mkdir(parents=True)
    for number, text in enumerate(texts, 1):
        (tmp_path / FOLDER / f"file{number}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_record_as_it_is_read(tmp_path):
    record = read(folder(tmp_path, GOOD))["X1"]
    assert record.place == f"{FOLDER}/file1.toml:1"
    assert record.does("2") == "source" and record.does("9") == ""
    assert record.of("gate", "drain") == ["1", "3"]
    assert record.most("ds_v") == 30 and record.least("coil_v") == 8 and record.most("v") is None
    assert record.pins["1"].v == (-12, 12) and record.pins["3"].ma == 500
    assert record.says("3") == f"{FOLDER}/file1.toml:1 X1 pin 3 D (drain)"


MISTAKES = {
    "an unknown key": (("land =", "lant ="), ":1: X1: unknown key lant; is land meant?"),
    "an unknown key of a pin": (("ma = 500", "mA = 500"), ":11: X1 pin 3: unknown key mA; is ma"),
    "an unknown limit": (("ds_v", "dsv"), "X1: unknown limit dsv; is ds_v meant?"),
    "a role that there is not": (('"gate"', '"gates"'),
                                 ':9: X1 pin 1: does = "gates" is no role of a pin; is gate'),
    "a pin twice": (('no = "2"', 'no = "1"'), "X1 pin 1: is there twice; each number once"),
    "a gap in the numbers": (('no = "3"', 'no = "4"'), "X1: pin 3 is missing: give it a row"),
    "the first number left out": (
        ('  {no = "1", name = "G", does = "gate", v = [-12, 12]},\n', ""),
        "X1: pin 1 is missing: give it a row"),
    "the last number left out": (('  {no = "3", name = "D", does = "drain", ma = 500},\n', ""),
                                 "X1: pin 3 is missing: give it a row"),
    "a pin without its number": (('no = "2", ', ""), 'a pin has no number; give it no = "..."'),
    "a pin that is none": (('{no = "2", name = "S", does = "source"}', '"2"'),
                           'pins must be rows like {no = "1"'),
    "limits that are none": (("limits = {ds_v = 30, coil_v = [8, 12]}", "limits = 3"),
                             "limits = 3 must be a table like {v = 50}"),
    "a text that is none": (('maker = "any"', "maker = 7"), "maker = 7 must be a text"),
    "a pin's figure that is none": (("ma = 500", 'ma = "x"'), ":11: X1 pin 3: ma = 'x' must be a"),
    "a state of its own": (('"read"', '"seen"'),
                           'state = "seen" must be one of: read, quoted, not read'),
    "read, but where": (('source = "sheet 1, page 2"\n', ""),
                        'state = "read" needs a source: document, revision and page'),
    "a number that is none": (("ds_v = 30", 'ds_v = "30"'), "ds_v = '30' must be a number"),
    "a range the wrong way": (("[-12, 12]", "[12, -12]"), "must be [least, most]"),
    "a key left out": (('kind = "nmos"\n', ""), "X1: missing key kind"),
    "a series that there is not": (("limits =", 'series = "RC"\nlimits ='),
                                   "X1: there is no series RC"),
    "no TOML": (("limits = {", "limits = "), "not valid TOML"),
}


@pytest.mark.parametrize("title", MISTAKES)
def test_each_mistake_has_its_line(title, tmp_path):
    change, said = MISTAKES[title]
    with pytest.raises(RecordError) as told:
        read(folder(tmp_path, GOOD.replace(*change)))
    assert said in str(told.value), str(told.value)
    assert f"{FOLDER}/file1.toml" in str(told.value)


def test_a_number_in_two_files(tmp_path):
    _, mistakes = collect(folder(tmp_path, GOOD, GOOD))
    assert mistakes == [f"{FOLDER}/file2.toml:1: X1: is there already: {FOLDER}/file1.toml:1; "
                        "keep one"]


def test_all_mistakes_are_told_at_once(tmp_path):
    _, mistakes = collect(folder(tmp_path, GOOD.replace('"gate"', '"g"').replace("ds_v", "d")))
    assert len(mistakes) == 2


def test_what_is_no_table_is_told(tmp_path):
    _, mistakes = collect(folder(tmp_path, "X1 = 3\n"))
    assert 'X1: must be a table: ["ORDER NUMBER"]' in mistakes[0]


def test_a_series_gives_what_its_number_does_not_say(tmp_path):
    text = GOOD.replace('"X1"', '"series:S"') + '''
["X2"]
series = "S"
value = "4k7"
limits = {ds_v = 20}
'''
    records = read(folder(tmp_path, text))
    assert list(records) == ["X2"]
    assert records["X2"].value == "4k7" and records["X2"].maker == "any"
    assert records["X2"].limits == {"ds_v": 20, "coil_v": (8, 12)}


def test_the_projects_records_have_no_mistake_and_are_counted():
    records = read(ROOT)
    counts = counted(records)
    assert sum(counts.values()) == len(records) > 100 and set(counts) == {
        "read", "quoted", "not read"}


def test_a_headers_posts_are_counted_from_one():
    assert seats(read(ROOT)["B5P-VH"]) == {"1": "1", "2": "3", "3": "5"}
