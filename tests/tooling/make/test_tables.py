"""Fault and settings tables: complete, and every mistake in them is told with file and line."""

import json
from pathlib import Path

import pytest

from mjsim.plant import inject, inject_timed
from mjtable.generated import fault_codes, setting_table
from tools.make.generate.errors import SourceError
from tools.make.generate.read import wired
from tools.make.generate.read.machine import load
from tools.make.generate.words import faults, settings

ROOT = Path(__file__).resolve().parents[3]
FAULTS = "firmware/tables/faults.toml"
SETTINGS = "firmware/tables/settings.toml"
DICTIONARY = json.loads((ROOT / "host_tools/mjtool/dictionary.json").read_text(encoding="utf-8"))

MISTAKES = [
    (FAULTS, 'severity = "stop"', 'severity = "stopp"',
     'fault#0.severity = "stopp" is no severity; nearest: stop'),
    (FAULTS, "code = 202", "code = 201",
     "code 201 is already used by E201 mains_dropout; never reuse one"),
    (FAULTS, "code = 202", "code = 1202", "code 1202 must be 101 to 999"),
    (FAULTS, 'id = "mains_frequency"', 'id = "Mains-Frequency"',
     "id 'Mains-Frequency' must be lower_snake_case"),
    (FAULTS, 'io = ["pfail", "safe_fb", "J1"]', 'io = ["safe_fp", "J1"]',
     'fault#0.io = "safe_fp" is no input, output or plug; nearest: safe_fb'),
    (FAULTS, 'io = ["pfail", "safe_fb", "J1"]', "io = []",
     "E201 has no io and no no_io that says why"),
    (FAULTS, 'inject = "mains cut 60ms"', 'inject = ""',
     "E201 has no inject and no no_inject that says why"),
    (FAULTS, 'io = []\nno_io = "the program alone"', 'io = []\nno_io = ""',
     "E903 has no io and no no_io that says why"),
    *((FAULTS, old, new, f"E202 has no {new.partition(' =')[0]}") for old, new in (
        ('signal = "zero-crossing period"', 'signal = ""'),
        ('name = "Wrong mains frequency"', 'name = ""'),
        ('threshold = "more than 2 % away from the setting mains.hz"', 'threshold = ""'))),
    (FAULTS, 'time = "set by the rate"', 'time = ""', "E431 has no time"),
    (FAULTS, 'time = "{}"', 'time = "22 ms"', "E201: 0 places in `time`, 1 numbers in "
     "`within_ms`, 1 homes in `by`; one each"),
    (FAULTS, 'test = "tests/scenarios/mains_cut_short.txt"', 'test = ""', "E201 has no test"),
    (FAULTS, 'test = "tests/faults/test_power.py"', 'test = "tests/none.txt"',
     "E202: tests/none.txt does not exist"),
    (SETTINGS, "default = 50000", "default = 900",
     "power.budget_mw: default 900 is outside 36000..80000"),
    (SETTINGS, "default = 75000", "default = 70000",
     "power.peak_mw: default 70000, but hardware/machine.toml says 75000; change both"),
    (SETTINGS, "min = 36000", 'min = "low"',
     "power.budget_mw: min = 'low' must be an integer within +-1073741823"),
    (SETTINGS, 'name = "power.peak_mw"', 'name = "power.budget_mw"',
     "setting power.budget_mw is there twice"),
    (SETTINGS, 'name = "power.peak_mw"', 'name = "peak"',
     "name 'peak' must be like part.what_unit"),
    (SETTINGS, 'unit = "mW"', 'unit = "0.1 W"',
     "power.budget_mw: unit '0.1 W' must be letters only, it goes over the link"),
    (SETTINGS, 'help = "the same while motors start"', 'help = ""', "power.peak_mw has no help"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), MISTAKES,
                         ids=[m[3][:40] for m in MISTAKES])
def test_mistake(copy, file, old, new, message):
    line = copy.edit(file, old, new)
    read = faults.read if file == FAULTS else settings.read
    with pytest.raises(SourceError) as caught:
        read(copy.root)
    assert str(caught.value) == f"{file}:{line}: {message}"


def test_a_reason_beside_what_it_excuses_is_refused(copy):
    line = copy.edit(FAULTS, 'inject = "mains cut 60ms"\n',
                     'inject = "mains cut 60ms"\nno_inject = "none"\n')
    with pytest.raises(SourceError) as caught:
        faults.read(copy.root)
    assert str(caught.value) == (
        f"{FAULTS}:{line + 1}: E201 has inject and no_inject; keep one")


@pytest.mark.parametrize("key", ["causes", "remedy"])
def test_an_empty_list_is_refused(copy, key):
    text = (copy.root / FAULTS).read_text(encoding="utf-8")
    start = text.index(f"{key} = [")
    line = copy.edit(FAULTS, text[start:text.index("]", start) + 1], f"{key} = []")
    with pytest.raises(SourceError) as caught:
        faults.read(copy.root)
    assert str(caught.value) == f"{FAULTS}:{line}: E201 has no {key}"


def test_the_page_has_plug_pin_and_colour_of_every_input_of_a_fault():
    page = faults.outputs(ROOT)[faults.PAGE]
    assert "| `push_home_c` | the head's pusher is back, side C | J32 pin 11, violet |" in page
    wires = wired.places(load(ROOT))
    for row in faults.read(ROOT):
        entry = page[page.index(f"### E{row['code']} "):].partition("\n### ")[0]
        for name in row["io"]:
            assert f"| `{name}` | {wires[name]['what']} | {wires[name]['wires']} |" in entry
        assert row["io"] or f"I/O: none; {row['no_io']}." in entry


def test_missing_and_misspelt_keys(copy):
    line = copy.edit(FAULTS, "causes =", "cause =")
    with pytest.raises(SourceError) as caught:
        faults.read(copy.root)
    assert str(caught.value) == (
        f"{FAULTS}:{line}: unknown key fault#0.cause; nearest valid key: causes")


def test_every_fault_helps():
    for row in faults.read(ROOT):
        assert row["causes"] and row["remedy"] and row["reaction"], row["code"]
        assert row["name"][0].isupper() and not row["name"].endswith("."), row["code"]


def test_times_are_numbers_on_the_page_and_for_the_campaigns():
    found = faults.outputs(ROOT)
    assert "| three tiles, or 6000 ms of belt |" in found[faults.PAGE]
    times = found[faults.TIMES].partition("LOOKS_AT")[0]
    assert '"E602": (4000, 8000),' in times and "E431" not in times


def test_firmware_codes_and_severities():
    rows = faults.read(ROOT)
    assert fault_codes.CODES == tuple(row["code"] for row in rows)
    assert len(fault_codes.SEVERITY) == len(rows)
    assert fault_codes.HEAD_JAM == 521
    severity = dict(zip(fault_codes.CODES, fault_codes.SEVERITY, strict=True))
    assert (severity[431], severity[521], severity[201]) == (0, 1, 2)


def test_settings_table_is_consistent():
    t = setting_table
    assert len(t.NAMES) == len(t.UNITS) == len(t.MINS) == len(t.MAXS) == len(t.DEFAULTS)
    for index, name in enumerate(t.NAMES):
        assert getattr(t, "S_" + name.upper().replace(".", "_")) == index
        assert t.MINS[index] <= t.DEFAULTS[index] <= t.MAXS[index]
    assert t.DEFAULTS[t.S_POWER_BUDGET_MW] == 50000


def test_dictionary_holds_what_people_need():
    assert set(DICTIONARY["faults"]) == {str(code) for code in fault_codes.CODES}
    assert DICTIONARY["faults"]["521"]["name"] == "Head jam"
    assert [row["name"] for row in DICTIONARY["settings"]] == list(setting_table.NAMES)


@pytest.mark.parametrize("row", [r for r in faults.read(ROOT) if r["inject"]],
                         ids=lambda row: f"E{row['code']}")
def test_injectors_are_ones_the_simulator_knows(row):
    assert inject_timed.timed(row["inject"]).cause.name in inject.TABLE


def test_every_setting_is_used_by_the_firmware():
    text = "".join(path.read_text(encoding="utf-8") for path in
                   (ROOT / "firmware/mjtable").rglob("*.py") if path.name != "setting_table.py")
    names = ["S_" + name.upper().replace(".", "_") for name in setting_table.NAMES]
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("row", [r for r in faults.read(ROOT) if r["test"]],
                         ids=lambda row: f"E{row['code']}")
def test_the_named_scenario_expects_its_fault(row):
    assert f"E{row['code']}" in (ROOT / row["test"]).read_text(encoding="utf-8")
