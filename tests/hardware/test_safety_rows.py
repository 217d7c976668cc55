"""failure_modes.toml: complete, and every mistake in it is told with file, line and nearest."""

import re
import shutil
from pathlib import Path

import pytest

from hardware.safety import demanded, failure_page, failure_rows, named_tests
from hardware.safety.figures import Figure
from tests.copies import Spoilt
from tools.make.generate.errors import SourceError

ROOT = Path(__file__).resolve().parents[2]
FILE = failure_rows.FILE
FAULTS = "firmware/tables/faults.toml"
MACHINE = "hardware/machine.toml"


class Copy(Spoilt):
    """The files that the rows are checked against, free to be spoilt."""

    def __init__(self, root):
        super().__init__(root)
        for name in (FILE, demanded.FILE, FAULTS, MACHINE, "firmware/tables/settings.toml"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        (root / "tests").symlink_to(ROOT / "tests")

    def message(self):
        """What the reader says."""
        with pytest.raises(SourceError) as caught:
            failure_rows.read(self.root)
        return str(caught.value)


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


PE = "tests/hardware/test_seen_by_nobody.py::test_pe_carries_bodies_and_two_small_capacitors_alone"
POWER = '    "tests/faults/test_power.py::test_fault",'
MISTAKES = [
    ('limit = "current.off_ms"', 'limit = "current.of_ms"',
     'row#0.limit = "current.of_ms" is no figure; nearest: current.off_ms'),
    ('limit = "setting panel.stuck_ms"', 'limit = "setting panel.stuk_ms"',
     "is no figure; nearest: setting panel.stuck_ms"),
    ('class = "R0"', 'class = "R9"', 'row#0.class = "R9" is no class; nearest: R'),
    ('class = "R0"', 'class = "R2"',
     "triac_short is class R2, but its faults (uncommanded_current) make it R0"),
    ('class = "DES"', 'class = "R3"', "both_directions has no fault code: its class must be"),
    ('signals = ["k1_mir", "lmot_fb"]', 'signals = ["k1_mirr", "lmot_fb"]',
     'row#15.signals = "k1_mirr" is no signal; nearest: k1_mir'),
    ('faults = ["uncommanded_current"]', 'faults = ["uncomanded_current"]',
     'row#0.faults = "uncomanded_current" is no fault; nearest: uncommanded_current'),
    (POWER, POWER.replace("power", "pover"),
     "triac_short: test file tests/faults/test_pover.py does not exist; nearest: "
     "tests/faults/test_power.py"),
    (POWER, POWER.replace("test_fault", "test_falt"),
     "triac_short: tests/faults/test_power.py has no test test_falt; nearest: test_fault"),
    (POWER, POWER.replace("::test_fault", ""),
     "triac_short: tests/faults/test_power.py needs the test's name behind it"),
    ('"tests/scenarios/lid_opened.txt"', '"tests/scenarios/lid_opened.txt::x"',
     "is a scenario: it has no `::x`"),
    ('id = "triac_half_wave"', 'id = "triac_short"', "id triac_short is there twice"),
    ('effect = "its motor runs', 'effect = ""  # "its motor runs', "triac_short has no effect"),
    (f'tests = ["{PE}"]', "tests = []", "pe_open has no test"),
    ('seen = ""', 'sean = ""', "unknown key row#0.sean; nearest valid key: seen"),
    ('part = "motors"', 'part = "motor"', 'row#0.part = "motor" is no part; nearest: motors'),
    ('inject = "hang"', 'inject = ""',
     "program_hangs has no fault code, no inject and no no_inject that says why"),
    ('inject = "hang"', 'inject = "hang"\nno_inject = "none"',
     "program_hangs has inject and no_inject; keep one"),
    ('faults = ["uncommanded_current"]', 'faults = ["uncommanded_current"]\ntime = "soon"',
     f"triac_short has time and a fault code: leave it to {FAULTS}"),
    ('inject = "relay open"', 'inject = "stuck lmot_fb off"',
     f"k1_open injects what {FAULTS} does: leave it to that"),
    ('inject = "relay open"', 'inject = "relay opened"',
     "k1_open: unknown fault 'relay opened'; the nearest is relay open"),
    ('faults = ["uncommanded_current"]', 'faults = ["uncommanded_current"]\ninject = "short drum"',
     "triac_short has words of its own that no test of the row says; "
     "tests/faults/test_own_words.py::"),
    ('inject = "hang"', 'inject = "hung"',
     "program_hangs: unknown fault 'hung'; the nearest is hang"),
    ('inject = "hang"', 'inject = "relay welded"',
     "program_hangs: no test of the row says `relay welded`"),
    ('no_io = "no sensor looks', 'no_io = ""  # "no sensor looks',
     "finger_in_slot has no fault code, no signals and no no_io that says why"),
    ('time = "at each pulse"', 'time = ""',
     "count_bounce has no fault code and no time; write it as"),
    ('time = "at each pulse"', 'tine = "at each pulse"',
     "tine; nearest valid key: time"),
]


@pytest.mark.parametrize("key", ["causes", "remedy"])
def test_a_row_that_tells_no_technician_what_to_do(copy, key):
    text = (copy.root / FILE).read_text(encoding="utf-8")
    start = text.index(f"{key} = [\n")
    end = text.index("]\n", start) + 2
    (copy.root / FILE).write_text(text[:start] + f"{key} = []\n" + text[end:], encoding="utf-8")
    line = text[:start].count("\n") + 1
    assert copy.message() == (f"{FILE}:{line}: both_directions has no fault code and no {key}; "
                              f"write it as {FAULTS} does")


@pytest.mark.parametrize("row", [row for row in failure_rows.read(ROOT)[0] if not row["faults"]],
                         ids=lambda row: row["id"])
def test_a_row_without_a_code_reads_as_the_fault_table(row):
    texts = [*row["causes"], *row["remedy"], row["time"], *(
        row[key] for key in ("no_inject", "no_io") if key in row)]
    assert len(row["causes"]) > 1 and len(row["remedy"]) > 1
    for text in texts:
        assert len(text) >= 7 and not text.endswith(".") and "  " not in text


def test_a_mode_that_nothing_can_try(copy):
    text = (copy.root / demanded.FILE).read_text(encoding="utf-8")
    start = text.index('why = "no firmware can')
    (copy.root / demanded.FILE).write_text(
        text[:start] + 'why = ""' + text[text.index("\n", start):], encoding="utf-8")
    assert ('"both directions energised": no row of it has an injector; name one that has, or say '
            "in `why` what shows it instead" in copy.message())


def test_the_page_says_where_every_signal_is_and_how_each_row_is_tried():
    text = failure_page.page(*failure_rows.read(ROOT))
    wire = r"J\d+ pin \d+, [a-z]+"
    for said in (r"\| `cnt_a` \| tile at the head: counts what arrives, side A \| " + wire,
                 r"\| `arm` \| an edge arms the 74HC74 latch \| on the board: GP\d+ \|",
                 "`ntc_hs` \\| read through the multiplexer \\| %s; on the board" % wire,
                 r"\| `svc` \| service key, held to enter service mode \| %s \|" % wire):
        assert re.search(said, text), said
    assert "`mains cut 60ms`" in text and "[none: what to do](#program-hangs) | `hang` |" in text
    entry = text.partition("### service-keys\n")[2].partition("\n### ")[0]
    for said in ("1. the key was left turned after service\n", "1. turn the key back",
                 "`inject stuck svc on`"):
        assert said in entry
    where = text.partition("## Where the signals are")[2].partition("\n## ")[0]
    assert not [line for line in where.splitlines() if line.endswith("|  |")], "no wire"


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES, ids=[m[1][:40] for m in MISTAKES])
def test_a_mistake_in_a_row(copy, old, new, message):
    line = copy.edit(FILE, old, new)
    said = copy.message()
    name, number, text = said.split(":", 2)
    assert name == FILE and message in text
    exact = any(word in text for word in ("unknown", "is no ", "class"))
    assert abs(int(number) - line) <= (0 if exact else 3)


def test_a_section_of_another_name(copy):
    copy.edit(FILE, "[[row]]", "[[raw]]")
    assert copy.message() == f"{FILE}:1: unknown section raw; nearest valid section: row"


def test_a_fault_without_a_row(copy):
    copy.edit(FAULTS, 'id = "restarts"', 'id = "restarted"')
    assert '.faults = "restarts" is no fault' in copy.message()
    text = (ROOT / FAULTS).read_text(encoding="utf-8")
    row = text[text.index("[[fault]]"):].split("[[fault]]")[1]
    new = row.replace("201", "299").replace("mains_dropout", "bell_rings")
    (copy.root / FAULTS).write_text(text + "\n[[fault]]" + new, encoding="utf-8")
    assert copy.message() == (f"{FILE}:1: E299 bell_rings of {FAULTS} is in no row")


def test_a_test_that_does_not_speak_of_the_code(copy):
    copy.edit(FILE, '"tests/scenarios/too_hot.txt"', '"tests/scenarios/lid_opened.txt"')
    assert ("too_hot: no test of the row says E207 (too_hot); tests/scenarios/too_hot.txt does"
            in copy.message())


def test_a_sensor_without_a_row(copy):
    copy.edit(FILE, 'signals = ["chain_corner"]', "signals = []")
    assert copy.message() == (f"{FILE}:1: signal chain_corner of hardware/machine.toml is in no "
                              "row: what happens when it is stuck?")


def test_the_page_follows_machine_and_fault_table(copy):
    copy.edit(MACHINE, "wd_off_ms = { value = 250", "wd_off_ms = { value = 240")
    copy.edit(FAULTS, 'reaction = "counted"', 'reaction = "counted twice"')
    text = failure_page.page(*failure_rows.read(copy.root))
    assert "240 ms (`thresholds.wd_off_ms`)" in text and "| counted twice |" in text
    assert "250 ms (`thresholds.wd_off_ms`)" in failure_page.page(*failure_rows.read(ROOT))


def test_every_fault_code_has_a_test_on_the_page():
    rows, faults, *_ = failure_rows.read(ROOT)
    tested = {name for row in rows if row["tests"] for name in row["faults"]}
    assert tested == set(faults)


DEMANDED = [
    ('rows = ["k1_welded"]', 'rows = ["k1_weldet"]',
     'mode#5.rows = "k1_weldet" is no row of failure_modes.toml; nearest: k1_welded'),
    ('rows = ["k1_welded"]', "rows = []",
     '"K1 welded" has no row of failure_modes.toml; name one, or say in `why` what answers it'),
    ('title = "K1 welded"', 'title = ""', "mode#5 has no title"),
    ("number = 7\n", "number = 8\n",
     "failure mode 7 of design hardware §4.2 must stand here, not 8"),
    ('why = "not seen by firmware: nothing listens"', 'why = ""',
     '"noise" has no row of failure_modes.toml; name one, or say in `why` what answers it'),
]


@pytest.mark.parametrize(("old", "new", "message"), DEMANDED, ids=[m[2][:40] for m in DEMANDED])
def test_a_demand_that_is_not_answered(copy, old, new, message):
    line = copy.edit(demanded.FILE, old, new)
    name, number, text = copy.message().split(":", 2)
    assert (name, text) == (demanded.FILE, " " + message) and abs(int(number) - line) <= 1


@pytest.mark.parametrize(("section", "count"), [("mode", 45), ("symptom", 20)])
def test_a_demand_that_is_left_out(copy, section, count):
    text = (copy.root / demanded.FILE).read_text(encoding="utf-8")
    last = text.rindex(f"[[{section}]]")
    end = text.find("# ---", last) if section == "mode" else len(text)
    (copy.root / demanded.FILE).write_text(text[:last] + text[end:], encoding="utf-8")
    assert copy.message() == (f"{demanded.FILE}:1: {count - 1} rows of [[{section}]]; the design "
                              f"has {count}")


def test_what_the_design_demands_stands_on_the_page():
    rows, faults, figures, lists = failure_rows.read(ROOT)
    text = failure_page.page(rows, faults, figures, lists)
    for section in ("mode", "symptom"):
        for number, row in enumerate(lists[section], 1):
            assert f"| {number} | {row['title']} | " in text
    assert "| 6 | K1 welded | K1 welded | [E908](" in text
    assert "not seen by firmware: nothing listens" in text


def test_figures_as_people_read_them():
    shown = [str(Figure(*pair)) for pair in (
        (250, "ms"), (100, "mohm"), (8000, "um"), (10500, "mv"), (3500, "ua"), (850, "dc"),
        (14000, "mw"), (4, "1"), (150, "um/ms"))]
    assert shown == ["250 ms", "0.1 ohm", "8 mm", "10.5 V", "3.5 mA", "85 degrees C", "14 W", "4",
                     "150 um/ms"]


def test_a_test_that_exists_is_not_wrong():
    assert named_tests.wrong(ROOT, "tests/scenarios/too_hot.txt") == ""
    assert named_tests.wrong(ROOT, "tests/faults/test_power.py::test_fault") == ""
