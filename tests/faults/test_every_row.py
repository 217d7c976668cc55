"""The fault table as a whole: every row can be provoked, is proven, is raised, and reads well."""

import re
import tomllib
from pathlib import Path

import pytest

from mjsim.plant.inject_timed import timed
from mjtable.generated import fault_codes
from mjtable.generated.fault_codes import CODES
from mjtool import dictionary, refusal

ROOT = Path(__file__).parents[2]
ROWS = tomllib.loads((ROOT / "firmware/tables/faults.toml").read_text(encoding="utf-8"))["fault"]

def ident(row):
    """E404 belt_jam."""
    return "E%d %s" % (row["code"], row["id"])


def sources():
    """The firmware's own modules, the table of codes left out."""
    for path in (ROOT / "firmware").rglob("*.py"):
        if path.name != "fault_codes.py":
            yield path.read_text(encoding="utf-8")


FIRMWARE = "\n".join(sources())


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_row_has_an_injector_or_a_reason(row):
    if row["inject"]:
        timed(row["inject"])
    else:
        assert len(row["no_inject"]) > 20


@pytest.mark.parametrize("row", [row for row in ROWS if row["inject"]], ids=ident)
def test_row_is_provoked_by_its_test_with_its_own_injector(row):
    text = (ROOT / row["test"]).read_text(encoding="utf-8")
    assert row["inject"] in text, "%s never says %s" % (row["test"], row["inject"])


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_row_is_proven_by_the_file_it_names(row):
    assert row["test"], "no test"
    text = (ROOT / row["test"]).read_text(encoding="utf-8")
    assert "E%d" % row["code"] in text, "%s never says %d" % (
        row["test"], row["code"])  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_row_is_raised_somewhere_in_the_firmware(row):
    name = row["id"].upper()
    assert getattr(fault_codes, name) == row["code"]
    uses = [
        line for line in FIRMWARE.splitlines()
        if re.search(r"\b%s\b" % name, line)
        and re.search(r"raise_fault|doubt\(|return|\(\"|code|:|fault = |warning = ", line)
        and not re.match(r"\s*(from|import) ", line)
    ]  # fmt: skip
    assert uses, "%s is imported at most" % name


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_row_reads_well(row):
    """Cause and remedy as the tool tells them; inputs and outputs by the names of the map."""
    host = dictionary.load()
    told = refusal.fault(host, "E%03d" % row["code"], "line_a")
    assert row["name"] in str(told)
    known = host.faults["E%03d" % row["code"]]
    assert (known["causes"], known["remedy"]) == (row["causes"], row["remedy"])
    for text in (row["name"], *row["causes"], *row["remedy"]):
        assert len(text) >= 7 and not text.endswith(".") and "  " not in text
    if row["severity"] != "warning":
        assert "latched" in row["reaction"] or "stands" in row["reaction"]
        assert "all motors off" in row["reaction"] or row["code"] == fault_codes.PINCH
    assert (row["severity"] == "stop") == ("power to the motors removed" in row["reaction"])


def test_every_code_has_its_row():
    assert [row["code"] for row in ROWS] == list(CODES)
